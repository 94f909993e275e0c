"""II. Action phase, L-ACT-5: the agents' special abilities."""

import pytest
from loop.positions import (
    add_card,
    add_mission,
    choices,
    choose,
    new_state,
    pass_turn,
    put_clones,
    put_hand,
    put_mission,
    rules_of,
    token_of,
    use_card,
    values,
)

from sim.games.loop.terms import (
    END_TURN,
    FREE_MOVE,
    LOOP,
    MEGA_VORTEX,
    MEGA_VORTEX_END,
    MEND_RIFT,
    PAID_MOVE,
    RUNNING,
    SKIP,
    STAGE,
    STAR,
    VORTEX,
)


def test_L_ACT_5_time_prowlers_free_move():
    """Her free move goes to any other era; a paid move still goes next door."""
    rules = rules_of("time_prowler")
    state = new_state(rules, agent_era=[2], energy=[0, 0, 1])
    offered = choices(state, rules)

    assert values(offered, FREE_MOVE) == [0, 1, 3, 4, 5, 6]
    assert values(offered, PAID_MOVE) == [1, 3]
    choose(state, rules, FREE_MOVE, 5)
    assert state.agent_era[0] == 5
    assert values(choices(state, rules), FREE_MOVE) == []


@pytest.mark.parametrize("action", [FREE_MOVE, PAID_MOVE])
def test_L_ACT_5_cztwyzzek_carries_one_clone_along(action):
    """On a free and on a paid move one clone of his era may come along, and no more than one."""
    rules = rules_of("cztwyzzek")
    first, second, far = token_of(rules, 0, 3), token_of(rules, 0, 5), token_of(rules, 1, 4)
    state = new_state(rules, agent_era=[0], energy=[1])
    put_clones(state, first, second, era=0)
    put_clones(state, far, era=1)
    choose(state, rules, action, 1)

    assert choices(state, rules) == [(STAGE, first), (STAGE, second), (STAGE, SKIP)]
    choose(state, rules, STAGE, second)
    assert choices(state, rules)[0] == (END_TURN, 0)
    assert state.agent_era[0] == 1
    assert state.token_era[[first, second, far]].tolist() == [0, 1, 1]
    assert state.energy[0] == (1 if action == FREE_MOVE else 0)
    assert state.actions == 1


def test_L_ACT_5_cztwyzzek_may_go_alone():
    """He need not carry anybody, and is asked nothing where no clone stands."""
    rules = rules_of("cztwyzzek")
    token = token_of(rules, 0, 3)
    state = new_state(rules, agent_era=[0], energy=[0, 1])
    put_clones(state, token, era=0)
    choose(state, rules, FREE_MOVE, 1)
    choose(state, rules, STAGE, SKIP)

    assert (state.agent_era[0], state.token_era[token]) == (1, 0)
    choose(state, rules, PAID_MOVE, 2)
    assert choices(state, rules)[0] == (END_TURN, 0)
    assert state.agent_era[0] == 2


def test_L_ACT_5_cztwyzzek_carries_clones_to_their_death():
    """A clone carried along into its paradox era is destroyed at once."""
    rules = rules_of("cztwyzzek")
    token = token_of(rules, 5, 1)
    state = new_state(rules, agent_era=[0])
    put_clones(state, token, era=0)
    choose(state, rules, FREE_MOVE, 1)
    choose(state, rules, STAGE, token)

    assert state.n_clones.sum() == 0
    assert state.n_clones_destroyed == 1


def test_L_ACT_5_cztwyzzeks_card_moves_carry_nobody():
    """A move by a card, his own or an ally's, takes no clone along."""
    rules = rules_of("cztwyzzek")
    caller, walk, ride = (add_card(rules, "star", text) for text in ("use_ally", "move(1)", "move(1)"))
    token = token_of(rules, 0, 3)
    state = new_state(rules, agent_era=[0])
    put_clones(state, token, era=0)
    put_hand(state, 0, walk, caller)
    put_hand(state, 1, ride)

    assert use_card(state, rules, 0, 1)[0] == (END_TURN, 0)
    assert use_card(state, rules, 1, ride, 0)[0] == (END_TURN, 0)
    assert state.agent_era[0] == 0
    assert state.token_era[token] == 0


