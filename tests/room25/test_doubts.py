"""`greedy` in suspicion, on positions made by hand: what is remembered, believed, dared, told and done to others."""

import pytest
from room25.positions import laid_out, lay, new_rules, order, program, push, slide
from room25.table_talk import PLAYERS, ask

from sim.games.room25.policies import cells
from sim.games.room25.policies.suspicion import beliefs, guard, programs, team, ways
from sim.games.room25.policies.suspicion.mind import new_doubts
from sim.games.room25.terms import (
    ASK_ACTION,
    ASK_CONTROL,
    ASK_LOOK,
    ASK_MOVE,
    ASK_PROGRAM,
    ASK_PUSH,
    ASK_REVEAL,
    ASK_ROBOT,
    ASK_SETUP_LOOK,
    ASK_TELL,
    BLUE,
    CONTROL,
    GREEN,
    GUARD,
    LOOK,
    MOVE,
    NONE,
    PRISONER,
    PUSH,
    RED,
    SILENT,
    TRAPPED,
    TWO_DEAD,
    UNTOLD,
    YELLOW,
)

FOUR = new_rules("suspicion")  # 1 guard among the cards
FIVE = new_rules("suspicion", players=5)  # 2 guards
GREEDY = PLAYERS["greedy"]
OUT = slide("row1", "left")  # takes cell 5 out of the complex
WALLED = "mortal mortal"


def heard(table, cell, colour, teller):
    """Let a character have told a colour of the room in a cell (tile k lies in cell k)."""
    table.state.told[cell], table.state.teller[cell] = colour, teller + 1


def believing(table, c=0):
    """Return what a character makes of the table."""
    doubts = new_doubts()
    beliefs.judge(table.state, table.rules, doubts, c)
    beliefs.read_table(table.state, table.rules, doubts, c)
    return doubts


def programmed(table):
    """Return what character 0 programs when the first round begins."""
    table.state.turn = 0
    table.begin_round()
    assert (table.state.asking, table.state.chooser) == (ASK_PROGRAM, 0)
    return ask(GREEDY, table)


def plans(table, c=0):
    """Return what a prisoner programs in the present round."""
    table.state.passing = 0
    doubts = believing(table, c)
    programs.set_goal(table.state, doubts, c)
    return programs.best_program(table.state, table.rules, doubts, c)


def sought(table, c=0):
    """Return where a character wants to be."""
    doubts = believing(table, c)
    programs.set_goal(table.state, doubts, c)
    return doubts.goal


def answers(table, who, action, asking):
    """Return what a character chooses when an action asks for its target."""
    table.act(who, action)
    assert table.state.asking == asking
    return ask(GREEDY, table)


# -- What is remembered --------------------------------------------------------------------------------------------


def test_two_who_tell_otherwise_are_at_odds():
    """Each is remembered to have contradicted the other; who agrees, or tells of another room, is not."""
    table = lay(FIVE, "? mirror . mirror ? / . .@0 .@1 .@2 .@3", role=[GUARD] * 4)
    for who, cell, colour in ((0, 0, RED), (1, 2, GREEN), (2, 0, YELLOW), (3, 0, YELLOW)):
        table.state.last_looked, table.state.chooser, table.state.asking = cell, who, ASK_TELL
        table.state.pending, table.menu.n, table.menu.option[0] = 1, 1, colour
        table.waits = False
        table.choose(colour)

    assert table.state.disputes[:4].tolist() == [1 << 2, 0, 1 << 0, 0]
    assert table.state.teller[0] == 4


@pytest.mark.parametrize(("told", "caught"), [(GREEN, 1), (RED, 0), (UNTOLD, 0)])
def test_a_room_that_is_turned_up_catches_who_lied_of_it(told, caught):
    """The mortal room was told green by character 3."""
    table = lay(FIVE, "/ ?mortal .@0")
    if told != UNTOLD:
        heard(table, 5, told, 3)
    table.act(0, MOVE, 5)
    assert table.state.caught[:5].tolist() == [0, 0, 0, caught, 0]


@pytest.mark.parametrize(("truthful", "caught"), [(True, 1), (False, 0)])
def test_who_is_silent_is_caught_where_prisoners_always_tell(truthful, caught):
    """Where prisoners may be silent too, silence proves nothing."""
    table = lay(new_rules("suspicion", prisoners_truthful=truthful), "/ ? .@0", role=[GUARD])
    table.act(0, LOOK, 5)
    table.choose(SILENT, ASK_TELL)
    assert table.state.caught[0] == caught


