"""Suspicion: R-SUS (how roles are dealt is in test_setup.py)."""

import pytest
from room25.positions import lay, new_rules, program, push, slide, team, told

from sim.games.room25.terms import (
    ASK_ACTION,
    ASK_ILLUSION,
    ASK_LOOK,
    ASK_MOVE,
    ASK_PROGRAM,
    ASK_REVEAL,
    ASK_TELL,
    ASK_TIMING,
    CALL,
    CONTROL,
    ESCAPED,
    FLOODED,
    GUARD,
    LOOK,
    MOVE,
    NONE,
    OUT_OF_TIME,
    PUSH,
    SPECIAL,
    TRAPPED,
    TURN,
    TWO_DEAD,
)

FIVE = new_rules("suspicion", players=5)  # 2 guards in the pool: masks fall with two outside
FOUR = new_rules("suspicion")  # 1 guard
BASE = new_rules("suspicion", players=5, base=True)
OUT = slide("row1", "left")


# -- Winning -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "left", "out"),
    [
        ("/ 25@0123", 5, True),  # all prisoners inside, the guard outside
        ("/ 25@01234", 5, True),  # a guard inside does not hinder
        ("/ 25@012", 5, False),  # one prisoner is missing
        ("/ 25@012", 1, True),  # ... who may be missing in the last round
        ("/ 25@01", 1, False),  # but not two
    ],
)
def test_R_SUS_1_prisoners_escape(board, left, out):
    """All prisoners in Room 25 and slid out; in the last round one may be missing."""
    table = lay(FIVE, board, role=[0, 0, 0, 0, GUARD], rounds_left=left)
    table.act(0, CONTROL, OUT)

    assert (table.state.cause == ESCAPED) == out


@pytest.mark.parametrize(
    ("counts", "board", "left", "out"),
    [
        (True, "/ 25@012", 2, False),  # the dead one is missing: only in the last round
        (True, "/ 25@012", 1, True),
        (True, "/ 25@01", 1, False),  # and nobody else may be
        (False, "/ 25@012", 2, True),  # the other reading: the living are all there
    ],
)
def test_R_SUS_1_a_dead_prisoner_is_the_one_missing(counts, board, left, out):
    """A dead prisoner counts as the one who may be missing, unless the other reading is taken."""
    rules = new_rules("suspicion", players=5, dead_prisoner_is_missing=counts)
    table = lay(rules, board, role=[0, 0, 0, 0, GUARD], rounds_left=left, alive=[1, 1, 1, 0, 1], n_deaths=1)
    table.state.cell[3] = NONE
    table.act(0, CONTROL, OUT)

    assert (table.state.cause == ESCAPED) == out


def test_R_SUS_1_a_dead_guard_is_not_missing():
    """A guard's death changes nothing for the prisoners."""
    table = lay(FIVE, "/ 25@0123", role=[0, 0, 0, 0, GUARD], alive=[1, 1, 1, 1, 0], n_deaths=1)
    table.act(0, CONTROL, OUT)
    assert table.state.cause == ESCAPED


@pytest.mark.parametrize(("roles", "ends"), [([0, 0], True), ([0, GUARD], False), ([GUARD, GUARD], False)])
def test_R_SUS_1_two_dead_prisoners_win_for_the_guards(roles, ends):
    """Two prisoners dead; guards who die do not count."""
    table = lay(FIVE, "/ mortal .@01", role=roles)
    for who in (0, 1):
        table.act(who, MOVE, 5)

    assert (table.state.cause == TWO_DEAD) == ends


def test_R_SUS_1_time_out():
    """When the countdown ends the guards have won, wherever the prisoners are."""
    table = lay(FIVE, "/ 25@01234", rounds_left=1)
    table.end_round()
    assert table.state.cause == OUT_OF_TIME


def test_R_SUS_1_the_first_dead_keeps_its_role_secret():
    """At the second death both roles are shown, those of the dead only."""
    table = lay(FIVE, "/ mortal .@012", role=[0, GUARD])
    table.act(0, MOVE, 5)
    assert not table.state.shown.any()
    table.act(1, MOVE, 5)
    assert table.state.shown[:5].tolist() == [1, 1, 0, 0, 0]


def test_R_SUS_1_a_revived_character_is_no_longer_dead():
    """One died and came back, then another dies: there are not two dead at once, and roles stay secret."""
    table = lay(FIVE, "/ mortal .@01 ?regeneration .@2")
    table.act(0, MOVE, 5)
    table.act(2, MOVE, 7)
    table.choose(0)
    table.act(1, MOVE, 5)

    assert not table.state.shown.any()
    assert table.is_running()


