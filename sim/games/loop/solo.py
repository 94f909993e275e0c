"""Solo (L-SOL): the official way, with one common pile. The other way, several hands, is the table game."""

from __future__ import annotations

from sim.game import emit
from sim.games.loop.menu import offer
from sim.games.loop.piles import draw_card, put_in_hand
from sim.games.loop.state import Menu, Rules, State
from sim.games.loop.terms import ACTION, GIVE_CARD, NONE, Seat
from sim.kernel import TRACE, compiled


@compiled
def reveal_until_choice(state: State, rules: Rules, menu: Menu) -> bool:
    """L-SOL-1: reveal cards until an agent has three, or until one of no agent waits for the choice of a hand."""
    menu.n = 0
    while state.solo_card == NONE and not has_full_hand(state, rules):
        card = draw_card(state, rules, 0)
        if card == NONE:
            break
        owner = seat_of_agent(state, rules.card_owner[card])
        if owner == NONE:
            state.solo_card = card
        else:
            give_card(state, owner, card)
    if state.solo_card != NONE:
        offer_hands(state, rules, menu)
        return True
    begin_solo_turn(state)
    return False


@compiled
def has_full_hand(state: State, rules: Rules) -> bool:
    """L-SOL-1: whether an agent has three cards."""
    for seat in range(state.n_agents):
        if state.n_hand[seat] >= rules.hand_size:
            return True
    return False


@compiled
def seat_of_agent(state: State, agent: int) -> Seat:
    """Return the seat of an agent, NONE for no agent of the team."""
    for seat in range(state.n_agents):
        if agent != NONE and state.team[seat] == agent:
            return seat
    return NONE


@compiled
def offer_hands(state: State, rules: Rules, menu: Menu) -> None:
    """L-SOL-1: any other card goes to the hand of an agent of choice with fewer than three."""
    for seat in range(state.n_agents):
        if state.n_hand[seat] < rules.hand_size:
            offer(menu, GIVE_CARD, seat)


@compiled
def give_card(state: State, seat: Seat, card: int) -> None:
    """L-SOL-1: a revealed card goes to a hand."""
    put_in_hand(state, seat, card)
    state.solo_card = NONE
    if TRACE:
        emit(state, "solo_revealed", card=int(card), who=int(seat))


@compiled
def begin_solo_turn(state: State) -> None:
    """L-SOL-1: the first agent with three cards takes the turn (the fullest hand, should the cards run out)."""
    best = 0
    for seat in range(state.n_agents):
        if state.n_hand[seat] > state.n_hand[best]:
            best = seat
    state.active = best
    state.phase = ACTION
