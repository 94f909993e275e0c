"""Solo, L-SOL: one common pile, or several hands by the rules of the table."""

from collections import Counter

import pytest
from loop.positions import (
    add_card,
    choices,
    choose,
    discard_pile,
    draw_pile,
    hand_of,
    laid_out,
    new_rules,
    new_state,
    put_discard_pile,
    put_draw_pile,
    put_face_up,
    put_hand,
    use_card,
    values,
)

from sim.games.loop.refresh import refresh
from sim.games.loop.setup import deal_opening_hands
from sim.games.loop.terms import ACTION, END_TURN, GIVE_CARD, NONE, REWARD, SOLO, TAKE_ARTIFACT, TAKE_REWARD, USE_CARD

TEAM = ("mr_time", "v_girl", "cztwyzzek")


def solo_position(n_agents=2, **fields):
    """Return a solo position in which cards are about to be revealed, and starting cards of each agent, six a seat."""
    rules = new_rules(agents=TEAM[:n_agents], solo=True)
    state = new_state(rules, **{"phase": SOLO, "active": NONE, **fields})
    starting = [
        [add_card(rules, "star", "energy(1, here)", owner=int(rules.team[seat])) for _ in range(6)]
        for seat in range(n_agents)
    ]
    return state, rules, starting


def artifacts(rules, n):
    """Add artifacts of nobody's."""
    return [add_card(rules, "spiral", "energy(1, here)", origin=2) for _ in range(n)]


# -- One common pile ---------------------------------------------------------------------------------------------------


def test_L_SOL_1_all_starting_decks_in_one_pile():
    """The pile holds the six starting cards of every agent; there is no other, and nobody has a card."""
    rules = new_rules(agents=TEAM, solo=True)
    state = laid_out(rules)

    owners = Counter(int(rules.card_owner[card]) for card in draw_pile(state, 0))
    assert owners == dict.fromkeys(rules.team[:3].tolist(), 6)
    assert len(set(draw_pile(state, 0))) == 18
    assert state.n_draw.tolist() == [18, 0, 0, 0]
    assert state.n_hand.sum() == 0


def test_L_SOL_1_the_pile_is_shuffled():
    """Each of the two agents' cards is on top about as often (200 playouts)."""
    rules = new_rules(agents=TEAM[:2], solo=True)
    tops = Counter(int(rules.card_owner[draw_pile(laid_out(rules, index), 0)[0]]) for index in range(200))

    # 100 expected, standard deviation 7.1: five of those either way
    assert all(65 <= tops[agent] <= 135 for agent in rules.team[:2].tolist())


def test_L_SOL_1_no_opening_hands():
    """Nobody draws before the first turn; the first cards are revealed after the Foo phase."""
    rules = new_rules(agents=TEAM[:2], solo=True)
    state = laid_out(rules)
    deal_opening_hands(state, rules)
    assert state.n_hand.sum() == 0

    choices(state, rules)
    assert (state.turn, state.foo >= 0) == (1, True)
    assert state.n_hand.max() == 3


def test_L_SOL_1_starting_cards_go_to_their_agents_until_one_has_three():
    """Cards are revealed one at a time from the top; who has three first takes the turn, and no more are revealed."""
    state, rules, (mine, yours) = solo_position()
    pile = [yours[0], mine[0], yours[1], mine[1], yours[2], mine[2]]
    put_draw_pile(state, 0, *pile)
    choices(state, rules)

    assert (hand_of(state, 0), hand_of(state, 1)) == (mine[:2], yours[:3])
    assert (state.active, state.phase) == (1, ACTION)
    assert draw_pile(state, 0) == [mine[2]]
    assert state.ready[[*mine[:2], *yours[:3]]].tolist() == [1] * 5


