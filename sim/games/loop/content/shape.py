"""Which sections the content of The LOOP has, what an entry of each is, and how a user's tables are laid over them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.content import Merged, Shape, merge, schema
from sim.games.loop.content.models import Agent, Card, Machina, Mission, Scenario, Tokens

TOKEN_SETS = ("ordinary", "supa")
SHAPE = Shape(
    package=__package__,
    title="The LOOP",
    files=("agents", "starting", "hq", "missions", "ultramachina", "tokens", "scenarios"),
    sections={
        "agents": Agent,
        "cards": Card,
        "missions": Mission,
        "ultramachina": Machina,
        "tokens": Tokens,
        "scenarios": Scenario,
    },
    halves={"starting": ("cards", "owner"), "hq": ("cards", "origin")},
)


def content_schema() -> dict[str, Any]:
    """Return the JSON Schema of a content file. There are two sets of tokens, whatever they hold."""
    found = schema(SHAPE)
    found["properties"]["tokens"]["propertyNames"] = {"enum": list(TOKEN_SETS)}
    return found


def merged_with(overrides: Mapping[str, Any], source: str) -> Merged:
    """Lay a user's tables over the package's own, and take out what is left without an owner."""
    merged = merge(SHAPE, overrides, source)
    drop_orphans(merged)
    return merged


def drop_orphans(merged: Merged) -> None:
    """Take out the built-in starting artifacts of an agent who is out of the game."""
    agents = set(merged.ids("agents"))
    for key in list(merged.entries):
        owner = merged.entries[key].get("owner")
        if key[0] == "cards" and merged.files[key] != merged.source and owner is not None and owner not in agents:
            del merged.entries[key]
