"""`sim compare`: what the two sides may be, and what is said of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from cli.race_odds import win_rate

pytestmark = pytest.mark.usefixtures("toys")

Cli = Callable[..., Any]
ONE_CELL = ("--game", "coin", "--axis", "table=short", "--players", 2)
HALF = Fraction(1, 2)


def compare(cli: Cli, *arguments: object) -> tuple[int, Any]:
    """Return exit code and document of a comparison."""
    answer = cli("compare", *arguments, "--json")
    assert answer.out, answer.err
    return answer.code, json.loads(answer.out)


def complaint(cli: Cli, *arguments: object) -> str:
    """Return the one line that a wrong use comes to."""
    answer = cli("compare", *arguments)
    assert (answer.code, answer.out, answer.err.count("\n")) == (3, "", 1)
    return str(answer.err)


def test_policies(cli: Cli) -> None:
    """The bold team wins more, by the closed form; it stops at the first look, as the difference is plain to see."""
    code, document = compare(cli, "plain", "bold", *ONE_CELL)
    (cell,) = document["cells"]
    truth = win_rate(HALF + HALF * HALF * HALF) - win_rate(HALF)

    assert (code, cell["verdict"], cell["pairs"]) == (1, "moved", 1_000)
    assert cell["difference_low"] < truth < cell["difference_high"]
    assert cell["before"]["low"] < win_rate(HALF) < cell["before"]["high"]
    assert cell["gained"] - cell["lost"] == cell["after"]["wins"] - cell["before"]["wins"]
    assert (cell["before"]["policy"], cell["after"]["policy"]) == ("plain", "bold")
    assert sum(entry["difference"] for entry in cell["causes"]) == pytest.approx(-cell["difference"])


def test_nothing_changed(cli: Cli) -> None:
    """The same on both sides: no flips, decided by pairs alone, exit 0; without spread no variance was saved."""
    code, document = compare(cli, "base", "base", *ONE_CELL)
    (cell,) = document["cells"]

    assert (code, cell["verdict"], cell["gained"], cell["lost"]) == (0, "unchanged", 0, 0)
    assert (cell["same_bits"], cell["variance_ratio"], cell["flipped"]) == (False, 0.0, [])
    assert -0.01 < cell["difference_low"] < 0 < cell["difference_high"] < 0.01


def test_too_few_playouts(cli: Cli) -> None:
    """10 pairs say nothing: exit 2."""
    code, document = compare(cli, "base", "base", *ONE_CELL, "--playouts", 10)

    assert (code, document["verdict"]) == (2, "undecided")
    assert document["cells"][0]["more_pairs"] > 100


def test_the_variance_ratio(cli: Cli) -> None:
    """Worked out from the counts: (flips / n - d^2) / (a (1 - a) + b (1 - b))."""
    _, document = compare(cli, "base", "goal.2=9", *ONE_CELL)
    (cell,) = document["cells"]
    n, d = cell["pairs"], cell["difference"]
    a, b = cell["before"]["win_rate"], cell["after"]["win_rate"]

    assert cell["variance_ratio"] == pytest.approx(
        ((cell["gained"] + cell["lost"]) / n - d * d) / (a * (1 - a) + b * (1 - b))
    )
    assert cell["variance_ratio"] < 0.5


def test_runs_and_what_they_are_compared_with(cli: Cli, tmp_path: Path) -> None:
    """Kept sides are runs: compared again they give the same; a run with a change plays the run's own experiment."""
    out = tmp_path / "kept"
    _, first = compare(cli, "base", "goal.2=9", *ONE_CELL, "--playouts", 1200, "--seed", 5, "--out", out)
    _, again = compare(cli, out / "before", out / "after")
    _, changed = compare(cli, out / "before", "goal.2=9")
    (cell,) = first["cells"]

    for other in (again, changed):
        assert {**other["cells"][0], "title": ""} == {**cell, "title": ""}
    flipped = cell["flipped"][0]
    told = cli("replay", out / "after", "--cell", 0, "--index", flipped["index"], "--json").out
    assert json.loads(told.splitlines()[-1])["cause"] == flipped["after"]


def test_a_config_and_cards(cli: Cli, tmp_path: Path) -> None:
    """A config stands for itself; a file without `game` is content for the experiment named."""
    (tmp_path / "config.toml").write_text('game = "purse"\nplayouts = 1000\n[cells]\ntable = "short"\nplayers = 2\n')
    (tmp_path / "cards.toml").write_text("[coins.lucky]\nheads = 95\n")
    code, document = compare(cli, tmp_path / "config.toml", tmp_path / "cards.toml")

    assert (document["before"], document["after"]) == (str(tmp_path / "config.toml"), str(tmp_path / "cards.toml"))
    assert code in (0, 1, 2)


