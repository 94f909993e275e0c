"""Red rooms: R-ROOM. Cells and boards are explained in positions.py."""

import pytest
from room25.positions import lay, new_rules, order, program, push, slide, special, team

from sim.games.room25.board import colour_of
from sim.games.room25.terms import (
    ASK_ACID,
    ASK_ACTION,
    ASK_ILLUSION,
    ASK_MOVE,
    ASK_PROGRAM,
    ASK_VISION,
    CALL,
    CARRY,
    COLOURS,
    CONTROL,
    DEATH,
    FLOODED,
    GUARD,
    LOOK,
    MAKE_EMPTY,
    MORTAL,
    MOVE,
    NONE,
    ORDER_ROBOT,
    PUSH,
    ROOMS,
    SPECIAL,
    SWAP,
    TIMER,
    TRAPPED,
    TURN,
)

SUSPICION = new_rules("suspicion")  # a death is not the end
CALM = {"has_adrenaline": [0] * 4}


def is_dead(table, c):
    """Whether a character is dead."""
    return not table.state.alive[c] and table.state.cell[c] == NONE


@pytest.mark.parametrize(
    ("colour", "rooms"),
    [
        ("blue", "central room_25 key"),
        ("green", "empty vision control moving tunnel regeneration robot"),
        ("yellow", "dark vortex cold prison pivoting mirror jamming mac"),
        ("red", "trapped acid flooded mortal shredder paranoia timer illusion"),
    ],
)
def test_R_ROOM_colours(colour, rooms):
    """Each room has its colour."""
    assert {room for k, room in enumerate(ROOMS) if COLOURS[colour_of(k)] == colour} == set(rooms.split())


# -- Trapped -------------------------------------------------------------------------------------------------------


def trapped(rules=SUSPICION, board="/ ?trapped .@0 .@1", who=0):
    """A table on which character 0 has just walked into the Trapped room in cell 5."""
    table = lay(rules, board, **CALM)
    table.act(who, MOVE, 5)
    assert table.state.deadline[who] == TRAPPED
    return table


def test_R_ROOM_trapped_kills_who_stays_with_its_next_action():
    """The entry is survived; an action that does not lead out kills when it is over."""
    table = trapped()
    table.act(0, LOOK, 0)

    assert is_dead(table, 0)
    assert table.state.death_room[0] == TRAPPED


def test_R_ROOM_trapped_a_lost_action_is_an_action():
    """A push with nobody there is lost, and it was the last."""
    table = trapped()
    table.act(0, PUSH)
    assert is_dead(table, 0)


def test_R_ROOM_trapped_to_leave_saves():
    """A move out saves, and nothing is left of it."""
    table = trapped()
    table.act(0, MOVE, 0)
    table.act(0, LOOK, 1)
    assert not is_dead(table, 0)


def test_R_ROOM_trapped_across_rounds():
    """In with the last action of a round: the next one may come in the next round, and still kills."""
    table = trapped()
    table.end_round()
    assert table.state.deadline[0] == TRAPPED
    table.begin_round()
    table.plan(*4 * [program(LOOK, PUSH)])
    for _ in range(4):
        table.choose(table.play_on()[0])
    table.play_on()

    assert is_dead(table, 0)
    assert table.state.death_round[0] == 2


def test_R_ROOM_trapped_unprogrammed_passes_are_no_action():
    """With a single action put off to pass 2 nothing happens in pass 1; that action then counts."""
    table = trapped()
    table.end_round()
    table.begin_round()
    table.plan(program(PUSH), program(PUSH), program(PUSH), program(MOVE))
    while table.play_on() != [] and table.state.asking != ASK_MOVE:
        assert table.state.alive[0]
        table.choose(0)
    table.choose(7 if 7 in table.options else table.options[0])

    assert table.state.n_done[MOVE] == 2


def test_R_ROOM_trapped_a_cancelled_round_is_no_action():
    """Whose actions are cancelled does not act, and lives."""
    table = trapped()
    table.state.program[0, 1], table.state.cancelled[0] = LOOK, 1
    table.play_on()

    assert table.state.asking == ASK_PROGRAM
    assert not is_dead(table, 0)


def test_R_ROOM_trapped_a_free_character_may_wait():
    """In solo no action taken is no action: the character lives on."""
    table = lay(new_rules("solo", base=True), "/ ?trapped .@0")
    table.act(0, MOVE, 5)
    while table.state.turn == 1 and table.play_on():
        table.choose(0, ASK_ACTION)

    assert table.is_running()


