"""`greedy`: a careful player of cooperation and solo who acts on what the character knows."""

from __future__ import annotations

from sim.games.room25.board import is_exit_zone, neighbour
from sim.games.room25.ends import escapes
from sim.games.room25.policies.mind import (
    FAR,
    Mind,
    choose_goal,
    colour_seen,
    find_exit,
    is_safe,
    measure_way,
    room_cost,
    room_seen,
    steps_between,
    team_way,
)
from sim.games.room25.slides import slide_line
from sim.games.room25.state import Menu, Rules, State
from sim.games.room25.terms import (
    ASK_ACTION,
    ASK_CONTROL,
    ASK_CONTROL_ROOM,
    ASK_ILLUSION,
    ASK_LOOK,
    ASK_MOVE,
    ASK_MOVING,
    ASK_PENALTY,
    ASK_PROGRAM,
    ASK_PUSH,
    ASK_SETUP_LOOK,
    ASK_TIMING,
    ASK_TUNNEL,
    ASK_VISION,
    BY_ACTION,
    CELL,
    CONTROL,
    LOOK,
    MOVE,
    NO_ACTION,
    NONE,
    ROOM_25,
    SECOND,
    SPECIAL,
    TRAPPED,
    UNTOLD,
    Cell,
    Character,
)
from sim.kernel import compiled

NOTHING = -(10**6)
WORTH_A_SLIDE = 10  # tenths of a move that a slide must save the team
LAST_PASS = 2  # of those in which everybody acts
CHANCE = 8  # tenths of a move that entering a room of which nothing is known is worth avoiding
RISK = 50  # tenths of a move that entering a room not known to be harmless is worth avoiding


@compiled
def choose_greedily(state: State, rules: Rules, menu: Menu, mind: Mind, scratch: State) -> int:
    """Looks before it moves, spreads to search the corners, heads for blue rooms, gathers in Room 25 and slides it out.

    Deterministic; knows only what its character has seen and what was told. It plans one round at a time: look and move
    where the way is unknown, move and slide where it is known, and keeps the slide out for when all can be there.
    """
    c = int(state.chooser)
    asking = state.asking
    if asking == ASK_PROGRAM:
        return index_of(menu, best_program(state, rules, mind, scratch, c))
    if asking == ASK_ACTION:
        return index_of(menu, best_free_action(state, rules, menu, mind, scratch, c))
    if asking == ASK_TIMING:
        return 1 if state.program[c, 0] != CONTROL or can_escape(state, rules, c) else 0
    choose_goal(state, rules, mind, c)
    measure_way(state, rules, mind, c, int(mind.goal))
    best = 0
    best_value = NOTHING
    for i in range(menu.n):
        value = value_of(state, rules, mind, scratch, c, int(menu.option[i]))
        if value > best_value:
            best = i
            best_value = value
    return best


@compiled
def index_of(menu: Menu, value: int) -> int:
    """Return where an option is in the menu; the first if it is not there."""
    for i in range(menu.n):
        if menu.option[i] == value:
            return i
    return 0


# -- Which actions -------------------------------------------------------------------------------------------------


@compiled
def best_program(state: State, rules: Rules, mind: Mind, scratch: State, c: Character) -> int:
    """Two different actions, by where the character stands and what it knows of the way."""
    choose_goal(state, rules, mind, c)
    measure_way(state, rules, mind, c, int(mind.goal))
    if state.one_action[c]:
        return MOVE
    if is_in_exit(state, c):
        return program_in_exit(state, rules, mind, c)
    if state.deadline[c] == TRAPPED:
        return MOVE + SECOND * LOOK
    step = next_step(state, mind, c)
    if not is_safe(state, rules, c, step):
        return LOOK + SECOND * MOVE
    if slide_gain(state, rules, mind, scratch, c) > WORTH_A_SLIDE:
        return CONTROL + SECOND * MOVE
    return MOVE + SECOND * LOOK


@compiled
def program_in_exit(state: State, rules: Rules, mind: Mind, c: Character) -> int:
    """In Room 25: keep the slide out for the second pass if all can be there by then; else look about."""
    longest = 0
    exit_cell = int(state.cell[c])
    for other in range(state.n_characters):
        if state.alive[other]:
            longest = max(longest, steps_between(state.cell[other], exit_cell))
    if not is_exit_zone(exit_cell):
        return CONTROL
    if longest <= 1 and (state.key_found or not rules.key):
        return CONTROL if longest == 0 else LOOK + SECOND * CONTROL
    return LOOK


@compiled
def best_free_action(state: State, rules: Rules, menu: Menu, mind: Mind, scratch: State, c: Character) -> int:
    """Solo: the action that is best now, or none."""
    choose_goal(state, rules, mind, c)
    measure_way(state, rules, mind, c, int(mind.goal))
    if can_escape(state, rules, c) and is_offered(menu, CONTROL):
        return CONTROL
    if is_in_exit(state, c) and is_exit_zone(int(state.cell[c])):
        return NO_ACTION
    step = next_step(state, mind, c)
    if is_offered(menu, MOVE) and (is_safe(state, rules, c, step) or state.deadline[c] == TRAPPED):
        return MOVE
    if state.passing == LAST_PASS and is_offered(menu, MOVE) and is_untold(state, c, step):
        return MOVE  # to wait for certainty would lose more
    if is_offered(menu, LOOK):
        return LOOK
    if is_offered(menu, CONTROL) and slide_gain(state, rules, mind, scratch, c) > WORTH_A_SLIDE:
        return CONTROL
    return NO_ACTION


