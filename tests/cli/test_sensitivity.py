"""`sim sensitivity`: its numbers on a game whose win rates have a closed form, files, messages; what a report says."""

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
HALF = Fraction(1, 2)
RACE = ("purse", "--players", 2, "--axis", "table=short", "--threads", 1)
GOAL = ("--only", "goal.2,long_tosses,fast")
FEW = ("--playouts", 60, "--joint", 4, "--joint-playouts", 10)


def sensitivity(cli: Cli, out: Path, *arguments: object) -> Any:
    """Return the document of what moves the race."""
    answer = cli("sensitivity", *RACE, "--out", out, "--json", *arguments)
    assert answer.code == 0, answer.err
    return json.loads(answer.out)


def test_one_at_a_time_is_the_closed_form(cli: Cli, tmp_path: Path) -> None:
    """A lower goal is reached more often, a higher one less; what changes no rule at the short table is not played."""
    document = sensitivity(cli, tmp_path / "run", *GOAL, "--playouts", 1000, "--joint", 0)
    effects = {(effect["path"], effect["value"]): effect for effect in document["effects"]}
    (cell,) = document["cells"]

    assert list(effects) == [("goal.2", 7), ("goal.2", 9), ("long_tosses", 20), ("long_tosses", 40), ("fast", True)]
    assert cell["low"] < win_rate(HALF) < cell["high"]
    for goal, verdict in ((7, "apart"), (9, "apart")):
        effect, truth = effects["goal.2", goal], win_rate(HALF, goal) - win_rate(HALF)
        assert effect["difference_low"] < truth < effect["difference_high"]
        assert effect["verdict"] == verdict
        assert effect["wins"] - cell["wins"] == effect["gained"] - effect["lost"]
        assert 0 < effect["floor"] < abs(effect["difference"])
    for key in (("long_tosses", 20), ("long_tosses", 40), ("fast", True)):
        assert effects[key]["same_rules"]
        assert (effects[key]["difference"], effects[key]["win_rate"]) == (0, cell["win_rate"])
    assert document["comparisons"] == 2
    assert cell["alone"] == {"low": effects["goal.2", 9]["win_rate"], "high": effects["goal.2", 7]["win_rate"]}
    assert not (tmp_path / "run/runs/long_tosses").exists()
    assert not (tmp_path / "run/joint").exists()


