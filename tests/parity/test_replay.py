"""Playouts of compiled runs, replayed: each ends, traced as plain Python, in the row that the batch stored."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from parity.runs import SCENARIOS, Process, play

from sim.store import open_run

pytestmark = pytest.mark.parity

Cli = Callable[..., Any]
RUN = "--difficulty month,eternity --players 3 --policy greedy,random --playouts 400"
KINDS = "greedy month", "random month", "greedy eternity", "random eternity"


def results(out: str) -> list[dict[str, Any]]:
    """Return the result lines of a replay as JSON lines."""
    lines = [json.loads(line) for line in out.splitlines()]
    return [line for line in lines if line["type"] == "result"]


def check(result: dict[str, Any], row: Any, causes: tuple[str, ...]) -> None:
    """Compare a result line with a stored row, bit by bit: every column is in the line under its name."""
    told = np.zeros(1, row.dtype)
    for name in row.dtype.names:
        told[name] = causes.index(result[name]) if name == "cause" else result[name]
    assert told[0].tobytes() == row.tobytes()


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_by_number_and_by_condition(tmp_path: Path, process: Process, cli: Cli, scenario: str) -> None:
    """Playouts by number, of `random` and `greedy`, and what conditions find end in the stored row."""
    play(process, tmp_path, f"--scenario {scenario} {RUN}")
    run = open_run(tmp_path)
    rows = [np.concatenate(list(run.rows(stored.cell.index))) for stored in run.cells]
    cell_of = {f"{stored.cell.policy} {stored.cell.axes['difficulty']}": stored.cell.index for stored in run.cells}
    random, greedy = cell_of["random month"], cell_of["greedy eternity"]
    assert set(cell_of) == set(KINDS)

    for cell, index, count in ((random, 397, 3), (greedy, 5, 1)):
        answer = cli("replay", tmp_path, "--cell", cell, "--index", index, "--count", count, "--json")
        told = results(answer.out)
        assert (answer.code, answer.err.count("ends exactly as the stored row"), len(told)) == (0, count, count)
        for k, result in enumerate(told):
            check(result, rows[cell][index + k], run.game.causes)

    wanted = "cause=fourth_vortex, last_turn<=9"
    answer = cli("replay", tmp_path, "--find", wanted, "--cell", random, "--sample", 3, "--json")
    fourth = run.game.causes.index("fourth_vortex")
    matches = [row for row in rows[random] if row["cause"] == fourth and row["last_turn"] <= 9]
    told = results(answer.out)
    assert (answer.code, len(told)) == (0, min(3, len(matches)))
    for result in told:
        check(result, rows[random][result["index"]], run.game.causes)
        assert (result["cause"], result["last_turn"] <= 9) == ("fourth_vortex", True)


def test_without_rows(tmp_path: Path, process: Process, cli: Cli) -> None:
    """A run that kept no rows is replayed too: the playouts are those of the same run with rows."""
    options = f"--scenario ultramachina {RUN}"
    play(process, tmp_path / "all", options)
    play(process, tmp_path / "none", options, "--rows", "none")
    questions = (
        ("--cell", 2, "--index", 17, "--count", 2),
        ("--find", "cause=second_vortex_in_era, last_turn<8", "--cell", 2, "--sample", 2),
    )
    assert list((tmp_path / "none").rglob("*.parquet")) == []

    for question in questions:
        kept = cli("replay", tmp_path / "all", *question, "--json")
        again = cli("replay", tmp_path / "none", *question, "--json")
        assert (kept.code, again.code) == (0, 0), again.err
        assert kept.out == again.out
        assert again.err.count("ends exactly as the row played again (the run kept none)") == 2
