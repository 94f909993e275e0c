"""The complex and its slides: R-BRD, R-ACT-4, R-ACT-5, R-EXIT."""

import pytest
from room25.positions import lay, new_rules, order, push, slide, told

from sim.games.room25.board import are_adjacent, axis_between, is_exit_zone, neighbour
from sim.games.room25.ends import escape
from sim.games.room25.terms import (
    ASK_CONTROL_ROOM,
    CENTRE,
    COLUMN_AXIS,
    CONTROL,
    ESCAPED,
    GUARD,
    MOVE,
    NO_AXIS,
    NONE,
    PUSH,
    ROW_AXIS,
)

# -- Cells ---------------------------------------------------------------------------------------------------------


def test_R_BRD_1_exit_zone():
    """The exit zone is the twelve corner cells, three a corner; the other twelve around the centre are inner cross."""
    assert [cell for cell in range(25) if is_exit_zone(cell)] == [0, 1, 3, 4, 5, 9, 15, 19, 20, 21, 23, 24]


@pytest.mark.parametrize(
    ("cell", "around"),
    [(0, [NONE, 1, 5, NONE]), (12, [7, 13, 17, 11]), (9, [4, NONE, 14, 8]), (22, [17, 23, NONE, 21])],
)
def test_R_BRD_1_neighbours(cell, around):
    """Above, right, below, left; there is nothing beyond the rim, and rows do not run into each other."""
    assert [neighbour(cell, side) for side in range(4)] == around


def test_R_BRD_1_adjacency_and_axis():
    """Adjacent cells share a wall; the way between them is along a row or a column."""
    assert [cell for cell in range(25) if are_adjacent(6, cell)] == [1, 5, 7, 11]
    assert [cell for cell in range(25) if are_adjacent(4, cell)] == [3, 9]
    assert (axis_between(6, 7), axis_between(6, 11), axis_between(6, 12)) == (ROW_AXIS, COLUMN_AXIS, NO_AXIS)


def test_R_BRD_1_central_room_lies_open_in_the_middle():
    """A board drawn by hand and the real one have the Central Room face up in cell 12."""
    table = lay(new_rules())

    assert table.room(12) == "central"
    assert [cell for cell in range(25) if table.is_up(cell)] == [12]


# -- Slides --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "direction", "before", "after"),
    [
        ("row1", "right", [5, 6, 7, 8, 9], [9, 5, 6, 7, 8]),
        ("row1", "left", [5, 6, 7, 8, 9], [6, 7, 8, 9, 5]),
        ("col3", "up", [3, 8, 13, 18, 23], [8, 13, 18, 23, 3]),
        ("col3", "down", [3, 8, 13, 18, 23], [23, 3, 8, 13, 18]),
    ],
)
def test_R_ACT_4_slide_moves_every_tile_by_one(line, direction, before, after):
    """The tile that leaves comes back at the other end; tiles of other lines stay."""
    table = lay(new_rules(), "/ ? ? ? .@0")
    table.act(0, CONTROL, slide(line, direction))
    state = table.state

    assert state.tile_at[before].tolist() == after
    assert all(state.tile_at[state.cell_of[tile]] == tile for tile in range(25))
    assert all(state.tile_at[cell] == cell for cell in range(25) if cell not in before)


def test_R_ACT_4_characters_and_robots_ride_along():
    """Those on the line ride with their tiles, from the rim to the other end; the others, and the dead, stay."""
    table = lay(new_rules(), "/ .@0 . . . .@1 / / .@2", n_robots=2, robot_cell=[9, 15], robot_tile=[9, 15])
    table.state.cell[3], table.state.alive[3] = NONE, 0
    table.act(0, CONTROL, slide("row1", "right"))

    assert table.cells() == [6, 5, 15, NONE]
    assert table.state.robot_cell.tolist() == [5, 15]


def test_R_ACT_4_a_destroyed_robot_does_not_ride():
    """A robot that is gone comes back by no slide."""
    table = lay(new_rules(), "/ .@0", n_robots=1, robot_cell=[NONE], robot_tile=[9])
    table.act(0, CONTROL, slide("row1", "right"))

    assert table.state.robot_cell[0] == NONE


def test_R_ACT_4_own_row_and_column_only():
    """A character may slide the row and the column of its room, both ways."""
    assert lay(new_rules(), "/ ? .@0").offered(0, CONTROL) == [
        slide("row1", "left"), slide("row1", "right"), slide("col1", "up"), slide("col1", "down"),
    ]  # fmt: skip


