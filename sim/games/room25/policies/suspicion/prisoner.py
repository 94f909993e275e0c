"""A prisoner in suspicion: searches, gathers in Room 25 with those whom it trusts, and slides it out."""

from __future__ import annotations

from sim.games.room25.board import colour_of, is_exit_zone, neighbour
from sim.games.room25.policies.suspicion.beliefs import acts_again, counts_on
from sim.games.room25.policies.suspicion.mind import EASY, FAIR, N_KINDS, POOR, Doubts
from sim.games.room25.policies.suspicion.team import (
    cost_after_slide,
    farthest,
    goes_out,
    may_go,
    slide_in_thought,
    team_cost,
)
from sim.games.room25.policies.suspicion.ways import FAR, measure, measure_from, nearest, neighbours
from sim.games.room25.slides import can_slide, is_on
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
    FLOODED,
    LOOK,
    MOVE,
    N_CELLS,
    N_LINES,
    NONE,
    PUSH,
    ROBOT,
    SECOND,
    THIRD,
    TRAPPED,
    Cell,
    Character,
    Line,
)
from sim.kernel import compiled

NOTHING = -(10**6)
DEADLY = 100


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
        value = value_of(state, rules, doubts, c, int(menu.option[i]))
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


@compiled
def set_goal(state: State, doubts: Doubts, c: Character) -> None:
    """Where a character wants to be: in Room 25, or where nobody has looked for it; and how far all cells are."""
    doubts.goal = doubts.exit_cell
    if doubts.goal == NONE:
        doubts.goal = place_to_search(state, doubts, c)
    measure(doubts, int(doubts.goal))


@compiled
def place_to_search(state: State, doubts: Doubts, c: Character) -> Cell:
    """The place unseen that is nearest, with fewest others nearer to it, in the own corner if that is all the same."""
    best = int(state.cell[c])
    best_value = -NOTHING
    measure_from(doubts, best)
    for cell in range(N_CELLS):
        if not (doubts.unseen >> cell) & 1:
            continue
        value = int(doubts.reach[cell]) + (0 if corner_of(cell) == c % 4 else doubts.corner)
        for other in range(state.n_characters):
            nearer = steps(state.cell[other], cell) < steps(state.cell[c], cell)
            if nearer and counts_on(state, doubts, other):
                value += doubts.crowd
        if value < best_value:
            best = cell
            best_value = value
    return best