def test_R_ROOM_trapped_pushed_out_is_saved():
    """Pushed out before its next action it is saved; the pusher is not, for the push was its next action."""
    table = trapped(board="/ ?trapped .@0 / .@1")
    table.act(1, MOVE, 5)
    table.act(1, PUSH, push(0, 6))
    table.act(0, LOOK, 1)

    assert table.state.alive[:2].tolist() == [1, 0]


@pytest.mark.parametrize("verb", [CALL, CARRY])
def test_R_ROOM_trapped_called_or_carried_out_is_saved(verb):
    """Jennifer calls it out, or Max takes it along: saved, and so is Max."""
    rules = team("alice", "jennifer", "max", mode="suspicion")
    table = trapped(rules, "/ ?trapped .@01 .@2")
    if verb == CALL:
        table.act(1, SPECIAL, special(CALL, 0, 6))
    else:
        table.act(2, MOVE, 6)
        table.act(2, MOVE, 5)
        table.act(2, SPECIAL, special(CARRY, 0, 10))
    table.act(0, LOOK, table.offered(0, LOOK)[0])

    assert table.state.deadline[:3].tolist() == [NONE] * 3
    assert not is_dead(table, 0)


def test_R_ROOM_trapped_made_empty_saves():
    """Sarah makes the room Empty: all in it are saved."""
    table = trapped(team("alice", "sarah", mode="suspicion"), "/ ?trapped .@01")
    table.act(1, MOVE, 5)
    table.act(1, SPECIAL, special(MAKE_EMPTY, 0, 5))
    table.act(0, LOOK, 0)

    assert not is_dead(table, 0)
    assert not is_dead(table, 1)


def test_R_ROOM_trapped_slid_along_is_not_saved():
    """Who rides with the room is still in it: the slide was its next action."""
    table = trapped()
    table.act(0, CONTROL, slide("row1", "left"))
    assert is_dead(table, 0)


def test_R_ROOM_trapped_slid_by_another_keeps_the_deadline():
    """Another's slide is not the character's action; the room goes with it, and so does the deadline."""
    table = trapped()
    table.act(1, CONTROL, slide("row1", "left"))
    assert (table.cells()[0], table.state.deadline[0]) == (9, TRAPPED)
    table.act(0, MOVE, 4)
    table.act(0, LOOK, 3)
    assert not is_dead(table, 0)


def test_R_ROOM_trapped_a_new_entry_is_a_new_respite():
    """Kevin has a robot push him from one Trapped room into another: his next action is yet to come."""
    rules = team("kevin", "alice", mode="suspicion")
    table = lay(rules, "/ ?trapped trapped@0", n_robots=1, robot_cell=[6], robot_tile=[24], deadline=[TRAPPED])
    table.act(0, SPECIAL, special(ORDER_ROBOT) + order(0, 5, 0))

    assert (table.cells()[0], table.state.deadline[0]) == (5, TRAPPED)
    assert not is_dead(table, 0)


# -- Acid ----------------------------------------------------------------------------------------------------------


def test_R_ROOM_acid_who_entered_first_dies():
    """The first is safe alone; when a second comes in, the first dies."""
    table = lay(SUSPICION, "/ ?acid .@01")
    table.act(0, MOVE, 5)
    assert not is_dead(table, 0)
    table.act(1, MOVE, 5)

    assert (is_dead(table, 0), is_dead(table, 1)) == (True, False)


def test_R_ROOM_acid_kills_all_who_were_inside_until_the_game_ends():
    """Two inside both die of a third; where one death ends the game nobody follows the first."""
    for rules, alive in ((SUSPICION, [1, 0, 0]), (new_rules(), [1, 0, 1])):
        table = lay(rules, "/ acid@12 .@0", role=[0, GUARD])
        table.act(0, MOVE, 5)
        assert table.state.alive[:3].tolist() == alive


def test_R_ROOM_acid_for_one_pushed_in_too():
    """Pushed in is entered: who was inside dies."""
    table = lay(SUSPICION, "/ acid@2 .@01")
    table.act(0, PUSH, push(1, 5))
    assert table.state.alive[:3].tolist() == [1, 1, 0]


def test_R_ROOM_acid_a_robot_is_nobody():
    """A robot in it kills nobody and suffers nothing."""
    table = lay(SUSPICION, "/ acid@0 .@1", n_robots=1, robot_cell=[5], robot_tile=[24])
    table.act(0, LOOK, 0)
    assert table.state.alive[:2].tolist() == [1, 1]


