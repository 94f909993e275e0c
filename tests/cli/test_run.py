"""`sim run`: its JSON, its messages and its exit codes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sim.config import load
from sim.dictionary import json_keys
from sim.game import discover

pytestmark = pytest.mark.usefixtures("toys")

Cli = Callable[..., Any]
KEYS = {
    *("cell", "game", "policy", "playouts", "wins", "win_rate", "low", "high", "causes", "capped", "signature"),
    *("table", "players", "last_toss"),
}


def test_json_has_the_keys_that_scripts_rely_on(cli: Cli, tmp_path: Path) -> None:
    """One document on standard output and nothing else there; counts add up; rates come with their interval."""
    answer = cli("run", "coin", "--players", "2", "--playouts", 50, "--out", tmp_path / "run", "--json")
    document = json.loads(answer.out)
    cell = document["cells"][0]

    assert answer.code == 0
    assert document["schema"] == 1
    assert document["seconds"] > 0
    assert document["playouts_per_second"] > 0
    assert [cell["table"] for cell in document["cells"]] == ["short", "long"]
    assert set(cell) >= KEYS
    assert (cell["cell"], cell["game"], cell["players"], cell["policy"]) == (0, "coin", 2, "plain")
    assert sum(cell["causes"].values()) == sum(cell["last_toss"].values()) == cell["playouts"] == 50
    assert cell["causes"]["goal_reached"] == cell["wins"]
    assert cell["low"] <= cell["win_rate"] == cell["wins"] / 50 <= cell["high"]
    assert len(cell["signature"]) == 16
    assert int(cell["signature"], 16) >= 0


def test_every_key_is_in_the_data_dictionary(cli: Cli, tmp_path: Path) -> None:
    """`sim list columns` explains each key of the document, and no key that is not there."""
    document = json.loads(cli("run", "coin", "--playouts", 5, "--out", tmp_path / "run", "--json").out)
    keys = {f"run.{key}" for key in document} | {f"run.cells[].{key}" for key in document["cells"][0]}
    known = {column.name for column in json_keys(discover()["coin"]) if column.name.startswith("run.")}

    assert keys - {"run.cells"} == known - {"run.cells"}


def test_the_same_command_again_has_nothing_to_do(cli: Cli, tmp_path: Path) -> None:
    """A finished run is shown as it is; a larger N extends it."""
    line = ("run", "coin", "--players", "2", "--out", tmp_path / "run", "--json", "--playouts")
    first, again, more = (json.loads(cli(*line, n).out) for n in (40, 40, 60))

    assert again["cells"] == first["cells"]
    assert again["playouts_per_second"] == 0
    assert [cell["playouts"] for cell in more["cells"]] == [60, 60]


def test_the_table(cli: Cli, tmp_path: Path) -> None:
    """People get a line a cell with the rate, its interval, n and the signature."""
    answer = cli("run", "coin", "--playouts", 50, "--policy", "plain,bold", "--out", tmp_path / "run")
    signature = json.loads((tmp_path / "run/cells/007/state.json").read_text())["signature"]

    assert answer.code == 0
    assert any("long 3 bold" in line and signature in line and "%" in line for line in answer.out.splitlines())
    assert answer.err == ""


def test_the_table_of_one_cell(cli: Cli, tmp_path: Path) -> None:
    """There is nothing to tell it from: no empty column; what it is stands below."""
    answer = cli("run", "coin", "--axis", "table=short", "--players", 2, "--playouts", 5, "--out", tmp_path / "run")

    assert "what" not in answer.out.splitlines()[0]
    assert "All cells: short 2 plain; n = 5" in answer.out


@pytest.mark.parametrize("game", ["room25", "loop"])
def test_the_table_fits_80_columns(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """In a narrow terminal columns go and are named; a cell stays one line, with its rate and interval whole."""
    monkeypatch.setenv("COLUMNS", "80")
    answer = cli("run", game, "--policy", "idle", "--playouts", 1, "--rows", "none", "--out", tmp_path / "run")
    head, *lines = [line for line in answer.out.splitlines() if ".." in line or "win rate" in line]

    assert answer.code == 0
    assert len(lines) == len(json.loads((tmp_path / "run/manifest.json").read_text())["cells"])
    assert all(re.search(r" \d+\.\d\d% +\d+\.\d\d \.\. \d+\.\d\d%", line) for line in lines)
    assert all(len(line) <= 80 for line in [head, *lines])
    assert "signature" not in head
    assert "Not shown for want of room: " in answer.out
    assert "All cells: idle; n = 1\n" in answer.out


def test_print_config_shows_the_effective_experiment_and_stops(cli: Cli, tmp_path: Path) -> None:
    """The text is a config that makes the same experiment; nothing is played and no folder is needed."""
    line = (
        "run",
        "purse",
        "--players",
        "3",
        "--set",
        "goal.3=5",
        "--set",
        "purse.coin=euro",
        "--seed",
        9,
        "--rows",
        "none",
    )
    answer = cli(*line, "--print-config")
    (tmp_path / "again.toml").write_text(answer.out)
    experiment = load(tmp_path / "again.toml").experiment

    assert answer.code == 0
    assert (experiment.seed, experiment.rows, experiment.cells) == (9, "none", {"players": [3]})
    assert (experiment.parameters["goal"]["3"], experiment.parameters["coin"]) == (5, "euro")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("run", "game: is missing"),
        ("run chess", 'GAME: "chess" is not allowed'),
        ("run coin", "--out DIR is missing"),
        ("run coin --out x --playouts many", "--playouts"),
        ("run coin --out x --playouts -1", "--playouts: must be at least 1, not -1"),
        ("run coin --out x --threads 0", "--threads: must be at least 1, not 0"),
        ("run coin --out x --rows some", '--rows: must be one of "all" or "none", not "some"'),
        ("run coin --out x --policy plain,", '--policy: "" is not allowed'),
        ("run coin --out x --players 2,7", "--players: 7 is not allowed; allowed: 2, 3"),
        ("run coin --out x --scenario a", "--scenario: is unknown; allowed: table, players"),
        ("run coin --out x --axis scenario=a", "--axis scenario: is unknown; allowed: table, players"),
        ("run coin --out x --axis table=shrt", '--axis table: "shrt" is not allowed (did you mean "short"?)'),
        ("run coin --out x --players ４", '--players: "４" is not allowed; allowed: 2, 3'),
        ("run coin --out x --players 2 --axis players=3", "--axis players=3: players is given twice"),
        ("run coin --out x --axis table=long --axis table=short", "--axis table=short: table is given twice"),
        ("run coin --out x --set goal.2=3 --set goal.2=4", "--set goal.2: is given twice"),
        ("run coin --out x --set goal.7=2", "--set goal.7: is unknown; the nearest known key is goal."),
        ("run coin --out x --set goal.2", "--set goal.2: must have the form PATH=VALUE"),
        ("run coin --out x --content none.toml", "none.toml: no such file"),
        ("run coin --out x --config none.toml", "none.toml: no such file"),
        ("run coin --out x --frob", "No such option: --frob"),
        ("run coin --out", "--out"),
        ("run coin --out /proc/none/x", "/proc/none/x: cannot be made"),
        ("frob", "frob"),
    ],
)
def test_wrong_use_is_one_clear_line(
    cli: Cli, line: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit code 3, a line on standard error that names the option and what is allowed, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    answer = cli(*line.split())

    assert answer.code == 3
    assert words in answer.err
    assert answer.err.startswith("error: ")
    assert answer.err.count("\n") == 1
    assert answer.out == ""
    assert list(tmp_path.iterdir()) == []


def test_a_game_on_the_command_line_must_be_the_config_s(cli: Cli, tmp_path: Path) -> None:
    """GAME may be left out where the config names it."""
    (tmp_path / "e.toml").write_text('game = "coin"\nplayouts = 5\n[cells]\nplayers = 2\n')
    answer = cli("run", "--config", tmp_path / "e.toml", "--out", tmp_path / "run", "--json")
    other = cli("run", "loop", "--config", tmp_path / "e.toml", "--out", tmp_path / "other")

    assert f'error: GAME: is "loop", but {tmp_path / "e.toml"} is for "coin"\n' in other.err
    assert answer.code == 0
    assert len(json.loads(answer.out)["cells"]) == 2


def test_our_own_fault_is_one_line_too(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unexpected exception is exit code 70 and a line that says how to see the traceback."""
    monkeypatch.setattr("sim.experiment.execute", lambda *_, **__: 1 / 0)
    answer = cli("run", "coin", "--playouts", 5, "--out", tmp_path / "run")

    assert answer.code == 70
    assert answer.err == "internal error: ZeroDivisionError: division by zero (set SIM_DEBUG=1 to see the traceback)\n"


