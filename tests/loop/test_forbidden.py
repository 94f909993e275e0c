"""Restricted play: what is forbidden is on no menu, everything else is as it was; greedy does not reckon with it."""

from __future__ import annotations

import pytest
from loop.positions import (
    add_card,
    add_mission,
    choices,
    choose,
    content,
    hand_of,
    new_rules,
    new_state,
    put_clones,
    put_face_up,
    put_hand,
    put_mission,
    token_of,
    values,
)
from loop.table_talk import PLAYERS, ask, menu_at

from sim.game import SelectionError
from sim.games.loop.terms import (
    ACTION_SIZE,
    END_TURN,
    FREE_MOVE,
    LOOP,
    MEGA_VORTEX,
    MEGA_VORTEX_END,
    MEND_RIFT,
    RUNNING,
    SKIP,
    TAKE_ARTIFACT,
    TAKE_REWARD,
    USE_CARD,
    VORTEX,
)


def number(card: str) -> int:
    """Return a card's number."""
    return content().card_ids.index(card)


# "First Fire" adds two energy here and removes a rift next door; "Amber Sap" is of the same dimension.
FIRE, SAP = number("first_fire"), number("amber_sap")


def greedys(state, rules):
    """Return greedy's choice as (action, value)."""
    return divmod(ask(PLAYERS["greedy"], state, rules, menu_at(state, rules)), ACTION_SIZE)


def actions_of(state, rules):
    """Return the actions on offer, each once."""
    return {action for action, _ in choices(state, rules)}


@pytest.mark.parametrize(
    ("forbid", "offered"), [("none", [0]), ("artifacts", [0]), ("loops", []), ("ability+loops", [])]
)
def test_no_LOOP_is_offered(forbid, offered):
    """With three energy and a spiral card in hand a LOOP of spiral can be had, unless LOOPs are forbidden."""
    rules = new_rules(forbid=forbid)
    state = new_state(rules, energy=[3])
    put_hand(state, 0, exhausted=[FIRE])

    assert values(choices(state, rules), LOOP) == offered


def test_no_free_LOOP_either():
    """Mr. Time's first LOOP of a turn costs nothing; it is forbidden like any other."""
    found = []
    for forbid in ("none", "loops"):
        rules = new_rules(agents=("mr_time", "v_girl"), abilities=True, forbid=forbid)
        state = new_state(rules)
        put_hand(state, 0, exhausted=[FIRE])
        found.append(values(choices(state, rules), LOOP))

    assert found == [[0], []]


def test_greedy_never_asks_for_a_forbidden_LOOP():
    """Where a LOOP is what greedy does, it does something that is on the menu when LOOPs are forbidden."""
    chosen = []
    for forbid in ("none", "loops"):
        rules = new_rules(forbid=forbid)
        state = new_state(rules, energy=[3], foo=0, rifts=[3, 3])
        put_hand(state, 0, exhausted=[FIRE, SAP])
        chosen.append(greedys(state, rules))

    assert chosen[0] == (LOOP, 0)
    assert chosen[1][0] != LOOP


def test_no_artifact_can_be_taken():
    """Two lie face up where the turn ends: only taking none is left, and they stay there."""
    rules = new_rules(forbid="artifacts")
    state = new_state(rules)
    put_face_up(state, 0, FIRE, SAP)
    choose(state, rules, END_TURN)

    assert choices(state, rules) == [(TAKE_ARTIFACT, SKIP)]
    choose(state, rules, TAKE_ARTIFACT, SKIP)
    choices(state, rules)
    assert state.n_face_up[0] == 2


def test_rewards_are_still_given():
    """The attendance reward of Ultramachina's set-up is no taking of an artifact in phase III."""
    rules = new_rules("ultramachina", forbid="artifacts")
    state = new_state(rules, phase=0, n_hq=3, hq=[FIRE, SAP, number("bell_tower")])

    assert {action for action, _ in choices(state, rules)} == {TAKE_REWARD}


def test_greedy_does_not_go_for_what_it_may_not_take():
    """An artifact next door is worth the free move, unless it cannot be taken."""
    chosen = []
    for forbid in ("none", "artifacts"):
        rules = new_rules(forbid=forbid)
        state = new_state(rules, foo=3)
        put_face_up(state, 1, FIRE)
        chosen.append(greedys(state, rules))

    assert chosen == [(FREE_MOVE, 1), (END_TURN, 0)]


