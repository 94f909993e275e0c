"""The specials: R-CHR-1. Cells and boards are explained in positions.py."""

import pytest
from room25.positions import lay, new_rules, order, program, push, slide, special, team

from sim.games.room25.terms import (
    ASK_ACID,
    ASK_CONTROL_ROOM,
    ASK_ILLUSION,
    ASK_LOOK,
    ASK_MOVING,
    ASK_ROBOT,
    ASK_TUNNEL,
    ASK_VISION,
    CALL,
    CARRY,
    DESTROY_ROBOT,
    FLOODED,
    HIDE,
    LOCK,
    LOOK,
    MAKE_EMPTY,
    MOVE,
    NONE,
    ORDER_ROBOT,
    PUSH,
    REGAIN,
    REOPEN,
    SPECIAL,
    SWAP,
    TRAPPED,
    TURN,
)


def rules_for(*agents, **choice):
    """Return rules of suspicion for a team that begins with these, all prisoners: a death is not the end."""
    return team(*agents, mode="suspicion", **choice)


def verbs(table, who):
    """The verbs of the specials that a character could use now."""
    return {option // special(1) for option in table.offered(who, SPECIAL)}


# -- When ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("agent", ["jennifer", "alice", "max", "frank", "emmett", "sarah", "kevin", "mimic"])
def test_R_ACT_5_no_special_from_the_central_room(agent):
    """In the Central Room nobody has a special: it is lost."""
    table = lay(rules_for(agent), "/ ? ? .@1 / ? dark ? dark@2", has_adrenaline=[0])
    assert table.act(0, SPECIAL) == []
    assert table.state.n_lost == 1


def test_R_CHR_1_no_specials_where_the_rule_is_off():
    """Without the rule nobody has one."""
    table = lay(new_rules(), "/ .@0123")
    assert not any(table.offered(c, SPECIAL) for c in range(4))


# -- Jennifer ------------------------------------------------------------------------------------------------------


def test_R_CHR_1_jennifer_calls_an_adjacent_character():
    """Any character next door comes in and suffers her room; out of the Central Room too, not over two rooms."""
    table = lay(rules_for("jennifer", "max", "alice"), ".@3 / ? acid@1 trapped@0 / ? ?")
    assert table.offered(0, SPECIAL) == [special(CALL, 1, 7), special(CALL, 2, 7)]
    table.act(0, SPECIAL, special(CALL, 1, 7))

    assert table.cells()[1] == 7
    assert table.state.deadline[1] == TRAPPED


def test_R_CHR_1_jennifer_not_from_or_into_closed_rooms():
    """Nobody comes out of a closed room, nor into hers when it is closed or locked, but Emmett through locks."""
    table = lay(rules_for("jennifer", "max", "emmett"), "/ flooded!@1 .@0 .@2")
    assert table.offered(0, SPECIAL) == [special(CALL, 2, 6)]
    table = lay(rules_for("jennifer", "max", "emmett"), "/ .@1 flooded!@0 .@2")
    assert table.offered(0, SPECIAL) == []
    table = lay(rules_for("jennifer", "max", "emmett"), "/ .#@1 dark#@0 .@2")
    assert table.offered(0, SPECIAL) == [special(CALL, 2, 6)]


# -- Alice ---------------------------------------------------------------------------------------------------------


def test_R_CHR_1_alice_hides_until_her_next_action():
    """Hidden she is not pushed, called or carried; her next action, even a lost one, ends it."""
    table = lay(rules_for("alice", "max", "jennifer"), "/ .@01 .@2")
    table.act(0, SPECIAL, special(HIDE))
    assert table.offered(1, PUSH) == []
    assert table.offered(1, SPECIAL) == []
    assert special(CALL, 0, 6) not in table.offered(2, SPECIAL)
    table.end_round()
    table.begin_round()
    assert table.offered(1, PUSH) == []
    table.state.cell[1] = 24
    table.act(0, PUSH)
    table.state.cell[1] = 5
    assert push(0, 0) in table.offered(1, PUSH)


def test_R_CHR_1_rooms_still_act_on_hidden_alice():
    """She dies in Acid like anybody, and drowns."""
    table = lay(rules_for("alice", "max"), "/ acid@0 .@1", hidden=[1])
    table.act(1, MOVE, 5)
    assert not table.state.alive[0]


# -- Max -----------------------------------------------------------------------------------------------------------


def test_R_CHR_1_max_takes_somebody_along():
    """Both go to an adjacent room and suffer it; who stays behind stays."""
    table = lay(rules_for("max", "alice"), "/ ?trapped .@012")
    assert table.offered(0, SPECIAL) == [special(CARRY, who, to) for who in (1, 2) for to in (1, 5, 7, 11)]
    table.act(0, SPECIAL, special(CARRY, 1, 5))

    assert table.cells()[:3] == [5, 5, 6]
    assert table.state.deadline[:3].tolist() == [TRAPPED, TRAPPED, NONE]


def test_R_CHR_1_max_needs_a_way_for_both():
    """Into a locked room only with Emmett - if Max could; out of a Prison and a Pivoting room as he could move."""
    assert special(CARRY, 1, 5) not in lay(rules_for("max", "emmett"), "/ dark# .@01").offered(0, SPECIAL)
    assert lay(rules_for("max", "alice"), "/ ? prison@01").offered(0, SPECIAL) == []
    table = lay(rules_for("max", "alice"), "? .@2 / ? prison@01")
    assert table.offered(0, SPECIAL) == [special(CARRY, 1, 1)]
    table = lay(rules_for("max", "alice"), "/ ? pivoting=@01")
    assert table.offered(0, SPECIAL) == [special(CARRY, 1, 5), special(CARRY, 1, 7)]


def test_R_CHR_1_max_both_die_in_a_mortal_room():
    """Max first, then whom he brings."""
    table = lay(rules_for("max", "alice", "frank"), "/ ?mortal .@01", role=[0, 1])
    table.act(0, SPECIAL, special(CARRY, 1, 5))
    assert table.state.alive[:3].tolist() == [0, 0, 1]


@pytest.mark.parametrize(
    ("room", "question", "choice"),
    [("control", ASK_CONTROL_ROOM, slide("row0", "left")), ("vision", ASK_VISION, 0), ("moving", ASK_MOVING, 0)],
)
def test_R_CHR_1_rooms_that_ask_act_once_for_max(room, question, choice):
    """Max chooses, and nothing more is asked."""
    table = lay(rules_for("max", "alice"), f"/ ?{room} .@01")
    table.act(0, SPECIAL, special(CARRY, 1, 5))
    assert (table.state.asking, table.state.chooser) == (question, 0)
    table.choose(choice)

    assert table.play_on(TURN) == []
    assert table.cells()[0] == table.cells()[1]


def test_R_CHR_1_timer_and_key_act_once_for_max():
    """One round is lost, not two."""
    table = lay(rules_for("max", "alice"), "/ ?timer .@01")
    table.act(0, SPECIAL, special(CARRY, 1, 5))
    assert table.state.rounds_left == 9


def test_R_CHR_1_timer_kills_max_alone():
    """In the last round it acts once, for Max."""
    table = lay(rules_for("max", "alice"), "/ ?timer .@01", rounds_left=1)
    table.act(0, SPECIAL, special(CARRY, 1, 5))
    assert table.state.alive[:2].tolist() == [0, 1]


def test_R_CHR_1_mac_acts_once_for_max():
    """One card is drawn."""
    rules = team("max", "alice", mac="normal")
    table = lay(rules, "/ ?mac .@01", n_mac=rules.n_mac, mac_deck=range(rules.n_mac))
    rules.mac_again[:] = 0
    table.act(0, SPECIAL, special(CARRY, 1, 5))
    assert table.state.mac_drawn == 1


def test_R_CHR_1_vortex_takes_both():
    """Max first, then his mate: two returns."""
    table = lay(rules_for("max", "alice"), "/ ?vortex .@01")
    table.act(0, SPECIAL, special(CARRY, 1, 5))

    assert table.cells()[:2] == [12, 12]
    assert table.state.vortex_returns == 2


def test_R_CHR_1_tunnel_acts_once_and_the_mate_goes_where_max_goes():
    """One choice, both arrive, no chain."""
    table = lay(rules_for("max", "alice"), "/ ?tunnel .@01 / / / ? ? ? ? tunnel")
    table.act(0, SPECIAL, special(CARRY, 1, 5))
    table.choose(24, ASK_TUNNEL)

    assert table.play_on(TURN) == []
    assert table.cells()[:2] == [24, 24]


@pytest.mark.parametrize(("room", "alive"), [("mortal", [0, 0]), ("vision", [1, 1]), ("flooded", [1, 1])])
def test_R_CHR_1_under_illusion_both_enter_the_new_room(room, alive):
    """Max chooses what comes; both suffer it, and what asks asks once."""
    table = lay(rules_for("max", "alice"), f"/ ?illusion .@01 / / / ? ? ? ? ?{room}", role=[0, 1])
    table.act(0, SPECIAL, special(CARRY, 1, 5))
    table.choose(24, ASK_ILLUSION)
    if room == "vision":
        table.choose(0, ASK_VISION)

    assert table.play_on(TURN) == []
    assert table.state.alive[:2].tolist() == alive
    assert table.state.deadline[:2].tolist() == [FLOODED if room == "flooded" else NONE] * 2


def test_R_CHR_1_a_robot_pushes_the_mate_on_into_a_room_of_his_own():
    """Max comes with a mate into a Robot room and has the mate pushed on into Vision: there the mate looks."""
    table = lay(rules_for("max", "alice"), "?vision / ?robot .@01")
    table.act(0, SPECIAL, special(CARRY, 1, 5))
    table.choose(order(0, 0, 1), ASK_ROBOT)
    table.play_on(TURN)

    assert (table.state.asking, table.state.chooser) == (ASK_VISION, 1)
    table.choose(2)
    assert table.play_on(TURN) == []


def test_R_CHR_1_a_robot_pushes_max_on_and_the_mate_stays():
    """Max himself pushed on into a Tunnel goes on alone; the mate's Robot room has acted already."""
    table = lay(rules_for("max", "alice"), "tunnel / ?robot .@01 / / / ? ? ? ? tunnel")
    table.act(0, SPECIAL, special(CARRY, 1, 5))
    table.choose(order(0, 0, 0), ASK_ROBOT)
    table.choose(24, ASK_TUNNEL)

    assert table.play_on(TURN) == []
    assert table.cells()[:2] == [24, 5]


# -- Frank ---------------------------------------------------------------------------------------------------------


def test_R_CHR_1_frank_regains_used_adrenaline():
    """Only used adrenaline comes back; it serves the next program."""
    table = lay(rules_for("frank"), "/ .@0")
    assert table.offered(0, SPECIAL) == []
    table.state.has_adrenaline[0] = 0
    table.act(0, SPECIAL, special(REGAIN))
    assert table.state.has_adrenaline[0] == 1


def test_R_CHR_1_frank_regains_within_the_round():
    """Programmed together with adrenaline, his special gives it back at once, and the third action still comes."""
    table = lay(rules_for("frank"), "/ .@0", turn=0)
    table.begin_round()
    table.plan(program(SPECIAL, LOOK, LOOK))
    table.plan(*3 * [program(PUSH, LOOK)])
    table.choose(special(REGAIN))
    passes = []
    while table.play_on() and table.state.asking == ASK_LOOK:
        passes.append((int(table.state.passing), int(table.state.chooser)))
        table.choose(table.options[0])

    assert table.state.has_adrenaline[0] == 1
    assert passes == [(2, 0), (2, 1), (2, 2), (2, 3), (3, 0)]


# -- Emmett --------------------------------------------------------------------------------------------------------


def test_R_CHR_1_emmett_reopens_an_adjacent_empty_room():
    """Closed or locked: open and face down again; the lock comes back. Not with anybody or a robot in it."""
    table = lay(
        rules_for("emmett", "alice"), "? flooded!@1 / shredder! .@0 dark# / ? cold#",
        n_robots=1, robot_cell=[11], robot_tile=[24],
    )  # fmt: skip
    assert [o for o in table.offered(0, SPECIAL) if o < special(LOCK)] == [special(REOPEN, 0, 5), special(REOPEN, 0, 7)]
    table.act(0, SPECIAL, special(REOPEN, 0, 7))
    assert (table.is_up(7), table.state.locked[7]) == (False, 0)
    table.act(0, SPECIAL, special(REOPEN, 0, 5))
    assert (table.is_up(5), table.is_closed(5)) == (False, False)


def test_R_CHR_1_a_reopened_room_acts_anew():
    """A Flooded room reopened can be entered, and then closes and drowns again."""
    table = lay(rules_for("emmett", "alice"), "/ flooded! .@01")
    table.act(0, SPECIAL, special(REOPEN, 0, 5))
    table.act(1, MOVE, 5)

    assert table.is_closed(5)
    assert table.state.deadline[1] == FLOODED


def test_R_CHR_2_a_reopened_room_stays_known_to_all():
    """Face down again, but all have seen it."""
    table = lay(rules_for("emmett", "alice"), "/ flooded! .@0")
    table.act(0, SPECIAL, special(REOPEN, 0, 5))
    assert table.state.knows[:4].tolist() == [1 << 5] * 4


def test_R_CHR_1_emmett_locks_a_face_up_non_blue_room():
    """His own or an adjacent one; not a blue, face-down, closed or locked one; two locks at most."""
    table = lay(rules_for("emmett"), "? 25 / ? dark@0 cold / ? flooded!")
    assert [o for o in table.offered(0, SPECIAL) if o >= special(LOCK)] == [special(LOCK, 0, 6), special(LOCK, 0, 7)]
    table.act(0, SPECIAL, special(LOCK, 0, 6))
    table.act(0, SPECIAL, special(LOCK, 0, 7))
    table.state.face_up[5] = 1
    assert LOCK not in verbs(table, 0)
    table.act(0, SPECIAL, special(REOPEN, 0, 7))
    assert LOCK in verbs(table, 0)


def test_R_CHR_1_only_emmett_and_robots_enter_a_locked_room():
    """Nobody else moves in; Emmett does, and may be pushed in. Whoever is inside may leave."""
    table = lay(rules_for("emmett", "alice", "max"), "/ dark# .@012")

    assert 5 in table.offered(0, MOVE)
    assert 5 not in table.offered(1, MOVE)
    assert push(0, 5) in table.offered(1, PUSH)
    assert push(2, 5) not in table.offered(1, PUSH)
    table.state.cell[1] = 5
    assert 6 in table.offered(1, MOVE)


# -- Sarah ---------------------------------------------------------------------------------------------------------


def test_R_CHR_1_sarah_makes_her_room_empty():
    """Deadlines and closure of her room end; another room's do not."""
    table = lay(rules_for("sarah", "alice"), "/ flooded!@01 trapped@2", deadline=[FLOODED, FLOODED, TRAPPED])
    table.act(0, SPECIAL, special(MAKE_EMPTY, 0, 5))

    assert (table.room(5), table.is_closed(5)) == ("empty", False)
    assert table.state.deadline[:3].tolist() == [NONE, NONE, TRAPPED]


def test_R_CHR_1_sarah_twice_a_game_and_no_blue_rooms():
    """Two rooms a game, never a blue one; an Empty room needs nothing."""
    assert lay(rules_for("sarah"), "/ 25@0").offered(0, SPECIAL) == []
    assert lay(rules_for("sarah"), "/ .@0").offered(0, SPECIAL) == []
    table = lay(rules_for("sarah"), "/ dark@0")
    for room in (10, 10):
        assert verbs(table, 0) == {MAKE_EMPTY}
        table.act(0, SPECIAL, special(MAKE_EMPTY, 0, 5))
        table.state.room[5] = room
    assert verbs(table, 0) == set()


def test_R_CHR_1_sarah_destroys_a_robot_in_her_room():
    """Gone for good; even in a blue room, and after her two rooms."""
    table = lay(rules_for("sarah"), "/ 25@0", n_robots=2, robot_cell=[6, 5], robot_tile=[23, 24])
    assert table.offered(0, SPECIAL) == [special(DESTROY_ROBOT, 1, 5)]
    table.act(0, SPECIAL, special(DESTROY_ROBOT, 1, 5))
    assert table.state.robot_cell.tolist() == [6, NONE]


# -- Kevin ---------------------------------------------------------------------------------------------------------


def test_R_CHR_1_kevin_swaps_two_adjacent_rooms():
    """Face-up ones that are not blue, with those on them, without effect."""
    table = lay(
        rules_for("kevin", "alice"), "? mortal / trapped@1 .@0 25 / ? ?dark",
        deadline=[NONE, TRAPPED], n_robots=1, robot_cell=[1], robot_tile=[24],
    )  # fmt: skip
    assert [o for o in table.offered(0, SPECIAL) if o < special(ORDER_ROBOT)] == [special(SWAP, 5, 1)]
    table.act(0, SPECIAL, special(SWAP, 5, 1))

    assert (table.room(1), table.room(5)) == ("trapped", "mortal")
    assert (table.cells()[1], table.state.robot_cell[0], table.state.deadline[1]) == (1, 5, TRAPPED)


def test_R_CHR_1_kevin_orders_a_robot():
    """Any robot wherever it is."""
    table = lay(rules_for("kevin"), "/ .@0", n_robots=1, robot_cell=[24], robot_tile=[24])
    assert table.offered(0, SPECIAL) == [special(ORDER_ROBOT) + order(0, to) for to in (19, 23)]
    table.act(0, SPECIAL, special(ORDER_ROBOT) + order(0, 23))
    assert table.state.robot_cell[0] == 23


# -- Mimic ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("agent", "board", "verb"),
    [
        ("jennifer", "/ .@0 .@1", CALL), ("alice", "/ .@01", HIDE), ("max", "/ .@012", CARRY),
        ("emmett", "/ .@0 .@1", LOCK), ("sarah", "/ dark@0 .@1", MAKE_EMPTY), ("kevin", ". / .@0 .@1", SWAP),
        ("frank", "/ .@01", REGAIN),
    ],
)  # fmt: skip
def test_R_CHR_1_mimic_copies_the_special_of_a_character_near_him(agent, board, verb):
    """Of a character in his or an adjacent room, as if he were that one."""
    table = lay(rules_for("mimic", agent), board, has_adrenaline=[0])
    assert verb in verbs(table, 0)
    table.state.cell[1:4] = 24
    assert table.offered(0, SPECIAL) == []


