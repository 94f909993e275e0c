"""`greedy` in cooperation and solo, on positions made by hand: what a careful player would do there."""

import itertools

import pytest
from room25.positions import lay, new_rules, program, slide
from room25.table_talk import PLAYERS, ask

from sim.games.room25.policies.cooperation import goals, sight, trials, ways
from sim.games.room25.policies.cooperation.mind import BLOCKED, FAR, GATHER, RING, SEARCH, UNIT, new_mind, weights
from sim.games.room25.policies.cooperation.programs import best_program
from sim.games.room25.terms import (
    BLUE,
    CONTROL,
    GREEN,
    LOOK,
    MOVE,
    NONE,
    ROOMS,
    ROW_AXIS,
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
    return best_program(table.state, table.rules, minded(table, c), c)


def found(table, c=0):
    """Return where a character takes Room 25 to be."""
    mind = new_mind()
    sight.read_table(table.state, table.rules, mind, c)
    return sight.find_exit(table.state, table.rules, mind)


# -- Sight ---------------------------------------------------------------------------------------------------------


def test_a_room_told_blue_is_room_25_where_there_is_no_key():
    """By the base rules the only face-down blue room is Room 25."""
    table = lay(BASE, "? ?25", dealt_out=DEALT_OUT)
    assert found(table) == NONE
    table.state.told[1] = BLUE
    assert found(table) == 1


def test_one_of_two_blue_rooms_tells_the_other():
    """Online the key may be meant; who has seen it knows that the other blue room is Room 25."""
    table = lay(ONLINE, "? ?25 ? ?key", dealt_out=DEALT_OUT)
    table.state.told[[1, 3]] = BLUE
    assert found(table) == NONE
    table.state.knows[0] = 1 << 3
    assert found(table) == 1
    assert found(table, c=1) == NONE


def test_the_last_place_left_is_room_25():
    """When all of the exit zone but one room is told green, the one is what is looked for."""
    table = lay(BASE, dealt_out=DEALT_OUT)
    table.state.told[list(CORNERS[:-1])] = GREEN
    assert found(table) == 24


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
    sight.read_table(table.state, BASE, mind, 0)
    ways.measure_all_ways(mind, 1 << 12)
    assert mind.way[0] == way


def test_an_acid_room_with_somebody_in_is_no_way():
    """Who enters would kill who is inside."""
    for who, blocked in (("@1", True), ("", False)):
        table = lay(BASE, f". acid{who} . . . / . . . . . / . . . . .")
        mind = new_mind()
        sight.read_table(table.state, BASE, mind, 0)
        assert (mind.fee[1] >= BLOCKED) == blocked


def test_a_pivoting_room_is_left_along_its_axis():
    """From a Pivoting room in the corner that turns along the row, the only way is by the row."""
    table = lay(BASE, ". pivot . . . / . . . . .")
    tile = table.state.tile_at[1]
    table.state.axis[tile] = ROW_AXIS
    mind = new_mind()
    sight.read_table(table.state, BASE, mind, 0)
    ways.measure_all_ways(mind, 1 << 6)
    assert mind.way[0] == 2 * 10  # by 5
    assert mind.way[1] == 3 * 10  # by 0 and 5, or 2 and 7; not straight down


def test_a_slide_in_thought_is_undone_by_its_opposite():
    """What is known of the cells, and everybody, is where it was."""
    table = lay(BASE, "25@0 vortex prison trap dark / mortal ? pivot . .@1", dealt_out=DEALT_OUT)
    mind = minded(table)
    before = mind.copy()
    for line, direction in itertools.product((0, 1, 5, 6, 8, 9), (0, 1)):
        trials.slide_in_thought(mind, line, direction)
        assert mind != before
        trials.slide_in_thought(mind, line, 1 - direction)
        assert mind == before


def test_a_slide_in_thought_takes_rooms_and_people_along():
    """Row 0 to the right: what was at the left end is a step on, what was at the right end comes in at the left."""
    table = lay(BASE, "25@0 vortex prison trap dark", dealt_out=DEALT_OUT)
    mind = minded(table)
    trials.slide_in_thought(mind, 0, 1)
    assert mind.exit_cell == mind.stands[0] == 1
    assert (mind.vortexes, mind.prisons, mind.traps) == (1 << 2, 1 << 3, 1 << 4)
    assert mind.fee[0] == 10 + weights()["price"]["dark"]


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


def test_what_rooms_cost_fits_the_way_they_are_measured():
    """Fees are whole units, and fewer than the ring has places."""
    prices = [*weights()["price"].values(), *weights()["unseen"].values(), weights()["stay_in_prison"]]
    assert all(price % UNIT == 0 for price in prices)
    assert (10 + max(prices)) // UNIT < RING


def test_enters_what_may_be_room_25_rather_than_what_is_known():
    """In a search a step into an unseen room of the exit zone is worth a look: 0 is unseen, 6 is known."""
    table = lay(BASE, "? .@0 ? . . / ? . . . . / ? . . . .", dealt_out=DEALT_OUT)
    table.state.rounds_left = 4
    table.act(0, MOVE)
    assert ask(PLAYERS["greedy"], table) == 0