def test_R_ACT_4_the_middle_row_and_column_never_slide():
    """In row 2 only the column can slide, in column 2 only the row."""
    assert lay(new_rules(), "/ / ? .@0").offered(0, CONTROL) == [slide("col1", "up"), slide("col1", "down")]
    assert lay(new_rules(), "/ ? ? .@0").offered(0, CONTROL) == [slide("row1", "left"), slide("row1", "right")]


def test_R_ACT_4_only_the_same_way_again_this_round():
    """A line slid this round slides on only in the same direction, whoever does it; another line is free."""
    table = lay(new_rules(), "/ ? .@0 ? .@1")
    table.act(0, CONTROL, slide("row1", "left"))

    assert table.cells()[:2] == [5, 7]
    assert table.offered(1, CONTROL) == [slide("row1", "left")]
    assert table.offered(0, CONTROL) == [slide("row1", "left"), slide("col0", "up"), slide("col0", "down")]


def test_R_ACT_4_marks_end_with_the_round():
    """In the next round a line slides either way."""
    table = lay(new_rules(), "/ ? .@0")
    table.act(0, CONTROL, slide("row1", "left"))
    table.end_round()
    table.begin_round()

    assert slide("row1", "right") in table.offered(0, CONTROL)


def test_R_ACT_4_the_control_room_sets_and_obeys_marks():
    """A slide by the Control room binds the line as an action does, and is bound by earlier ones."""
    table = lay(new_rules(), "/ ? .@0 / / ? .@1 control")
    table.act(0, CONTROL, slide("row1", "left"))
    offered = table.act(1, MOVE, 17)

    assert table.state.asking == ASK_CONTROL_ROOM
    assert slide("row1", "left") in offered
    assert slide("row1", "right") not in offered
    table.choose(slide("row3", "right"))
    assert table.cells()[1] == 18
    assert table.offered(1, CONTROL) == [slide("row3", "right"), slide("col3", "up"), slide("col3", "down")]


def test_R_ACT_4_sliding_triggers_no_room():
    """Who rides on a room is not entering it, and a slide under way leaves no Shredder and enters no Acid."""
    table = lay(new_rules(), "/ shredder@01 ? mortal@2 acid@3 ?")
    table.act(0, CONTROL, slide("row1", "left"))

    assert table.cells() == [9, 9, 6, 7]
    assert not table.is_closed(9)


def test_R_ACT_4_closures_and_locks_stop_entries_only():
    """Closed and locked rooms slide, may be left, and are not entered."""
    table = lay(new_rules(), "/ . .@0 flooded!@1 .# ?")

    assert table.offered(1, MOVE) == [2, 6, 12]
    assert table.offered(0, MOVE) == [1, 5, 11]
    table.act(1, CONTROL, slide("row1", "left"))
    assert table.cells()[:2] == [5, 6]


def test_R_ACT_4_not_from_the_central_room():
    """No control from the Central Room: the action is lost."""
    table = lay(new_rules())
    assert table.act(0, CONTROL) == []
    assert table.state.n_lost == 1


# -- The Central Room ------------------------------------------------------------------------------------------------


def test_R_ACT_5_no_push_control_or_robot_push_from_the_central_room():
    """From the Central Room nobody pushes or slides, and robots do not push either; they may move."""
    table = lay(new_rules(), "/ / ? robot", n_robots=1, robot_cell=[CENTRE], robot_tile=[11])

    assert table.offered(0, PUSH) == []
    assert table.offered(0, CONTROL) == []
    assert table.act(0, MOVE, 11) == [order(0, 7), order(0, 13), order(0, 17), order(0, 11)]


# -- The exit --------------------------------------------------------------------------------------------------------

# Online, all in Room 25 at cell 5: row1 left is the way out.
READY = "/ 25@0123"


def test_R_EXIT_1_out_by_control():
    """All inside, in the exit zone, the key found: the slide that takes Room 25 out of the complex wins."""
    table = lay(new_rules(), READY, key_found=1)
    table.act(2, CONTROL, slide("row1", "left"))

    assert table.state.cause == ESCAPED


@pytest.mark.parametrize(
    ("board", "move"),
    [
        (READY, slide("row1", "right")),  # not out of the complex
        (READY, slide("col0", "up")),  # along the rim
        ("/ ? 25@0123", slide("row1", "left")),  # inner cross
        ("/ 25@012", slide("row1", "left")),  # one is in the Central Room
        ("/ .@0123 / / / 25", slide("row1", "left")),  # not in Room 25
    ],
)
def test_R_EXIT_1_any_other_slide_wraps(board, move):
    """A slide that does not meet the conditions only moves the tiles."""
    table = lay(new_rules(), board, key_found=1)
    table.act(0, CONTROL, move)

    assert table.is_running()


