"""The compiled entries: a block of playouts, one entry a policy family."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sim.game import JOINS, emit
from sim.games.loop.policies.greedy.mind import Mind, new_mind
from sim.games.loop.policies.greedy.player import choose_greedily
from sim.games.loop.policies.idle import choose_idle
from sim.games.loop.policies.random import choose_at_random
from sim.games.loop.results import Counts, Result, record_result, tally
from sim.games.loop.setup import set_up
from sim.games.loop.state import Menu, Rules, State
from sim.games.loop.terms import NONE
from sim.games.loop.turn import choose, choosing_seat, next_choice
from sim.kernel import TRACE, compiled, entry
from sim.records import new, table

if TYPE_CHECKING:
    from sim.game import Players

Records = npt.NDArray[Any]

# A policy's number is its place among the game's policies; the others are those of `greedy`.
IDLE = 0
RANDOM = 1
SIMPLE = {"idle": IDLE, "random": RANDOM}

PLAYOUT = 0  # of the states of a workspace: the playout goes on here
BLANK = 1  # ... zeros to begin it from


def workspace() -> tuple[Records, Menu, Mind]:
    """Return what one worker needs: a state and a blank one to reset it by, a menu, a mind for `greedy`."""
    return table(State, 2), new(Menu), new_mind()


def play_block(player: str | Players, rules: Rules, space: Any, first: int, results: Records, counts: Counts) -> None:
    """Play `len(results)` playouts of a cell from index `first` with a policy by name, or with several."""
    states, menu, mind = space
    if not isinstance(player, str):
        play_mixed(player, rules, states, menu, mind, first, results, counts)
    elif player == "greedy":
        play_greedy(rules, states, menu, mind, first, results, counts)
    else:
        play_simple(SIMPLE[player], rules, states, menu, first, results, counts)


def compile_units(policies: Sequence[str]) -> list[tuple[str, Callable[[], None]]]:
    """Return the entries that these policies need, each with a call that compiles it: a block of no playouts."""
    units: dict[str, Callable[[], None]] = {}
    for policy in policies:
        name = "play_simple" if policy in SIMPLE else "play_mixed" if JOINS in policy else f"play_{policy}"
        player = np.zeros((1, 1, 1), np.int64) if JOINS in policy else policy
        units.setdefault(name, functools.partial(compile_entry, player))
    return list(units.items())


def compile_entry(player: str | Players) -> None:
    """Compile the entry that a player needs by playing a block of no playouts."""
    play_block(player, new(Rules), workspace(), 0, table(Result, 0), new(Counts))


@entry
def play_simple(
    policy: int, rules: Rules, states: Records, menu: Menu, first: int, results: Records, counts: Counts
) -> None:
    """Play `len(results)` playouts from index `first` with `idle` or `random`; fill `results` and add to `counts`."""
    for i in range(len(results)):
        states[PLAYOUT] = states[BLANK]
        state = states[PLAYOUT]
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
    rules: Rules, states: Records, menu: Menu, mind: Mind, first: int, results: Records, counts: Counts
) -> None:
    """Play `len(results)` playouts from index `first` with `greedy`; the rest as in `play_simple`."""
    for i in range(len(results)):
        states[PLAYOUT] = states[BLANK]
        state = states[PLAYOUT]
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
def play_mixed(
    players: Players,
    rules: Rules,
    states: Records,
    menu: Menu,
    mind: Mind,
    first: int,
    results: Records,
    counts: Counts,
) -> None:
    """Play `len(results)` playouts from index `first`, each agent by the policy of its seat.

    `players`, shape (seats + 1, agents, 1), is that of `Game.play`; the rest as in `play_simple`.
    """
    for i in range(len(results)):
        states[PLAYOUT] = states[BLANK]
        state = states[PLAYOUT]
        play_one_mixed(players, rules, state, menu, mind, first + i, results[i])
        tally(results[i], rules, counts)


@compiled
def play_one_mixed(
    players: Players, rules: Rules, state: State, menu: Menu, mind: Mind, index: int, result: Result
) -> None:
    """Play one playout in a zeroed state and write its row."""
    set_up(state, rules, index)
    while next_choice(state, rules, menu):
        k = 0
        if menu.n > 1:
            k = choose_by(policy_asked(players, state), state, rules, menu, mind)
        choose(state, rules, menu.option[k])
    if TRACE:
        emit(state, "state", at="end")
    record_result(state, rules, result)


@compiled
def policy_asked(players: Players, state: State) -> int:
    """Return the number of the policy whose choice is on offer."""
    seat = choosing_seat(state)
    return int(players[state.n_agents, 0, 0]) if seat == NONE else int(players[seat, state.team[seat], 0])


@compiled
def choose_by(policy: int, state: State, rules: Rules, menu: Menu, mind: Mind) -> int:
    """Choose by a policy that is named by its number."""
    if policy == IDLE:
        return choose_idle(state, menu)
    if policy == RANDOM:
        return choose_at_random(state, menu)
    return choose_greedily(state, rules, menu, mind)