def test_L_SOL_1_hands_are_kept_from_turn_to_turn():
    """An agent who waits with two cards, one exhausted, needs one more."""
    state, rules, (mine, yours) = solo_position()
    put_hand(state, 0, mine[0], exhausted=[mine[1]])
    put_draw_pile(state, 0, yours[0], mine[2], mine[3])
    choices(state, rules)

    assert hand_of(state, 0) == mine[:3]
    assert state.active == 0
    assert state.ready[mine[:3]].tolist() == [1, 0, 1]
    assert draw_pile(state, 0) == [mine[3]]


def test_L_SOL_1_any_other_card_to_a_hand_of_choice():
    """A card of nobody's is offered to each agent with fewer than three; then revealing goes on."""
    state, rules, (mine, yours, _) = solo_position(3)
    other, another = artifacts(rules, 2)
    put_draw_pile(state, 0, mine[0], other, another, yours[0], yours[1])

    assert choices(state, rules) == [(GIVE_CARD, 0), (GIVE_CARD, 1), (GIVE_CARD, 2)]
    assert (state.solo_card, hand_of(state, 0)) == (other, [mine[0]])
    choose(state, rules, GIVE_CARD, 1)
    assert choices(state, rules) == [(GIVE_CARD, 0), (GIVE_CARD, 1), (GIVE_CARD, 2)]
    assert state.solo_card == another
    choose(state, rules, GIVE_CARD, 2)
    choices(state, rules)
    assert [hand_of(state, seat) for seat in range(3)] == [[mine[0]], [other, yours[0], yours[1]], [another]]
    assert (state.active, state.solo_card) == (1, NONE)
    assert state.ready[[other, another]].tolist() == [1, 1]


def test_L_SOL_1_a_starting_card_of_an_agent_who_does_not_play():
    """It is any other card: it goes to a hand of choice."""
    state, rules, _ = solo_position()
    stranger = add_card(rules, "star", "energy(1, here)", owner=4 if 4 not in rules.team[:2] else 0)
    assert rules.card_owner[stranger] not in rules.team[:2]
    put_draw_pile(state, 0, stranger)

    assert choices(state, rules) == [(GIVE_CARD, 0), (GIVE_CARD, 1)]


def test_L_SOL_1_the_third_card_may_be_one_of_choice():
    """The agent who is given the third card takes the turn."""
    state, rules, (mine, yours) = solo_position()
    (other,) = artifacts(rules, 1)
    put_hand(state, 0, *mine[:2])
    put_hand(state, 1, *yours[:2])
    put_draw_pile(state, 0, other, mine[2])
    choose(state, rules, GIVE_CARD, 1)
    choices(state, rules)

    assert (state.active, state.phase) == (1, ACTION)
    assert draw_pile(state, 0) == [mine[2]]


def test_L_SOL_1_an_empty_pile_takes_the_common_discard():
    """The pile runs out in the middle: the discard pile is shuffled in, and revealing goes on."""
    state, rules, (mine, _) = solo_position()
    put_draw_pile(state, 0, mine[0])
    put_discard_pile(state, 0, *mine[1:])
    choices(state, rules)

    assert hand_of(state, 0)[0] == mine[0]
    assert sorted(hand_of(state, 0) + draw_pile(state, 0)) == mine
    assert (state.n_hand[0], discard_pile(state, 0)) == (3, [])


@pytest.mark.parametrize("active", [0, 1])
def test_L_SOL_1_only_the_active_agent_discards_and_nobody_draws(active):
    """In refresh the active hand goes to the one common discard pile; the other hand and the pile stay as they are."""
    state, rules, starting = solo_position(phase=ACTION, active=active)
    waiting = 1 - active
    put_hand(state, active, *starting[active][:3])
    put_hand(state, waiting, starting[waiting][0], exhausted=[starting[waiting][1]])
    put_draw_pile(state, 0, *starting[active][3:])
    put_discard_pile(state, 0, starting[waiting][5])
    refresh(state, rules)

    assert hand_of(state, active) == []
    assert hand_of(state, waiting) == starting[waiting][:2]
    assert state.ready[starting[waiting][:2]].tolist() == [1, 0]
    assert draw_pile(state, 0) == starting[active][3:]
    assert discard_pile(state, 0) == [starting[waiting][5], *starting[active][:3]]
    assert state.n_discard.sum() == 4


