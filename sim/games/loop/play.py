"""The compiled entries: a block of playouts, one entry a policy family.

The families are nested: `play_simple` has `idle` or `random` alone, `play_greedy` mixes of these and `greedy`, and
`play_planner` mixes of all: who never searches never compiles the search.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from sim.game import emit
from sim.games.loop import GAME
from sim.games.loop.policies.greedy.mind import Mind, new_mind
from sim.games.loop.policies.greedy.player import choose_greedily
from sim.games.loop.policies.idle import choose_idle
from sim.games.loop.policies.planner.plan import forget_line, new_beam, new_plans, prepare, set_dial
from sim.games.loop.policies.planner.player import choose_by_plan
from sim.games.loop.policies.random import choose_at_random
from sim.games.loop.results import Counts, Result, record_result, tally
from sim.games.loop.setup import set_up
from sim.games.loop.state import Menu, Rules, State
from sim.games.loop.terms import MAX_AGENTS, MAX_SEATS, NONE
from sim.games.loop.turn import choose, choosing_seat, next_choice
from sim.kernel import TRACE, compiled, entry
from sim.records import new, table

if TYPE_CHECKING:
    from sim.game import Players, WeightTables

Records = npt.NDArray[Any]

# A policy's number is its place among the game's policies.
IDLE: Final = 0
RANDOM: Final = 1
GREEDY: Final = 2
PLANNER: Final = 3
CLAIRVOYANT: Final = 4
TYPICAL: Final = {"play_simple": "random", "play_greedy": "greedy", "play_planner": "planner"}  # of each family

# What `Players` has of each seat and agent
POLICY: Final = 0
WIDTH: Final = 1
SAMPLES: Final = 2

PLAYOUT: Final = 0  # of the states of a workspace: the playout goes on here
BLANK: Final = 1  # ... zeros to begin it from


@dataclass
class Space:
    """What one worker needs: a state and a blank one to reset it by, a menu, and what those who think do it in."""

    states: Records = field(default_factory=lambda: table(State, 2))
    menu: Menu = field(default_factory=lambda: new(Menu))
    mind: Mind = field(default_factory=new_mind)
    plans: Records = field(default_factory=new_plans)
    beam: Records = field(default_factory=new_beam)
    scratch: Menu = field(default_factory=lambda: new(Menu))


def new_space(weights: WeightTables) -> Space:
    """Return what one worker needs, with weights that differ from the players' own."""
    return Space(mind=new_mind(weights.get("greedy")), plans=new_plans(weights.get("planner")))


def play_block(player: str | Players, rules: Rules, space: Space, first: int, results: Records, counts: Counts) -> None:
    """Play `len(results)` playouts of a cell from index `first` with a policy by name, or with several."""
    players = everyone(player) if isinstance(player, str) else player
    states, menu, mind = space.states, space.menu, space.mind
    match entry_of({int(code) for code in players[..., POLICY].flat}):
        case "play_simple":
            play_simple(int(players[0, 0, 0, POLICY]), rules, states, menu, first, results, counts)
        case "play_greedy":
            play_greedy(players, rules, states, menu, mind, first, results, counts)
        case "play_planner":
            prepare(space.plans, rules)
            thinking = space.plans, space.beam, space.scratch, mind
            play_planner(players, rules, states, menu, *thinking, first, results, counts)


def everyone(policy: str) -> Players:
    """Return a table at which all play by one policy."""
    row = np.array(GAME.coded(policy))
    return np.tile(row, (MAX_SEATS + 1, MAX_AGENTS, 1, 1))


def entry_of(codes: Collection[int]) -> str:
    """Return the name of the entry that plays these policies together."""
    if max(codes) >= PLANNER:
        return "play_planner"
    return "play_simple" if len(codes) == 1 and max(codes) < GREEDY else "play_greedy"


def compile_units(tables: Sequence[Collection[str]]) -> list[tuple[str, Callable[[], None]]]:
    """Return the entries that need to be there, each with a call that compiles it: a block of no playouts."""
    names = dict.fromkeys(entry_of({GAME.coded(policy)[POLICY] for policy in played}) for played in tables)
    return [(name, functools.partial(compile_entry, TYPICAL[name])) for name in names]


