"""`sim list`: every listing has rows, and the data dictionary knows everything that is stored."""

from __future__ import annotations

import json

import pytest

from sim.cli.list import What, listing
from sim.errors import UserError
from sim.game import discover


@pytest.mark.parametrize("what", list(What))
def test_every_listing_has_rows_of_json_values(what: What) -> None:
    """Whatever is listed, The LOOP has some of it, each row names the game, and JSON can hold it."""
    rows = listing(what, "loop")

    assert rows
    assert {row["game"] for row in rows} == {"loop"}
    assert json.loads(json.dumps(rows)) == rows


def test_scenarios_and_agents_are_those_of_the_rules() -> None:
    """The four scenarios and the five agents are listed under the names that a config uses."""
    scenarios = {row["scenario"] for row in listing(What.SCENARIOS, "loop")}
    agents = {row["agent"] for row in listing(What.AGENTS, "loop")}

    assert scenarios == {"sabotage", "supa_sayan_clones", "ultramachina", "laser_centrifuges"}
    assert agents == {"time_prowler", "cztwyzzek", "robofinisher_404", "mr_time", "v_girl"}


def test_every_policy_says_how_it_plays() -> None:
    """A policy without a sentence of explanation is no use to a reader; exactly one is the default."""
    rows = listing(What.POLICIES, "loop")

    assert {"idle", "random", "greedy"} <= {row["name"] for row in rows}
    assert [row["name"] for row in rows if len(row["summary"]) < 30] == []
    assert sum(row["default"] for row in rows) == 1


def test_every_parameter_says_what_it_means() -> None:
    """Paths are those of the rules, and each has a default and a meaning."""
    rows = {row["path"]: row for row in listing(What.PARAMETERS, "loop")}

    assert rows["setup_clones.2"]["default"] == 7
    assert rows["setup_clones.2"]["assumption"] is True
    assert rows["setup_clones.2"]["allowed"] == "0..63"
    assert rows["cycles"]["assumption"] is False
    assert [path for path, row in rows.items() if not row["meaning"]] == []


def test_a_parameter_that_may_be_any_value_of_an_axis() -> None:
    """Room 25's composition: that of the cell, or one by its name."""
    rows = {row["path"]: row for row in listing(What.PARAMETERS, "room25")}
    names = discover()["room25"].axis_values()["composition"]

    assert rows["composition"]["allowed"] == ", ".join(["cell", *names])


@pytest.mark.parametrize("name", sorted(discover()))
def test_every_stored_column_is_in_the_dictionary(name: str) -> None:
    """Rows and counts hold nothing that the data dictionary does not explain, and it explains nothing else."""
    game = discover()[name]
    rows = listing(What.COLUMNS, name)
    explained = {where: [row["name"] for row in rows if row["where"] == where] for where in ("row", "count")}

    assert explained["row"] == list(game.result_dtype().names or ())
    assert explained["count"] == list(game.counts_dtype().names or ())
    assert [row["name"] for row in rows if not row["meaning"]] == []


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    """The message names the wrong word and the right ones."""
    with pytest.raises(UserError, match=r'"lop" is not allowed.*"loop"'):
        listing(What.AGENTS, "lop")
