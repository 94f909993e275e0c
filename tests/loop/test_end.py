"""L-END: when the game is won, and that it is lost when time runs out."""

from __future__ import annotations

import pytest
from loop.positions import (
    add_card,
    add_mission,
    choices,
    choose,
    draw_pile,
    fill_bag,
    fill_hq,
    hand_of,
    new_rules,
    new_state,
    pass_turn,
    put_clones,
    put_discard_pile,
    put_draw_pile,
    put_hand,
    put_mission,
    supa_of,
    told,
    use_card,
)

from sim.games.loop import turn
from sim.games.loop.missions import check_win
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import (
    CAUSES,
    CENTRIFUGE,
    END_TURN,
    FOURTH_VORTEX,
    MEGA_VORTEX_END,
    MISSION,
    MISSIONS_COMPLETED,
    NONE,
    OUT_OF_TIME,
    REFRESH,
    REWARD,
    RUNNING,
    SECOND_VORTEX,
    TAKE_REWARD,
)
from sim.games.loop.vortex import lose

QUIET = {"base_rifts": 0, "rifts_per_clone": 0, "revealed_each_turn": 0}  # the next Foo phase changes nothing


def before_completion(rules: Rules, completed: int) -> State:
    """Return a position in phase IV: the active agent stands in era 0 on a full mission; another one is hidden."""
    state = new_state(rules, phase=MISSION, n_completed=completed)
    put_mission(state, add_mission(rules, "energy_added", slots=1), era=0, progress=1)
    put_mission(state, 0, era=3, active=False)
    fill_hq(state, *range(40, 50))
    return state


# -- Winning -------------------------------------------------------------------------------------------------------


def test_L_END_1_the_fourth_mission_wins() -> None:
    """Three missions are completed: the fourth wins at once, without a new active mission and without rewards."""
    rules = new_rules()
    state = before_completion(rules, completed=3)

    events = told(turn.play_mission_phase, state, rules)

    assert state.cause == MISSIONS_COMPLETED
    assert [name for name, _ in events] == ["mission_completed", "won"]
    assert (state.n_completed, state.n_hidden, state.n_hq) == (4, 1, 10)
    assert choices(state, rules) == []


def test_L_END_1_the_third_does_not() -> None:
    """With two completed before, the game goes on with the rewards."""
    rules = new_rules()
    state = before_completion(rules, completed=2)

    assert {action for action, _ in choices(state, rules)} == {TAKE_REWARD}

    assert (state.cause, state.n_completed) == (RUNNING, 3)


def test_L_END_1_the_number_of_missions_is_a_parameter() -> None:
    """missions_to_win=2: the second wins; missions_to_win=5: the fourth does not."""
    two, five = new_rules(missions_to_win=2), new_rules(missions_to_win=5)
    second, fourth = before_completion(two, completed=1), before_completion(five, completed=3)

    turn.play_mission_phase(second, two)
    turn.play_mission_phase(fourth, five)

    assert (second.cause, fourth.cause) == (MISSIONS_COMPLETED, RUNNING)


def test_L_END_1_four_missions_do_not_win_while_a_supa_clone_is_left() -> None:
    """The fourth mission with a supa clone on the board: another becomes active, rewards come, play goes on."""
    rules = new_rules("supa_sayan_clones", **QUIET)
    state = before_completion(rules, completed=3)
    put_clones(state, supa_of(rules, 2), era=5)
    state.supa_left = 1

    turn.play_mission_phase(state, rules)

    assert (state.cause, state.phase) == (RUNNING, REWARD)
    assert (state.n_completed, state.n_active, state.n_reward) == (4, 1, 3)


def test_L_END_1_completions_go_on_after_the_fourth() -> None:
    """A fifth mission is completed and counted; with the supa clone still there it does not win either."""
    rules = new_rules("supa_sayan_clones")
    state = before_completion(rules, completed=4)
    state.supa_left = 1

    turn.play_mission_phase(state, rules)

    assert (state.cause, state.n_completed, state.phase) == (RUNNING, 5, REWARD)


