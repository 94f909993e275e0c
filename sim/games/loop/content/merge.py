"""The package's own content, and a user's tables laid over it: field by field, entry by entry, section by section."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

from sim.games.loop.content.fields import nearest, show
from sim.games.loop.content.models import Agent, Card, Entry, Machina, Mission, Scenario, Tokens

FILES = ("agents", "starting", "hq", "missions", "ultramachina", "tokens", "scenarios")
SECTIONS: dict[str, type[Entry]] = {
    "agents": Agent,
    "cards": Card,
    "missions": Mission,
    "ultramachina": Machina,
    "tokens": Tokens,
    "scenarios": Scenario,
}
HALVES = {"starting": "owner", "hq": "origin"}  # of the cards: the key that such a card has
REPLACEABLE = (*SECTIONS, *HALVES)
ID = re.compile(r"[a-z][a-z0-9_]{0,39}")

Key = tuple[str, str]  # section, id


@dataclass
class Merged:
    """Entries as they stand in the files, in order, with where each comes from, and the faults found so far."""

    entries: dict[Key, dict[str, Any]] = field(default_factory=dict)
    files: dict[Key, str] = field(default_factory=dict)
    source: str = ""
    faults: list[str] = field(default_factory=list)

    def fault(self, key: str, problem: str, file: str | None = None) -> None:
        """Note a fault of a file (the user's if none is named)."""
        self.faults.append(f"{self.source if file is None else file}: {key}: {problem}")

    def ids(self, section: str) -> list[str]:
        """Return the ids of a section, in order."""
        return [id_ for part, id_ in self.entries if part == section]


@functools.cache
def built_in() -> Mapping[Key, tuple[str, Mapping[str, Any]]]:
    """Return the package's own entries: (section, id) -> (file, table)."""
    found: dict[Key, tuple[str, Mapping[str, Any]]] = {}
    for name in FILES:
        text = resources.files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
        for section, tables in tomllib.loads(text).items():
            for id_, table in tables.items():
                found[section, id_] = (f"content/{name}.toml", table)
    return found


def merge(overrides: Mapping[str, Any], source: str) -> Merged:
    """Lay a user's tables over the package's own. Faults in their shape are noted, and those parts left out."""
    merged = Merged(source=source)
    dropped = read_replace(merged, overrides.get("replace", []))
    for key, (file, table) in built_in().items():
        if key[0] not in dropped and not any(key[0] == "cards" and HALVES.get(half) in table for half in dropped):
            merged.entries[key] = dict(table)
            merged.files[key] = file
    for section, tables in overrides.items():
        if section == "replace":
            continue
        if section not in SECTIONS:
            allowed = ("replace", *SECTIONS)
            merged.fault(section, f"unknown section; allowed: {', '.join(allowed)}{nearest(section, allowed)}")
        elif not isinstance(tables, Mapping):
            merged.fault(section, f"must be a table of entries, not {show(tables)}")
        else:
            for id_, table in tables.items():
                lay_over(merged, (section, id_), table)
    drop_orphans(merged)
    return merged


def read_replace(merged: Merged, value: Any) -> set[str]:
    """Return the sections whose built-in entries are dropped."""
    if not isinstance(value, list):
        merged.fault("replace", f"must be a list of {', '.join(REPLACEABLE)}, not {show(value)}")
        return set()
    for position, word in enumerate(value):
        if word not in REPLACEABLE:
            problem = f"must be one of {', '.join(REPLACEABLE)}, not {show(word)}{nearest(word, REPLACEABLE)}"
            merged.fault(f"replace[{position}]", problem)
    return {word for word in value if isinstance(word, str)}


def lay_over(merged: Merged, key: Key, table: Any) -> None:
    """Add, change or remove one entry."""
    section, id_ = key
    name = f"{section}.{id_}"
    if not isinstance(table, Mapping):
        merged.fault(name, f"must be a table, not {show(table)}")
        return
    if not ID.fullmatch(id_):
        merged.fault(name, "an id is up to 40 small letters, digits and _, and begins with a letter")
        return
    remove = table.get("remove", False)
    if not isinstance(remove, bool):
        merged.fault(f"{name}.remove", f"must be true or false, not {show(remove)}")
    elif remove and key not in merged.entries:
        merged.fault(f"{name}.remove", f"there is no such entry to remove{nearest(id_, merged.ids(section))}")
    elif remove:
        del merged.entries[key]
    else:
        merged.files[key] = merged.source
        changes = {word: value for word, value in table.items() if word != "remove"}
        merged.entries[key] = deep(merged.entries.get(key, {}), changes)


def deep(old: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table with changes laid over it; a table within it (a scenario's difficulty) likewise."""
    new = dict(old)
    for key, value in changes.items():
        within = new.get(key)
        new[key] = deep(within, value) if isinstance(within, Mapping) and isinstance(value, Mapping) else value
    return new


def drop_orphans(merged: Merged) -> None:
    """Take out the built-in starting artifacts of an agent who is out of the game."""
    agents = set(merged.ids("agents"))
    for key in list(merged.entries):
        owner = merged.entries[key].get("owner")
        if key[0] == "cards" and merged.files[key] != merged.source and owner is not None and owner not in agents:
            del merged.entries[key]