def test_L_ACT_5_nobody_elses_moves_carry():
    """Cztwyzzek in the team does not help the others: a clone stays where a free move of theirs begins."""
    rules = rules_of("cztwyzzek")
    token = token_of(rules, 0, 3)
    state = new_state(rules, active=1)
    put_clones(state, token, era=0)
    choose(state, rules, FREE_MOVE, 1)

    assert choices(state, rules)[0] == (END_TURN, 0)
    assert state.token_era[token] == 0


def test_L_ACT_5_robofinishers_pushes_go_one_era_further():
    """His push(1, 1) takes a clone up to two eras; whatever the clone, two is the end."""
    rules = rules_of("robofinisher_404")
    token = token_of(rules, 0, 4)
    state = new_state(rules)
    put_clones(state, token, era=0)
    put_hand(state, 0, add_card(rules, "star", "push(1, 1)"))

    assert use_card(state, rules, 0, token, 1) == [(STAGE, 0), (STAGE, 2), (STAGE, SKIP)]
    choose(state, rules, STAGE, 2)
    assert choices(state, rules)[0] == (END_TURN, 0)
    assert state.token_era[token] == 2


def test_L_ACT_5_robofinisher_pushes_further_with_an_allys_card():
    """An ally's card acts as if he had played it: its push goes one era further as well."""
    rules = rules_of("robofinisher_404")
    token = token_of(rules, 0, 4)
    helper = add_card(rules, "star", "push(1, 2)")
    state = new_state(rules)
    put_clones(state, token, era=0)
    put_hand(state, 0, add_card(rules, "star", "use_ally"))
    put_hand(state, 1, helper)

    assert use_card(state, rules, 0, helper, token, 1, 2, 3)[0] == (END_TURN, 0)
    assert state.token_era[token] == 3


def test_L_ACT_5_his_cards_in_other_hands_push_as_printed():
    """Another agent who uses Robofinisher's card pushes as far as it says."""
    rules = rules_of("robofinisher_404")
    token = token_of(rules, 0, 4)
    his = add_card(rules, "star", "push(1, 1)")
    state = new_state(rules, active=1)
    put_clones(state, token, era=0)
    put_hand(state, 1, add_card(rules, "star", "use_ally"))
    put_hand(state, 0, his)

    assert use_card(state, rules, 0, his, token, 1)[0] == (END_TURN, 0)
    assert state.token_era[token] == 1


def test_L_ACT_5_robofinisher_carries_as_printed():
    """Only pushes go further: carry(1, 1) takes a clone one era."""
    rules = rules_of("robofinisher_404")
    token = token_of(rules, 0, 4)
    state = new_state(rules)
    put_clones(state, token, era=0)
    put_hand(state, 0, add_card(rules, "star", "carry(1, 1)"))

    assert use_card(state, rules, 0, token, 1)[0] == (END_TURN, 0)


def test_L_ACT_5_mr_times_first_loop_is_free():
    """It costs nothing, is LOOP number one, and the next costs two."""
    rules = rules_of("mr_time")
    card = add_card(rules, "star", "energy(1, here)")
    state = new_state(rules)
    put_hand(state, 0, exhausted=[card])
    choose(state, rules, LOOP, STAR)

    assert state.ready[card] == 1
    state.energy[0] = 1
    assert values(choices(state, rules), LOOP) == []
    state.energy[0] = 3
    choose(state, rules, LOOP, STAR)
    assert state.energy[0] == 1