@pytest.mark.parametrize(
    ("board", "to", "shown", "harm"),
    [
        ("/ mortal .@01", 5, False, 1),
        ("/ ?mortal .@01", 5, False, 0),  # it lies face down, and nobody has said that it is red
        ("/ . .@01", 5, False, 0),
        ("/ . 25@01", 5, False, 1),  # out of Room 25
        ("/ . 25@01", 5, True, 0),  # ... a guard who has shown himself
    ],
)
def test_a_push_that_does_harm_is_remembered(board, to, shown, harm):
    """Into a room known to be red, or out of Room 25."""
    table = lay(FIVE, board, role=[0, GUARD], shown=[0, int(shown)])
    table.act(0, PUSH, push(1, to))
    assert table.state.harm[0] == harm


# -- What is believed ----------------------------------------------------------------------------------------------


def test_a_prisoner_takes_for_a_guard_who_was_caught_or_contradicts_it():
    """Character 1 was caught, 2 told otherwise than 0 itself did, 3 otherwise than 4, of whom nothing is known."""
    table = lay(new_rules("suspicion", players=7), caught=[0, 1], disputes=[1 << 2, 0, 1 << 0, 1 << 4, 1 << 3])
    assert believing(table).is_guard[:7].tolist() == [0, 1, 1, 0, 0, 0, 0]


def test_once_all_guards_are_known_the_others_are_prisoners():
    """With 4 players there is one guard at most; what others did to somebody no longer counts."""
    table = lay(FOUR, caught=[0, 0, 1], harm=[0, 1])
    assert believing(table).is_guard[:4].tolist() == [0, 0, 1, 0]
    assert believing(table).is_prisoner[:4].tolist() == [1, 1, 0, 1]


def test_who_does_harm_is_suspected():
    """While not all guards are known, harm makes a guard of one who is not known to be a prisoner."""
    table = lay(FOUR, harm=[0, 1, 1], shown=[0, 0, 1])
    assert believing(table).is_guard[:4].tolist() == [0, 1, 0, 0]


def test_where_prisoners_may_lie_a_lie_proves_nothing():
    """By the other reading of R-ACT-1."""
    table = lay(new_rules("suspicion", prisoners_truthful=False), caught=[0, 1])
    assert not believing(table).is_guard.any()


def test_what_a_guard_told_was_not_told():
    """Room 25 is believed where somebody says it is, unless he is taken for a guard."""
    table = lay(FIVE, "?", dealt_out=1)
    heard(table, 0, BLUE, 3)
    assert believing(table).exit_cell == 0
    table.state.caught[3] = 1
    assert believing(table).exit_cell == NONE
    assert believing(table).unseen == 1


def test_when_all_was_told_and_room_25_was_not_there_somebody_lied():
    """Only then is a place looked at again of which an unproven character has told."""
    table = lay(FIVE, "? ? .", dealt_out=3)
    heard(table, 0, RED, 3)
    assert believing(table).unseen == 1 << 1
    heard(table, 1, RED, 2)
    assert believing(table).unseen == 3
    table.state.shown[2] = 1  # a prisoner, who tells the truth
    assert believing(table).unseen == 1 << 0


# -- Ways ----------------------------------------------------------------------------------------------------------


def test_neighbours_stop_at_the_walls():
    """A corner has two neighbours, the centre four, the right edge none in the next row."""
    assert cells.neighbours(1 << 0) == 1 << 1 | 1 << 5
    assert cells.neighbours(1 << 12) == 1 << 7 | 1 << 11 | 1 << 13 | 1 << 17
    assert cells.neighbours(1 << 9) == 1 << 4 | 1 << 8 | 1 << 14