def compile_entry(policy: str) -> None:
    """Compile the entry that plays a policy by playing a block of no playouts."""
    play_block(policy, new(Rules), Space(), 0, table(Result, 0), new(Counts))


@entry
def play_simple(
    policy: int, rules: Rules, states: Records, menu: Menu, first: int, results: Records, counts: Counts
) -> None:
    """Play `len(results)` playouts from index `first` with `idle` or `random`; fill `results` and add to `counts`."""
    for i in range(len(results)):
        state = new_playout(states, rules, first + i)
        while next_choice(state, rules, menu):
            k = 0
            if menu.n > 1:
                k = choose_idle(state, menu) if policy == IDLE else choose_at_random(state, menu)
            choose(state, rules, menu.option[k])
        note_result(state, rules, results[i], counts)


@entry
def play_greedy(
    players: Players,
    rules: Rules,
    states: Records,
    menu: Menu,
    mind: Mind,
    first: int,
    results: Records,
    counts: Counts,
) -> None:
    """Play `len(results)` playouts from index `first`, each agent by the policy of its seat: `greedy` at the most.

    `players`, shape (seats + 1, agents, 1, 3), is that of `Game.play`; the rest as in `play_simple`.
    """
    for i in range(len(results)):
        state = new_playout(states, rules, first + i)
        while next_choice(state, rules, menu):
            k = 0
            if menu.n > 1:
                k = choose_by(asked(players, state, POLICY), state, rules, menu, mind)
            choose(state, rules, menu.option[k])
        note_result(state, rules, results[i], counts)


@entry
def play_planner(  # noqa: PLR0913, PLR0917  # all that compiled code works in comes from Python
    players: Players,
    rules: Rules,
    states: Records,
    menu: Menu,
    plans: Records,
    beam: Records,
    scratch: Menu,
    mind: Mind,
    first: int,
    results: Records,
    counts: Counts,
) -> None:
    """Play `len(results)` playouts from index `first`, each agent by the policy of its seat; as in `play_greedy`."""
    for i in range(len(results)):
        state = new_playout(states, rules, first + i)
        forget_line(plans)
        while next_choice(state, rules, menu):
            k = 0
            if menu.n > 1:
                policy = asked(players, state, POLICY)
                if policy < PLANNER:
                    k = choose_by(policy, state, rules, menu, mind)
                else:
                    set_dial(plans, asked(players, state, WIDTH), asked(players, state, SAMPLES), policy == CLAIRVOYANT)
                    k = choose_by_plan(state, rules, menu, plans, beam, scratch, mind)
            choose(state, rules, menu.option[k])
        note_result(state, rules, results[i], counts)


@compiled
def new_playout(states: Records, rules: Rules, index: int) -> State:
    """Lay out a playout by its index and return its state."""
    states[PLAYOUT] = states[BLANK]
    state = states[PLAYOUT]
    set_up(state, rules, index)
    return state


@compiled
def note_result(state: State, rules: Rules, result: Result, counts: Counts) -> None:
    """Write the row of a playout that has ended, and count it."""
    if TRACE:
        emit(state, "state", at="end")
    record_result(state, rules, result)
    tally(result, rules, counts)


@compiled
def asked(players: Players, state: State, number: int) -> int:
    """Return a number of who has the choice on offer: the policy's own, or an argument's value."""
    seat = choosing_seat(state)
    if seat == NONE:
        return int(players[state.n_agents, 0, 0, number])
    return int(players[seat, state.team[seat], 0, number])


@compiled
def choose_by(policy: int, state: State, rules: Rules, menu: Menu, mind: Mind) -> int:
    """Choose by a policy that does not search, named by its number."""
    if policy == IDLE:
        return choose_idle(state, menu)
    if policy == RANDOM:
        return choose_at_random(state, menu)
    return choose_greedily(state, rules, menu, mind)
