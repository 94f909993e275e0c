"""TOML: reading with errors that name the file, values from the command line, and writing a config out."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sim.errors import UserError

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
BARE_WORD = re.compile(r"[^\s\[\]{}\"'=,#]+( [^\s\[\]{}\"'=,#]+)*")


def read(file: Path) -> dict[str, Any]:
    """Return a TOML file as a dict. Raises `UserError` naming the file and the place."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise UserError(f"{file}: no such file") from None
    except OSError as error:
        raise UserError(f"{file}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise UserError(f"{file}: is not a text in UTF-8") from None
    except RecursionError:
        raise UserError(f"{file}: is not TOML that can be read: too many lists or tables within one another") from None
    except (tomllib.TOMLDecodeError, ValueError) as error:
        raise UserError(f"{file}: is not TOML: {error}") from None


def parse_value(text: str, where: str) -> Any:
    """Return a value of TOML's syntax from the command line; a bare word is a text."""
    try:
        document = tomllib.loads(f"value = {text}")
        if set(document) == {"value"}:
            return document["value"]
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        pass
    if BARE_WORD.fullmatch(text):
        return text
    raise UserError(f"{where}: {text!r} is not a value; allowed: a number, true, false, a word, [a, list]")


def is_value(text: str) -> bool:
    """Whether a text is a value of TOML's syntax."""
    try:
        return set(tomllib.loads(f"value = {text}")) == {"value"}
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        return False


def dumps(document: Mapping[str, Any]) -> str:
    """Return a document of plain values as TOML; None is left out."""
    return "\n".join(_table(document, ())) + "\n"


def _table(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    subtables = {key: value for key, value in table.items() if isinstance(value, Mapping)}
    plain = {key: value for key, value in table.items() if key not in subtables and value is not None}
    if path and (plain or not subtables):
        yield f"\n[{'.'.join(_key(step) for step in path)}]"
    for key, value in plain.items():
        yield f"{_key(key)} = {spelt(value)}"
    for key, value in subtables.items():
        yield from _table(value, (*path, str(key)))


def _key(key: str) -> str:
    return key if BARE_KEY.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def spelt(value: Any) -> str:
    """Return a value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        return _text(value)
    if value == {}:
        return "{}"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {spelt(v)}" for k, v in value.items() if v is not None) + " }"
    return "[" + ", ".join(spelt(entry) for entry in value) + "]"
