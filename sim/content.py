"""What the contents of all games have in common: TOML tables with a user's laid over them, their schema, their faults.

A game says in a `Shape` which sections it has and which model each entry fits; what it makes of the entries is its own.
What a run was played with is stamped on it by a hash of the entries, so this module is in no hash of sources.
"""

from __future__ import annotations

import difflib
import functools
import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

LONGEST_SHOWN: Final = 60
LIKE: Final = 0.7  # how much a new id must resemble another to be taken for it
ID: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")

Key = tuple[str, str]  # section, id
Entries = Mapping[Key, BaseModel]
Kind = TypeVar("Kind", bound=BaseModel)
Problem = tuple[list[str | int], str]  # path within an entry, what is wrong and what is allowed


@dataclass(frozen=True, eq=False)
class Shape:
    """How a game's content is laid out: TOML files of `package`, in this order, hold tables `[section.id]`."""

    package: str
    title: str
    files: tuple[str, ...]
    sections: Mapping[str, type[BaseModel]]
    # Sections of which the rules know every id: their entries can be changed, not added or removed.
    bound: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # Parts of a section that can be replaced for themselves: name -> (section, the key that such an entry has).
    halves: Mapping[str, Key] = field(default_factory=dict)

    @property
    def replaceable(self) -> tuple[str, ...]:
        """What `replace` may name."""
        return (*(section for section in self.sections if section not in self.bound), *self.halves)


# -- words of faults -------------------------------------------------------------------------------------------------


