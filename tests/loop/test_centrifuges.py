"""L.A.S.E.R. Centrifuges, L-SCN-4."""

import pytest
from loop.positions import (
    add_card,
    add_mission,
    choices,
    choose,
    laid_out,
    new_rules,
    new_state,
    pass_turn,
    put_clones,
    put_hand,
    put_mission,
    token_of,
    values,
)

from sim.games.loop.foo import play_foo_phase
from sim.games.loop.machina import fling_agents
from sim.games.loop.terms import (
    CENTRIFUGE,
    FREE_MOVE,
    LOOP,
    MISSION_ACTIVE,
    MISSIONS_COMPLETED,
    PAID_MOVE,
    RUNNING,
    STAR,
)

LEVELS = ("month", "year", "eternity")
SCENARIOS = ("sabotage", "supa_sayan_clones", "ultramachina", "laser_centrifuges")


def test_L_SCN_4_three_centrifuges_without_active_missions():
    """They stand in three different eras whose missions are hidden, any of the five."""
    rules = new_rules("laser_centrifuges")
    seen = set()
    for index in range(20):
        state = laid_out(rules, index)
        eras = [era for era in range(7) if state.centrifuge[era]]
        assert len(eras) == 3
        assert not any(state.mission_status[state.mission_at[era]] == MISSION_ACTIVE for era in eras)
        seen.add(tuple(eras))

    assert {era for eras in seen for era in eras} == set(range(7))


@pytest.mark.parametrize("scenario", SCENARIOS[:3])
def test_L_SCN_4_no_centrifuges_elsewhere(scenario):
    """No other scenario has them."""
    assert not laid_out(new_rules(scenario)).centrifuge.any()


def test_L_SCN_4_a_loop_costs_one_more():
    """In a centrifuge's era the first LOOP costs two, the second three; next door one and two."""
    rules = new_rules("laser_centrifuges")
    card = add_card(rules, "star", "energy(1, here)")
    state = new_state(rules, centrifuge=[1], energy=[4, 1])
    put_hand(state, 0, card)
    choose(state, rules, LOOP, STAR)
    assert state.energy[0] == 2
    assert values(choices(state, rules), LOOP) == []

    state.loops = 0
    choose(state, rules, FREE_MOVE, 1)
    choose(state, rules, LOOP, STAR)
    assert state.energy.tolist() == [2, 0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(("era", "flung"), [(2, 3), (1, 2), (3, 4), (0, 0), (4, 4)])
def test_L_SCN_4_agents_near_are_flung_one_era_clockwise(era, flung):
    """When Foo enters a centrifuge's era, agents there or next door go one era clockwise; others stay."""
    rules = new_rules("laser_centrifuges")
    state = new_state(rules, foo=2, centrifuge=[0, 0, 1], agent_era=[era, 5])
    fling_agents(state)

    assert state.agent_era[:2].tolist() == [flung, 5]


def test_L_SCN_4_all_at_once():
    """Four agents in a row: those near Foo move one era each, nobody twice, and no clone comes along."""
    rules = new_rules("laser_centrifuges", agents=("cztwyzzek", "v_girl", "mr_time", "time_prowler"), abilities=True)
    tokens = [token_of(rules, 6, 2), token_of(rules, 0, 3)]
    state = new_state(rules, foo=0, centrifuge=[1], agent_era=[6, 0, 1, 2])
    put_clones(state, tokens[0], era=6)
    put_clones(state, tokens[1], era=0)
    fling_agents(state)

    assert state.agent_era.tolist() == [0, 1, 2, 2]
    assert state.token_era[tokens].tolist() == [6, 0]


def test_L_SCN_4_no_centrifuge_no_flinging():
    """Where Foo enters an era without a centrifuge nobody moves, wherever else one stands."""
    rules = new_rules("laser_centrifuges")
    state = new_state(rules, foo=2, centrifuge=[0, 1, 0, 1], agent_era=[2, 3])
    fling_agents(state)

    assert state.agent_era[:2].tolist() == [2, 3]


def test_L_SCN_4_flung_as_foo_enters():
    """It happens in the Foo phase, before an agent acts."""
    rules = new_rules("laser_centrifuges")
    state = new_state(rules, turn=7, centrifuge=[0, 0, 1], agent_era=[2, 5])
    state.foo_deck[6] = 2
    play_foo_phase(state, rules)

    assert state.foo == 2
    assert state.agent_era[:2].tolist() == [3, 5]


@pytest.mark.parametrize(("difficulty", "price"), list(zip(LEVELS, (2, 3, 4), strict=True)))
def test_L_SCN_4_taking_a_centrifuge_down(difficulty, price):
    """2, 3 or 4 energy of its era take it down, no less; LOOPs there cost the usual price from then on."""
    rules = new_rules("laser_centrifuges", difficulty)
    state = new_state(rules, centrifuge=[1, 1], energy=[price - 1, 9])
    put_hand(state, 0, add_card(rules, "star", "energy(1, here)"))
    assert values(choices(state, rules), CENTRIFUGE) == []

    state.energy[0] = price + 1
    choose(state, rules, CENTRIFUGE)
    assert state.centrifuge.tolist() == [0, 1, 0, 0, 0, 0, 0]
    assert state.energy.tolist() == [1, 9, 0, 0, 0, 0, 0]
    assert state.n_centrifuges_down == 1
    assert values(choices(state, rules), CENTRIFUGE) == []
    choose(state, rules, LOOP, STAR)
    assert state.energy[0] == 0


def test_L_SCN_4_only_where_it_stands():
    """A centrifuge next door cannot be taken down from here."""
    rules = new_rules("laser_centrifuges")
    state = new_state(rules, centrifuge=[0, 1], energy=[9, 9])

    assert values(choices(state, rules), CENTRIFUGE) == []


def test_L_SCN_4_no_win_before_all_three_are_down():
    """The fourth mission does not win while a centrifuge stands; taking the last one down does, at once."""
    rules = new_rules("laser_centrifuges")
    fourth = add_mission(rules, "energy_added", slots=1)
    state = new_state(rules, n_completed=3, n_centrifuges_down=1, energy=[4, 9])
    state.centrifuge[:2] = 1
    put_mission(state, fourth, era=0, progress=1)
    pass_turn(state, rules)
    assert (state.n_completed, state.cause, state.turn) == (4, RUNNING, 2)

    state.active, state.agent_era[0], state.foo = 0, 0, 3
    choose(state, rules, CENTRIFUGE)
    assert state.cause == RUNNING
    choose(state, rules, PAID_MOVE, 1)
    choose(state, rules, CENTRIFUGE)
    assert state.cause == MISSIONS_COMPLETED
    assert choices(state, rules) == []


def test_L_SCN_4_the_last_centrifuge_does_not_win_alone():
    """All three down with three missions completed: play goes on."""
    rules = new_rules("laser_centrifuges")
    state = new_state(rules, n_completed=3, n_centrifuges_down=2, energy=[2], centrifuge=[1])
    choose(state, rules, CENTRIFUGE)

    assert state.n_centrifuges_down == 3
    assert state.cause == RUNNING
