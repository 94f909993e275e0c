"""The compiled entries: a block of playouts, one entry a policy family.

The families are nested: `play_simple` has `idle` or `random` alone, `play_greedy` greedy alone, `play_mixed` mixes of
these, and `play_planner` mixes of all, `play_schemer` those in suspicion: who never tries things out never compiles the
trials, and nobody those of another mode.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from sim.game import emit
from sim.games.room25 import GAME
from sim.games.room25.figures import Counts, Result, record_result, tally
from sim.games.room25.policies.cooperation.mind import Mind, new_mind
from sim.games.room25.policies.cooperation.player import choose_greedily
from sim.games.room25.policies.idle import choose_idle
from sim.games.room25.policies.planner.plan import (
    BLANK,
    MAX_NOTES,
    N_STATES,
    PLAYOUT,
    Note,
    Plan,
    new_foresight,
    new_plan,
    set_dial,
)
from sim.games.room25.policies.planner.player import choose_by_trial
from sim.games.room25.policies.random import choose_at_random
from sim.games.room25.policies.suspicion.mind import Doubts, new_doubts
from sim.games.room25.policies.suspicion.player import choose_in_suspicion
from sim.games.room25.policies.suspicion.trials.player import choose_in_doubt
from sim.games.room25.policies.suspicion.trials.scheme import new_scheme
from sim.games.room25.round import choose, next_choice
from sim.games.room25.setup import set_up
from sim.games.room25.state import Menu, Rules, State
from sim.games.room25.terms import CHARACTERS, MAX_CHARACTERS, MODES, ROLES, SUSPICION
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

# What `Players` has of each seat, character and role
POLICY: Final = 0
WIDTH: Final = 1
SAMPLES: Final = 2


@dataclass
class Space:
    """What one worker needs: states (see plan.py), menus, and what those who think do it in."""

    states: Records = field(default_factory=lambda: table(State, N_STATES))
    menu: Menu = field(default_factory=lambda: new(Menu))
    mind: Mind = field(default_factory=new_mind)
    doubts: Doubts = field(default_factory=new_doubts)
    scratch: Menu = field(default_factory=lambda: new(Menu))
    plan: Plan = field(default_factory=new_plan)
    scheme: Plan = field(default_factory=new_scheme)  # `plan` in suspicion
    foresight: Mind = field(default_factory=new_foresight)
    notes: Records = field(default_factory=lambda: table(Note, MAX_NOTES))


def new_space(weights: WeightTables) -> Space:
    """Return what one worker needs, with weights that differ from the players' own."""
    greedy, planner, outlook = weights.get("cooperation"), weights.get("planner"), weights.get("outlook")
    foresight = new_foresight(greedy, planner)
    doubts, scheme = new_doubts(weights.get("suspicion")), new_scheme(weights.get("trials"))
    return Space(
        mind=new_mind(greedy), doubts=doubts, plan=new_plan(planner, outlook), scheme=scheme, foresight=foresight
    )


def play_block(player: str | Players, rules: Rules, space: Space, first: int, results: Records, counts: Counts) -> None:
    """Play `len(results)` playouts of a cell from index `first` with a policy by name, or with several."""
    players = everyone(player) if isinstance(player, str) else player
    states, menu, mind, doubts = space.states, space.menu, space.mind, space.doubts
    match entry_of({int(code) for code in players[..., POLICY].flat}, int(rules.mode)):
        case "play_simple":
            play_simple(int(players[0, 0, 0, POLICY]), rules, states, menu, first, results)
        case "play_greedy":
            play_greedy(rules, states, menu, mind, doubts, first, results)
        case "play_mixed":
            play_mixed(players, rules, states, menu, mind, doubts, first, results)
        case "play_planner":
            play_planner(players, rules, states, menu, mind, doubts, *thoughts(space), first, results)
        case "play_schemer":
            play_schemer(players, rules, states, menu, *doubtful(space), first, results)
    tally_rows(results, rules, counts)


def thoughts(space: Space) -> tuple[Menu, Mind, Plan, Records]:
    """Return what those who try things out do it in."""
    return space.scratch, space.foresight, space.plan, space.notes


def doubtful(space: Space) -> tuple[Menu, Doubts, Plan, Records]:
    """Return what those who try things out in suspicion do it in."""
    return space.scratch, space.doubts, space.scheme, space.notes


def everyone(policy: str) -> Players:
    """Return a table at which all play by one policy."""
    row = np.array(GAME.coded(policy))
    return np.tile(row, (MAX_CHARACTERS + 1, len(CHARACTERS), len(ROLES), 1))


def entry_of(codes: Collection[int], mode: int) -> str:
    """Return the name of the entry that plays these policies together."""
    if max(codes) >= PLANNER:
        return "play_schemer" if mode == SUSPICION else "play_planner"
    if len(codes) > 1:
        return "play_mixed"
    return "play_greedy" if max(codes) == GREEDY else "play_simple"


def compile_units(tables: Sequence[tuple[str, Collection[str]]]) -> list[tuple[str, Callable[[], None]]]:
    """Return the entries that policies need in a mode, each with a call that compiles it: a block of no playouts."""
    units: dict[str, Callable[[], None]] = {"tally_rows": compile_tally}
    for mode, played in tables:
        name = entry_of({GAME.coded(policy)[POLICY] for policy in played}, MODES.index(mode))
        units.setdefault(name, functools.partial(compile_entry, MODES.index(mode), list(played)))
    return list(units.items())