def test_files(cli: Cli, tmp_path: Path) -> None:
    """Tables, a chart, a summary and the document; the same command again takes the sides up and writes the same."""
    command = ("compare", "base", "bold", "--game", "coin", "--playouts", 1000, "--out", tmp_path / "out")
    first = cli(*command)
    there = {path: path.read_bytes() for path in sorted((tmp_path / "out/compare").rglob("*")) if path.is_file()}
    again = cli(*command)

    assert (first.code, again.code, first.out) == (1, 1, again.out)
    assert {path: path.read_bytes() for path in there} == there
    assert {path.name for path in there} >= {"compare.json", "compare.md", "compare.csv", "compare.svg", "compare.png"}
    assert "sim replay" in first.out


def test_a_table_for_people(cli: Cli) -> None:
    """Verdict, causes, examples, and what shared seeds saved."""
    answer = cli("compare", "plain", "bold", "--game", "coin")

    assert answer.code == 1
    assert "Moved: 4 moved at a margin of 1 point (alpha 0.05 for all 4 cells together, Holm" in answer.out
    assert "Shared seeds: the variance is" in answer.out
    assert "three_tails -> goal_reached" in answer.out
    assert "goal_reached +" not in answer.out


def test_one_cell_is_named(cli: Cli, tmp_path: Path) -> None:
    """Nothing tells it from others, so it needs no column; files name it."""
    answer = cli("compare", "plain", "bold", *ONE_CELL, "--out", tmp_path / "out")

    assert "cell" not in answer.out.splitlines()[0]
    assert "\nThe cell: short 2\n" in answer.out
    assert "| short 2 | 1,000 |" in (tmp_path / "out/compare/compare.md").read_text()


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("base", "base"), "game: is missing"),
        (("base", "own.toml"), "base: only own.toml names an experiment, so both sides would be the same"),
        (("base", "shy", *ONE_CELL), "shy: is none of a run's folder, a config or a file of cards"),
        (("base", "goal.2=many", *ONE_CELL), "goal.2"),
        (("base", "none.toml", *ONE_CELL), "none.toml: no such file"),
        (("base", "greedy=mine", "--game", "loop"), "greedy=mine: a file of weights must end in .toml"),
        (("base", "bold", *ONE_CELL, "--alpha", 2), "--alpha: 2 must lie between 0 and 1"),
        (("base", "", *ONE_CELL), "a side names nothing; it must be a run's folder"),
        (("base", "bold", *ONE_CELL, "--precision", 0.1), "--precision: pairs need a fixed number of playouts here"),
        (("base", "bold", *ONE_CELL, "--threads", 0), "--threads: must be at least 1, not 0"),
        (("base", "bold", *ONE_CELL, "--threads", 99999), "--threads: must be at most 1024, not 99999"),
        (("base", "bold", *ONE_CELL, "--out", ""), "'--out': names nothing"),
    ],
)
def test_wrong_use(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[object, ...], fault: str
) -> None:
    """One clear line."""
    monkeypatch.chdir(tmp_path)
    Path("own.toml").write_text('game = "coin"\n[parameters.goal]\n2 = 9\n')
    assert fault in complaint(cli, *arguments)


def test_another_command_s_folder_is_left_alone(cli: Cli, tmp_path: Path) -> None:
    """Neither a run's folder nor a file becomes a comparison."""
    cli("run", "coin", *ONE_CELL[2:], "--playouts", 20, "--out", tmp_path / "run")
    (tmp_path / "file").touch()

    assert "holds no comparison" in complaint(cli, "base", "bold", *ONE_CELL, "--out", tmp_path / "run")
    assert "is a file; a folder" in complaint(cli, "base", "bold", *ONE_CELL, "--out", tmp_path / "file")
    assert not (tmp_path / "run/before").exists()


@pytest.mark.parametrize(
    ("command", "tables"),
    [
        (("compare", "plain", "bold", "--game", "coin"), "compare"),
        (("ladder", "coin", "--policy", "plain,bold"), "ladder"),
        (("train", "darts"), "train"),
        (("sensitivity", "coin"), "sensitivity"),
    ],
)
def test_foreign_files_among_the_tables(cli: Cli, tmp_path: Path, command: tuple[str, ...], tables: str) -> None:
    """They are found before anything is played, not after hours of it."""
    (tmp_path / "out" / tables).mkdir(parents=True)
    (tmp_path / "out" / tables / "mine.txt").touch()
    answer = cli(*command, "--out", tmp_path / "out")

    assert (answer.code, answer.out) == (3, "")
    assert answer.err == (
        f"error: {tmp_path / 'out' / tables}: holds files that no report wrote (mine.txt); "
        "move them away, or choose another folder\n"
    )
    assert [entry.name for entry in (tmp_path / "out").iterdir()] == [tables]


