"""Policies as players: how each is asked, what it must not see, and whole playouts with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from loop.positions import copy_of, laid_out, new_rules, write_effects

from sim import records
from sim.game import discover, recording
from sim.games.loop import GAME, turn
from sim.games.loop.piles import pile_of
from sim.games.loop.play import Space
from sim.games.loop.policies.greedy.mind import new_mind
from sim.games.loop.policies.greedy.player import choose_greedily
from sim.games.loop.policies.idle import choose_idle
from sim.games.loop.policies.planner.plan import forget_line, prepare, set_dial
from sim.games.loop.policies.planner.player import choose_by_plan
from sim.games.loop.policies.random import choose_at_random
from sim.games.loop.state import Menu, Rules, State
from sim.games.loop.terms import MISSION_HIDDEN, N_ERAS, NONE, PILE_OF_SEAT
from sim.mixes import read

Player = Callable[[State, Rules, Menu], int]
Position = tuple[State, Menu]
Chance = np.random.Generator


def searching(policy: str, *, remembers: bool = False) -> Player:
    """Return a policy that searches as a player; unless it remembers its line, it thinks anew at every choice."""
    space, spelt = Space(), read(policy, GAME).base

    def choose(state: State, rules: Rules, menu: Menu) -> int:
        prepare(space.plans, rules)
        set_dial(space.plans, *spelt.values, spelt.policy.sees_hidden)
        if not remembers:
            forget_line(space.plans)
        with recording(lambda *_: None):  # what is tried on copies is for nobody's books
            return choose_by_plan(state, rules, menu, space.plans, space.beam, space.scratch, space.mind)

    return choose


PLAYERS: dict[str, Player] = {
    "idle": lambda state, rules, menu: choose_idle(state, menu),
    "random": lambda state, rules, menu: choose_at_random(state, menu),
    "greedy": lambda state, rules, menu: choose_greedily(state, rules, menu, new_mind()),
    "planner": searching("planner(width=1)"),
    "clairvoyant": searching("clairvoyant(width=1, samples=0)"),
}
WHERE = ("here", "adjacent", "each_adjacent", "foo", "any", "here_or_adjacent")
VOCABULARY = [f"{verb}(2, {where})" for verb in ("energy", "repair") for where in WHERE]
VOCABULARY += 3 * ["push(2, 3)", "pull(2)", "carry(3, 2)", "banish(1)", "use_ally", "draw(2)", "ready(2)"]
VOCABULARY += ["move(2)", "move(any)", "move_ally(2)", "transfer(energy, 2)", "transfer(rift, 2)"]
POLICIES = discover()["loop"].policies


def rules_for(
    scenario: str = "sabotage", solo: bool = False, difficulty: str = "year", players: int = 2, **parameters: Any
) -> Rules:
    """Return the rules of a cell of any team, with all abilities."""
    return new_rules(scenario, difficulty, None, players, solo, abilities=True, **parameters)


def rewrite_cards(rules: Rules) -> None:
    """Let every artifact say something else: up to three effects by chance, of the whole vocabulary."""
    chance = np.random.default_rng(7)
    for card in range(rules.n_cards):
        write_effects(rules, card, *chance.choice(VOCABULARY, chance.integers(1, 4)))


def menu_at(state: State, rules: Rules) -> Menu:
    """Play on until somebody must choose and return the menu."""
    menu = records.new(Menu)
    assert turn.next_choice(state, rules, menu)
    return menu


def ask(player: Player, state: State, rules: Rules, menu: Menu) -> int:
    """Ask a player for a choice at a copy of a position: the option as it stands in the menu."""
    return int(menu.option[player(copy_of(state), rules, menu)])


def contents(state: State) -> list[object]:
    """Return every field of a state, to be compared: the record's own bytes have padding between them."""
    return [state[name].tolist() for name in state.dtype.names]  # type: ignore[attr-defined, index]


def play(player: Player, rules: Rules, index: int = 0, turns: int = 30) -> Iterator[Position]:
    """Play a playout and yield every choice in which there is one: the state and the menu before it is made."""
    state, menu = laid_out(rules, index), records.new(Menu)
    while turn.next_choice(state, rules, menu) and state.turn <= turns:
        k = 0
        if menu.n > 1:
            yield state, menu
            k = player(state, rules, menu)
        turn.choose(state, rules, menu.option[k])


# -- What nobody may see -----------------------------------------------------------------------------------------------


def disguise(state: State, rules: Rules, chance: Chance) -> State:
    """Return a copy that differs in hidden things only: the key, the order of bag, decks and piles, hidden missions."""
    other = copy_of(state, key=int(chance.integers(1, 2**62)))
    shuffle(other.bag, state.bag_drawn, state.n_bag, chance)
    shuffle(other.hq, state.hq_drawn, state.n_hq, chance)
    shuffle(other.machina_deck, state.machina_drawn, state.n_machina_deck, chance)
    n_visited = (max(int(state.turn), 1) - 1) % N_ERAS + (state.turn > 0)
    shuffle(other.foo_deck, n_visited, N_ERAS - n_visited, chance)
    for pile in {pile_of(rules, seat) for seat in range(state.n_agents)}:
        shuffle(other.draw, pile * PILE_OF_SEAT, state.n_draw[pile] - state.n_known[pile], chance)
    swap_hidden_missions(other, rules, chance)
    return other


def shuffle(deck: np.ndarray, first: int, n: int, chance: Chance) -> None:
    """Shuffle n cards of a deck from the first."""
    chance.shuffle(deck[int(first) : int(first + n)])


def swap_hidden_missions(state: State, rules: Rules, chance: Chance) -> None:
    """Deal the missions that lie face down anew, from those and the ones that stayed out."""
    face_down = [era for era in range(N_ERAS) if is_hidden(state, state.mission_at[era])]
    seen = int(state.missions_done | state.missions_failed)
    unknown = [m for m in range(rules.n_missions) if is_hidden(state, m) and not (seen >> m) & 1]
    state.mission_at[face_down] = chance.permutation(unknown)[: len(face_down)]


def is_hidden(state: State, mission: int) -> bool:
    """Is this a mission that nobody has seen face up?"""
    return mission != NONE and state.mission_status[mission] == MISSION_HIDDEN
