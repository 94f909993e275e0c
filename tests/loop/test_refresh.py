"""III. Taking an artifact, L-TAK-1, and V. refresh, L-REF-1."""

import pytest
from loop.positions import (
    add_card,
    choices,
    choose,
    discard_pile,
    draw_pile,
    hand_of,
    new_rules,
    new_state,
    pass_turn,
    put_discard_pile,
    put_draw_pile,
    put_face_up,
    put_hand,
)

from sim.games.loop.refresh import refresh
from sim.games.loop.terms import END_TURN, FREE_MOVE, MEND_RIFT, SKIP, TAKE_ARTIFACT, VORTEX


def cards(rules, n, dimension="star"):
    """Add n artifacts."""
    return [add_card(rules, dimension, "energy(1, here)", origin=3) for _ in range(n)]


# -- Taking ------------------------------------------------------------------------------------------------------------


def test_L_TAK_1_one_artifact_of_the_era_where_the_turn_ends():
    """After the action phase the face-up artifacts of the agent's era are on offer, and none; not those elsewhere."""
    rules = new_rules()
    a, b, elsewhere = cards(rules, 3)
    state = new_state(rules, agent_era=[2, 5])
    put_face_up(state, 3, a, b)
    put_face_up(state, 2, elsewhere)
    choose(state, rules, FREE_MOVE, 3)
    choose(state, rules, END_TURN)

    assert choices(state, rules) == [(TAKE_ARTIFACT, a), (TAKE_ARTIFACT, b), (TAKE_ARTIFACT, SKIP)]


def test_L_TAK_1_on_top_of_the_draw_pile():
    """It leaves the board, the others keep their order, and it is the first card that the agent draws."""
    rules = new_rules()
    a, b, c, *pile = cards(rules, 7)
    state = new_state(rules, agent_era=[3, 5])
    put_face_up(state, 3, a, b, c)
    put_draw_pile(state, 0, *pile)
    choose(state, rules, END_TURN)
    choose(state, rules, TAKE_ARTIFACT, b)

    assert state.face_up[3, : state.n_face_up[3]].tolist() == [a, c]
    assert draw_pile(state, 0) == [b, *pile]
    assert draw_pile(state, 1) == []
    choices(state, rules)
    assert hand_of(state, 0) == [b, *pile[:2]]


def test_L_TAK_1_taking_is_optional():
    """Nothing need be taken; then nothing moves."""
    rules = new_rules()
    (artifact,) = cards(rules, 1)
    state = new_state(rules)
    put_face_up(state, 0, artifact)
    choose(state, rules, END_TURN)
    choose(state, rules, TAKE_ARTIFACT, SKIP)

    assert state.n_face_up[0] == 1
    assert draw_pile(state, 0) == []
    assert state.taken.sum() == 0


def test_L_TAK_1_one_and_no_more():
    """After one artifact the turn goes on to its end."""
    rules = new_rules()
    a, b = cards(rules, 2)
    state = new_state(rules, foo=3, visited=[0, 0, 0, 1])
    put_face_up(state, 0, a, b)
    choose(state, rules, END_TURN)
    choose(state, rules, TAKE_ARTIFACT, a)
    choices(state, rules)

    assert state.turn == 2
    assert state.n_face_up[0] == 1


