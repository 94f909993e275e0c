"""A guard in suspicion: behaves as a prisoner until it pays to show himself, then does harm where it hurts most."""

from __future__ import annotations

from sim.games.room25.board import (
    can_enter,
    colour_of,
    follows_axis,
    is_in_central,
    neighbour,
    steps_between,
)
from sim.games.room25.policies.reading import index_of, room_seen
from sim.games.room25.policies.suspicion.beliefs import counts_on, n_counted_in
from sim.games.room25.policies.suspicion.mind import GRIM, N_KINDS, Doubts
from sim.games.room25.policies.suspicion.prisoner import choose_as_prisoner
from sim.games.room25.policies.suspicion.programs import NOTHING, price_of
from sim.games.room25.policies.suspicion.team import cost_after_slide, n_missing, team_cost
from sim.games.room25.policies.suspicion.ways import FAR, measure
from sim.games.room25.robots import is_pushable
from sim.games.room25.slides import can_slide, is_on
from sim.games.room25.state import Menu, Rules, State
from sim.games.room25.terms import (
    ACID,
    ASK_ACTION,
    ASK_CONTROL,
    ASK_CONTROL_ROOM,
    ASK_MOVE,
    ASK_PROGRAM,
    ASK_PUSH,
    ASK_REVEAL,
    ASK_ROBOT,
    ASK_TELL,
    BLUE,
    CELL,
    CENTRE,
    COLD,
    CONTROL,
    FLOODED,
    GREEN,
    LOOK,
    MIRROR,
    MORTAL,
    MOVE,
    N_LINES,
    N_PASSES,
    NO_ACTION,
    NONE,
    PRISON,
    PUSH,
    RED,
    ROBOT,
    ROOM_25,
    SECOND,
    SHREDDER,
    TIMER,
    TRAPPED,
    VORTEX,
    Cell,
    Character,
)
from sim.games.room25.witness import teller_of
from sim.kernel import compiled

WINS = 10_000


@compiled
def choose_as_guard(state: State, rules: Rules, menu: Menu, doubts: Doubts, c: Character) -> int:
    """Choose for a guard; the table has been read."""
    asking = state.asking
    if asking == ASK_TELL:
        return index_of(menu, colour_to_tell(state, doubts, c))
    if asking == ASK_REVEAL:
        return 1 if pays_to_show(state, rules, doubts, c) else 0
    if asking == ASK_ACTION:
        return index_of(menu, best_free_action(state, rules, menu, doubts, c))
    if asking == ASK_PROGRAM and is_among_them(state, doubts, c):
        return index_of(menu, PUSH + SECOND * CONTROL)
    if does_harm_by(state, doubts, c):
        return most_harmful(state, rules, menu, doubts, c)
    if not state.shown[c]:
        feign(state, doubts)
    return choose_as_prisoner(state, rules, menu, doubts, c)


@compiled
def is_among_them(state: State, doubts: Doubts, c: Character) -> bool:
    """Whether a guard is in Room 25 with somebody who may be a prisoner."""
    return state.cell[c] == doubts.exit_cell and n_counted_in(state, doubts, int(state.cell[c])) > 0


@compiled
def does_harm_by(state: State, doubts: Doubts, c: Character) -> bool:
    """Whether the target that is asked for is chosen to do harm, not as a prisoner would choose it."""
    asking = state.asking
    if asking == ASK_PUSH or asking == ASK_CONTROL_ROOM or asking == ASK_ROBOT:
        return True
    if asking == ASK_CONTROL:
        return state.shown[c] == 1 or is_among_them(state, doubts, c)
    return state.shown[c] == 1 and asking == ASK_MOVE


# -- Behind the mask -----------------------------------------------------------------------------------------------


@compiled
def colour_to_tell(state: State, doubts: Doubts, c: Character) -> int:
    """The truth, but for Room 25, which is said to be red, and Mortal rooms, which are said to be harmless.

    Not where somebody has told the truth already.
    """
    tile = int(state.tile_at[state.last_looked])
    room = int(state.room[tile])
    truth = colour_of(room)
    teller = teller_of(state, tile)
    if state.shown[c] or (teller != NONE and teller != c):
        return truth
    if room == ROOM_25 and doubts.hides:
        return RED
    if room == MORTAL and doubts.lures:
        return GREEN
    return truth


