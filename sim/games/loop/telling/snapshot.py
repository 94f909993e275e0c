"""The whole table as one JSON object: the `state` line of a trace, hidden parts included.

Eras and tokens stay numbers; agents, cards, missions and dimensions go by name. The Foo deck is shuffled
card by card, so its hidden order is read by drawing a copy of the state to its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from sim.games.loop.foo import begin_cycle, cycle_of
from sim.games.loop.piles import next_foo_era
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import (
    DIMENSIONS,
    DISTINCT_DIMENSION,
    DISTINCT_NONE,
    MISSION_ACTIVE,
    N_ERAS,
    NONE,
    OUT_OF_GAME,
    PILE_OF_SEAT,
    VORTEX_NAMES,
)
from sim.records import table


@dataclass(frozen=True)
class Names:
    """The content's names by number, as a trace spells them."""

    agents: Sequence[str]
    cards: Sequence[str]
    missions: Sequence[str]
    machina: Sequence[str]  # Ultramachina cards
    machina_effects: Sequence[Sequence[str]]  # their effects as texts, `cubes(2)`


def snapshot(state: State, rules: Rules, names: Names) -> dict[str, Any]:
    """Return the keys of a `state` line from `foo` on, as JSON values.

    `completed` and `supa_out` are in the order of their numbers, and before anything has died `supa_out` is right;
    the recorder, which has seen the whole playout, knows better.
    """
    solo = bool(rules.solo)
    common = (
        {"common_pile": draw_pile(state, 0, names), "common_discard": discard_pile(state, 0, names)} if solo else {}
    )
    return {
        "foo": None if state.foo == NONE else int(state.foo),
        "cycle": int(cycle_of(state)),
        "visited": [era for era in range(N_ERAS) if state.visited[era]],
        "eras": [era_form(state, rules, names, era) for era in range(N_ERAS)],
        "agents": [agent_form(state, names, seat, solo) for seat in range(state.n_agents)],
        **common,
        **hidden_orders(state, rules, names),
        "destroyed": [names.cards[card] for card in state.destroyed[: state.n_destroyed]],
        **missions_away(state, rules, names),
        "supa_out": tokens_in(state, OUT_OF_GAME, range(rules.n_tokens, rules.n_tokens + rules.n_supa_tokens)),
        "supa_destroyed": int(state.supa_destroyed),
        "out_of_game_clones": tokens_in(state, OUT_OF_GAME, range(rules.n_tokens)),
    }


def era_form(state: State, rules: Rules, names: Names, era: int) -> dict[str, Any]:
    """Return one era: cubes, vortex, clones, face-up artifacts, mission, Ultramachina cards, centrifuge."""
    tokens = tokens_in(state, era, range(rules.n_tokens + rules.n_supa_tokens))
    machina = [(int(state.machina_card[k]), int(state.machina_filled[k])) for k in range(state.n_machina)]
    return {
        "rifts": int(state.rifts[era]),
        "energy": int(state.energy[era]),
        "permanent": int(state.permanent[era]),
        "vortex": VORTEX_NAMES[state.vortex[era]],
        "clones": [
            {"token": token, "paradox": int(rules.token_paradox[token]), "supa": bool(token >= rules.n_tokens)}
            for token in tokens
        ],
        "artifacts": [names.cards[card] for card in state.face_up[era, : state.n_face_up[era]]],
        "mission": mission_form(state, rules, names, int(state.mission_at[era])),
        "ultramachina": [
            {"card": names.machina[card], "filled": filled}
            for card, filled in machina
            if rules.machina_origin[card] == era
        ],
        "centrifuge": bool(state.centrifuge[era]),
    }


