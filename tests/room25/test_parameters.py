"""Parameters: defaults are the rules' own, ranges hold, assumptions are marked."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from sim.game import assumptions_of
from sim.games.room25.parameters import Parameters


def test_defaults_are_those_of_the_rules() -> None:
    """The numbers that the rules file gives."""
    values = Parameters().model_dump()

    assert values["rounds"] == {
        "cooperation": {"4": 8, "5": 7, "6": 6},
        "base_cooperation": 8,
        "suspicion": {"4": 10, "5": 10, "6": 10, "7": 9, "8": 8},
        "solo": 8,
    }
    assert values["deaths_to_lose"] == {"online": 1, "base": 2, "solo": 1}
    assert values["prisoner_cards"] == {"4": 4, "5": 4, "6": 4, "7": 6, "8": 6}
    assert values["guard_cards"] == {"4": 1, "5": 2, "6": 2, "7": 2, "8": 2}
    assert (values["alert_rounds"], values["guards_to_win_deaths"]) == (5, 2)
    assert (values["max_locks"], values["max_emptied"]) == (2, 2)


def test_assumptions_are_the_named_ones_with_their_values() -> None:
    """Each [A:name] of the rules file and nothing else, as JSON values in force."""
    found = assumptions_of(Parameters.model_validate({"tell": "choice", "unmask_count": 3}))

    assert found == {
        "composition": "cell",
        "shared_knowledge": "player",
        "program_zero": False,
        "adrenaline": "third_pass",
        "tell": "choice",
        "prisoners_truthful": True,
        "exit_by_control_room": False,
        "dead_prisoner_is_missing": True,
        "unmask_count": 3,
        "mac_penalty": "round",
        "robot_push_axis": True,
        "memory": "perfect",
    }


def test_schema_marks_assumptions() -> None:
    """The JSON Schema says which parameters are assumptions, and describes every one."""
    schema = Parameters.model_json_schema()

    assert schema["properties"]["tell"]["assumption"] is True
    assert "assumption" not in schema["properties"]["rounds"]
    for model in (schema, *schema["$defs"].values()):
        assert all(table.get("description") for table in model["properties"].values())


@pytest.mark.parametrize(
    "values",
    [
        {"composition": "coop_hard"},
        {"unmask_count": "pool"},
        {"unmask_count": 1},
        {"rounds": {"cooperation": {"4": 16}, "solo": 1}},
        {"guard_cards": {"4": 0}},
        {"alert_rounds": 0},
        {"max_locks": 0},
    ],
)
def test_allowed(values: dict[str, Any]) -> None:
    """Values within the ranges are taken as they are, and survive a round trip."""
    parameters = Parameters.model_validate(values)

    assert Parameters.model_validate(parameters.model_dump(mode="json")) == parameters


@pytest.mark.parametrize(
    ("values", "place"),
    [
        ({"round": 8}, ("round",)),
        ({"rounds": 8}, ("rounds",)),
        ({"rounds": {"cooperation": 8}}, ("rounds", "cooperation")),
        ({"rounds": {"cooperation": {"4": 0}}}, ("rounds", "cooperation", "4")),
        ({"rounds": {"cooperation": {"4": 17}}}, ("rounds", "cooperation", "4")),
        ({"rounds": {"cooperation": {"7": 8}}}, ("rounds", "cooperation", "7")),
        ({"rounds": {"suspicion": {"four": 8}}}, ("rounds", "suspicion", "four")),
        ({"rounds": {"solo": 8.0}}, ("rounds", "solo")),
        ({"alert_rounds": -1}, ("alert_rounds",)),
        ({"alert_rounds": True}, ("alert_rounds",)),
        ({"deaths_to_lose": {"base": 0}}, ("deaths_to_lose", "base")),
        ({"deaths_to_lose": {"base": 5}}, ("deaths_to_lose", "base")),
        ({"prisoner_cards": {"4": 0}}, ("prisoner_cards", "4")),
        ({"guard_cards": {"4": 9}}, ("guard_cards", "4")),
        ({"guard_cards": {"3": 1}}, ("guard_cards", "3")),
        ({"max_locks": "2"}, ("max_locks",)),
        ({"max_emptied": 25}, ("max_emptied",)),
        ({"shared_knowledge": "team"}, ("shared_knowledge",)),
        ({"adrenaline": "second_pass"}, ("adrenaline",)),
        ({"tell": True}, ("tell",)),
        ({"program_zero": 1}, ("program_zero",)),
        ({"prisoners_truthful": "yes"}, ("prisoners_truthful",)),
        ({"memory": "none"}, ("memory",)),
        ({"mac_penalty": "game"}, ("mac_penalty",)),
        ({"composition": ""}, ("composition",)),
        ({"composition": None}, ("composition",)),
    ],
)
def test_refused(values: dict[str, Any], place: tuple[str | int, ...]) -> None:
    """A value of wrong type or out of range is refused at its key, and so is an unknown key."""
    with pytest.raises(ValidationError) as error:
        Parameters.model_validate(values)

    assert [details["loc"] for details in error.value.errors()] == [place]


@pytest.mark.parametrize("value", [0, 9, -1, True, 1.0, "all", None, []])
def test_unmask_count_is_pool_or_a_number(value: Any) -> None:
    """Neither alternative takes anything else."""
    with pytest.raises(ValidationError) as error:
        Parameters.model_validate({"unmask_count": value})

    assert {details["loc"][0] for details in error.value.errors()} == {"unmask_count"}