def test_R_EXIT_1_corner_cells_have_two_ways_out():
    """From the corner of the complex Room 25 leaves by its row or by its column."""
    for line, direction in (("row4", "right"), ("col4", "down")):
        table = lay(new_rules(), "/ / / / ? ? ? ? 25@0123", key_found=1)
        table.act(0, CONTROL, slide(line, direction))
        assert table.state.cause == ESCAPED


def test_R_EXIT_1_the_slide_is_bound_by_marks():
    """A line slid the other way this round cannot be the way out."""
    table = lay(new_rules(), READY, key_found=1)
    table.state.mark[1] = 1

    assert slide("row1", "left") not in table.offered(0, CONTROL)


def test_R_EXIT_1_not_by_a_slide_from_outside():
    """Another character's slide of the row wraps, whatever lies on it; here a guard's, in the last round."""
    rules = new_rules("suspicion")
    table = lay(rules, "/ 25@012 ? .@3", role=[0, 0, 0, GUARD], rounds_left=1)
    table.act(3, CONTROL, slide("row1", "left"))

    assert table.is_running()
    assert table.cells() == [9, 9, 9, 6]


def test_R_EXIT_1_only_by_one_of_the_winning_side():
    """A guard in Room 25 does not slide the prisoners out: his slide wraps."""
    table = lay(new_rules("suspicion"), "/ 25@0123", role=[0, 0, 0, GUARD])
    table.act(3, CONTROL, slide("row1", "left"))
    assert table.is_running()

    table = lay(new_rules("suspicion"), "/ 25@0123", role=[0, 0, 0, GUARD])
    table.act(0, CONTROL, slide("row1", "left"))
    assert table.state.cause == ESCAPED


@pytest.mark.parametrize(("allowed", "role", "out"), [(True, 0, True), (False, 0, False), (True, GUARD, False)])
def test_R_EXIT_1_by_the_control_room_where_that_is_allowed(allowed, role, out):
    """Last round, three prisoners inside: the fourth, who may be missing, takes them out by the Control room."""
    rules = new_rules("suspicion", players=5, exit_by_control_room=allowed)
    table = lay(rules, "/ 25@0123 / / ? .@4 control", role=[0, 0, 0, GUARD, role], rounds_left=1)
    table.act(4, MOVE, 17)
    table.choose(slide("row1", "left"), ASK_CONTROL_ROOM)

    assert (table.state.cause == ESCAPED) == out


def test_R_EXIT_1_the_control_room_takes_no_guards_out():
    """The only prisoner in the Control room, guards alone in Room 25: of the winning side nobody would be out."""
    cards = {"guard_cards": {"4": 3}, "exit_by_control_room": True}
    table = lay(new_rules("suspicion", **cards), "/ 25@123 / / ? .@0 control", role=[0, 1, 1, 1], rounds_left=1)
    table.act(0, MOVE, 17)
    table.choose(slide("row1", "left"), ASK_CONTROL_ROOM)

    assert table.is_running()


def test_R_EXIT_1_the_control_room_leaves_nobody_behind():
    """In cooperation the one in the Control room would stay behind: its slide wraps, allowed or not."""
    table = lay(new_rules(exit_by_control_room=True), "/ 25@012 / / ? .@3 control", key_found=1)
    table.act(3, MOVE, 17)
    table.choose(slide("row1", "left"))

    assert table.is_running()


def test_R_EXIT_1_who_escaped_is_told():
    """Those in Room 25 are out, guards too."""
    table = lay(new_rules("suspicion"), "/ 25@013", role=[0, 0, 0, GUARD], rounds_left=1)

    assert told(escape, table.state, table.rules) == [("escaped", {"characters": [0, 1, 3]})]


def test_R_ACT_3_push_moves_another_of_the_same_room():
    """Another character of the room goes to any adjacent room and suffers it; the pusher stays."""
    table = lay(new_rules(), "/ ? .@01 ?mortal / .@2", key_found=1)

    assert table.offered(0, PUSH) == [push(1, to) for to in (1, 5, 7, 11)]
    table.act(0, PUSH, push(1, 7))
    assert table.cells() == [6, NONE, 10, 12]
    assert table.is_up(7)
