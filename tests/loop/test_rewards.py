"""L-MIS-3: the attendance reward."""

from __future__ import annotations

import pytest
from loop.positions import (
    add_mission,
    choices,
    choose,
    destroyed_pile,
    draw_pile,
    fill_destroyed,
    fill_hq,
    new_rules,
    new_state,
    put_draw_pile,
    put_mission,
    told,
)

from sim.games.loop import turn
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import ACTION, MISSION, NONE, REWARD, TAKE_REWARD

QUIET = {"base_rifts": 0, "rifts_per_clone": 0, "revealed_each_turn": 0}  # the next Foo phase changes nothing
THREE = ("mr_time", "v_girl", "time_prowler")


def at_completion(rules: Rules, active: int = 0) -> State:
    """Return a position in phase IV in which the active agent, in era 0, completes a mission."""
    state = new_state(rules, phase=MISSION, active=active)
    put_mission(state, add_mission(rules, "energy_added", slots=1), era=0, progress=1)
    return state


def test_L_MIS_3_one_artifact_each_from_the_active_agent_on_and_the_last_is_destroyed() -> None:
    """Three agents, seat 1 active: 4 cards; seats 1, 2, 0 take one each onto their piles; the fourth is destroyed."""
    rules = new_rules(agents=THREE)
    state = at_completion(rules, active=1)
    fill_hq(state, 40, 41, 42, 43)
    put_draw_pile(state, 2, 7)
    left = [40, 41, 42, 43]
    for taken, seat in zip((42, 40, 43), (1, 2, 0), strict=True):
        assert sorted(choices(state, rules)) == [(TAKE_REWARD, card) for card in left]
        choose(state, rules, TAKE_REWARD, taken)
        left.remove(taken)
        assert draw_pile(state, seat)[0] == taken

    assert draw_pile(state, 2) == [40, 7]
    assert state.n_known[:3].tolist() == [1, 1, 1]  # face down, but everybody saw which it was
    assert told(turn.finish_rewards, state) == [("artifact_destroyed", {"card": 41})]
    assert destroyed_pile(state) == [41]
    assert state.n_hq == 0


@pytest.mark.parametrize(("agents", "cards"), [(THREE[:2], 3), (THREE, 4), ((*THREE, "cztwyzzek"), 5)])
def test_L_MIS_3_agents_and_one_more_cards(agents: tuple[str, ...], cards: int) -> None:
    """2, 3, 4 agents: 3, 4, 5 cards are drawn from the HQ deck."""
    rules = new_rules(agents=agents)
    state = at_completion(rules)
    fill_hq(state, *range(40, 60))

    assert len(choices(state, rules)) == cards

    assert state.phase == REWARD
    assert state.n_hq == 20 - cards


@pytest.mark.parametrize(("extra", "cards", "destroyed"), [(0, 2, 0), (3, 5, 3)])
def test_L_MIS_3_the_cards_beyond_one_an_agent_are_a_parameter(extra: int, cards: int, destroyed: int) -> None:
    """extra_rewards=0: as many cards as agents, none is destroyed; 3: five for two agents, three are."""
    rules = new_rules(extra_rewards=extra, **QUIET)
    state = at_completion(rules)
    fill_hq(state, *range(40, 60))

    assert len(choices(state, rules)) == cards
    for _ in range(2):
        choose(state, rules, *choices(state, rules)[0])
    turn.finish_rewards(state)

    assert state.n_destroyed == destroyed


def test_L_MIS_3_the_deck_is_refilled() -> None:
    """One card in the deck, two on the destroyed pile, two agents: the three cards are those."""
    rules = new_rules()
    state = at_completion(rules)
    fill_hq(state, 40)
    fill_destroyed(state, 50, 51)

    assert sorted(choices(state, rules)) == [(TAKE_REWARD, 40), (TAKE_REWARD, 50), (TAKE_REWARD, 51)]

    assert (state.n_hq, state.n_destroyed) == (0, 0)


def test_L_MIS_3_still_short_agents_take_in_order_while_cards_last() -> None:
    """Three agents, two cards, seat 2 active: seats 2 and 0 get one, seat 1 none, and none is destroyed."""
    rules = new_rules(agents=THREE, **QUIET)
    state = at_completion(rules, active=2)
    fill_hq(state, 40)
    fill_destroyed(state, 41)

    choose(state, rules, TAKE_REWARD, 41)
    choose(state, rules, TAKE_REWARD, 40)

    assert [draw_pile(state, seat) for seat in range(3)] == [[40], [], [41]]
    choices(state, rules)
    assert (state.phase, state.turn) == (ACTION, 2)
    assert state.n_destroyed == 0


def test_L_MIS_3_exactly_one_card_for_each_agent() -> None:
    """Two agents, two cards: each takes one, none is left to be destroyed."""
    rules = new_rules(**QUIET)
    state = at_completion(rules)
    fill_hq(state, 40, 41)

    choose(state, rules, TAKE_REWARD, 40)
    assert choices(state, rules) == [(TAKE_REWARD, 41)]
    choose(state, rules, TAKE_REWARD, 41)
    choices(state, rules)

    assert state.phase == ACTION
    assert destroyed_pile(state) == []


def test_L_MIS_3_no_card_at_all() -> None:
    """HQ deck and destroyed pile empty: nobody is asked, the next turn begins."""
    rules = new_rules(**QUIET)
    state = at_completion(rules)

    choices(state, rules)

    assert (state.phase, state.turn, state.n_completed) == (ACTION, 2, 1)


def test_L_MIS_3_the_reward_can_be_drawn_in_this_turns_refresh() -> None:
    """The active agent's empty hand is filled from the pile: the reward comes first."""
    rules = new_rules(**QUIET)
    state = at_completion(rules)
    fill_hq(state, 40, 41, 42)
    put_draw_pile(state, 0, 7, 8, 9)

    choose(state, rules, TAKE_REWARD, 41)
    choose(state, rules, TAKE_REWARD, 40)
    choices(state, rules)

    assert state.hand[0, :3].tolist() == [41, 7, 8]
    assert destroyed_pile(state) == [42]


def test_L_MIS_3_at_set_up_the_first_listed_takes_first() -> None:
    """With nobody active (set-up) seat 0 takes, then seat 1; afterwards come the opening hands."""
    rules = new_rules()
    state = new_state(rules, phase=REWARD, turn=0, active=NONE, n_reward=3, reward=[40, 41, 42])

    choose(state, rules, TAKE_REWARD, 42)
    assert [draw_pile(state, seat) for seat in (0, 1)] == [[42], []]
    choose(state, rules, TAKE_REWARD, 40)
    assert [draw_pile(state, seat) for seat in (0, 1)] == [[42], [40]]


def test_L_MIS_3_rewards_are_remembered_as_taken() -> None:
    """Cards 40 and 77 are taken: bits 40 and 77 - 63 = 14 of the two words; the destroyed one is not."""
    rules = new_rules(**QUIET)
    state = at_completion(rules)
    fill_hq(state, 40, 77, 50)

    choose(state, rules, TAKE_REWARD, 40)
    choose(state, rules, TAKE_REWARD, 77)

    assert state.taken.tolist() == [1 << 40, 1 << 14]