# -- Alert ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", [False, True])
@pytest.mark.parametrize(
    ("round_", "left", "after"), [(1, 10, 5), (4, 7, 5), (5, 6, 5), (6, 5, 5), (3, 4, 4), (5, 2, 2), (6, 9, 9)]
)
def test_R_SUS_2_alert(base, round_, left, after):
    """An arrival in rounds 1 to 5 leaves at most five rounds, this one included; never more than there were."""
    rules = BASE if base else FIVE
    table = lay(rules, "/ ?25 .@0", turn=round_, rounds_left=left)
    table.act(0, MOVE, 5)

    assert table.state.rounds_left == after


@pytest.mark.parametrize("way", ["pushed", "illusion", "called", "again"])
def test_R_SUS_2_any_arrival(way):
    """Whatever brings a character in: a push, an Illusion, a call; and not only the first time."""
    rules = team("jennifer", "max", mode="suspicion")
    if way == "pushed":
        table = lay(rules, "/ ?25 .@01")
        table.act(0, PUSH, push(1, 5))
    elif way == "illusion":
        table = lay(rules, "/ ?25 .@0 ?illusion")
        table.act(0, MOVE, 7)
        table.choose(5, ASK_ILLUSION)
        table.play_on(TURN)
    elif way == "called":
        table = lay(rules, "/ 25@0 .@1")
        table.act(0, SPECIAL, 32768 * CALL + 32 * 1 + 5)
    else:
        table = lay(rules, "/ 25@0 .@1", rounds_left=8)
        table.act(1, MOVE, 5)

    assert table.state.rounds_left == 5


def test_R_SUS_2_only_an_arrival():
    """To slide along in Room 25, or to stay there, sounds nothing."""
    table = lay(FIVE, "/ 25@0")
    table.act(0, CONTROL, slide("row1", "right"))
    assert table.state.rounds_left == 10


def test_R_SUS_2_not_in_cooperation():
    """Elsewhere Room 25 is entered in peace."""
    table = lay(new_rules(), "/ ?25 .@0", rounds_left=8)
    table.act(0, MOVE, 5)
    assert table.state.rounds_left == 8


# -- Masks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "board", "shown"),
    [
        (FOUR, "/ 25@12 .@0", [0, 0, 0, 1]),  # 1 guard, one outside (character 0 walks in)
        (FOUR, "/ 25@1 .@0", [0, 0, 0, 0]),  # two outside
        (FIVE, "/ 25@12 .@0", [0, 0, 0, 1, 1]),  # 2 guards, two outside
        (FIVE, "/ 25@1 .@0", [0, 0, 0, 0, 0]),  # three outside
        (FIVE, "/ 25@123 .@0", [0, 0, 0, 0, 0]),  # one outside: no longer just as many
        (BASE, "/ 25@12 .@0", [0, 0, 0, 1, 1]),  # base: 3 of 5 inside
        (BASE, "/ 25@1 .@0", [0, 0, 0, 0, 0]),  # 2 of 5
        (BASE, "/ 25@123 .@0", [0, 0, 0, 0, 1]),  # 4 of 5
    ],
)
def test_R_SUS_3_masks_fall(rules, board, shown):
    """Online when exactly as many are outside as the pool has guards; by the base rules with a majority inside."""
    table = lay(rules, board, role=[0, 0, 0, GUARD])
    table.act(0, MOVE, 5)

    assert table.state.shown[: len(shown)].tolist() == shown


def test_R_SUS_3_half_is_no_majority():
    """Base, 4 players: two of four inside are not enough."""
    table = lay(new_rules("suspicion", base=True), "/ 25@1 .@0")
    table.act(0, MOVE, 5)
    assert not table.state.shown.any()


def test_R_SUS_3_someone_must_be_inside():
    """With nobody in Room 25 nothing is shown, though just as many live as there are guards."""
    table = lay(FIVE, "/ mortal .@0", alive=[1, 1, 1, 0, 0], n_deaths=1, role=[GUARD])
    table.state.cell[[3, 4]] = NONE
    table.state.shown[[3, 4]] = 1
    table.act(0, MOVE, 5)
    assert table.state.shown[:3].tolist() == [1, 0, 0]  # the dead one, by another rule


def test_R_SUS_3_only_the_living_count():
    """A death outside leaves just two outside: their masks fall at once."""
    table = lay(FIVE, "/ mortal .@0 / 25@34", role=[0, GUARD])
    table.act(0, MOVE, 5)
    assert table.state.shown[:5].tolist() == [0, 1, 1, 0, 0]