@compiled
def feign(state: State, doubts: Doubts) -> None:
    """Make as if Room 25 were not known, where nobody else knows it."""
    if doubts.exit_cell == NONE:
        return
    tile = int(state.tile_at[doubts.exit_cell])
    if state.face_up[tile] or state.told[tile] == BLUE:
        return
    bit = 1 << int(doubts.exit_cell)
    for kind in range(N_KINDS):
        doubts.cells[kind] &= ~bit
    doubts.cells[GRIM] |= bit
    doubts.unseen &= ~bit
    doubts.exit_cell = NONE


@compiled
def pays_to_show(state: State, rules: Rules, doubts: Doubts, c: Character) -> bool:
    """Whether to act freely from now on: to kill, or when the others are about to get out."""
    if state.passing == N_PASSES:
        return False  # nobody acts freely in the third pass
    if not is_exit_public(state, doubts) and not rules.printed:
        doubts.goal = NONE
        return best_value_of(state, rules, doubts, c, PUSH) >= doubts.bold
    prepare(doubts)
    threat = n_missing(state, doubts) <= (1 if state.rounds_left == 1 else 0) + doubts.alarm
    late = state.rounds_left <= doubts.late
    if rules.printed:
        return threat or late
    best = max(
        best_value_of(state, rules, doubts, c, PUSH) if not (state.acted[c] >> PUSH) & 1 else 0,
        best_value_of(state, rules, doubts, c, CONTROL) if not (state.acted[c] >> CONTROL) & 1 else 0,
    )
    return best >= doubts.bold or ((threat or late) and best >= doubts.harm)


@compiled
def is_exit_public(state: State, doubts: Doubts) -> bool:
    """Whether the others know where Room 25 is."""
    if doubts.exit_cell == NONE:
        return False
    tile = state.tile_at[doubts.exit_cell]
    return state.face_up[tile] == 1 or state.told[tile] == BLUE


# -- Without it ----------------------------------------------------------------------------------------------------


@compiled
def prepare(doubts: Doubts) -> None:
    """Measure how far the others are from getting out."""
    doubts.goal = doubts.exit_cell
    if doubts.goal != NONE:
        measure(doubts, int(doubts.goal))


@compiled
def best_free_action(state: State, rules: Rules, menu: Menu, doubts: Doubts, c: Character) -> int:
    """The action that does most harm now, or that leads to where harm can be done."""
    prepare(doubts)
    best = NO_ACTION
    best_value = 0
    for i in range(menu.n):
        action = int(menu.option[i])
        value = best_value_of(state, rules, doubts, c, action) if action != NO_ACTION else 0
        if value > best_value:
            best = action
            best_value = value
    return best


@compiled
def best_value_of(state: State, rules: Rules, doubts: Doubts, c: Character, action: int) -> int:
    """What the best target of an action is worth to a guard."""
    here = int(state.cell[c])
    best = NOTHING
    if action == PUSH and not is_in_central(state, c):
        for other in range(state.n_characters):
            if other != c and is_pushable(state, other, here):
                best = max(best, best_push(state, rules, doubts, c, other, here))
    elif action == CONTROL and not is_in_central(state, c):
        for line in range(N_LINES):
            if is_on(line, here):
                for direction in range(2):
                    if can_slide(state, line, direction):
                        best = max(best, harm_of_slide(state, doubts, 2 * line + direction))
    elif action == MOVE:
        for side in range(4):
            to = neighbour(here, side)
            if to != NONE and (doubts.steps >> to) & 1:
                best = max(best, value_of_step(state, rules, doubts, c, to))
    elif action == LOOK:
        best = 1
    return best


@compiled
def best_push(state: State, rules: Rules, doubts: Doubts, c: Character, other: Character, here: Cell) -> int:
    """What the best push of a character is worth."""
    best = NOTHING
    for side in range(4):
        to = neighbour(here, side)
        if to != NONE and can_enter(state, rules, other, to) and follows_axis(state, here, to):
            best = max(best, harm_of_push(state, rules, doubts, c, other, to))
    return best


