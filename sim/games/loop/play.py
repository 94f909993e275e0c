"""The compiled entries: a block of playouts, one entry a policy family."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy.typing as npt

from sim.game import emit
from sim.games.loop.policies.greedy.mind import Mind, new_mind
from sim.games.loop.policies.greedy.player import choose_greedily
from sim.games.loop.policies.idle import choose_idle
from sim.games.loop.policies.planner.plan import BEAM, Plan, new_plan, prepare
from sim.games.loop.policies.planner.player import choose_by_plan
from sim.games.loop.policies.random import choose_at_random
from sim.games.loop.policies.spelling import read_spelling
from sim.games.loop.results import Counts, Result, record_result, tally
from sim.games.loop.setup import set_up
from sim.games.loop.state import Menu, Rules, State
from sim.games.loop.turn import choose, next_choice
from sim.kernel import TRACE, compiled, entry
from sim.records import new, table

Records = npt.NDArray[Any]

IDLE = 0
RANDOM = 1
SIMPLE = {"idle": IDLE, "random": RANDOM}


@dataclass
class Space:
    """What one worker needs to play: tables of states, menus, and the scratch memory of those who think."""

    states: Records = field(default_factory=lambda: table(State, 1))
    blank: Records = field(default_factory=lambda: table(State, 1))  # to reset a state by
    menu: Menu = field(default_factory=lambda: new(Menu))
    mind: Mind = field(default_factory=new_mind)
    plan: Plan = field(default_factory=new_plan)
    beam: Records = field(default_factory=lambda: table(State, BEAM))
    ally: Plan = field(default_factory=new_plan)  # the plan that a planner makes for the next agent
    ally_beam: Records = field(default_factory=lambda: table(State, BEAM))
    scratch: Menu = field(default_factory=lambda: new(Menu))


def play_block(policy: str, rules: Rules, space: Space, first: int, results: Records, counts: Counts) -> None:
    """Play `len(results)` playouts of a cell from index `first` with a policy by name."""
    states, blank, menu, mind = space.states, space.blank, space.menu, space.mind
    if policy in SIMPLE:
        play_simple(SIMPLE[policy], rules, states, blank, menu, first, results, counts)
    elif policy == "greedy":
        play_greedy(rules, states, blank, menu, mind, first, results, counts)
    else:
        prepare_planner(policy, rules, space)
        thinking = (space.plan, space.beam, space.ally, space.ally_beam, space.scratch, mind)
        play_planner(rules, states, blank, menu, *thinking, first, results, counts)


def prepare_planner(policy: str, rules: Rules, space: Space) -> None:
    """Set how hard a planner searches, and work out what it needs of the rules."""
    spelling = read_spelling(policy)
    for plan in (space.plan, space.ally):
        plan.sees_hidden = int(spelling.name == "clairvoyant")
        prepare(plan, rules)
    space.plan.width, space.plan.samples = spelling.width, spelling.samples


def compile_units(policies: Sequence[str]) -> list[tuple[str, Callable[[], None]]]:
    """Return the entries that these policies need, each with a call that compiles it: a block of no playouts."""
    units: dict[str, Callable[[], None]] = {}
    for policy in policies:
        units.setdefault(entry_of(policy), functools.partial(compile_entry, policy))
    return list(units.items())


def entry_of(policy: str) -> str:
    """Return the name of the entry that plays a policy."""
    return "play_simple" if policy in SIMPLE else "play_greedy" if policy == "greedy" else "play_planner"


def compile_entry(policy: str) -> None:
    """Compile the entry of a policy by playing a block of no playouts."""
    play_block(policy, new(Rules), Space(), 0, table(Result, 0), new(Counts))


@entry
def play_simple(
    policy: int, rules: Rules, states: Records, blank: Records, menu: Menu, first: int, results: Records, counts: Counts
) -> None:
    """Play `len(results)` playouts from index `first` with `idle` or `random`.

    `states` and `blank` have one record each; `blank` is zeros. `results` is filled, `counts` added to.
    """
    for i in range(len(results)):
        states[0] = blank[0]
        state = states[0]
        play_one_simple(policy, rules, state, menu, first + i, results[i])
        tally(results[i], rules, counts)


@compiled
def play_one_simple(policy: int, rules: Rules, state: State, menu: Menu, index: int, result: Result) -> None:
    """Play one playout in a zeroed state and write its row."""
    set_up(state, rules, index)
    while next_choice(state, rules, menu):
        k = 0
        if menu.n > 1:
            k = choose_idle(state, menu) if policy == IDLE else choose_at_random(state, menu)
        choose(state, rules, menu.option[k])
    if TRACE:
        emit(state, "state", at="end")
    record_result(state, rules, result)


@entry
def play_greedy(
    rules: Rules, states: Records, blank: Records, menu: Menu, mind: Mind, first: int, results: Records, counts: Counts
) -> None:
    """Play `len(results)` playouts from index `first` with `greedy`; the rest as in `play_simple`."""
    for i in range(len(results)):
        states[0] = blank[0]
        state = states[0]
        play_one_greedy(rules, state, menu, mind, first + i, results[i])
        tally(results[i], rules, counts)


@compiled
def play_one_greedy(rules: Rules, state: State, menu: Menu, mind: Mind, index: int, result: Result) -> None:
    """Play one playout in a zeroed state and write its row."""
    set_up(state, rules, index)
    while next_choice(state, rules, menu):
        k = 0
        if menu.n > 1:
            k = choose_greedily(state, rules, menu, mind)
        choose(state, rules, menu.option[k])
    if TRACE:
        emit(state, "state", at="end")
    record_result(state, rules, result)


@entry
def play_planner(  # noqa: PLR0913, PLR0917  # all the memory that compiled code works in comes from Python
    rules: Rules,
    states: Records,
    blank: Records,
    menu: Menu,
    plan: Plan,
    beam: Records,
    ally: Plan,
    ally_beam: Records,
    scratch: Menu,
    mind: Mind,
    first: int,
    results: Records,
    counts: Counts,
) -> None:
    """Play `len(results)` playouts from index `first` with `planner` or `clairvoyant`; the rest as in `play_simple`."""
    for i in range(len(results)):
        states[0] = blank[0]
        state = states[0]
        set_up(state, rules, first + i)
        plan.turn = 0
        while next_choice(state, rules, menu):
            k = 0
            if menu.n > 1:
                k = choose_by_plan(state, rules, menu, plan, beam, ally, ally_beam, scratch, mind)
            choose(state, rules, menu.option[k])
        if TRACE:
            emit(state, "state", at="end")
        record_result(state, rules, results[i])
        tally(results[i], rules, counts)
