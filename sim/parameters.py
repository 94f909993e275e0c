"""A game's parameters as a flat list: path, default, allowed values, plausible values and meaning, off the model.

What a parameter may plausibly be, for `sim sensitivity`, its field's JSON Schema says as `range`: [low, high] for a
number, else a list of values, or a table of values by name. Where it does not, the type does: all words of a choice,
both truth values, a whole number one less and one more, another a fifth less and more. What is left has no range.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pydantic import BaseModel

Schema = Mapping[str, Any]
STEP: Final = 0.2  # of a number that is not whole, either way, where nothing else is said of it


@dataclass(frozen=True)
class Parameter:
    """One number or choice that a designer may change with `--set PATH=VALUE` or in a config's `[parameters]`."""

    path: str  # dotted, as in the rules
    default: Any  # a JSON value
    allowed: str  # a range or a list of words; "" where the type says it all
    assumption: bool  # the sources are silent or disagree
    meaning: str
    range: list[Any] | dict[str, Any] = field(default_factory=list)  # plausible values; [low, high] for a number


def described(model: type[BaseModel], axes: Mapping[str, Sequence[Any]] | None = None) -> list[Parameter]:
    """Return a model's parameters in its own order; tables of numbers one by one (`setup_clones.2`).

    A field whose schema has an `axis` may be any value of that axis, by `axes`, beside its default.
    """
    schema = model.model_json_schema()
    found = _walk(schema, model().model_dump(mode="json"), schema.get("$defs", {}), "", "", assumption=False)
    named = {name: entry.get("axis") for name, entry in schema.get("properties", {}).items()}
    return [with_values(parameter, (axes or {}).get(named.get(parameter.path) or "", ())) for parameter in found]


def with_values(parameter: Parameter, values: Sequence[Any]) -> Parameter:
    """Return a parameter that may be any of these values, if there are any, beside its default."""
    if not values:
        return parameter
    return replace(parameter, allowed=", ".join(map(str, dict.fromkeys([parameter.default, *values]))))


def meanings(model: type[BaseModel]) -> dict[str, str]:
    """Return what each parameter means, tables of numbers as one, by its name in a config."""
    schema = model.model_json_schema()
    models = schema.get("$defs", {})
    return {name: _resolved(entry, models).get("description", "") for name, entry in schema["properties"].items()}


def schema_at(model: type[BaseModel], path: str) -> Schema | None:
    """Return the JSON Schema of the value at a path (`setup_clones.2`, `spawn.0` in a list); None: there is none."""
    whole = model.model_json_schema()
    return within(whole, path, whole.get("$defs", {}))


def within(schema: Schema, path: str, models: Schema) -> Schema | None:
    """Return what a JSON Schema says of the value at a path; None: nothing."""
    for step in path.split("."):
        schema = _resolved(schema, models)
        rest = schema.get("additionalProperties")
        if step in schema.get("properties", {}):
            schema = schema["properties"][step]
        elif isinstance(rest, Mapping):
            schema = rest
        elif step.isdecimal() and schema.get("type") == "array":
            entries = schema.get("prefixItems", [])
            schema = entries[int(step)] if int(step) < len(entries) else schema.get("items", {})
        else:
            return None
    return _resolved(schema, models)


def _walk(
    schema: Schema, default: Any, models: Schema, path: str, meaning: str, *, assumption: bool
) -> Iterator[Parameter]:
    schema = _resolved(schema, models)
    meaning = schema.get("description", meaning) if path else ""
    assumption = schema.get("assumption", assumption)
    if isinstance(default, Mapping) and default:
        properties, rest = schema.get("properties", {}), schema.get("additionalProperties", {})
        for key, value in default.items():
            inner = properties.get(key, rest if isinstance(rest, Mapping) else {})
            yield from _walk(
                inner, value, models, f"{path}.{key}" if path else str(key), meaning, assumption=assumption
            )
    else:
        yield Parameter(path, default, allowed(schema), assumption, meaning, plausible(schema, default))


def _resolved(schema: Schema, models: Schema) -> Schema:
    """Follow a reference to a nested model; what stands beside the reference wins."""
    if "$ref" not in schema:
        return schema
    return {**models[schema["$ref"].rsplit("/", 1)[-1]], **{key: schema[key] for key in schema if key != "$ref"}}


def allowed(schema: Schema) -> str:
    """Return what a JSON Schema allows, in words: `0..30`, `own_era, any_era`, `3 x 0..1`."""
    if "enum" in schema:
        return ", ".join(str(value) for value in schema["enum"])
    if "const" in schema:
        return str(schema["const"])
    if "anyOf" in schema:
        return " or ".join(text for option in schema["anyOf"] if (text := allowed(option)))
    kind = schema.get("type")
    if kind == "boolean":
        return "true, false"
    if kind in ("integer", "number"):
        low, high = _bound(schema, "minimum", "exclusiveMinimum"), _bound(schema, "maximum", "exclusiveMaximum")
        return f"{low}..{high}" if low or high else "any number"
    if kind == "array":
        entries = [allowed(entry) for entry in schema.get("prefixItems", [])] or [allowed(schema.get("items", {}))]
        n = schema.get("minItems", "")
        return f"{n} x {entries[0]}" if n and n == schema.get("maxItems") else f"list of {entries[0]}"
    return {"null": "none", "string": "text"}.get(str(kind), "")


def plausible(schema: Schema, default: Any) -> list[Any] | dict[str, Any]:
    """Return which values a parameter may plausibly have: [low, high] for a number, else all of them; [] if unknown."""
    if "range" in schema:
        return schema["range"]  # type: ignore[no-any-return]
    if "enum" in schema or "const" in schema:
        return list(schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "boolean":
        return [False, True]
    if schema.get("type") not in ("integer", "number") or isinstance(default, bool):
        return []
    whole = schema["type"] == "integer"
    step = 1 if whole else STEP * abs(default)
    low = max(default - step, schema.get("minimum", schema.get("exclusiveMinimum", -math.inf) + whole))
    high = min(default + step, schema.get("maximum", schema.get("exclusiveMaximum", math.inf) - whole))
    return [low, high] if low < high else []


def _bound(schema: Schema, closed: str, open_: str) -> str:
    if closed in schema:
        return f"{schema[closed]:g}"
    return f"({schema[open_]:g})" if open_ in schema else ""
