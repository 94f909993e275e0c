"""Policies with arguments: one form, one line for each fault, for any game, in configs and on the command line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from sim.config import load
from sim.errors import UserError
from sim.game import Game, discover
from sim.mixes import read
from sim.schema import schema_of
from sim.spelling import split

pytestmark = pytest.mark.usefixtures("toys")

Cli = Callable[..., Any]


@pytest.fixture
def purse() -> Game:
    """Return a game of which one policy has arguments: `again`, 0 or 1, by default 1; `patience`, by default -2."""
    return discover()["purse"]


# -- One form --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("seer", "seer"),
        ("seer()", "seer"),
        ("seer( )", "seer"),
        ("seer(again=1, patience=-2)", "seer"),
        ("seer(again=0)", "seer(again=0)"),
        (" seer ( patience = 3,again=00 ) ", "seer(again=0, patience=3)"),
        ("seer(patience=-5)", "seer(patience=-5)"),
        ("seer(again=0)+seat1=seer(again=1)", "seer(again=0)+seat1=seer"),
        ("seer(again=0)+seat1 = seer( again = 0 )", "seer(again=0)"),
        ("plain+seat2=seer(patience=1,again=0)+seat1=seer()", "plain+seat1=seer+seat2=seer(again=0, patience=1)"),
    ],
)  # fmt: skip
def test_the_same_policy_has_one_form(purse: Game, text: str, form: str) -> None:
    """Declared order, no blanks but behind commas, what is at its default left out; read again it stays."""
    assert str(read(text, purse)) == form
    assert str(read(form, purse)) == form


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("plain, bold", ["plain", "bold"]),
        ("plain,seer(again=0, patience=1),bold", ["plain", "seer(again=0, patience=1)", "bold"]),
        ("seer(a(b,c),d),", ["seer(a(b,c),d)", ""]),
        ("bold),plain", ["bold)", "plain"]),
        ("", [""]),
    ],
)
def test_commas_in_parentheses_part_nothing(text: str, parts: list[str]) -> None:
    """Only those outside do."""
    assert split(text, ",") == parts


# -- Faults ----------------------------------------------------------------------------------------------------------

FORM = "must have the form POLICY or POLICY(ARGUMENT=NUMBER, ...)"


@pytest.mark.parametrize(
    ("policy", "fault"),
    [
        ("seer(agian=1)", '"agian" is not allowed (did you mean "again"?); allowed: "again", "patience"'),
        ("seer(1)", '"1" is not allowed'),
        ("seer(again=2)", 'again must be a whole number from 0 to 1, not "2"'),
        ("seer(again=-1)", 'again must be a whole number from 0 to 1, not "-1"'),
        ("seer(again=0.5)", 'again must be a whole number from 0 to 1, not "0.5"'),
        ("seer(again=true)", 'again must be a whole number from 0 to 1, not "true"'),
        ("seer(again)", 'again must be a whole number from 0 to 1, not ""'),
        ("seer(again=\u0661)", 'again must be a whole number from 0 to 1, not "\u0661"'),
        ("seer(again=0,again=0)", "again is there twice"),
        ("seer(again=0,)", '"" is not allowed'),
        ("bold(again=0)", '"bold" takes no arguments, not "again=0"'),
        ("seeer(again=0)", '"seeer" is not allowed (did you mean "seer"?); allowed: "plain", "bold", "seer"'),
        ("seer(again=0", FORM),
        ("seer again=0)", FORM),
        ("seer(again=0)(patience=1)", FORM),
        ("seer(again=0)x", FORM),
        ("plain+seat1=seer(again=7)", 'again must be a whole number from 0 to 1, not "7"'),
        ("plain+seat1=seer(again=0", FORM),
        ("plain+seer(again=0)", '"seer(again=0)" must have the form WHO=POLICY'),
    ],
)  # fmt: skip
def test_a_fault_is_one_line(policy: str, fault: str) -> None:
    """The option, what was written, what is wrong in it and what is allowed."""
    with pytest.raises(UserError) as caught:
        load(options={"game": "purse", "policy": policy})
    (line,) = str(caught.value).splitlines()

    assert line.startswith(f'--policy: "{policy}')
    assert fault in line


def test_the_same_policy_twice() -> None:
    """Whatever way it is written."""
    with pytest.raises(UserError, match='"seer" is there twice'):
        load(options={"game": "purse", "policy": ["seer", "plain", "seer(again=1)"]})


# -- In use ----------------------------------------------------------------------------------------------------------


def test_arguments_reach_the_game(cli: Cli, tmp_path: Path) -> None:
    """`seer` tosses as `bold` does, but for one told not to: that tosses as `plain`; each cell has its own."""
    policies = "plain,seer(again=0, patience=4),bold,seer"
    line = ("run", "purse", "--axis", "table=short", "--players", 2, "--playouts", 40, "--out", tmp_path / "run")
    cells = json.loads(cli(*line, "--policy", policies, "--json").out)["cells"]

    assert [cell["policy"] for cell in cells] == ["plain", "seer(again=0, patience=4)", "bold", "seer"]
    plain, told, bold, seer = (cell["signature"] for cell in cells)
    assert plain == told != bold == seer


def test_a_config_has_the_same_spellings(tmp_path: Path) -> None:
    """One, or a list; what the run is stored by is the form, which an editor's schema takes too."""
    file = tmp_path / "mine.toml"
    file.write_text('game = "purse"\npolicy = ["plain", "seer(patience=1,again=0)"]\n')
    experiment = load(file).experiment
    schema = schema_of(discover()["purse"], "config")

    assert experiment.policy == ["plain", "seer(again=0, patience=1)"]
    jsonschema.validate({"game": "purse", "policy": experiment.policy}, schema)
    jsonschema.validate({"game": "purse", "policy": "seer(again=0)+seat1=seer(patience=-1)"}, schema)
    for wrong in ("bold(again=0)", "seer(agian=0)", "seer(again=0", "seer(again)"):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({"game": "purse", "policy": wrong}, schema)