def test_R_CHR_1_mimic_copies_the_living_only():
    """A dead character has no special left to copy."""
    table = lay(rules_for("mimic", "alice"), "/ .@01")
    table.state.cell[2:4] = 24
    table.state.alive[1], table.state.cell[1] = 0, NONE
    assert table.offered(0, SPECIAL) == []


def test_R_CHR_1_mimic_passes_no_locks_with_emmett():
    """He copies the special, not Emmett's way through locks."""
    table = lay(rules_for("mimic", "emmett"), "/ dark# .@01")
    assert 5 not in table.offered(0, MOVE)


def test_R_CHR_1_mimic_as_max_brings_a_mate():
    """As Max he chooses in Acid."""
    table = lay(rules_for("mimic", "max", "alice"), "/ ?acid .@012")
    table.act(0, SPECIAL, special(CARRY, 2, 5))
    assert (table.state.asking, table.state.chooser, table.options) == (ASK_ACID, 0, [0, 2])


def test_R_CHR_1_mimic_counts_his_own_empty_rooms():
    """Sarah's two rooms are hers, his two are his."""
    table = lay(rules_for("mimic", "sarah"), "/ dark@01", emptied=[0, 2])
    assert MAKE_EMPTY in verbs(table, 0)
    assert MAKE_EMPTY not in verbs(table, 1)


def test_R_CHR_1_mimic_in_a_pivoting_room():
    """Whom he shares the room with he can copy, and who is next door along the axis; not across it."""
    table = lay(rules_for("mimic", "alice"), "? .@1 / ? pivoting|@0")
    table.state.cell[2:4] = 24
    assert verbs(table, 0) == {HIDE}
    table.state.axis[6] = 1
    assert verbs(table, 0) == set()
    table.state.cell[1] = 6
    assert verbs(table, 0) == {HIDE}
