"""L-VTX: when vortexes are made, what they take, and how they end the game."""

from __future__ import annotations

import pytest
from loop.positions import (
    add_card,
    artifacts_of,
    choices,
    choose,
    destroyed_pile,
    face_up,
    fill_hq,
    new_rules,
    new_state,
    put_clones,
    put_face_up,
    put_hand,
    put_machina,
    put_mission,
    told,
)

from sim.games.loop.foo import drop_rifts, reveal_artifact
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import (
    END_TURN,
    FOURTH_VORTEX,
    FREE_MOVE,
    MEGA_VORTEX,
    MEGA_VORTEX_END,
    MISSION_ACTIVE,
    NONE,
    PAID_MOVE,
    RUNNING,
    SECOND_VORTEX,
    STAGE,
    TAKE,
    USE_CARD,
    VORTEX,
)
from sim.games.loop.vortex import make_vortexes

HERE = [0.0, 1.0, 0.0]


def transfer(state: State, rules: Rules, to: int, n: int) -> list[tuple[int, int]]:
    """Let the active agent transfer n rifts to an adjacent era by a card; return the options that follow."""
    card = add_card(rules, "star", f"transfer(rift, {n})")
    put_hand(state, int(state.active), card)
    choose(state, rules, USE_CARD, to)
    choose(state, rules, STAGE, n)
    return choices(state, rules)


# -- What becomes a vortex, and what it takes ----------------------------------------------------------------------


@pytest.mark.parametrize("rifts", [4, 5, 9])
def test_L_VTX_1_four_or_more_rifts_become_a_vortex(rifts: int) -> None:
    """All the era's rifts are removed, four or more; its neighbours with three keep theirs."""
    rules = new_rules()
    state = new_state(rules, foo=2, rifts=[0, 3, rifts, 3])

    make_vortexes(state, rules)

    assert state.vortex.tolist() == [0, 0, VORTEX, 0, 0, 0, 0]
    assert state.rifts.tolist() == [0, 3, 0, 3, 0, 0, 0]
    assert (state.n_vortexes, state.cause) == (1, RUNNING)


def test_L_VTX_1_three_rifts_are_no_vortex() -> None:
    """With three rifts in every era nothing happens."""
    rules = new_rules()
    state = new_state(rules, foo=2, rifts=[3] * 7)

    make_vortexes(state, rules)

    assert not state.vortex.any()
    assert state.rifts.tolist() == [3] * 7


def test_L_VTX_1_its_rifts_are_not_removed_rifts() -> None:
    """L-EFF-1: rifts that a vortex removes are no `rift_removed`: no progress, and no count."""
    rules = new_rules()
    under_his_nose = 5  # a rift removed in Foo's era
    state = new_state(rules, foo=2, rifts=[0, 0, 4])
    put_mission(state, under_his_nose, era=6)

    make_vortexes(state, rules)

    assert (state.progress[under_his_nose], state.n_rifts_removed) == (0, 0)


def test_L_VTX_1_the_number_of_safe_rifts_is_a_parameter() -> None:
    """With safe_rifts=5 five rifts stay and six make a vortex."""
    rules = new_rules(safe_rifts=5)
    state = new_state(rules, foo=2, rifts=[0, 5, 6])

    make_vortexes(state, rules)

    assert state.vortex.tolist() == [0, 0, VORTEX, 0, 0, 0, 0]
    assert state.rifts[1] == 5


def test_L_VTX_1_face_up_artifacts_are_destroyed() -> None:
    """The era's three artifacts go onto the destroyed pile; that of another era stays."""
    rules = new_rules()
    cards, other = artifacts_of(rules, 2)[:3], artifacts_of(rules, 3)[0]
    state = new_state(rules, foo=2, rifts=[0, 0, 4])
    put_face_up(state, 2, *cards)
    put_face_up(state, 3, other)

    make_vortexes(state, rules)

    assert face_up(state, 2) == []
    assert sorted(destroyed_pile(state)) == cards
    assert face_up(state, 3) == [other]