def show(value: object) -> str:
    """Return a value as it would stand in a file, cut where it is long."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."


def nearest(word: object, known: Iterable[str], cutoff: float = 0.5) -> str:
    """Return a hint that names the known word nearest to `word`; empty if none is near."""
    close = difflib.get_close_matches(str(word), list(known), n=1, cutoff=cutoff)
    return f"; did you mean {close[0]}?" if close else ""


def unknown(what: str, value: object, allowed: Iterable[object]) -> str:
    """Return the message that a value is none of the allowed ones."""
    names = [str(name) for name in allowed]
    return f"unknown {what} {show(value)}; allowed: {', '.join(names)}{nearest(value, names)}"


def path_of(location: Iterable[str | int]) -> str:
    """Return `cards.first_fire.effects[1]` of ("cards", "first_fire", "effects", 1)."""
    path = ""
    for step in location:
        path += f"[{step}]" if isinstance(step, int) else f".{step}"
    return path.removeprefix(".")


# -- merging ---------------------------------------------------------------------------------------------------------


@dataclass
class Merged:
    """Entries as they stand in the files, in order, with where each comes from, and the faults found so far."""

    shape: Shape
    source: str = ""
    entries: dict[Key, dict[str, Any]] = field(default_factory=dict)
    files: dict[Key, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def fault(self, key: str, problem: str, file: str | None = None) -> None:
        """Note a fault of a file (the user's if none is named)."""
        self.faults.append(f"{self.source if file is None else file}: {key}: {problem}")

    def ids(self, section: str) -> list[str]:
        """Return the ids of a section, in order."""
        return [id_ for part, id_ in self.entries if part == section]


@functools.cache
def built_in(shape: Shape) -> Mapping[Key, tuple[str, Mapping[str, Any]]]:
    """Return the package's own entries: (section, id) -> (file, table)."""
    found: dict[Key, tuple[str, Mapping[str, Any]]] = {}
    for name in shape.files:
        text = resources.files(shape.package).joinpath(f"{name}.toml").read_text(encoding="utf-8")
        for section, tables in tomllib.loads(text).items():
            for id_, table in tables.items():
                found[section, id_] = (f"content/{name}.toml", table)
    return found


def merge(shape: Shape, overrides: Mapping[str, Any], source: str) -> Merged:
    """Lay a user's tables over the package's own. Faults in their form are noted, and those parts left out.

    An entry of the user's changes the fields that it names, or is new; `remove = true` takes an entry out; a top-level
    `replace` lists sections (or halves) whose built-in entries are dropped.
    """
    merged = Merged(shape, source)
    dropped = read_replace(merged, overrides.get("replace", []))
    for key, (file, table) in built_in(shape).items():
        if not is_dropped(shape, key[0], table, dropped):
            merged.entries[key] = dict(table)
            merged.files[key] = file
    for section, tables in overrides.items():
        if section == "replace":
            continue
        if section not in shape.sections:
            merged.fault(str(section), unknown("section", section, ("replace", *shape.sections)))
        elif not isinstance(tables, Mapping):
            merged.fault(section, f"must be a table of entries, not {show(tables)}")
        else:
            for id_, table in tables.items():
                lay_over(merged, (section, str(id_)), table)
    return merged


def read_replace(merged: Merged, value: Any) -> set[str]:
    """Return the sections and halves whose built-in entries are dropped."""
    allowed = merged.shape.replaceable
    if not isinstance(value, list):
        merged.fault("replace", f"must be a list of {', '.join(allowed)}, not {show(value)}")
        return set()
    for position, word in enumerate(value):
        if word not in allowed:
            problem = f"must be one of {', '.join(allowed)}, not {show(word)}{nearest(word, allowed)}"
            merged.fault(f"replace[{position}]", problem)
    return {word for word in value if isinstance(word, str) and word in allowed}


def is_dropped(shape: Shape, section: str, table: Mapping[str, Any], dropped: set[str]) -> bool:
    """Whether a built-in entry is in a section or half that is replaced."""
    halves = [shape.halves[name] for name in dropped if name in shape.halves]
    return section in dropped or any(section == part and key in table for part, key in halves)


def lay_over(merged: Merged, key: Key, table: Any) -> None:
    """Add, change or remove one entry."""
    section, id_ = key
    name = f"{section}.{id_}"
    if not isinstance(table, Mapping):
        merged.fault(name, f"must be a table, not {show(table)}")
        return
    bound = merged.shape.bound.get(section)
    if bound is not None and id_ not in bound:
        merged.fault(name, f"the rules know none of this name; allowed: {', '.join(bound)}{nearest(id_, bound)}")
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
    """Return a table with changes laid over it; a table within it (a scenario's difficulty) likewise."""
    new = dict(old)
    for key, value in changes.items():
        within = new.get(key)
        new[key] = deep(within, value) if isinstance(within, Mapping) and isinstance(value, Mapping) else value
    return new


# -- checking --------------------------------------------------------------------------------------------------------


def check_entries(
    merged: Merged, problems: Callable[[ValidationError, type[BaseModel]], Iterable[Problem]]
) -> dict[Key, BaseModel]:
    """Return the entries that fit their model; note the faults of the others, put into words by `problems`.

    One that has the fields of a change alone, and no name of an entry that could be changed, may be misspelt.
    """
    good: dict[Key, BaseModel] = {}
    for (section, id_), table in merged.entries.items():
        model = merged.shape.sections[section]
        try:
            good[section, id_] = model.model_validate(table)
        except ValidationError as error:
            if any(found["type"] == "missing" and len(found["loc"]) == 1 for found in error.errors()):
                check_spelling(merged, section, id_)
            for path, problem in problems(error, model):
                merged.fault(path_of((section, id_, *path)), problem, merged.files[section, id_])
    return good


def check_spelling(merged: Merged, section: str, id_: str) -> None:
    """Note which entry of the package a new one was perhaps meant to change."""
    own = [known for part, known in built_in(merged.shape) if part == section and (part, known) in merged.entries]
    if id_ not in own and (hint := nearest(id_, own, LIKE)):
        merged.fault(f"{section}.{id_}", f"is none of the package's own, so it is new and must say all of itself{hint}")


def check_names(merged: Merged, entries: Entries) -> None:
    """Two entries of a section may not have the same name or title."""
    seen: dict[Key, str] = {}
    for (section, id_), entry in entries.items():
        for word in ("name", "title"):
            name = getattr(entry, word, None)
            if name is not None:
                first = seen.setdefault((section, name.casefold()), id_)
                if first != id_:
                    problem = f"{show(name)} is the {word} of {section}.{first} too"
                    merged.fault(f"{section}.{id_}.{word}", problem, merged.files[section, id_])


# -- what is checked -------------------------------------------------------------------------------------------------


def section(entries: Entries, name: str, kind: type[Kind]) -> dict[str, Kind]:
    """Return the entries of a section by id."""
    return {id_: entry for (part, id_), entry in entries.items() if part == name and isinstance(entry, kind)}


def digest(entries: Entries) -> str:
    """Return 64 bits of a hash of all entries in order, as hex digits."""
    plain = [[*key, entry.model_dump(mode="json")] for key, entry in entries.items()]
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:16]


# -- schema ----------------------------------------------------------------------------------------------------------


def schema(shape: Shape) -> dict[str, Any]:
    """Return the JSON Schema of a content file, for editors that check and complete as one types.

    No key of an entry is required: an entry that exists already is changed field by field.
    """
    definitions: dict[str, Any] = {}
    sections: dict[str, Any] = {}
    for name, model in shape.sections.items():
        entry = model.model_json_schema(ref_template="#/$defs/{model}")
        definitions |= {key: optional(table) for key, table in entry.pop("$defs", {}).items()}
        if name not in shape.bound:
            entry["properties"]["remove"] = {"type": "boolean", "description": "take this entry out of the game"}
        definitions[model.__name__] = optional(entry)
        names = {"enum": list(shape.bound[name])} if name in shape.bound else {"pattern": f"^{ID.pattern}$"}
        entries = {"$ref": f"#/$defs/{model.__name__}"}
        sections[name] = {"type": "object", "propertyNames": names, "additionalProperties": entries}
    replace = {
        "type": "array",
        "items": {"enum": list(shape.replaceable)},
        "uniqueItems": True,
        "description": "sections whose built-in entries are dropped",
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Content of {shape.title}",
        "type": "object",
        "properties": {"replace": replace, **sections},
        "additionalProperties": False,
        "$defs": definitions,
    }


def optional(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table's schema with no key required."""
    return {key: value for key, value in table.items() if key != "required"}
