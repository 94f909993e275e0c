"""L-MIS-1, L-MIS-2, L-MIS-4: progress, completion, and what becomes active next; L-MIS-5 is in `test_events`."""

from __future__ import annotations

import pytest
from loop.frequencies import check_uniform, sample
from loop.positions import (
    add_mission,
    choices,
    choose,
    fill_hq,
    new_rules,
    new_state,
    put_mission,
    told,
)

from sim.games.loop import missions, turn
from sim.games.loop.board import add_energy, remove_rifts
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import (
    ACTION,
    END_TURN,
    MISSION,
    MISSION_ACTIVE,
    MISSION_HIDDEN,
    NONE,
    REWARD,
    RUNNING,
    SKIP,
    TAKE_ARTIFACT,
    TAKE_REWARD,
)

QUIET = {"base_rifts": 0, "rifts_per_clone": 0, "revealed_each_turn": 0}  # the next Foo phase changes nothing


def end_turn(state: State, rules: Rules) -> None:
    """End the active agent's turn without an artifact; phase IV is next."""
    choose(state, rules, END_TURN)
    choose(state, rules, TAKE_ARTIFACT, SKIP)
    assert state.phase == MISSION


def at_completion(rules: Rules, active: int = 0, hidden: int = 0) -> State:
    """Return a position in phase IV in which the active agent, in era 0, completes a mission; `hidden` ones lie on."""
    state = new_state(rules, phase=MISSION, active=active)
    put_mission(state, add_mission(rules, "energy_added", slots=1), era=0, progress=1)
    for mission in range(hidden):
        put_mission(state, mission, era=1 + mission, active=False)
    return state


# -- Progress ------------------------------------------------------------------------------------------------------


def test_L_MIS_1_an_active_mission_gains_progress_a_hidden_one_none() -> None:
    """Two missions of the same trigger: the active one gains, the hidden one does not."""
    rules = new_rules()
    active, hidden = (add_mission(rules, "energy_added", slots=4) for _ in range(2))
    state = new_state(rules)
    put_mission(state, active, era=3)
    put_mission(state, hidden, era=4, active=False)

    add_energy(state, rules, 0, 2)

    assert (state.progress[active], state.progress[hidden]) == (2, 0)


def test_L_MIS_1_a_mission_out_of_the_game_gains_none() -> None:
    """A mission that has left the board, or never was on it, gains nothing."""
    rules = new_rules()
    mission = add_mission(rules, "energy_added", slots=4)
    state = new_state(rules)
    state.mission_status[mission] = MISSION_ACTIVE

    add_energy(state, rules, 0, 2)

    assert not state.progress.any()


def test_L_MIS_1_never_above_its_slots() -> None:
    """Nine energy fill six slots and no more; a full mission gains nothing later either."""
    rules = new_rules()
    mission = add_mission(rules, "energy_added", slots=6)
    state = new_state(rules)
    put_mission(state, mission, era=3, progress=2)

    events = told(add_energy, state, rules, 0, 9)
    assert state.progress[mission] == 6
    assert [facts["slot"] for name, facts in events if name == "progress"] == [2, 3, 4, 5]

    add_energy(state, rules, 0, 1)
    assert state.progress[mission] == 6


def test_L_MIS_1_a_full_distinct_mission_records_nothing_more() -> None:
    """Two slots by era: rifts removed in eras 0 and 1 fill it, one in era 2 is too many."""
    rules = new_rules()
    mission = add_mission(rules, "rift_removed", distinct="era", slots=2)
    state = new_state(rules, rifts=[1, 1, 1])
    put_mission(state, mission, era=3)

    for era in range(3):
        remove_rifts(state, rules, era, 1)

    assert (state.progress[mission], state.recorded[mission]) == (2, 0b11)


