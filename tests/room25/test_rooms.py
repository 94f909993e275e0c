"""Blue, green and yellow rooms: R-ROOM. Cells and boards are explained in positions.py."""

import pytest
from room25.positions import lay, new_rules, order, program, push, slide, team, told

from sim.games.room25.entry import turn_pivot
from sim.games.room25.terms import (
    ASK_CONTROL_ROOM,
    ASK_ILLUSION,
    ASK_LOOK,
    ASK_MOVE,
    ASK_MOVING,
    ASK_PROGRAM,
    ASK_REGENERATION,
    ASK_ROBOT,
    ASK_TUNNEL,
    ASK_VISION,
    CONTROL,
    GUARD,
    LOOK,
    MOST_ORDERS,
    MOVE,
    NONE,
    PUSH,
    SPECIAL,
    TRAPPED,
    TURN,
    UNTOLD,
)

# -- Key -----------------------------------------------------------------------------------------------------------


def test_R_ROOM_key_is_found_by_who_enters():
    """Whoever enters finds the key, and the room is an Empty one then."""
    table = lay(new_rules(), "/ ?key .@0")
    table.act(0, MOVE, 5)

    assert table.state.key_found == 1
    assert table.room(5) == "empty"


@pytest.mark.parametrize("way", ["pushed", "illusion"])
def test_R_ROOM_key_counts_however_it_is_entered(way):
    """Pushed in, or by an Illusion."""
    table = lay(new_rules(), "/ ?key .@01 ?illusion")
    if way == "pushed":
        table.act(0, PUSH, push(1, 5))
    else:
        table.act(0, MOVE, 7)
        table.choose(5, ASK_ILLUSION)
        table.play_on(TURN)

    assert table.state.key_found == 1


def test_R_ROOM_key_unlocks_room_25():
    """All in Room 25 at the way out: it opens only once the key was found."""
    for found in (0, 1):
        table = lay(new_rules(), "/ 25@0123", key_found=found)
        table.act(0, CONTROL, slide("row1", "left"))
        assert table.is_running() == (not found)


def test_R_ROOM_key_is_not_needed_by_the_base_rules():
    """By the base rules there is no key."""
    table = lay(new_rules(base=True), "/ 25@0123")
    table.act(0, CONTROL, slide("row1", "left"))

    assert not table.is_running()


def test_R_ROOM_key_does_nothing_where_no_key_is_needed():
    """In suspicion a Key room is a blue room like any other, and stays one."""
    table = lay(new_rules("suspicion"), "/ ?key .@0")
    table.act(0, MOVE, 5)
    assert (table.state.key_found, table.room(5)) == (0, "key")


# -- Green ---------------------------------------------------------------------------------------------------------


def test_R_ROOM_control_any_movable_line():
    """Eight lines, two ways each; the entrant chooses, and rides when his own room is on it."""
    table = lay(new_rules(), "/ ?control .@0")
    offered = table.act(0, MOVE, 5)

    assert table.state.asking == ASK_CONTROL_ROOM
    assert offered == [2 * line + way for line in (0, 1, 3, 4, 5, 6, 8, 9) for way in (0, 1)]
    table.choose(slide("row1", "left"))
    assert table.cells()[0] == 9


def test_R_ROOM_vision_any_face_down_room():
    """Any face-down room wherever it lies, also for one pushed in; seen by that character alone."""
    table = lay(new_rules(), "/ ?vision .@01 / / / ? ? ? ? ?acid")
    offered = table.act(0, PUSH, push(1, 5))

    assert (table.state.asking, table.state.chooser) == (ASK_VISION, 1)
    assert sorted(offered) == [cell for cell in range(25) if cell not in (5, 6, 12)]
    table.choose(24)
    assert table.state.knows[:4].tolist() == [0, 1 << 24, 0, 0]
    assert not table.is_up(24)


