"""Actions: R-ACT-1 and R-ACT-3 (R-ACT-4 and R-ACT-5 are in test_board.py, R-ACT-2 in test_rounds.py)."""

import pytest
from room25.positions import laid_out, lay, new_rules, push, team

from sim.games.room25.terms import (
    ALICE,
    ASK_SETUP_LOOK,
    ASK_TELL,
    ASK_VISION,
    BLUE,
    GREEN,
    GUARD,
    LOOK,
    MOVE,
    PUSH,
    RED,
    SILENT,
    TRAPPED,
    UNTOLD,
    YELLOW,
)

# -- Look ----------------------------------------------------------------------------------------------------------


def test_R_ACT_1_look_at_an_adjacent_face_down_room():
    """Each adjacent face-down room, nothing else; the room stays face down and nothing happens in it."""
    table = lay(new_rules(), "? ?mortal / . .@0 ?")

    assert table.offered(0, LOOK) == [1, 7, 11]
    table.act(0, LOOK, 1)
    assert (table.is_up(1), table.cells()[0]) == (False, 6)


def test_R_ACT_1_a_closed_or_locked_room_may_be_looked_at():
    """Closures and locks stop entries only."""
    assert lay(new_rules(), "? ?flooded! / ? .@0 ?dark#").offered(0, LOOK) == [1, 5, 7, 11]


def test_R_ACT_1_seen_by_that_character_alone():
    """Only who looked knows the room; a tile keeps what is known of it when it slides."""
    table = lay(new_rules(), "/ ?acid .@0")
    table.act(0, LOOK, 5)

    assert table.state.knows[:4].tolist() == [1 << 5, 0, 0, 0]


@pytest.mark.parametrize(
    ("room", "colour"), [("25", BLUE), ("key", BLUE), ("vision", GREEN), ("tunnel", GREEN), ("dark", YELLOW),
                         ("jamming", YELLOW), ("trapped", RED), ("illusion", RED)],
)  # fmt: skip
def test_R_ACT_1_in_cooperation_the_colour_is_told(room, colour):
    """Always, truthfully, without a choice: all know the colour."""
    table = lay(new_rules(), f"/ ?{room} .@0")

    assert table.act(0, LOOK, 5) == []
    assert table.state.told[5] == colour


def test_R_ACT_1_vision_and_set_up_looks_are_told_too():
    """What the Vision room and the first look show is told as any look is."""
    table = lay(new_rules(), "/ vision .@0 / / / ?mortal")
    table.act(0, MOVE, 5)
    table.choose(20, ASK_VISION)
    assert table.state.told[20] == RED

    table = laid_out(new_rules())
    table.choose(7, ASK_SETUP_LOOK)
    assert table.state.told[table.state.tile_at[7]] != UNTOLD


def test_R_ACT_1_told_as_one_chooses_where_that_is_allowed():
    """With `tell=choice` anybody in cooperation tells the colour or nothing; among friends nobody lies."""
    for says, told in ((RED, RED), (SILENT, UNTOLD)):
        table = lay(new_rules(tell="choice"), "/ ?mortal .@0")
        assert table.act(0, LOOK, 5) == [RED, SILENT]
        assert (table.state.asking, table.state.chooser) == (ASK_TELL, 0)
        table.choose(says)
        assert table.state.told[5] == told


def test_R_ACT_1_first_looks_and_vision_may_be_kept_secret_too():
    """With `tell=choice` the question comes after every look; the first round begins when all have answered."""
    table = laid_out(new_rules(tell="choice"))
    for c in range(4):
        table.choose(7, ASK_SETUP_LOOK)
        table.play_on()
        assert (table.state.asking, table.state.chooser) == (ASK_TELL, c)
        table.choose(SILENT)
    assert set(table.state.told.tolist()) == {UNTOLD}

    table = lay(new_rules(tell="choice"), "/ vision .@0 / / / ?mortal")
    table.act(0, MOVE, 5)
    table.choose(20, ASK_VISION)
    assert table.play_on() == [RED, SILENT]


def test_R_ACT_1_the_choice_to_tell_is_of_cooperation():
    """In suspicion a prisoner tells whatever `tell` says."""
    table = lay(new_rules("suspicion", tell="choice"), "/ ?mortal .@0")
    assert table.act(0, LOOK, 5) == []


