"""Parameters as a flat list: paths, defaults, and what is allowed in words."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, Field

from sim.parameters import Parameter, allowed, described


class Goal(BaseModel):
    """Goals by number of players."""

    two: int = Field(8, alias="2", ge=1, le=40, description="goal of two")
    three: int = Field(9, alias="3", ge=1, le=40)
    model_config = {"serialize_by_alias": True}


class Numbers(BaseModel):
    """A model of every shape that parameters have."""

    goal: Goal = Field(Goal(), description="heads that win", json_schema_extra={"assumption": True})
    side: Literal["left", "right"] = Field("left", description="where it stands")
    shares: list[Annotated[float, Field(ge=0, le=1)]] = Field([0.5, 0.5], min_length=2, max_length=2)
    extra: dict[str, int] = Field({}, description="more of it")


def test_a_model_becomes_a_flat_list() -> None:
    """Nested tables are spelt out by dotted path; meaning and assumption of a table hold for its entries."""
    expected = [
        Parameter("goal.2", 8, "1..40", True, "goal of two", [7, 9]),
        Parameter("goal.3", 9, "1..40", True, "heads that win", [8, 10]),
        Parameter("side", "left", "left, right", False, "where it stands", ["left", "right"]),
        Parameter("shares", [0.5, 0.5], "2 x 0..1", False, ""),
        Parameter("extra", {}, "", False, "more of it"),
    ]

    assert described(Numbers) == expected


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "integer", "minimum": 1}, "1.."),
        ({"type": "number", "exclusiveMinimum": 0, "maximum": 2.5}, "(0)..2.5"),
        ({"type": "integer"}, "any number"),
        ({"type": "boolean"}, "true, false"),
        ({"const": "box"}, "box"),
        ({"anyOf": [{"const": "content"}, {"type": "null"}]}, "content or none"),
        ({"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 6}}, "list of 0..6"),
    ],
)
def test_what_is_allowed_in_words(schema: dict[str, object], words: str) -> None:
    """Ranges, choices and lists read as a person would write them; a bound in brackets is excluded."""
    assert allowed(schema) == words
