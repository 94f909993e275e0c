"""Policies as players: how each is asked, and what none of them may see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from room25.positions import Table, content, laid_out

from sim.game import recording
from sim.games.room25 import GAME
from sim.games.room25.grid import cells
from sim.games.room25.parameters import Parameters
from sim.games.room25.play import Space, choose_with_greed, doubtful, thoughts
from sim.games.room25.policies.cooperation.mind import new_mind
from sim.games.room25.policies.idle import choose_idle
from sim.games.room25.policies.planner.plan import PLAYOUT, set_dial
from sim.games.room25.policies.planner.player import choose_by_trial
from sim.games.room25.policies.random import choose_at_random
from sim.games.room25.policies.suspicion.mind import new_doubts
from sim.games.room25.policies.suspicion.trials.player import choose_in_doubt
from sim.games.room25.state import Menu, Rules, State
from sim.games.room25.tables import build_rules
from sim.games.room25.terms import CONTROL, GUARD, LOOK, MAX_CHARACTERS, N_CELLS, NO_ACTION, PLAN, SUSPICION
from sim.mixes import read

Player = Callable[[State, Rules, Menu], int]
Chance = np.random.Generator


def trying(policy: str) -> Player:
    """Return a policy that tries things out as a player."""
    space, spelt = Space(), read(policy, GAME).base
    width, samples = (*spelt.values, 1)[:2]
    for plan in (space.plan, space.scheme):
        set_dial(plan, width, samples, spelt.policy.sees_hidden)

    def choose(state: State, rules: Rules, menu: Menu) -> int:
        space.states[PLAYOUT] = state
        if rules.mode == SUSPICION:
            space.scheme.n_notes = 0
            with recording(lambda *_: None):
                return choose_in_doubt(space.states, rules, menu, *doubtful(space))
        space.plan.n_notes = space.plan.expected_round = 0
        space.plan.planners = (1 << MAX_CHARACTERS) - 1
        with recording(lambda *_: None):  # what is tried on copies is for nobody's books
            return choose_by_trial(space.states, rules, menu, *thoughts(space))

    return choose


PLAYERS: dict[str, Player] = {
    "idle": lambda state, rules, menu: choose_idle(state, menu),
    "random": lambda state, rules, menu: choose_at_random(state, menu),
    "greedy": lambda state, rules, menu: choose_with_greed(state, rules, menu, new_mind(), new_doubts()),
    "planner": trying("planner(width=1, samples=4)"),
    "clairvoyant": trying("clairvoyant(width=1)"),
}
TRYING = ("planner", "clairvoyant")  # they play to the end again and again, which takes long without the JIT
GRID = cells({}, content())


def name_of(axes: dict[str, Any]) -> str:
    """Return a name for a cell of the grid."""
    return "-".join(str(value) for value in axes.values() if value)


def rules_of(axes: dict[str, Any]) -> Rules:
    """Return the rules of a cell with the rules' own numbers."""
    return build_rules(axes, Parameters(), content(), seed=1)


def positions(rules: Rules, index: int = 0, player: Player = PLAYERS["random"]) -> Iterator[Table]:
    """Play a playout and yield the table at every choice, before it is made."""
    table = laid_out(rules, index)
    while table.play_on():
        yield table
        table.choose(table.options[player(table.state, rules, table.menu)])


def ask(player: Player, table: Table) -> int:
    """Ask a player for a choice at a copy of a position."""
    return table.options[player(table.copy().state, table.rules, table.menu)]


# -- What nobody may see -------------------------------------------------------------------------------------------


def disguise(table: Table, chance: Chance) -> Table:
    """Return a copy that differs only in what the chooser cannot know."""
    other = table.copy(key=int(chance.integers(1, 2**62)))
    state = other.state
    deal_unseen_rooms(state, chance)
    for c in range(state.n_characters):
        if c != state.chooser:
            state.program[c, :2] = chance.integers(LOOK, CONTROL + 1, 2)
            spend_unseen(state, c, chance)
            if table.rules.mode == SUSPICION and not state.shown[c]:
                state.role[c] = chance.integers(0, GUARD + 1)
    first = int(state.mac_drawn)
    chance.shuffle(state.mac_deck[first : first + int(state.n_mac)])
    other.menu, other.waits = table.menu, True
    return other


def spend_unseen(state: State, c: int, chance: Chance) -> None:
    """R-RND-3: a token of adrenaline goes with a program, or stays; who acts in the third pass shows it."""
    place = (c - state.turn + 1) % int(state.n_characters)
    has_planned = state.step != PLAN or place < state.place
    has_shown = state.passing == 3 and place <= state.place
    if has_planned and not has_shown and (state.has_adrenaline[c] or state.program[c, 2] != NO_ACTION):
        state.program[c, 2] = chance.integers(NO_ACTION, CONTROL + 1)
        state.has_adrenaline[c] = state.program[c, 2] == NO_ACTION


def deal_unseen_rooms(state: State, chance: Chance) -> None:
    """Deal the rooms anew that the chooser has not seen, among tiles of which the same was told."""
    seen = int(state.knows[state.chooser])
    unseen = [tile for tile in range(N_CELLS) if not state.face_up[tile] and not (seen >> tile) & 1]
    for colour in {int(state.told[tile]) for tile in unseen}:
        alike = [tile for tile in unseen if state.told[tile] == colour]
        state.room[alike] = chance.permutation(state.room[alike])


def peeks(player: Player, tables: Iterator[Table], chance: Chance) -> bool:
    """Does the player choose otherwise at some position when only hidden things are changed?"""
    return any(ask(player, table) != ask(player, disguise(table, chance)) for table in tables if len(table.options) > 1)
