"""`greedy` in cooperation and solo, on positions made by hand: what a careful player would do there."""

import pytest
from room25.positions import lay, new_rules, program, slide
from room25.table_talk import PLAYERS, ask

from sim import records
from sim.games.room25.policies.cooperation import goals, sight, ways
from sim.games.room25.policies.cooperation.mind import FAR, GATHER, PLACE, SEARCH, new_mind, weights
from sim.games.room25.policies.cooperation.programs import best_program
from sim.games.room25.state import State
from sim.games.room25.terms import (
    BLUE,
    CONTROL,
    GREEN,
    KEY,
    LOOK,
    MOVE,
    NONE,
    ROOM_25,
    ROOMS,
    TRAPPED,
)

BASE = new_rules(base=True)
SOLO = new_rules("solo", base=True)
ONLINE = new_rules()
OPEN = ". . . . . / . . . . . / . . . . . / . . . . . / . . . . ."
CORNERS = (0, 1, 3, 4, 5, 9, 15, 19, 20, 21, 23, 24)
DEALT_OUT = sum(1 << cell for cell in CORNERS)


def minded(table, c=0):
    """Return a mind with a character's goal set."""
    mind = new_mind()
    goals.set_goal(table.state, table.rules, mind, c)
    return mind


def programmed(table, c=0):
    """Return the program of a character."""
    return best_program(table.state, table.rules, minded(table, c), records.new(State), c)


# -- Sight ---------------------------------------------------------------------------------------------------------


def test_a_room_told_blue_is_room_25_where_there_is_no_key():
    """By the base rules the only face-down blue room is Room 25."""
    table = lay(BASE, "? ?25", dealt_out=DEALT_OUT)
    assert sight.find_blue(table.state, BASE, 0, ROOM_25) == NONE
    table.state.told[1] = BLUE
    assert sight.find_blue(table.state, BASE, 0, ROOM_25) == 1


def test_one_of_two_blue_rooms_tells_the_other():
    """Online the key may be meant; who has seen it knows that the other blue room is Room 25."""
    table = lay(ONLINE, "? ?25 ? ?key", dealt_out=DEALT_OUT)
    table.state.told[[1, 3]] = BLUE
    assert sight.find_blue(table.state, ONLINE, 0, ROOM_25) == NONE
    table.state.knows[0] = 1 << 3
    assert sight.find_blue(table.state, ONLINE, 0, ROOM_25) == 1
    assert sight.find_blue(table.state, ONLINE, 0, KEY) == 3
    assert sight.find_blue(table.state, ONLINE, 1, ROOM_25) == NONE


def test_the_last_place_left_is_room_25():
    """When all of the exit zone but one room is told green, the one is what is looked for."""
    table = lay(BASE, dealt_out=DEALT_OUT)
    table.state.told[list(CORNERS[:-1])] = GREEN
    assert sight.find_blue(table.state, BASE, 0, ROOM_25) == 24


# -- Ways ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "way"),
    [
        (OPEN, 4 * 10),  # four moves from corner to centre and on: 0 1 2 7 12
        (OPEN.replace(". . . . . / . . . . .", ". vortex . . . / . . . . .", 1), 10),  # thrown into the centre
        (". mortal . . . / mortal . . . . / . . . . .", FAR),
    ],
)
def test_way_to_the_central_room(board, way):
    """A move is a round; a Vortex is a way to the centre; nobody goes through a Mortal room."""
    table = lay(BASE, board)
    mind = new_mind()
    ways.price_rooms(table.state, BASE, mind, 0)
    ways.forget_ways(mind)
    mind.way[PLACE[12]] = 0
    ways.measure_ways(mind)
    found = ways.way_from(mind, 0)
    assert found >= 1000 if way == FAR else found == way


def test_an_acid_room_with_somebody_in_is_no_way():
    """Who enters would kill who is inside."""
    for who, blocked in (("@1", True), ("", False)):
        table = lay(BASE, f". acid{who} . . . / . . . . . / . . . . .")
        mind = new_mind()
        ways.price_rooms(table.state, BASE, mind, 0)
        assert (ways.cost_of(mind, 1) >= 1000) == blocked


# -- Goals ---------------------------------------------------------------------------------------------------------


def test_four_in_the_centre_share_the_corners_out():
    """At the start everybody has a corner of its own."""
    table = lay(BASE, dealt_out=DEALT_OUT)
    minds = [minded(table, c) for c in range(4)]
    assert {mind.aim for mind in minds} == {SEARCH}
    assert sorted(mind.corner for mind in minds) == [0, 1, 2, 3]


def test_all_gather_when_room_25_is_known():
    """There is nothing left to search for."""
    table = lay(BASE, "25@0", dealt_out=DEALT_OUT)
    assert {minded(table, c).aim for c in range(4)} == {GATHER}


# -- Programs ------------------------------------------------------------------------------------------------------


def test_keeps_the_slide_for_when_the_last_is_in():
    """In Room 25 with one next door: look first, slide out in the second pass; the one next door enters first."""
    table = lay(BASE, "25@012 .@3 . . . / . . . . . / . . . . .")
    assert {programmed(table, c) for c in range(3)} == {program(LOOK, CONTROL)}
    assert programmed(table, 3) == program(MOVE, CONTROL)


def test_no_slide_out_while_somebody_is_far():
    """Two moves away is too far for this round, and a slide would only carry Room 25 off."""
    table = lay(BASE, "25@012 . .@3 . . / . . . . . / . . . . .")
    assert programmed(table, 1) == program(LOOK)


def test_slides_out_at_once_when_all_are_in():
    """Nothing is left to wait for."""
    assert programmed(lay(BASE, "25@0123"), 0) == program(CONTROL)


def test_leaves_a_trapped_room_first():
    """The next action must be the way out."""
    table = lay(BASE, ". trap@0 . . . / . . . . .", dealt_out=DEALT_OUT)
    table.state.deadline[0] = TRAPPED
    assert programmed(table, 0) % 8 == MOVE


def test_solo_enters_no_trap_before_another_action():
    """Solo: from the Trapped room it takes no action but a move."""
    table = lay(SOLO, ". trap@0 . . . / . . . . .", dealt_out=DEALT_OUT)
    table.state.deadline[0], table.state.acted[0], table.state.n_acted[0] = TRAPPED, 1 << MOVE, 1
    table.state.passing = 2
    table.play_on()
    assert ask(PLAYERS["greedy"], table) == 0


def test_slides_room_25_to_where_it_can_leave():
    """In the middle of the edge nobody gets out: with all inside, the row brings it to a corner."""
    table = lay(BASE, ". . 25@0123 . . / . . . . . / . . . . .")
    table.act(0, CONTROL)
    assert ask(PLAYERS["greedy"], table) in (slide("row0", "left"), slide("row0", "right"))
    assert programmed(lay(BASE, ". . 25@0123 . . / . . . . ."), 0) == program(LOOK, CONTROL)


def test_weights_name_rooms_of_the_game():
    """Every price is of a room; every other weight is one number."""
    for name, value in weights().items():
        assert isinstance(value, int) or set(value) <= set(ROOMS) or name == "unseen"