def test_a_run_played_to_a_precision(cli: Cli, tmp_path: Path) -> None:
    """Its playouts are paired with those of a change as far as it has them; pairs stop by their own verdict."""
    cli("run", "coin", *ONE_CELL[2:], "--precision", 0.05, "--out", tmp_path / "run")
    code, document = compare(cli, tmp_path / "run", "goal.2=12")

    assert (code, document["cells"][0]["pairs"]) == (1, 1000)


def test_names_are_no_formulas(cli: Cli, tmp_path: Path) -> None:
    """Dollars, bars and a line end in the name of a file: the chart and the summary have them as they are."""
    name = tmp_path / "pay $x^$ a|b\n# c.toml"
    name.write_text('game = "coin"\nplayouts = 20\ncells = { table = "short", players = 2 }\n')
    answer = cli("compare", name, "bold", "--out", tmp_path / "out")

    assert answer.code == 2, answer.err
    head = (tmp_path / "out/compare/compare.md").read_text().splitlines()[0]
    assert head == f"# {tmp_path}/pay $x^$ a|b\\n# c.toml against bold: undecided"


def test_weights(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of a player's weights is a side: the same numbers play to the same bits, others do not."""
    monkeypatch.chdir(tmp_path)
    Path("same.toml").write_text("clone = 22\n")
    Path("other.toml").write_text("clone = 900\nmission = 0\n")
    cell = ("--game", "loop", "--scenario", "sabotage", "--difficulty", "month", "--players", 2, "--playouts", 8)
    out = ("--out", "out")
    _, alike = compare(cli, "base", "greedy=same.toml", *cell)
    _, other = compare(cli, "greedy=same.toml", "greedy=other.toml", *cell, *out)
    weights = json.loads(Path("out/after/manifest.json").read_text())["config"]["weights"]

    assert (alike["cells"][0]["gained"], alike["cells"][0]["lost"]) == (0, 0)
    assert (other["before"], other["after"]) == ("greedy=same.toml", "greedy=other.toml")
    assert weights == {"greedy": {"clone": 900, "mission": 0}}
    assert '"random" is not allowed' in complaint(cli, "base", "random=same.toml", *cell)
    assert "none.toml: no such file" in complaint(cli, "base", "greedy=none.toml", *cell)


def test_levels_are_no_pair(cli: Cli, tmp_path: Path) -> None:
    """Month against year: what compares them is named."""
    line = ("run", "loop", "--scenario", "sabotage", "--players", 2, "--policy", "random", "--playouts", 2, "--quiet")
    for level in ("month", "year"):
        cli(*line, "--difficulty", level, "--out", tmp_path / level)
    found = complaint(cli, tmp_path / "month", tmp_path / "year")

    assert 'difficulty is "month" in' in found
    assert "`sim report` of one run that has both compares levels" in found


def test_a_yardstick_is_marked(cli: Cli, tmp_path: Path) -> None:
    """It sees what is hidden: table, document and summary say so."""
    sides = ("seer", "plain", "--game", "purse", "--playouts", 20, "--out", tmp_path / "out")
    answer = cli("compare", *sides)

    assert '"seer" sees what is hidden: no balance number may come from it' in answer.out
    assert json.loads((tmp_path / "out/compare/compare.json").read_text())["yardsticks"] == ["seer"]
    assert "no balance number may come from it: seer." in (tmp_path / "out/compare/compare.md").read_text()
    assert compare(cli, "plain", "bold", *ONE_CELL)[1]["yardsticks"] == []


def test_sides_that_cannot_be_paired(cli: Cli, tmp_path: Path) -> None:
    """Other seeds, other games, no cell in common, runs with options, runs without rows."""
    small = ("--playouts", 20, "--axis", "table=short")
    cli("run", "coin", *small, "--seed", 1, "--out", tmp_path / "one")
    cli("run", "coin", *small, "--seed", 2, "--out", tmp_path / "two")
    cli("run", "purse", *small, "--out", tmp_path / "purse")
    cli("run", "coin", "--playouts", 20, "--axis", "table=long", "--out", tmp_path / "long")
    cli("run", "coin", *small, "--rows", "none", "--out", tmp_path / "none")

    assert "pairs need the same seed" in complaint(cli, tmp_path / "one", tmp_path / "two")
    assert "nothing to pair" in complaint(cli, tmp_path / "one", tmp_path / "purse")
    apart = f'table is "short" in {tmp_path / "one"}, "long" in {tmp_path / "long"}, and a pair is one cell twice'
    assert f"have no cell in common; {apart}\n" in complaint(cli, tmp_path / "one", tmp_path / "long")
    assert "both sides are runs; nothing is played" in complaint(
        cli, tmp_path / "one", tmp_path / "one", "--playouts", 9
    )
    assert "holds no rows" in complaint(cli, tmp_path / "one", tmp_path / "none")
