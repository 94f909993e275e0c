"""The package's own content, and a user's tables laid over it: field by field, entry by entry, section by section."""

from __future__ import annotations

import difflib
import functools
import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

from sim.games.room25.content.models import Character, Composition, Entry, MacCard, Room
from sim.games.room25.terms import CHARACTERS, ROOMS

SECTIONS: dict[str, type[Entry]] = {
    "rooms": Room,
    "characters": Character,
    "compositions": Composition,
    "mac": MacCard,
}
BOUND: dict[str, tuple[str, ...]] = {"rooms": ROOMS, "characters": CHARACTERS}  # what the rules know by name
REPLACEABLE = tuple(section for section in SECTIONS if section not in BOUND)
ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
LONGEST_SHOWN = 60

Key = tuple[str, str]  # section, id


def show(value: object) -> str:
    """Return a value as it would stand in a file, cut where it is long."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."


def nearest(word: object, known: Iterable[str]) -> str:
    """Return a hint that names the known word nearest to `word`; empty if none is near."""
    close = difflib.get_close_matches(str(word), list(known), n=1, cutoff=0.5)
    return f"; did you mean {close[0]}?" if close else ""


def unknown(what: str, value: object, allowed: Iterable[object]) -> str:
    """Return the message that a value is none of the allowed ones."""
    names = [str(name) for name in allowed]
    return f"unknown {what} {show(value)}; allowed: {', '.join(names)}{nearest(value, names)}"


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
    for section in SECTIONS:
        text = resources.files(__package__).joinpath(f"{section}.toml").read_text(encoding="utf-8")
        for id_, table in tomllib.loads(text)[section].items():
            found[section, id_] = (f"content/{section}.toml", table)
    return found


def merge(overrides: Mapping[str, Any], source: str) -> Merged:
    """Lay a user's tables over the package's own. Faults in their shape are noted, and those parts left out."""
    merged = Merged(source=source)
    dropped = read_replace(merged, overrides.get("replace", []))
    for key, (file, table) in built_in().items():
        if key[0] not in dropped:
            merged.entries[key] = dict(table)
            merged.files[key] = file
    for section, tables in overrides.items():
        if section == "replace":
            continue
        if section not in SECTIONS:
            merged.fault(str(section), unknown("section", section, ("replace", *SECTIONS)))
        elif not isinstance(tables, Mapping):
            merged.fault(section, f"must be a table of entries, not {show(tables)}")
        else:
            for id_, table in tables.items():
                lay_over(merged, (section, str(id_)), table)
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
    return {word for word in value if isinstance(word, str) and word in REPLACEABLE}


def lay_over(merged: Merged, key: Key, table: Any) -> None:
    """Add, change or remove one entry."""
    section, id_ = key
    name = f"{section}.{id_}"
    bound = BOUND.get(section)
    if bound is not None and id_ not in bound:
        merged.fault(name, f"the rules know none of this name; allowed: {', '.join(bound)}{nearest(id_, bound)}")
        return
    if not isinstance(table, Mapping):
        merged.fault(name, f"must be a table, not {show(table)}")
        return
    if not ID.fullmatch(id_):
        merged.fault(name, "an id is up to 40 small letters, digits and _, and begins with a letter")
        return
    remove = table.get("remove", False)
    if not isinstance(remove, bool):
        merged.fault(f"{name}.remove", f"must be true or false, not {show(remove)}")
    elif remove and bound is not None:
        merged.fault(f"{name}.remove", f"the rules need all {len(bound)} of [{section}]; leave this key out")
    elif remove and key not in merged.entries:
        merged.fault(f"{name}.remove", f"there is no such entry to remove{nearest(id_, merged.ids(section))}")
    elif remove:
        del merged.entries[key]
    else:
        merged.files[key] = merged.source
        changes = {word: value for word, value in table.items() if word != "remove"}
        merged.entries[key] = deep(merged.entries.get(key, {}), changes)


def deep(old: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table with changes laid over it; a table within it (a composition's rooms) likewise."""
    new = dict(old)
    for key, value in changes.items():
        within = new.get(key)
        new[key] = deep(within, value) if isinstance(within, Mapping) and isinstance(value, Mapping) else value
    return new