def test_R_ROOM_acid_max_chooses_when_he_brings_somebody():
    """Others inside die first; then Max chooses between himself and whom he brings."""
    rules = team("max", "alice", "frank", "sarah", "kevin", mode="suspicion")
    for victim in (0, 1):
        table = lay(rules, "/ acid@2 .@01")
        assert table.act(0, SPECIAL, special(CARRY, 1, 5)) == [0, 1]
        assert is_dead(table, 2)
        table.choose(victim)
        table.play_on(TURN)
        assert table.state.alive[:3].tolist() == [victim, 1 - victim, 0]


def test_R_ROOM_acid_ends_the_game_before_max_chooses():
    """In cooperation the first death is the end: nothing is asked any more."""
    table = lay(team("max", "alice"), "/ acid@2 .@01")

    assert table.act(0, SPECIAL, special(CARRY, 1, 5)) == []
    assert not table.is_running()
    assert table.state.alive[:3].tolist() == [1, 1, 0]


# -- Flooded -------------------------------------------------------------------------------------------------------


def flooded(base=False, turn=3):
    """A table on which character 0 has just walked into the Flooded room in cell 5."""
    rules = new_rules("suspicion", base=base)
    table = lay(rules, "/ ?flooded .@01", turn=turn, **CALM)
    table.act(0, MOVE, 5)
    return table


def test_R_ROOM_flooded_is_closed_for_good():
    """From the first entry nobody comes in any more, not by a push either; to leave does not open it."""
    table = flooded()

    assert 5 not in table.offered(1, MOVE)
    table.act(0, MOVE, 6)
    assert push(1, 5) not in table.offered(0, PUSH)
    table.end_round()
    table.begin_round()
    assert table.is_closed(5)


def test_R_ROOM_flooded_drowns_at_the_end_of_the_next_round():
    """In round 3 entered, at the end of round 4 dead."""
    table = flooded()
    table.end_round()
    assert not is_dead(table, 0)
    table.begin_round()
    table.act(0, LOOK, 0)
    table.act(0, LOOK, 10)
    assert not is_dead(table, 0)
    table.end_round()
    assert is_dead(table, 0)


def test_R_ROOM_flooded_by_the_base_rules_after_the_second_action():
    """By the base rules it drowns after its own second action of the next round, not after that of the same round."""
    table = flooded(base=True)
    table.act(0, LOOK, 0)
    assert not is_dead(table, 0)
    table.end_round()
    table.begin_round()
    table.act(0, LOOK, 0)
    assert not is_dead(table, 0)
    table.act(0, PUSH)
    assert is_dead(table, 0)


def test_R_ROOM_flooded_base_the_second_action_may_be_the_way_out():
    """Out with the second action: alive."""
    table = flooded(base=True)
    table.end_round()
    table.begin_round()
    table.act(0, LOOK, 0)
    table.act(0, MOVE, 6)
    table.end_round()
    assert not is_dead(table, 0)


def test_R_ROOM_flooded_base_with_one_action_at_the_end_of_the_round():
    """Who takes no second action drowns when the round ends."""
    table = flooded(base=True)
    table.end_round()
    table.begin_round()
    table.act(0, LOOK, 0)
    table.end_round()
    assert is_dead(table, 0)


# -- Mortal, Shredder ----------------------------------------------------------------------------------------------


def test_R_ROOM_mortal_kills():
    """Death, at every entry."""
    table = lay(SUSPICION, "/ ?mortal .@0")
    table.act(0, MOVE, 5)

    assert is_dead(table, 0)
    assert (table.state.death_room[0], table.state.death_round[0], table.is_up(5)) == (MORTAL, 1, True)


def test_R_ROOM_mortal_loses_cooperation():
    """The cause tells the room."""
    table = lay(new_rules(), "/ ?mortal .@0")
    table.act(0, MOVE, 5)
    assert table.state.cause == DEATH + MORTAL


def test_R_ROOM_shredder_closes_when_someone_leaves():
    """Entering does nothing; when the only one leaves it closes."""
    table = lay(SUSPICION, "/ ?shredder .@01")
    table.act(0, MOVE, 5)
    assert not table.is_closed(5)
    table.act(0, MOVE, 6)
    assert table.is_closed(5)
    assert 5 not in table.offered(1, MOVE)


