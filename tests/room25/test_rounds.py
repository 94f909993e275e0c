"""The course of play: R-RND, and what every action has in common."""

import pytest
from room25.positions import laid_out, lay, new_rules, program, push, slide, special, team, told

from sim.games.room25.terms import (
    ASK_ACID,
    ASK_CONTROL,
    ASK_LOOK,
    ASK_MOVE,
    ASK_PROGRAM,
    ASK_PUSH,
    ASK_TIMING,
    BEGIN_ROUND,
    CARRY,
    CONTROL,
    DEATH,
    END_ROUND,
    FLOODED,
    LOOK,
    MORTAL,
    MOVE,
    NONE,
    PUSH,
    SHREDDER,
    SPECIAL,
    TRAPPED,
    TURN,
)

SINGLES = [LOOK, MOVE, PUSH, CONTROL]
PAIRS = [(one, two) for one in SINGLES for two in SINGLES if one != two]

# -- Plan ----------------------------------------------------------------------------------------------------------


def test_R_RND_1_two_different_actions_or_one():
    """Without adrenaline: each of 4 single actions and each of 12 ordered pairs."""
    table = lay(new_rules(base=True))

    due = [program(one) for one in SINGLES] + [program(*pair) for pair in PAIRS]
    assert sorted(table.begin_round()) == sorted(due)
    assert (table.state.asking, table.state.chooser) == (ASK_PROGRAM, 1)  # round 2


def test_R_RND_1_the_special_is_a_fifth_action():
    """With specials on: 5 singles and 20 pairs."""
    table = lay(team("alice", "max"))
    table.state.has_adrenaline[:] = 0

    offered = table.begin_round()
    assert len(offered) == 25
    assert program(SPECIAL, LOOK) in offered


def test_R_RND_1_no_program_at_all_only_where_that_is_allowed():
    """With `program_zero` a character may program nothing, and then does nothing."""
    assert 0 not in lay(new_rules(base=True)).begin_round()
    table = lay(new_rules(base=True, program_zero=True))
    assert table.begin_round()[0] == 0
    table.plan(0, 0, 0, 0)
    table.play_on(END_ROUND)
    assert (table.state.n_done.sum(), table.state.n_lost) == (0, 0)


def test_R_RND_1_only_the_living_program():
    """The dead are skipped."""
    table = lay(new_rules("suspicion"), alive=[1, 0, 1, 1])
    table.begin_round()
    asked = []
    while table.state.asking == ASK_PROGRAM:
        asked.append(int(table.state.chooser))
        table.choose(program(PUSH, CONTROL))
        table.play_on(TURN)
        if table.state.step == TURN:
            break

    assert asked == [2, 3, 0]


def test_R_RND_1_programs_are_told_when_all_are_made():
    """Nobody sees a program before all are made."""
    table = lay(new_rules(base=True), turn=0)
    table.begin_round()
    table.plan(program(PUSH), program(LOOK, MOVE), program(PUSH, LOOK))
    table.play_on()
    last = told(lambda: (table.choose(program(CONTROL)), table.play_on()))

    assert [facts["actions"] for name, facts in last if name == "programmed"] == [
        ["push"], ["look", "move"], ["push", "look"], ["control"],
    ]  # fmt: skip


# -- Passes --------------------------------------------------------------------------------------------------------


def asked_in_passes(table):
    """Play the round on with first options and return (pass, character, question)."""
    asked = []
    while table.play_on(END_ROUND):
        asked.append((int(table.state.passing), int(table.state.chooser), int(table.state.asking)))
        table.choose(table.options[0])
    return asked


def test_R_RND_1_first_actions_of_all_then_the_second():
    """Pass 1 in turn order, then pass 2; targets are chosen when the action is carried out."""
    table = lay(new_rules(base=True), "/ ? .@0 / .@1 ? / / ? ? ? .@23", turn=0)
    table.begin_round()
    table.plan(program(LOOK, CONTROL), program(CONTROL, LOOK), program(LOOK, PUSH), program(PUSH, LOOK))

    assert asked_in_passes(table) == [
        (1, 0, ASK_LOOK), (1, 1, ASK_CONTROL), (1, 2, ASK_LOOK), (1, 3, ASK_PUSH),
        (2, 0, ASK_CONTROL), (2, 1, ASK_LOOK), (2, 3, ASK_LOOK),
    ]  # fmt: skip
    assert table.state.n_lost == 1  # 2 had nobody left to push


def test_R_RND_1_a_single_action_in_pass_1_or_2():
    """Whoever programs one action decides in pass 1 whether to play it now or in pass 2."""
    table = lay(new_rules(base=True), turn=0)
    table.begin_round()
    table.plan(*4 * [program(LOOK)])
    for c, now in enumerate((1, 0, 1, 0)):
        table.play_on()
        assert (table.state.asking, table.state.chooser) == (ASK_TIMING, c)
        table.choose(now)
        if now:
            table.choose(7, ASK_LOOK)

    assert table.state.n_done[LOOK] == 2
    assert asked_in_passes(table) == [(2, 1, ASK_LOOK), (2, 3, ASK_LOOK)]