def test_R_SUS_3_after_a_push_and_at_the_end_of_the_round():
    """A push out of Room 25, and a drowning at the end of the round, count as well."""
    table = lay(FIVE, "/ 25@0123")
    table.act(0, PUSH, push(1, 6))
    assert table.state.shown[:5].tolist() == [0, 1, 0, 0, 1]
    table = lay(FIVE, "/ 25@12 flooded!@0", deadline=[FLOODED], deadline_round=[1])
    table.end_round()
    assert table.state.shown[:5].tolist() == [0, 0, 0, 1, 1]


def test_R_SUS_3_after_all_that_a_push_brings_about():
    """Pushed from Room 25 into a Vortex: masks fall when the character is in the Central Room, and nothing follows."""
    table = lay(FIVE, "/ 25@0123 vortex")
    events = told(lambda: table.act(0, PUSH, push(1, 6)))

    assert [name for name, _ in events if name != "state"] == [
        "pushed", "room_effect", "moved", "role_shown", "role_shown",
    ]  # fmt: skip
    assert table.cells() == [5, 12, 5, 5, 12]


def test_R_SUS_3_checked_after_each_death():
    """Two drown together, one after the other: after the first just two are outside, and both show their role."""
    due = {"deadline": [FLOODED, NONE, NONE, FLOODED], "deadline_round": [1] * 4}
    table = lay(FIVE, "/ 25@12 flooded!@03 / .@4", role=[0, 0, 0, GUARD], **due)
    table.end_round()

    assert table.state.alive[:5].tolist() == [0, 1, 1, 0, 1]
    assert table.state.shown[:5].tolist() == [1, 0, 0, 1, 1]


def test_R_SUS_3_unmask_count_may_be_a_number():
    """With `unmask_count = 1` masks fall when one is outside."""
    table = lay(new_rules("suspicion", players=5, unmask_count=1), "/ 25@123 .@0")
    table.act(0, MOVE, 5)
    assert table.state.shown[:5].tolist() == [0, 0, 0, 0, 1]


def test_R_SUS_3_prisoners_show_their_role_too():
    """Whoever is outside shows the role, whatever it is, once."""
    table = lay(FIVE, "/ 25@12 .@0", role=[0, 0, 0, GUARD])
    shown = [facts for name, facts in told(lambda: table.act(0, MOVE, 5)) if name == "role_shown"]
    assert [(one["character"], one["role"], one["by"]) for one in shown] == [
        (3, "guard", "unmask"), (4, "prisoner", "unmask"),
    ]  # fmt: skip
    assert told(lambda: table.act(0, LOOK, 0)) != []
    assert table.state.free_from[:5].tolist() == [0, 0, 0, 2, 0]


# -- Guards who show themselves ------------------------------------------------------------------------------------


def guard(first, second=0, third=0, rules=FOUR, board="/ .@0"):
    """Round 1 is planned: character 0, a guard, with this program, the others with two pushes that will be lost."""
    table = lay(rules, board, role=[GUARD], turn=0)
    table.begin_round()
    table.plan(program(first, second, third), *(rules.n_characters - 1) * [program(PUSH, CONTROL)])
    table.play_on()
    return table


def actions_asked(table, who=0):
    """Play the round on, decline or take the first option, and return what a character was asked: (pass, question)."""
    asked = []
    while table.play_on() and table.state.asking != ASK_PROGRAM:
        if table.state.chooser == who:
            asked.append((int(table.state.passing), int(table.state.asking)))
        table.choose(table.options[0])
    return asked


def test_R_SUS_4_a_guard_is_asked_on_each_action_and_a_prisoner_never():
    """Before each of his actions, the third too; as long as he says no, he goes on as programmed."""
    table = guard(LOOK, PUSH, LOOK)

    assert actions_asked(table) == [
        (1, ASK_REVEAL), (1, ASK_LOOK), (1, ASK_TELL), (2, ASK_REVEAL), (3, ASK_REVEAL), (3, ASK_LOOK), (3, ASK_TELL),
    ]  # fmt: skip
    assert not table.state.shown.any()


def test_R_SUS_4_online_he_acts_freely_at_once():
    """From the very action: his program is void, he takes two different actions, none in the third pass."""
    table = guard(PUSH, CONTROL, LOOK)
    table.choose(1, ASK_REVEAL)
    assert table.play_on() == [0, LOOK, MOVE, CONTROL]  # there is nobody to push
    assert (table.state.asking, table.state.passing) == (ASK_ACTION, 1)
    table.choose(MOVE)
    table.choose(0, ASK_MOVE)
    while table.play_on() and table.state.chooser != 0:
        table.choose(table.options[0])

    assert (table.state.asking, table.options, table.state.passing) == (ASK_ACTION, [0, LOOK, CONTROL], 2)
    table.choose(0)
    assert actions_asked(table) == []
    assert (table.state.shown[0], table.state.has_adrenaline[0]) == (1, 0)


