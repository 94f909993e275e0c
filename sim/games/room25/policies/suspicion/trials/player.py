"""`planner` and `clairvoyant` in suspicion: what else could be done races with what `greedy` would do."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from sim.games.room25.board import steps_between
from sim.games.room25.policies.planner.plan import DRAWN, MAX_NOTES, PLAYOUT, TRIAL, Note, Plan
from sim.games.room25.policies.planner.player import enter_one, explain, gains_enough, is_ahead, keep, note_race
from sim.games.room25.policies.reading import index_of
from sim.games.room25.policies.suspicion.mind import Doubts
from sim.games.room25.policies.suspicion.player import choose_in_suspicion
from sim.games.room25.policies.suspicion.trials.worlds import suppose
from sim.games.room25.round import choose, next_choice
from sim.games.room25.state import Menu, Rules, State
from sim.games.room25.terms import (
    ASK_PROGRAM,
    CENTRE,
    CONTROL,
    ESCAPED,
    PRISONER,
    PUSH,
    SECOND,
    THIRD,
    Character,
)
from sim.kernel import TRACE, compiled

Records = npt.NDArray[Any]


@compiled
def choose_in_doubt(
    states: Records, rules: Rules, menu: Menu, scratch: Menu, doubts: Doubts, plan: Plan, notes: Records
) -> int:
    """Do what wins clearly more often than the default in worlds that may be the true one; or what is noted."""
    note = notes[min(int(plan.n_notes), MAX_NOTES - 1)]
    if not plan.follows or plan.n_notes >= MAX_NOTES:
        think(states, rules, menu, scratch, doubts, plan, note)
    plan.n_notes += 1
    if TRACE and note.complexes:
        explain(states[PLAYOUT], note)
    return index_of(menu, int(note.option))


@compiled
def think(states: Records, rules: Rules, menu: Menu, scratch: Menu, doubts: Doubts, plan: Plan, note: Note) -> None:
    """Make a choice, and note it with what was tried: in how many worlds, what came of the default and of it."""
    state = states[PLAYOUT]
    default = int(menu.option[choose_in_suspicion(state, rules, menu, doubts)])
    note.default = default
    note.option = default
    note.complexes = 0
    if (plan.questions >> state.asking) & 1:
        enter(state, menu, plan, default)
        race(states, rules, scratch, doubts, plan)
        note_race(plan, note)


# -- Options --------------------------------------------------------------------------------------------------------


@compiled
def enter(state: State, menu: Menu, plan: Plan, default: int) -> None:
    """Enter the options for the race: the default, then as many others as the width admits."""
    plan.n = 0
    enter_one(plan, default)
    for i in range(menu.n):
        option = int(menu.option[i])
        if plan.n <= plan.width and option != default and is_worth_trying(state, option, default):
            enter_one(plan, option)


@compiled
def is_worth_trying(state: State, option: int, default: int) -> bool:
    """All targets; of the programs those with the same adrenaline that are not sure to be lost."""
    if state.asking != ASK_PROGRAM:
        return True
    c = int(state.chooser)
    first = option % SECOND
    second = option % THIRD // SECOND
    if option // THIRD != default // THIRD or first > CONTROL or second > CONTROL:
        return False
    if state.cell[c] == CENTRE and (first == CONTROL or first == PUSH):  # R-ACT-5: it would be lost
        return False
    return (first != PUSH and second != PUSH) or has_company(state, c)


@compiled
def has_company(state: State, c: Character) -> bool:
    """Whether somebody is with a character, or a step away."""
    for other in range(state.n_characters):
        if other != c and state.alive[other] and steps_between(int(state.cell[other]), int(state.cell[c])) <= 1:
            return True
    return False


# -- The race -------------------------------------------------------------------------------------------------------


@compiled
def race(states: Records, rules: Rules, scratch: Menu, doubts: Doubts, plan: Plan) -> None:
    """Try out the options in heats, in as many worlds as all before; drop those that will not gain enough."""
    begun = 0
    plan.tried = 0
    while plan.n > 1 and begun < plan.samples:
        plan.tried = min(plan.samples, max(int(plan.first), 2 * begun))
        for sample in range(begun, plan.tried):
            draw(states, rules, scratch, doubts, plan, sample)
            plan.held[sample] = try_in(states, rules, scratch, doubts, plan, int(plan.option[0]), sample)
        n = 1 if is_ahead(plan) else int(plan.n)
        plan.n = 1
        for i in range(1, n):
            for sample in range(begun, plan.tried):
                value = try_in(states, rules, scratch, doubts, plan, int(plan.option[i]), sample)
                plan.gain[i] += value - plan.held[sample]
                plan.squares[i] += (value - plan.held[sample]) ** 2
            if gains_enough(plan, int(plan.gain[i]), int(plan.squares[i])):
                keep(plan, i)
        begun = int(plan.tried)


@compiled
def draw(states: Records, rules: Rules, scratch: Menu, doubts: Doubts, plan: Plan, sample: int) -> None:
    """Lay out a world that may be the true one: every option is tried in it."""
    states[DRAWN + sample] = states[PLAYOUT]
    state = states[DRAWN + sample]
    if not plan.sees_hidden:
        suppose(state, rules, scratch, doubts, plan, int(state.chooser), sample)


@compiled
def try_in(states: Records, rules: Rules, scratch: Menu, doubts: Doubts, plan: Plan, option: int, sample: int) -> int:
    """What an option comes to in one world, if all play as `greedy` does after it."""
    states[TRIAL] = states[DRAWN + sample]
    trial = states[TRIAL]
    is_prisoner = trial.role[trial.chooser] == PRISONER
    choose(trial, rules, scratch, option)
    while next_choice(trial, rules, scratch):
        k = choose_in_suspicion(trial, rules, scratch, doubts) if scratch.n > 1 else 0
        choose(trial, rules, scratch, scratch.option[k])
    return int(plan.escaped) if (trial.cause == ESCAPED) == is_prisoner else 0