def test_L_END_1_the_last_supa_clone_wins_when_four_missions_are_completed() -> None:
    """Pushed into its paradox era in phase II, the last supa clone wins: after its progress, before what it leaves."""
    rules = new_rules("supa_sayan_clones")
    token = supa_of(rules, 1)
    mission = add_mission(rules, "clone_destroyed")
    state = new_state(rules, n_completed=4, supa_left=1, supa_destroyed=2)
    put_mission(state, mission, era=5)
    put_clones(state, token, era=0)
    put_hand(state, 0, add_card(rules, "star", "push(1, 1)"))
    fill_bag(state, 0, 1, 2)

    assert use_card(state, rules, 0, token, 1) == []  # the game has ended

    assert (state.cause, state.supa_left) == (MISSIONS_COMPLETED, 0)
    assert state.progress[mission] == 1
    assert (state.permanent.sum(), state.n_bag) == (0, 3)


def test_L_END_1_the_last_supa_clone_does_not_win_before_the_fourth_mission() -> None:
    """With three missions completed the game goes on; the fourth, later, then wins."""
    rules = new_rules("supa_sayan_clones", **QUIET)
    token = supa_of(rules, 1)
    state = new_state(rules, n_completed=3, supa_left=1)
    put_clones(state, token, era=0)
    put_hand(state, 0, add_card(rules, "star", "push(1, 1)"))

    assert use_card(state, rules, 0, token, 1)
    assert (state.cause, state.supa_left) == (RUNNING, 0)

    put_mission(state, add_mission(rules, "energy_added", slots=1), era=0, progress=1)
    pass_turn(state, rules)
    assert state.cause == MISSIONS_COMPLETED


def test_L_END_1_an_earlier_supa_clone_does_not_win() -> None:
    """Of two supa clones one dies, with four missions completed: one is left, and play goes on."""
    rules = new_rules("supa_sayan_clones")
    token = supa_of(rules, 1)
    state = new_state(rules, n_completed=4, supa_left=2)
    put_clones(state, token, era=0)
    put_clones(state, supa_of(rules, 2), era=5)
    put_hand(state, 0, add_card(rules, "star", "push(1, 1)"))

    assert use_card(state, rules, 0, token, 1)

    assert (state.cause, state.supa_left) == (RUNNING, 1)


@pytest.mark.parametrize(("down", "cause"), [(2, RUNNING), (3, MISSIONS_COMPLETED)])
def test_L_END_1_four_missions_and_the_centrifuges(down: int, cause: int) -> None:
    """L.A.S.E.R. Centrifuges: the fourth mission wins only if all three are down."""
    rules = new_rules("laser_centrifuges", **QUIET)
    state = before_completion(rules, completed=3)
    state.n_centrifuges_down = down

    turn.play_mission_phase(state, rules)

    assert state.cause == cause


@pytest.mark.parametrize(("completed", "down", "cause"), [(4, 2, MISSIONS_COMPLETED), (3, 2, RUNNING), (4, 1, RUNNING)])
def test_L_END_1_the_last_centrifuge_wins(completed: int, down: int, cause: int) -> None:
    """As the third, with four missions completed, it wins at once; as the second, or with three missions, not."""
    rules = new_rules("laser_centrifuges")
    state = new_state(rules, n_completed=completed, n_centrifuges_down=down, centrifuge=[1], energy=[2])

    choose(state, rules, CENTRIFUGE)

    assert (state.cause, state.n_centrifuges_down) == (cause, down + 1)
    assert (choices(state, rules) == []) == (cause != RUNNING)


def test_L_END_1_nothing_wins_a_lost_game() -> None:
    """A game that is over stays as it ended."""
    rules = new_rules()
    state = new_state(rules, n_completed=4, cause=FOURTH_VORTEX)

    check_win(state, rules)

    assert state.cause == FOURTH_VORTEX


# -- Losing --------------------------------------------------------------------------------------------------------


def test_L_END_2_out_of_time_after_turn_21() -> None:
    """Turn 21 ends without a win: lost, out of time, in no era."""
    rules = new_rules(**QUIET)
    state = new_state(rules, turn=21)

    pass_turn(state, rules)

    assert (state.cause, state.turn, state.fatal_era) == (OUT_OF_TIME, 21, NONE)
    assert choices(state, rules) == []


def test_L_END_2_turn_20_is_not_the_end() -> None:
    """After turn 20 comes turn 21."""
    rules = new_rules(**QUIET)
    state = new_state(rules, turn=20)

    pass_turn(state, rules)

    assert (state.cause, state.turn) == (RUNNING, 21)


