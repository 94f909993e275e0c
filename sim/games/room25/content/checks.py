"""Faults of content: of single entries (by their model) and of entries together."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from sim.content import Entries, Merged, Problem, check_names, nearest, show
from sim.games.room25.content.models import ROOMS_AROUND, Composition, MacCard, Room
from sim.games.room25.terms import (
    COLOURS,
    FIRST_GREEN,
    FIRST_RED,
    FIRST_YELLOW,
    MAX_MAC,
    MAX_ROBOTS,
    N_ROOMS,
    ROOMS,
)

EXIT_ZONE = 12
SET_ASIDE = ("room_25", "vision", "key", "moving", "robot")  # R-SET-1, both rule sets taken together
NEVER_MORE = {"central": 1, "room_25": 1, "key": 1, "robot": MAX_ROBOTS}
MOST_COMPOSITIONS = 64


def colour_of(room: str) -> str:
    """Return the colour that the rules give a room."""
    number = ROOMS.index(room)
    return COLOURS[(number >= FIRST_GREEN) + (number >= FIRST_YELLOW) + (number >= FIRST_RED)]


# -- Single entries -------------------------------------------------------------------------------------------------


def problems_of(error: ValidationError, model: type[BaseModel]) -> list[Problem]:
    """Return (path, problem with what is allowed) of each fault; what is allowed is read off the JSON Schema."""
    schema = json_schema(model)
    found: list[Problem] = []
    for details in error.errors(include_url=False):
        path = [step for step in details["loc"] if step != "[key]"]
        fault = (path, problem_of(details, schema, path))
        if fault not in found:
            found.append(fault)
    return found


@functools.cache
def json_schema(model: type[BaseModel]) -> dict[str, Any]:
    """Return a model's JSON Schema; it is built once, however many entries are at fault."""
    return model.model_json_schema()


def problem_of(details: ErrorDetails, schema: dict[str, Any], path: list[str | int]) -> str:
    """Return what is wrong and what is allowed, in one line."""
    if details["type"] == "extra_forbidden" or details["loc"][-1] == "[key]":
        keys = keys_of(within(schema, path[:-1]))
        return f"unknown key; allowed: {', '.join(keys)}{nearest(path[-1], keys)}"
    allowed = allowed_by(within(schema, path))
    if details["type"] == "missing":
        return f"is missing; must be {allowed}"
    value = details["input"]
    words = within(schema, path).get("enum", ())
    return f"must be {allowed}, not {show(value)}{nearest(value, words) if isinstance(value, str) else ''}"


def within(schema: dict[str, Any], path: Iterable[str | int]) -> dict[str, Any]:
    """Return the schema of what lies at a path; null as an alternative is left out."""
    models = schema.get("$defs", {})
    here = schema
    for step in path:
        if isinstance(step, int):
            here = here["items"]
        else:
            here = here.get("properties", {}).get(step) or here["additionalProperties"]
        here = next((one for one in here.get("anyOf", ()) if one.get("type") != "null"), here)
        here = models[here["$ref"].rsplit("/", 1)[-1]] if "$ref" in here else here
    return here


def keys_of(schema: dict[str, Any]) -> list[str]:
    """Return the keys of a table."""
    return list(schema.get("properties") or schema["propertyNames"]["enum"])


def allowed_by(schema: dict[str, Any]) -> str:
    """Return what a schema allows, in words."""
    if "enum" in schema:
        return f"one of {', '.join(schema['enum'])}"
    kind = schema["type"]
    if kind == "integer":
        return f"a whole number from {schema['minimum']} to {schema['maximum']}"
    if kind == "string":
        return f"one line of text of {schema['minLength']} to {schema['maxLength']} characters"
    if kind == "array":
        return f"a list of {schema['minItems']} to {schema['maxItems']}, each {allowed_by(schema['items'])}"
    return "true or false" if kind == "boolean" else f"a table with keys out of {', '.join(keys_of(schema))}"


# -- Entries together -----------------------------------------------------------------------------------------------


def check_together(merged: Merged, entries: Entries) -> None:
    """Note the faults that no single entry shows."""
    supply = {id_: entry.supply for (_, id_), entry in entries.items() if isinstance(entry, Room)}
    for (section, id_), entry in entries.items():
        for field, problem in own_faults(id_, entry, supply):
            merged.fault(f"{section}.{id_}{field}", problem, merged.files[section, id_])
    check_names(merged, entries)
    check_numbers(merged, entries)


