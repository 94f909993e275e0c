"""Content of The LOOP as data: read from the package's TOML files, a user's own laid over it, checked, frozen."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sim.content import Entries, check_entries, digest, section
from sim.game import ContentError
from sim.games.loop.content.checks import check_together, problems_of
from sim.games.loop.content.models import Agent, Card, Machina, Mission, Scenario, Tokens
from sim.games.loop.content.shape import content_schema, merged_with

__all__ = ["Content", "content_schema", "load"]


@dataclass(frozen=True)
class Content:
    """Everything that is printed on cards, tiles and tokens. A position in a tuple is the number used in records.

    Cards: starting artifacts by agent, then HQ artifacts by origin era, each in the order of the file.
    """

    agent_ids: tuple[str, ...]
    agents: tuple[Agent, ...]
    card_ids: tuple[str, ...]
    cards: tuple[Card, ...]
    mission_ids: tuple[str, ...]
    missions: tuple[Mission, ...]
    machina_ids: tuple[str, ...]
    machina: tuple[Machina, ...]
    scenario_ids: tuple[str, ...]
    scenarios: Mapping[str, Scenario]
    tokens: Tokens
    supa_tokens: Tokens
    digest: str  # 16 hex digits: the same for the same content

    def starting(self, agent: int) -> list[int]:
        """Return the numbers of an agent's starting artifacts."""
        return [number for number, card in enumerate(self.cards) if card.owner == self.agent_ids[agent]]

    def hq(self) -> list[int]:
        """Return the numbers of the artifacts of the HQ deck."""
        return [number for number, card in enumerate(self.cards) if card.owner is None]


def load(overrides: Mapping[str, Any] | None = None, source: str = "") -> Content:
    """Return the package's content with a user's tables laid over it.

    An entry of the user's changes the fields that it names, or is new; `remove = true` takes an entry out; a
    top-level `replace` lists sections (`cards`, or of them `starting` or `hq`, ...) whose built-in entries are dropped.
    Raises ContentError with every fault as `source: key: problem`.
    """
    return assemble(overrides, source or "content") if overrides else built_in_content()


@functools.cache
def built_in_content() -> Content:
    """Return the package's own content."""
    return assemble({}, "content")


def assemble(overrides: Mapping[str, Any], source: str) -> Content:
    """Merge, check and order."""
    merged = merged_with(overrides, source)
    entries = check_entries(merged, problems_of)
    check_together(merged, entries)
    if merged.faults:
        raise ContentError(merged.faults)
    return arrange(entries)


def arrange(entries: Entries) -> Content:
    """Give every entry its number."""
    agents = section(entries, "agents", Agent)
    order = list(agents)
    cards = sorted(section(entries, "cards", Card).items(), key=lambda item: card_order(item[1], order))
    missions = section(entries, "missions", Mission)
    machina = section(entries, "ultramachina", Machina)
    scenarios = section(entries, "scenarios", Scenario)
    tokens = section(entries, "tokens", Tokens)
    return Content(
        agent_ids=tuple(agents),
        agents=tuple(agents.values()),
        card_ids=tuple(id_ for id_, _ in cards),
        cards=tuple(card for _, card in cards),
        mission_ids=tuple(missions),
        missions=tuple(missions.values()),
        machina_ids=tuple(machina),
        machina=tuple(machina.values()),
        scenario_ids=tuple(scenarios),
        scenarios=scenarios,
        tokens=tokens["ordinary"],
        supa_tokens=tokens["supa"],
        digest=digest(entries),
    )


def card_order(card: Card, agents: list[str]) -> int:
    """Starting artifacts by agent, then HQ artifacts by era."""
    return agents.index(card.owner) if card.owner is not None else len(agents) + (card.origin or 0)
