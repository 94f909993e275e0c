"""Decks, piles, the bag and the Foo deck: how hidden cards are drawn (L-SET-6, L-FOO-1, L-FOO-2, L-REF-1).

The bag, the HQ deck and the Ultramachina deck are shuffled as a whole, then drawn from the top; what set-up draws comes
from the bottom. So one clone or artifact more at set-up shifts nothing of what comes later. The Foo deck is drawn card
by card, a step of the same shuffle each turn.
"""

from __future__ import annotations

from sim.game import emit
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import (
    MAX_HAND,
    N_ERAS,
    NONE,
    P_BAG,
    P_COMMON_PILE,
    P_DECK,
    P_FOO,
    P_HQ,
    P_MACHINA,
    PILE_OF_SEAT,
    Card,
    Era,
    Seat,
    Token,
)
from sim.kernel import TRACE, compiled
from sim.records import Int16s
from sim.rng import bounded, stream


@compiled
def shuffle(cards: Int16s, first: int, n: int, key: int) -> None:
    """Shuffle n cards or tokens of an array, from number `first` (Fisher and Yates)."""
    for i in range(n - 1, 0, -1):
        other = first + bounded(key, i, i + 1)
        card = cards[first + i]
        cards[first + i] = cards[other]
        cards[other] = card


# -- The bag ----------------------------------------------------------------------------------------


@compiled
def shuffle_bag(state: State) -> None:
    """L-SET-3: shuffle the bag."""
    shuffle(state.bag, 0, state.n_bag, stream(state.key, P_BAG, state.bag_shuffles))


@compiled
def draw_from_bag(state: State) -> Token:
    """Draw the next clone token; NONE if the bag is empty."""
    if state.n_bag == 0:
        return NONE
    token = state.bag[state.bag_drawn]
    state.bag_drawn += 1
    state.n_bag -= 1
    return int(token)


@compiled
def draw_from_bottom_of_bag(state: State) -> Token:
    """Draw a token of set-up."""
    state.n_bag -= 1
    return int(state.bag[state.n_bag])


@compiled
def return_to_bag(state: State, token: Token) -> None:
    """Put a token back and shuffle the bag anew."""
    for i in range(state.n_bag):
        state.bag[i] = state.bag[state.bag_drawn + i]
    state.bag[state.n_bag] = token
    state.n_bag += 1
    state.bag_drawn = 0
    state.bag_shuffles += 1
    shuffle_bag(state)


# -- The HQ deck ------------------------------------------------------------------------------------


@compiled
def shuffle_hq(state: State) -> None:
    """L-SET-8: shuffle the HQ deck."""
    shuffle(state.hq, 0, state.n_hq, stream(state.key, P_HQ, state.hq_shuffles))


@compiled
def next_hq(state: State) -> Card:
    """Draw the next artifact of the HQ deck as it is; NONE if it is empty."""
    if state.n_hq == 0:
        return NONE
    card = state.hq[state.hq_drawn]
    state.hq_drawn += 1
    state.n_hq -= 1
    return int(card)


@compiled
def draw_from_bottom_of_hq(state: State) -> Card:
    """Draw an artifact of set-up."""
    state.n_hq -= 1
    return int(state.hq[state.n_hq])


@compiled
def draw_from_hq(state: State) -> Card:
    """Draw an artifact; an empty HQ deck is made anew from the destroyed pile. NONE if both are empty."""
    if state.n_hq == 0 and state.n_destroyed > 0:
        for i in range(state.n_destroyed):
            state.hq[i] = state.destroyed[i]
        state.n_hq = state.n_destroyed
        state.n_destroyed = 0
        state.hq_drawn = 0
        state.hq_shuffles += 1
        shuffle_hq(state)
        if TRACE:
            emit(state, "pile_reshuffled", pile="hq_deck")
    return next_hq(state)


@compiled
def destroy_artifact(state: State, card: Card) -> None:
    """Put an artifact on the destroyed pile."""
    state.destroyed[state.n_destroyed] = card
    state.n_destroyed += 1


# -- The Foo deck and the Ultramachina deck ---------------------------------------------------------


@compiled
def next_foo_era(state: State, cycle: int, n_visited: int) -> Era:
    """Draw the next Foo card of a cycle: `foo_deck[n_visited:]` are the eras still to come."""
    other = n_visited + bounded(stream(state.key, P_FOO, cycle), n_visited, N_ERAS - n_visited)
    era = state.foo_deck[other]
    state.foo_deck[other] = state.foo_deck[n_visited]
    state.foo_deck[n_visited] = era
    return int(era)