@pytest.mark.parametrize("line", ["row0", "row3", "col0", "col4"])
@pytest.mark.parametrize("there", [0, 1])
def test_a_slide_in_thought_is_the_slide_on_the_table(line, there):
    """Each tile of each cell goes where the rules take it."""
    option = slide(line, ("left", "right")[there] if line.startswith("row") else ("up", "down")[there])
    row, column = (int(line[3]), 1) if line.startswith("row") else (1, int(line[3]))
    table = lay(FIVE, "/" * row + "? " * column + ".@0")
    table.act(0, CONTROL, option)
    for tile in range(25):
        assert cells.slid(1 << tile, option // 2, option % 2) == 1 << int(table.state.cell_of[tile])


def test_ways_go_round_what_is_feared():
    """Half moves to cell 0: 2 a harmless room, 3 a nuisance, 4 an unknown one, 8 one said to be red."""
    table = lay(FIVE, ". mortal . . . / dark cold . . . / . . . . . / . . . . .")
    doubts = believing(table)
    ways.measure(doubts, 0)
    assert doubts.way[:11].tolist() == [0, 2, 10, 12, 14, 2, 5, 8, 10, 12, 5]
    heard(table, 20, RED, 1)
    assert believing(table).cells[3] == 1 << 20


def test_the_team_is_as_far_as_its_last():
    """Two moves and one (4 + 2 half moves), the last three times more; a guard is not counted, nor is a corner dear."""
    table = lay(FOUR, "25 .@1 .@0 . .@23", role=[0, 0, 0, GUARD], shown=[0, 0, 0, 1])
    doubts = believing(table)
    doubts.goal = doubts.exit_cell
    assert team.team_cost(table.state, doubts) == 2 + 4 + 8 + 3 * 8


# -- A prisoner ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shown", "caught", "first"),
    [(1, 0, MOVE), (0, 1, LOOK), (0, 0, LOOK)],
    ids=["a known prisoner", "a caught liar", "somebody unproven"],
)
def test_a_prisoner_goes_where_a_proven_word_leads_and_looks_first_otherwise(shown, caught, first):
    """Room 25 lies beyond the room next to the centre that character 1 told to be green."""
    table = lay(FIVE, f"{WALLED} ?25 / {WALLED} ?", shown=[0, shown], caught=[0, caught])
    table.state.knows[0] |= 1 << 2
    heard(table, 7, GREEN, 1)
    assert programmed(table) % 8 == first


def test_late_the_word_of_somebody_unproven_is_taken():
    """With three rounds left, a look costs too much; that of a liar is still not."""
    table = lay(FIVE, f"{WALLED} ?25 / {WALLED} ?", rounds_left=3)
    table.state.knows[0] |= 1 << 2
    heard(table, 7, GREEN, 1)
    assert programmed(table.copy()) % 8 == MOVE
    table.state.caught[1] = 1
    assert programmed(table) % 8 == LOOK


def test_a_prisoner_leaves_a_trap_at_once():
    """By its next action."""
    table = lay(FIVE, "/ . trapped@0", deadline=[TRAPPED])
    assert programmed(table) % 8 == MOVE


@pytest.mark.parametrize(
    ("board", "guards", "left", "goes"),
    [
        ("/ 25@012 .@3", [3], 5, True),  # all but a guard who has shown himself
        ("/ 25@012 .@3", [], 5, False),  # one who is counted on is missing
        ("/ 25@012 .@3", [], 1, True),  # ... in the last round
        ("/ 25@01 .@23", [3], 5, False),
    ],
)
def test_a_prisoner_slides_out_when_nobody_is_missing_whom_it_counts_on(board, guards, left, goes):
    """It knows no more than what was shown."""
    shown = [int(who in guards) for who in range(4)]
    table = lay(FOUR, board, role=[GUARD * one for one in shown], shown=shown, rounds_left=left)
    assert (answers(table, 0, CONTROL, ASK_CONTROL) == OUT) == goes


def test_the_dead_are_not_waited_for():
    """The first dead may have been the guard: all the others are there, and they try."""
    table = lay(FOUR, "/ 25@012", alive=[1, 1, 1, 0], n_deaths=1)
    table.state.cell[3] = NONE
    assert answers(table, 0, CONTROL, ASK_CONTROL) == OUT


def test_a_prisoner_pushes_a_guard_into_the_mortal_room_and_a_friend_anywhere_else():
    """It has to push somebody."""
    guarded = lay(FOUR, "/ mortal .@01 .", role=[0, GUARD], shown=[0, 1])
    assert answers(guarded, 0, PUSH, ASK_PUSH) == push(1, 5)
    friends = lay(FOUR, "/ mortal .@01 .")
    assert answers(friends, 0, PUSH, ASK_PUSH) != push(1, 5)


def test_a_prisoner_does_not_dissolve_its_friend_to_be_rid_of_a_guard():
    """A guard pushed into the Acid would kill who is in it."""
    table = lay(FOUR, "/ acid@2 .@01 .", role=[0, GUARD], shown=[0, 1])
    assert answers(table, 0, PUSH, ASK_PUSH) != push(1, 5)