def test_R_ROOM_moving_swaps_with_a_face_down_room():
    """The tile goes where a face-down one was, with everybody and robots on it; that one stays face down."""
    table = lay(new_rules(), "/ moving@1 .@0 / / / ? ? ? ? ?mortal", n_robots=1, robot_cell=[5], robot_tile=[5])
    offered = table.act(0, MOVE, 5)

    assert table.state.asking == ASK_MOVING
    assert sorted(offered) == [cell for cell in range(25) if cell not in (5, 6, 12)]
    table.choose(24)
    assert table.cells()[:2] == [24, 24]
    assert table.state.robot_cell[0] == 24
    assert (table.room(24), table.room(5), table.is_up(5)) == ("moving", "mortal", False)
    assert table.state.n_queue == 0


def test_R_ROOM_moving_takes_nobody_back():
    """Nobody is on the face-down tile; who stands elsewhere stays."""
    table = lay(new_rules(), "/ ?moving .@01")
    table.act(0, MOVE, 5)
    table.choose(0)

    assert table.cells() == [0, 6, 12, 12]


def test_R_ROOM_tunnel_to_another_face_up_tunnel():
    """To any other face-up Tunnel; no chain: the entrant chooses once."""
    rules = new_rules("suspicion")
    table = lay(rules, "/ ?tunnel .@0 / / / tunnel ? ? ?tunnel tunnel")

    assert table.act(0, MOVE, 5) == [20, 24]
    assert table.state.asking == ASK_TUNNEL
    table.choose(24)
    assert table.play_on(TURN) == []
    assert table.cells()[0] == 24


def test_R_ROOM_tunnel_not_where_there_is_none_or_it_is_shut():
    """Without another face-up Tunnel that lets one in nothing happens; Emmett enters a locked one."""
    rules = team("max", "emmett")
    alone = lay(rules, "/ ?tunnel .@0 / / / ?tunnel ? ? ? tunnel!")
    assert alone.act(0, MOVE, 5) == []
    for who, offered in ((0, []), (1, [24])):
        table = lay(rules, "/ ?tunnel .@01 / / / ? ? ? ? tunnel#")
        assert table.act(who, MOVE, 5) == offered


def test_R_ROOM_tunnel_leads_out_of_a_deadline():
    """Who goes on through a Tunnel is in the other one: an entry without direction, no deadline."""
    table = lay(new_rules("suspicion"), "/ ?tunnel trapped@0 / / / ? ? ? ? tunnel", deadline=[TRAPPED])
    table.act(0, MOVE, 5)
    table.choose(24)

    assert (table.state.deadline[0], table.state.came_by[0]) == (NONE, 0)


def test_R_ROOM_regeneration_revives_a_dead_character():
    """The entrant's choice; back in the Central Room, role kept, out of the count of the dead."""
    table = lay(new_rules("suspicion", players=5), "/ ?regeneration .@0", role=[0, 0, 0, 0, GUARD])
    state = table.state
    state.alive[[3, 4]], state.cell[[3, 4]], state.n_deaths = 0, NONE, 2

    assert table.act(0, MOVE, 5) == [3, 4]
    table.choose(4, ASK_REGENERATION)
    assert (state.alive[4], state.cell[4], state.role[4], state.n_deaths) == (1, 12, GUARD, 1)


def test_R_ROOM_regeneration_needs_a_dead_character():
    """With nobody dead nothing happens."""
    assert lay(new_rules("suspicion"), "/ ?regeneration .@0").act(0, MOVE, 5) == []


def test_R_RND_2_a_revived_character_has_no_program_that_round():
    """It keeps its seat, does nothing for the rest of the round, and programs in the next one."""
    table = lay(new_rules("suspicion"), "/ ?regeneration .@0", has_adrenaline=[0] * 4, turn=0)
    table.state.alive[3], table.state.cell[3], table.state.n_deaths = 0, NONE, 1
    table.begin_round()
    table.plan(program(MOVE, LOOK), program(PUSH), program(PUSH))
    table.choose(5, ASK_MOVE)
    table.choose(3, ASK_REGENERATION)
    asked = set()
    while table.play_on() and table.state.asking != ASK_PROGRAM:
        asked.add(int(table.state.chooser))
        table.choose(table.options[-1])
    assert 3 not in asked
    for c in (1, 2, 3):
        assert table.state.chooser == c
        table.choose(program(PUSH))
        table.play_on()


