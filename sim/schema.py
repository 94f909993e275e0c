"""JSON Schemas of configs and content, so that an editor completes keys and marks faults while they are typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sim.game import Game, Policy

KINDS: Final = ("config", "content")
DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def schema_of(game: Game, kind: str) -> dict[str, Any]:
    """Return the JSON Schema of a game's configs or of its content files."""
    schema = config_schema(game) if kind == "config" else game.content_schema()
    title = {"title": f"{kind.capitalize()} of {game.title}"}
    return {"$schema": DIALECT, **schema, **title}


def config_schema(game: Game) -> dict[str, Any]:
    """Return what `sim.config` checks for this game: its name, policies, axes and parameters are spelt out."""
    from sim.config import Experiment
    from sim.grid import MOST_PLAYOUTS

    schema = Experiment.model_json_schema()
    parameters, content = game.parameters_model().model_json_schema(), game.content_schema()
    models = {**schema.pop("$defs", {}), **parameters.pop("$defs", {}), **content.pop("$defs", {})}
    one = "|".join(map(pattern_of, game.policies.values()))
    policy = {"anyOf": [{"enum": list(game.policies)}, {"type": "string", "pattern": rf"^({one})(\+\w+=({one}))*$"}]}
    axes = {
        "type": "object",
        "additionalProperties": False,
        "properties": {axis: one_or_many(values) for axis, values in game.axis_values().items()},
    }
    number = {"type": "integer", "minimum": 1, "maximum": MOST_PLAYOUTS}
    own: dict[str, Any] = {
        "game": {"const": game.name},
        "policy": {"anyOf": [policy, {"type": "array", "items": policy, "uniqueItems": True}]},
        "content": {"anyOf": [{"type": "string"}, content]},
        "weights": {
            "type": "object",
            "additionalProperties": False,
            "properties": {name: {"type": ["string", "object"]} for name in game.weights()},
        },
        "playouts": {"anyOf": [number, {"type": "object", "propertyNames": policy, "additionalProperties": number}]},
        "cells": axes,
        "only": {"type": "object", "propertyNames": policy, "additionalProperties": axes},
        "parameters": optional(parameters),
        "sweep": {"type": "object"},
    }
    properties = schema["properties"]
    for key, value in own.items():
        kept = {name: properties[key][name] for name in ("description", "title", "default") if name in properties[key]}
        properties[key] = {**value, **kept}
    return {**schema, "$defs": {name: optional(model) for name, model in models.items()}}


def pattern_of(policy: Policy) -> str:
    """Return the regular expression of a policy with or without its arguments."""
    if not policy.arguments:
        return policy.name
    argument = rf"({'|'.join(argument.name for argument in policy.arguments)})=-?\d+"
    return rf"{policy.name}(\({argument}(, *{argument})*\))?"


def one_or_many(values: Any) -> dict[str, Any]:
    """Return the schema of an axis: a value, a list of values, or a list of lists (teams in an order)."""
    one = {"enum": list(values)}
    many = {"type": "array", "minItems": 1, "items": one}
    return {"anyOf": [one, many, {"type": "array", "minItems": 1, "items": many}]}


def optional(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return a schema of which every key may be left out: a config states only what differs."""
    return {key: value for key, value in schema.items() if key != "required"}
