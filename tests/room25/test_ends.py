"""Cooperation and solo: R-COOP, R-SOLO."""

import pytest
from room25.positions import lay, new_rules, slide

from sim import records
from sim.games.room25.figures import Result, record_result
from sim.games.room25.terms import (
    ASK_ACTION,
    ASK_LOOK,
    CAUSES,
    CONTROL,
    DEATH,
    ESCAPED,
    ESCAPED_IN_PART,
    GUARD,
    LOOK,
    MORTAL,
    MOVE,
    NONE,
    PUSH,
)

OUT = slide("row1", "left")
BASE = new_rules(base=True)


def with_one_dead(table):
    """Character 3 is dead."""
    table.state.alive[3], table.state.cell[3], table.state.n_deaths = 0, NONE, 1
    return table


def test_R_COOP_1_all_out():
    """Everybody in Room 25, the key found, slid out: escaped."""
    table = lay(new_rules(), "/ 25@0123", key_found=1)
    table.act(3, CONTROL, OUT)
    assert CAUSES[table.state.cause] == "escaped"
    assert table.state.partial == 0


def test_R_COOP_1_nobody_may_be_missing():
    """In the last round too all must be there."""
    table = lay(new_rules(), "/ 25@012", key_found=1, rounds_left=1)
    table.act(0, CONTROL, OUT)
    assert table.is_running()


def test_R_COOP_1_any_death_loses_online():
    """One death is the end, and its room the cause."""
    table = lay(new_rules(), "/ ?mortal .@0")
    table.act(0, MOVE, 5)
    assert CAUSES[table.state.cause] == "death:mortal"


def test_R_COOP_1_two_deaths_lose_by_the_base_rules():
    """By the base rules the first is survived; the second is the cause."""
    table = lay(BASE, "/ mortal .@01 acid@2")
    table.act(0, MOVE, 5)
    assert table.is_running()
    table.act(1, MOVE, 7)
    assert CAUSES[table.state.cause] == "death:acid"


@pytest.mark.parametrize("left", [1, 4, 8])
def test_R_COOP_1_with_one_dead_the_living_win_in_part(left):
    """By the base rules, in any round, when all the living are in Room 25."""
    table = with_one_dead(lay(BASE, "/ 25@012", rounds_left=left))
    table.act(0, CONTROL, OUT)
    assert table.state.cause == ESCAPED_IN_PART
    assert table.state.partial == 1


def test_R_SOLO_1_with_one_dead_only_in_part():
    """Where solo is played with two deaths to lose, the living win in part as in cooperation."""
    table = with_one_dead(lay(new_rules("solo", base=True, deaths_to_lose={"solo": 2}), "/ 25@012"))
    table.act(0, CONTROL, OUT)
    assert table.state.cause == ESCAPED_IN_PART


def test_R_COOP_1_with_one_dead_all_the_living_must_be_there():
    """The dead one is not the one who may be missing: there is none."""
    table = with_one_dead(lay(BASE, "/ 25@01", rounds_left=1))
    table.act(0, CONTROL, OUT)
    assert table.is_running()


@pytest.mark.parametrize(
    ("board", "key", "cause"),
    [
        ("/ ?25", 0, "out_of_time:no_key"),
        ("/ 25@012", 0, "out_of_time:no_key"),
        ("/ ?25", 1, "out_of_time:no_exit_found"),
        ("/ 25@012", 1, "out_of_time:not_gathered"),
        ("/ 25@0123", 1, "out_of_time:not_gathered"),
    ],
)
def test_R_COOP_1_what_time_ran_out_for(board, key, cause):
    """No key; else Room 25 never turned up; else any other time-out."""
    table = lay(new_rules(), board, key_found=key, rounds_left=1)
    table.end_round()
    assert CAUSES[table.state.cause] == cause


def test_R_COOP_1_no_key_by_the_base_rules():
    """Without a key in the game it is not what was missing."""
    table = lay(BASE, "/ ?25", rounds_left=1)
    table.end_round()
    assert CAUSES[table.state.cause] == "out_of_time:no_exit_found"


@pytest.mark.parametrize(
    ("rules", "cause", "winner"),
    [
        (new_rules(), ESCAPED, 1), (BASE, ESCAPED_IN_PART, 0), (new_rules(), DEATH + MORTAL, 0),
        (new_rules("suspicion"), ESCAPED, 1), (new_rules("suspicion"), 7, 2), (new_rules("suspicion"), 3, 2),
    ],
)  # fmt: skip
def test_R_COOP_1_who_has_won(rules, cause, winner):
    """The prisoners by an escape; the guards by any other end of suspicion; else nobody."""
    table = lay(rules, "/ 25@0", cause=cause, role=[0, GUARD])
    result = records.new(Result)
    record_result(table.state, rules, result)
    assert (result.cause, result.winner) == (cause, winner)


# -- Solo ----------------------------------------------------------------------------------------------------------

SOLO = new_rules("solo", base=True)


def test_R_SOLO_1_no_programming():
    """Four prisoners of one player; each chooses an action in each pass, or none."""
    table = lay(SOLO, "/ .@0 .@1", turn=0)
    asked = []
    table.begin_round()
    while table.state.turn == 1 and table.play_on():
        if table.state.turn == 1:
            asked.append((int(table.state.passing), int(table.state.chooser), int(table.state.asking)))
            table.choose(0)

    assert asked == [(passing, c, ASK_ACTION) for passing in (1, 2) for c in range(4)]
    assert SOLO.n_characters == 4
    assert set(SOLO.player_of[:4].tolist()) == {0}


def test_R_SOLO_1_two_different_actions_a_round():
    """What was done in pass 1 is not on offer in pass 2; only what can be carried out is on offer at all."""
    table = lay(SOLO, "/ .@01", turn=0)
    assert table.begin_round() == [0, LOOK, MOVE, PUSH, CONTROL]
    table.choose(LOOK)
    table.choose(0, ASK_LOOK)
    for _ in range(3):
        table.choose(0, ASK_ACTION)
    assert table.play_on() == [0, MOVE, PUSH, CONTROL]
    assert table.state.chooser == 0


def test_R_SOLO_1_any_death_loses():
    """One death is the end."""
    table = lay(SOLO, "/ ?mortal .@0")
    table.act(0, MOVE, 5)
    assert table.state.cause == DEATH + MORTAL


def test_R_SOLO_1_out_together():
    """All four in Room 25, without a key."""
    table = lay(SOLO, "/ 25@0123")
    table.act(0, CONTROL, OUT)
    assert table.state.cause == ESCAPED