def test_L_ACT_5_mr_times_first_loop_takes_no_energy():
    """Energy that lies there stays there, and the free LOOP counts as performed."""
    rules = rules_of("mr_time")
    mission = add_mission(rules, "loop_performed")
    state = new_state(rules, energy=[2])
    put_mission(state, mission, era=4)
    put_hand(state, 0, add_card(rules, "star", "energy(1, here)"))
    choose(state, rules, LOOP, STAR)

    assert state.energy[0] == 2
    assert state.progress[mission] == 1


def test_L_ACT_5_mr_times_first_loop_is_free_at_a_centrifuge_too():
    """Where a centrifuge stands his first LOOP still costs nothing, the second two and one."""
    rules = rules_of("mr_time", scenario="laser_centrifuges")
    state = new_state(rules, centrifuge=[1])
    put_hand(state, 0, add_card(rules, "star", "energy(1, here)"))
    choose(state, rules, LOOP, STAR)
    state.energy[0] = 2
    assert values(choices(state, rules), LOOP) == []

    state.energy[0] = 3
    choose(state, rules, LOOP, STAR)
    assert state.energy[0] == 0


def test_L_ACT_5_nobody_elses_first_loop_is_free():
    """Mr. Time's ability is his own: an ally of his pays."""
    rules = rules_of("mr_time")
    state = new_state(rules, active=1)
    put_hand(state, 1, add_card(rules, "star", "energy(1, here)"))

    assert values(choices(state, rules), LOOP) == []


@pytest.mark.parametrize("kind", [VORTEX, MEGA_VORTEX])
def test_L_ACT_5_v_girl_removes_a_rift_where_a_vortex_is(kind):
    """Once a turn one rift of her era goes, if it has a vortex, mega or not; it is a rift removed."""
    rules = rules_of("v_girl")
    mission = add_mission(rules, "rift_removed", "any")
    state = new_state(rules, agent_era=[4], vortex=[0, 0, 0, 0, kind], rifts=[0, 0, 0, 0, 3])
    put_mission(state, mission, era=2)
    choose(state, rules, MEND_RIFT)

    assert state.rifts[4] == 2
    assert state.progress[mission] == 1
    assert (state.n_abilities, state.n_rifts_removed) == (1, 1)
    assert values(choices(state, rules), MEND_RIFT) == []


@pytest.mark.parametrize("lacking", ["vortex", "rifts", "agent"])
def test_L_ACT_5_v_girl_needs_vortex_and_rift(lacking):
    """No vortex in her era, no rift there, or another agent's turn: nothing to mend."""
    rules = rules_of("v_girl")
    state = new_state(rules, agent_era=[4, 4], vortex=[1, 1, 1, 1, 1, 1, 1], rifts=[1, 1, 1, 1, 1, 1, 1])
    assert values(choices(state, rules), MEND_RIFT) == [0]

    if lacking == "agent":
        state.active = 1
    else:
        state[lacking][4] = 0
    assert values(choices(state, rules), MEND_RIFT) == []


def test_L_ACT_5_abilities_come_back_each_turn():
    """Used up in one turn, V-Girl's ability is there in her next."""
    rules = rules_of("v_girl")
    state = new_state(rules, foo=3, visited=[0, 0, 0, 1], vortex=[VORTEX], rifts=[2])
    choose(state, rules, MEND_RIFT)
    pass_turn(state, rules)
    assert state.active == 1
    state.active = 0

    assert values(choices(state, rules), MEND_RIFT) == [0]


@pytest.mark.parametrize(
    ("agent", "immune", "cause"),
    [("v_girl", True, RUNNING), ("v_girl", False, MEGA_VORTEX_END), ("mr_time", True, MEGA_VORTEX_END)],
)
def test_L_ACT_5_who_may_end_the_turn_at_a_mega_vortex(agent, immune, cause):
    """V-Girl may, unless the house says that she is not exempt; nobody else may."""
    rules = rules_of(agent, difficulty="year", v_girl_mega_immune=immune)
    state = new_state(rules, vortex=[MEGA_VORTEX])
    choose(state, rules, END_TURN)

    assert state.cause == cause