def test_R_ROOM_robot_appears_once_a_room():
    """Each Robot room gives one robot, at its first entry; then the entrant orders any robot in play."""
    table = lay(new_rules("suspicion"), "/ ?robot .@0")
    offered = table.act(0, MOVE, 5)

    assert table.state.asking == ASK_ROBOT
    assert (table.state.n_robots, table.state.robot_cell[0]) == (1, 5)
    assert offered == [order(0, to, who) for to in (0, 6, 10) for who in (None, 0)]
    table.choose(order(0, 6))
    table.act(0, MOVE, 6)
    table.act(0, MOVE, 5)
    assert table.state.n_robots == 1


def test_R_ROOM_robot_a_destroyed_one_never_returns():
    """No second robot from the room of a destroyed one; a second Robot room has its own."""
    table = lay(new_rules("suspicion"), "/ robot .@0 robot", n_robots=1, robot_cell=[NONE], robot_tile=[5])

    assert table.act(0, MOVE, 5) == []
    table.act(0, MOVE, 6)
    assert table.act(0, MOVE, 7) == [order(1, to, who) for to in (2, 8, 12, 6) for who in (None, 0)]
    assert table.state.n_robots == 2


# -- Robots --------------------------------------------------------------------------------------------------------


def robot_in(board, cell, **fields):
    """A board with a robot, and character 0 beside a Robot room in cell 5, whose robot that is."""
    return lay(team("max", "emmett", mode="suspicion"), board, n_robots=1, robot_cell=[cell], robot_tile=[5], **fields)


def test_R_CHR_2_a_robot_moves_through_locks_but_not_into_closed_rooms():
    """A robot's step: to adjacent rooms not closed; it turns them up and suffers nothing."""
    table = robot_in("/ robot .@0 / ? ?mortal / ? . dark# / ? flooded!", 16)
    assert table.act(0, MOVE, 5) == [order(0, to) for to in (11, 17, 15)]
    table.choose(order(0, 11))
    assert table.state.robot_cell[0] == 11
    assert table.is_up(11)
    assert table.is_running()


def test_R_CHR_2_a_robot_pushes_a_character_of_its_room():
    """Like a character's push: where the one pushed may enter, who suffers the room. Emmett passes locks."""
    table = robot_in("/ robot .@0 / ? ?mortal / ? .@12 dark# / ? flooded!", 16)
    offered = table.act(0, MOVE, 5)

    assert order(0, 17, 1) in offered
    assert order(0, 17, 2) not in offered
    assert order(0, 21, 1) not in offered
    table.choose(order(0, 11, 2))
    table.play_on(TURN)
    assert (table.cells()[1:3], table.state.robot_cell[0]) == ([16, NONE], 16)


@pytest.mark.parametrize(("bound", "ways"), [(True, [15, 17]), (False, [11, 15, 17, 21])])
def test_R_CHR_2_a_robot_pushes_along_the_axis_of_a_pivoting_room(bound, ways):
    """It pushes as a character does, along the axis, unless the other reading is taken; it moves as it likes."""
    rules = new_rules("suspicion", robot_push_axis=bound)
    table = lay(rules, "/ robot .@0 / ? ? / ? pivoting=@1", n_robots=1, robot_cell=[16], robot_tile=[5])
    offered = sorted(table.act(0, MOVE, 5))

    assert [option for option in offered if option >= push(1, 0)] == [order(0, to, 1) for to in ways]
    assert [option for option in offered if option < push(1, 0)] == [order(0, to) for to in (11, 15, 17, 21)]