@compiled
def shuffle_machina(state: State) -> None:
    """L-SCN-3: shuffle the Ultramachina deck."""
    shuffle(state.machina_deck, 0, state.n_machina_deck, stream(state.key, P_MACHINA, 0))


@compiled
def next_machina(state: State) -> Card:
    """Draw the next Ultramachina card; NONE if the deck is empty."""
    if state.n_machina_deck == 0:
        return NONE
    card = state.machina_deck[state.machina_drawn]
    state.machina_drawn += 1
    state.n_machina_deck -= 1
    return int(card)


@compiled
def draw_from_bottom_of_machina(state: State) -> Card:
    """Draw an Ultramachina card of set-up."""
    state.n_machina_deck -= 1
    return int(state.machina_deck[state.n_machina_deck])


# -- The agents' piles ------------------------------------------------------------------------------


@compiled
def pile_of(rules: Rules, seat: Seat) -> int:
    """L-SOL-2: several hands in one person's care are the table game, each with its pile; L-SOL-1 has a common one."""
    return 0 if rules.solo else seat


@compiled
def put_on_top(state: State, rules: Rules, seat: Seat, card: Card) -> None:
    """Put a card face down on a seat's draw pile, for all to see."""
    pile = pile_of(rules, seat)
    state.draw[pile * PILE_OF_SEAT + state.n_draw[pile]] = card
    state.n_draw[pile] += 1
    state.n_known[pile] += 1


@compiled
def put_on_discard(state: State, rules: Rules, seat: Seat, card: Card) -> None:
    """Put a card on a seat's discard pile."""
    pile = pile_of(rules, seat)
    state.discard[pile * PILE_OF_SEAT + state.n_discard[pile]] = card
    state.n_discard[pile] += 1


@compiled
def shuffle_pile(state: State, rules: Rules, pile: int) -> None:
    """Shuffle a draw pile (its top is the last card)."""
    purpose = P_COMMON_PILE if rules.solo else P_DECK + state.team[pile]
    key = stream(state.key, purpose, state.n_shuffles[pile])
    shuffle(state.draw, pile * PILE_OF_SEAT, state.n_draw[pile], key)
    state.n_known[pile] = 0


@compiled
def reshuffle_discard(state: State, rules: Rules, pile: int) -> None:
    """Shuffle the discard pile into an empty draw pile."""
    base = pile * PILE_OF_SEAT
    for i in range(state.n_discard[pile]):
        state.draw[base + i] = state.discard[base + i]
    state.n_draw[pile] = state.n_discard[pile]
    state.n_discard[pile] = 0
    state.n_shuffles[pile] += 1
    shuffle_pile(state, rules, pile)
    if TRACE:
        emit(state, "pile_reshuffled", pile="common" if rules.solo else pile)


@compiled
def draw_card(state: State, rules: Rules, seat: Seat) -> Card:
    """Draw the top card of a seat's pile, reshuffling if it is empty; NONE if there is no card at all."""
    pile = pile_of(rules, seat)
    if state.n_draw[pile] == 0:
        if state.n_discard[pile] == 0:
            return NONE
        reshuffle_discard(state, rules, pile)
    state.n_draw[pile] -= 1
    if state.n_known[pile] > 0:
        state.n_known[pile] -= 1
    return int(state.draw[pile * PILE_OF_SEAT + state.n_draw[pile]])


@compiled
def put_in_hand(state: State, seat: Seat, card: Card) -> None:
    """Add a ready card to a hand."""
    state.hand[seat, state.n_hand[seat]] = card
    state.n_hand[seat] += 1
    state.ready[card] = 1


@compiled
def draw_to_hand(state: State, rules: Rules, seat: Seat, n: int) -> None:
    """Draw up to n cards into a hand: fewer if the cards run out, or at the hand's capacity."""
    told = state.n_hand[seat]
    pile = pile_of(rules, seat)
    for _ in range(n):
        if state.n_hand[seat] == MAX_HAND:
            break
        if TRACE and state.n_draw[pile] == 0:
            tell_drawn(state, seat, told)
            told = state.n_hand[seat]
        card = draw_card(state, rules, seat)
        if card == NONE:
            break
        put_in_hand(state, seat, card)
    if TRACE:
        tell_drawn(state, seat, told)


def tell_drawn(state: State, seat: Seat, told: int) -> None:
    """Emit the cards of a hand from position `told` on as drawn."""
    cards = [int(card) for card in state.hand[seat, told : state.n_hand[seat]]]
    if cards:
        emit(state, "cards_drawn", who=seat, cards=cards)