@pytest.mark.parametrize(("shown", "step"), [(1, 6), (0, 2)])
def test_a_prisoner_keeps_away_from_a_mortal_room_with_a_guard_near(shown, step):
    """Two ways to Room 25 are as long; the one it would take leads past the Mortal room in cell 3."""
    table = lay(FOUR, ". 25 . mortal / . . .@01", role=[0, GUARD], shown=[0, shown])
    assert answers(table, 0, MOVE, ASK_MOVE) == step


def test_a_vortex_next_to_the_centre_is_better_than_a_room_said_to_be_red():
    """It leads back to where one is."""
    table = lay(FOUR, "/ / . . . / . vortex . flooded! / . . .", rounds_left=9)
    table.state.room[[7, 17]], table.state.face_up[[7, 17]], table.state.closed[[7, 17]] = 20, 1, 1
    table.state.room[11], table.state.face_up[11] = 11, 1
    table.state.face_up[13] = 0
    heard(table, 13, RED, 1)
    assert answers(table, 0, MOVE, ASK_MOVE) == 11


# -- How a prisoner searches and gathers ---------------------------------------------------------------------------


def test_everybody_first_looks_towards_the_own_corner():
    """Before the first round: up, right, down and left of the centre, one a character."""
    table = laid_out(FOUR)
    table.state.role[:] = PRISONER
    for cell in (7, 13, 17, 11):
        table.play_on()
        assert (table.state.asking, ask(GREEDY, table)) == (ASK_SETUP_LOOK, cell)
        table.choose(cell)


@pytest.mark.parametrize(
    ("board", "goals"),
    [
        ("? . . . ?", [0, 4, 0, 0]),  # as far: the own corner, else the first
        ("? . . .@0 ?", [4]),  # one move, and three
        ("? . . . ? / .@1", [4]),  # somebody else is nearer to the other
    ],
)
def test_the_place_to_search(board, goals):
    """Room 25 may be in two corners; who is not drawn stands in the centre."""
    table = lay(FOUR, board, dealt_out=1 << 0 | 1 << 4)
    assert [sought(table, c) for c in range(len(goals))] == goals


@pytest.mark.parametrize(
    ("board", "plan"),
    [
        ("? ? / ? .@0", program(LOOK, MOVE)),  # there is something to see
        ("? . . / . . . / . . .@0", program(MOVE, LOOK)),  # on to where there is
        (". . . prison ? / . . . .@0 prison / . . . . .", program(CONTROL, LOOK)),  # round what one avoids
        ("? prison / prison mortal / .@0 ?mortal", program(LOOK, MOVE)),  # no better than a look
    ],
)
def test_the_program_of_a_search(board, plan):
    """Look where nobody has looked, or go to where that can be done, by a slide if need be."""
    assert plans(lay(FOUR, board, dealt_out=1 << 0 | 1 << 1 | 1 << 4 | 1 << 5)) == plan


def test_in_a_search_the_slide_that_leads_on_is_chosen():
    """Row 1 to the right takes the character beside cell 4."""
    table = lay(FOUR, ". . . prison ? / . . . .@0 prison / . . . . .", dealt_out=1 << 4)
    assert answers(table, 0, CONTROL, ASK_CONTROL) == slide("row1", "right")


def test_on_the_way_a_slide_that_brings_the_team_nearer_comes_first():
    """Three moves from Room 25, where the others are: row 1 to the right saves one of them."""
    table = lay(FOUR, ". . . 25@123 . / . .@0 . . . / . . . . . / . . . . .", rounds_left=5)
    assert plans(table) == program(CONTROL, MOVE)


@pytest.mark.parametrize(
    ("board", "left", "waits"),
    [
        ("25 .@0 / . . . . . / . . . . . / . . . . . / . . . . .@123", 10, True),  # eight moves
        ("25 .@0 / . . . . . / . . . . . / . . . . . / . . . . .@123", 5, False),  # no round is lost any more
        ("25 .@0 .@123", 10, False),
    ],
)
def test_a_prisoner_waits_outside_room_25_while_the_others_are_far(board, left, waits):
    """The alert would leave them five rounds."""
    assert (plans(lay(FOUR, board, rounds_left=left)) == program(LOOK)) == waits


