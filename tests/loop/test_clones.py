"""Clones pushed, pulled, carried and destroyed: L-ACT-6, L-ACT-7 and the effects of L-EFF-1 on clones."""

import pytest
from loop.one_card import DONE, first_stage, stage, with_card
from loop.positions import (
    add_mission,
    choices,
    choose,
    fill_bag,
    new_rules,
    new_state,
    put_clones,
    put_mission,
    supa_of,
    use_card,
)

from sim.games.loop.clones import PUSHED, destroy_clone, move_clone, place_clone, spawn_clones
from sim.games.loop.terms import IN_BAG, OUT_OF_GAME, SKIP, STAGE


def heading_for(rules, *paradoxes):
    """Return one clone token for each paradox era, all different."""
    found = []
    for paradox in paradoxes:
        found.append(
            next(
                token for token in range(rules.n_tokens) if rules.token_paradox[token] == paradox and token not in found
            )
        )
    return found


# -- push --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("to", [2, 4])
def test_L_ACT_6_a_push_leads_next_door(to):
    """A clone goes from the agent's era to an adjacent one; the agent stays."""
    state, rules = with_card("push(1, 1)")
    (token,) = heading_for(rules, 0)
    put_clones(state, token, era=3)

    assert first_stage(state, rules) == [token, SKIP]
    assert use_card(state, rules, 0, token) == stage(2, 4)
    choose(state, rules, STAGE, to)
    assert choices(state, rules)[0] == DONE
    assert state.token_era[token] == to
    assert state.n_clones.tolist() == [int(era == to) for era in range(7)]
    assert state.agent_era[0] == 3


def test_L_ACT_6_only_clones_of_the_agents_era_are_pushed():
    """A clone next door cannot be pushed, nor one in the ally's era."""
    state, rules = with_card("push(3, 1)")
    near, here, far = heading_for(rules, 0, 1, 1)
    put_clones(state, near, era=2)
    put_clones(state, here, era=3)
    put_clones(state, far, era=6)

    assert first_stage(state, rules) == [here, SKIP]


def test_L_EFF_1_push_up_to_steps_with_a_free_direction_at_each():
    """push(1, 3): after the first step on, back, or no further; after the third it is over."""
    state, rules = with_card("push(1, 3)")
    (token,) = heading_for(rules, 0)
    put_clones(state, token, era=3)

    assert use_card(state, rules, 0, token, 4) == stage(3, 5, SKIP)
    choose(state, rules, STAGE, 3)
    assert choices(state, rules) == stage(2, 4, SKIP)
    choose(state, rules, STAGE, 2)
    assert choices(state, rules)[0] == DONE
    assert state.token_era[token] == 2


def test_L_EFF_1_a_push_may_stop_early():
    """One step of three is enough; the next clone may then be pushed."""
    state, rules = with_card("push(2, 3)")
    first, second = sorted(heading_for(rules, 0, 1))
    put_clones(state, first, second, era=3)

    assert use_card(state, rules, 0, first, 4, SKIP) == stage(second, SKIP)
    choose(state, rules, STAGE, SKIP)
    assert choices(state, rules)[0] == DONE
    assert state.token_era[[first, second]].tolist() == [4, 3]


def test_L_EFF_1_push_up_to_n_different_clones():
    """push(2, 2): two clones of three, each its own way; one that is back in the era is not pushed again."""
    state, rules = with_card("push(2, 2)")
    first, second, third = sorted(heading_for(rules, 0, 1, 1))
    put_clones(state, first, second, third, era=3)

    assert use_card(state, rules, 0, second, 4, 3) == stage(first, third, SKIP)
    choose(state, rules, STAGE, third)
    choose(state, rules, STAGE, 2)
    choose(state, rules, STAGE, SKIP)
    assert choices(state, rules)[0] == DONE  # two are two
    assert state.token_era[[first, second, third]].tolist() == [3, 3, 2]