def test_a_list_of_policies_shows_arguments(cli: Cli) -> None:
    """Each with its default, its range and its meaning, for people and for scripts."""
    text = " ".join(cli("list", "policies", "purse").out.split())
    rows = json.loads(cli("list", "policies", "purse", "--json").out)["rows"]

    assert "again=1 (0 to 1)" in text
    assert [argument["name"] for argument in rows[2]["arguments"]] == ["again", "patience"]
    assert rows[2]["arguments"][1]["least"] == -5


# -- Who sees what is hidden -----------------------------------------------------------------------------------------


def test_a_yardstick_is_played_and_marked(cli: Cli, tmp_path: Path) -> None:
    """In the JSON, in the table and in the manifest; the others of the same run are not."""
    line = ("run", "purse", "--policy", "plain,seer(again=0)", "--playouts", 5, "--out", tmp_path / "run")
    shown = cli(*line).out
    cells = json.loads(cli(*line, "--json").out)["cells"]
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())

    assert [cell["sees_hidden"] for cell in cells] == [False, True] * 4
    assert manifest["yardsticks"] == ["seer(again=0)"]
    assert 'Sees what is hidden, a yardstick and no balance number: "seer(again=0)"' in shown
    assert len(re.findall(r"plain +\d+\.\d\d%", shown)) == len(re.findall(r"seer\(again=0\) +yes +\d", shown)) == 4
    assert "sim report" not in shown


def test_there_is_no_report_of_a_yardstick(cli: Cli, tmp_path: Path) -> None:
    """One line, exit 3, and nothing is written."""
    run = tmp_path / "run"
    assert cli("run", "purse", "--policy", "plain,seer(again=0)", "--playouts", 5, "--out", run, "--quiet").code == 0
    answer = cli("report", run, "--quiet")

    assert answer.code == 3
    assert answer.err == (
        f'error: {run}: "seer(again=0)": sees what is hidden: a yardstick, of which there is no report\n'
    )
    assert not (run / "report").exists()
