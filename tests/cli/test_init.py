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

OFF = re.compile(r"^# (?=[\w.]+ = )", re.MULTILINE)  # the mark of a line that is switched off


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
    """With every parameter switched on, all stand at their defaults and the config is still valid."""
    game = discover()[name]
    head, parameters = starter(game).split("[parameters]")
    text = head + "[parameters]" + re.sub(OFF, "", parameters)
    file = tmp_path / "mine.toml"
    file.write_text(text)
    stated = tomllib.loads(text)["parameters"]

    assert load(file).base_parameters == game.parameters_model()()
    assert set(stated) == {parameter.path.partition(".")[0] for parameter in described(game.parameters_model())}


@pytest.mark.parametrize("name", sorted(discover()))
def test_each_line_can_be_switched_on_alone(name: str, tmp_path: Path) -> None:
    """Whatever mark is taken away, one at a time, the config is accepted, and says something of its own."""
    text = starter(discover()[name])
    file = tmp_path / "mine.toml"
    places = [match.span() for match in OFF.finditer(text)]
    axes = {match[1] for match in re.finditer(r"^# (\w+) = ", text[: text.index("[parameters]")], re.MULTILINE)}

    assert axes == {"content", "only", "weights", *list(discover()[name].axes)[2:]}
    for start, end in places:
        file.write_text(text[:start] + text[end:])
        assert load(file).cells, text[end:].splitlines()[0]


def test_a_file_is_never_replaced_unasked(tmp_path: Path) -> None:
    """Without --force an existing file stays byte for byte; with it, it is replaced."""
    file = tmp_path / "mine.toml"
    file.write_text("precious")

    with pytest.raises(UserError, match=r"mine\.toml: is there already"):
        command("loop", out=file, force=False)
    assert file.read_text() == "precious"

    command("loop", out=file, force=True)
    assert file.read_text() == starter(discover()["loop"])
