"""`sim ladder`: its numbers on a game whose win rates have a closed form, its files, its messages."""

from __future__ import annotations

import csv
import dataclasses
import json
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from cli.race_odds import win_rate

from sim.game import discover

pytestmark = pytest.mark.usefixtures("toys")

Cli = Callable[..., Any]
HALF = Fraction(1, 2)
BOLD = HALF + HALF * HALF * HALF  # a tail is tossed again half the time


def ladder(cli: Cli, out: Path, *arguments: object) -> Any:
    """Return the document of a ladder of the coin race with 2 players at the short table."""
    line = ("ladder", "coin", "--axis", "table=short", "--players", 2, "--out", out, "--json", *arguments)
    answer = cli(*line)
    assert answer.code == 0, answer.err
    return json.loads(answer.out)


def test_the_difference_is_that_of_the_closed_form(cli: Cli, tmp_path: Path) -> None:
    """Both rates and their difference lie in their intervals. A bold team's tosses are never worse: no race is lost."""
    document = ladder(cli, tmp_path / "run", "--playouts", 2000, "--threads", 1)
    plain, bold = document["cells"]
    gain = bold["gain"]

    assert [(cell["policy"], cell["rung"], cell["playouts"]) for cell in (plain, bold)] == [
        ("plain", 0, 2000),
        ("bold", 1, 2000),
    ]
    assert plain["low"] < win_rate(HALF) < plain["high"]
    assert bold["low"] < win_rate(BOLD) < bold["high"]
    assert gain["difference_low"] < win_rate(BOLD) - win_rate(HALF) < gain["difference_high"]
    assert gain["difference"] == pytest.approx(bold["win_rate"] - plain["win_rate"])
    assert (gain["gained"], gain["lost"]) == (bold["wins"] - plain["wins"], 0)
    assert (plain["gain"], gain["verdict"], document["comparisons"]) == (None, "apart", 1)


def test_the_order_given_is_the_order_of_the_rungs(cli: Cli, tmp_path: Path) -> None:
    """From the bold down to the plain, the higher rung is worse, and is said to be."""
    document = ladder(cli, tmp_path / "run", "--policy", "bold,plain", "--playouts", 500)

    assert [rung["policy"] for rung in document["rungs"]] == ["bold", "plain"]
    assert document["cells"][1]["gain"]["gained"] == 0
    assert document["cells"][1]["gain"]["verdict"] == "apart (worse)"


