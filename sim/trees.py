"""Nested tables as configs hold them, addressed by key paths."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any


def merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Return `base` with the entries of `over`, tables merged key by key."""
    merged = dict(base)
    for key, value in over.items():
        below = merged.get(key)
        merged[key] = merge(below, value) if isinstance(below, Mapping) and isinstance(value, Mapping) else value
    return merged


def replaced(tree: Mapping[str, Any], steps: Sequence[str], value: Any) -> dict[str, Any]:
    """Return a copy of nested tables with one value set."""
    first, *rest = steps
    below = tree.get(first)
    return {**tree, first: replaced(below if isinstance(below, Mapping) else {}, rest, value) if rest else value}


def without(tree: Mapping[str, Any], steps: Sequence[str]) -> dict[str, Any]:
    """Return a copy of nested tables without one value; where the steps leave the tables, all there is left out."""
    first, *rest = steps
    below = tree.get(first)
    if rest and isinstance(below, Mapping):
        return {**tree, first: without(below, rest)}
    return {key: value for key, value in tree.items() if key != first}


def flatten(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield (path, value) of every value in nested tables; an empty table counts as a value."""
    for key, value in tree.items():
        path = f"{prefix}.{key}" if prefix else str(key)
        if isinstance(value, Mapping) and value:
            yield from flatten(value, path)
        else:
            yield path, value
