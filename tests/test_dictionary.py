"""The data dictionary explains every key that a command prints as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sim.dictionary import entries
from sim.game import discover

NAMES = {column.name for column in entries(discover()["loop"]) if column.where == "json"}


def unexplained(value: Any, path: str) -> Iterator[str]:
    """Yield the paths of a document that the dictionary does not name; what it names is not looked into."""
    if path in NAMES:
        return
    if isinstance(value, dict):
        for key, entry in value.items():
            yield from unexplained(entry, f"{path}.{key}")
    elif isinstance(value, list):
        for entry in value:
            yield from unexplained(entry, f"{path}[]")
    else:
        yield path


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where a small run is kept."""
    return tmp_path_factory.mktemp("runs") / "small"


def test_every_json_key_is_explained(run: Path, cli: Callable[..., Any]) -> None:
    """No command prints a key that `sim list columns` leaves out."""
    small = ("--scenario", "sabotage", "--difficulty", "month", "--players", 2, "--playouts", 5)
    joint = ("--only", "supply,max_actions", "--joint", 2, "--joint-playouts", 2)
    guarded = run.parent / "guarded.toml"
    guarded.write_text('game = "loop"\nplayouts = 5\npolicy = "idle"\n[cells]\nscenario = "sabotage"\nplayers = 2\n')
    tiny = ("--generations", 1, "--population", 2, "--trials", 1)
    documents = {
        "run": cli("run", "loop", *small, "--policy", "idle", "--set", "setup_clones.2=6", "--out", run, "--json").out,
        "report": cli("report", run, "--json").out,
        "ladder": cli("ladder", "loop", *small, "--policy", "idle,random", "--out", f"{run}-ladder", "--json").out,
        "worth": cli("worth", "loop", *small, "--only", "rules", "--policy", "idle", "--out", f"{run}-w", "--json").out,
        "tune": cli(
            *("tune", "loop", *small, "--policy", "idle", "--target", 0.5, "--confirm", 5),
            *("--vary", "setup_clones.2=5..6", "--json"),
        ).out,
        "sensitivity": cli(
            "sensitivity", "loop", *small, *joint, "--policy", "idle", "--out", f"{run}-s", "--json"
        ).out,
        "train": cli("train", "loop", *small, "--only", "clone", *tiny, "--out", f"{run}-t", "--json").out,
        "bench": cli("bench", "loop", "--policy", "idle", "--threads", 1, "--seconds", 0, "--json").out,
        "validate": cli("validate", Path(__file__).parents[1] / "configs/loop/quick.toml", "--json").out,
        "list": cli("list", "games", "--json").out,
        "plan": cli("plan", "loop", *small, "--policy", "idle", "--pilot", 5, "--json").out,
        "compare": cli("compare", "base", "idle", "--game", "loop", *small, "--policy", "random", "--json").out,
        "baseline": cli("baseline", guarded, "--out", run.parent / "baseline.json", "--json").out,
        "check": cli("check", "--baseline", run.parent / "baseline.json", "--json").out,
    }

    for command, text in documents.items():
        assert list(unexplained(json.loads(text), command)) == [], command


def test_the_faults_of_validate_are_explained(tmp_path: Path, cli: Callable[..., Any]) -> None:
    """The document of a faulty file has no unexplained key either."""
    (tmp_path / "mine.toml").write_text("game = 7\n")

    assert list(unexplained(json.loads(cli("validate", tmp_path / "mine.toml", "--json").out), "validate")) == []


def test_no_entry_stands_twice() -> None:
    """A name has one meaning in each place."""
    places = [(column.where, column.name) for column in entries(discover()["loop"])]

    assert len(places) == len(set(places))


def test_ranges_hold_what_parameters_allow() -> None:
    """Rounds may be set to 16; a flag's values are written as in a config."""
    known = {column.name: column.range for column in entries(discover()["room25"])}

    assert (known["last_round"], known["rounds_left"], known["death_round_8"]) == ("1..16", "0..16", "-1..16")
    assert known["run.cells[].specials"] == "false, true"