@pytest.mark.parametrize("way", ["move", "push", "call", "carry"])
def test_R_ROOM_shredder_kills_who_is_left_inside(way):
    """By whatever means someone leaves: those left inside die, the one who left and his companion live."""
    rules = team("max", "alice", "sarah", "jennifer", mode="suspicion")
    table = lay(rules, "/ shredder@012 .@3", role=[0, 0, GUARD, 0])
    if way == "move":
        table.act(0, MOVE, 6)
        alive = [1, 0, 0, 1]
    elif way == "push":
        table.act(1, PUSH, push(0, 0))
        alive = [1, 0, 0, 1]
    elif way == "call":
        table.act(3, SPECIAL, special(CALL, 0, 6))
        alive = [1, 0, 0, 1]
    else:
        table.act(0, SPECIAL, special(CARRY, 1, 10))
        alive = [1, 1, 0, 1]

    assert table.state.alive[:4].tolist() == alive
    assert table.is_closed(5)


def test_R_ROOM_shredder_slides_are_no_leaving():
    """Slid along it stays open, and so do those inside."""
    table = lay(SUSPICION, "/ shredder@01 ")
    table.act(0, CONTROL, slide("row1", "left"))

    assert table.cells()[:2] == [9, 9]
    assert not table.is_closed(9)


def test_R_ROOM_shredder_death_inside_is_no_leaving():
    """Whoever is swapped with it rides along."""
    table = lay(team("kevin", "alice", mode="suspicion"), "? shredder@1 / dark .@0")
    table.act(0, SPECIAL, special(SWAP, 5, 1))

    assert table.cells()[1] == 5
    assert not table.is_closed(5)


# -- Paranoia ------------------------------------------------------------------------------------------------------


def test_R_ROOM_paranoia_a_random_program():
    """Who is inside is not asked: two different actions, no adrenaline, another time others."""
    seen = set()
    for key in range(60):
        table = lay(SUSPICION, "/ paranoia@1", key=key)
        table.begin_round()
        assert table.state.chooser == 2
        first, second, third = table.state.program[1].tolist()
        assert first != second
        assert third == 0
        seen.add((first, second))

    assert seen == {(one, two) for one in (1, 2, 3, 4) for two in (1, 2, 3, 4) if one != two}
    assert table.state.has_adrenaline[1] == 1


def test_R_ROOM_paranoia_random_targets():
    """The target of an action begun inside is random among the legal ones, and every one of them comes up."""
    seen = set()
    for key in range(40):
        table = lay(SUSPICION, "/ ? paranoia@0 flooded!", key=key)
        assert table.act(0, MOVE) == []
        seen.add(table.cells()[0])

    assert seen == {1, 5, 11}


def test_R_ROOM_paranoia_only_for_actions_begun_inside():
    """Who walks in chose the way itself; a look, once outside, is chosen again."""
    table = lay(SUSPICION, "/ ? .@0 ?paranoia")
    assert 7 in table.act(0, MOVE)
    table = lay(SUSPICION, "/ ? .@0 paranoia")
    assert table.act(0, LOOK) != []


def test_R_ROOM_paranoia_rooms_ask_as_ever():
    """What a room asks of who walks out of it by chance is its own choice."""
    table = lay(SUSPICION, "? dark! / dark! paranoia@0 ?vision / ? dark!")
    offered = table.act(0, MOVE)
    assert len(offered) > 1
    assert table.cells()[0] == 7


# -- Timer ---------------------------------------------------------------------------------------------------------


def test_R_ROOM_timer_takes_a_round():
    """The countdown loses a round at once, and the room is Empty then."""
    table = lay(SUSPICION, "/ ?timer .@0", rounds_left=2)
    table.act(0, MOVE, 5)

    assert (table.state.rounds_left, table.room(5)) == (1, "empty")
    assert not is_dead(table, 0)


def test_R_ROOM_timer_kills_in_the_last_round():
    """With one round left it kills, and kills again: it stays a Timer."""
    table = lay(SUSPICION, "/ ?timer .@01", rounds_left=1)
    table.act(0, MOVE, 5)
    assert (table.state.rounds_left, table.state.death_room[0], table.room(5)) == (1, TIMER, "timer")
    table.act(1, MOVE, 5)
    assert is_dead(table, 1)


# -- Illusion ------------------------------------------------------------------------------------------------------