def test_too_little_disk(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run whose rows would not fit is refused before it begins."""
    monkeypatch.setattr("sim.experiment.SMALL", 10)
    monkeypatch.setattr("sim.estimate.shutil.disk_usage", lambda _: type("Usage", (), {"free": 1000}))
    answer = cli("run", "coin", "--playouts", 50, "--out", tmp_path / "run")

    assert answer.code == 3
    assert "of rows would be written and 1 kB are free; ask for fewer --playouts, or sim run --rows none" in answer.err


def test_an_estimate_before_a_large_run(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is to come is said beforehand: playouts, cells, time and disk; not with --quiet."""
    monkeypatch.setattr("sim.experiment.SMALL", 10)
    monkeypatch.setattr("sim.experiment.WORTH_SAYING", 0.0)
    loud = cli("run", "coin", "--playouts", 50, "--out", tmp_path / "loud")
    quiet = cli("run", "coin", "--playouts", 50, "--out", tmp_path / "quiet", "--quiet")

    assert re.match(r"200 playouts in 4 cells: about \d+ s and ", loud.err)
    assert quiet.err == ""


def test_progress_is_plain_lines_where_there_is_no_terminal(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Share, speed, time left and the cell under way, without control characters."""
    monkeypatch.setattr("sim.progress.LINE_SECONDS", 0.0)
    answer = cli("run", "coin", "--playouts", 50, "--out", tmp_path / "run")

    assert "playouts/s · " in answer.err
    assert "s left · cell 3: long 3 plain" in answer.err
    assert "\x1b" not in answer.err


def test_help_loads_nothing_heavy() -> None:
    """`sim --help` is quick because it imports neither numpy nor what is built on it."""
    heavy = ["numpy", "numba", "pandas", "pyarrow", "pydantic", "scipy", "matplotlib", "statsmodels", "jinja2"]
    code = (
        "import sys\nfrom sim.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        f"print('loaded:', [name for name in {heavy} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert "loaded: []" in done.stdout
    assert all(command in done.stdout for command in ("run", "list"))


@pytest.mark.parametrize("command", ["run", "ladder", "worth", "init", "schema", "report"])
def test_out_names_something(cli: Cli, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty text, as of a variable that is not set, would be the working folder: refused, and nothing is there."""
    monkeypatch.chdir(tmp_path)
    answer = cli(command, "coin", "--out", "")

    assert answer.code == 3
    assert answer.err.startswith("error: Invalid value for '--out': names nothing; \".\" is the working folder; see")
    assert list(tmp_path.iterdir()) == []


def test_playouts_by_policy_are_said_below_the_table(cli: Cli, tmp_path: Path) -> None:
    """The config says how many of whom; a number on the command line is for all, and extends the run."""
    config = tmp_path / "two.toml"
    config.write_text('policy = ["plain", "bold"]\nplayouts = { plain = 7, bold = 3 }\n')
    line = ("run", "coin", "--config", config, "--axis", "table=short", "--out", tmp_path / "run")
    first, more = cli(*line), cli(*line, "--playouts", 9, "--json")

    assert "All cells: short; n = 7 of plain, 3 of bold\n" in first.out
    assert [cell["playouts"] for cell in json.loads(more.out)["cells"]] == [9, 9, 9, 9]
    assert "playouts.plain: 7 asked for, but this run has 9" in cli(*line).err


def test_a_seed_that_is_too_large(cli: Cli, tmp_path: Path) -> None:
    """The message names the largest that there is."""
    answer = cli("run", "coin", "--seed", 2**63, "--out", tmp_path / "run")

    assert answer.err == f"error: --seed: must be at most {2**63 - 1}, not {2**63}\n"