def test_L_VTX_1_later_artifacts_are_destroyed() -> None:
    """L-FOO-2: what is revealed for the era after the vortex goes to the destroyed pile."""
    rules = new_rules()
    card = artifacts_of(rules, 2)[0]
    state = new_state(rules, foo=2, rifts=[0, 0, 4])

    make_vortexes(state, rules)
    reveal_artifact(state, rules, card)

    assert (face_up(state, 2), destroyed_pile(state)) == ([], [card])


def test_L_VTX_1_an_active_mission_fails() -> None:
    """The era's active mission, half done, leaves the game; with no hidden mission left one stays active."""
    rules = new_rules()
    state = new_state(rules, foo=2, rifts=[0, 0, 4])
    put_mission(state, 0, era=2, progress=3)
    put_mission(state, 1, era=5)

    make_vortexes(state, rules)

    assert state.mission_at.tolist() == [NONE, NONE, NONE, NONE, NONE, 1, NONE]
    assert (state.n_active, state.n_failed, state.missions_failed) == (1, 1, 1 << 0)
    assert state.n_completed == 0


def test_L_VTX_1_a_hidden_mission_fails() -> None:
    """A mission that was never active leaves the game just so; the two active ones stay."""
    rules = new_rules()
    state = new_state(rules, foo=2, rifts=[0, 0, 4])
    put_mission(state, 0, era=2, active=False)
    put_mission(state, 1, era=5)
    put_mission(state, 2, era=6)
    put_mission(state, 3, era=0, active=False)

    make_vortexes(state, rules)

    assert state.mission_at.tolist() == [3, NONE, NONE, NONE, NONE, 1, 2]
    assert (state.n_active, state.n_hidden) == (2, 1)
    assert state.missions_failed == 1 << 0


def test_L_VTX_1_in_phase_two_a_fourth_rift_makes_a_vortex_at_once() -> None:
    """2 rifts transferred to 2 others: a vortex is there when the action is over, its mission replaced."""
    rules = new_rules()
    state = new_state(rules, rifts=[2, 2])
    put_mission(state, 0, era=1)
    put_mission(state, 1, era=4)
    put_mission(state, 2, era=6, active=False)

    goes_on = transfer(state, rules, to=1, n=2)

    assert goes_on
    assert state.vortex.tolist() == [0, VORTEX, 0, 0, 0, 0, 0]
    assert state.rifts.tolist() == [0] * 7
    assert (state.mission_at[1], state.mission_status[2], state.n_active) == (NONE, MISSION_ACTIVE, 2)


# -- Permanent -----------------------------------------------------------------------------------------------------


def test_L_VTX_2_rifts_still_gather_in_a_vortex() -> None:
    """Two rifts land on one in an era with a vortex: three lie there, the vortex stays, nobody loses."""
    rules = new_rules(machine=HERE)
    state = new_state(rules, foo=2, rifts=[0, 0, 1], vortex=[0, 0, VORTEX], n_vortexes=1)

    drop_rifts(state, rules)

    assert state.rifts[2] == 3
    assert (state.vortex[2], state.n_vortexes, state.cause) == (VORTEX, 1, RUNNING)


def test_L_VTX_2_a_vortex_is_permanent() -> None:
    """Where every rift has been removed the vortex is still a vortex: an artifact for the era is destroyed."""
    rules = new_rules()
    card = add_card(rules, "star", "repair(3, here)")
    artifact = artifacts_of(rules, 0)[0]
    state = new_state(rules, rifts=[2], vortex=[VORTEX], n_vortexes=1)
    put_hand(state, 0, card)

    choose(state, rules, USE_CARD, 2)
    assert choices(state, rules)
    reveal_artifact(state, rules, artifact)

    assert (state.rifts[0], state.vortex[0]) == (0, VORTEX)
    assert destroyed_pile(state) == [artifact]


# -- Losses --------------------------------------------------------------------------------------------------------


def test_L_VTX_3_a_second_vortex_in_an_era_ends_the_game() -> None:
    """Four rifts in an era that has a vortex: lost there; no vortex more is made."""
    rules = new_rules()
    state = new_state(rules, foo=2, rifts=[0, 0, 4], vortex=[0, 0, VORTEX], n_vortexes=1)

    events = told(make_vortexes, state, rules)

    assert (state.cause, state.fatal_era, state.n_vortexes) == (SECOND_VORTEX, 2, 1)
    assert events == [("lost", {"cause": "second_vortex_in_era"})]
    assert choices(state, rules) == []


