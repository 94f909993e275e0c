"""Positions of The LOOP made by hand: the rules of a cell, an empty table, and what is laid on it.

    rules = new_rules(supply="box")
    state = new_state(rules, foo=2, rifts=[0, 0, 3, 0, 0, 0, 0])
    put_clones(state, 5, era=2)

A field of the records may be set directly, too. Nothing here plays by the rules, except `choices` and `choose`.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Sequence
from typing import Any

from sim import records
from sim.game import recording
from sim.games.loop import turn
from sim.games.loop.content import Content, load
from sim.games.loop.content.effects import parse_effect, parse_machina
from sim.games.loop.parameters import Parameters
from sim.games.loop.setup import set_up
from sim.games.loop.state import Menu, Rules, State
from sim.games.loop.tables import build_rules, measure_cards
from sim.games.loop.terms import (
    ACTION,
    ACTION_SIZE,
    DIMENSIONS,
    DISTINCTS,
    END_TURN,
    EVENTS,
    IN_BAG,
    MISSION_ACTIVE,
    MISSION_HIDDEN,
    N_ERAS,
    NO_ABILITY,
    NONE,
    OUT_OF_GAME,
    PILE_OF_SEAT,
    PLACES_OF_MISSION,
    STAGE,
    USE_CARD,
)

TEAM = ("mr_time", "v_girl")


@functools.cache
def content() -> Content:
    """The package's own content."""
    return load()


@functools.cache
def built(cell: str) -> Rules:
    """Return the rules of [axes, parameters, seed] as JSON; to be copied, not changed."""
    axes, parameters, seed = json.loads(cell)
    return build_rules(axes, Parameters.model_validate(parameters), content(), seed)


def new_rules(
    scenario: str = "sabotage",
    difficulty: str = "month",
    agents: Sequence[str] | None = TEAM,
    players: int | None = None,
    solo: bool = False,
    seed: int = 1,
    abilities: bool = False,
    **parameters: Any,
) -> Rules:
    """Return the rules of a cell with the rulebook's numbers, but for the parameters named.

    `agents=None` needs `players`: every team. Without `abilities` no agent has one.
    """
    axes = {
        "scenario": scenario,
        "difficulty": difficulty,
        "players": players or len(agents or ()),
        "agents": agents,
        "solo": solo,
    }
    copy = records.table(Rules, 1)
    copy[0] = built(json.dumps([axes, parameters, seed]))
    rules: Rules = copy[0]
    if not abilities:
        rules.agent_ability[:] = NO_ABILITY
    return rules


def rules_of(agent: str, **choice: Any) -> Rules:
    """Return the rules of a team of two that an agent begins; abilities are on."""
    ally = "mr_time" if agent == "v_girl" else "v_girl"
    return new_rules(agents=(agent, ally), abilities=True, **choice)


def new_state(rules: Rules, **fields: Any) -> State:
    """Return an empty table in the action phase of turn 1, seat 0 active, every agent in era 0, Foo in era 0.

    No cube, no clone (bag and board), no mission, no artifact, no card anywhere. A list fills the beginning of a field.
    """
    state = records.new(State)
    state.key, state.policy_key = 12345, 54321
    state.phase, state.turn, state.active, state.n_agents = ACTION, 1, 0, rules.n_agents
    state.team[:] = rules.team
    state.free_move = 1
    state.moving = state.solo_card = state.fatal_era = NONE
    state.mission_at[:] = NONE
    state.token_era[:] = OUT_OF_GAME
    state.foo_deck[:] = range(N_ERAS)
    set_fields(state, **fields)
    return state


def set_fields(record: Any, **fields: Any) -> None:
    """Set fields of a record; a list fills the beginning of a field."""
    for name, value in fields.items():
        if isinstance(value, list | tuple | range):
            record[name][: len(value)] = list(value)
        else:
            setattr(record, name, value)


def laid_out(rules: Rules, index: int = 0) -> State:
    """Return a playout just after set-up."""
    state = records.new(State)
    set_up(state, rules, index)
    return state


def copy_of(state: State, **fields: Any) -> State:
    """Return a copy of a position with fields set anew; `key=1` is the same position with other chance to come."""
    copy: State = state.copy()  # type: ignore[attr-defined]  # a State is a numpy record
    set_fields(copy, **fields)
    return copy


# -- What lies on the board ----------------------------------------------------------------------------------------