def mission_form(state: State, rules: Rules, names: Names, mission: int) -> dict[str, Any] | None:
    """Return a mission tile: a distinct one lists the eras, dimensions or tokens that count already."""
    if mission == NONE:
        return None
    distinct = rules.mission_distinct[mission]
    progress: int | list[Any] = int(state.progress[mission])
    if distinct != DISTINCT_NONE:
        values = bits(int(state.recorded[mission]))
        progress = [DIMENSIONS[value] for value in values] if distinct == DISTINCT_DIMENSION else values
    status = "active" if state.mission_status[mission] == MISSION_ACTIVE else "hidden"
    return {"id": names.missions[mission], "status": status, "progress": progress}


def agent_form(state: State, names: Names, seat: int, solo: bool) -> dict[str, Any]:
    """Return one agent; what a turn uses up (free move, LOOPs, ability) is full for everybody but the active one."""
    active = seat == state.active
    return {
        "name": names.agents[state.team[seat]],
        "era": int(state.agent_era[seat]),
        "hand": [
            {"card": names.cards[card], "ready": bool(state.ready[card])}
            for card in state.hand[seat, : state.n_hand[seat]]
        ],
        "draw": [] if solo else draw_pile(state, seat, names),
        "discard": [] if solo else discard_pile(state, seat, names),
        "free_move": bool(state.free_move) if active else True,
        "loops": int(state.loops) if active else 0,
        "ability_used": bool(state.ability_used) if active else False,
    }


def draw_pile(state: State, seat: int, names: Names) -> list[str]:
    """Return a draw pile, top first."""
    first = PILE_OF_SEAT * seat
    return [names.cards[card] for card in state.draw[first : first + state.n_draw[seat]][::-1]]


def discard_pile(state: State, seat: int, names: Names) -> list[str]:
    """Return a discard pile, first discarded first."""
    first = PILE_OF_SEAT * seat
    return [names.cards[card] for card in state.discard[first : first + state.n_discard[seat]]]


def missions_away(state: State, rules: Rules, names: Names) -> dict[str, list[str]]:
    """Return the missions that are not on the board: never dealt, completed, failed."""
    on_board = {int(mission) for mission in state.mission_at}
    completed, failed = bits(int(state.missions_done)), bits(int(state.missions_failed))
    out = [m for m in range(rules.n_missions) if m not in on_board and m not in completed and m not in failed]
    groups = {"missions_out": out, "completed": completed, "failed": failed}
    return {group: [names.missions[mission] for mission in missions] for group, missions in groups.items()}


def tokens_in(state: State, place: int, tokens: Iterable[int]) -> list[int]:
    """Return those of some clone tokens that are in an era, in the bag or out of the game."""
    return [token for token in tokens if state.token_era[token] == place]


def bits(word: int) -> list[int]:
    """Return the numbers whose bits are set."""
    return [number for number in range(64) if word >> number & 1]


# -- What nobody at the table sees ------------------------------------------------------------------


def hidden_orders(state: State, rules: Rules, names: Names) -> dict[str, list[Any]]:
    """Return bag and decks in the order in which they will be drawn if nothing is shuffled before."""
    machina = left(state.machina_deck, state.machina_drawn, state.n_machina_deck)
    return {
        "hq_deck": [names.cards[card] for card in left(state.hq, state.hq_drawn, state.n_hq)],
        "bag": left(state.bag, state.bag_drawn, state.n_bag),
        "foo_deck": [] if rules.machina else eras_to_come(state),
        "ultramachina_deck": [names.machina[card] for card in machina],
    }


def eras_to_come(state: State) -> list[int]:
    """Return the Foo cards that are left in this cycle; before turn 1 all seven."""
    copy = copy_of(state)
    if state.turn == 0:
        begin_cycle(copy)
    n_visited = int(sum(copy.visited))
    return [next_foo_era(copy, cycle_of(state), n) for n in range(n_visited, N_ERAS)]


def left(deck: Iterable[int], drawn: int, n: int) -> list[int]:
    """Return the n cards or tokens that are left in a deck, the next first."""
    return [int(card) for card in deck][drawn : drawn + n]


def copy_of(state: State) -> State:
    """Return a state of its own with the same values."""
    copy = table(State, 1)
    copy[0] = state
    return cast("State", copy[0])