def test_L_VTX_3_a_mega_vortex_is_a_vortex() -> None:
    """The same with a mega vortex."""
    rules = new_rules(difficulty="eternity")
    state = new_state(rules, foo=2, rifts=[0, 0, 4], vortex=[0, 0, MEGA_VORTEX], n_vortexes=1)

    make_vortexes(state, rules)

    assert state.cause == SECOND_VORTEX


def test_L_VTX_3_by_a_transfer_in_phase_two() -> None:
    """A rift transferred to three in an era with a vortex loses at once."""
    rules = new_rules()
    state = new_state(rules, rifts=[1, 3], vortex=[0, VORTEX], n_vortexes=1)

    assert transfer(state, rules, to=1, n=1) == []  # the game has ended

    assert (state.cause, state.fatal_era, state.fatal_in_action) == (SECOND_VORTEX, 1, 1)


def test_L_VTX_4_fourth_vortex_ends_the_game() -> None:
    """With vortexes in eras 4, 5 and 6 a vortex in era 2 is the fourth: it is made, and the game lost."""
    rules = new_rules()
    state = new_state(rules, foo=2, rifts=[0, 0, 4], vortex=[0, 0, 0, 0, 1, 1, 1], n_vortexes=3)

    events = told(make_vortexes, state, rules)

    assert (state.cause, state.fatal_era, state.n_vortexes) == (FOURTH_VORTEX, 2, 4)
    assert state.vortex[2] == VORTEX
    assert events[-1] == ("lost", {"cause": "fourth_vortex"})
    assert choices(state, rules) == []


def test_L_VTX_4_third_vortex_does_not() -> None:
    """A third vortex is survived."""
    rules = new_rules()
    state = new_state(rules, foo=2, rifts=[0, 0, 4], vortex=[0, 0, 0, 0, 0, 1, 1], n_vortexes=2)

    make_vortexes(state, rules)

    assert (state.cause, state.n_vortexes, state.fatal_era) == (RUNNING, 3, NONE)


def test_L_VTX_4_second_vortex_in_era_is_judged_first() -> None:
    """With three vortexes on the board, one more where one is would be both losses: it is second_vortex_in_era."""
    rules = new_rules()
    state = new_state(rules, foo=2, rifts=[0, 0, 4], vortex=[0, 0, 1, 0, 0, 1, 1], n_vortexes=3)

    make_vortexes(state, rules)

    assert (state.cause, state.fatal_era) == (SECOND_VORTEX, 2)


def test_L_VTX_4_by_a_transfer_in_phase_two() -> None:
    """A fourth vortex made by a card loses at once, too."""
    rules = new_rules()
    state = new_state(rules, rifts=[1, 3], vortex=[0, 0, 0, 1, 1, 1], n_vortexes=3)

    assert transfer(state, rules, to=1, n=1) == []

    assert (state.cause, state.fatal_era, state.fatal_in_action) == (FOURTH_VORTEX, 1, 1)


def test_L_VTX_4_the_number_of_vortexes_is_a_parameter() -> None:
    """With max_vortexes=1 the second vortex loses."""
    rules = new_rules(max_vortexes=1)
    state = new_state(rules, foo=2, rifts=[0, 0, 4], vortex=[0, 0, 0, 0, 0, 1], n_vortexes=1)

    make_vortexes(state, rules)

    assert state.cause == FOURTH_VORTEX


# -- Several at once -----------------------------------------------------------------------------------------------


def made_in_order(rules: Rules, foo: int, eras: list[int]) -> list[int]:
    """Return the order in which four rifts in each of these eras become vortexes."""
    state = new_state(rules, foo=foo)
    state.rifts[eras] = 4
    return [facts["era"] for name, facts in told(make_vortexes, state, rules) if name == "vortex"]


def test_L_VTX_5_clockwise_from_foos_previous_era() -> None:
    """Foo in 3: 2, 3, 4. Foo in 0: 6, 0, 1. Foo in 6: 5, 6, 0."""
    rules = new_rules()

    assert made_in_order(rules, 3, [4, 3, 2]) == [2, 3, 4]
    assert made_in_order(rules, 0, [0, 1, 6]) == [6, 0, 1]
    assert made_in_order(rules, 6, [0, 5, 6]) == [5, 6, 0]


