"""The compiled entries: a block of playouts, one entry a policy family."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy.typing as npt

from sim.game import emit
from sim.games.room25.figures import Counts, Result, record_result, tally
from sim.games.room25.policies.cooperation.mind import Mind, new_mind
from sim.games.room25.policies.cooperation.player import choose_greedily
from sim.games.room25.policies.idle import choose_idle
from sim.games.room25.policies.random import choose_at_random
from sim.games.room25.round import choose, next_choice
from sim.games.room25.setup import set_up
from sim.games.room25.state import Menu, Rules, State
from sim.kernel import TRACE, compiled, entry
from sim.records import new, table

Records = npt.NDArray[Any]

IDLE = 0
RANDOM = 1
SIMPLE = {"idle": IDLE, "random": RANDOM}


def workspace() -> tuple[Records, Records, Menu, Mind]:
    """Return what one worker needs: a state and a scratch board, a blank state, a menu, a mind for `greedy`."""
    return table(State, 2), table(State, 1), new(Menu), new_mind()


def play_block(policy: str, rules: Rules, space: Any, first: int, results: Records, counts: Counts) -> None:
    """Play `len(results)` playouts of a cell from index `first` with a policy by name."""
    states, blank, menu, mind = space
    if policy == "greedy":
        play_greedy(rules, states, blank, menu, mind, first, results, counts)
    else:
        play_simple(SIMPLE[policy], rules, states, blank, menu, first, results, counts)


def compile_units(policies: Sequence[str]) -> list[tuple[str, Callable[[], None]]]:
    """Return the entries that these policies need, each with a call that compiles it: a block of no playouts."""
    units: dict[str, Callable[[], None]] = {}
    for policy in policies:
        name = "play_simple" if policy in SIMPLE else f"play_{policy}"
        units.setdefault(name, functools.partial(compile_entry, policy))
    return list(units.items())


def compile_entry(policy: str) -> None:
    """Compile the entry of a policy by playing a block of no playouts."""
    play_block(policy, new(Rules), workspace(), 0, table(Result, 0), new(Counts))


@entry
def play_simple(
    policy: int, rules: Rules, states: Records, blank: Records, menu: Menu, first: int, results: Records, counts: Counts
) -> None:
    """Play `len(results)` playouts from index `first` with `idle` or `random`.

    The playout goes on in `states[0]`; `blank` has one record of zeros. `results` is filled, `counts` added to.
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
        choose(state, rules, menu, menu.option[k])
    if TRACE:
        emit(state, "state", at="end")
    record_result(state, rules, result)


@entry
def play_greedy(
    rules: Rules, states: Records, blank: Records, menu: Menu, mind: Mind, first: int, results: Records, counts: Counts
) -> None:
    """Play `len(results)` playouts from index `first` with `greedy`; `states` has two records, the rest as above."""
    for i in range(len(results)):
        states[0] = blank[0]
        state = states[0]
        play_one_greedy(rules, state, menu, mind, states[1], first + i, results[i])
        tally(results[i], rules, counts)


@compiled
def play_one_greedy(
    rules: Rules, state: State, menu: Menu, mind: Mind, scratch: State, index: int, result: Result
) -> None:
    """Play one playout in a zeroed state and write its row."""
    set_up(state, rules, index)
    while next_choice(state, rules, menu):
        k = 0
        if menu.n > 1:
            k = choose_greedily(state, rules, menu, mind, scratch)
        choose(state, rules, menu, menu.option[k])
    if TRACE:
        emit(state, "state", at="end")
    record_result(state, rules, result)