def test_R_ROOM_robot_orders_come_to_an_end():
    """Two Robot rooms side by side, and somebody who has himself pushed to and fro: the action ends nevertheless."""
    table = lay(new_rules("suspicion"), "/ robot robot .@0")
    table.act(0, MOVE, 6)
    pushes = 0
    while table.play_on(TURN):
        here = table.cells()[0]
        table.choose(order(table.state.robot_cell.tolist().index(here), 11 - here, 0), ASK_ROBOT)
        pushes += 1

    assert pushes == MOST_ORDERS
    assert table.act(0, MOVE) != []


def test_R_CHR_2_a_robot_finds_no_key_sounds_no_alert_takes_off_no_mask():
    """Key, alert and masks are for characters."""
    for room in ("key", "25"):
        table = robot_in(f"/ robot .@0 / ? ?{room} / ? .", 16, role=[0, 0, 0, GUARD])
        table.act(0, MOVE, 5)
        table.choose(order(0, 11))
        table.play_on(TURN)
        assert (table.state.key_found, table.state.rounds_left) == (0, 10)
        assert not table.state.shown.any()


def test_R_CHR_2_a_robot_cannot_be_pushed_and_sets_nobody_free_from_prison():
    """A robot is no character: not to be pushed, and no company next to a Prison."""
    table = robot_in("? . / ? prison@0", 1)

    assert table.offered(0, PUSH) == []
    assert table.offered(0, MOVE) == []


def test_R_ROOM_shredder_destroys_a_robot_and_closes():
    """A robot that enters is gone and the Shredder closes; those inside live until somebody leaves."""
    table = robot_in("/ robot .@0 / ? shredder@12 / ? .", 16)
    table.act(0, MOVE, 5)
    table.choose(order(0, 11))
    table.play_on(TURN)

    assert table.state.robot_cell[0] == NONE
    assert table.is_closed(11)
    assert table.cells()[:3] == [5, 11, 11]


# -- Yellow --------------------------------------------------------------------------------------------------------


def test_R_ROOM_dark_no_look_inside():
    """From a Dark room one does not look; the action is lost. Looking into one is free."""
    assert lay(new_rules(), "/ ? dark@0").offered(0, LOOK) == []
    assert 7 in lay(new_rules(), "/ ? .@0 ?dark").offered(0, LOOK)


def test_R_ROOM_vortex_to_the_central_room():
    """Whoever enters is in the Central Room; entry and lost steps are counted (cell 5 is three steps away)."""
    table = lay(new_rules(), "/ ?vortex .@0")
    table.act(0, MOVE, 5)

    assert table.cells()[0] == 12
    assert (table.state.vortex_returns, table.state.vortex_actions) == (1, 3)


def test_R_ROOM_cold_one_action_and_no_adrenaline():
    """Who is inside when the round begins programs one action."""
    table = lay(new_rules(), "/ cold@1")
    assert table.begin_round() == [LOOK, MOVE, PUSH, CONTROL]
    assert table.state.chooser == 1
    table.choose(LOOK)
    assert len(table.play_on()) == 80


def test_R_ROOM_cold_arriving_cancels_nothing():
    """Who comes in mid-round has its second action still."""
    table = lay(new_rules(base=True), "/ cold .@0", turn=0)
    table.begin_round()
    table.plan(program(MOVE, LOOK), *3 * [program(PUSH)])
    table.choose(5, ASK_MOVE)
    while table.play_on() and table.state.asking != ASK_LOOK:
        table.choose(table.options[-1])

    assert (table.state.asking, table.state.chooser) == (ASK_LOOK, 0)


@pytest.mark.parametrize("mode", ["solo", "suspicion"])
def test_R_ROOM_cold_one_action_for_those_who_act_freely(mode):
    """In solo, and for a free guard: one action in a round begun in a Cold room, though it leaves at once."""
    table = lay(new_rules(mode, base=mode == "solo"), "/ cold@0 .@123", turn=0, role=[GUARD], free_from=[1, 2, 2, 2])
    table.begin_round()
    if mode == "suspicion":
        table.plan(*3 * [program(PUSH)])
        table.play_on()
    table.choose(MOVE)
    table.choose(6, ASK_MOVE)
    asked = []
    while table.play_on() and table.state.turn == 1:
        asked.append(int(table.state.chooser))
        table.choose(table.options[0])

    assert 0 not in asked