def test_L_VTX_5_the_fourth_of_several_loses_and_the_earlier_ones_stand() -> None:
    """Two vortexes, and three eras over the limit: the first makes three, the second loses, the last is not made."""
    rules = new_rules()
    state = new_state(rules, foo=0, rifts=[5, 6, 0, 0, 0, 0, 4], vortex=[0, 0, 0, 1, 1], n_vortexes=2)

    make_vortexes(state, rules)

    assert (state.cause, state.fatal_era) == (FOURTH_VORTEX, 0)
    assert state.vortex.tolist() == [1, 0, 0, 1, 1, 0, 1]
    assert state.rifts.tolist() == [0, 6, 0, 0, 0, 0, 0]


def test_L_VTX_5_a_second_vortex_after_a_new_one() -> None:
    """Era 2 becomes a vortex, then era 3 would a second time: lost in 3, and the vortex of 2 stands."""
    rules = new_rules()
    state = new_state(rules, foo=3, rifts=[0, 0, 4, 4, 4], vortex=[0, 0, 0, 1], n_vortexes=1)

    make_vortexes(state, rules)

    assert (state.cause, state.fatal_era, state.n_vortexes) == (SECOND_VORTEX, 3, 2)
    assert state.vortex.tolist() == [0, 0, 1, 1, 0, 0, 0]
    assert state.rifts[4] == 4


def test_L_VTX_5_the_first_loss_stands() -> None:
    """A fourth vortex in Foo's previous era comes before a second one in his own; the other way round likewise."""
    rules = new_rules()
    fourth_first = new_state(rules, foo=3, rifts=[0, 0, 4, 4], vortex=[1, 1, 0, 1], n_vortexes=3)
    second_first = new_state(rules, foo=3, rifts=[0, 0, 4, 4], vortex=[1, 1, 1, 0], n_vortexes=3)

    make_vortexes(fourth_first, rules)
    make_vortexes(second_first, rules)

    assert (fourth_first.cause, fourth_first.fatal_era) == (FOURTH_VORTEX, 2)
    assert (second_first.cause, second_first.fatal_era) == (SECOND_VORTEX, 2)
    assert second_first.vortex[3] == 0


def test_L_VTX_5_what_stays_in_the_era() -> None:
    """Agents, clones, energy, permanent energy, the centrifuge and Ultramachina cards of the era stay."""
    rules = new_rules("ultramachina")
    state = new_state(rules, foo=2, rifts=[0, 0, 4], energy=[0, 0, 3], permanent=[0, 0, 1], centrifuge=[0, 0, 1])
    state.agent_era[:2] = 2
    put_clones(state, 0, 9, era=2)
    put_machina(state, 4)  # of era 2
    state.machina_filled[0] = 2

    make_vortexes(state, rules)

    assert state.vortex[2] == VORTEX
    assert (state.energy[2], state.permanent[2], state.centrifuge[2], state.n_clones[2]) == (3, 1, 1, 2)
    assert state.agent_era[:2].tolist() == [2, 2]
    assert (state.n_machina, state.machina_card[0], state.machina_filled[0]) == (1, 4, 2)


# -- Missions ------------------------------------------------------------------------------------------------------


def test_L_VTX_6_replaced_after_all_vortexes() -> None:
    """Both active missions fail in one drop: both vortexes come first, then two hidden missions become active."""
    rules = new_rules()
    state = new_state(rules, foo=3, rifts=[0, 0, 4, 0, 4])
    for mission, era in enumerate((2, 4)):
        put_mission(state, mission, era)
    for mission, era in ((2, 0), (3, 6), (4, 5)):
        put_mission(state, mission, era, active=False)

    events = told(make_vortexes, state, rules)

    assert [name for name, _ in events] == [*["vortex", "mission_failed"] * 2, *["mission_activated"] * 2]
    assert (state.n_active, state.n_hidden, state.n_failed) == (2, 1, 2)


