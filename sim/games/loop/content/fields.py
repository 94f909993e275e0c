"""Field types of content files: each names in one sentence what it allows, and writes the same into the JSON Schema."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

LONGEST_SHOWN = 60


def show(value: object) -> str:
    """Return a value as a message shows it, cut where it is long."""
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


class Field:
    """A checked field: `check` returns the value or raises ValueError with the whole message."""

    def check(self, value: Any) -> Any:
        """Return the value as it is kept."""
        raise NotImplementedError

    def schema(self) -> dict[str, Any]:
        """Return the field's JSON Schema."""
        raise NotImplementedError

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Let pydantic call `check`; a message goes through as it is."""
        return core_schema.no_info_plain_validator_function(_told(self.check))

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Let pydantic write `schema`."""
        return self.schema()


def _told(check: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def checked(value: Any) -> Any:
        try:
            return check(value)
        except ValueError as error:
            raise PydanticCustomError("content", "{problem}", {"problem": str(error)}) from error

    return checked


@dataclass(frozen=True)
class Whole(Field):
    """A whole number from `low` to `high`."""

    low: int
    high: int

    def check(self, value: Any) -> int:
        """Return the number."""
        if type(value) is not int or not self.low <= value <= self.high:
            raise ValueError(f"must be a whole number from {self.low} to {self.high}, not {show(value)}")
        return value

    def schema(self) -> dict[str, Any]:
        """Return an integer with its range."""
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True)
class Word(Field):
    """One of the words of a list."""

    allowed: tuple[str, ...]

    def check(self, value: Any) -> str:
        """Return the word."""
        if not isinstance(value, str) or value not in self.allowed:
            hint = nearest(value, self.allowed)
            raise ValueError(f"must be one of {', '.join(self.allowed)}, not {show(value)}{hint}")
        return value

    def schema(self) -> dict[str, Any]:
        """Return the list of words."""
        return {"type": "string", "enum": list(self.allowed)}


@dataclass(frozen=True)
class Text(Field):
    """One line of text of 1 to `longest` characters."""

    longest: int

    def check(self, value: Any) -> str:
        """Return the text."""
        if not isinstance(value, str) or not value.strip() or len(value) > self.longest or not value.isprintable():
            raise ValueError(f"must be one line of text of 1 to {self.longest} characters, not {show(value)}")
        return value

    def schema(self) -> dict[str, Any]:
        """Return a text with its length."""
        return {"type": "string", "minLength": 1, "maxLength": self.longest}


@dataclass(frozen=True)
class Flag(Field):
    """True or false."""

    def check(self, value: Any) -> bool:
        """Return the truth value."""
        if not isinstance(value, bool):
            raise ValueError(f"must be true or false, not {show(value)}")
        return value

    def schema(self) -> dict[str, Any]:
        """Return a boolean."""
        return {"type": "boolean"}