def test_R_ROOM_illusion_brings_a_face_down_room():
    """A face-down room of the entrant's choice is turned up under it and suffered; Illusion stays face up."""
    table = lay(SUSPICION, "/ ?illusion .@0 / / / ? ? ? ? ?mortal")
    offered = table.act(0, MOVE, 5)

    assert table.state.asking == ASK_ILLUSION
    assert sorted(offered) == [cell for cell in range(25) if cell not in (5, 6, 12)]
    table.choose(24)
    table.play_on(TURN)
    assert is_dead(table, 0)
    assert (table.room(5), table.is_up(5), table.room(24), table.is_up(24)) == ("mortal", True, "illusion", True)


def test_R_ROOM_illusion_others_keep_their_cell_and_suffer_nothing():
    """Who was on the tile stays where it is, unhurt, whatever comes; robots ride with the tile."""
    table = lay(SUSPICION, "/ illusion@1 .@0 / / / ? ? ? ? ?flooded", n_robots=1, robot_cell=[5], robot_tile=[20])
    table.act(0, MOVE, 5)
    table.choose(24)
    table.play_on(TURN)

    assert table.cells()[:2] == [5, 5]
    assert table.state.deadline[:2].tolist() == [FLOODED, NONE]
    assert table.state.robot_cell[0] == 24


def by_illusion(room, rules=SUSPICION, **fields):
    """A table on which Illusion in cell 5, with character 1 on it, has brought this room under character 0."""
    table = lay(rules, f"/ illusion@1 .@02 / / / ? ? ? ? ?{room}", **fields)
    table.act(0, MOVE, 5)
    table.choose(24, ASK_ILLUSION)
    table.play_on(TURN)
    return table


@pytest.mark.parametrize(
    ("room", "alive"),
    [("acid", [1, 1]), ("mortal", [0, 1]), ("shredder", [1, 1]), ("trapped", [1, 1]), ("timer", [0, 1])],
)
def test_R_ROOM_illusion_red_rooms_for_the_others(room, alive):
    """Whoever was on the tile did not enter what came: it dies of none of them, and has no deadline."""
    table = by_illusion(room, rounds_left=1)

    assert table.state.alive[:2].tolist() == alive
    assert table.state.deadline[1] == NONE
    assert not table.is_closed(5)
    table.act(1, LOOK, 0)
    assert table.state.alive[1] == 1


def test_R_ROOM_illusion_the_others_are_inside_then():
    """Later they are in the room as anybody: in Acid when a third comes in, in a Shredder when one leaves."""
    table = by_illusion("acid")
    table.act(2, MOVE, 5)
    assert table.state.alive[:3].tolist() == [0, 0, 1]
    table = by_illusion("shredder")
    table.act(0, MOVE, 0)
    assert table.state.alive[:3].tolist() == [1, 0, 1]


def test_R_ROOM_illusion_spares_nobody_elsewhere():
    """A Robot room comes; its robot pushes the bystander into another's Acid: who is inside that dies."""
    table = lay(SUSPICION, "acid@2 / illusion@1 .@0 / / / ? ? ? ? ?robot", n_robots=0)
    table.act(0, MOVE, 5)
    table.choose(24, ASK_ILLUSION)
    table.choose(order(0, 0, 1))
    table.play_on(TURN)
    assert table.state.alive[:3].tolist() == [1, 1, 0]


def test_R_ROOM_illusion_max_chooses_between_his_mate_and_himself():
    """Max and a mate bring Acid under themselves: one of the two dies, and the bystander lives."""
    table = lay(team("max", "alice", "frank", mode="suspicion"), "/ illusion@2 .@01 / / / ? ? ? ? ?acid")
    table.act(0, SPECIAL, special(CARRY, 1, 5))
    table.choose(24, ASK_ILLUSION)
    assert table.play_on(TURN) == [0, 1]
    table.choose(1, ASK_ACID)
    table.play_on(TURN)
    assert table.state.alive[:3].tolist() == [1, 0, 1]


def test_R_ROOM_illusion_without_a_face_down_room():
    """With everything face up nothing happens."""
    table = lay(SUSPICION, "/ illusion .@0")
    table.state.face_up[:] = 1
    assert table.act(0, MOVE, 5) == []
    assert table.room(5) == "illusion"


def test_R_ROOM_illusion_is_an_entry_of_its_own():
    """A Vision room brought under the entrant lets him look."""
    table = lay(SUSPICION, "/ ?illusion .@0 / / / ? ? ? ? ?vision")
    table.act(0, MOVE, 5)
    table.choose(24)
    assert table.play_on(TURN) != []
    assert table.state.asking == ASK_VISION
