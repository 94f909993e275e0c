"""Our own words for what is wrong with an input: a line a fault, with its place, the fault and what is allowed."""

from __future__ import annotations

import difflib
import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import ValidationError

LARGEST = 2**63 - 1
SHOWN = 60  # characters of a wrong value that are shown
DEEPEST = 20  # tables and lists within one another

Path = tuple[str | int, ...]

SENTENCES = {
    "missing": "is missing",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "finite_number": "must be a finite number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "string_type": "must be a text",
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "set_type": "must be a list",
    "dict_type": "must be a table",
    "mapping_type": "must be a table",
    "model_type": "must be a table",
    "model_attributes_type": "must be a table",
    "dataclass_type": "must be a table",
    "greater_than_equal": "must be at least {ge}",
    "greater_than": "must be greater than {gt}",
    "less_than_equal": "must be at most {le}",
    "less_than": "must be less than {lt}",
    "multiple_of": "must be a multiple of {multiple_of}",
    "literal_error": "must be one of {expected}",
    "enum": "must be one of {expected}",
    "too_short": "must have at least {min_length} entries",
    "too_long": "must have at most {max_length} entries",
    "string_too_short": "must have at least {min_length} characters",
    "string_too_long": "must have at most {max_length} characters",
    "value_error": "{error}",
    "assertion_error": "{error}",
}


def show(value: Any) -> str:
    """Return a value as it would stand in a file, cut if it is long."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = str(value)
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."


def listed(values: Iterable[Any]) -> str:
    """Return allowed values as a list in words."""
    return ", ".join(show(value) for value in values)


def nearest(word: str, known: Iterable[Any]) -> str:
    """Return the known word most like a wrong one; '' if none is much like it."""
    matches = difflib.get_close_matches(word, [str(name) for name in known], n=1)
    return matches[0] if matches else ""


def unknown_key(word: str, known: Iterable[Any]) -> str:
    """Say that a key is unknown, and which known one is nearest; where none is near, all of them."""
    names = list(known)
    if guess := nearest(word, names):
        return f"is unknown; the nearest known key is {guess}"
    return f"is unknown; allowed: {', '.join(map(str, names))}" if names else "is unknown; no key is known here"


def not_allowed(value: Any, allowed: Sequence[Any]) -> str:
    """Say that a value is not one of those allowed."""
    guess = nearest(value, allowed) if isinstance(value, str) else ""
    hint = f" (did you mean {show(guess)}?)" if guess else ""
    return f"{show(value)} is not allowed{hint}; allowed: {listed(allowed)}"


def join(path: Iterable[str | int]) -> str:
    """Return a key path as text: `sweep.machine[1]`."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else str(step)
    return text


def improper(value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield (path, problem) for every value that no config may hold: NaN, infinities, dates, numbers beyond 64 bits."""
    if isinstance(value, (Mapping, list, tuple)) and len(path) >= DEEPEST:
        yield path[:2], f"must not be more than {DEEPEST} tables or lists deep"
    elif isinstance(value, Mapping):
        for key, entry in value.items():
            yield from improper(entry, (*path, str(key)))
    elif isinstance(value, (list, tuple)):
        for index, entry in enumerate(value):
            yield from improper(entry, (*path, index))
    elif isinstance(value, float) and not math.isfinite(value):
        yield path, f"must be a finite number, not {value}"
    elif isinstance(value, int) and abs(value) > LARGEST:
        yield path, f"must be a number from {-LARGEST} to {LARGEST}"
    elif value is not None and not isinstance(value, (str, int, float)):
        yield path, f"must be a text, a number, true or false, a list or a table, not a {type(value).__name__}"


def explain(error: ValidationError, data: Any, known: Iterable[str] = ()) -> Iterator[tuple[Path, str]]:
    """Yield (path, problem) for every error that pydantic found in `data`, alternatives of a union joined by "or"."""
    known = list(known)
    found: dict[Path, list[str]] = {}
    for entry in error.errors(include_url=False):
        kind = entry["type"]
        path = entry["loc"] if kind in ("missing", "extra_forbidden") else _within(data, entry["loc"])
        if kind == "extra_forbidden":
            problem = unknown_key(str(path[-1]), known)
        else:
            problem = _sentence(kind, entry.get("ctx", {}), entry["msg"])
        problems = found.setdefault(path, [])
        if problem not in problems:
            problems.append(problem)
    for path, problems in found.items():
        value = _at(data, path)
        got = "" if isinstance(value, Mapping) or problems[0].startswith("is ") else f", not {show(value)}"
        yield path, " or ".join(problems) + got


def _sentence(kind: str, context: Mapping[str, Any], message: str) -> str:
    words = {key: str(value).replace("'", '"') if key == "expected" else value for key, value in context.items()}
    try:
        return SENTENCES[kind].format(**words)
    except KeyError:
        return message[:1].lower() + message[1:]


def _within(data: Any, path: Path) -> Path:
    """Cut a location where it leaves the data: pydantic adds the names of a union's members."""
    steps: list[str | int] = []
    for step in path:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            break
        steps.append(step)
    return tuple(steps)


def _at(data: Any, path: Path) -> Any:
    for step in path:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return {}
    return data