def test_R_RND_1_an_impossible_action_is_lost():
    """A push with nobody there is lost; so is a look where all around is face up."""
    table = lay(new_rules(), "/ . .@0 . / . . / . .")
    table.state.face_up[1] = 1

    assert table.act(0, PUSH) == []
    assert table.act(0, LOOK) == []
    assert (table.state.n_lost, table.state.n_done.sum()) == (2, 0)


def test_R_RND_1_a_possible_action_must_be_carried_out():
    """There is no declining: the options of a move are rooms only."""
    assert lay(new_rules(), "/ ? .@0").offered(0, MOVE) == [1, 5, 7, 11]


def test_R_RND_1_the_target_is_chosen_late():
    """What a move can reach is what lies there after others have acted: the row slid under the mover."""
    table = lay(new_rules(base=True), "/ ? .@01", turn=0)
    table.begin_round()
    table.plan(program(CONTROL), program(MOVE), program(PUSH), program(PUSH))
    table.choose(1, ASK_TIMING)
    table.choose(slide("row1", "right"), ASK_CONTROL)
    table.choose(1, ASK_TIMING)
    table.play_on()

    assert sorted(table.options) == [2, 6, 8, 12]


# -- Rounds --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("round_", "order"), [(1, [0, 1, 2, 3]), (2, [1, 2, 3, 0]), (6, [1, 2, 3, 0])])
def test_R_RND_2_order_rotates(round_, order):
    """The order of round r is that of the seats, begun r - 1 seats later."""
    table = lay(new_rules(base=True), turn=round_ - 1)
    table.begin_round()
    table.plan(*4 * [program(LOOK, PUSH)])

    assert [c for passing, c, _ in asked_in_passes(table) if passing == 1] == order


def test_R_RND_2_order_rotates_by_the_rounds_played():
    """A Timer takes rounds off the countdown, but does not turn the order."""
    table = lay(new_rules(base=True), turn=1, rounds_left=3)
    table.begin_round()

    assert (table.state.turn, table.state.chooser) == (2, 1)


def test_R_RND_2_the_dead_are_skipped():
    """Nobody else's place changes when someone is dead."""
    table = lay(new_rules("suspicion"), alive=[1, 0, 1, 1], has_adrenaline=[0] * 4)
    table.begin_round()
    table.plan(*3 * [program(LOOK, PUSH)])

    assert [c for passing, c, ask in asked_in_passes(table) if passing == 1 and ask == ASK_LOOK] == [2, 3, 0]


def test_R_RND_2_countdown_at_the_end_of_the_round():
    """The countdown loses one at the end of each round; the last round has 1 left."""
    table = laid_out(new_rules(base=True))
    left = []
    while table.play_on():
        if table.state.asking == ASK_PROGRAM and table.state.place == 1:
            left.append(int(table.state.rounds_left))
        options = table.options
        table.choose(program(PUSH, CONTROL) if table.state.asking == ASK_PROGRAM else options[0])

    assert left == [8, 7, 6, 5, 4, 3, 2, 1]
    assert (table.state.turn, table.state.rounds_left) == (8, 0)


def test_R_RND_2_flooded_deaths_come_before_time_out():
    """In the last round who drowns loses the game by that death, not by time."""
    table = lay(new_rules(), "/ ? flooded!@0", turn=3, deadline=[FLOODED], deadline_round=[3], rounds_left=1)
    table.end_round()

    assert table.state.cause == DEATH + FLOODED


def test_R_RND_2_deadlines_are_those_of_the_round_played():
    """Drowning goes by the rounds played, whatever the countdown has lost."""
    table = lay(new_rules(), "/ ? flooded!@0", turn=3, deadline=[FLOODED], deadline_round=[4], rounds_left=5)
    table.end_round()
    assert table.is_running()
    table.begin_round()
    table.end_round()
    assert table.state.cause == DEATH + FLOODED


def test_R_RND_2_everything_of_a_round_is_forgotten():
    """Actions taken, cancelled rounds, penalties, marks and programs are those of the round."""
    table = lay(new_rules(), acted=[6], n_acted=[2], cancelled=[1], penalties=[2])
    table.state.mark[0], table.state.program[0, :] = 1, LOOK
    table.begin_round()
    state = table.state

    for field in ("acted", "n_acted", "cancelled", "penalties", "program"):
        assert not state[field].any()
    assert set(state.mark.tolist()) == {-1}


# -- Adrenaline ----------------------------------------------------------------------------------------------------


def test_R_RND_3_a_third_action_once_a_game():
    """16 programs without adrenaline, and each of them with one of four more actions; a type may come twice."""
    offered = lay(new_rules()).begin_round()

    assert len(offered) == 16 * 5
    assert program(LOOK, MOVE, MOVE) in offered
    assert len(lay(new_rules(), has_adrenaline=[0] * 4).begin_round()) == 16


