"""The weights that players go by, where a user changes them: checked against the game's own, and written out.

A weight is named as faults name it: `price.cold`, `rift[1]`; a table or a list by its own name is all that is in it.
"""

from __future__ import annotations

import copy
import functools
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim import toml
from sim.errors import UserError
from sim.faults import Path as Address
from sim.faults import join, show, unknown_key
from sim.trees import merge

if TYPE_CHECKING:
    from sim.game import Range, Weights

Table = Mapping[str, Any]


@functools.cache
def own(file: Path) -> Table:
    """Return the game's own weights of a file."""
    return toml.read(file)


def laid_over(weights: Weights, given: Table) -> dict[str, Any]:
    """Return the game's own weights with those that are given instead."""
    return merge(own(weights.file), given)


def differing(base: Table, table: Table) -> dict[str, Any]:
    """Return what of a table is not as in `base`: a value that differs is there whole, a table that does not is not."""
    changed: dict[str, Any] = {}
    for key, value in table.items():
        below = base.get(key)
        rest = differing(below, value) if isinstance(below, Mapping) and isinstance(value, Mapping) else value
        if value != below and rest != {}:
            changed[key] = rest
    return changed


def values_in(value: Any, address: Address = ()) -> Iterator[tuple[Address, Any]]:
    """Yield every value in nested tables and lists, with where it is."""
    if isinstance(value, Mapping):
        for key, entry in value.items():
            yield from values_in(entry, (*address, key))
    elif isinstance(value, list):
        for index, entry in enumerate(value):
            yield from values_in(entry, (*address, index))
    else:
        yield address, value


def with_values(table: Table, values: Mapping[Address, Any]) -> dict[str, Any]:
    """Return a copy of a table with other values in some places."""
    changed: Any = copy.deepcopy(dict(table))
    for address, value in values.items():
        place = changed
        for step in address[:-1]:
            place = place[step]
        place[address[-1]] = value
    return dict(changed)


def names(address: Address) -> list[str]:
    """Return the names that stand for a value, the longest first: `rift[1]`, `rift`."""
    return [join(address[:n]) for n in range(len(address), 0, -1)]


def range_of(weights: Weights, address: Address) -> Range | None:
    """Return what the value at an address may be, None if it is fixed."""
    return next((weights.ranges[name] for name in names(address) if name in weights.ranges), None)


def problems(weights: Weights, given: Table) -> Iterator[tuple[Address, str]]:
    """Yield (address, problem) for everything in a user's weights that cannot be."""
    yield from _problems(weights, own(weights.file), given, ())


def _problems(weights: Weights, base: Any, given: Any, address: Address) -> Iterator[tuple[Address, str]]:
    if isinstance(base, Mapping):
        if not isinstance(given, Mapping):
            yield address, f"must be a table, not {show(given)}"
            return
        for key, value in given.items():
            if key in base:
                yield from _problems(weights, base[key], value, (*address, key))
            else:
                yield (*address, key), unknown_key(key, base)
    elif isinstance(base, list):
        if not isinstance(given, list) or len(given) != len(base):
            yield address, f"must be a list of {len(base)}, not {show(given)}"
            return
        for index, pair in enumerate(zip(base, given, strict=True)):
            yield from _problems(weights, *pair, (*address, index))
    elif problem := _problem(range_of(weights, address), base, given):
        yield address, problem


def _problem(allowed: Range | None, base: Any, given: Any) -> str:
    """Return what is wrong with a value, "" if nothing is."""
    if allowed is None:
        return "" if type(given) is type(base) and given == base else f"is fixed at {show(base)}, not {show(given)}"
    whole = type(base) is int
    kinds = (int,) if whole else (int, float)
    fits = type(given) in kinds and allowed.least <= given <= allowed.most
    return (
        ""
        if fits and not (whole and given % allowed.step)
        else f"must be {in_words(allowed, whole)}, not {show(given)}"
    )


def in_words(allowed: Range, whole: bool) -> str:
    """Return what a weight may be in words."""
    kind = "a number" if not whole else "a whole number" if allowed.step == 1 else f"a multiple of {allowed.step}"
    return f"{kind} from {allowed.least} to {allowed.most}"


def told(changed: Mapping[str, Table] | None) -> str:
    """Return which weights differ from the game's own in words: "planner (use_here, weights.risk)"."""
    return "; ".join(f"{name} ({', '.join(_keys(table))})" for name, table in (changed or {}).items())


def _keys(table: Table, address: Address = ()) -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _keys(value, (*address, key))
        else:
            yield join((*address, key))


# -- the file ------------------------------------------------------------------------------------------------------


def written(weights: Weights, table: Table, head: Sequence[str]) -> str:
    """Return a weights file: the game's own, comments and all, with other values, below a head of comments.

    Raises `UserError` where its form is such that values cannot be changed line by line.
    """
    lines = [f"# {text}".rstrip() for text in head] + [""]
    lines += _revised(weights.file.read_text(encoding="utf-8").splitlines(), table)
    text = "\n".join(lines) + "\n"
    if not _holds(text, table):
        raise UserError(f"{weights.file}: cannot be rewritten; write a key and its value on one line each")
    return text


def _holds(text: str, table: Table) -> bool:
    try:
        return tomllib.loads(text) == table
    except tomllib.TOMLDecodeError:
        return False


def _revised(lines: Sequence[str], table: Table) -> Iterator[str]:
    """Yield the lines of a file with the values of a table; comments stay where they are, as far as there is room."""
    inside: Any = table
    for line in lines:
        key, equals, rest = line.partition("=")
        if line.startswith("["):
            steps = line.partition("#")[0].strip(" []").split(".")
            inside = functools.reduce(lambda below, step: below[step.strip()], steps, table)
        if line.startswith(("[", "#")) or not equals:
            yield line
            continue
        comment = _comment_in(rest)
        value = toml.spelt(inside[key.strip()])
        body = f"{key.rstrip()} = {value}"
        column = len(line) - len(comment)
        yield f"{body:<{column - 1}} {comment}" if comment else body


def _comment_in(rest: str) -> str:
    """Return the comment behind a value, "" if there is none; the mark of one may stand within a text."""
    for place, character in enumerate(rest):
        if character == "#" and toml.is_value(rest[:place]):
            return rest[place:]
    return ""