def test_a_game_may_have_a_ladder_of_its_own(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no policy is named, the game's ladder is climbed."""
    monkeypatch.setattr(discover()["coin"], "ladder", ("bold", "plain"), raising=False)

    assert [rung["policy"] for rung in ladder(cli, tmp_path / "run", "--playouts", 9)["rungs"]] == ["bold", "plain"]


def test_cells_are_compared_at_the_same_swept_value_only(cli: Cli, tmp_path: Path) -> None:
    """With a goal of 1 head both teams win 7 races of 8 and more, with 12 heads few: no step crosses the two."""
    (tmp_path / "sweep.toml").write_text('game = "coin"\n[sweep]\ngoal.2 = [1, 12]\n')
    document = ladder(cli, tmp_path / "run", "--config", tmp_path / "sweep.toml", "--playouts", 300)
    wins = {(cell["policy"], cell["sweep"]["goal.2"]): cell["wins"] for cell in document["cells"]}
    gains = {cell["sweep"]["goal.2"]: cell["gain"] for cell in document["cells"] if cell["gain"]}

    for goal in (1, 12):
        assert gains[goal]["gained"] - gains[goal]["lost"] == wins["bold", goal] - wins["plain", goal]
    assert document["comparisons"] == 2


def test_extended_is_the_same_as_played_at_once(cli: Cli, tmp_path: Path) -> None:
    """Tables and chart have the same bytes, whatever was there before and on however many threads."""
    once = ladder(cli, tmp_path / "once", "--playouts", 90, "--threads", 1)
    ladder(cli, tmp_path / "grown", "--playouts", 40)
    grown = ladder(cli, tmp_path / "grown", "--playouts", 90, "--threads", 2)
    files = [f"ladder/{name}" for name in ("tables/ladder.csv", "tables/ladder.parquet", "charts/ladder.svg")]

    assert {**once, "speed": 0} == {**grown, "speed": 0}
    for file in files:
        assert (tmp_path / "once" / file).read_bytes() == (tmp_path / "grown" / file).read_bytes(), file


def test_the_files(cli: Cli, tmp_path: Path) -> None:
    """The flat table has every cell and rung; the index names every file; the summary shows the chart."""
    document = ladder(cli, tmp_path / "run", "--playouts", 50)
    folder = tmp_path / "run" / "ladder"
    index = json.loads((folder / "ladder.json").read_text())
    with (folder / "tables/ladder.csv").open() as file:
        rows = list(csv.DictReader(file))

    assert index == {**document, "files": index["files"]}
    assert set(index["files"]) == {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert [(row["policy"], row["playouts"]) for row in rows] == [("plain", "50"), ("bold", "50")]
    assert rows[1]["verdict"] == document["cells"][1]["gain"]["verdict"]
    assert "charts/ladder.svg" in (folder / "ladder.md").read_text()
    assert all(entry["playouts_per_second"] > 0 for entry in document["speed"])


def test_the_table_and_the_mark_of_a_yardstick(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """People get a line a rung; a policy that sees what is hidden is marked there, in the files and in JSON."""
    coin = discover()["coin"]
    seer = dataclasses.replace(coin.policies["bold"], sees_hidden=True)
    monkeypatch.setattr(coin, "policies", {**coin.policies, "bold": seer})
    answer = cli("ladder", "coin", "--players", 2, "--playouts", 20, "--out", tmp_path / "run", "--quiet")
    lines = answer.out.splitlines()
    document = json.loads((tmp_path / "run/ladder/ladder.json").read_text())

    assert answer.code == 0
    assert answer.err == ""
    assert sum("bold (yardstick)" in line and "apart" in line for line in lines) == 2
    assert "A yardstick sees what is hidden: no balance number may come from it" in lines
    assert [rung["sees_hidden"] for rung in document["rungs"]] == [False, True]
    summary = (tmp_path / "run/ladder/ladder.md").read_text()
    assert "bold (yardstick)" in summary
    assert "Hollow: a yardstick, which sees what is hidden." in summary


def test_a_narrow_terminal_keeps_rung_and_verdict(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In 80 columns others go, and are named."""
    monkeypatch.setenv("COLUMNS", "80")
    answer = cli("ladder", "coin", "--playouts", 20, "--out", tmp_path / "run", "--quiet")
    lines = answer.out.splitlines()

    assert all(len(line) <= 80 for line in lines[:10])
    assert sum("bold" in line and "apart" in line for line in lines) == 4
    assert "Not shown for want of room: playouts/s" in answer.out


@pytest.mark.parametrize("columns", ["20", "1", "0", "-5", "many"])
def test_no_terminal_is_so_narrow_that_numbers_are_cut(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    """What does not fit at all is left to the terminal to fold; no width at all is no reason to print nothing."""
    monkeypatch.setenv("COLUMNS", columns)
    answer = cli("ladder", "coin", "--players", 2, "--playouts", 20, "--out", tmp_path / "run", "--quiet")
    lines = [line for line in answer.out.splitlines() if re.search(r"plain|bold", line)]

    assert len(lines) == 4
    assert all(re.search(r" \d+\.\d\d% +\d+\.\d\d \.\. \d+\.\d\d%", line) for line in lines)
    assert sum("apart" in line for line in lines) == 2


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("coin", "--policy", "bold"), "error: --policy: a ladder has at least two policies, the weakest first"),
        (("coin", "--policy", "bold,bold"), 'error: --policy: "bold" is there twice'),
        (("coin",), "error: --out DIR is missing: the folder that keeps the run"),
        (("--config", "FILE"), "error: rows: 'none' keeps no rows to pair playouts by; allowed here: \"all\""),
    ],
)
def test_wrong_use_is_one_line(cli: Cli, tmp_path: Path, arguments: tuple[str, ...], fault: str) -> None:
    """What cannot be a ladder is refused before anything is played."""
    config = tmp_path / "config.toml"
    config.write_text('game = "coin"\nrows = "none"\n')
    out = () if "--out DIR" in fault else ("--out", tmp_path / "run")
    answer = cli("ladder", *(config if word == "FILE" else word for word in arguments), "--playouts", 5, *out)

    assert (answer.code, answer.out, answer.err.splitlines()) == (3, "", [fault])
    assert not (tmp_path / "run").exists()