def test_nobody_has_an_ability():
    """L-ACT-5: no leap, no passenger, no longer push, no free LOOP, no mending."""
    prowler = new_rules(agents=("time_prowler", "v_girl"), abilities=True, forbid="ability")
    state = new_state(prowler, agent_era=[2])
    assert values(choices(state, prowler), FREE_MOVE) == [1, 3]

    carrier = new_rules(agents=("cztwyzzek", "v_girl"), abilities=True, forbid="ability")
    state = new_state(carrier)
    put_clones(state, token_of(carrier, 0, 3), era=0)
    choose(state, carrier, FREE_MOVE, 1)
    assert choices(state, carrier)[0] == (END_TURN, 0)

    timer = new_rules(agents=("mr_time", "v_girl"), abilities=True, forbid="ability")
    state = new_state(timer)
    put_hand(state, 0, exhausted=[FIRE])
    assert LOOP not in actions_of(state, timer)

    girl = new_rules(agents=("v_girl", "mr_time"), abilities=True, forbid="ability")
    state = new_state(girl, rifts=[2], vortex=[VORTEX], n_vortexes=1)
    assert MEND_RIFT not in actions_of(state, girl)


@pytest.mark.parametrize(("forbid", "cause"), [("none", RUNNING), ("ability", MEGA_VORTEX_END)])
def test_v_girl_is_hurt_by_mega_vortexes_like_others(forbid, cause):
    """L-VTX-7: that they do not hurt her is part of her ability."""
    rules = new_rules(difficulty="year", agents=("v_girl", "mr_time"), abilities=True, forbid=forbid)
    state = new_state(rules, vortex=[MEGA_VORTEX], n_vortexes=1)
    choose(state, rules, END_TURN)

    assert state.cause == cause


def test_a_blank_card_cannot_be_used():
    """It stays in the hand and in its dimension, so a LOOP of spiral is there; its neighbour works as ever."""
    rules = new_rules(forbid="card:first_fire")
    state = new_state(rules, energy=[1], rifts=[1, 1])
    put_hand(state, 0, FIRE, SAP)
    offered = choices(state, rules)

    assert values(offered, USE_CARD) == []
    assert values(offered, USE_CARD + 1) != []
    assert values(offered, LOOP) == [0]
    assert hand_of(state, 0) == [FIRE, SAP]


def test_an_allys_blank_card_cannot_be_used():
    """`use_ally` finds no card where the only ready one is blank."""
    found = []
    for forbid in ("none", "card:first_fire"):
        rules = new_rules(forbid=forbid)
        caller = add_card(rules, "star", "use_ally")
        state = new_state(rules)
        put_hand(state, 0, caller)
        put_hand(state, 1, FIRE)
        found.append(values(choices(state, rules), USE_CARD))

    assert found == [[FIRE, SKIP], []]


def test_greedy_takes_no_blank_artifact():
    """A blank card only fills a hand."""
    chosen = []
    for forbid in ("none", "card:first_fire"):
        rules = new_rules(forbid=forbid)
        state = new_state(rules)
        put_face_up(state, 0, FIRE)
        choose(state, rules, END_TURN)
        choices(state, rules)
        chosen.append(greedys(state, rules))

    assert chosen == [(TAKE_ARTIFACT, FIRE), (TAKE_ARTIFACT, SKIP)]


def test_greedy_sees_no_progress_in_a_blank_card():
    """A mission that counts artifacts used is no reason to ready one that cannot be used."""
    chosen = []
    for forbid in ("none", "card:first_fire"):
        rules = new_rules(forbid=forbid)
        mission = add_mission(rules, "artifact_used", slots=1)
        state = new_state(rules, energy=[2], foo=3)
        put_mission(state, mission, 5)
        put_hand(state, 0, exhausted=[FIRE])
        chosen.append(greedys(state, rules)[0])

    assert chosen[0] == LOOP
    assert chosen[1] != LOOP


@pytest.mark.parametrize("player", ["planner", "clairvoyant"])
def test_who_searches_plays_a_hand_with_a_blank_card(player):
    """The blank card promises nothing, and the other is used: its energy completes a mission."""
    rules = new_rules(forbid="card:first_fire")
    mission = add_mission(rules, "energy_added", slots=1)
    state = new_state(rules, turn=6, visited=[1, 1, 1, 0, 1, 1, 1])
    put_mission(state, mission, 0)
    put_hand(state, 0, FIRE, SAP)

    assert divmod(ask(PLAYERS[player], state, rules, menu_at(state, rules)), ACTION_SIZE)[0] == USE_CARD + 1


def test_an_unknown_card_is_named():
    """With the nearest one there is."""
    with pytest.raises(SelectionError, match=r'^forbid: unknown card "amber_sapp"; did you mean amber_sap\?$'):
        new_rules(forbid="loops+card:amber_sapp")