def test_L_END_2_turn_21_is_refreshed_first() -> None:
    """The last turn ends like any other: hand discarded, three cards drawn; then the game is lost."""
    rules = new_rules(**QUIET)
    state = new_state(rules, turn=21, phase=REFRESH)
    put_hand(state, 0, 1, 2)
    put_draw_pile(state, 0, 3, 4, 5, 6)

    events = told(turn.end_turn, state, rules)

    assert hand_of(state, 0) == [3, 4, 5]
    assert draw_pile(state, 0) == [6]
    assert [name for name, _ in events] == ["hand_discarded", "cards_drawn", "state", "lost"]


def test_L_END_2_no_ultramachina_cards_after_the_last_turn() -> None:
    """L-SCN-3: with Foo in era 6 the end of turn 14 reveals three more, the end of turn 21 none."""
    rules = new_rules("ultramachina", **QUIET)
    revealed = []
    for last in (14, 21):
        state = new_state(rules, turn=last, foo=6, phase=REFRESH, n_machina_deck=5, machina_deck=range(5))
        turn.end_turn(state, rules)
        revealed.append(int(state.n_machina))

    assert revealed == [3, 0]


@pytest.mark.parametrize(("cycles", "last"), [(1, 7), (2, 14), (4, 28)])
def test_L_END_2_the_number_of_cycles_is_a_parameter(cycles: int, last: int) -> None:
    """With one cycle turn 7 is the last, with two turn 14, with four turn 28."""
    rules = new_rules(cycles=cycles, **QUIET)
    ends, goes_on = new_state(rules, turn=last), new_state(rules, turn=last - 1)

    pass_turn(ends, rules)
    pass_turn(goes_on, rules)

    assert (ends.cause, goes_on.cause) == (OUT_OF_TIME, RUNNING)


def test_L_END_2_the_fourth_mission_in_turn_21_wins() -> None:
    """Completed in phase IV of the last turn it comes before time runs out."""
    rules = new_rules(**QUIET)
    state = new_state(rules, turn=21, n_completed=3)
    put_mission(state, add_mission(rules, "energy_added", slots=1), era=0, progress=1)

    pass_turn(state, rules)

    assert state.cause == MISSIONS_COMPLETED


def test_L_END_2_four_missions_with_a_supa_clone_left_are_out_of_time() -> None:
    """Four missions are no win while a supa clone lives, so turn 21 loses."""
    rules = new_rules("supa_sayan_clones", **QUIET)
    state = new_state(rules, turn=21, n_completed=4, supa_left=1)
    put_clones(state, supa_of(rules, 2), era=5)

    pass_turn(state, rules)

    assert state.cause == OUT_OF_TIME


def test_L_END_2_a_mega_vortex_in_turn_21_comes_first() -> None:
    """The mega vortex is judged at the end of phase II, time at the end of the turn."""
    rules = new_rules(difficulty="year", **QUIET)
    state = new_state(rules, turn=21, vortex=[2], n_vortexes=1)

    choose(state, rules, END_TURN)

    assert state.cause == MEGA_VORTEX_END


def test_L_END_2_21_turns_of_doing_nothing() -> None:
    """Played from turn 1 with nothing happening, turns 1 to 21 come one after the other, then time is out."""
    rules = new_rules(**QUIET)
    state = new_state(rules)
    put_discard_pile(state, 0, 1, 2, 3)
    turns = [1]
    while choices(state, rules):
        pass_turn(state, rules)
        turns.append(int(state.turn))

    assert turns == [*range(1, 22), 21]
    assert state.cause == OUT_OF_TIME


def test_L_END_2_the_four_ways_to_lose() -> None:
    """The causes of a loss are exactly these; each is told by its name."""
    names = {
        SECOND_VORTEX: "second_vortex_in_era",
        FOURTH_VORTEX: "fourth_vortex",
        MEGA_VORTEX_END: "ended_in_mega_vortex",
        OUT_OF_TIME: "out_of_time",
    }
    assert set(range(len(CAUSES))) == {RUNNING, MISSIONS_COMPLETED, *names}
    for cause, name in names.items():
        state = new_state(new_rules())
        assert told(lose, state, cause, 4) == [("lost", {"cause": name})]
        assert (state.cause, state.fatal_era) == (cause, 4)