def test_L_EFF_1_push_nobody():
    """Zero is a number of clones too."""
    state, rules = with_card("push(2, 2)")
    (token,) = heading_for(rules, 4)
    put_clones(state, token, era=3)

    assert use_card(state, rules, 0, SKIP)[0] == DONE
    assert state.token_era[token] == 3


def test_L_EFF_1_a_push_through_the_paradox_era_ends_there():
    """A clone dies in the first era entered that is its paradox era; the steps left are lost, the next clone is not."""
    state, rules = with_card("push(2, 3)")
    mortal, other = heading_for(rules, 4, 0)
    put_clones(state, mortal, other, era=3)

    assert use_card(state, rules, 0, mortal, 4) == stage(other, SKIP)
    assert state.token_era[mortal] == OUT_OF_GAME
    assert state.n_clones.tolist() == [0, 0, 0, 1, 0, 0, 0]
    assert state.n_clones_destroyed == 1


def test_L_EFF_1_a_push_dies_at_the_second_step():
    """Two eras away lies the paradox era: the second step enters it."""
    state, rules = with_card("push(1, 3)")
    (token,) = heading_for(rules, 5)
    put_clones(state, token, era=3)

    assert use_card(state, rules, 0, token, 4, 5)[0] == DONE
    assert state.token_era[token] == OUT_OF_GAME


# -- pull --------------------------------------------------------------------------------------------------------------


def test_L_ACT_6_a_pull_brings_a_clone_from_next_door():
    """pull(1): a clone of either adjacent era comes to the agent's; those further away cannot."""
    state, rules = with_card("pull(1)")
    before, after, far = heading_for(rules, 0, 1, 1)
    put_clones(state, before, era=2)
    put_clones(state, after, era=4)
    put_clones(state, far, era=5)

    assert first_stage(state, rules) == [before, after, SKIP]
    assert use_card(state, rules, 0, after)[0] == DONE
    assert state.token_era[[before, after, far]].tolist() == [2, 3, 5]
    assert state.n_clones.tolist() == [0, 0, 1, 1, 0, 1, 0]


def test_L_EFF_1_pull_up_to_n():
    """pull(2) of three: one, then another or no more; the third stays."""
    state, rules = with_card("pull(2)")
    a, b, c = sorted(heading_for(rules, 0, 1, 1))
    put_clones(state, a, b, era=2)
    put_clones(state, c, era=4)

    assert use_card(state, rules, 0, b) == stage(a, c, SKIP)
    choose(state, rules, STAGE, c)
    assert choices(state, rules)[0] == DONE
    assert state.token_era[[a, b, c]].tolist() == [2, 3, 3]


@pytest.mark.parametrize("picks", [(SKIP,), ("token", SKIP)])
def test_L_EFF_1_pull_fewer_than_n(picks):
    """None, or one of two."""
    state, rules = with_card("pull(2)")
    token, other = heading_for(rules, 0, 1)
    put_clones(state, token, other, era=2)
    use_card(state, rules, 0, *(token if pick == "token" else pick for pick in picks))

    assert state.n_clones[2] == 3 - len(picks)


def test_L_ACT_7_a_pull_into_the_paradox_era_destroys():
    """The agent's era is entered, so a clone whose paradox era it is dies there."""
    state, rules = with_card("pull(2)")
    mortal, other = heading_for(rules, 3, 0)
    put_clones(state, mortal, other, era=2)

    assert use_card(state, rules, 0, mortal) == stage(other, SKIP)
    assert state.token_era[mortal] == OUT_OF_GAME


# -- carry -------------------------------------------------------------------------------------------------------------


def test_L_ACT_6_carried_clones_move_along():
    """carry(1, 2): the clone chosen goes with the agent at both steps; the others stay."""
    state, rules = with_card("carry(1, 2)")
    taken, left = sorted(heading_for(rules, 0, 1))
    put_clones(state, taken, left, era=3)

    assert first_stage(state, rules) == [taken, left, SKIP]
    assert use_card(state, rules, 0, taken) == stage(2, 4, SKIP)
    choose(state, rules, STAGE, 4)
    assert state.token_era[taken] == 4
    assert choices(state, rules) == stage(3, 5, SKIP)
    choose(state, rules, STAGE, 5)
    assert choices(state, rules)[0] == DONE
    assert state.token_era[[taken, left]].tolist() == [5, 3]
    assert state.agent_era[0] == 5


