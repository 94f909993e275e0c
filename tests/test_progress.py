"""How a run says how far it is, and how a cell is put into words."""

from __future__ import annotations

import sys

import pytest

from sim.game import Cell
from sim.progress import in_points, showing, title, titles

CELL = Cell(
    3,
    {"scenario": "sabotage", "players": 2, "agents": ["v_girl", "mr_time"], "deck": None, "solo": True, "mac": False},
    "greedy",
    {"machine": [0.5, 0.25, 0.25]},
)


def test_a_cell_in_words() -> None:
    """Axes in order, those that are off left out, then policy and swept values."""
    assert title(CELL) == "sabotage 2 v_girl+mr_time solo greedy machine=0.5+0.25+0.25"


def test_cells_in_words_without_what_they_share() -> None:
    """Of two cells that differ in a flag and a swept value, these alone are said; the rest once."""
    other = Cell(4, {**CELL.axes, "solo": False}, "greedy", {"machine": [1, 0, 0]})

    assert titles([CELL, other]) == (
        "sabotage 2 v_girl+mr_time greedy",
        ["solo machine=0.5+0.25+0.25", "machine=1+0+0"],
    )
    assert titles([CELL]) == (title(CELL), [""])


def test_a_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """On a terminal there is a bar that counts what was done before."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "200")
    with showing(100, 50, quiet=False) as progress:
        progress.advance(CELL, 25)
        progress.advance(CELL, 25)
    shown = capsys.readouterr()

    assert "100%" in shown.err
    assert "3: sabotage 2" in shown.err
    assert shown.out == ""


def test_quiet_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither lines nor a bar."""
    with showing(10, 0, quiet=True) as progress:
        progress.advance(CELL, 10)

    assert capsys.readouterr().err == ""


def test_a_margin_in_words() -> None:
    """One point is one, anything else is several."""
    assert [in_points(share) for share in (0.01, 0.02, 0.005, 0.015)] == [
        "1 point",
        "2 points",
        "0.5 points",
        "1.5 points",
    ]