@pytest.mark.parametrize(
    ("board", "ways"),
    [
        ("/ ? prison@0", []),  # nobody around
        ("/ ? ? prison@0", [12]),  # the Central Room, empty or not
        (".@1 .@2 / ? prison@0", [1]),  # a living character next door
        ("/ ? prison@0 flooded!@1", []),  # ... but not into a closed room
    ],
)
def test_R_ROOM_prison_holds_who_wants_to_move(board, ways):
    """Move only to the Central Room or to a room with another living character."""
    table = lay(new_rules("suspicion"), board)
    table.state.cell[3] = 24

    assert table.offered(0, MOVE) == ways


def test_R_ROOM_prison_the_dead_are_no_company():
    """A dead character next door does not count."""
    table = lay(new_rules("suspicion"), "? .@1 / ? prison@0", alive=[1, 0, 1, 1])
    assert table.offered(0, MOVE) == []


def test_R_ROOM_prison_push_look_and_control_are_free():
    """Everything but moving is free in a Prison."""
    table = lay(new_rules(), "/ ? prison@01")

    assert table.offered(0, LOOK) == [1, 5, 7, 11]
    assert table.offered(0, PUSH) == [push(1, to) for to in (1, 5, 7, 11)]
    assert len(table.offered(0, CONTROL)) == 4


@pytest.mark.parametrize(("origin", "axis", "ways"), [(5, "row", [5, 7]), (11, "column", [1, 11])])
def test_R_ROOM_pivoting_the_axis_of_entry(origin, axis, ways):
    """Move, look and push only along the axis by which one came in; control is free."""
    board = "/ .@01 ?pivoting" if origin == 5 else "/ ? ?pivoting / ? .@01"
    table = lay(new_rules(), board)
    table.act(0, MOVE, 6)
    table.act(1, MOVE, 6)
    table.state.face_up[:] = 0
    table.state.face_up[[6, 12]] = 1

    assert table.axis(6) == axis
    assert table.offered(0, MOVE) == table.offered(0, LOOK) == ways
    assert table.offered(0, PUSH) == [push(1, to) for to in ways]
    assert len(table.offered(0, CONTROL)) == 4


def test_R_ROOM_pivoting_the_last_entrant_turns_it():
    """The one who was in it first is bound by the new axis."""
    table = lay(new_rules(), "? .@1 / .@0 pivoting")
    table.act(0, MOVE, 6)
    table.act(1, MOVE, 6)

    assert table.offered(0, MOVE) == [1, 11]


def test_R_ROOM_pivoting_is_free_for_who_came_without_direction():
    """Who came in along no axis leaves in any direction, whatever the axis was before."""
    table = lay(new_rules("suspicion"), "/ ? ?pivoting=@0", came_by=[0])
    turn_pivot(table.state, 0, 6)
    assert (table.axis(6), table.offered(0, MOVE)) == (None, [1, 5, 7, 11])


def test_R_ROOM_pivoting_axis_is_kept_through_an_illusion():
    """Who steps along the row into an Illusion and gets a Pivoting room under him is bound to the row."""
    table = lay(new_rules(), "/ .@0 ?illusion / / / ? ? ? ? ?pivoting")
    table.act(0, MOVE, 6)
    table.choose(24, ASK_ILLUSION)
    table.play_on(TURN)

    assert (table.room(6), table.axis(6)) == ("pivoting", "row")
    assert table.offered(0, MOVE) == [5, 7]


