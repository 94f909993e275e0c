"""`greedy` in cooperation and solo: which question is answered by what."""

from __future__ import annotations

from sim.games.room25.board import corner_of
from sim.games.room25.ends import escapes
from sim.games.room25.policies.cooperation.goals import set_goal
from sim.games.room25.policies.cooperation.mind import FAR, SEARCH, Mind
from sim.games.room25.policies.cooperation.programs import adrenaline, best_free_action, best_program, can_escape
from sim.games.room25.policies.cooperation.sight import read_table
from sim.games.room25.policies.cooperation.trials import after_slide
from sim.games.room25.policies.cooperation.ways import cost_of
from sim.games.room25.policies.reading import acts_again, index_of
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
    CELL,
    CONTROL,
    NONE,
    RED,
    SPECIAL,
    THIRD,
    TRAPPED,
    UNTOLD,
    Cell,
    Character,
)
from sim.kernel import compiled

WON = 10**6  # worth more than all else
NOTHING = -WON  # ... less


@compiled
def choose_greedily(state: State, rules: Rules, menu: Menu, mind: Mind) -> int:
    """Looks before it moves, spreads to search the corners, heads for blue rooms, gathers in Room 25 and slides it out.

    Deterministic; knows only what its character has seen and what was told. It plans one round at a time: look and move
    where the way is unknown, move and slide where it is known, and keeps the slide out for when all can be there.
    """
    c = int(state.chooser)
    asking = state.asking
    if needs_goal(asking):
        set_goal(state, rules, mind, c)
    else:
        read_table(state, rules, mind, c)
    if asking == ASK_PROGRAM:
        third = adrenaline(state, mind, c)  # first: trying out programs changes what ways are measured
        return index_of(menu, best_program(state, rules, mind, c) + THIRD * third)
    if asking == ASK_ACTION:
        return index_of(menu, best_free_action(state, rules, menu, mind, c))
    if asking == ASK_TIMING:
        return 1 if state.program[c, 0] != CONTROL or can_escape(state, rules, mind, c) else 0
    best = 0
    best_value = NOTHING
    for i in range(menu.n):
        value = value_of(state, rules, mind, c, int(menu.option[i]))
        if value > best_value:
            best = i
            best_value = value
    return best


@compiled
def needs_goal(asking: int) -> bool:
    """Whether an answer depends on where a character wants to be."""
    return asking not in (ASK_TIMING, ASK_PUSH, ASK_ILLUSION, ASK_MOVING, ASK_PENALTY)


@compiled
def value_of(state: State, rules: Rules, mind: Mind, c: Character, option: int) -> int:
    """What a target is worth: nearer to the goal, more seen, the team nearer together."""
    asking = state.asking
    if asking == ASK_MOVE or asking == ASK_TUNNEL:
        return value_of_move(state, mind, c, option)
    if asking == ASK_LOOK or asking == ASK_SETUP_LOOK or asking == ASK_VISION:
        return value_of_look(state, mind, option)
    if asking == ASK_CONTROL or asking == ASK_CONTROL_ROOM:
        if asking == ASK_CONTROL and escapes(state, rules, c, option // 2, option % 2):
            return WON
        return -after_slide(mind, c, option // 2, option % 2)
    if asking == ASK_PUSH:
        return -int(mind.fee[option % CELL])
    if asking == ASK_ILLUSION or asking == ASK_MOVING:
        return -int(mind.fee[option]) - (int(mind.unheard) if mind.colour[option] == UNTOLD else 0)
    if asking == ASK_PENALTY:
        return 1 if option == SPECIAL else 0
    return 0


@compiled
def value_of_move(state: State, mind: Mind, c: Character, cell: Cell) -> int:
    """Nearer to the goal; never into a trap with an action other than a move to come."""
    value = -cost_of(mind, cell)
    if mind.room[cell] == TRAPPED and acts_again(state, c):
        value -= FAR
    if mind.room[cell] == NONE and (mind.colour[cell] == UNTOLD or mind.colour[cell] == RED):
        value -= mind.blind if state.rounds_left > mind.blind_late else 0
    if mind.aim == SEARCH and (mind.may_be_blue >> cell) & 1:
        value += mind.step_in
    return int(value)


@compiled
def value_of_look(state: State, mind: Mind, cell: Cell) -> int:
    """What may be blue in the own corner first, then elsewhere, then what is unknown on the way."""
    if mind.room[cell] != NONE:
        return NOTHING + 1
    value = -cost_of(mind, cell)
    if mind.colour[cell] == UNTOLD:
        value += FAR if state.asking == ASK_SETUP_LOOK else int(mind.look_unknown)
        if (mind.may_be_blue >> cell) & 1 and mind.aim == SEARCH:
            value += mind.look_corner if corner_of(cell) == mind.corner else mind.look_elsewhere
    return int(value)
