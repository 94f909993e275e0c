"""`sim tune` on the coin race, whose win rate by its goal has a closed form: what it finds, what it says, its files."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from cli.race_odds import win_rate

from sim.config import load
from sim.files import held, read_json, write_json
from sim.game import discover
from sim.search import coarse

pytestmark = pytest.mark.usefixtures("toys")

Cli = Callable[..., Any]
HALF = Fraction(1, 2)
SHORT = ("--axis", "table=short", "--players", 2)
SMALL = ("--playouts", 1000, "--confirm", 2000)


def tune(cli: Cli, *arguments: object) -> Any:
    """Return the document of a tuning."""
    answer = cli("tune", *arguments, "--json")
    assert answer.code == 0, answer.err
    return json.loads(answer.out)


def only_cell(cli: Cli, *arguments: object) -> Any:
    """Return the one cell of a tuning of the short coin race with two players."""
    (cell,) = tune(cli, "coin", *SHORT, *SMALL, *arguments)["cells"]
    return cell


def truth(goal: int) -> float:
    """Return the win rate at a goal."""
    return float(win_rate(HALF, goal=goal))


@pytest.mark.parametrize("goal", [2, 4, 7])
def test_the_setting_is_that_of_the_closed_form(cli: Cli, goal: int) -> None:
    """Its own win rate as target leads back to a goal; neighbours are 5 to 10 points away."""
    cell = only_cell(cli, "--target", truth(goal), "--tolerance", 0.04, "--vary", "goal.2=1..9")

    assert (cell["nearest"], cell["untuned"]) == ({"goal.2": goal}, {"goal.2": 8})
    assert cell["confirmed"]["low"] < truth(goal) < cell["confirmed"]["high"]
    assert (cell["verdict"], cell["more_playouts"], cell["shape"]) == ("reached", 0, "falling")
    assert cell["recommended"] == cell["nearest"]
    assert [point["setting"]["goal.2"] for point in cell["neighbours"]] == [goal - 1, goal + 1]
    for point in cell["tried"]:
        assert point["low"] < truth(point["setting"]["goal.2"]) < point["high"]


def test_a_long_range_is_bisected(cli: Cli) -> None:
    """Seven of forty goals, then the crossing alone: goals far from it are never played."""
    cell = only_cell(cli, "--target", truth(5), "--vary", "goal.2", "--tolerance", 0.04)
    goals = [point["setting"]["goal.2"] for point in cell["tried"]]

    assert cell["nearest"] == {"goal.2": 5}
    assert set(goals) >= {place + 1 for place in coarse(40)}
    assert [goal for goal in goals if goal > 8] == [14, 21, 27, 33, 40]


def test_a_curve_that_rises(cli: Cli) -> None:
    """More tosses win more; at the long table 13 of them win 23 in 100."""
    wanted = float(win_rate(HALF, tosses=13))
    (cell,) = tune(
        cli, "coin", "--axis", "table=long", "--players", 2, *SMALL, "--target", wanted, "--vary", "long_tosses=8..20"
    )["cells"]

    assert (cell["shape"], cell["nearest"]) == ("rising", {"long_tosses": 13})


def test_content_is_tuned(cli: Cli) -> None:
    """The chance of a head, in per cent, at which the race is won in 60 of 100: nearest of the whole numbers."""
    best = min(range(40, 81), key=lambda heads: abs(win_rate(Fraction(heads, 100)) - Fraction(6, 10)))
    (cell,) = tune(
        cli, "purse", *SHORT, *SMALL, "--target", "0.57..0.63", "--vary", "content.coins.penny.heads=40..80"
    )["cells"]

    assert abs(cell["nearest"]["content.coins.penny.heads"] - best) <= 1
    assert cell["untuned"] == {"content.coins.penny.heads": None}


def test_a_flat_curve(cli: Cli) -> None:
    """Beyond 30 tosses nearly every race has ended: no setting is told from another, the smallest change is enough."""
    (cell,) = tune(
        cli, "coin", "--axis", "table=long", "--players", 2, *SMALL, "--target", 0.34, "--vary", "long_tosses=34..40"
    )["cells"]

    assert (cell["shape"], cell["nearest"]) == ("flat", {"long_tosses": 34})
    assert cell["notes"][0] == "The win rate along long_tosses is flat: the intervals of all settings overlap"
    assert {point["playouts"] for point in cell["tried"]} == {1000, 2000}


def test_a_target_out_of_reach(cli: Cli) -> None:
    """One head wins 7 races of 8; nothing wins 98 of 100, and the nearest is named."""
    cell = only_cell(cli, "--target", 0.98, "--vary", "goal.2=1..4")

    assert (cell["verdict"], cell["nearest"]) == ("not reached", {"goal.2": 1})
    assert cell["notes"][0].startswith(
        "No setting found in goal.2 = 1..4 reaches 97 to 99 %; goal.2 = 1 comes nearest: 8"
    )
    assert len(cell["notes"]) == 1


@pytest.mark.parametrize("knobs", [("goal.2=1..4",), ("goal.2=1..4", "long_tosses=5..8")])
def test_what_does_not_reach_the_target_is_not_recommended(cli: Cli, tmp_path: Path, knobs: tuple[str, ...]) -> None:
    """It is the nearest, and no more: on the terminal, in JSON, in every file, in the files' names."""
    vary = [word for knob in knobs for word in ("--vary", knob)]
    line = (
        "coin",
        "--axis",
        "table=long",
        "--players",
        2,
        "--playouts",
        100,
        "--confirm",
        500,
        "--target",
        0.98,
        *vary,
    )
    answer = cli("tune", *line, "--out", tmp_path / "out")
    (cell,) = tune(cli, *line, "--out", tmp_path / "out")["cells"]
    files = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    texts = {str(path.relative_to(tmp_path / "out")): path.read_text(errors="ignore") for path in files}
    quoted = '"recommended": null'  # JSON says that there is none

    assert (cell["verdict"], cell["recommended"], cell["nearest"]["goal.2"]) == ("not reached", None, 1)
    assert "nearest" in answer.out
    assert "# nearest: goal.2 = 1" in texts["nearest.toml"]
    assert "The nearest setting and its neighbours" in texts["tune.md"]
    assert quoted in texts.pop("tune.json")
    assert [name for name, text in texts.items() if "ecommended" in name + text] == []
    assert "ecommended" not in answer.out