@compiled
def most_harmful(state: State, rules: Rules, menu: Menu, doubts: Doubts, c: Character) -> int:
    """Return the place in the menu of the target that does most harm."""
    prepare(doubts)
    best = 0
    best_value = NOTHING
    for i in range(menu.n):
        value = value_of_target(state, rules, doubts, c, int(menu.option[i]))
        if value > best_value:
            best = i
            best_value = value
    return best


@compiled
def value_of_target(state: State, rules: Rules, doubts: Doubts, c: Character, option: int) -> int:
    """What a target is worth to a guard."""
    asking = state.asking
    if asking == ASK_PUSH:
        return harm_of_push(state, rules, doubts, c, option // CELL, option % CELL)
    if asking == ASK_CONTROL or asking == ASK_CONTROL_ROOM:
        return harm_of_slide(state, doubts, option)
    if asking == ASK_ROBOT:
        pushed = option % ROBOT // CELL - 1
        return harm_of_push(state, rules, doubts, c, pushed, option % CELL) if pushed != NONE else 0
    return value_of_step(state, rules, doubts, c, option)


@compiled
def harm_of_push(state: State, rules: Rules, doubts: Doubts, c: Character, pushed: Character, to: Cell) -> int:
    """What it is worth to push somebody into a room: a death most, then how far from Room 25 it leads."""
    if not counts_on(state, doubts, pushed):
        return -doubts.kill
    room = room_seen(state, c, int(state.tile_at[to]))
    if room == MORTAL or (room == TIMER and state.rounds_left <= 1):
        return worth_of_death(state, rules, doubts)
    if room == ACID and n_counted_in(state, doubts, to) > 0:
        return worth_of_death(state, rules, doubts)
    place = CENTRE if room == VORTEX else to
    value = 0
    if doubts.goal != NONE:
        value = int(doubts.way[place]) - int(doubts.way[state.cell[pushed]])
        if state.cell[pushed] == doubts.goal:
            value += doubts.out
    if room == TIMER:
        value += doubts.timer
    if room == TRAPPED or room == MIRROR or room == COLD or room == PRISON or room == FLOODED or room == SHREDDER:
        value += doubts.nuisance
    if room == NONE and state.told[state.tile_at[to]] == RED:
        value += doubts.nuisance
    return int(value)


@compiled
def worth_of_death(state: State, rules: Rules, doubts: Doubts) -> int:
    """R-SUS-1: the last death that is needed wins."""
    return WINS if state.n_deaths + 1 >= rules.guards_to_win_deaths else int(doubts.kill)


@compiled
def harm_of_slide(state: State, doubts: Doubts, option: int) -> int:
    """How much farther from Room 25 a slide leaves the others."""
    if doubts.exit_cell == NONE:
        return 0
    before = team_cost(state, doubts)
    return cost_after_slide(state, doubts, option // 2, option % 2) - before


@compiled
def value_of_step(state: State, rules: Rules, doubts: Doubts, c: Character, to: Cell) -> int:
    """A step is worth it if it leads to a kill at once, or nearer to Room 25 or to the nearest of the others."""
    if price_of(doubts, to) > doubts.price[GRIM]:
        return NOTHING
    value = -price_of(doubts, to)
    if state.passing == 1 and not (state.acted[c] >> PUSH) & 1 and to != CENTRE:
        for other in range(state.n_characters):
            if other != c and is_pushable(state, other, to) and counts_on(state, doubts, other):
                value = max(value, best_push(state, rules, doubts, c, other, to) * doubts.later // 100)
    if doubts.goal != NONE:
        return value + int(doubts.way[state.cell[c]]) - int(doubts.way[to]) + int(doubts.stride)
    nearer = distance_to_others(state, doubts, int(state.cell[c])) - distance_to_others(state, doubts, to)
    return value + nearer + int(doubts.stride)


@compiled
def distance_to_others(state: State, doubts: Doubts, cell: Cell) -> int:
    """Twice the rows and columns to the nearest who may be a prisoner."""
    nearest = FAR
    for other in range(state.n_characters):
        if counts_on(state, doubts, other):
            nearest = min(nearest, 2 * steps_between(int(state.cell[other]), cell))
    return nearest