def own_faults(id_: str, entry: BaseModel, supply: Mapping[str, int]) -> list[tuple[str, str]]:
    """Return (field, problem) where the fields of one entry do not fit together."""
    if isinstance(entry, Room):
        return room_faults(id_, entry)
    if isinstance(entry, MacCard):
        return card_faults(entry)
    if isinstance(entry, Composition) and len(supply) == N_ROOMS:
        return composition_faults(entry, supply)
    return []


def room_faults(id_: str, room: Room) -> list[tuple[str, str]]:
    """A room's colour is the rules', and of some the rules allow only so many."""
    faults = []
    if room.colour != colour_of(id_):
        faults.append((".colour", f"must be {colour_of(id_)}, the colour in the rules, not {room.colour}"))
    if room.supply > NEVER_MORE.get(id_, room.supply):
        faults.append((".supply", f"must be at most {NEVER_MORE[id_]}, not {room.supply}"))
    return faults


def card_faults(card: MacCard) -> list[tuple[str, str]]:
    """R-MAC-1: a card is either a slide or a penalty."""
    slide = card.line is not None or card.direction is not None
    if slide == (card.characters is not None):
        return [("", "must have either line and direction (a slide) or characters (a penalty)")]
    if not slide:
        marks = [name for name in ("twice", "again") if getattr(card, name)]
        faults = [(f".{name}", "is a mark of slides; leave it out of a penalty") for name in marks]
        if len(set(card.characters or ())) < len(card.characters or ()):
            faults.append((".characters", "must be different characters"))
        return faults
    if card.line is None or card.direction is None:
        return [("", f"a slide needs {'line' if card.line is None else 'direction'} too")]
    directions = ("left", "right") if card.line.startswith("row") else ("up", "down")
    if card.direction not in directions:
        return [(".direction", f"must be {' or '.join(directions)} for {card.line}, not {card.direction}")]
    return []


def composition_faults(composition: Composition, supply: Mapping[str, int]) -> list[tuple[str, str]]:
    """R-SET-1, R-SET-2: 24 rooms with one Room 25, out of the supply, and enough of them for the inner cross."""
    faults = []
    if composition.size != ROOMS_AROUND:
        faults.append(("", f"must be {ROOMS_AROUND} rooms, fixed and random together, not {composition.size}"))
    if composition.count("room_25") != 1:
        faults.append((".fixed.room_25", f"must be 1, not {composition.count('room_25')}"))
    for room, number in composition.fixed.items():
        if room != "room_25" and number > supply[room]:
            faults.append((f".fixed.{room}", f"must be at most {supply[room]}, the supply, not {number}"))
    for colour in COLOURS[1:]:
        left = sum(rest(composition, supply, room) for room in supply if colour_of(room) == colour and room != "mac")
        if composition.drawn(colour) > left:
            problem = f"must be at most {left}, what the fixed rooms leave of the supply (M.A.C. apart)"
            faults.append((f".random.{colour}", f"{problem}, not {composition.drawn(colour)}"))
    aside = most_aside(composition, supply)
    if composition.size == ROOMS_AROUND and aside > EXIT_ZONE:
        problem = f"must be at most {EXIT_ZONE} of {', '.join(SET_ASIDE)}, which lie in the exit zone"
        faults.append((".fixed", f"{problem}; there may be {aside}"))
    return faults


def most_aside(composition: Composition, supply: Mapping[str, int]) -> int:
    """R-SET-1: how many rooms may have to lie in the exit zone."""
    drawn = sum(rest(composition, supply, room) for room in SET_ASIDE if colour_of(room) == "green")
    return sum(map(composition.count, SET_ASIDE)) + min(composition.drawn("green"), drawn)


def rest(composition: Composition, supply: Mapping[str, int], room: str) -> int:
    """Return how many copies of a room the fixed ones leave."""
    return max(0, supply[room] - composition.count(room))


def check_numbers(merged: Merged, entries: Entries) -> None:
    """There are compositions and M.A.C. cards, not too many, and a deck comes to an end of drawing another."""
    for section, most in (("compositions", MOST_COMPOSITIONS), ("mac", MAX_MAC)):
        number = len(merged.ids(section))
        if not 1 <= number <= most:
            merged.fault(section, f"must be 1 to {most} entries, not {number}")
    cards = [entry for entry in entries.values() if isinstance(entry, MacCard)]
    if len(cards) == len(merged.ids("mac")) > 0 and all(card.again or card.frenzy_only for card in cards):
        merged.fault("mac", "must have a card with neither again nor frenzy_only, or drawing another would never end")