def test_a_target_between_two_whole_numbers(cli: Cli) -> None:
    """3 heads win 67 races of 100, 4 win 59: 63 is stepped over, and it says where."""
    cell = only_cell(cli, "--target", 0.63, "--vary", "goal.2=1..9", "--confirm", 9000)

    assert cell["verdict"] == "not reached"
    assert cell["notes"][1].startswith("The win rate steps over the target (goal.2 = 3: 6")


def test_an_undecided_one_says_what_would_decide_it(cli: Cli) -> None:
    """200 playouts know a win rate to within 7 points."""
    cell = only_cell(cli, "--target", truth(4), "--vary", "goal.2=3..5", "--confirm", 200)

    assert cell["verdict"] == "undecided"
    known = 200 + cell["more_playouts"]
    again = f"{known:,} playouts of it on another seed would decide it at this win rate"
    crosses = f"The interval crosses an edge of the target; {again}; this seed is judged once"
    assert cell["notes"][0] == crosses


def test_each_cell_has_its_own_target(cli: Cli) -> None:
    """The easier target has the lower goal; bands stand for themselves."""
    document = tune(
        cli, "coin", "--players", 2, *SMALL, "--target", "short=0.74..0.82,long=0.46..0.55", "--vary", "goal.2=1..9"
    )

    assert [cell["nearest"]["goal.2"] for cell in document["cells"]] == [2, 5]
    assert [cell["target"]["aim"] for cell in document["cells"]] == [0.78, 0.505]
    assert [cell["title"] for cell in document["cells"]] == ["short", "long"]
    assert document["verdict"] == "reached"


