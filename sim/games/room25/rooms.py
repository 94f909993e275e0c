"""Rooms (R-ROOM): one function a room that does something when it is entered. The others act through other chapters."""

from __future__ import annotations

from sim.game import emit
from sim.games.room25.board import can_enter, room_at, steps_from_centre
from sim.games.room25.ends import escape, sound_alert, takes_out
from sim.games.room25.entry import die, make_empty, queue_entry, relocate, turn_pivot
from sim.games.room25.knowledge import look_at, offer_face_down, offer_to_tell, turn_up
from sim.games.room25.robots import appear_robot, offer_orders
from sim.games.room25.slides import can_slide, mark_line, put_tile, slide_line
from sim.games.room25.state import Menu, Rules, State
from sim.games.room25.terms import (
    ACID,
    ASK_ACID,
    ASK_CONTROL_ROOM,
    ASK_ILLUSION,
    ASK_MOVING,
    ASK_REGENERATION,
    ASK_ROBOT,
    ASK_TUNNEL,
    ASK_VISION,
    BY_ROOM,
    CENTRE,
    CONTROL_ROOM,
    FLOODED,
    ILLUSION,
    KEY,
    MAC_ROOM,
    MIRROR,
    MORTAL,
    MOST_ORDERS,
    MOVING,
    N_CELLS,
    N_LINES,
    N_PASSES,
    NO_ACTION,
    NONE,
    REGENERATION,
    ROBOT_ROOM,
    ROOM_25,
    ROOMS,
    RUNNING,
    TIMER,
    TRAPPED,
    TUNNEL,
    VISION,
    VORTEX,
    Cell,
    Character,
)
from sim.kernel import TRACE, compiled


@compiled
def resolve_entry(state: State, rules: Rules, menu: Menu, c: Character) -> bool:
    """R-RND-4: the effect of the room that a character has entered. True if somebody must choose."""
    if not state.alive[c]:
        return False
    cell = int(state.cell[c])
    room = room_at(state, cell)
    if TRACE:
        emit(state, "room_effect", room=ROOMS[room], character=c)
    is_mate = c == state.mate and state.carrier != NONE
    if room == ACID:
        return enter_acid(state, rules, menu, c)
    if room == VORTEX:
        enter_vortex(state, rules, c)
    elif room == TRAPPED:
        enter_trapped(state, c)
    elif room == FLOODED:
        enter_flooded(state, c)
    elif room == MORTAL:
        enter_mortal(state, rules, c)
    elif room == MIRROR:
        enter_mirror(state, c)
    elif room == ROOM_25:
        sound_alert(state, rules)
    elif not is_mate:
        return resolve_once(state, rules, menu, c, room)
    return False


@compiled
def resolve_once(state: State, rules: Rules, menu: Menu, c: Character, room: int) -> bool:
    """R-CHR-1: the rooms that act once, for Max, when he brings somebody along."""
    menu.n = 0
    state.chooser = c
    cell = int(state.cell[c])
    if room == KEY:
        enter_key(state, rules, cell)
    elif room == TIMER:
        enter_timer(state, rules, c)
    elif room == MAC_ROOM:
        enter_mac(state, rules)
    elif room == CONTROL_ROOM:
        state.asking = ASK_CONTROL_ROOM
        offer_slides(state, menu)
    elif room == VISION:
        state.asking = ASK_VISION
        offer_face_down(state, menu)
    elif room == MOVING:
        state.asking = ASK_MOVING
        offer_face_down(state, menu)
    elif room == TUNNEL:
        state.asking = ASK_TUNNEL
        offer_tunnels(state, rules, menu, c)
    elif room == REGENERATION:
        state.asking = ASK_REGENERATION
        offer_dead(state, menu)
    elif room == ROBOT_ROOM:
        appear_robot(state, cell)
        state.asking = ASK_ROBOT
        if state.n_orders < MOST_ORDERS:
            offer_orders(state, rules, menu, 0)
        state.n_orders += 1
    elif room == ILLUSION:
        state.asking = ASK_ILLUSION
        offer_face_down(state, menu)
    return menu.n > 0