def test_R_ROOM_pivoting_binds_the_special():
    """Jennifer calls, Emmett locks and Kevin swaps along the axis only."""
    rules = team("jennifer", "emmett", "kevin", mode="suspicion")
    table = lay(rules, "? dark@3 / dark pivoting|@012 dark / ? dark")
    near = [option % 32 for option in table.offered(1, SPECIAL)]

    assert len(table.offered(0, SPECIAL)) == 1
    assert sorted(near) == [1, 6, 11]
    assert len(table.offered(2, SPECIAL)) == 1
    table.state.axis[6] = 1
    assert table.offered(0, SPECIAL) == []


def test_R_ROOM_mirror_cancels_the_rest_of_the_round():
    """Whoever enters has no more actions this round and loses its adrenaline; the next round is as any other."""
    table = lay(new_rules(), "/ ?mirror .@0", turn=0)
    table.begin_round()
    table.plan(program(MOVE, LOOK, LOOK), *3 * [program(LOOK, PUSH)])
    table.choose(5, ASK_MOVE)
    asked = []
    while table.play_on() and table.state.asking != ASK_PROGRAM:
        asked.append(int(table.state.chooser))
        table.choose(table.options[0])

    assert asked == [1, 2, 3]
    assert table.state.cancelled[0] == 0


@pytest.mark.parametrize("has", [0, 1])
def test_R_ROOM_mirror_cancels_for_one_pushed_in(has):
    """One pushed in before its own action has none; adrenaline, spent or not, is lost."""
    table = lay(new_rules(), "/ ?mirror .@01", has_adrenaline=[1, has])
    table.state.program[1, :] = [LOOK, MOVE, LOOK]
    table.act(0, PUSH, push(1, 5))

    assert (table.state.cancelled[:2].tolist(), table.state.has_adrenaline[:2].tolist()) == ([0, 1], [1, 0])
    assert table.play_on() != []
    assert table.state.asking == ASK_PROGRAM
    assert table.state.n_done[LOOK] == 0


def test_R_ROOM_mirror_cancels_for_a_free_guard():
    """A guard who acts freely has no more action either."""
    table = lay(new_rules("suspicion"), "/ ?mirror .@0", role=[GUARD], shown=[1], free_from=[1])
    table.choose(MOVE)
    table.choose(5, ASK_MOVE)
    table.play_on()

    assert table.state.asking == ASK_PROGRAM


def test_R_ROOM_jamming_nothing_is_told():
    """While someone is in, a look is not told, by anybody; once it is empty again it is."""
    table = lay(new_rules(), "/ jamming@1 .@0")
    table.act(0, LOOK, 1)
    assert table.state.told[1] == UNTOLD
    table.act(1, MOVE, 6)
    table.act(0, LOOK, 7)
    assert table.state.told[7] != UNTOLD


def test_R_ROOM_jamming_keeps_guards_silent():
    """A guard is not even asked."""
    table = lay(new_rules("suspicion"), "/ jamming@1 .@0", role=[GUARD])
    assert table.act(0, LOOK, 1) == []


def test_R_ROOM_mac_draws_a_card():
    """Whoever enters draws a M.A.C. card when they are in play, and else nothing."""
    rules = new_rules(mac="normal")
    rules.n_mac, rules.mac_line[0], rules.mac_direction[0] = 1, 0, 1
    table = lay(rules, "? / ?mac .@0", n_mac=1)
    table.act(0, MOVE, 5)
    assert table.state.tile_at[:5].tolist() == [4, 0, 1, 2, 3]

    table = lay(new_rules(), "/ ?mac .@0")
    events = told(lambda: table.act(0, MOVE, 5))
    assert "mac_card" not in [name for name, _ in events]


def test_R_ROOM_the_entrant_chooses_whoever_pushed():
    """Mandatory rooms ask the one who came in, also when he was pushed."""
    for room, question in (("control", ASK_CONTROL_ROOM), ("moving", ASK_MOVING), ("illusion", ASK_ILLUSION)):
        table = lay(new_rules(), f"/ ?{room} .@01")
        table.act(0, PUSH, push(1, 5))
        assert (table.state.asking, table.state.chooser) == (question, 1)