def test_R_ACT_1_prisoners_tell_the_truth():
    """In suspicion a prisoner tells, truthfully, without a choice."""
    table = lay(new_rules("suspicion"), "/ ?mortal .@0")

    assert table.act(0, LOOK, 5) == []
    assert table.state.told[5] == RED


@pytest.mark.parametrize(("says", "told"), [(GREEN, GREEN), (RED, RED), (SILENT, UNTOLD)])
def test_R_ACT_1_guards_may_lie_or_stay_silent(says, told):
    """A guard tells what he likes."""
    table = lay(new_rules("suspicion"), "/ ?mortal .@0", role=[GUARD])
    assert table.act(0, LOOK, 5) == [BLUE, GREEN, YELLOW, RED, SILENT]
    assert (table.state.asking, table.state.chooser) == (ASK_TELL, 0)
    table.choose(says)

    assert table.state.told[5] == told
    assert table.state.knows[0] == 1 << 5


def test_R_ACT_1_prisoners_may_choose_where_that_is_assumed():
    """With `prisoners_truthful=false` a prisoner may lie as well."""
    table = lay(new_rules("suspicion", prisoners_truthful=False), "/ ?mortal .@0")

    assert table.act(0, LOOK, 5) == [BLUE, GREEN, YELLOW, RED, SILENT]


def test_R_ACT_1_nobody_to_tell_in_solo():
    """One player alone tells nothing; all four characters know the room."""
    table = lay(new_rules("solo", base=True), "/ ?mortal .@0")
    table.act(0, LOOK, 5)

    assert table.state.told[5] == UNTOLD
    assert table.state.knows[:4].tolist() == [1 << 5] * 4


# -- Push ----------------------------------------------------------------------------------------------------------


def test_R_ACT_3_not_oneself_nor_those_of_other_rooms():
    """Whoever else is in the room may be pushed, each to each adjacent room; nobody else."""
    table = lay(new_rules(), ".@012 / .@3")

    assert table.offered(0, PUSH) == [push(1, 1), push(1, 5), push(2, 1), push(2, 5)]
    assert table.offered(3, PUSH) == []


def test_R_ACT_3_not_from_the_central_room():
    """In the Central Room nobody is pushed, though all are there."""
    table = lay(new_rules())
    assert table.offered(0, PUSH) == []


def test_R_ACT_3_not_the_dead_nor_robots_nor_hidden_characters():
    """The dead, robots and a hidden Alice cannot be pushed."""
    rules = team("max", "alice", "frank", mode="suspicion")
    table = lay(rules, "/ .@0123", n_robots=1, robot_cell=[5], robot_tile=[5], hidden=[0, 1, 0, 0])
    table.state.alive[2], table.state.cell[2] = 0, -1

    assert table.state.team[1] == ALICE
    assert table.offered(0, PUSH) == [push(3, 0), push(3, 6), push(3, 10)]


def test_R_ACT_3_not_into_closed_or_locked_rooms():
    """Where the one pushed could not enter it cannot be pushed; Emmett goes through locks."""
    table = lay(team("max", "emmett", "alice"), "? dark# / ? .@012 flooded!")

    assert table.offered(0, PUSH) == [push(1, 1), push(1, 5), push(1, 11), push(2, 5), push(2, 11)]


def test_R_ACT_3_the_one_pushed_suffers_the_room():
    """The room acts on the one pushed, who chooses what is to be chosen; the pusher's room and deadline stay."""
    table = lay(new_rules(), "/ ?vision trapped@01", deadline=[TRAPPED, TRAPPED])
    table.state.entered[:2] = [1, 2]
    table.act(0, PUSH, push(1, 5))

    assert (table.state.asking, table.state.chooser) == (ASK_VISION, 1)
    assert table.cells()[:2] == [6, 5]


def test_R_ACT_3_prison_does_not_hold_who_is_pushed():
    """Push is free in a Prison, for both."""
    table = lay(new_rules(), "/ ? prison@01")
    assert table.offered(0, PUSH) == [push(1, to) for to in (1, 5, 7, 11)]