def test_L_MIS_1_slots_are_a_parameter() -> None:
    """mission_slots: power_surge (energy in Foo's era, six slots) is full with two where the config says so."""
    rules = new_rules(mission_slots={"power_surge": 2})
    power_surge = 0
    state = new_state(rules, foo=0)
    put_mission(state, power_surge, era=3)

    add_energy(state, rules, 0, 5)

    assert state.progress[power_surge] == 2
    assert missions.is_full(state, rules, power_surge)


# -- Completion ----------------------------------------------------------------------------------------------------


def test_L_MIS_2_a_full_mission_is_completed_where_the_turn_ends() -> None:
    """It leaves the board, is counted, and one mission fewer is active."""
    rules = new_rules()
    mission = add_mission(rules, "energy_added", slots=3)
    state = new_state(rules, agent_era=[4, 0], phase=MISSION)
    put_mission(state, mission, era=4, progress=3)

    assert missions.complete_mission(state, rules)

    assert state.mission_at[4] == NONE
    assert (state.n_active, state.n_completed, state.missions_done) == (0, 1, 1 << mission)
    assert (state.n_failed, state.cause) == (0, RUNNING)


def test_L_MIS_2_not_before_its_slots_are_full() -> None:
    """With two of three slots filled it stays."""
    rules = new_rules()
    mission = add_mission(rules, "energy_added", slots=3)
    state = new_state(rules, agent_era=[4, 0])
    put_mission(state, mission, era=4, progress=2)

    assert not missions.complete_mission(state, rules)

    assert (state.mission_at[4], state.n_active, state.n_completed) == (mission, 1, 0)


def test_L_MIS_2_only_in_the_active_agents_era() -> None:
    """The other agent stands on the full mission, the active one next to it: it stays."""
    rules = new_rules()
    mission = add_mission(rules, "energy_added", slots=3)
    state = new_state(rules, agent_era=[3, 4])
    put_mission(state, mission, era=4, progress=3)

    assert not missions.complete_mission(state, rules)

    assert state.mission_at[4] == mission


def test_L_MIS_2_never_a_hidden_mission() -> None:
    """A hidden mission is not completed, whatever is written of it."""
    rules = new_rules()
    mission = add_mission(rules, "energy_added", slots=3)
    state = new_state(rules)
    put_mission(state, mission, era=0, active=False, progress=3)

    assert not missions.complete_mission(state, rules)

    assert (state.mission_at[0], state.n_completed) == (mission, 0)


def test_L_MIS_2_it_is_compulsory() -> None:
    """The turn ends in its era: the mission is completed, and nobody is asked; then come the rewards."""
    rules = new_rules()
    mission = add_mission(rules, "energy_added", slots=3)
    state = new_state(rules)
    put_mission(state, mission, era=0, progress=3)
    fill_hq(state, 40, 41, 42)

    end_turn(state, rules)

    assert {action for action, _ in choices(state, rules)} == {TAKE_REWARD}
    assert (state.n_completed, state.mission_at[0]) == (1, NONE)


def test_L_MIS_2_without_a_mission_the_turn_just_goes_on() -> None:
    """In an era without a mission the next turn begins."""
    rules = new_rules(**QUIET)
    state = new_state(rules)

    end_turn(state, rules)

    assert choices(state, rules)
    assert (state.phase, state.turn, state.active, state.n_completed) == (ACTION, 2, 1, 0)


# -- What becomes active next --------------------------------------------------------------------------------------


def test_L_MIS_4_a_completed_mission_is_replaced() -> None:
    """One of two active missions is completed: a hidden one becomes active, before the rewards."""
    rules = new_rules()
    state = at_completion(rules, hidden=3)
    other = add_mission(rules, "energy_added")
    put_mission(state, other, era=6)

    assert (state.n_active, state.n_hidden) == (2, 3)
    turn.play_mission_phase(state, rules)

    assert (state.n_active, state.n_hidden, state.phase) == (2, 2, REWARD)
    assert sum(state.mission_status[mission] == MISSION_ACTIVE for mission in range(3)) == 1


