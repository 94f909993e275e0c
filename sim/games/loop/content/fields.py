"""Field types of content files: each names in one sentence what it allows, and writes the same into the JSON Schema."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from sim.content import nearest, show


class Field:
    """A checked field: `check` returns the value as it is kept, or raises ValueError with the whole message."""

    def must(self) -> str:
        """Return what is allowed: "must be ..."."""
        raise NotImplementedError

    def fits(self, value: Any) -> bool:
        """Is the value allowed?"""
        raise NotImplementedError

    def schema(self) -> dict[str, Any]:
        """Return the field's JSON Schema."""
        raise NotImplementedError

    def check(self, value: Any) -> Any:
        """Return the value, or say what is allowed in its place."""
        if not self.fits(value):
            raise ValueError(f"{self.must()}, not {show(value)}")
        return value

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Let pydantic call `check`; its message goes through as it is."""

        def checked(value: Any) -> Any:
            try:
                return self.check(value)
            except ValueError as error:
                raise PydanticCustomError("content", "{problem}", {"problem": str(error)}) from error

        return core_schema.no_info_plain_validator_function(checked)

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Let pydantic write `schema`."""
        return self.schema()


@dataclass(frozen=True)
class Whole(Field):
    """A whole number from `low` to `high`."""

    low: int
    high: int

    def must(self) -> str:
        """Return the range."""
        return f"must be a whole number from {self.low} to {self.high}"

    def fits(self, value: Any) -> bool:
        """Is it a whole number (not a truth value) within the range?"""
        return type(value) is int and self.low <= value <= self.high

    def schema(self) -> dict[str, Any]:
        """Return an integer with its range."""
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True)
class Word(Field):
    """One of the words of a list."""

    words: tuple[str, ...]

    def must(self) -> str:
        """Return the words."""
        return f"must be one of {', '.join(self.words)}"

    def fits(self, value: Any) -> bool:
        """Is it one of the words?"""
        return isinstance(value, str) and value in self.words

    def check(self, value: Any) -> Any:
        """Return the word, or name the nearest one too."""
        if not self.fits(value):
            raise ValueError(f"{self.must()}, not {show(value)}{nearest(value, self.words)}")
        return value

    def schema(self) -> dict[str, Any]:
        """Return the list of words."""
        return {"type": "string", "enum": list(self.words)}


@dataclass(frozen=True)
class Text(Field):
    """One line of text of 1 to `longest` characters."""

    longest: int

    def must(self) -> str:
        """Return the length."""
        return f"must be one line of text of 1 to {self.longest} characters"

    def fits(self, value: Any) -> bool:
        """Is it text of that length without line breaks?"""
        return isinstance(value, str) and bool(value.strip()) and len(value) <= self.longest and value.isprintable()

    def schema(self) -> dict[str, Any]:
        """Return a text with its length."""
        return {"type": "string", "minLength": 1, "maxLength": self.longest}


@dataclass(frozen=True)
class Flag(Field):
    """True or false."""

    def must(self) -> str:
        """Return both."""
        return "must be true or false"

    def fits(self, value: Any) -> bool:
        """Is it a truth value?"""
        return isinstance(value, bool)

    def schema(self) -> dict[str, Any]:
        """Return a boolean."""
        return {"type": "boolean"}
