"""Content and parameters as the record that a cell is played by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim import records
from sim.content import unknown
from sim.game import SelectionError
from sim.games.loop.content import Content
from sim.games.loop.content.checks import mission_faults
from sim.games.loop.content.models import Level, Scenario
from sim.games.loop.forbidden import forbid
from sim.games.loop.grid import cells
from sim.games.loop.listing import listing
from sim.games.loop.parameters import FROM_CONTENT, Parameters
from sim.games.loop.state import Rules
from sim.games.loop.terms import (
    ABILITIES,
    ANY_STEPS,
    CARRY,
    DIMENSIONS,
    DISTINCTS,
    ENERGY_FROM,
    EVENTS,
    MAX_TOKENS,
    MOVE,
    N_ERAS,
    NEXT_MISSION,
    NONE,
    PLACES_OF_MISSION,
    UNLIMITED,
)

__all__ = ["build_rules", "cells", "listing"]

BOX = (30, 30, 5)  # cubes of rift, energy, permanent energy, L-BRD-4
ONE = 2**32  # the Machine's draw is one of this many numbers
COPIED = (
    "cycles",
    "hand_size",
    "missions_to_win",
    "active_missions",
    "safe_rifts",
    "max_vortexes",
    "base_rifts",
    "rifts_per_clone",
    "revealed_each_turn",
    "setup_rifts",
    "setup_energy",
    "extra_rewards",
    "max_actions",
    "destroyed_clones_return",
    "v_girl_mega_immune",
)


def build_rules(axes: Mapping[str, Any], parameters: Parameters, content: Content, seed: int) -> Rules:
    """Return the rules record of a cell with the given axes.

    axes: scenario, difficulty, players (2..4), agents (ids in turn order, or None: all teams), solo.
    Raises SelectionError where the parameters do not fit the content.
    """
    scenario = content.scenarios[axes["scenario"]]
    level = scenario.level(axes["difficulty"])
    rules = records.new(Rules)
    rules.seed = seed
    fill_team(rules, axes, content)
    fill_numbers(rules, axes, parameters, level)
    fill_scenario(rules, scenario, level)
    fill_tokens(rules, parameters, content)
    fill_cards(rules, content)
    fill_agents(rules, content)
    fill_missions(rules, parameters, content)
    fill_machina(rules, content)
    forbid(rules, parameters.forbid, content)
    measure_cards(rules)
    check_fit(rules, axes)
    return rules


def fill_team(rules: Rules, axes: Mapping[str, Any], content: Content) -> None:
    """A fixed team in its order, or the pool that teams are made of."""
    agents = axes.get("agents")
    rules.n_agents = axes["players"]
    rules.solo = int(axes["solo"])
    rules.fixed_team = int(agents is not None)
    rules.n_pool = len(content.agents)
    rules.team[:] = NONE
    for seat, agent in enumerate(agents or ()):
        rules.team[seat] = content.agent_ids.index(agent)
    if rules.n_agents > rules.n_pool:
        raise SelectionError(f"players: {rules.n_agents} agents asked for, but the content has {rules.n_pool}")


def fill_numbers(rules: Rules, axes: Mapping[str, Any], parameters: Parameters, level: Level) -> None:
    """The numbers of the rulebook and the assumptions."""
    for name in COPIED:
        setattr(rules, name, int(getattr(parameters, name)))
    by_team = "solo" if axes["solo"] else {2: "two", 3: "three", 4: "four"}[axes["players"]]
    rules.setup_clones = getattr(parameters.setup_clones, by_team) + level.extra_clones
    rules.setup_artifacts = getattr(parameters.setup_artifacts, by_team)
    for cycle in range(1, len(rules.spawn)):
        rules.spawn[cycle] = parameters.spawn[min(cycle, len(parameters.spawn)) - 1]
    previous, own, _ = parameters.machine
    rules.machine_cut[0] = threshold(previous)
    rules.machine_cut[1] = threshold(previous + own)
    rules.energy_from = ENERGY_FROM.index(parameters.energy_from)
    rules.next_mission = NEXT_MISSION.index(parameters.next_mission)
    supply = BOX if parameters.supply == "box" else (UNLIMITED,) * len(BOX)
    rules.supply_rifts, rules.supply_energy, rules.supply_permanent = supply


def threshold(share: float) -> int:
    """Return how many of the 2**32 draws are below a share."""
    return round(share * ONE)


def fill_scenario(rules: Rules, scenario: Scenario, level: Level) -> None:
    """L-SCN-1: what scenario and difficulty add to the rules of sabotage."""
    rules.mega = int(level.mega)
    rules.n_supa_clones = level.supa_clones
    rules.machina = int(scenario.ultramachina)
    rules.machina_setup = level.cards
    rules.machina_more = scenario.more
    rules.n_centrifuges = scenario.centrifuges
    rules.centrifuge_price = level.price
    rules.centrifuge_loop_extra = scenario.loop_extra


def fill_tokens(rules: Rules, parameters: Parameters, content: Content) -> None:
    """Ordinary clones first, then supa clones."""
    ordinary = content.tokens.pairs if parameters.clone_tokens == FROM_CONTENT else parameters.clone_tokens
    supa = content.supa_tokens.pairs if parameters.supa_tokens == FROM_CONTENT else parameters.supa_tokens
    if len(ordinary) + len(supa) > MAX_TOKENS:
        raise SelectionError(
            f"clone_tokens, supa_tokens: {len(ordinary)} and {len(supa)} tokens; together at most {MAX_TOKENS}"
        )
    rules.n_tokens = len(ordinary)
    rules.n_supa_tokens = len(supa)
    for token, (arrival, paradox) in enumerate([*ordinary, *supa]):
        rules.token_arrival[token] = arrival
        rules.token_paradox[token] = paradox


def fill_cards(rules: Rules, content: Content) -> None:
    """Starting and HQ artifacts with their effects."""
    rules.n_cards = len(content.cards)
    for number, card in enumerate(content.cards):
        rules.card_dimension[number] = DIMENSIONS.index(card.dimension)
        rules.card_origin[number] = NONE if card.origin is None else card.origin
        rules.card_owner[number] = NONE if card.owner is None else content.agent_ids.index(card.owner)
        rules.card_n_effects[number] = len(card.effects)
        for position, effect in enumerate(card.parsed):
            rules.effect_verb[number, position] = effect.verb
            rules.effect_n[number, position] = effect.n
            rules.effect_steps[number, position] = effect.steps
            rules.effect_where[number, position] = effect.where
    hq = content.hq()
    rules.n_hq = len(hq)
    rules.hq_cards[: len(hq)] = hq


def measure_cards(rules: Rules) -> None:
    """What follows of a card from its effects, for players to have at a glance."""
    for card in range(rules.n_cards):
        effects = range(rules.card_n_effects[card])
        rules.card_size[card] = sum(1 + rules.effect_n[card, k] for k in effects)
        ways = [rules.effect_steps[card, k] for k in effects if rules.effect_verb[card, k] in (MOVE, CARRY)]
        rules.card_steps[card] = N_ERAS if ANY_STEPS in ways else max(ways, default=0)


def fill_agents(rules: Rules, content: Content) -> None:
    """Where agents start, what they can do, and their starting artifacts."""
    for number, agent in enumerate(content.agents):
        starting = content.starting(number)
        rules.agent_start[number] = agent.start
        rules.agent_ability[number] = ABILITIES.index(agent.ability)
        rules.agent_n_starting[number] = len(starting)
        rules.agent_starting[number, : len(starting)] = starting


def fill_missions(rules: Rules, parameters: Parameters, content: Content) -> None:
    """Missions, with the slots that `mission_slots` changes."""
    for id_ in parameters.mission_slots:
        if id_ not in content.mission_ids:
            raise SelectionError(f"mission_slots.{id_}: {unknown('mission', id_, content.mission_ids)}")
    rules.n_missions = len(content.missions)
    for number, (id_, mission) in enumerate(zip(content.mission_ids, content.missions, strict=True)):
        slots = parameters.mission_slots.get(id_, mission.slots)
        for _, problem in mission_faults(mission.model_copy(update={"slots": slots})):
            raise SelectionError(f"mission_slots.{id_}: {problem}")
        rules.mission_event[number] = EVENTS.index(mission.event)
        rules.mission_place[number] = PLACES_OF_MISSION.index(mission.place)
        rules.mission_distinct[number] = DISTINCTS.index(mission.distinct)
        rules.mission_slots[number] = slots


def fill_machina(rules: Rules, content: Content) -> None:
    """Ultramachina cards with their effects."""
    rules.n_machina = len(content.machina)
    for number, card in enumerate(content.machina):
        rules.machina_origin[number] = card.origin
        rules.machina_slots[number] = card.slots
        rules.machina_n_effects[number] = len(card.effects)
        for position, effect in enumerate(card.parsed):
            rules.machina_verb[number, position] = effect.verb
            rules.machina_n[number, position] = effect.n


def check_fit(rules: Rules, axes: Mapping[str, Any]) -> None:
    """Raise SelectionError where set-up asks for more than there is."""
    cell = f"{axes['scenario']}/{axes['difficulty']}"
    wanted: list[tuple[str, int, int, str]] = [
        ("setup_clones", rules.setup_clones, rules.n_tokens, "clone tokens"),
        ("supa_clones", rules.n_supa_clones, rules.n_supa_tokens, "supa clone tokens"),
        ("setup_artifacts", rules.setup_artifacts, rules.n_hq, "HQ artifacts"),
        ("cards", rules.machina_setup, rules.n_machina, "Ultramachina cards"),
        ("centrifuges", rules.n_centrifuges, N_ERAS - rules.active_missions, "eras without an active mission"),
        ("setup_rifts", rules.setup_rifts, rules.safe_rifts, "rifts that an era holds safely"),
    ]
    for name, number, most, what in wanted:
        if number > most:
            raise SelectionError(f"{name}: {number} at set-up of {cell}, but there are {most} {what}")
