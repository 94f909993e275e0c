"""The row of a playout and the counts of a cell, from positions made by hand; what they are called in words."""

from __future__ import annotations

from typing import Any

import numpy as np
from room25.positions import lay, new_rules

from sim import records
from sim.game import discover
from sim.games.room25.figures import ACTION_KINDS, MANY_COSTS, MANY_ENTRIES, Counts, Result, record_result, tally
from sim.games.room25.telling.columns import decode
from sim.games.room25.telling.views import views
from sim.games.room25.terms import (
    ACID,
    CONTROL,
    ESCAPED,
    ESCAPED_IN_PART,
    FIRST_RED,
    GUARD,
    LOOK,
    MORTAL,
    MOVE,
    NONE,
    SHREDDER,
    TWO_DEAD,
)

SUSPICION = new_rules("suspicion", players=6)
# Seats 1, 3 and 6 are dead of Mortal in round 2, Acid in round 4, Mortal in round 4; seats 2 and 3 are guards, 3 shown.
THREE_DEAD: dict[str, Any] = {
    "cause": TWO_DEAD,
    "turn": 4,
    "n_deaths": 3,
    "alive": [0, 1, 0, 1, 1, 0],
    "death_room": [MORTAL, NONE, ACID, NONE, SHREDDER, MORTAL],  # seat 5 has been revived
    "death_round": [2, NONE, 4, NONE, 1, 4],
    "role": [0, GUARD, GUARD, 0, 0, 0],
    "shown": [0, 0, 1, 0, 0, 0],
}


def row_of(rules: Any, **fields: Any) -> Result:
    """Return the row of a playout that ends with Room 25 in the fourth row, first column."""
    table = lay(rules, "/ / / 25@1 / ", **fields)
    row = records.new(Result)
    record_result(table.state, rules, row)
    return row


def counted(rules: Any, *rows: Result) -> Counts:
    """Return the counts of rows."""
    counts = records.new(Counts)
    for row in rows:
        tally(row, rules, counts)
    return counts


def test_everyone_dead_is_in_the_row_by_seat() -> None:
    """Room and round for each seat that is dead at the end, -1 for who lives, was revived, or is not there."""
    row = row_of(SUSPICION, **THREE_DEAD)

    assert [getattr(row, f"death_room_{seat}") for seat in range(1, 9)] == [MORTAL, -1, ACID, -1, -1, MORTAL, -1, -1]
    assert [getattr(row, f"death_round_{seat}") for seat in range(1, 9)] == [2, -1, 4, -1, -1, 4, -1, -1]
    assert (row.dead_seats, row.guard_seats, row.shown_seats) == (0b100101, 0b000110, 0b000100)
    assert row.exit_cell == 15


def test_deaths_are_counted_by_room_and_round() -> None:
    """All three, each once; the playout by its number of dead and of guards."""
    counts = counted(SUSPICION, row_of(SUSPICION, **THREE_DEAD))

    assert {(room, turn): int(counts.death_room[room, turn]) for room, turn in np.argwhere(counts.death_room)} == {
        (MORTAL, 2): 1, (ACID, 4): 1, (MORTAL, 4): 1,
    }  # fmt: skip
    assert counts.deaths[3].tolist() == [1, 0]
    assert counts.guards[2].tolist() == [1, 0]
    assert counts.character_dead.sum() == 3
    assert counts.exit_cell[3, 0].tolist() == [1, 0]


def test_actions_and_vortex_rooms_are_counted_by_number() -> None:
    """Each kind by how often it was taken; what is more than the table holds stands in its last entry."""
    done = [0, 0, 0, 0, 0, 0]
    done[LOOK], done[MOVE], done[CONTROL] = 7, 1000, 2
    row = row_of(SUSPICION, cause=ESCAPED, turn=5, n_done=done, n_lost=3, vortex_returns=9, vortex_actions=40)
    counts = counted(SUSPICION, row)
    found = {kind: int(counts.actions[k].argmax()) for k, kind in enumerate(ACTION_KINDS)}

    assert found == {"look": 7, "move": 160, "push": 0, "control": 2, "special": 0, "lost": 3}
    assert counts.vortex_entries[MANY_ENTRIES].tolist() == [0, 1]
    assert counts.vortex_costs[0, 9] == counts.vortex_costs[1, MANY_COSTS] == 1


def test_an_escape_in_part_is_no_win() -> None:
    """It is counted as its own cause, as lost, and nobody has won."""
    rules = new_rules(base=True)
    game = discover()["room25"]
    counts = counted(rules, row_of(rules, cause=ESCAPED_IN_PART, turn=6, partial=1))

    assert counts.length_by_cause[ESCAPED_IN_PART, 6] == 1
    assert counts.winner.tolist() == [1, 0, 0]
    assert counts.character.sum(axis=0).tolist() == [4, 0]
    assert game.partial == ("escaped_in_part",)
    assert game.wins == ("escaped",)


def test_rows_in_words() -> None:
    """Sets of seats become names, sorted; the rooms that killed are listed once each."""
    row = row_of(SUSPICION, **THREE_DEAD)
    names = decode(np.array([row], row.dtype))  # type: ignore[attr-defined]
    team = [names[f"character_{seat}"][0] for seat in range(1, 7)]

    assert names["cause"] == ["two_prisoners_dead"]
    assert names["winner"] == ["guards"]
    assert names["killed_by"] == [["acid", "mortal"]]
    assert names["dead"] == [sorted([team[0], team[2], team[5]])]
    assert names["shown"] == [[team[2]]]
    assert (names["death_room_1"], names["death_room_2"]) == (["mortal"], [None])


def test_the_view_of_deaths_begins_with_the_red_rooms() -> None:
    """No other room kills, so none is left out of the report."""
    (axis, _) = next(view for view in views() if view.name == "death_room").axes

    assert axis.labels is not None
    assert axis.labels[axis.first :] == (
        "trapped", "acid", "flooded", "mortal", "shredder", "paranoia", "timer", "illusion",
    )  # fmt: skip
    assert axis.first == FIRST_RED