def compile_entry(mode: int, policies: Sequence[str]) -> None:
    """Compile the entry that plays these policies together in a mode by playing a block of no playouts."""
    rules = new(Rules)
    rules.mode = mode
    players = np.array([GAME.coded(policy) for policy in policies]).reshape(len(policies), 1, 1, -1)
    play_block(players, rules, Space(), 0, table(Result, 0), new(Counts))


def compile_tally() -> None:
    """Compile the counting of rows by counting none."""
    tally_rows(table(Result, 0), new(Rules), new(Counts))


@entry
def tally_rows(results: Records, rules: Rules, counts: Counts) -> None:
    """Add rows to the counts of their cell."""
    for i in range(len(results)):
        tally(results[i], rules, counts)


@entry
def play_simple(policy: int, rules: Rules, states: Records, menu: Menu, first: int, results: Records) -> None:
    """Play `len(results)` playouts from index `first` with `idle` or `random`, and fill `results`."""
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
def choose_with_greed(state: State, rules: Rules, menu: Menu, mind: Mind, doubts: Doubts) -> int:
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

    `players`, shape (seats + 1, characters, roles, 3), is that of `Game.play`; the rest as in `play_greedy`.
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
            k = choose_by(asked(players, state, POLICY), state, rules, menu, mind, doubts)
        choose(state, rules, menu, menu.option[k])
    if TRACE:
        emit(state, "state", at="end")
    record_result(state, rules, result)


@compiled
def asked(players: Players, state: State, number: int) -> int:
    """Return a number of the chooser, who knows its own role: its policy's own, or an argument's value."""
    c = int(state.chooser)
    return int(players[c, state.team[c], state.role[c], number])


@compiled
def choose_by(policy: int, state: State, rules: Rules, menu: Menu, mind: Mind, doubts: Doubts) -> int:
    """Choose by a policy that tries nothing out, named by its number."""
    if policy == IDLE:
        return choose_idle(state, menu)
    if policy == RANDOM:
        return choose_at_random(state, menu)
    return choose_with_greed(state, rules, menu, mind, doubts)


@compiled
def begin_playout(players: Players, state: State, plan: Plan) -> None:
    """Forget what was noted and expected in the last playout; see who tries things out."""
    plan.n_notes = 0
    plan.expected_round = 0
    plan.planners = 0
    for c in range(state.n_characters):
        if players[c, state.team[c], state.role[c], POLICY] >= PLANNER:
            plan.planners |= 1 << c


@entry
def play_planner(  # noqa: PLR0913, PLR0917  # all that compiled code works in comes from Python
    players: Players,
    rules: Rules,
    states: Records,
    menu: Menu,
    mind: Mind,
    doubts: Doubts,
    scratch: Menu,
    foresight: Mind,
    plan: Plan,
    notes: Records,
    first: int,
    results: Records,
) -> None:
    """Play `len(results)` playouts from index `first`, each character by the policy of its seat; as in `play_mixed`."""
    for i in range(len(results)):
        states[PLAYOUT] = states[BLANK]
        state = states[PLAYOUT]
        set_up(state, rules, first + i)
        begin_playout(players, state, plan)
        while next_choice(state, rules, menu):
            k = 0
            if menu.n > 1:
                policy = asked(players, state, POLICY)
                if policy < PLANNER:
                    k = choose_by(policy, state, rules, menu, mind, doubts)
                else:
                    set_dial(plan, asked(players, state, WIDTH), asked(players, state, SAMPLES), policy == CLAIRVOYANT)
                    k = choose_by_trial(states, rules, menu, scratch, foresight, plan, notes)
            choose(state, rules, menu, menu.option[k])
        if TRACE:
            emit(state, "state", at="end")
        record_result(state, rules, results[i])


@entry
def play_schemer(  # noqa: PLR0913, PLR0917  # all that compiled code works in comes from Python
    players: Players,
    rules: Rules,
    states: Records,
    menu: Menu,
    scratch: Menu,
    doubts: Doubts,
    scheme: Plan,
    notes: Records,
    first: int,
    results: Records,
) -> None:
    """Play `len(results)` playouts of suspicion from index `first` with those who try things out; as `play_planner`."""
    for i in range(len(results)):
        states[PLAYOUT] = states[BLANK]
        state = states[PLAYOUT]
        set_up(state, rules, first + i)
        scheme.n_notes = 0
        while next_choice(state, rules, menu):
            k = 0
            if menu.n > 1:
                policy = asked(players, state, POLICY)
                if policy == IDLE:
                    k = choose_idle(state, menu)
                elif policy == RANDOM:
                    k = choose_at_random(state, menu)
                elif policy == GREEDY:
                    k = choose_in_suspicion(state, rules, menu, doubts)
                else:
                    worlds = asked(players, state, SAMPLES) * int(scheme.worlds)
                    set_dial(scheme, asked(players, state, WIDTH), worlds, policy == CLAIRVOYANT)
                    k = choose_in_doubt(states, rules, menu, scratch, doubts, scheme, notes)
            choose(state, rules, menu, menu.option[k])
        if TRACE:
            emit(state, "state", at="end")
        record_result(state, rules, results[i])