@compiled
def corner_of(cell: Cell) -> int:
    """The quarter of the complex that a cell is in, 0..3."""
    return (2 if cell // 5 >= 3 else 0) + (1 if cell % 5 >= 3 else 0)


@compiled
def steps(cell: Cell, other: Cell) -> int:
    """Rows and columns between two cells."""
    return int(abs(cell // 5 - other // 5) + abs(cell % 5 - other % 5))


# -- Which actions -------------------------------------------------------------------------------------------------


@compiled
def best_program(state: State, rules: Rules, doubts: Doubts, c: Character) -> int:
    """What to do in the round, by where the character is and what it knows of the way."""
    here = int(state.cell[c])
    if here == doubts.exit_cell:
        return program_inside(state, rules, doubts, c)
    step = next_step(doubts, here, int(doubts.steps))
    drowns = state.deadline[c] == FLOODED and state.deadline_round[c] <= state.turn
    must_leave = state.deadline[c] == TRAPPED or drowns
    if state.one_action[c]:
        return MOVE if must_leave or dares(state, doubts, step) or not doubts.looks & ~doubts.sure else LOOK
    if state.deadline[c] == TRAPPED:
        return MOVE + SECOND * LOOK
    if doubts.exit_cell == NONE:
        return program_of_search(state, doubts, c, step, must_leave)
    return program_on_the_way(state, rules, doubts, c, step, must_leave)


@compiled
def program_of_search(state: State, doubts: Doubts, c: Character, step: Cell, must_leave: bool) -> int:
    """Look where nobody has looked, and go on to where there is more to see."""
    daring = dares(state, doubts, step)
    if must_leave:
        return MOVE + SECOND * LOOK
    if doubts.looks & doubts.unseen:
        if not daring and best_shift(state, doubts, c) >= doubts.shift:
            return LOOK + SECOND * CONTROL
        return LOOK + SECOND * MOVE
    if daring and not (doubts.traps >> step) & 1:
        return MOVE + SECOND * LOOK
    if best_shift(state, doubts, c) >= doubts.shift:
        return CONTROL + SECOND * LOOK
    return LOOK + SECOND * MOVE if doubts.looks else MOVE + SECOND * LOOK


@compiled
def best_shift(state: State, doubts: Doubts, c: Character) -> int:
    """How much nearer to a place unseen the best slide of the character's own row or column brings it."""
    here = int(state.cell[c])
    if here == CENTRE:
        return 0
    before = nearest(doubts, here, int(doubts.unseen))
    best = 0
    for line in range(N_LINES):
        if is_on(line, here):
            for direction in range(2):
                if can_slide(state, line, direction):
                    best = max(best, before - search_after_slide(state, doubts, c, line, direction))
    return best


@compiled
def search_after_slide(state: State, doubts: Doubts, c: Character, line: Line, direction: int) -> int:
    """How far the nearest place unseen is after a slide."""
    slide_in_thought(state, doubts, line, direction)
    cost = nearest(doubts, int(doubts.stands[c]), int(doubts.unseen))
    slide_in_thought(state, doubts, line, 1 - direction)
    return cost


@compiled
def program_on_the_way(
    state: State, rules: Rules, doubts: Doubts, c: Character, step: Cell, must_leave: bool
) -> int:
    """Go to Room 25: slide where that brings the team nearer, look where the way is not known, and run if need be."""
    if waits(state, rules, doubts, step) and not must_leave:
        return LOOK
    daring = dares(state, doubts, step)
    gain = best_slide_gain(state, doubts, int(state.cell[c]))
    if daring:
        doubts.stands[c] = step
        then_gain = best_slide_gain(state, doubts, step)
        doubts.stands[c] = state.cell[c]
        if then_gain > gain and then_gain >= doubts.slide_gain and not (doubts.traps >> step) & 1:
            return MOVE + SECOND * CONTROL
    if gain >= doubts.slide_gain:
        return CONTROL + SECOND * MOVE
    if ((doubts.traps >> step) & 1 or (not daring and doubts.looks)) and not must_leave:
        return LOOK + SECOND * MOVE
    program = MOVE + SECOND * LOOK
    then = next_step(doubts, step, neighbours(1 << step))
    keen = state.rounds_left <= doubts.spurt
    if keen and state.has_adrenaline[c] and step != doubts.exit_cell and dares(state, doubts, then):
        program += THIRD * MOVE
    return program


@compiled
def waits(state: State, rules: Rules, doubts: Doubts, step: Cell) -> bool:
    """R-SUS-2: whether to stay outside Room 25: the alert would cost rounds, and the last are still far."""
    early = state.turn <= rules.alert_rounds and state.rounds_left > rules.alert_rounds
    return step == doubts.exit_cell and early and farthest(state, doubts) > doubts.patience


@compiled
def program_inside(state: State, rules: Rules, doubts: Doubts, c: Character) -> int:
    """In Room 25: keep the slide out for when all can be there; till then bring it nearer to them, or look about."""
    guarded = has_guard(state, doubts, int(state.cell[c]))
    is_first = n_before(state, doubts, c) == 0
    if may_go(state, doubts):
        return CONTROL + THIRD * CONTROL if state.has_adrenaline[c] else CONTROL
    if not is_exit_zone(doubts.exit_cell):
        if is_first:
            return CONTROL
    elif farthest(state, doubts) <= 2 or state.rounds_left == 1:
        first = PUSH if guarded else LOOK
        if state.has_adrenaline[c]:
            return first + THIRD * CONTROL
        return first + SECOND * CONTROL
    elif is_first and best_slide_gain(state, doubts, int(state.cell[c])) >= doubts.slide_gain:
        return CONTROL
    return PUSH if guarded else LOOK


@compiled
def has_guard(state: State, doubts: Doubts, cell: Cell) -> bool:
    """Whether somebody taken for a guard is in a cell."""
    for other in range(state.n_characters):
        if state.alive[other] and doubts.is_guard[other] and state.cell[other] == cell:
            return True
    return False


@compiled
def n_before(state: State, doubts: Doubts, c: Character) -> int:
    """How many in the same room who are counted on act before a character in this round."""
    n = 0
    place = (c - state.turn + 1) % state.n_characters
    for other in range(state.n_characters):
        if other != c and counts_on(state, doubts, other) and state.cell[other] == state.cell[c]:
            n += 1 if (other - state.turn + 1) % state.n_characters < place else 0
    return n


@compiled
def dares(state: State, doubts: Doubts, cell: Cell) -> bool:
    """Whether a character enters a cell without a look: it is sure that little can happen, or takes others' word."""
    if (doubts.sure >> cell) & 1:
        return ((doubts.cells[EASY] | doubts.cells[FAIR] | doubts.cells[POOR]) >> cell) & 1 == 1
    return ((doubts.cells[EASY] | doubts.cells[FAIR]) >> cell) & 1 == 1 and state.rounds_left <= doubts.trust


@compiled
def next_step(doubts: Doubts, cell: Cell, steps: int) -> Cell:
    """The one of some cells around a cell from which the way to the goal is shortest."""
    best = cell
    best_way = FAR * 4
    for side in range(4):
        to = neighbour(cell, side)
        if to != NONE and (steps >> to) & 1:
            way = price_of(doubts, to) + int(doubts.way[to])
            if way < best_way:
                best = to
                best_way = way
    return best


@compiled
def price_of(doubts: Doubts, cell: Cell) -> int:
    """What entering a cell costs."""
    if cell == doubts.exit_cell:
        return int(doubts.price[0])
    for kind in range(N_KINDS):
        if (doubts.cells[kind] >> cell) & 1:
            return int(doubts.price[kind])
    return DEADLY


@compiled
def best_slide_gain(state: State, doubts: Doubts, here: Cell) -> int:
    """How much nearer to Room 25 the best slide of a cell's row or column brings the team."""
    before = team_cost(state, doubts)
    best = 0
    if here == CENTRE:
        return 0
    for line in range(N_LINES):
        if is_on(line, here):
            for direction in range(2):
                if can_slide(state, line, direction):
                    best = max(best, before - cost_after_slide(state, doubts, line, direction))
    return best


# -- Which target --------------------------------------------------------------------------------------------------


@compiled
def value_of(state: State, rules: Rules, doubts: Doubts, c: Character, option: int) -> int:
    """What a target is worth to a prisoner."""
    asking = state.asking
    if asking == ASK_MOVE or asking == ASK_TUNNEL or asking == ASK_MOVING:
        return value_of_place(state, doubts, c, option)
    if asking == ASK_LOOK or asking == ASK_VISION:
        return value_of_look(state, doubts, c, option)
    if asking == ASK_SETUP_LOOK:
        return value_of_first_look(state, doubts, c, option)
    if asking == ASK_CONTROL or asking == ASK_CONTROL_ROOM:
        return value_of_slide(state, rules, doubts, c, option)
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
    risk = 0 if dares(state, doubts, cell) else doubts.haste if acts_again(state, c) else doubts.risk
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
        if other != c and state.alive[other] and doubts.is_guard[other] and steps(int(state.cell[other]), cell) <= 1:
            danger += doubts.fear
    return danger


@compiled
def value_of_look(state: State, doubts: Doubts, c: Character, cell: Cell) -> int:
    """Where Room 25 may be; then the way there."""
    value = -int(doubts.way[cell]) - price_of(doubts, cell)
    if doubts.exit_cell == NONE and (doubts.unseen >> cell) & 1:
        value += 40
    if not (doubts.sure >> cell) & 1:
        value += 20
        if (doubts.cells[POOR] >> cell) & 1:
            value += 10
    return value


@compiled
def value_of_first_look(state: State, doubts: Doubts, c: Character, cell: Cell) -> int:
    """The way to the own corner, unless it has been looked at."""
    value = 10 if (doubts.cells[POOR] >> cell) & 1 else 0
    return value + (1 if cell == neighbour(CENTRE, c % 4) else 0)


@compiled
def value_of_slide(state: State, rules: Rules, doubts: Doubts, c: Character, option: int) -> int:
    """Out, if all are there; else what brings the team nearer."""
    line = option // 2
    direction = option % 2
    if doubts.exit_cell == NONE:
        return -search_after_slide(state, doubts, c, line, direction)
    is_inside = state.asking == ASK_CONTROL and state.cell[c] == doubts.exit_cell
    if is_inside and goes_out(doubts, line, direction) and (may_go(state, doubts) or state.rounds_left == 1):
        return -NOTHING
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
def n_counted_in(state: State, doubts: Doubts, cell: Cell) -> int:
    """How many who are counted on are in a cell."""
    n = 0
    for other in range(state.n_characters):
        if counts_on(state, doubts, other) and state.cell[other] == cell:
            n += 1
    return n


@compiled
def value_of_order(state: State, doubts: Doubts, pushed: Character, cell: Cell) -> int:
    """A robot turns up what nobody has seen, or pushes somebody as a prisoner would."""
    if pushed == NONE:
        return 20 if (doubts.unseen >> cell) & 1 else 0
    return value_of_push(state, doubts, pushed, cell)
