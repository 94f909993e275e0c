"""Playing to a precision: where cells stop, that it is the same however they get there, and what is said of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sim.config import load
from sim.errors import UserError
from sim.experiment import execute
from sim.precision import half_width, needed
from sim.sequences import rate_sequence
from sim.stats import wilson
from sim.store import open_run
from sim.verdicts import looks

pytestmark = pytest.mark.usefixtures("toys")

Cli = Callable[..., Any]


def prepared(**options: Any) -> Any:
    """Return an experiment of the coin race at the short table, to a precision of 5 points."""
    return load(options={"game": "coin", "cells": {"table": "short"}, "precision": 0.05, **options})


def files(folder: Path) -> dict[str, bytes]:
    """Return what a run's folder holds."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_each_cell_stops_at_the_first_look_that_is_narrow_enough() -> None:
    """Its interval, which holds whenever one stops, is within 5 points there, and was not at the look before."""
    for cell in execute(prepared(), None, quiet=True).cells:
        grid = looks(1_000_000)
        at = grid.index(cell["playouts"])
        low, high = rate_sequence(cell["wins"], cell["playouts"])

        assert (cell["low"], cell["high"], cell["interval"]) == (float(low), float(high), "time-uniform")
        assert half_width(cell["wins"], cell["playouts"]) <= 0.05
        if at:
            earlier = execute(prepared(precision=None, playouts=grid[at - 1]), None, quiet=True).cells[cell["cell"]]
            assert half_width(earlier["wins"], earlier["playouts"]) > 0.05


def test_a_certain_cell_needs_less() -> None:
    """Where nobody wins, the rate is known sooner than where a third do: the budget goes where it is needed."""
    hopeless = execute(prepared(parameters={"goal": {"2": 39, "3": 9}}, precision=0.04), None, quiet=True).cells

    assert hopeless[0]["playouts"] < hopeless[1]["playouts"]


def test_the_same_bits_by_any_way(tmp_path: Path) -> None:
    """Threads, blocks, and a wider precision first: the folders are equal, byte for byte."""
    execute(prepared(), tmp_path / "one", quiet=True, threads=1)
    execute(prepared(), tmp_path / "two", quiet=True, threads=2, block=77)
    execute(prepared(precision=0.2), tmp_path / "grown", quiet=True)
    execute(prepared(), tmp_path / "grown", quiet=True)

    assert files(tmp_path / "one") == files(tmp_path / "two") == files(tmp_path / "grown")


def test_the_limit_stops_a_cell_that_is_not_known(tmp_path: Path) -> None:
    """At most 300 playouts: the run is complete, and wider than asked for."""
    run = execute(prepared(max_playouts=300), tmp_path / "run", quiet=True)

    assert {cell["playouts"] for cell in run.cells} == {300}
    assert execute(prepared(max_playouts=300), tmp_path / "run", quiet=True).played == 0


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"precision": 0.2}, "precision: 0.2 asked for, but this run has 0.1; ask for one at least as narrow"),
        ({"precision": None, "playouts": 900}, "a number of playouts asked for, but this run is played to a precision"),
        ({"max_playouts": 400}, "max_playouts: 400 asked for, but this run has 500"),
    ],
)
def test_a_folder_is_not_made_worse(tmp_path: Path, options: dict[str, Any], fault: str) -> None:
    """Less than what is there is refused, and so is the other way to stop."""
    execute(prepared(precision=0.1, max_playouts=500), tmp_path / "run", quiet=True)

    with pytest.raises(UserError, match=fault):
        execute(prepared(**{"precision": 0.1, "max_playouts": 500, **options}), tmp_path / "run", quiet=True)


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"playouts": 10}, "--playouts: excludes a precision"),
        ({"precision": None, "max_playouts": 10}, "--max-playouts: belongs to precision"),
        ({"precision": 0.0}, "--precision: must be greater than 0"),
        ({"precision": 0.5}, "--precision: must be less than 0.5"),
    ],
)
def test_wrong_use(options: dict[str, Any], fault: str) -> None:
    """One clear line, by the option."""
    with pytest.raises(UserError, match=fault):
        prepared(**options)


def test_an_option_replaces_the_way_of_the_file(tmp_path: Path) -> None:
    """A file's playouts give way to --precision, and its precision to --playouts."""
    (tmp_path / "n.toml").write_text('game = "coin"\nplayouts = 5\n')
    (tmp_path / "p.toml").write_text('game = "coin"\nprecision = 0.1\nmax_playouts = 20\n')

    assert load(tmp_path / "n.toml", {"precision": 0.1}).experiment.precision == 0.1
    assert load(tmp_path / "p.toml", {"playouts": 7}).experiment.effective()["playouts"] == 7
    (tmp_path / "b.toml").write_text('game = "coin"\nplayouts = 5\nprecision = 0.1\n')
    with pytest.raises(UserError, match="excludes a precision"):
        load(tmp_path / "b.toml")


def test_on_the_command_line(cli: Cli, tmp_path: Path) -> None:
    """The table has the playouts of each cell; the report says how the run stopped; load knows the interval."""
    import sim

    command = ("run", "coin", "--axis", "table=short", "--precision", 0.06, "--out", tmp_path / "run")
    assert "until known to within 0.06" in cli(*command).out
    document = json.loads(cli(*command, "--json").out)
    cli("report", tmp_path / "run", "--out", tmp_path / "report")

    assert [cell["interval"] for cell in document["cells"]] == ["time-uniform"] * 2
    assert list(sim.load(tmp_path / "run")["low"]) == [cell["low"] for cell in document["cells"]]
    assert "until its win rate is known to within 0.06" in (tmp_path / "report/report.md").read_text()


def test_what_a_precision_needs() -> None:
    """Wilson's interval takes (1.96 / 0.005)^2 / 4 = 38,416 at one half; looking doubles a width: 4 times that."""
    assert 4 * 38_416 < needed(0.005, 0.5) < 1.5 * 4 * 38_416
    assert needed(0.005, 0.02) < needed(0.005, 0.5)
    assert needed(1e-9) == 10**9


def test_a_report_shows_the_interval_that_holds_when_one_stops(tmp_path: Path) -> None:
    """Tables and charts of win rates have it; a run of a fixed number keeps Wilson's."""
    from sim.report.build import report_of

    for name, options, interval, words in (
        ("precise", {}, rate_sequence, "time-uniform"),
        ("fixed", {"precision": None, "playouts": 300}, wilson, "Wilson"),
    ):
        execute(prepared(**options), tmp_path / name, quiet=True)
        report = report_of(open_run(tmp_path / name))
        table = next(table for table in report.tables if table.name == "win_rate")
        low, high = interval(table.frame["wins"].to_numpy(), table.frame["playouts"].to_numpy())

        assert table.frame["low"].tolist() == pytest.approx(low.tolist())
        assert table.frame["high"].tolist() == pytest.approx(high.tolist())
        assert words.lower() in table.note.lower()
        assert any(f"Whiskers are {words} 95 % intervals" in chart.caption for chart in report.charts)
