"""`sim init`: a config that says what each key means and runs as it is."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from sim.cli.init import command
from sim.config import load
from sim.errors import UserError
from sim.game import discover
from sim.parameters import described
from sim.starter import starter


@pytest.mark.parametrize("name", sorted(discover()))
def test_the_starter_is_a_valid_config(name: str, tmp_path: Path) -> None:
    """As it is written it names the game and its default policy, and is accepted with the cells it selects."""
    game = discover()[name]
    file = tmp_path / "mine.toml"
    file.write_text(starter(game))
    prepared = load(file)

    assert prepared.game is game
    assert prepared.experiment.policy == [game.default_policy]
    assert {cell.axes[game.axes[0]] for cell in prepared.cells} == {next(iter(game.axis_values()[game.axes[0]]))}


@pytest.mark.parametrize("name", sorted(discover()))
def test_what_is_switched_off_is_valid_too(name: str, tmp_path: Path) -> None:
    """With every commented line switched on, all parameters stand at their defaults and the config is still valid."""
    game = discover()[name]
    lines = [re.sub(r"^# (?=[\w.]+ = )", "", line) for line in starter(game).splitlines()]
    text = "\n".join(line for line in lines if not line.startswith(("content", "solo", "agents", "players")))
    file = tmp_path / "mine.toml"
    file.write_text(text)
    stated = tomllib.loads(text)["parameters"]

    assert load(file).base_parameters == game.parameters_model()()
    assert set(stated) == {parameter.path.partition(".")[0] for parameter in described(game.parameters_model())}


def test_a_file_is_never_replaced_unasked(tmp_path: Path) -> None:
    """Without --force an existing file stays byte for byte; with it, it is replaced."""
    file = tmp_path / "mine.toml"
    file.write_text("precious")

    with pytest.raises(UserError, match=r"mine\.toml: is there already"):
        command("loop", out=file, force=False)
    assert file.read_text() == "precious"

    command("loop", out=file, force=True)
    assert file.read_text() == starter(discover()["loop"])