def test_R_SUS_4_actions_before_the_reveal_count():
    """A look as programmed, then shown in pass 2: one more action, of another kind."""
    table = guard(LOOK, PUSH)
    table.choose(0, ASK_REVEAL)
    table.choose(0, ASK_LOOK)
    table.choose(4, ASK_TELL)
    table.choose(1, ASK_REVEAL)

    assert table.play_on() == [0, MOVE, CONTROL]
    table.choose(MOVE)
    table.choose(10, ASK_MOVE)
    assert actions_asked(table) == []


def test_R_SUS_4_shown_in_the_third_pass():
    """Shown on his adrenaline action he has none any more: free characters do not act in the third pass."""
    table = guard(PUSH, CONTROL, LOOK)
    table.choose(0, ASK_REVEAL)
    table.choose(0, ASK_REVEAL)
    table.choose(slide("row1", "left"))
    table.choose(1, ASK_REVEAL)
    assert actions_asked(table) == []


def test_R_SUS_4_a_single_action_is_asked_for_in_both_passes():
    """Asked whether he shows himself, then whether to act now; later he is asked anew."""
    table = guard(LOOK)
    table.choose(0, ASK_REVEAL)
    table.choose(0, ASK_TIMING)
    while table.play_on() and table.state.chooser != 0:
        table.choose(table.options[0])
    assert (table.state.asking, table.state.passing) == (ASK_REVEAL, 2)


def test_R_SUS_4_by_the_base_rules_from_the_next_round():
    """By the base rules the program still counts in this round; he acts freely from the next."""
    table = guard(LOOK, PUSH, rules=BASE)
    table.choose(1, ASK_REVEAL)

    assert actions_asked(table) == [(1, ASK_LOOK), (1, ASK_TELL)]
    assert (table.state.turn, table.state.chooser) == (2, 1)
    table.plan(*4 * [program(PUSH)])
    while table.play_on() and table.state.asking != ASK_ACTION:
        table.choose(table.options[-1])
    assert (table.state.asking, table.state.chooser, table.state.passing) == (ASK_ACTION, 0, 1)


def test_R_SUS_4_unmasked_he_acts_freely_from_the_next_round():
    """Shown by others he plays on as programmed, without his adrenaline, and is free in the next round."""
    table = lay(FOUR, "/ 25@12 .@0 / / .@3", role=[0, 0, 0, GUARD], turn=0)
    table.begin_round()
    table.plan(program(MOVE, PUSH), program(PUSH, LOOK), program(PUSH, LOOK), program(LOOK, MOVE, LOOK))
    table.choose(5, ASK_MOVE)
    table.play_on()
    assert table.state.shown[3] == 1

    assert [question for _, question in actions_asked(table, 3)] == [ASK_LOOK, ASK_TELL, ASK_MOVE]
    asked = [int(table.state.chooser)]
    table.choose(program(PUSH, CONTROL))
    while table.play_on() and table.state.asking == ASK_PROGRAM:
        asked.append(int(table.state.chooser))
        table.choose(program(PUSH, CONTROL))
    assert 3 not in asked


def test_R_SUS_4_a_free_guard_may_do_less():
    """He may take no action at all, and programs nothing."""
    table = lay(FOUR, "/ .@0", role=[GUARD], shown=[1], free_from=[1], turn=0)
    table.begin_round()
    assert (table.state.asking, table.state.chooser) == (ASK_PROGRAM, 1)
    table.plan(*3 * [program(PUSH, CONTROL)])

    assert actions_asked(table) == [(1, ASK_ACTION), (2, ASK_ACTION)]
    assert table.state.n_done.sum() == 0


def test_R_SUS_4_a_free_guard_chooses_the_target_at_random_in_paranoia():
    """His action begun in a Paranoia room has a random target; he is asked only for the kind."""
    table = lay(FOUR, "/ paranoia@0", role=[GUARD], shown=[1], free_from=[1])
    table.choose(MOVE, ASK_ACTION)
    table.play_on()
    assert table.cells()[0] in (0, 6, 10)
    assert table.state.asking != ASK_MOVE


def test_R_SUS_4_a_free_guard_dies_in_a_trapped_room():
    """An action that he takes counts as any; waiting does not."""
    table = lay(FOUR, "/ trapped@0", role=[GUARD], shown=[1], free_from=[1], deadline=[TRAPPED])
    table.choose(0, ASK_ACTION)
    table.choose(LOOK, ASK_ACTION)
    table.choose(0, ASK_LOOK)
    table.choose(4, ASK_TELL)
    table.play_on()
    assert table.state.alive[0] == 0