def test_L_TAK_1_by_the_active_agent():
    """In seat 1's turn it goes on the pile of seat 1, and is remembered as taken."""
    rules = new_rules()
    (artifact,) = cards(rules, 1)
    state = new_state(rules, active=1)
    put_face_up(state, 0, artifact)
    choose(state, rules, END_TURN)
    choose(state, rules, TAKE_ARTIFACT, artifact)

    assert (draw_pile(state, 0), draw_pile(state, 1)) == ([], [artifact])
    assert state.taken[artifact // 63] == 1 << (artifact % 63)


# -- Refresh -----------------------------------------------------------------------------------------------------------


def test_L_REF_1_the_active_agent_discards_the_whole_hand():
    """Ready or exhausted, used or not, all cards of the active hand go to the discard pile; three new ones come."""
    rules = new_rules()
    old, new = cards(rules, 4), cards(rules, 4)
    state = new_state(rules)
    put_hand(state, 0, *old[:2], exhausted=old[2:])
    put_draw_pile(state, 0, *new)
    refresh(state, rules)

    assert discard_pile(state, 0) == old
    assert hand_of(state, 0) == new[:3]
    assert draw_pile(state, 0) == new[3:]
    assert state.ready[new[:3]].tolist() == [1, 1, 1]
    assert state.ready[old].tolist() == [0, 0, 0, 0]


def test_L_REF_1_a_waiting_hand_stays_as_it_is():
    """The ally neither discards nor readies: its exhausted cards stay exhausted."""
    rules = new_rules()
    theirs, pile = cards(rules, 3), cards(rules, 3)
    state = new_state(rules)
    put_hand(state, 1, theirs[0], exhausted=theirs[1:])
    put_draw_pile(state, 1, *pile)
    refresh(state, rules)

    assert hand_of(state, 1) == theirs
    assert state.ready[theirs].tolist() == [1, 0, 0]
    assert draw_pile(state, 1) == pile


def test_L_REF_1_every_agent_draws_up_to_three():
    """A waiting agent with one card draws two, one with four draws none."""
    rules = new_rules(agents=("mr_time", "v_girl", "cztwyzzek"))
    state = new_state(rules)
    (short,), long = cards(rules, 1), cards(rules, 4)
    piles = [cards(rules, 4) for _ in range(3)]
    for seat, pile in enumerate(piles):
        put_draw_pile(state, seat, *pile)
    put_hand(state, 1, short)
    put_hand(state, 2, *long)
    refresh(state, rules)

    assert [hand_of(state, seat) for seat in range(3)] == [piles[0][:3], [short, *piles[1][:2]], long]


def test_L_REF_1_the_discard_pile_is_shuffled_into_an_empty_draw_pile():
    """The cards of the draw pile come first; the hand just discarded is in what is shuffled."""
    rules = new_rules()
    (held, top), discarded = cards(rules, 2), cards(rules, 2)
    state = new_state(rules)
    put_hand(state, 0, held)
    put_draw_pile(state, 0, top)
    put_discard_pile(state, 0, *discarded)
    refresh(state, rules)

    assert hand_of(state, 0)[0] == top
    assert sorted(hand_of(state, 0) + draw_pile(state, 0)) == sorted([top, held, *discarded])
    assert len(hand_of(state, 0)) == 3
    assert discard_pile(state, 0) == []


def test_L_REF_1_the_shuffle_is_by_chance():
    """Each of three discarded cards may end on top, about as often as the others (300 shuffles)."""
    rules = new_rules(hand_size=1)
    discarded = cards(rules, 3)
    times = dict.fromkeys(discarded, 0)
    for key in range(300):
        state = new_state(rules, key=key)
        put_discard_pile(state, 0, *discarded)
        refresh(state, rules)
        times[hand_of(state, 0)[0]] += 1

    # 100 expected each, standard deviation 8.2: five of those either way
    assert all(59 <= n <= 141 for n in times.values())


def test_L_REF_1_cards_may_run_out():
    """With fewer cards than three an agent draws what there is."""
    rules = new_rules()
    held = cards(rules, 2)
    state = new_state(rules)
    put_hand(state, 0, exhausted=held)
    refresh(state, rules)

    assert sorted(hand_of(state, 0)) == held
    assert state.ready[held].tolist() == [1, 1]


@pytest.mark.parametrize(("field", "used", "fresh"), [("free_move", 0, 1), ("loops", 3, 0), ("ability_used", 1, 0)])
def test_L_REF_1_what_is_once_a_turn_comes_back(field, used, fresh):
    """The free move is restored, LOOPs are counted anew, and the ability is there again."""
    rules = new_rules()
    state = new_state(rules, **{field: used})
    refresh(state, rules)

    assert state[field] == fresh


def test_L_REF_1_the_next_agent_has_a_free_move():
    """Used by one agent, the free move is there for the next."""
    rules = new_rules(agents=("mr_time", "v_girl"), abilities=True)
    state = new_state(rules, foo=3, visited=[0, 0, 0, 1], agent_era=[0, 6], vortex=[VORTEX] * 7, rifts=[1] * 7)
    state.rifts[:] = 1
    choose(state, rules, FREE_MOVE, 1)
    pass_turn(state, rules)

    actions = {action for action, _ in choices(state, rules)}
    assert {FREE_MOVE, MEND_RIFT} <= actions