@pytest.mark.parametrize(
    ("board", "fields", "plan"),
    [
        ("25@0123", {}, program(CONTROL, 0, CONTROL)),  # all are in; adrenaline is for a second try
        ("25@0123", {"has_adrenaline": [0]}, program(CONTROL)),
        ("25@012 .@3", {}, program(LOOK, 0, CONTROL)),  # the last can come in meanwhile
        ("25@012 .@3", {"has_adrenaline": [0]}, program(LOOK, CONTROL)),
        ("25@013 .@2", {"role": [0, 0, 0, GUARD], "shown": [0, 0, 0, 1]}, program(PUSH, 0, CONTROL)),
        ("25@013 .@2", {"role": [0, 0, 0, GUARD]}, program(LOOK, 0, CONTROL)),  # nobody knows
        ("25@0 .@1 .@23", {"rounds_left": 1}, program(LOOK, 0, CONTROL)),  # now or never
        ("25@01 . .@23", {}, program(LOOK)),  # two are far, and no slide brings it nearer
        ("25@01 . . .@2", {}, program(CONTROL)),  # ... one does
        ("/ . 25@01", {}, program(CONTROL)),  # nobody gets out from there
        ("/ . 25@01", {"turn": 2}, program(LOOK)),  # ... and the other acts before
    ],
)
def test_the_program_in_room_25(board, fields, plan):
    """The slide is kept for when all can be there."""
    assert plans(lay(FOUR, board, **fields)) == plan


def test_with_all_inside_the_slide_out_is_chosen_of_all_slides():
    """Cell 9 is left to the right."""
    assert answers(lay(FOUR, "/ . . . . 25@0123"), 0, CONTROL, ASK_CONTROL) == slide("row1", "right")


def test_a_guard_is_pushed_where_it_hurts_though_a_friend_is_there():
    """Only in Acid would the friend die: the Prison takes a guard farther from Room 25."""
    table = lay(FOUR, "/ prison@2 .@01 . 25", role=[0, GUARD], shown=[0, 1])
    assert answers(table, 0, PUSH, ASK_PUSH) == push(1, 5)


def test_a_robot_turns_up_what_may_be_room_25():
    """Of the rooms beside the Robot room one lies face down in the exit zone."""
    table = lay(FOUR, "? . / ? ?robot .@0 / ? .", dealt_out=1 << 5)
    table.act(0, MOVE, 6)
    assert (table.state.asking, ask(GREEDY, table)) == (ASK_ROBOT, order(0, 5))


# -- A guard -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("room", "told_by_another", "says"),
    [
        ("25", None, RED),
        ("mortal", None, GREEN),
        ("dark", None, YELLOW),
        ("empty", None, GREEN),
        ("25", BLUE, BLUE),  # nobody would believe anything else
        ("mortal", RED, RED),
    ],
)
def test_a_guard_hides_room_25_and_lures_into_mortal_rooms(room, told_by_another, says):
    """Else he tells the truth, as a prisoner would."""
    table = lay(FIVE, f"/ ?{room} .@0", role=[GUARD])
    if told_by_another is not None:
        heard(table, 5, told_by_another, 2)
    table.act(0, LOOK, 5)
    assert table.state.asking == ASK_TELL
    assert ask(GREEDY, table) == says


@pytest.mark.parametrize(("told", "known"), [(RED, NONE), (BLUE, 5)])
def test_behind_the_mask_a_guard_knows_nothing_of_room_25_that_others_do_not(told, known):
    """What he alone has seen does not lead him there; once another has told of it, it does."""
    table = lay(FIVE, "/ ?25 .@0", role=[GUARD], knows=[1 << 5], dealt_out=1 << 5)
    heard(table, 5, told, 2 if told == BLUE else 0)
    doubts = believing(table)
    guard.feign(table.state, doubts)
    assert (doubts.exit_cell, doubts.unseen) == (known, 0)


def asked_to_show_himself(rules, board, **fields):
    """Return a table where character 0, a guard who has planned a look and a move, may show himself in pass 1."""
    table = lay(rules, board, turn=0, role=[GUARD, *fields.pop("roles", ())], **fields)
    table.begin_round()
    while table.state.asking == ASK_PROGRAM:
        table.choose(program(LOOK, MOVE) if table.state.chooser == 0 else program(PUSH, CONTROL))
        table.play_on()
    assert (table.state.asking, table.state.chooser) == (ASK_REVEAL, 0)
    return table


