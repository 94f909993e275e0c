"""JSON Schema of a content file, for editors that check and complete as one types."""

from __future__ import annotations

from typing import Any

from sim.games.room25.content.merge import BOUND, ID, REPLACEABLE, SECTIONS


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a content file.

    No key of an entry is required: an entry that exists already is changed field by field.
    """
    definitions: dict[str, Any] = {}
    sections: dict[str, Any] = {}
    for section, model in SECTIONS.items():
        entry = model.model_json_schema(ref_template="#/$defs/{model}")
        definitions |= {name: optional(table) for name, table in entry.pop("$defs", {}).items()}
        if section not in BOUND:
            entry["properties"]["remove"] = {"type": "boolean", "description": "take this entry out of the game"}
        definitions[model.__name__] = optional(entry)
        names = {"enum": list(BOUND[section])} if section in BOUND else {"pattern": f"^{ID.pattern}$"}
        sections[section] = {
            "type": "object",
            "propertyNames": names,
            "additionalProperties": {"$ref": f"#/$defs/{model.__name__}"},
        }
    replace = {
        "type": "array",
        "items": {"enum": list(REPLACEABLE)},
        "uniqueItems": True,
        "description": "sections whose built-in entries are dropped",
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Content of Room 25",
        "type": "object",
        "properties": {"replace": replace, **sections},
        "additionalProperties": False,
        "$defs": definitions,
    }


def optional(table: dict[str, Any]) -> dict[str, Any]:
    """Return a table's schema with no key required."""
    return {key: value for key, value in table.items() if key != "required"}
