"""Ranges of parameters: what is plausible where the model says nothing, shares of them, and which are varied."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field

from sim.errors import UserError
from sim.game import discover
from sim.parameters import described
from sim.ranges import Range, chosen, range_of


class Numbers(BaseModel):
    """Every kind of parameter."""

    least: int = Field(0, ge=0, le=9)
    inner: int = 4
    open_: int = Field(5, gt=4, lt=7)
    real: float = 0.5
    nearly: float = Field(0.95, ge=0, le=1)
    side: Literal["left", "right", "none"] = "left"
    only: Literal["one"] = "one"
    flag: bool = False
    text: str = "free"
    told: int = Field(6, json_schema_extra={"range": [2, 9]})
    pairs: list[int] = Field([1, 1], json_schema_extra={"range": {"even": [1, 1], "uneven": [0, 2]}})


RANGES = {parameter.path: range_of(parameter) for parameter in described(Numbers)}


def values(path: str) -> Any:
    """Return a parameter's values; None without a range."""
    found = RANGES[path]
    return found and found.values


def test_a_number_is_one_less_to_one_more_within_its_bounds() -> None:
    """Whole numbers by 1, others by a fifth; a bound that is excluded is not reached."""
    assert [values(path) for path in ("least", "inner", "open_")] == [(0, 1), (3, 5), (5, 6)]
    assert values("real") == (0.4, 0.6)
    assert values("nearly") == (pytest.approx(0.76), 1)


def test_choices_are_all_there_and_free_texts_have_none() -> None:
    """Words and truth values are listed; what has no end has no range unless it is declared."""
    assert (values("side"), values("flag"), values("only")) == (("left", "right", "none"), (False, True), ("one",))
    assert values("text") is None
    assert (values("told"), values("pairs")) == ((2, 9), ([1, 1], [0, 2]))


def test_shares_of_a_range_have_equal_parts() -> None:
    """Whole numbers between the ends come up as often as the ends; names are those declared."""
    told, side, real, pairs = (RANGES[path] for path in ("told", "side", "real", "pairs"))
    assert told
    assert side
    assert real
    assert pairs

    assert [told.at(k / 8) for k in range(8)] == [2, 3, 4, 5, 6, 7, 8, 9]
    assert [side.at(share) for share in (0, 0.33, 0.34, 0.99)] == ["left", "left", "right", "none"]
    assert real.at(0.25) == pytest.approx(0.45)
    assert (pairs.name([0, 2]), told.name(4), side.name("left")) == ("uneven", "4", "left")


@pytest.mark.usefixtures("toys")
def test_what_is_chosen() -> None:
    """Kinds, paths, tables and their union, in the game's order; what can only be one thing is left out of a kind."""
    game = discover()["purse"]

    def paths(*only: str) -> list[str]:
        return [one.path for one in chosen(game, only)]

    assert paths("assumptions") == ["long_tosses"]
    assert paths("parameters") == ["goal.2", "goal.3", "fast"]
    assert paths("fast", "assumptions", "goal", "purse.goal.2") == ["goal.2", "goal.3", "long_tosses", "fast"]


@pytest.mark.parametrize(
    ("only", "fault"),
    [
        ("coin", '--only: "coin": has no range of values to vary it over'),
        ("gaol", '--only: "gaol" is unknown; the nearest known key is goal'),
    ],
)
@pytest.mark.usefixtures("toys")
def test_what_cannot_be_chosen(only: str, fault: str) -> None:
    """A free text has no range; an unknown path is named with what is near."""
    with pytest.raises(UserError) as caught:
        chosen(discover()["purse"], [only])

    assert str(caught.value) == fault


def test_a_range_of_a_flag_is_no_span() -> None:
    """Nothing lies between false and true."""
    flag = RANGES["flag"]

    assert isinstance(flag, Range)
    assert not flag.is_span
    assert [flag.at(share) for share in (0.49, 0.5)] == [False, True]
