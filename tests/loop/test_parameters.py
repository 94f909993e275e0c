"""Parameters: defaults are the rules' own, ranges hold, assumptions are marked."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from sim.game import assumptions_of
from sim.games.loop.parameters import Parameters


def test_defaults_are_those_of_the_rules() -> None:
    """The numbers that the rules file gives."""
    values = Parameters().model_dump()

    assert values["setup_clones"] == {"2": 7, "3": 6, "4": 5, "solo": 8}
    assert values["setup_artifacts"] == {"2": 3, "3": 4, "4": 5, "solo": 3}
    assert values["machine"] == [1 / 3, 1 / 3, 1 / 3]
    assert (values["cycles"], values["hand_size"], values["missions_to_win"], values["active_missions"]) == (3, 3, 4, 2)
    assert (values["safe_rifts"], values["max_vortexes"], values["base_rifts"], values["rifts_per_clone"]) == (
        3,
        3,
        2,
        1,
    )
    assert (values["spawn"], values["extra_rewards"], values["max_actions"]) == ([1, 2, 3], 1, 100)


def test_assumptions_are_the_named_ones_with_their_values() -> None:
    """Each [A:name] of the rules file and nothing else, as JSON values in force."""
    found = assumptions_of(Parameters.model_validate({"setup_clones": {"3": 9}}))

    assert found == {
        "supply": "unlimited",
        "clone_tokens": "content",
        "supa_tokens": "content",
        "setup_clones": {"2": 7, "3": 9, "4": 5, "solo": 8},
        "setup_artifacts": {"2": 3, "3": 4, "4": 5, "solo": 3},
        "machine": [1 / 3, 1 / 3, 1 / 3],
        "energy_from": "own_era",
        "v_girl_mega_immune": True,
        "destroyed_clones_return": False,
        "max_actions": 100,
        "next_mission": "random",
    }


def test_schema_marks_assumptions() -> None:
    """The JSON Schema says which parameters are assumptions, and describes every one."""
    properties = Parameters.model_json_schema()["properties"]

    assert properties["machine"]["assumption"] is True
    assert "assumption" not in properties["cycles"]
    assert all(table.get("description") for table in properties.values())


@pytest.mark.parametrize(
    "values",
    [
        {"machine": [0, 1, 0]},
        {"machine": [0.25, 0.5, 0.25]},
        {"clone_tokens": [[0, 3], [1, 5]]},
        {"mission_slots": {"power_surge": 5}},
        {"spawn": [0]},
        {"setup_clones": {"solo": 0}},
    ],
)
def test_allowed(values: dict[str, Any]) -> None:
    """Values within the ranges are taken as they are, and survive a round trip."""
    parameters = Parameters.model_validate(values)

    assert Parameters.model_validate(parameters.model_dump(mode="json")) == parameters


@pytest.mark.parametrize(
    ("values", "place"),
    [
        ({"hand_sice": 3}, ("hand_sice",)),
        ({"hand_size": 0}, ("hand_size",)),
        ({"hand_size": 7}, ("hand_size",)),
        ({"hand_size": "3"}, ("hand_size",)),
        ({"hand_size": 3.0}, ("hand_size",)),
        ({"hand_size": True}, ("hand_size",)),
        ({"setup_clones": 7}, ("setup_clones",)),
        ({"setup_clones": {"5": 7}}, ("setup_clones", "5")),
        ({"setup_clones": {"two": 7}}, ("setup_clones", "two")),
        ({"setup_clones": {"2": -1}}, ("setup_clones", "2")),
        ({"machine": [0.5, 0.5]}, ("machine",)),
        ({"machine": [0.5, 0.5, 0.1]}, ("machine",)),
        ({"machine": [1.5, -0.5, 0.0]}, ("machine",)),
        ({"machine": [float("nan"), 0.5, 0.5]}, ("machine",)),
        ({"machine": "1/3"}, ("machine",)),
        ({"machine": [True, 0, 0]}, ("machine",)),
        ({"spawn": []}, ("spawn",)),
        ({"spawn": [1, 2, 3, 4, 5]}, ("spawn",)),
        ({"spawn": [1, -2]}, ("spawn", 1)),
        ({"supply": "endless"}, ("supply",)),
        ({"clone_tokens": "box"}, ("clone_tokens",)),
        ({"clone_tokens": [[0, 7]]}, ("clone_tokens",)),
        ({"clone_tokens": [[1, 1]]}, ("clone_tokens",)),
        ({"supa_tokens": []}, ("supa_tokens",)),
        ({"max_actions": 0}, ("max_actions",)),
        ({"max_actions": 1001}, ("max_actions",)),
        ({"mission_slots": {"power_surge": 0}}, ("mission_slots", "power_surge")),
        ({"v_girl_mega_immune": 1}, ("v_girl_mega_immune",)),
        ({"cycles": 5}, ("cycles",)),
    ],
)
def test_refused(values: dict[str, Any], place: tuple[str | int, ...]) -> None:
    """A value of wrong type or out of range is refused at its key, and so is an unknown key."""
    with pytest.raises(ValidationError) as error:
        Parameters.model_validate(values)

    assert [details["loc"] for details in error.value.errors()] == [place]