def test_L_EFF_1_clones_are_chosen_at_the_start():
    """carry(2, 2): up to two clones of the agent's era, chosen before the first step; none joins on the way."""
    state, rules = with_card("carry(2, 2)")
    a, b, c = sorted(heading_for(rules, 0, 0, 1))
    on_the_way = heading_for(rules, 2)[0]
    put_clones(state, a, b, c, era=3)
    put_clones(state, on_the_way, era=4)

    assert use_card(state, rules, 0, c) == stage(a, b, SKIP)
    choose(state, rules, STAGE, a)
    assert choices(state, rules) == stage(2, 4, SKIP)
    choose(state, rules, STAGE, 4)
    choose(state, rules, STAGE, 5)
    assert choices(state, rules)[0] == DONE
    assert state.token_era[[a, b, c, on_the_way]].tolist() == [5, 3, 5, 4]


def test_L_EFF_1_carry_fewer_than_n():
    """After one clone of two the agent may set out, and may stop after one step."""
    state, rules = with_card("carry(2, 2)")
    a, b = sorted(heading_for(rules, 0, 1))
    put_clones(state, a, b, era=3)

    assert use_card(state, rules, 0, a, SKIP) == stage(2, 4, SKIP)
    choose(state, rules, STAGE, 4)
    choose(state, rules, STAGE, SKIP)
    assert choices(state, rules)[0] == DONE
    assert state.token_era[[a, b]].tolist() == [4, 3]
    assert state.agent_era[0] == 4


def test_L_EFF_1_carry_no_step():
    """Zero steps: the clone is chosen and stays where it is, with the agent."""
    state, rules = with_card("carry(1, 2)")
    (token,) = heading_for(rules, 4)
    put_clones(state, token, era=3)

    assert use_card(state, rules, 0, token, SKIP)[0] == DONE
    assert (state.token_era[token], state.agent_era[0]) == (3, 3)


def test_L_EFF_1_carry_nobody_though_there_are_clones():
    """Zero clones: the agent goes alone, all steps there are."""
    state, rules = with_card("carry(1, 2)")
    (token,) = heading_for(rules, 0)
    put_clones(state, token, era=3)

    assert use_card(state, rules, 0, SKIP) == stage(2, 4, SKIP)
    choose(state, rules, STAGE, 2)
    choose(state, rules, STAGE, 1)
    assert choices(state, rules)[0] == DONE
    assert (state.token_era[token], state.agent_era[0]) == (3, 1)


@pytest.mark.parametrize(("steps", "era"), [((2, 1), 1), ((2, SKIP), 2), ((SKIP,), 3)])
def test_L_EFF_1_carry_where_no_clone_is(steps, era):
    """Without a clone to carry it is a move of up to as many steps."""
    state, rules = with_card("carry(2, 2)")
    assert first_stage(state, rules) == [2, 4, SKIP]

    assert use_card(state, rules, 0, *steps)[0] == DONE
    assert state.agent_era[0] == era


def test_L_EFF_1_a_clone_that_dies_on_the_way_is_carried_no_further():
    """Its paradox era entered, the clone is gone, and the other one goes on with the agent."""
    state, rules = with_card("carry(2, 3)")
    mortal, other = heading_for(rules, 4, 0)
    put_clones(state, mortal, other, era=3)
    use_card(state, rules, 0, mortal, other, 4)
    assert state.token_era[[mortal, other]].tolist() == [OUT_OF_GAME, 4]

    choose(state, rules, STAGE, 5)
    choose(state, rules, STAGE, 6)
    assert choices(state, rules)[0] == DONE
    assert state.token_era[[mortal, other]].tolist() == [OUT_OF_GAME, 6]
    assert state.agent_era[0] == 6
    assert state.n_clones.tolist() == [0, 0, 0, 0, 0, 0, 1]