# -- Blue -------------------------------------------------------------------------------------------


@compiled
def enter_key(state: State, rules: Rules, cell: Cell) -> None:
    """R-ROOM-key: the key is found; the room then is an Empty one. Where no key is needed it does nothing."""
    if not rules.key:
        return
    state.key_found = 1
    if TRACE:
        emit(state, "key_found")
    make_empty(state, cell)


# -- Green ------------------------------------------------------------------------------------------


@compiled
def offer_slides(state: State, menu: Menu) -> None:
    """R-ROOM-control: any line that may slide, in each direction allowed."""
    for line in range(N_LINES):
        for direction in range(2):
            if can_slide(state, line, direction):
                menu.option[menu.n] = 2 * line + direction
                menu.n += 1


@compiled
def use_control_room(state: State, rules: Rules, c: Character, slide: int) -> None:
    """R-ROOM-control, R-EXIT-1: slide any line; where the reading allows it, Room 25 may leave the complex by it."""
    line = slide // 2
    direction = slide % 2
    leaves = rules.exit_by_control_room == 1 and takes_out(state, rules, c, line, direction)
    mark_line(state, line, direction)
    slide_line(state, line, direction, BY_ROOM)
    if leaves:
        escape(state, rules)


@compiled
def use_vision(state: State, rules: Rules, menu: Menu, c: Character, cell: Cell) -> None:
    """R-ROOM-vision: look at any face-down room; its colour may be told."""
    look_at(state, rules, c, cell, BY_ROOM)
    offer_to_tell(state, rules, menu, c, cell)


@compiled
def use_moving(state: State, c: Character, cell: Cell) -> None:
    """R-ROOM-moving: this tile, with everybody on it, swaps places with a face-down one; nothing is triggered."""
    swap_tiles(state, int(state.cell[c]), cell, True, BY_ROOM)


@compiled
def swap_tiles(state: State, cell: Cell, other: Cell, with_characters: bool, by: int) -> None:
    """Two tiles swap places; robots ride, and characters where the rule says so."""
    tile = int(state.tile_at[cell])
    put_tile(state, state.tile_at[other], cell)
    put_tile(state, tile, other)
    for robot in range(state.n_robots):
        if state.robot_cell[robot] == cell:
            state.robot_cell[robot] = other
        elif state.robot_cell[robot] == other:
            state.robot_cell[robot] = cell
    if with_characters:
        for c in range(state.n_characters):
            if state.alive[c] and state.cell[c] == cell:
                state.cell[c] = other
            elif state.alive[c] and state.cell[c] == other:
                state.cell[c] = cell
    if TRACE:
        emit(state, "swapped", cells=[int(cell), int(other)], by=by)


@compiled
def offer_tunnels(state: State, rules: Rules, menu: Menu, c: Character) -> None:
    """R-ROOM-tunnel: each other face-up Tunnel that is not closed or locked."""
    for cell in range(N_CELLS):
        tile = state.tile_at[cell]
        if (
            cell != state.cell[c]
            and state.room[tile] == TUNNEL
            and state.face_up[tile]
            and can_enter(state, rules, c, cell)
        ):
            menu.option[menu.n] = cell
            menu.n += 1


@compiled
def use_tunnel(state: State, rules: Rules, c: Character, cell: Cell) -> None:
    """R-ROOM-tunnel: go to another Tunnel; there is no chain. Whom Max carries goes along."""
    waiting = state.n_queue
    relocate(state, rules, c, cell, BY_ROOM)
    if c == state.carrier and state.mate != NONE and state.alive[state.mate]:
        relocate(state, rules, int(state.mate), cell, BY_ROOM)
    state.n_queue = waiting
    if c == state.carrier:
        state.n_queue = 0


@compiled
def offer_dead(state: State, menu: Menu) -> None:
    """R-ROOM-regeneration: each dead character."""
    for c in range(state.n_characters):
        if not state.alive[c]:
            menu.option[menu.n] = c
            menu.n += 1