def test_L_MIS_4_fewer_when_no_hidden_ones_remain() -> None:
    """With no hidden mission one stays active; with one hidden and none active, that one is."""
    rules = new_rules()
    none_hidden = new_state(rules)
    put_mission(none_hidden, 0, era=2)
    one_hidden = new_state(rules)
    put_mission(one_hidden, 0, era=2, active=False)

    missions.activate_missions(none_hidden, rules)
    missions.activate_missions(one_hidden, rules)

    assert (none_hidden.n_active, none_hidden.n_hidden) == (1, 0)
    assert (one_hidden.n_active, one_hidden.n_hidden) == (1, 0)
    assert one_hidden.mission_status[0] == MISSION_ACTIVE


def test_L_MIS_4_the_number_of_active_missions_is_a_parameter() -> None:
    """active_missions=3: three of four hidden ones become active."""
    rules = new_rules(active_missions=3)
    state = new_state(rules)
    for mission in range(4):
        put_mission(state, mission, era=mission, active=False)

    missions.activate_missions(state, rules)

    assert (state.n_active, state.n_hidden) == (3, 1)


def test_L_MIS_4_the_next_is_drawn_at_random_among_the_hidden() -> None:
    """Hidden missions in eras 0, 2, 5 and 6, an active one in 3: each hidden one alike, also at a later draw."""
    rules = new_rules()

    def drawn(key: int, n_activations: int) -> int:
        state = new_state(rules, key=key, foo=1, n_activations=n_activations)
        put_mission(state, 4, era=3)
        for mission, era in enumerate((0, 2, 5, 6)):
            put_mission(state, mission, era, active=False)
        missions.activate_missions(state, rules)
        assert state.mission_status[4] == MISSION_ACTIVE
        return next(era for era in (0, 2, 5, 6) if state.mission_status[state.mission_at[era]] == MISSION_ACTIVE)

    check_uniform(sample(lambda key: drawn(key, 2), 400), (0, 2, 5, 6))
    check_uniform(
        sample(lambda key: (drawn(key, 2), drawn(key, 3)), 400), [(a, b) for a in (0, 2, 5, 6) for b in (0, 2, 5, 6)]
    )


@pytest.mark.parametrize(("foo", "era"), [(0, 2), (1, 2), (2, 5), (4, 5), (5, 2), (6, 2)])
def test_L_MIS_4_next_mission_clockwise(foo: int, era: int) -> None:
    """next_mission=clockwise, hidden missions in eras 2 and 5: the first clockwise of Foo's, his own era last."""
    rules = new_rules(next_mission="clockwise")
    state = new_state(rules, foo=foo)
    put_mission(state, 4, era=3)
    put_mission(state, 0, era=2, active=False)
    put_mission(state, 1, era=5, active=False)

    missions.activate_missions(state, rules)

    active = [at for at in (2, 5) if state.mission_status[state.mission_at[at]] == MISSION_ACTIVE]
    assert active == [era]


def test_L_MIS_4_clockwise_foos_own_era_comes_last() -> None:
    """The only hidden mission lies in Foo's era: it becomes active."""
    rules = new_rules(next_mission="clockwise")
    state = new_state(rules, foo=4)
    put_mission(state, 0, era=4, active=False)

    missions.activate_missions(state, rules)

    assert state.mission_status[0] == MISSION_ACTIVE


def test_L_MIS_4_what_was_hidden_gains_from_now_on() -> None:
    """A mission turned face up has no progress yet, and gains by the next event."""
    rules = new_rules()
    mission = add_mission(rules, "energy_added", slots=5)
    state = new_state(rules)
    put_mission(state, mission, era=2, active=False)
    add_energy(state, rules, 0, 2)
    assert state.mission_status[mission] == MISSION_HIDDEN

    missions.activate_mission(state, 2)
    assert state.progress[mission] == 0
    add_energy(state, rules, 0, 1)

    assert state.progress[mission] == 1
