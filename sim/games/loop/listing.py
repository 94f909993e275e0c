"""Rows for `sim list`: the content as plain tables."""

from __future__ import annotations

from typing import Any

from sim.content import unknown
from sim.game import SelectionError
from sim.games.loop.content import Content
from sim.games.loop.content.models import DIFFICULTIES
from sim.games.loop.terms import ERA_NAMES

WHATS = ("scenarios", "agents", "cards")


def listing(what: str, content: Content) -> list[dict[str, Any]]:
    """Return one row (column -> plain value) an entry; what is one of scenarios, agents, cards.

    `cards` lists all that is printed: starting artifacts, HQ artifacts, missions, Ultramachina cards, clone tokens.
    """
    if what == "scenarios":
        return scenarios(content)
    if what == "agents":
        return agents(content)
    if what == "cards":
        return artifacts(content) + missions(content) + machina(content) + tokens(content)
    raise SelectionError(unknown("listing", what, WHATS))


def scenarios(content: Content) -> list[dict[str, Any]]:
    """One row a scenario and difficulty."""
    return [
        {
            "scenario": id_,
            "title": scenario.title,
            "difficulty": difficulty,
            **scenario.level(difficulty).model_dump(),
            "ultramachina": scenario.ultramachina,
            "more": scenario.more,
            "centrifuges": scenario.centrifuges,
            "loop_extra": scenario.loop_extra,
            "status": scenario.status,
        }
        for id_, scenario in content.scenarios.items()
        for difficulty in DIFFICULTIES
    ]


def agents(content: Content) -> list[dict[str, Any]]:
    """One row an agent."""
    return [
        {
            "agent": id_,
            "title": agent.title,
            "start": agent.start,
            "era": ERA_NAMES[agent.start],
            "ability": agent.ability,
            "starting": [content.card_ids[card] for card in content.starting(number)],
            "status": agent.status,
        }
        for number, (id_, agent) in enumerate(zip(content.agent_ids, content.agents, strict=True))
    ]


def row(kind: str, id_: str, name: str, text: str, status: str, **more: Any) -> dict[str, Any]:
    """One row of the cards: the same columns for every kind, None where a kind has none."""
    columns = {"owner": None, "origin": None, "dimension": None, "slots": None}
    return {"kind": kind, "card": id_, "name": name, **(columns | more), "text": text, "status": status}


def artifacts(content: Content) -> list[dict[str, Any]]:
    """Starting artifacts and HQ artifacts."""
    return [
        row(
            "artifact" if card.owner is None else "starting",
            id_,
            card.name,
            ", ".join(card.effects),
            card.status,
            owner=card.owner,
            origin=card.origin,
            dimension=card.dimension,
        )
        for id_, card in zip(content.card_ids, content.cards, strict=True)
    ]


def missions(content: Content) -> list[dict[str, Any]]:
    """Missions: the text reads event, place, and what counts only once."""
    return [
        row(
            "mission",
            id_,
            mission.name,
            f"{mission.event}, {mission.place}"
            + ("" if mission.distinct == "none" else f", each {mission.distinct} once"),
            mission.status,
            slots=mission.slots,
        )
        for id_, mission in zip(content.mission_ids, content.missions, strict=True)
    ]


def machina(content: Content) -> list[dict[str, Any]]:
    """Ultramachina cards."""
    return [
        row("ultramachina", id_, card.name, ", ".join(card.effects), card.status, origin=card.origin, slots=card.slots)
        for id_, card in zip(content.machina_ids, content.machina, strict=True)
    ]


def tokens(content: Content) -> list[dict[str, Any]]:
    """Clone tokens, numbered as in a trace: ordinary ones, then supa clones."""
    pairs = [("clone", content.tokens.status, pair) for pair in content.tokens.pairs]
    pairs += [("supa_clone", content.supa_tokens.status, pair) for pair in content.supa_tokens.pairs]
    return [
        row(
            kind,
            f"token_{number}",
            f"{ERA_NAMES[paradox]}",
            f"arrival {arrival}, paradox {paradox}",
            status,
            origin=arrival,
        )
        for number, (kind, status, (arrival, paradox)) in enumerate(pairs)
    ]
