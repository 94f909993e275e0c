"""The compiled entries: a block of playouts, one entry a policy family."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sim.game import emit
from sim.games.room25.figures import Counts, Result, record_result, tally
from sim.games.room25.policies.cooperation.mind import Mind, new_mind
from sim.games.room25.policies.cooperation.player import choose_greedily
from sim.games.room25.policies.idle import choose_idle
from sim.games.room25.policies.random import choose_at_random
from sim.games.room25.policies.suspicion.mind import Doubts, new_doubts
from sim.games.room25.policies.suspicion.player import choose_in_suspicion
from sim.games.room25.round import choose, next_choice
from sim.games.room25.setup import set_up
from sim.games.room25.state import Menu, Rules, State
from sim.games.room25.terms import SUSPICION
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
BLANK = 1  # ... zeros to begin a playout from


def workspace() -> tuple[Records, Menu, Mind, Doubts]:
    """Return what one worker needs: a state and a blank one to reset it by, a menu, and two minds for `greedy`."""
    return table(State, 2), new(Menu), new_mind(), new_doubts()


def play_block(player: str | Players, rules: Rules, space: Any, first: int, results: Records, counts: Counts) -> None:
    """Play `len(results)` playouts of a cell from index `first` with a policy by name, or with several."""
    states, menu, mind, doubts = space
    if not isinstance(player, str):
        play_mixed(player, rules, states, menu, mind, doubts, first, results)
    elif player == "greedy":
        play_greedy(rules, states, menu, mind, doubts, first, results)
    else:
        play_simple(SIMPLE[player], rules, states, menu, first, results)
    tally_rows(results, rules, counts)


def compile_units(tables: Sequence[Collection[str]]) -> list[tuple[str, Callable[[], None]]]:
    """Return the entries that these policies need, each with a call that compiles it: a block of no playouts."""
    units: dict[str, Callable[[], None]] = {"tally_rows": compile_tally}
    for played in tables:
        policy, *others = played
        name = "play_mixed" if others else "play_simple" if policy in SIMPLE else f"play_{policy}"
        units.setdefault(name, functools.partial(compile_entry, np.zeros((1, 1, 1, 1), np.int64) if others else policy))
    return list(units.items())


def compile_entry(player: str | Players) -> None:
    """Compile the entry that a player needs by playing a block of no playouts."""
    play_block(player, new(Rules), workspace(), 0, table(Result, 0), new(Counts))


def compile_tally() -> None:
    """Compile the counting of rows by counting none."""
    tally_rows(table(Result, 0), new(Rules), new(Counts))


@entry
def tally_rows(results: Records, rules: Rules, counts: Counts) -> None:
    """Add rows to the counts of their cell."""
    for i in range(len(results)):
        tally(results[i], rules, counts)


@entry
def play_simple(
    policy: int, rules: Rules, states: Records, menu: Menu, first: int, results: Records
) -> None:
    """Play `len(results)` playouts from index `first` with `idle` or `random`; fill `results` and add to `counts`."""
    for i in range(len(results)):
        states[PLAYOUT] = states[BLANK]
        state = states[PLAYOUT]
        play_one_simple(policy, rules, state, menu, first + i, results[i])


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
    rules: Rules, states: Records, menu: Menu, mind: Mind, doubts: Doubts, first: int, results: Records
) -> None:
    """Play `len(results)` playouts from index `first` with `greedy`; the rest as above."""
    for i in range(len(results)):
        states[PLAYOUT] = states[BLANK]
        state = states[PLAYOUT]
        play_one_greedy(rules, state, menu, mind, doubts, first + i, results[i])


@compiled
def play_one_greedy(
    rules: Rules, state: State, menu: Menu, mind: Mind, doubts: Doubts, index: int, result: Result
) -> None:
    """Play one playout in a zeroed state and write its row."""
    set_up(state, rules, index)
    while next_choice(state, rules, menu):
        k = 0
        if menu.n > 1:
            k = choose_with_greed(state, rules, menu, mind, doubts)
        choose(state, rules, menu, menu.option[k])
    if TRACE:
        emit(state, "state", at="end")
    record_result(state, rules, result)


@compiled
def choose_with_greed(
    state: State, rules: Rules, menu: Menu, mind: Mind, doubts: Doubts
) -> int:
    """`greedy` of the mode: in suspicion one acts on what one believes of the others."""
    if rules.mode == SUSPICION:
        return choose_in_suspicion(state, rules, menu, doubts)
    return choose_greedily(state, rules, menu, mind)


@entry
def play_mixed(
    players: Players,
    rules: Rules,
    states: Records,
    menu: Menu,
    mind: Mind,
    doubts: Doubts,
    first: int,
    results: Records,
) -> None:
    """Play `len(results)` playouts from index `first`, each character by the policy of its seat and role.

    `players`, shape (seats + 1, characters, roles, 1), is that of `Game.play`; the rest as in `play_greedy`.
    """
    for i in range(len(results)):
        states[PLAYOUT] = states[BLANK]
        state = states[PLAYOUT]
        set_up(state, rules, first + i)
        play_one_mixed(players, rules, state, menu, mind, doubts, results[i])


@compiled
def play_one_mixed(
    players: Players, rules: Rules, state: State, menu: Menu, mind: Mind, doubts: Doubts, result: Result
) -> None:
    """Play one playout that is set up and write its row."""
    while next_choice(state, rules, menu):
        k = 0
        if menu.n > 1:
            k = choose_by(policy_asked(players, state), state, rules, menu, mind, doubts)
        choose(state, rules, menu, menu.option[k])
    if TRACE:
        emit(state, "state", at="end")
    record_result(state, rules, result)


@compiled
def policy_asked(players: Players, state: State) -> int:
    """Return the number of the policy whose choice is on offer: that of the chooser, who knows its own role."""
    c = int(state.chooser)
    return int(players[c, state.team[c], state.role[c], 0])


@compiled
def choose_by(
    policy: int, state: State, rules: Rules, menu: Menu, mind: Mind, doubts: Doubts
) -> int:
    """Choose by a policy that is named by its number."""
    if policy == IDLE:
        return choose_idle(state, menu)
    if policy == RANDOM:
        return choose_at_random(state, menu)
    return choose_with_greed(state, rules, menu, mind, doubts)
