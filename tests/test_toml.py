"""TOML out and in again, and values as they are typed on a command line."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim import toml
from sim.errors import UserError

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=10,
)


@given(st.dictionaries(TEXT, VALUES, max_size=4))
def test_what_is_written_is_read_again(document: dict[str, Any]) -> None:
    """Every document of plain values survives: quotes, control characters, empty tables, tables in lists."""
    assert tomllib.loads(toml.dumps(document)) == document


def test_it_reads_well() -> None:
    """Plain keys come first, tables under their headings; None is left out."""
    document = {"game": "coin", "threads": None, "parameters": {"goal": {"2": 7}, "fast": True}, "policy": ["a", "b"]}
    expected = 'game = "coin"\npolicy = ["a", "b"]\n\n[parameters]\nfast = true\n\n[parameters.goal]\n2 = 7\n'

    assert toml.dumps(document) == expected


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("9", 9),
        ("-1.5", -1.5),
        ("true", True),
        ("any_era", "any_era"),
        ("new-york", "new-york"),
        ('"a b"', "a b"),
        ("[0.25, 0.5, 0.25]", [0.25, 0.5, 0.25]),
        ("{a = 1}", {"a": 1}),
        ("True", "True"),
    ],
)
def test_values_from_the_command_line(text: str, value: Any) -> None:
    """A value has TOML's syntax; a bare word is a text."""
    assert toml.parse_value(text, "--set x") == value


@pytest.mark.parametrize("text", ["", "[1, 2", '"open', "a = b", "1\nb = 2", "{", "#"])
def test_what_is_no_value(text: str) -> None:
    """Broken lists, open quotes and several values at once are refused with their place."""
    with pytest.raises(UserError, match=r"^--set x: .* is not a value; allowed: "):
        toml.parse_value(text, "--set x")
