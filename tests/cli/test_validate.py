"""`sim validate`: tells configs from content, and names every fault at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.cli.validate import holdings, recognise
from sim.errors import UserError
from sim.game import discover

CONFIGS = sorted((Path(__file__).resolve().parents[2] / "configs").rglob("*.toml"))


def write(folder: Path, text: str) -> Path:
    """Write a file to validate."""
    file = folder / "file.toml"
    file.write_text(text)
    return file


@pytest.mark.parametrize("file", CONFIGS, ids=lambda file: file.stem)
def test_the_shipped_configs_are_fine(file: Path) -> None:
    """Each config of the repository belongs to the game of its folder and is valid."""
    found = holdings(file)

    assert (found["kind"], found["game"], found["valid"]) == ("config", file.parent.name, True)


def test_the_full_config_is_the_whole_default_grid() -> None:
    """4 scenarios x 3 difficulties x (2, 3, 4 agents, and solo with 2) are 48 cells by two policies; Room 25 has 33.

    There the planner does not play the 9 cells of suspicion, where its sides are rivals.
    """
    full = {file.parent.name: holdings(file)["holds"] for file in CONFIGS if file.name == "full.toml"}

    assert {game: holds["cells"] for game, holds in full.items()} == {"loop": 48 * 2, "room25": 33 + 24}
    for holds in full.values():
        assert holds["playouts"].keys() == {"greedy", "planner"}
        assert holds["playouts"]["greedy"] == 10_000


def test_weights_are_told_from_content(tmp_path: Path) -> None:
    """A file of weights by hand, or as it is shipped, is fine; a fault of it is one of weights."""
    found = holdings(write(tmp_path, "mission = 400\nclone = 30\n"))
    assert (found["kind"], found["game"], found["holds"]) == ("weights of greedy", "loop", {"weights": 2})

    for name, game in discover().items():
        for player, weights in game.weights().items():
            shipped = holdings(weights.file)
            assert (shipped["kind"], shipped["game"]) == (f"weights of {player}", name)
    with pytest.raises(UserError, match='clone: must be a whole number from 0 to 5000, not "many"'):
        holdings(write(tmp_path, 'mission = 400\nclone = "many"\n'))


@pytest.mark.parametrize(
    ("text", "kind", "game"),
    [
        ("first = 3\ncaution = 1\n", "weights of planner or trials", "room25"),
        ("first = 3\nspare = 1\n", "weights of planner", "room25"),
        ("first = 3\nwon = 1\n", "weights of trials", "room25"),
        ("blind = 7\ncrowd = 7\n", "weights of cooperation", "room25"),
        ("crowd = 7\n", "weights of cooperation or suspicion", "room25"),
        ("later = 32\n", "weights of planner or suspicion", None),
        (
            "longest = 7\n",
            "weights of cooperation or suspicion",
            "room25",
        ),  # The LOOP's planner has it fixed at another
    ],
)
def test_weights_are_of_all_whom_they_fit(text: str, kind: str, game: str | None, tmp_path: Path) -> None:
    """Two players may have numbers of the same names; a key that one has alone, or a value, tells them apart."""
    found = holdings(write(tmp_path, text))

    assert (found["kind"], found["game"]) == (kind, game)


def test_weights_that_fit_nobody_are_said_of_each(tmp_path: Path) -> None:
    """A number that is too large for both."""
    with pytest.raises(UserError) as caught:
        holdings(write(tmp_path, "first = 99\n"))

    assert [line.partition("first: ")[2] for line in str(caught.value).splitlines()] == [
        "must be a whole number from 1 to 64, not 99 (as weights of planner of room25)",
        "must be a whole number from 1 to 64, not 99 (as weights of trials of room25)",
    ]


def test_content_is_told_from_a_config(tmp_path: Path) -> None:
    """A file with cards is content of the game that has cards; a note on one entry is a valid change."""
    file = write(tmp_path, '[cards.first_fire]\nnote = "mine"\n')
    found = holdings(file)

    assert (found["kind"], found["game"], found["holds"]) == ("content", "loop", {"cards": 1})


@pytest.mark.parametrize(
    ("keys", "kind"),
    [
        (["game"], ("config", None)),
        (["gmae", "playoutz"], ("config", None)),
        (["cards", "missions"], ("content", "loop")),
        (["cardz"], ("content", "loop")),
        (["seed", "cards", "cells"], ("config", None)),
        (["mission", "clone"], ("weights of greedy", "loop")),
        (["mision"], ("weights of greedy", "loop")),
        (["misions"], ("content", "loop")),
        (["samples_of", "spare", "late_mots"], ("weights of planner", "room25")),
    ],
)
def test_a_misspelt_file_is_still_recognised(keys: list[str], kind: tuple[str, str | None]) -> None:
    """Keys that resemble known ones are enough to tell what a file was meant to be."""
    assert recognise(Path("x.toml"), dict.fromkeys(keys)) == [kind]


@pytest.mark.parametrize("text", ["", "[[zebra]]\nstripes = 7\n"])
def test_neither_config_nor_content(text: str, tmp_path: Path) -> None:
    """An empty file and one of another kind are refused, with the keys that either kind may have."""
    with pytest.raises(UserError, match=r"file\.toml: is neither a config nor content.*game.*cards"):
        holdings(write(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            '[cards.first_fier]\neffects = ["draw(1)"]\n',
            "cards.first_fier: is none of the package's own.*did you mean first_fire",
        ),
        ('[compositions.coop_esy]\ntitle = "Mine"\n', "compositions.coop_esy: is none of .* did you mean coop_easy"),
    ],
)
def test_a_mistyped_entry_is_named_with_the_one_that_was_meant(text: str, line: str, tmp_path: Path) -> None:
    """It cannot be told from a new one that is not whole, so both are said."""
    with pytest.raises(UserError, match=line) as caught:
        holdings(write(tmp_path, text))

    assert "status: is missing" in str(caught.value)


def test_a_new_entry_that_is_not_whole_is_not_taken_for_another(tmp_path: Path) -> None:
    """Nothing in the package is called anything like it."""
    with pytest.raises(UserError) as caught:
        holdings(write(tmp_path, '[cards.zeppelin_hangar]\neffects = ["draw(1)"]\n'))

    assert "did you mean" not in str(caught.value)


def test_all_faults_of_a_config_at_once(tmp_path: Path) -> None:
    """Four faults of four kinds are four lines, each with file, key and what is allowed."""
    text = 'game = "loop"\nplayouts = "many"\npolicy = "gredy"\ncells.scenario = "sabotag"\nparameters.cycles = 9\n'
    with pytest.raises(UserError) as caught:
        holdings(write(tmp_path, text))
    lines = str(caught.value).splitlines()

    assert len(lines) == 4
    assert all("file.toml: " in line for line in lines)
    for key, allowed in (
        ("playouts", "whole number"), ("policy", "greedy"), ("cells.scenario", "sabotage"), ("parameters.cycles", "4")
    ):  # fmt: skip
        assert any(f": {key}: " in line and allowed in line for line in lines), key


def test_all_faults_of_a_content_file_at_once(tmp_path: Path) -> None:
    """Two faulty entries are two lines, by section, entry and key."""
    text = '[cards.first_fire]\ndimension = "spirl"\n[missions.power_surge]\nslots = 99\n'
    with pytest.raises(UserError) as caught:
        holdings(write(tmp_path, text))
    lines = str(caught.value).splitlines()

    assert len(lines) == 2
    assert any("cards.first_fire.dimension" in line and "spiral" in line for line in lines)
    assert any("missions.power_surge.slots" in line and "12" in line for line in lines)
