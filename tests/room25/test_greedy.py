"""`greedy` in cooperation and solo, on positions made by hand: what a careful player would do there."""

import itertools

import pytest
from room25.positions import lay, new_rules, program, slide
from room25.table_talk import PLAYERS, ask

from sim.games.room25.policies import cells
from sim.games.room25.policies.cooperation import goals, sight, trials, ways
from sim.games.room25.policies.cooperation.mind import (
    BLOCKED,
    FAR,
    GATHER,
    RING,
    SEARCH,
    TO_GOAL,
    TRY_BLUE,
    UNIT,
    new_mind,
    weights,
)
from sim.games.room25.policies.cooperation.programs import best_program, third_action
from sim.games.room25.terms import (
    ASK_ACTION,
    ASK_PROGRAM,
    ASK_TIMING,
    BLUE,
    CONTROL,
    FLOODED,
    GREEN,
    LOOK,
    MOVE,
    NO_ACTION,
    NONE,
    RED,
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
    table.state.asking = ASK_PROGRAM
    return best_program(table.state, table.rules, minded(table, c), c)


def answers(table, who, action):
    """Return the target that a character chooses for an action."""
    table.act(who, action)
    return ask(PLAYERS["greedy"], table)


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


def test_ways_are_measured_to_the_horizon_and_then_on_from_there():
    """To the centre a move from 11, two from 10; a way that is not wanted is not noted, or farther than the horizon."""
    mind = new_mind()
    sight.read_table(lay(BASE, OPEN).state, BASE, mind, 0)
    wanted = 1 << 10 | 1 << 11
    ways.begin(mind, mind.way, TO_GOAL, 1 << 12)
    ways.go_on(mind, mind.way, TO_GOAL, wanted, 10)
    assert (mind.way[11], mind.way[10], mind.way[13]) == (10, FAR, FAR)
    ways.go_on(mind, mind.way, TO_GOAL, wanted, 20)
    assert (mind.way[11], mind.way[10], mind.way[13]) == (10, 20, FAR)


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


def test_a_slide_takes_cells_along_and_turns_the_last_back():
    """Row 1 to the left takes 5 to 9 and 8 to 7; column 2 down takes 22 to 2; other cells stay."""
    assert cells.slid(1 << 5 | 1 << 8 | 1 << 12, 1, 0) == 1 << 9 | 1 << 7 | 1 << 12
    assert cells.slid(1 << 22 | 1 << 7 | 1 << 8, 7, 1) == 1 << 2 | 1 << 12 | 1 << 8


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


def test_two_go_for_a_room_told_blue_and_the_others_search_on():
    """One step away, and three steps three times: of those as near the one seated first goes."""
    table = lay(ONLINE, "? ?25 / . .@0 . .@1", dealt_out=DEALT_OUT)
    table.state.told[1] = BLUE
    assert [minded(table, c).aim for c in range(4)] == [TRY_BLUE, TRY_BLUE, SEARCH, SEARCH]


def test_everybody_searches_the_corner_that_is_next_door():
    """Corners are numbered 0 1 / 2 3; each character stands beside another."""
    board = "? ? . ? ? / ? .@3 . .@2 ? / . . . . . / ? .@1 . .@0 ? / ? ? . ? ?"
    table = lay(BASE, board, dealt_out=DEALT_OUT)
    assert [minded(table, c).corner for c in range(4)] == [3, 2, 1, 0]


def test_the_team_is_as_far_as_the_sum_of_its_ways_and_its_last_five_times_more():
    """Four, two, one and no moves from Room 25 in the corner; a Room 25 that cannot leave is a slide farther."""
    table = lay(BASE, OPEN.replace(". . .", "25@0 .@1 .@2", 1))
    assert goals.team_way(minded(table), 0) == 10 + 20 + 40 + 5 * 40
    table = lay(BASE, OPEN.replace(". . .", ". . 25@0123", 1))
    assert goals.team_way(minded(table), 0) == 15


def test_in_a_search_a_character_is_as_far_as_from_where_it_can_look():
    """From cell 7 it is two moves to cell 1, from where one looks into cell 0; how far the others are is not asked."""
    board = "? . . . . / . . .@0 . . / . . . . . / . . . . . / . . . . ?"
    table = lay(BASE, board, dealt_out=1 << 0 | 1 << 24)
    assert goals.far_from_goal(minded(table), 0, 0, FAR) == 20


def test_what_is_left_of_a_share_after_a_look():
    """Beside cell 6 lie 1 and 5; when they are all of the share, the other corners are next."""
    mind = minded(lay(BASE, "? ? / ? .@0", dealt_out=DEALT_OUT))
    mind.share = 1 << 0 | 1 << 1 | 1 << 5
    assert goals.share_after_look(mind, 0) == 1 << 0
    mind.share, mind.may_be_blue = 1 << 1, 1 << 1 | 1 << 24
    assert goals.share_after_look(mind, 0) == 1 << 24


# -- Trials --------------------------------------------------------------------------------------------------------


def test_the_others_are_foreseen_a_step_nearer_where_they_know_the_room():
    """The row is the only way to Room 25: over a known room, by a Vortex to the Central Room, not into the unknown."""
    for room, place in ((".", 2), ("vortex", 12), ("?", 3)):
        walls = " ".join(["mortal"] * 5)
        table = lay(BASE, f"25@023 . {room} .@1 mortal / {walls}")
        mind = minded(table)
        trials.foresee_moves(mind, 0)
        assert mind.stands[:4].tolist() == [0, place, 0, 0]


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


@pytest.mark.parametrize(
    ("room", "plan"),
    [
        (".", program(MOVE, LOOK)),
        ("?", program(LOOK, MOVE)),  # it is not known
        ("trapped", program(LOOK, MOVE)),  # the look would be its last action
    ],
)
def test_looks_before_or_after_it_moves_by_the_room_that_it_enters(room, plan):
    """The blue room to try, in the corner, is reached only by way of cell 5."""
    table = lay(ONLINE, f"? mortal / {room} mortal / .@0 mortal / mortal", dealt_out=DEALT_OUT)
    table.state.told[0] = BLUE
    assert programmed(table) == plan


def test_slides_itself_nearer_and_then_moves():
    """Three moves from Room 25, where the others are: row 1 to the right and a move leave it one move away."""
    table = lay(BASE, ". . . 25@123 . / . .@0 . . . / . . . . . / . . . . .")
    assert programmed(table) == program(CONTROL, MOVE)
    assert answers(table, 0, CONTROL) == slide("row1", "right")


def test_in_room_25_the_first_slides_it_nearer_to_those_who_are_far():
    """Two are four moves away and come one nearer; row 0 to the right saves them another. The second in only looks."""
    table = lay(BASE, OPEN.replace(".", "25@01", 1))
    assert [programmed(table, c) for c in range(2)] == [program(LOOK, CONTROL), program(LOOK)]


def test_after_a_look_a_slide_where_that_leads_on_and_else_a_move():
    """From cell 6, row 1 to the left leads to where cell 0 can be looked at; cell 10 is nearer to it by a move."""
    table = lay(BASE, "? ? . . . / ? .@0", dealt_out=DEALT_OUT)
    assert programmed(table) == program(LOOK, CONTROL)
    table.state.deadline[0], table.state.deadline_round[0] = FLOODED, 1  # it drowns unless it moves
    assert programmed(table) == program(LOOK, MOVE)
    table = lay(BASE, "? ? . . . / ? . . . . / .@0", dealt_out=DEALT_OUT)
    assert programmed(table) == program(LOOK, MOVE)


@pytest.mark.parametrize(
    ("board", "fields", "third"),
    [
        ("? ? / ? .@0", {}, LOOK),  # there is more to look at
        ("25 . . . . / . . . . . / . . .@0 . .", {}, MOVE),  # four moves to Room 25
        ("25 . . . . / . . . . . / . . .@0 . .", {"deadline": [TRAPPED]}, NO_ACTION),  # the others are its way out
        ("25 .@0", {}, NO_ACTION),  # one move
        ("? ? / ? .@0", {"has_adrenaline": [0]}, NO_ACTION),
        ("? ? / ? .@0", {"one_action": [1]}, NO_ACTION),
    ],
)
def test_adrenaline_is_for_a_second_look_or_a_long_way(board, fields, third):
    """A third action is planned where it pays, and where it may be."""
    table = lay(ONLINE, board, dealt_out=DEALT_OUT, key_found=1, **fields)
    assert third_action(table.state, table.rules, minded(table), 0) == third


@pytest.mark.parametrize(("board", "now"), [("25@0123", 1), ("25@012 .@3", 0)])
def test_the_one_slide_waits_for_the_second_pass_unless_all_are_in(board, now):
    """In the first pass it would leave one behind."""
    table = lay(BASE, board, program=[[CONTROL, 0, 0]])
    table.play_on()
    assert (table.state.asking, ask(PLAYERS["greedy"], table)) == (ASK_TIMING, now)


# -- Targets -------------------------------------------------------------------------------------------------------


def test_looks_at_what_may_be_room_25_first():
    """Of the rooms beside cell 6 one was told green, one is of the inner cross, one of the exit zone."""
    table = lay(BASE, "? ? / ? .@0 ?", dealt_out=DEALT_OUT)
    table.state.told[1] = GREEN
    assert answers(table, 0, LOOK) == 5


@pytest.mark.parametrize(("second", "to"), [(LOOK, 7), (NO_ACTION, 1)])
def test_enters_a_trap_only_with_its_last_action(second, to):
    """The way to Room 25 leads over a Trapped room; with a look to come it would die there."""
    table = lay(BASE, "25 trapped .@0 . . / . . . . .", program=[[MOVE, second, 0]])
    assert answers(table, 0, MOVE) == to


# -- Solo ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "fields", "action"),
    [
        ("25@0123 ?", {}, CONTROL),  # all are in: out
        ("25@012 ? / .@3", {}, LOOK),  # one is missing, who can come in himself
        ("25@0 . / . .", {}, CONTROL),  # the others are far: nearer to them
        ("25@0 . / . .", {"acted": [1 << CONTROL], "n_acted": [1]}, NO_ACTION),  # ... once a round
        ("? ? / ? .@0", {}, LOOK),  # there is something to see
        (". . . 25@123 . / . .@0 . . . / . . . . .", {}, CONTROL),  # a slide, and a move after it
        (". . . 25@123 . / . . .@0 . . / . . . . .", {"acted": [1 << CONTROL], "n_acted": [1]}, MOVE),
        (". . . 25@123 . / . .@0 . . . / . . . . .", {"acted": [1 << MOVE], "n_acted": [1]}, CONTROL),
        (". . . 25@123 . / ? .@0 . . . / . . . . .", {"acted": [1 << MOVE], "n_acted": [1]}, LOOK),
        ("? . / . . / trapped@0", {"deadline": [TRAPPED]}, MOVE),
        ("? ? / ? flooded!@0", {"deadline": [FLOODED], "deadline_round": [1], "passing": 1}, LOOK),  # ... time enough
        ("? ? / ? flooded!@0", {"deadline": [FLOODED], "deadline_round": [1], "passing": 2}, MOVE),
        ("? ? / ? flooded!@0", {"deadline": [FLOODED], "deadline_round": [2], "passing": 2}, LOOK),
    ],
)
def test_solo_takes_the_action_that_is_best_now(board, fields, action):
    """Out, nearer, a look, away from a room that kills."""
    table = lay(SOLO, board, dealt_out=DEALT_OUT, **fields)
    table.play_on()
    assert (table.state.asking, table.state.chooser) == (ASK_ACTION, 0)
    assert ask(PLAYERS["greedy"], table) == action


@pytest.mark.parametrize(("told", "action"), [(None, MOVE), (RED, NO_ACTION), (GREEN, MOVE)])
def test_solo_enters_an_unknown_room_where_it_can_no_longer_look_unless_it_was_told_red(told, action):
    """In the Dark room, with Room 25 three moves away and the slide used up."""
    board = "25@123 ? mortal / mortal ? mortal / mortal dark@0 mortal / . mortal"
    table = lay(SOLO, board, acted=[1 << CONTROL], n_acted=[1])
    if told is not None:
        table.state.told[[1, 6]] = told
    table.play_on()
    assert ask(PLAYERS["greedy"], table) == action


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