def test_L_EFF_1_a_dead_clone_that_comes_back_is_not_carried_on():
    """Where dead clones return: dead on the way and drawn again on the same way, a clone is carried no further."""
    rules = new_rules("supa_sayan_clones", destroyed_clones_return=True)
    state, rules = with_card("carry(2, 3)", rules=rules)
    supa = supa_of(rules, 5)
    (mortal,) = heading_for(rules, 4)
    put_clones(state, supa, mortal, era=3)
    state.supa_left = 1
    use_card(state, rules, 0, mortal, supa, 4)
    assert state.token_era[[mortal, supa]].tolist() == [IN_BAG, 4]

    choose(state, rules, STAGE, 5)  # the supa clone dies and the one clone of the bag comes
    assert state.token_era[[mortal, supa]].tolist() == [5, OUT_OF_GAME]
    choose(state, rules, STAGE, 6)
    assert choices(state, rules)[0] == DONE
    assert state.token_era[mortal] == 5


# -- banish ------------------------------------------------------------------------------------------------------------


def test_L_EFF_1_banish_whatever_the_paradox_era():
    """banish(2): up to two clones of the agent's era die there, none of them at home."""
    state, rules = with_card("banish(2)")
    a, b, c = sorted(heading_for(rules, 0, 1, 1))
    near = heading_for(rules, 2)[0]
    put_clones(state, a, b, c, era=3)
    put_clones(state, near, era=4)
    assert first_stage(state, rules) == [a, b, c, SKIP]

    assert use_card(state, rules, 0, b) == stage(a, c, SKIP)
    choose(state, rules, STAGE, c)
    assert choices(state, rules)[0] == DONE
    assert state.token_era[[a, b, c, near]].tolist() == [3, OUT_OF_GAME, OUT_OF_GAME, 4]
    assert state.n_clones_destroyed == 2


@pytest.mark.parametrize(("picks", "dead"), [((SKIP,), 0), (("token", SKIP), 1)])
def test_L_EFF_1_banish_fewer_than_n(picks, dead):
    """None, or one of two."""
    state, rules = with_card("banish(2)")
    token, other = heading_for(rules, 0, 1)
    put_clones(state, token, other, era=3)
    use_card(state, rules, 0, *(token if pick == "token" else pick for pick in picks))

    assert state.n_clones_destroyed == dead


def test_L_EFF_1_banish_is_a_death_and_no_move():
    """It counts as clone_destroyed in the agent's era, and as no clone_moved."""
    rules = new_rules()
    died, moved = add_mission(rules, "clone_destroyed", "mission_era"), add_mission(rules, "clone_moved")
    state, rules = with_card("banish(1)", rules=rules)
    (token,) = heading_for(rules, 0)
    put_mission(state, died, era=3)
    put_mission(state, moved, era=0)
    put_clones(state, token, era=3)
    use_card(state, rules, 0, token)

    assert state.progress[[died, moved]].tolist() == [1, 0]


# -- events ------------------------------------------------------------------------------------------------------------


def with_missions(*effects):
    """Return a position with missions for clones moved (all, into era 4, different ones) and destroyed (by era)."""
    rules = new_rules()
    missions = [
        add_mission(rules, "clone_moved", slots=9),
        add_mission(rules, "clone_moved", "mission_era"),
        add_mission(rules, "clone_moved", distinct="clone"),
        add_mission(rules, "clone_destroyed", distinct="era"),
    ]
    state, rules = with_card(*effects, rules=rules)
    for mission, era in zip(missions, (0, 4, 1, 2), strict=True):
        put_mission(state, mission, era=era)
    return state, rules, missions


def test_L_ACT_6_every_era_entered_is_a_clone_moved():
    """A push of three steps there and back is three moves of one clone, two of them into era 4."""
    state, rules, missions = with_missions("push(1, 3)")
    (token,) = heading_for(rules, 0)
    put_clones(state, token, era=3)
    use_card(state, rules, 0, token, 4, 3, 4)

    assert state.progress[missions].tolist() == [3, 2, 1, 0]