def put_clones(state: State, *tokens: int, era: int) -> None:
    """Stand clones in an era; nothing else happens."""
    for token in tokens:
        state.token_era[token] = era
        state.n_clones[era] += 1
        state.clones[era] |= 1 << token


def put_face_up(state: State, era: int, *cards: int) -> None:
    """Lay artifacts face up in an era."""
    for card in cards:
        state.face_up[era, state.n_face_up[era]] = card
        state.n_face_up[era] += 1


def put_mission(state: State, mission: int, era: int, active: bool = True, progress: int = 0) -> None:
    """Lay a mission in an era."""
    state.mission_at[era] = mission
    state.mission_status[mission] = MISSION_ACTIVE if active else MISSION_HIDDEN
    state.progress[mission] = progress
    state.n_active += active
    state.active_eras |= active << era
    state.n_hidden += not active


def put_machina(state: State, *cards: int) -> None:
    """Reveal Ultramachina cards, with no slot filled."""
    for card in cards:
        state.machina_card[state.n_machina] = card
        state.machina_filled[state.n_machina] = 0
        state.n_machina += 1


# -- Hidden piles: drawn by chance, whatever the order given -------------------------------------------------------


def fill_bag(state: State, *tokens: int) -> None:
    """Let the bag hold these clone tokens and no other."""
    state.bag_drawn, state.n_bag = 0, len(tokens)
    state.bag[: len(tokens)] = tokens
    state.token_era[list(tokens)] = IN_BAG


def fill_hq(state: State, *cards: int) -> None:
    """Let the HQ deck hold these artifacts and no other."""
    state.hq_drawn, state.n_hq = 0, len(cards)
    state.hq[: len(cards)] = cards


def fill_destroyed(state: State, *cards: int) -> None:
    """Let the destroyed pile hold these artifacts and no other."""
    state.n_destroyed = len(cards)
    state.destroyed[: len(cards)] = cards


def fill_machina_deck(state: State, *cards: int) -> None:
    """Let the Ultramachina deck hold these cards and no other."""
    state.machina_drawn, state.n_machina_deck = 0, len(cards)
    state.machina_deck[: len(cards)] = cards


# -- The agents' cards ---------------------------------------------------------------------------------------------


def put_hand(state: State, seat: int, *cards: int, exhausted: Sequence[int] = ()) -> None:
    """Give a seat a hand of these cards; those of `exhausted` are in it too."""
    for card in (*cards, *exhausted):
        state.hand[seat, state.n_hand[seat]] = card
        state.n_hand[seat] += 1
        state.ready[card] = card not in exhausted


def put_draw_pile(state: State, seat: int, *cards: int) -> None:
    """Give a seat a draw pile, top card first. The common pile of solo is that of seat 0."""
    base = seat * PILE_OF_SEAT
    state.n_draw[seat] = len(cards)
    state.draw[base : base + len(cards)] = cards[::-1]


def put_discard_pile(state: State, seat: int, *cards: int) -> None:
    """Give a seat a discard pile."""
    base = seat * PILE_OF_SEAT
    state.n_discard[seat] = len(cards)
    state.discard[base : base + len(cards)] = cards


def draw_pile(state: State, seat: int) -> list[int]:
    """Return a seat's draw pile, top card first."""
    base = seat * PILE_OF_SEAT
    return state.draw[base : base + state.n_draw[seat]].tolist()[::-1]


def discard_pile(state: State, seat: int) -> list[int]:
    """Return a seat's discard pile, first discarded first."""
    base = seat * PILE_OF_SEAT
    return state.discard[base : base + state.n_discard[seat]].tolist()


def hand_of(state: State, seat: int) -> list[int]:
    """Return a seat's hand."""
    return state.hand[seat, : state.n_hand[seat]].tolist()


# -- Cards and missions of the test's own --------------------------------------------------------------------------


def add_card(rules: Rules, dimension: str, *effects: str, origin: int = NONE, owner: int = NONE) -> int:
    """Add an artifact with effects as the content spells them (`push(1, 2)`) and return its number."""
    card = int(rules.n_cards)
    rules.n_cards += 1
    rules.card_dimension[card] = DIMENSIONS.index(dimension)
    rules.card_origin[card] = origin
    rules.card_owner[card] = owner
    write_effects(rules, card, *effects)
    return card