def test_L_SOL_1_a_draw_deals_to_the_active_agent():
    """`draw` takes from the common pile to the active hand, whosever starting cards they are."""
    state, rules, (mine, yours) = solo_position(phase=ACTION, active=1)
    card = add_card(rules, "star", "draw(2)")
    put_hand(state, 1, card)
    put_draw_pile(state, 0, mine[0], yours[0], mine[1])
    assert values(choices(state, rules), USE_CARD) == [0]
    use_card(state, rules, 0, 0)

    assert (hand_of(state, 0), hand_of(state, 1)) == ([], [card, mine[0], yours[0]])
    assert draw_pile(state, 0) == [mine[1]]


def test_L_SOL_1_a_draw_shuffles_the_common_discard_in():
    """With an empty pile there is still something to draw as long as something was discarded."""
    state, rules, (mine, _) = solo_position(phase=ACTION, active=1)
    card = add_card(rules, "star", "draw(1)")
    put_hand(state, 1, card)
    put_discard_pile(state, 0, mine[0])
    use_card(state, rules, 0, 0)

    assert hand_of(state, 1) == [card, mine[0]]


def test_L_SOL_1_an_artifact_taken_goes_on_the_common_pile():
    """It is on top of it, whoever takes it, and is revealed first in the next turn."""
    state, rules, (mine, _) = solo_position(phase=ACTION, active=1, foo=3, visited=[0, 0, 0, 1])
    (artifact,) = artifacts(rules, 1)
    put_face_up(state, 0, artifact)
    put_draw_pile(state, 0, *mine)
    choose(state, rules, END_TURN)
    choose(state, rules, TAKE_ARTIFACT, artifact)
    assert draw_pile(state, 0) == [artifact, *mine]
    assert state.n_draw[1] == 0

    assert values(choices(state, rules), GIVE_CARD) == [0, 1]
    assert (state.turn, state.solo_card) == (2, artifact)


def test_L_SOL_1_rewards_go_on_the_common_pile():
    """Each agent's reward lies on top of it, the last taken uppermost."""
    state, rules, (mine, _) = solo_position(phase=REWARD, active=0, foo=3, visited=[0, 0, 0, 1])
    _, second, third = rewards = artifacts(rules, 3)
    state.n_reward, state.reward[:3] = 3, rewards
    put_draw_pile(state, 0, *mine)
    choose(state, rules, TAKE_REWARD, second)
    choose(state, rules, TAKE_REWARD, third)

    assert draw_pile(state, 0) == [third, second, *mine]
    assert state.n_draw[1] == 0


def test_L_SOL_1_no_set_order_of_turns():
    """The same agent may take two turns running: whoever has three cards first."""
    state, rules, (mine, yours) = solo_position(foo=3, visited=[0, 0, 0, 1])
    put_draw_pile(state, 0, *mine, *yours)
    choices(state, rules)
    turns = [int(state.active)]
    choose(state, rules, END_TURN)
    choose(state, rules, *choices(state, rules)[-1])
    choices(state, rules)
    turns.append(int(state.active))

    assert turns == [0, 0]
    assert state.turn == 2


# -- Several hands -----------------------------------------------------------------------------------------------------


def test_L_SOL_2_several_hands_are_the_table_game():
    """One person who plays several hands has a pile and an opening hand for each agent."""
    rules = new_rules(agents=TEAM[:2], solo=False)
    state = laid_out(rules)
    choices(state, rules)

    for seat in range(2):
        cards = hand_of(state, seat) + draw_pile(state, seat)
        assert {int(rules.card_owner[card]) for card in cards} == {int(rules.team[seat])}
        assert (len(cards), state.n_hand[seat]) == (6, 3)
    assert state.active == 0