def test_L_ACT_6_pulls_and_carries_are_clones_moved():
    """A pull is one move into the agent's era; a carry of two clones over two eras is four."""
    state, rules, missions = with_missions("pull(1)", "carry(2, 2)")
    here, near = heading_for(rules, 0, 1)
    put_clones(state, here, era=3)
    put_clones(state, near, era=2)
    use_card(state, rules, 0, near, here, near, 4, 5)

    assert state.progress[missions].tolist() == [5, 2, 2, 0]


def test_L_ACT_7_a_death_counts_where_it_happens():
    """The clone that enters its paradox era has moved there and is destroyed there."""
    state, rules, missions = with_missions("push(1, 3)")
    (token,) = heading_for(rules, 4)
    put_clones(state, token, era=3)
    use_card(state, rules, 0, token, 4)

    assert state.progress[missions].tolist() == [1, 1, 1, 1]
    assert state.recorded[missions[3]] == 1 << 4


# -- death and return --------------------------------------------------------------------------------------------------


def test_L_ACT_7_a_destroyed_clone_leaves_the_game():
    """It is in no era and not in the bag."""
    rules = new_rules()
    state = new_state(rules)
    token, bagged = heading_for(rules, 4, 0)
    put_clones(state, token, era=3)
    fill_bag(state, bagged)
    move_clone(state, rules, token, 4, PUSHED)

    assert state.token_era[token] == OUT_OF_GAME
    assert state.n_clones.sum() == 0
    assert state.n_bag == 1


def test_L_ACT_7_destroyed_clones_return():
    """Where the house says so it goes back into the bag, which is shuffled anew: it may be the next one drawn."""
    rules = new_rules(destroyed_clones_return=True)
    drawn = set()
    for key in range(30):
        state = new_state(rules, key=key)
        token, bagged = heading_for(rules, 4, 0)
        put_clones(state, token, era=3)
        fill_bag(state, bagged)
        move_clone(state, rules, token, 4, PUSHED)
        assert state.n_clones.sum() == 0
        assert sorted(state.bag[: state.n_bag].tolist()) == sorted([token, bagged])
        assert state.token_era[[token, bagged]].tolist() == [IN_BAG, IN_BAG]

        spawn_clones(state, rules, 1)
        drawn |= {clone for clone in (token, bagged) if state.token_era[clone] == rules.token_arrival[clone]}
    assert drawn == {token, bagged}


def test_L_ACT_7_returning_clones_keep_the_bag_whole():
    """A clone that goes back into a bag from which some were drawn comes to those that are left, and no other."""
    rules = new_rules(destroyed_clones_return=True)
    state = new_state(rules)
    fill_bag(state, *range(10))
    spawn_clones(state, rules, 4)
    left = {token for token in range(10) if state.token_era[token] == IN_BAG}
    out = next(token for token in range(10) if token not in left)
    destroy_clone(state, rules, out)

    assert len(left) == 6
    assert set(state.bag[state.bag_drawn : state.bag_drawn + state.n_bag].tolist()) == left | {out}


def test_L_ACT_7_supa_clones_never_return():
    """A supa clone is never in the bag, not even where destroyed clones go back."""
    rules = new_rules("supa_sayan_clones", destroyed_clones_return=True)
    state = new_state(rules, supa_left=1)
    supa = supa_of(rules, 4)
    put_clones(state, supa, era=3)
    move_clone(state, rules, supa, 4, PUSHED)

    assert state.token_era[supa] == OUT_OF_GAME
    assert state.n_bag == 0


def test_L_ACT_7_put_into_the_paradox_era():
    """A clone that is put there dies at once as well; anywhere else it stands."""
    rules = new_rules()
    state = new_state(rules)
    token, other = heading_for(rules, 4, 5)
    place_clone(state, rules, token, 4)
    place_clone(state, rules, other, 4)

    assert state.token_era[[token, other]].tolist() == [OUT_OF_GAME, 4]
    assert state.n_clones.tolist() == [0, 0, 0, 0, 1, 0, 0]
