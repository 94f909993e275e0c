"""A prisoner in suspicion: searches, gathers in Room 25 with those whom it trusts, and slides it out."""

from __future__ import annotations

from sim.games.room25.board import colour_of, neighbour, steps_between
from sim.games.room25.policies.cells import neighbours
from sim.games.room25.policies.reading import index_of
from sim.games.room25.policies.suspicion.beliefs import n_counted_in
from sim.games.room25.policies.suspicion.mind import FAIR, POOR, Doubts
from sim.games.room25.policies.suspicion.programs import (
    DEADLY,
    NOTHING,
    WON,
    best_program,
    dares,
    price_of,
    search_after_slide,
    set_goal,
)
from sim.games.room25.policies.suspicion.team import (
    cost_after_slide,
    goes_out,
    may_go,
)
from sim.games.room25.state import Menu, Rules, State
from sim.games.room25.terms import (
    ACID,
    ASK_CONTROL,
    ASK_CONTROL_ROOM,
    ASK_ILLUSION,
    ASK_LOOK,
    ASK_MOVE,
    ASK_MOVING,
    ASK_PROGRAM,
    ASK_PUSH,
    ASK_REGENERATION,
    ASK_ROBOT,
    ASK_SETUP_LOOK,
    ASK_TELL,
    ASK_TIMING,
    ASK_TUNNEL,
    ASK_VISION,
    CELL,
    CENTRE,
    CONTROL,
    NONE,
    ROBOT,
    Cell,
    Character,
)
from sim.kernel import compiled


@compiled
def choose_as_prisoner(state: State, rules: Rules, menu: Menu, doubts: Doubts, c: Character) -> int:
    """Choose for a character by what it believes; the table has been read."""
    set_goal(state, doubts, c)
    asking = state.asking
    if asking == ASK_TELL:
        return index_of(menu, colour_of(state.room[state.tile_at[state.last_looked]]))
    if asking == ASK_PROGRAM:
        return index_of(menu, best_program(state, rules, doubts, c))
    if asking == ASK_TIMING:
        return 1 if state.program[c, 0] != CONTROL or may_go(state, doubts) else 0
    best = 0
    best_value = NOTHING
    for i in range(menu.n):
        value = value_of(state, doubts, c, int(menu.option[i]))
        if value > best_value:
            best = i
            best_value = value
    return best


# -- Which target --------------------------------------------------------------------------------------------------


@compiled
def value_of(state: State, doubts: Doubts, c: Character, option: int) -> int:
    """What a target is worth to a prisoner."""
    asking = state.asking
    if asking == ASK_MOVE or asking == ASK_TUNNEL or asking == ASK_MOVING:
        return value_of_place(state, doubts, c, option)
    if asking == ASK_LOOK or asking == ASK_VISION:
        return value_of_look(doubts, option)
    if asking == ASK_SETUP_LOOK:
        return value_of_first_look(doubts, c, option)
    if asking == ASK_CONTROL or asking == ASK_CONTROL_ROOM:
        return value_of_slide(state, doubts, c, option)
    if asking == ASK_PUSH:
        return value_of_push(state, doubts, option // CELL, option % CELL)
    if asking == ASK_ILLUSION:
        return -price_of(doubts, option) if option != doubts.exit_cell else -DEADLY // 2
    if asking == ASK_REGENERATION:
        return 0 if doubts.is_guard[option] else 1
    if asking == ASK_ROBOT:
        return value_of_order(state, doubts, option % ROBOT // CELL - 1, option % CELL)
    return 0


@compiled
def value_of_place(state: State, doubts: Doubts, c: Character, cell: Cell) -> int:
    """Near the goal, and safe."""
    if (doubts.vortexes >> cell) & 1:
        return -int(doubts.price[FAIR]) - int(doubts.way[CENTRE])
    risk = 0 if dares(state, doubts, cell) else doubts.risk
    if (doubts.red >> cell) & 1:
        risk = doubts.dread
    risk += danger_of_company(state, doubts, c, cell)
    return -price_of(doubts, cell) - int(doubts.way[cell]) - risk


@compiled
def danger_of_company(state: State, doubts: Doubts, c: Character, cell: Cell) -> int:
    """Next to a Mortal room one does not like to be with a guard."""
    if cell == CENTRE or not neighbours(1 << int(cell)) & doubts.mortal:
        return 0
    danger = 0
    for other in range(state.n_characters):
        is_guard = other != c and state.alive[other] and doubts.is_guard[other]
        if is_guard and steps_between(int(state.cell[other]), cell) <= 1:
            danger += doubts.fear
    return danger


@compiled
def value_of_look(doubts: Doubts, cell: Cell) -> int:
    """Where Room 25 may be; then the way there."""
    value = -int(doubts.way[cell]) - price_of(doubts, cell)
    if doubts.exit_cell == NONE and (doubts.unseen >> cell) & 1:
        value += doubts.look_exit
    if not (doubts.sure >> cell) & 1:
        value += doubts.look_unproven
        if (doubts.cells[POOR] >> cell) & 1:
            value += doubts.look_unknown
    return int(value)


@compiled
def value_of_first_look(doubts: Doubts, c: Character, cell: Cell) -> int:
    """The way to the own corner, unless it has been looked at."""
    value = int(doubts.look_unknown) if (doubts.cells[POOR] >> cell) & 1 else 0
    return value + (int(doubts.look_corner) if cell == neighbour(CENTRE, c % 4) else 0)


@compiled
def value_of_slide(state: State, doubts: Doubts, c: Character, option: int) -> int:
    """Out, if all are there; else what brings the team nearer."""
    line = option // 2
    direction = option % 2
    if doubts.exit_cell == NONE:
        return -search_after_slide(state, doubts, c, line, direction)
    is_inside = state.asking == ASK_CONTROL and state.cell[c] == doubts.exit_cell
    if is_inside and goes_out(doubts, line, direction) and (may_go(state, doubts) or state.rounds_left == 1):
        return WON
    return -cost_after_slide(state, doubts, line, direction)


@compiled
def value_of_push(state: State, doubts: Doubts, pushed: Character, cell: Cell) -> int:
    """A guard is pushed where it hurts, anybody else only where it helps."""
    nearer = int(doubts.way[state.cell[pushed]]) - int(doubts.way[cell])
    if doubts.is_guard[pushed]:
        bystanders = DEADLY if is_acid(state, cell) and n_counted_in(state, doubts, cell) > 0 else 0
        return price_of(doubts, cell) - nearer - 2 * bystanders
    return nearer - price_of(doubts, cell) if dares(state, doubts, cell) else nearer - DEADLY


@compiled
def is_acid(state: State, cell: Cell) -> bool:
    """Whether a room is known to all as an Acid bath."""
    tile = state.tile_at[cell]
    return state.face_up[tile] == 1 and state.room[tile] == ACID


@compiled
def value_of_order(state: State, doubts: Doubts, pushed: Character, cell: Cell) -> int:
    """A robot turns up what nobody has seen, or pushes somebody as a prisoner would."""
    if pushed == NONE:
        return int(doubts.turn_up) if (doubts.unseen >> cell) & 1 else 0
    return value_of_push(state, doubts, pushed, cell)