def test_R_RND_3_never_a_special():
    """Adrenaline is a look, move, push or control."""
    offered = lay(team("alice")).begin_round()

    assert {option // 64 for option in offered} == {0, LOOK, MOVE, PUSH, CONTROL}


def test_R_RND_3_spent_when_programmed():
    """Adrenaline is gone when programmed, before it is carried out."""
    table = lay(new_rules())
    table.begin_round()
    table.plan(program(LOOK, PUSH, MOVE), program(LOOK))
    table.play_on()

    assert table.state.has_adrenaline[:4].tolist() == [1, 0, 1, 1]


def test_R_RND_3_played_in_a_third_pass_in_turn_order():
    """After pass 2 of all, those with adrenaline act once more."""
    table = lay(new_rules(), turn=0)
    table.begin_round()
    table.plan(program(LOOK, PUSH, LOOK), program(LOOK, PUSH), program(LOOK, PUSH, CONTROL), program(PUSH, LOOK, LOOK))

    assert [one for one in asked_in_passes(table) if one[0] == 3] == [(3, 0, ASK_LOOK), (3, 3, ASK_LOOK)]
    assert table.state.n_lost == 5  # four pushes and a control in the Central Room


@pytest.mark.parametrize(
    ("rules", "has"),
    [
        (new_rules(), 1),
        (new_rules("suspicion"), 1),
        (new_rules(mac="normal"), 1),
        (new_rules(mac="frenzy"), 0),
        (new_rules(base=True), 0),
        (new_rules("suspicion", base=True), 0),
        (new_rules("solo", base=True), 0),
        (new_rules(adrenaline="none"), 0),
    ],
)
def test_R_RND_3_who_has_adrenaline(rules, has):
    """Cooperation and suspicion by the online rules have it; not frenzy, not the base rules."""
    assert laid_out(rules).state.has_adrenaline[:4].tolist() == [has] * 4


# -- Entries -------------------------------------------------------------------------------------------------------


def test_R_RND_4_leaving_comes_before_entering():
    """The Shredder kills who is left in it before the room entered is turned up: the game is lost by it."""
    table = lay(new_rules(), "/ ? shredder@01 ?mortal")
    table.act(0, MOVE, 7)

    assert table.state.cause == DEATH + SHREDDER
    assert not table.is_up(7)


def test_R_RND_4_turning_up_effect_masks():
    """First the effect, the alert, then the masks: with three inside the one outside shows his role."""
    table = lay(new_rules("suspicion"), "/ 25@23 .@01", role=[0, 0, 0, 1])
    events = told(lambda: table.act(0, PUSH, push(1, 5)))

    names = [name for name, _ in events if name not in ("state", "room_effect")]
    assert names[-3:] == ["pushed", "alert", "role_shown"]


def test_R_RND_4_the_first_end_stands():
    """Two die of one Shredder; the game is lost by the first and nothing follows it."""
    table = lay(new_rules(), "/ ? shredder@012 ?mortal")
    table.act(0, MOVE, 7)

    assert table.state.n_deaths == 1
    assert table.cells()[0] == 7


def test_R_RND_4_every_entry_has_its_effect():
    """A room acts on whoever comes in: by a move, by a push, by a Vortex that leads into the Central Room."""
    table = lay(new_rules("suspicion"), "/ mortal .@01 vortex")
    table.act(0, PUSH, push(1, 5))
    table.act(0, MOVE, 7)

    assert table.cells()[:2] == [12, NONE]
    assert table.state.death_room[1] == MORTAL


def test_R_RND_4_masks_after_a_death_within_an_action():
    """Max brings a mate into Acid: the one inside dies first, and the masks of the two fall before he chooses."""
    rules = new_rules("suspicion", agents=("max", "alice", "frank", "sarah", "kevin"))
    table = lay(rules, "/ 25@34 acid@2 .@01", role=[0, 0, 0, 1, 0])
    table.act(0, SPECIAL, special(CARRY, 1, 6))

    assert table.state.asking == ASK_ACID
    assert table.state.shown[:5].tolist() == [1, 1, 0, 0, 0]


def test_R_RND_4_a_round_begins_after_the_last_effect():
    """Nothing is left waiting when a round is over."""
    table = lay(new_rules(base=True), "/ vortex .@0")
    table.act(0, MOVE, 5)
    table.end_round()

    assert (table.state.step, table.state.n_queue) == (BEGIN_ROUND, 0)


def test_R_ACT_2_move_to_an_adjacent_room():
    """A face-down room is turned up for good; the character is there."""
    table = lay(new_rules(), "/ ? .@0 ?cold")
    table.act(0, MOVE, 7)

    assert table.cells()[0] == 7
    assert table.is_up(7)
    table.act(0, MOVE, 6)
    assert table.is_up(7)
    assert table.offered(0, MOVE) == [1, 5, 7, 11]


def test_R_ACT_2_the_effect_happens_at_every_entry():
    """A Trapped room left and entered anew holds the character anew."""
    table = lay(new_rules(), "/ trapped .@0")
    for _ in range(2):
        table.act(0, MOVE, 5)
        assert table.state.deadline[0] == TRAPPED
        table.act(0, MOVE, 6)
        assert table.state.deadline[0] == NONE


def test_R_ACT_2_asks_for_a_cell():
    """The question of a move is where to."""
    table = lay(new_rules())
    assert table.act(0, MOVE) == [7, 13, 17, 11]
    assert table.state.asking == ASK_MOVE
