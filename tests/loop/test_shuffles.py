"""Hidden orders are fair: every deck, pile and bag (L-SET-6, L-SET-8, L-FOO-1 to L-FOO-3), against closed forms."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

from loop.frequencies import check_orders, check_shares, check_uniform, keys, sample
from loop.positions import (
    draw_pile,
    fill_bag,
    fill_destroyed,
    fill_hq,
    fill_machina_deck,
    new_rules,
    new_state,
    put_discard_pile,
    put_draw_pile,
)

from sim.games.loop import foo, piles


def test_L_SET_8_the_hq_deck_is_shuffled_fairly() -> None:
    """The four cards of a deck come in each of the 24 orders alike."""
    rules = new_rules()
    cards = (40, 50, 60, 70)

    def order(key: int) -> tuple[int, ...]:
        state = new_state(rules, key=key)
        fill_hq(state, *cards)
        piles.shuffle_hq(state)
        return tuple(piles.draw_from_hq(state) for _ in cards)

    check_orders(sample(order, 720), cards)


def test_L_SET_8_what_set_up_draws_and_what_comes_later_is_one_fair_order() -> None:
    """Two cards drawn at set-up, then the other two: each of the 24 orders alike, for HQ, bag and Ultramachina."""
    rules = new_rules("ultramachina")
    things = (0, 1, 2, 3)

    def of_hq(key: int) -> tuple[int, ...]:
        state = new_state(rules, key=key)
        fill_hq(state, *things)
        piles.shuffle_hq(state)
        first = [piles.draw_from_bottom_of_hq(state) for _ in range(2)]
        return (*first, piles.draw_from_hq(state), piles.draw_from_hq(state))

    def of_bag(key: int) -> tuple[int, ...]:
        state = new_state(rules, key=key)
        fill_bag(state, *things)
        piles.shuffle_bag(state)
        first = [piles.draw_from_bottom_of_bag(state) for _ in range(2)]
        return (*first, piles.draw_from_bag(state), piles.draw_from_bag(state))

    def of_machina(key: int) -> tuple[int, ...]:
        state = new_state(rules, key=key)
        fill_machina_deck(state, *things)
        piles.shuffle_machina(state)
        first = [piles.draw_from_bottom_of_machina(state) for _ in range(2)]
        return (*first, piles.next_machina(state), piles.next_machina(state))

    for order in (of_hq, of_bag, of_machina):
        check_orders(sample(order, 480), things)


def test_L_SET_8_all_positions_of_the_whole_deck() -> None:
    """In a deck of 49 each card is first, 25th or last in a 49th of the playouts."""
    rules = new_rules()
    places: list[Counter[int]] = [Counter(), Counter(), Counter()]
    for key in keys(294):
        state = new_state(rules, key=key)
        fill_hq(state, *range(49))
        piles.shuffle_hq(state)
        order = [piles.draw_from_hq(state) for _ in range(49)]
        assert sorted(order) == list(range(49))
        for counts, place in zip(places, (0, 24, 48), strict=True):
            counts[order[place]] += 1

    for counts in places:
        check_uniform(counts, range(49))


def test_L_SET_6_an_agents_pile_is_shuffled_fairly() -> None:
    """A pile of four comes in each of the 24 orders alike, and so does a discard pile when it is shuffled in."""
    rules = new_rules()
    cards = (1, 2, 3, 4)

    def of_pile(key: int) -> tuple[int, ...]:
        state = new_state(rules, key=key)
        put_draw_pile(state, 1, *cards)
        piles.shuffle_pile(state, rules, 1)
        return tuple(draw_pile(state, 1))

    def of_discard(key: int) -> tuple[int, ...]:
        state = new_state(rules, key=key, n_shuffles=[0, 3])
        put_discard_pile(state, 1, *cards)
        return tuple(piles.draw_card(state, rules, 1) for _ in cards)

    for order in (of_pile, of_discard):
        check_orders(sample(order, 480), cards)


def test_L_SET_6_the_piles_of_two_agents_have_nothing_to_do_with_each_other() -> None:
    """The top cards of two piles of three come in each of the nine pairs alike."""
    rules = new_rules()

    def tops(key: int) -> tuple[int, ...]:
        state = new_state(rules, key=key)
        for seat in (0, 1):
            put_draw_pile(state, seat, 0, 1, 2)
            piles.shuffle_pile(state, rules, seat)
        return draw_pile(state, 0)[0], draw_pile(state, 1)[0]

    check_shares(sample(tops, 360), {(mine, other): 1 / 9 for mine in range(3) for other in range(3)})


def test_L_FOO_1_first_era_of_every_cycle_uniform() -> None:
    """The first era of a cycle is each of the seven in a seventh of the playouts; that of cycle 2 whatever cycle 1."""
    rules = new_rules()

    def first_eras(key: int) -> tuple[int, int]:
        state = new_state(rules, key=key, turn=1)
        foo.move_foo(state, rules)
        first = int(state.foo)
        state.turn = 8
        foo.move_foo(state, rules)
        return first, int(state.foo)

    counts = sample(first_eras, 980)

    check_uniform(counts, product(range(7), range(7)))


def test_L_FOO_1_each_era_left_is_equally_likely() -> None:
    """With eras 1, 3 and 6 left, Foo goes through them in each of the six orders alike."""
    rules = new_rules()

    def order(key: int) -> tuple[int, ...]:
        state = new_state(rules, key=key, foo_deck=[0, 2, 4, 5, 1, 3, 6])
        eras = []
        for turn in (5, 6, 7):
            state.turn = turn
            foo.move_foo(state, rules)
            eras.append(int(state.foo))
        return tuple(eras)

    check_orders(sample(order, 300), (1, 3, 6))


def test_L_FOO_2_first_card_uniform() -> None:
    """Each of the 49 artifacts is revealed first in a 49th of the playouts."""
    rules = new_rules()
    cards = rules.hq_cards[:49].tolist()

    def first(key: int) -> int:
        state = new_state(rules, key=key)
        fill_hq(state, *cards)
        piles.shuffle_hq(state)
        return piles.draw_from_hq(state)

    check_uniform(sample(first, 980), cards)


def test_L_FOO_2_the_new_deck_is_shuffled_fairly() -> None:
    """Three destroyed artifacts come back in each of the six orders alike, at the first reshuffle and the second."""
    rules = new_rules()

    def orders(key: int) -> tuple[int, ...]:
        state = new_state(rules, key=key)
        drawn = []
        for _ in range(2):
            fill_destroyed(state, 31, 32, 33)
            drawn += [piles.draw_from_hq(state) for _ in range(3)]
        return tuple(drawn)

    every = list(permutations((31, 32, 33)))
    check_uniform(sample(orders, 360), [first + second for first in every for second in every])


def test_L_FOO_3_first_token_uniform() -> None:
    """Each of the 28 tokens is drawn first in a 28th of the playouts."""
    rules = new_rules()

    def first(key: int) -> int:
        state = new_state(rules, key=key)
        fill_bag(state, *range(28))
        piles.shuffle_bag(state)
        return piles.draw_from_bag(state)

    check_uniform(sample(first, 840), range(28))


def test_L_FOO_3_the_bag_is_shuffled_fairly() -> None:
    """Four tokens come in each of the 24 orders alike."""
    rules = new_rules()

    def order(key: int) -> tuple[int, ...]:
        state = new_state(rules, key=key)
        fill_bag(state, 3, 9, 14, 27)
        piles.shuffle_bag(state)
        return tuple(piles.draw_from_bag(state) for _ in range(4))

    check_orders(sample(order, 480), (3, 9, 14, 27))


def test_L_FOO_3_a_token_put_back_is_drawn_like_any_other() -> None:
    """Of four tokens one is drawn and put back: the next order is each of the 24 alike."""
    rules = new_rules()

    def order(key: int) -> tuple[int, ...]:
        state = new_state(rules, key=key)
        fill_bag(state, 3, 9, 14, 27)
        piles.shuffle_bag(state)
        piles.return_to_bag(state, piles.draw_from_bag(state))
        return tuple(piles.draw_from_bag(state) for _ in range(4))

    check_orders(sample(order, 480), (3, 9, 14, 27))
