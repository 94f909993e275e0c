"""Decks, piles, the bag and the Foo deck: how hidden cards are drawn (L-SET-6, L-FOO-1, L-FOO-2, L-REF-1).

The bag, the HQ deck, the Foo deck and the Ultramachina deck are shuffled lazily: a position is drawn by one step of
the Fisher-Yates shuffle when it is needed, with the random number of that position. So the hidden order is fixed by the
playout's key, and nobody pays for cards that are never drawn. What set-up draws comes from the far end: one clone more
at set-up does not shift the clones that come later.
"""

from __future__ import annotations

from sim.game import emit
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import (
    MAX_HAND,
    N_ERAS,
    NONE,
    P_BAG,
    P_BAG_FAR_END,
    P_COMMON_PILE,
    P_DECK,
    P_FOO,
    P_HQ,
    P_HQ_FAR_END,
    P_MACHINA,
    P_MACHINA_FAR_END,
    PILE_OF_SEAT,
    Card,
    Era,
    Seat,
    Token,
)
from sim.kernel import TRACE, compiled
from sim.rng import bounded, stream

# -- The bag ----------------------------------------------------------------------------------------


@compiled
def draw_from_bag(state: State) -> Token:
    """Draw the next clone token; NONE if the bag is empty."""
    if state.n_bag == 0:
        return NONE
    top = state.bag_drawn
    other = top + bounded(stream(state.key, P_BAG, state.bag_shuffles), top, state.n_bag)
    token = state.bag[other]
    state.bag[other] = state.bag[top]
    state.bag[top] = token
    state.bag_drawn += 1
    state.n_bag -= 1
    return int(token)


@compiled
def draw_from_bottom_of_bag(state: State, k: int) -> Token:
    """Draw the k-th token of set-up from the far end of the bag."""
    other = state.bag_drawn + bounded(stream(state.key, P_BAG_FAR_END, 0), k, state.n_bag)
    bottom = state.bag_drawn + state.n_bag - 1
    token = state.bag[other]
    state.bag[other] = state.bag[bottom]
    state.bag[bottom] = token
    state.n_bag -= 1
    return int(token)


@compiled
def return_to_bag(state: State, token: Token) -> None:
    """Put a token back and shuffle the bag anew."""
    for i in range(state.n_bag):
        state.bag[i] = state.bag[state.bag_drawn + i]
    state.bag[state.n_bag] = token
    state.n_bag += 1
    state.bag_drawn = 0
    state.bag_shuffles += 1


# -- The HQ deck ------------------------------------------------------------------------------------


@compiled
def next_hq(state: State) -> Card:
    """Draw the next artifact of the HQ deck as it is; NONE if it is empty."""
    if state.n_hq == 0:
        return NONE
    top = state.hq_drawn
    other = top + bounded(stream(state.key, P_HQ, state.hq_shuffles), top, state.n_hq)
    card = state.hq[other]
    state.hq[other] = state.hq[top]
    state.hq[top] = card
    state.hq_drawn += 1
    state.n_hq -= 1
    return int(card)


@compiled
def draw_from_bottom_of_hq(state: State, k: int) -> Card:
    """Draw the k-th artifact of set-up from the far end of the HQ deck."""
    other = bounded(stream(state.key, P_HQ_FAR_END, 0), k, state.n_hq)
    bottom = state.n_hq - 1
    card = state.hq[other]
    state.hq[other] = state.hq[bottom]
    state.hq[bottom] = card
    state.n_hq -= 1
    return int(card)


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
def next_machina(state: State) -> Card:
    """Draw the next Ultramachina card; NONE if the deck is empty."""
    if state.n_machina_deck == 0:
        return NONE
    top = state.machina_drawn
    other = top + bounded(stream(state.key, P_MACHINA, 0), top, state.n_machina_deck)
    card = state.machina_deck[other]
    state.machina_deck[other] = state.machina_deck[top]
    state.machina_deck[top] = card
    state.machina_drawn += 1
    state.n_machina_deck -= 1
    return int(card)


@compiled
def draw_from_bottom_of_machina(state: State, k: int) -> Card:
    """Draw the k-th Ultramachina card of set-up from the far end of its deck."""
    other = bounded(stream(state.key, P_MACHINA_FAR_END, 0), k, state.n_machina_deck)
    bottom = state.n_machina_deck - 1
    card = state.machina_deck[other]
    state.machina_deck[other] = state.machina_deck[bottom]
    state.machina_deck[bottom] = card
    state.n_machina_deck -= 1
    return int(card)


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
    base = pile * PILE_OF_SEAT
    for i in range(state.n_draw[pile] - 1, 0, -1):
        other = base + bounded(key, i, i + 1)
        card = state.draw[base + i]
        state.draw[base + i] = state.draw[other]
        state.draw[other] = card
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