def test_swept_values_and_policies_are_cells(cli: Cli, tmp_path: Path) -> None:
    """Each combination is tuned by itself, from its own parameters."""
    (tmp_path / "sweep.toml").write_text(
        'game = "coin"\n[cells]\ntable = "long"\nplayers = 2\n[sweep]\nlong_tosses = [9, 40]\n'
    )
    cells = tune(cli, "--config", tmp_path / "sweep.toml", *SMALL, "--target", "0.45..0.55", "--vary", "goal.2=1..8")[
        "cells"
    ]

    assert [cell["sweep"] for cell in cells] == [{"long_tosses": 9}, {"long_tosses": 40}]
    assert cells[0]["nearest"]["goal.2"] < cells[1]["nearest"]["goal.2"]


# -- several parameters --------------------------------------------------------------------------------------------

BOTH = ("--target", "0.57..0.63", "--vary", "goal.2=2..9", "--vary", "content.coins.penny.heads=30..70", "--trials", 12)


def test_several_parameters(cli: Cli) -> None:
    """What is found lies near the target by the closed form too; the start is tried first; nothing is tried twice."""
    pytest.importorskip("optuna")
    (cell,) = tune(cli, "purse", *SHORT, *SMALL, *BOTH)["cells"]
    found = cell["nearest"]
    settings = [json.dumps(point["setting"]) for point in cell["tried"]]

    assert win_rate(Fraction(found["content.coins.penny.heads"], 100), goal=found["goal.2"]) == pytest.approx(
        0.6, abs=0.04
    )
    assert json.dumps({"goal.2": 8, "content.coins.penny.heads": 50}) in settings
    assert len(settings) == len(set(settings))
    assert cell["shape"] is None