@pytest.mark.parametrize(
    ("board", "fields", "shows"),
    [
        ("/ mortal .@01", {}, True),  # he can kill
        ("/ mortal .@01", {"n_deaths": 1, "alive": [1, 1, 1, 1, 0]}, True),  # ... the second one, and win
        ("/ . .@01", {}, False),  # there is nothing to gain
        ("/ ?mortal .@01", {}, False),  # he does not know it
        ("/ ?mortal .@01", {"knows": [1 << 5]}, True),  # he alone does
        ("/ mortal .@01", {"roles": [GUARD], "shown": [0, 1]}, False),  # it is the other guard who is with him
        ("/ 25@01234", {"rounds_left": 8}, True),  # all are about to get out
        ("/ 25@01", {"rounds_left": 8}, False),  # many are missing
        ("/ 25@01 .@2", {"rounds_left": 3}, True),  # late, and he can do harm
        ("/ ?25 .@01", {"rounds_left": 3}, False),  # nobody knows where Room 25 is
        ("/ ?25 .@01 .@2", {"rounds_left": 3, "knows": [1 << 5]}, False),  # ... but he himself
    ],
)
def test_a_guard_shows_himself_when_it_pays(board, fields, shows):
    """To kill, when the others are about to get out, and late."""
    table = asked_to_show_himself(FIVE, board, **fields)
    assert ask(GREEDY, table) == shows


def test_a_guard_who_can_win_by_a_push_does():
    """He shows himself, and pushes the second prisoner into the Mortal room."""
    table = asked_to_show_himself(FIVE, "/ mortal .@01", n_deaths=1, alive=[1, 1, 1, 1, 0])
    table.state.cell[4] = NONE
    for asking, answer in ((ASK_REVEAL, 1), (ASK_ACTION, PUSH), (ASK_PUSH, push(1, 5))):
        table.play_on()
        assert (table.state.asking, ask(GREEDY, table)) == (asking, answer)
        table.choose(answer)
    table.play_on()
    assert table.state.cause == TWO_DEAD


def test_a_guard_pushes_somebody_else_than_a_guard():
    """Into the Mortal room, of two in his room."""
    table = lay(FIVE, "/ mortal .@012", role=[GUARD, GUARD], shown=[1, 1])
    assert answers(table, 0, PUSH, ASK_PUSH) == push(2, 5)


def test_a_free_guard_slides_room_25_from_the_exit_zone():
    """Three are in it; from the room next to it he can take it inwards."""
    table = lay(FOUR, "/ 25@123 .@0", role=[GUARD], shown=[1], free_from=[1])
    table.play_on()
    assert (table.state.asking, ask(GREEDY, table)) == (ASK_ACTION, CONTROL)
    table.choose(CONTROL)
    table.play_on()
    assert ask(GREEDY, table) == slide("row1", "right")


def test_a_guard_in_room_25_plans_to_push_the_others_out():
    """Still masked, he programs a push and a slide."""
    table = lay(FOUR, "/ 25@01", role=[GUARD], turn=0)
    table.begin_round()
    assert ask(GREEDY, table) == program(PUSH, CONTROL)


def test_behind_the_mask_a_guard_plans_and_looks_as_a_prisoner_does():
    """He looks where Room 25 may be, not where it is safe to go."""
    tables = [lay(FOUR, "? ? / ? .@0", role=[role], dealt_out=1 << 0 | 1 << 1 | 1 << 5) for role in (PRISONER, GUARD)]
    for table in tables:
        heard(table, 1, GREEN, 1)
    assert [programmed(table.copy()) for table in tables] == [program(LOOK, MOVE)] * 2
    assert [answers(table, 0, LOOK, ASK_LOOK) for table in tables] == [5, 5]


@pytest.mark.parametrize(
    ("board", "to"),
    [
        (". . .@0 . . / . . . . .", 7),  # nearer to the others, in the centre
        ("25 . .@0 . . / . . . . .", 1),  # nearer to Room 25
        (". . .@0 .@1 mortal / . . .@2 . .", 3),  # to where he can push somebody into a Mortal room
    ],
)
def test_a_free_guard_goes_where_he_can_do_harm(board, to):
    """With the push still to come."""
    table = lay(FOUR, board, role=[GUARD], shown=[1], free_from=[1])
    assert answers(table, 0, MOVE, ASK_MOVE) == to