def test_L_VTX_6_a_mission_that_fails_in_the_same_drop_is_not_activated_first() -> None:
    """Clockwise from Foo in 3 the next hidden mission is in era 4, but that fails too: era 6's becomes active."""
    rules = new_rules(next_mission="clockwise")
    state = new_state(rules, foo=3, rifts=[0, 0, 4, 0, 4])
    put_mission(state, 0, era=2)
    put_mission(state, 1, era=1)
    put_mission(state, 2, era=4, active=False)
    put_mission(state, 3, era=6, active=False)

    events = told(make_vortexes, state, rules)

    assert [facts for name, facts in events if name == "mission_activated"] == [{"mission": 3, "era": 6}]
    assert state.missions_failed == (1 << 0) | (1 << 2)


# -- Mega vortexes -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["sabotage", "supa_sayan_clones", "ultramachina", "laser_centrifuges"])
def test_L_VTX_7_the_upper_two_difficulties_make_mega_vortexes(scenario: str) -> None:
    """In every scenario vortexes of month are ordinary, those of year and eternity mega."""
    made = []
    for difficulty in ("month", "year", "eternity"):
        rules = new_rules(scenario, difficulty)
        state = new_state(rules, foo=2, rifts=[0, 0, 4])
        make_vortexes(state, rules)
        made.append(int(state.vortex[2]))

    assert made == [VORTEX, MEGA_VORTEX, MEGA_VORTEX]


def test_L_VTX_7_ending_the_turn_in_a_mega_vortex_loses() -> None:
    """The active agent ends the turn in era 0, which has a mega vortex."""
    rules = new_rules(difficulty="year")
    state = new_state(rules, vortex=[MEGA_VORTEX], n_vortexes=1)

    choose(state, rules, END_TURN)

    assert choices(state, rules) == []
    assert (state.cause, state.fatal_era) == (MEGA_VORTEX_END, 0)


def test_L_VTX_7_an_ordinary_vortex_hurts_nobody() -> None:
    """Ending the turn in an era with an ordinary vortex is safe: the turn goes on to phase III."""
    rules = new_rules()
    state = new_state(rules, vortex=[VORTEX], n_vortexes=1)

    choose(state, rules, END_TURN)

    assert (state.cause, state.phase) == (RUNNING, TAKE)


def test_L_VTX_7_passing_through_is_safe_and_only_the_active_agent_counts() -> None:
    """Seat 0 goes through the mega vortex of era 1 and on to 2, while seat 1 waits in era 1: nobody loses."""
    rules = new_rules(difficulty="year")
    state = new_state(rules, agent_era=[0, 1], energy=[0, 1], vortex=[0, MEGA_VORTEX], n_vortexes=1)

    choose(state, rules, FREE_MOVE, 1)
    choose(state, rules, PAID_MOVE, 2)
    choose(state, rules, END_TURN)

    assert (state.cause, state.phase, state.agent_era[0]) == (RUNNING, TAKE, 2)


@pytest.mark.parametrize(
    ("agents", "immune", "cause"),
    [
        (("v_girl", "mr_time"), True, RUNNING),
        (("v_girl", "mr_time"), False, MEGA_VORTEX_END),
        (("mr_time", "v_girl"), True, MEGA_VORTEX_END),
    ],
)
def test_L_VTX_7_v_girl_is_exempt(agents: tuple[str, str], immune: bool, cause: int) -> None:
    """V-Girl may end a turn there unless v_girl_mega_immune=false; Mr. Time may not, though she plays too."""
    rules = new_rules(difficulty="year", agents=agents, abilities=True, v_girl_mega_immune=immune)
    state = new_state(rules, vortex=[MEGA_VORTEX], n_vortexes=1)

    choose(state, rules, END_TURN)

    assert state.cause == cause


def test_L_VTX_7_a_mega_vortex_made_under_an_agent_loses_when_the_turn_ends() -> None:
    """The vortex of the Foo phase itself does not lose; the agent who stays there does."""
    rules = new_rules("ultramachina", "year", machine=HERE)
    state = new_state(rules, foo=0, turn=1, agent_era=[4, 1], rifts=[0, 2])
    fill_hq(state)

    choose(state, rules, END_TURN)
    choose(state, rules, *choices(state, rules)[-1])  # no artifact

    assert choices(state, rules)
    assert (state.turn, state.active, state.vortex[1], state.cause) == (2, 1, MEGA_VORTEX, RUNNING)
    choose(state, rules, END_TURN)
    assert state.cause == MEGA_VORTEX_END