def test_few_settings_are_all_tried_without_optuna(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four combinations need no sampler; more do, and one line says what is missing."""
    monkeypatch.setitem(sys.modules, "optuna", None)
    two = ("--vary", "goal.2=4..5", "--vary", "content.coins.penny.heads=50..51")
    (cell,) = tune(cli, "purse", *SHORT, *SMALL, "--target", 0.6, *two)["cells"]
    missing = cli("tune", "purse", *SHORT, *SMALL, *BOTH)

    assert cell["nearest"]["goal.2"] == 4
    assert (missing.code, missing.out) == (3, "")
    assert missing.err.startswith("error: --vary: several parameters at once need optuna, which is not installed;")
    assert missing.err.count("\n") == 1


# -- the same every time -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("several", [False, True])
def test_threads_and_folders_change_nothing(cli: Cli, tmp_path: Path, several: bool) -> None:
    """One thread or two, kept or not, at once or after another search in the same folder: the same document."""
    if several:
        pytest.importorskip("optuna")
    wanted = BOTH if several else ("--target", 0.6, "--vary", "goal.2=1..12")
    other = ("--target", 0.4, "--vary", "goal.2=1..6")
    line = ("purse", *SHORT, "--playouts", 1000, "--confirm", 1200)
    once = tune(cli, *line, *wanted, "--threads", 1)
    tune(cli, *line, *other, "--out", tmp_path / "kept")
    there = tune(cli, *line, *wanted, "--threads", 2, "--out", tmp_path / "kept")
    again = cli("tune", *line, *wanted, "--out", tmp_path / "kept", "--json")

    assert once == there == json.loads(again.out)


def test_what_was_played_is_not_played_again(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same command reads its evaluations; another game's source would not."""
    line = (
        "tune",
        "coin",
        *SHORT,
        *SMALL,
        "--target",
        0.6,
        "--vary",
        "goal.2=1..6",
        "--out",
        tmp_path / "out",
        "--json",
    )
    first = cli(*line)
    files = {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    monkeypatch.setattr(type(discover()["coin"]), "play", None)
    again = cli(*line)

    assert (first.code, again.code, first.out) == (0, 0, again.out)
    assert {path: path.read_bytes() for path in files} == files


def test_an_interruption(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends with 130 and the command to go on with; the settings that were finished are kept, and taken up."""
    import sim.batch

    line = (
        "tune",
        "coin",
        *SHORT,
        *SMALL,
        "--target",
        0.6,
        "--vary",
        "goal.2=1..6",
        "--out",
        tmp_path / "out",
        "--json",
    )
    played = sim.batch.play
    calls = []

    def third_time(*arguments: Any, **options: Any) -> None:
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt
        played(*arguments, **options)

    ended: list[int] = []
    monkeypatch.setattr(sim.batch, "play", third_time)
    monkeypatch.setattr("os._exit", lambda code: (ended.append(code), sys.exit(code)))
    broken = cli(*line)
    kept = json.loads((tmp_path / "out/evaluations.json").read_text())["evaluations"]
    monkeypatch.setattr(sim.batch, "play", played)
    whole = cli(*line)

    assert (broken.code, ended, broken.out) == (130, [130], "")
    assert "interrupted; the settings played so far are kept. Go on with:" in broken.err
    assert [entry["setting"] for entry in kept.values()] == [{"goal.2": 1}, {"goal.2": 2}]
    assert json.loads(whole.out) == tune(cli, *line[1:-3])


# -- what is written -----------------------------------------------------------------------------------------------


def test_the_recommended_config_plays_what_was_confirmed(cli: Cli, tmp_path: Path) -> None:
    """`sim run` of it gives the wins and the signature of the confirmation, on the seed asked for."""
    line = ("coin", *SHORT, *SMALL, "--seed", 7, "--set", "goal.3=5", "--target", truth(4), "--vary", "goal.2=3..5")
    line = (*line, "--tolerance", 0.06)
    document = tune(cli, *line, "--out", tmp_path / "out")
    confirmed = document["cells"][0]["confirmed"]
    config = tmp_path / "out/recommended.toml"
    (cell,) = json.loads(cli("run", "--config", config, "--out", tmp_path / "run", "--json").out)["cells"]

    assert {key: cell[key] for key in confirmed} == confirmed
    assert (document["seed"], load(config).experiment.seed) == (7, 7)
    assert document["search_seed"] != 7
    assert load(config).experiment.parameters["goal"] == {"2": 4, "3": 5}


def test_what_else_changed(cli: Cli) -> None:
    """Against the untuned experiment on the fresh seeds: more wins, and no race is lost that was won."""
    cell = only_cell(cli, "--target", truth(4), "--vary", "goal.2=3..5")
    shift = cell["shift"]

    assert (shift["pairs"], shift["lost"]) == (1000, 0)
    assert shift["difference_low"] < truth(4) - truth(8) < shift["difference_high"]
    assert shift["length"]["after"] < shift["length"]["before"]
    assert {entry["cause"] for entry in shift["causes"]} == {"three_tails"}  # nobody lost otherwise


def test_the_untuned_setting_may_be_the_best(cli: Cli, tmp_path: Path) -> None:
    """Then nothing is compared, and it says so."""
    (tmp_path / "sweep.toml").write_text(
        'game = "coin"\n[cells]\ntable = "short"\nplayers = 2\n[sweep]\ngoal.3 = [8, 9]\n'
    )
    wanted = ("--target", truth(8), "--vary", "goal.2=7..9", "--tolerance", 0.05)
    cells = tune(cli, "--config", tmp_path / "sweep.toml", *SMALL, *wanted, "--out", tmp_path / "out")["cells"]

    assert [(cell["nearest"], cell["shift"]) for cell in cells] == [({"goal.2": 8}, None)] * 2
    assert "Nothing changed: it is the untuned setting" in (tmp_path / "out/tune.md").read_text()


def test_the_files(cli: Cli, tmp_path: Path) -> None:
    """A config a cell, every setting in a table, a chart, a summary; the index names every file."""
    document = tune(
        cli, "coin", "--players", 2, *SMALL, "--target", 0.6, "--vary", "goal.2=3..5", "--out", tmp_path / "out"
    )
    index = json.loads((tmp_path / "out/tune.json").read_text())
    with (tmp_path / "out/tables/tried.csv").open() as file:
        rows = list(csv.DictReader(file))

    assert index == {**document, "files": index["files"]}
    assert set(index["files"]) == {
        str(path.relative_to(tmp_path / "out")) for path in (tmp_path / "out").rglob("*") if path.is_file()
    }
    names = ["recommended" if cell["verdict"] == "reached" else "nearest" for cell in document["cells"]]
    assert set(index["files"]) >= {f"{names[0]}-0.toml", f"{names[1]}-1.toml", "evaluations.json", "charts/tune.svg"}
    assert len(rows) == sum(len(cell["tried"]) for cell in document["cells"])
    with (tmp_path / "out/tables/tune.csv").open() as file:
        shifts = [float(row["cause_three_tails"]) for row in csv.DictReader(file)]
    found = [{entry["cause"]: entry["difference"] for entry in cell["shift"]["causes"]} for cell in document["cells"]]
    assert shifts == [pytest.approx(causes["three_tails"]) for causes in found]
    assert f"The {names[0]} setting and its neighbours" in (tmp_path / "out/tune.md").read_text()


def test_a_folder_with_other_files_is_left_alone(cli: Cli, tmp_path: Path) -> None:
    """Nothing is played, nothing written."""
    (tmp_path / "mine.txt").write_text("mine")
    answer = cli("tune", "coin", *SHORT, *SMALL, "--target", 0.6, "--vary", "goal.2=3..5", "--out", tmp_path)

    assert (answer.code, answer.out) == (3, "")
    assert "holds files that no report wrote (mine.txt)" in answer.err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_for_people(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line a cell, its neighbours, what changed, where the files are; in 70 columns what goes is named."""
    line = (
        "tune",
        "coin",
        *SHORT,
        *SMALL,
        "--target",
        "0.5..0.65",
        "--vary",
        "goal.2=3..5",
        "--quiet",
        "--out",
        tmp_path / "out",
    )
    monkeypatch.setenv("COLUMNS", "200")
    answer = cli(*line)
    monkeypatch.setenv("COLUMNS", "70")
    narrow = cli(*line)

    assert answer.err == ""
    assert "goal.2 = 8" in answer.out
    assert "Beside it: goal.2 = 3: 6" in answer.out
    assert "three_tails -" in answer.out
    assert "goal_reached" not in answer.out
    assert "The cell: short 2 plain\n" in answer.out
    assert not answer.out.startswith("cell")
    assert f"{tmp_path / 'out/recommended.toml'}: for sim run --config" in answer.out
    assert all(len(text) <= 70 for text in narrow.out.splitlines()[:3])
    assert "Not shown for want of room" in narrow.out


def test_folders_that_cannot_be_used(cli: Cli, tmp_path: Path) -> None:
    """A file, no name, and a folder that another process writes to."""
    line = ("tune", "coin", *SHORT, "--target", 0.6, "--vary", "goal.2=7..8", *SMALL, "--quiet", "--out")
    (tmp_path / "file").touch()
    assert cli(*line, tmp_path / "out").code == 0

    assert "is a file" in cli(*line, tmp_path / "file").err
    assert "names nothing" in cli(*line, "").err
    with held(tmp_path / "out"):
        answer = cli(*line, tmp_path / "out")
    assert (answer.code, answer.out) == (3, "")
    assert answer.err == f"error: {tmp_path / 'out'}: another process is writing to it; wait or use another folder\n"


def test_a_band_ends_where_win_rates_do(cli: Cli) -> None:
    """One point to either side of 0 and 1."""
    bands = [only_cell(cli, "--target", aim, "--vary", "goal.2=7..8")["target"] for aim in (0, 1)]

    assert [(band["low"], band["high"]) for band in bands] == [(0, 0.01), (0.99, 1)]


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("loop --scenario sabotage --difficulty month --agents mr_time,v_girl --vary safe_rifts=3..4", "safe_rifts"),
        ("room25 --mode solo --composition beginner --agents max,frank,alice,sarah --vary max_locks=2..3", "max_locks"),
    ],
)
def test_a_fixed_team_is_tuned(cli: Cli, tmp_path: Path, line: str, path: str) -> None:
    """The team is one value of its axis, in each setting that is played and in the config that comes of it."""
    effort = ("--target", 0.5, "--policy", "idle", "--playouts", 2, "--confirm", 2, "--out", tmp_path)
    answer = cli("tune", *line.split(), *effort)
    (cell,) = json.loads((tmp_path / "tune.json").read_text())["cells"]
    (kept,) = tmp_path.glob("*.toml")

    assert answer.code == 0
    assert cell["agents"] == load(kept).experiment.cells["agents"]
    assert len(cell["agents"]) in (2, 4)
    assert {tried["setting"][path] for tried in cell["tried"]} == ({3, 4} if path == "safe_rifts" else {2, 3})


@pytest.mark.parametrize("entries", [None, 7, {"a": 3}, {"a": {"wins": {"50": "x"}}}, {"a": {"confirmed": {"": {}}}}])
def test_evaluations_of_another_form_are_refused(cli: Cli, tmp_path: Path, entries: Any) -> None:
    """A checksum that fits is no proof of what is in it."""
    line = ("tune", "coin", *SHORT, "--target", 0.6, "--vary", "goal.2=7..8", "--playouts", 20, "--confirm", 20)
    cli(*line, "--out", tmp_path)
    file = tmp_path / "evaluations.json"
    write_json(file, {**read_json(file, 1), "evaluations": entries})
    answer = cli(*line, "--out", tmp_path)

    assert answer.code == 3
    assert answer.err.startswith(f"error: {file}: is damaged: ")


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("coin", "--vary", "goal.2"), "Missing option '--target'"),
        (("coin", *SHORT, "--target", 0.6), "error: --vary: is missing"),
        (("coin", *SHORT, "--target", 0.6, "--vary", "gaol.2"), "error: --vary gaol.2: is unknown"),
        (("coin", *SHORT, "--target", 0.6, "--vary", "goal.2=0..9"), "is outside what is allowed: 1..40"),
        (("coin", *SHORT, "--target", 0.6, "--vary", "goal.2=9..9"), "is no range"),
        (("coin", *SHORT, "--target", 60, "--vary", "goal.2"), "a win rate lies between 0 and 1"),
        (("coin", *SHORT, "--target", "long=0.6", "--vary", "goal.2"), "error: --target long=0.6: is unknown"),
        (
            ("coin", *SHORT, "--target", 0.6, "--vary", "long_tosses"),
            "error: --vary long_tosses: changes no rule: 1..40 is all the same there",
        ),
        (
            ("coin", "--axis", "table=short", "--target", 0.6, "--vary", "goal.2"),
            "error: --vary goal.2: changes no rule in cell 1 (3): 1..40 is all the same there",
        ),
        (("coin", *SHORT, "--target", 0.6, "--vary", "goal.2", "--precision", 0.1), "error: --precision: tuning plays"),
        (("coin", *SHORT, "--target", 0.6, "--vary", "goal.2", "--confirm", 0), "error: --confirm: must be at least 1"),
        (("coin", *SHORT, "--target", 0.6, "--vary", "goal.2", "--trials", 10**20), "error: --trials: must be at most"),
        (("coin", *SHORT, "--target", 0.6, "--vary", "goal.2", "--tolerance", 0), "error: --tolerance: 0 must lie"),
        (
            ("purse", *SHORT, "--target", 0.6, "--vary", "goal.2", "--policy", "seer"),
            "error: --policy: seer sees what is hidden; no balance number may come from it",
        ),
        (
            ("purse", *SHORT, "--target", 0.6, "--vary", "content.coins.penny.heads=50..101"),
            "coins.penny.heads: must be a whole number from 0 to 100, not 101",
        ),
        (("purse", *SHORT, "--target", 0.6, "--vary", "weights.0"), "changes no rule"),
        (
            ("loop", "--scenario", "sabotage", "--players", 2, "--target", 0.6, "--vary", "safe_rifts"),
            "error: --vary: parameters.setup_rifts: 1 at set-up",
        ),
    ],
)
def test_wrong_use_is_one_line(cli: Cli, tmp_path: Path, arguments: tuple[object, ...], fault: str) -> None:
    """What cannot be tuned is refused before anything is played or written."""
    answer = cli("tune", *arguments, "--out", tmp_path / "out")

    assert (answer.code, answer.out, answer.err.count("\n")) == (3, "", 1), answer.err
    assert fault in answer.err
    assert not (tmp_path / "out").exists()