def test_values_with_the_same_results(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A race to one head is over after three tosses: 20, 30 or 40 of them are the same to the bit, and it is said."""
    monkeypatch.setenv("COLUMNS", "200")
    line = ("sensitivity", "purse", "--players", 2, "--axis", "table=long", "--only", "long_tosses", "--joint", 0)
    race = ("--set", "goal.2=1", "--playouts", 50, "--quiet")
    answer = cli(*line, *race, "--out", tmp_path / "run")
    document = json.loads((tmp_path / "run/sensitivity/sensitivity.json").read_text())
    short = cli(*line, *race, "--set", "long_tosses=1", "--out", tmp_path / "short")

    assert [effect["same_results_as"] for effect in document["effects"]] == ["as it stands"] * 2
    assert {effect["verdict"] for effect in document["effects"]} == {"same results"}
    assert answer.out.count("same results") == 2
    assert "+0.00" not in answer.out
    assert "| – | – | – | same results |" in (tmp_path / "run/sensitivity/sensitivity.md").read_text()
    assert not (tmp_path / "run/sensitivity/charts").exists()
    assert short.out.count("apart, same results as 20") == 1


def test_too_little_disk(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A study whose rows would not fit is refused before it begins; one that is all there still is told."""
    line = ("sensitivity", *RACE, "--only", "goal.2", "--joint", 0, "--playouts", 300, "--out", tmp_path / "run")
    with monkeypatch.context() as small:
        small.setattr("sim.estimate.shutil.disk_usage", lambda _: type("Usage", (), {"free": 1000}))
        refused = cli(*line)
    played = cli(*line, "--quiet")
    monkeypatch.setattr("sim.estimate.shutil.disk_usage", lambda _: type("Usage", (), {"free": 0}))

    assert refused.code == 3
    assert "of rows would be written and 1 kB are free; ask for fewer --playouts" in refused.err
    assert cli(*line, "--quiet").out == played.out


def test_values_that_change_no_rule(cli: Cli, tmp_path: Path) -> None:
    """The short table knows nothing of the long one's tosses: nothing is compared, and that is what is said."""
    answer = cli("sensitivity", *RACE, "--only", "long_tosses", "--joint", 0, "--playouts", 20, "--out", tmp_path / "x")

    assert "No value of the assumptions changes a rule of this cell" in answer.out
    assert "Verdicts at 95 %" not in answer.out
    assert "told from nothing" not in (tmp_path / "x/sensitivity/sensitivity.md").read_text()


def test_jointly_one_does_everything(cli: Cli, tmp_path: Path) -> None:
    """The goal has both indices about 1, what changes no rule has 0 exactly; the spread is the goal's."""
    document = sensitivity(cli, tmp_path / "run", *GOAL, "--playouts", 100, "--joint", 16, "--joint-playouts", 400)
    indices = {entry["path"]: entry for entry in document["indices"]}
    joint = document["cells"][0]["joint"]

    assert next(iter(indices)) == "goal.2"
    for name in ("first", "total"):
        assert indices["goal.2"][f"{name}_low"] <= 1 <= indices["goal.2"][f"{name}_high"] + 0.15
        assert [indices[path][name] for path in ("long_tosses", "fast")] == [0, 0]
    assert joint["told_from_noise"]
    stands = document["cells"][0]["win_rate"]
    for end, goal in (("low", 9), ("high", 7)):
        assert joint[end] - stands == pytest.approx(win_rate(HALF, goal) - win_rate(HALF), abs=0.02)
    assert "jointly (5th to 95th percentile) between" in document["cells"][0]["sentence"]


def test_extended_is_the_same_as_played_at_once(cli: Cli, tmp_path: Path) -> None:
    """More playouts, more rows, more threads: all files have the same bytes as if played at once."""
    more = ("--playouts", 90, "--joint", 8, "--joint-playouts", 10)
    sensitivity(cli, tmp_path / "once", *GOAL, *more)
    sensitivity(cli, tmp_path / "grown", *GOAL, *FEW)
    document = sensitivity(cli, tmp_path / "grown", *GOAL, *more, "--threads", 2)
    folder = tmp_path / "grown/sensitivity"
    index = json.loads((folder / "sensitivity.json").read_text())

    assert index == {**document, "files": index["files"]}
    for name in index["files"]:
        assert (folder / name).read_bytes() == (tmp_path / "once/sensitivity" / name).read_bytes(), name
    summary = (folder / "sensitivity.md").read_text()
    assert document["cells"][0]["sentence"] in summary
    assert "charts/tornado.svg" in summary
    assert cli("replay", tmp_path / "grown/runs/goal.2", "--cell", 1, "--index", 3).code == 0


def test_assumptions_are_varied_unless_others_are_named(cli: Cli, tmp_path: Path) -> None:
    """At the long table the one assumption matters; each cell has its own effects, charts and sentence."""
    race = ("purse", "--players", "2,3", "--axis", "table=long", "--threads", 1, "--set", "goal.2=12")
    answer = cli("sensitivity", *race, *FEW, "--out", tmp_path / "run", "--json")
    document = json.loads(answer.out)
    charts = {path.name for path in (tmp_path / "run/sensitivity/charts").glob("*.svg")}

    assert {effect["path"] for effect in document["effects"]} == {"long_tosses"}
    assert [cell["label"] for cell in document["cells"]] == ["2 players", "3 players"]
    assert {"tornado_0.svg", "tornado_1.svg"} <= charts
    assert document["subject"] == "the assumptions"
    assert all("the assumptions" in cell["sentence"] for cell in document["cells"])


def test_a_narrow_terminal_keeps_points_and_verdict(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In 80 columns others go, and are named; the sentence comes last."""
    monkeypatch.setenv("COLUMNS", "80")
    answer = cli("sensitivity", *RACE, *GOAL, *FEW, "--out", tmp_path / "run", "--quiet")

    assert all(len(line) <= 80 for line in answer.out.splitlines()[:4])
    assert sum("apart" in line for line in answer.out.splitlines()[:4]) == 2
    assert "Not shown for want of room: gained, lost" in answer.out
    assert "The cell: short 2 plain; n = 60" in answer.out
    assert answer.out.splitlines()[-1].startswith("One at a time over their ranges, ")


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("--policy", "seer"), "--policy: seer sees what is hidden; no balance number may come from it"),
        (("--config", "SWEEP"), "sweep.fast: leave it out; here one parameter after the other is varied anyway"),
        (("--precision", 0.1), "--precision: pairs need a fixed number of playouts here; give --playouts"),
        (("--joint", 5), "--joint: must be 0 (none) or a power of 2 from 2 to 65536, as 64, not 5"),
        (("--only", "coin"), '--only: "coin": has no range of values to vary it over'),
        ((), "--out DIR is missing: the folder that keeps the run"),
    ],
)
def test_wrong_use_is_one_line(cli: Cli, tmp_path: Path, arguments: tuple[object, ...], fault: str) -> None:
    """What cannot be varied is refused before anything is played."""
    config = tmp_path / "config.toml"
    config.write_text('game = "purse"\n[sweep]\nfast = [true, false]\n')
    out = () if "--out DIR" in fault else ("--out", tmp_path / "run")
    answer = cli("sensitivity", *RACE, *(config if word == "SWEEP" else word for word in arguments), *out)

    assert (answer.code, answer.out, answer.err.splitlines()) == (3, "", [f"error: {fault}"])
    assert not (tmp_path / "run").exists()


# -- in a report -------------------------------------------------------------------------------------------------------


@pytest.fixture
def run(cli: Cli, tmp_path: Path) -> Path:
    """Return a small run of both tables."""
    assert cli("run", "purse", "--players", 2, "--playouts", 50, "--out", tmp_path / "run", "--quiet").code == 0
    return tmp_path / "run"


def test_a_report_quotes_the_sentences_of_its_cells(cli: Cli, tmp_path: Path, run: Path) -> None:
    """By the folder of the study, or by that of its results: on the page, in the summary, in the document."""
    document = sensitivity(cli, tmp_path / "study", *FEW)
    sentence = document["cells"][0]["sentence"]
    for folder in (tmp_path / "study", tmp_path / "study/sensitivity"):
        answer = cli("report", run, "--sensitivity", folder, "--out", tmp_path / "report", "--json")
        assert answer.code == 0, answer.err
        found = json.loads(answer.out)["sensitivity"]
        assert found == {"misfit": None, "cells": [{"title": "Short, 2 players", "sentence": sentence}]}
        assert sentence in (tmp_path / "report/report.html").read_text()
        assert f"- Short, 2 players: {sentence}" in (tmp_path / "report/report.md").read_text()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"rules_version": "0"}, "does not fit this run: other rules version (0, not 1)"),
        ({"policies": ["bold"]}, "does not fit this run: another policy (bold, not plain)"),
        ({"parameters": {"long_tosses": 7}}, "does not fit this run: other parameters"),
        ({"weights": {"bold": {}}}, "does not fit this run: other weights"),
        ({"cells": []}, "is of no cell of this run"),
    ],
)
def test_one_that_does_not_fit_is_said_so(cli: Cli, tmp_path: Path, run: Path, change: Any, reason: str) -> None:
    """In a line on standard error and in the section on assumptions; no number of it is shown."""
    document = {**sensitivity(cli, tmp_path / "study", *FEW), **change}
    (tmp_path / "sensitivity.json").write_text(json.dumps(document))
    answer = cli("report", run, "--sensitivity", tmp_path, "--out", tmp_path / "report")

    assert answer.code == 0
    assert f"warning: What `sim sensitivity` found {reason}" in answer.err
    assert reason in (tmp_path / "report/report.md").read_text()
    assert "One at a time" not in (tmp_path / "report/report.html").read_text()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (None, "sensitivity.json: is missing; `sim sensitivity` writes it"),
        ("{", "sensitivity.json: cannot be read: not JSON"),
        ("[]", "sensitivity.json: is not what `sim sensitivity` writes: it is not what is kept there"),
        (
            '{"schema": 1, "kind": "report"}',
            "sensitivity.json: is not what `sim sensitivity` writes: kind is not what is kept there",
        ),
    ],
)
def test_one_that_cannot_be_read_is_one_line(cli: Cli, tmp_path: Path, run: Path, text: str | None, fault: str) -> None:
    """And nothing is written."""
    if text is not None:
        (tmp_path / "sensitivity.json").write_text(text)
    answer = cli("report", run, "--sensitivity", tmp_path, "--out", tmp_path / "report", "--quiet")

    assert (answer.code, answer.err) == (3, f"error: {tmp_path}/{fault}\n")
    assert not (tmp_path / "report").exists()


@pytest.mark.parametrize("change", [{"policies": None}, {"policies": [{}]}, {"cells": [{"policy": "plain"}]}], ids=str)
def test_one_of_another_form_is_refused(cli: Cli, tmp_path: Path, run: Path, change: Any) -> None:
    """It has no checksum, as nothing is played on with it."""
    document = {**sensitivity(cli, tmp_path / "study", *FEW), **change}
    (tmp_path / "sensitivity.json").write_text(json.dumps(document))
    answer = cli("report", run, "--sensitivity", tmp_path, "--quiet")

    assert answer.code == 3
    assert answer.err.startswith(f"error: {tmp_path}/sensitivity.json: is not what `sim sensitivity` writes: ")


def test_one_of_another_game_is_refused(cli: Cli, tmp_path: Path, run: Path) -> None:
    """Nothing of another game says anything of this one."""
    document = {**sensitivity(cli, tmp_path / "study", *FEW), "game": "coin"}
    (tmp_path / "sensitivity.json").write_text(json.dumps(document))
    answer = cli("report", run, "--sensitivity", tmp_path, "--quiet")

    assert (answer.code, answer.err) == (3, f"error: {tmp_path}/sensitivity.json: is of coin, not of purse\n")