def write_effects(rules: Rules, card: int, *effects: str) -> None:
    """Let an artifact say something else."""
    rules.card_n_effects[card] = len(effects)
    for k, effect in enumerate(map(parse_effect, effects)):
        rules.effect_verb[card, k] = effect.verb
        rules.effect_n[card, k] = effect.n
        rules.effect_steps[card, k] = effect.steps
        rules.effect_where[card, k] = effect.where
    measure_cards(rules)


def add_mission(rules: Rules, event: str, place: str = "any", distinct: str = "none", slots: int = 3) -> int:
    """Add a mission in the words of the content and return its number."""
    mission = int(rules.n_missions)
    rules.n_missions += 1
    rules.mission_event[mission] = EVENTS.index(event)
    rules.mission_place[mission] = PLACES_OF_MISSION.index(place)
    rules.mission_distinct[mission] = DISTINCTS.index(distinct)
    rules.mission_slots[mission] = slots
    return mission


def add_machina(rules: Rules, origin: int, slots: int, *effects: str) -> int:
    """Add an Ultramachina card with effects as the content spells them (`cubes(1)`) and return its number."""
    card = int(rules.n_machina)
    rules.n_machina += 1
    rules.machina_origin[card] = origin
    rules.machina_slots[card] = slots
    rules.machina_n_effects[card] = len(effects)
    for k, effect in enumerate(map(parse_machina, effects)):
        rules.machina_verb[card, k] = effect.verb
        rules.machina_n[card, k] = effect.n
    return card


def token_of(rules: Rules, arrival: int, paradox: int) -> int:
    """Return the clone token with these eras."""
    for token in range(rules.n_tokens + rules.n_supa_tokens):
        if (rules.token_arrival[token], rules.token_paradox[token]) == (arrival, paradox):
            return token
    raise LookupError(f"no clone token [{arrival}, {paradox}]")


def artifacts_of(rules: Rules, era: int) -> list[int]:
    """Return the HQ artifacts of an origin era."""
    return [card for card in rules.hq_cards[: rules.n_hq].tolist() if rules.card_origin[card] == era]


def face_up(state: State, era: int) -> list[int]:
    """Return the face-up artifacts of an era, first revealed first."""
    return state.face_up[era, : state.n_face_up[era]].tolist()


def destroyed_pile(state: State) -> list[int]:
    """Return the destroyed artifacts, first destroyed first."""
    return state.destroyed[: state.n_destroyed].tolist()


def supa_of(rules: Rules, paradox: int) -> int:
    """Return the supa clone with this paradox era."""
    supa = range(rules.n_tokens, rules.n_tokens + rules.n_supa_tokens)
    return next(token for token in supa if rules.token_paradox[token] == paradox)


# -- Playing on ----------------------------------------------------------------------------------------------------


def choices(state: State, rules: Rules) -> list[tuple[int, int]]:
    """Play on until somebody must choose and return the options as (action, value); [] when the game has ended."""
    menu = records.new(Menu)
    if not turn.next_choice(state, rules, menu):
        return []
    return [divmod(int(item), ACTION_SIZE) for item in menu.option[: menu.n]]


def choose(state: State, rules: Rules, action: int, value: int = 0) -> None:
    """Play on until somebody must choose, and choose an option that is on offer."""
    offered = choices(state, rules)
    assert (action, value) in offered, f"{(action, value)} is not among {offered}"
    turn.choose(state, rules, action * ACTION_SIZE + value)


def use_card(state: State, rules: Rules, slot: int, *values: int) -> list[tuple[int, int]]:
    """Let the active agent use a card of its hand with these choices, stage by stage; return what is offered then."""
    choose(state, rules, USE_CARD + slot, values[0])
    for value in values[1:]:
        choose(state, rules, STAGE, value)
    return choices(state, rules)


def pass_turn(state: State, rules: Rules) -> None:
    """End the turn, take the last option of each choice that comes (no artifact), and stop in the next agent's turn."""
    before = int(state.turn)
    choose(state, rules, END_TURN)
    while (offered := choices(state, rules)) and state.turn == before:
        choose(state, rules, *offered[-1])


def values(options: Sequence[tuple[int, int]], action: int) -> list[int]:
    """Return the values that an action is offered with."""
    return [value for offered, value in options if offered == action]


def told(rule: Callable[..., Any], *arguments: Any) -> list[tuple[str, dict[str, Any]]]:
    """Call a rule and return the events that it emits, in order, as (name, facts)."""
    events: list[tuple[str, dict[str, Any]]] = []
    with recording(lambda _, name, facts: events.append((name, facts))):
        rule(*arguments)
    return events