@compiled
def is_untold(state: State, c: Character, cell: Cell) -> bool:
    """Whether a character knows nothing of a room."""
    return colour_seen(state, c, int(state.tile_at[cell])) == UNTOLD


@compiled
def is_offered(menu: Menu, action: int) -> bool:
    """Whether an action can be taken."""
    for i in range(menu.n):
        if menu.option[i] == action:
            return True
    return False


@compiled
def is_in_exit(state: State, c: Character) -> bool:
    """Whether a character is in Room 25."""
    return room_seen(state, c, int(state.tile_at[state.cell[c]])) == ROOM_25


@compiled
def can_escape(state: State, rules: Rules, c: Character) -> bool:
    """Whether a slide by this character would take all out now."""
    if not is_in_exit(state, c):
        return False
    for line in range(10):
        for direction in range(2):
            if escapes(state, rules, c, line, direction):
                return True
    return False


@compiled
def next_step(state: State, mind: Mind, c: Character) -> Cell:
    """The adjacent cell that is nearest to the goal."""
    cell = int(state.cell[c])
    best = cell
    best_way = FAR * 20
    for side in range(4):
        to = neighbour(cell, side)
        if to != NONE and mind.cost[to] + mind.way[to] < best_way:
            best = to
            best_way = mind.cost[to] + mind.way[to]
    return best


@compiled
def slide_gain(state: State, rules: Rules, mind: Mind, scratch: State, c: Character) -> int:
    """What the best slide of the character's row or column brings the team nearer to Room 25, in tenths of a move."""
    if find_exit(state, c) == NONE:
        return 0
    before = team_way(state, rules, mind, c)
    best = 0
    cell = int(state.cell[c])
    for line in range(10):
        on_line = cell // 5 == line if line < 5 else cell % 5 == line - 5
        if on_line and line % 5 != 2:
            for direction in range(2):
                best = max(best, before - way_after_slide(state, rules, mind, scratch, c, line, direction))
    measure_way(state, rules, mind, c, int(mind.goal))
    return best


@compiled
def way_after_slide(
    state: State, rules: Rules, mind: Mind, scratch: State, c: Character, line: int, direction: int
) -> int:
    """How far the team is from Room 25 after a slide; the scratch board takes it."""
    for cell in range(25):
        scratch.tile_at[cell] = state.tile_at[cell]
        scratch.cell_of[cell] = state.cell_of[cell]
        scratch.room[cell] = state.room[cell]
        scratch.face_up[cell] = state.face_up[cell]
        scratch.closed[cell] = state.closed[cell]
        scratch.locked[cell] = state.locked[cell]
        scratch.axis[cell] = state.axis[cell]
        scratch.told[cell] = state.told[cell]
    scratch.n_characters = state.n_characters
    scratch.rounds_left = state.rounds_left
    scratch.n_robots = 0
    for other in range(state.n_characters):
        scratch.cell[other] = state.cell[other]
        scratch.alive[other] = state.alive[other]
        scratch.knows[other] = state.knows[other]
    slide_line(scratch, line, direction, BY_ACTION)
    return team_way(scratch, rules, mind, c)


# -- Which target --------------------------------------------------------------------------------------------------


@compiled
def value_of(state: State, rules: Rules, mind: Mind, scratch: State, c: Character, option: int) -> int:
    """What a target is worth: nearer to the goal, more seen, the team nearer together."""
    asking = state.asking
    if asking == ASK_MOVE or asking == ASK_TUNNEL:
        risk = 0 if is_safe(state, rules, c, option) else (CHANCE if is_untold(state, c, option) else RISK)
        return int(-mind.cost[option] - mind.way[option] - risk)
    if asking == ASK_LOOK or asking == ASK_SETUP_LOOK:
        return value_of_look(state, mind, c, option)
    if asking == ASK_VISION:
        return value_of_look(state, mind, c, option)
    if asking == ASK_CONTROL or asking == ASK_CONTROL_ROOM:
        if asking == ASK_CONTROL and escapes(state, rules, c, option // 2, option % 2):
            return -NOTHING
        return -way_after_slide(state, rules, mind, scratch, c, option // 2, option % 2)
    if asking == ASK_PUSH:
        return -room_cost(state, rules, option // CELL, option % CELL)
    if asking == ASK_ILLUSION or asking == ASK_MOVING:
        known = colour_seen(state, c, int(state.tile_at[option]))
        return -room_cost(state, rules, c, option) - (5 if known == UNTOLD else 0)
    if asking == ASK_PENALTY:
        return 1 if option == SPECIAL else 0
    return 0


@compiled
def value_of_look(state: State, mind: Mind, c: Character, cell: Cell) -> int:
    """Rooms of which nothing is known, in the exit zone first, then those on the way."""
    tile = int(state.tile_at[cell])
    if room_seen(state, c, tile) != NONE:
        return NOTHING + 1
    value = -int(mind.way[cell] + mind.cost[cell])
    if colour_seen(state, c, tile) == UNTOLD:
        value += 15
        if is_exit_zone(cell):
            value += 25
    return value