@compiled
def revive(state: State, c: Character) -> None:
    """R-ROOM-regeneration: a dead character is back in the Central Room, its role kept, with no program this round."""
    state.alive[c] = 1
    state.cell[c] = CENTRE
    state.n_deaths -= 1
    state.cancelled[c] = 1
    if TRACE:
        emit(state, "revived", character=c)


# -- Yellow -----------------------------------------------------------------------------------------


@compiled
def enter_vortex(state: State, rules: Rules, c: Character) -> None:
    """R-ROOM-vortex: back to the Central Room, where nothing happens: masks (R-RND-4) fall at once."""
    state.vortex_returns += 1
    state.vortex_actions += steps_from_centre(state.cell[c])
    waiting = state.n_queue
    relocate(state, rules, c, CENTRE, BY_ROOM)
    state.n_queue = waiting


@compiled
def enter_mirror(state: State, c: Character) -> None:
    """R-ROOM-mirror: the rest of the round's actions is cancelled, and adrenaline is lost."""
    state.cancelled[c] = 1
    state.has_adrenaline[c] = 0
    for k in range(N_PASSES):
        state.program[c, k] = NO_ACTION


@compiled
def enter_mac(state: State, rules: Rules) -> None:
    """R-ROOM-mac: draw a M.A.C. card, if they are in play."""
    if rules.mac:
        state.mac_due += 1


# -- Red --------------------------------------------------------------------------------------------


@compiled
def enter_trapped(state: State, c: Character) -> None:
    """R-ROOM-trapped: the character must leave by its next action."""
    state.deadline[c] = TRAPPED


@compiled
def enter_mortal(state: State, rules: Rules, c: Character) -> None:
    """R-ROOM-mortal: death."""
    die(state, rules, c, MORTAL)


@compiled
def enter_acid(state: State, rules: Rules, menu: Menu, c: Character) -> bool:
    """R-ROOM-acid: of two inside the one who entered first dies; Max chooses between himself and whom he brings.

    Those to whom Illusion brings the room suffer nothing (R-ROOM-illusion).
    """
    cell = state.cell[c]
    for other in range(state.n_characters):
        entered = other == c or (state.carrier != NONE and (other == state.mate or other == state.carrier))
        was_inside = state.alive[other] and state.cell[other] == cell and not entered and not state.by_illusion
        if was_inside and state.cause == RUNNING:
            die(state, rules, other, ACID)
    if c != state.mate or state.carrier == NONE or not state.alive[state.carrier] or state.cell[state.carrier] != cell:
        return False
    menu.n = 2
    menu.option[0] = state.carrier
    menu.option[1] = state.mate
    state.asking = ASK_ACID
    state.chooser = state.carrier
    return state.cause == RUNNING


@compiled
def enter_flooded(state: State, c: Character) -> None:
    """R-ROOM-flooded: the room closes for good; who is still inside at the end of the next round dies."""
    state.closed[state.tile_at[state.cell[c]]] = 1
    state.deadline[c] = FLOODED
    state.deadline_round[c] = state.turn + 1


@compiled
def enter_timer(state: State, rules: Rules, c: Character) -> None:
    """R-ROOM-timer: the countdown loses a round at once, then the room is Empty; in the last round it kills."""
    if state.rounds_left <= 1:
        die(state, rules, c, TIMER)
        return
    state.rounds_left -= 1
    if TRACE:
        emit(state, "countdown", left=int(state.rounds_left), by=BY_ROOM)
    make_empty(state, int(state.cell[c]))


@compiled
def use_illusion(state: State, c: Character, cell: Cell) -> None:
    """R-ROOM-illusion: it swaps places with a face-down room, which is turned up under the entrant, who suffers it.

    Others on the tile keep their cell and suffer nothing.
    """
    here = int(state.cell[c])
    swap_tiles(state, here, cell, False, BY_ROOM)
    turn_up(state, here)
    turn_pivot(state, c, int(state.tile_at[here]))
    state.by_illusion = 1
    brings = c == state.carrier and state.mate != NONE and state.alive[state.mate]
    if brings:
        state.n_queue = 0  # whom Max brings enters the new room with him
    queue_entry(state, c)
    if brings:
        queue_entry(state, int(state.mate))
