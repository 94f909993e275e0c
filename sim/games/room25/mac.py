"""M.A.C. cards (R-MAC-1): slides and penalties between the actions, in cooperation."""

from __future__ import annotations

from sim.game import emit
from sim.games.room25.slides import slide_line
from sim.games.room25.state import Menu, Rules, State
from sim.games.room25.terms import (
    ACTIONS,
    AFTER,
    ASK_PENALTY,
    BY_MAC,
    CONTROL,
    LOOK,
    MAC_FRENZY,
    MAC_NORMAL,
    NONE,
    P_MAC,
    SPECIAL,
)
from sim.kernel import TRACE, compiled
from sim.rng import bounded, stream


@compiled
def next_mac_card(state: State, rules: Rules) -> int:
    """R-MAC-1: draw without replacement; an empty deck is shuffled anew."""
    if state.n_mac == 0:
        fill_mac_deck(state, rules)
        state.mac_shuffles += 1
    top = int(state.mac_drawn)
    other = top + bounded(stream(state.key, P_MAC, state.mac_shuffles), top, state.n_mac)
    card = state.mac_deck[other]
    state.mac_deck[other] = state.mac_deck[top]
    state.mac_deck[top] = card
    state.mac_drawn += 1
    state.n_mac -= 1
    return int(card)


@compiled
def fill_mac_deck(state: State, rules: Rules) -> None:
    """R-MAC-1: all cards that the rules in force use."""
    for card in range(rules.n_mac):
        state.mac_deck[card] = card
    state.n_mac = rules.n_mac
    state.mac_drawn = 0


@compiled
def draw_mac_card(state: State, rules: Rules) -> None:
    """R-MAC-1: draw and resolve a card: a slide, once or twice, or a penalty; perhaps another after it."""
    state.mac_due -= 1
    card = next_mac_card(state, rules)
    if TRACE:
        emit(state, "mac_card", card=card)
    if rules.mac_line[card] == NONE:
        state.mac_card = card
        state.mac_place = 0
        return
    for _ in range(2 if rules.mac_twice[card] else 1):
        slide_line(state, rules.mac_line[card], rules.mac_direction[card], BY_MAC)
    if rules.mac_again[card]:
        state.mac_due += 1
    if TRACE:
        tell_card_done(state)


@compiled
def offer_next_penalty(state: State, rules: Rules, menu: Menu) -> bool:
    """R-MAC-1: each pictured character loses one of look, control and special, of its choice. False when all have."""
    while state.mac_place < state.n_characters:
        c = int(state.mac_place)
        if state.alive[c] and (rules.mac_characters[state.mac_card] >> state.team[c]) & 1:
            menu.n = 0
            for action in (LOOK, CONTROL, SPECIAL):
                if (action != SPECIAL or rules.specials) and not (state.penalties[c] >> action) & 1:
                    menu.option[menu.n] = action
                    menu.n += 1
            if menu.n > 0:
                state.asking = ASK_PENALTY
                state.chooser = c
                return True
        state.mac_place += 1
    if rules.mac_again[state.mac_card]:
        state.mac_due += 1
    state.mac_card = NONE
    if TRACE:
        tell_card_done(state)
    return False


def tell_card_done(state: State) -> None:
    """Ask for the whole state after a card; one drawn in an action is told with the action."""
    if state.step != AFTER:
        emit(state, "state", at="mac")


@compiled
def take_penalty(state: State, action: int) -> None:
    """R-MAC-1: the action is lost to the end of the round."""
    c = int(state.mac_place)
    state.penalties[c] |= 1 << action
    state.mac_place += 1
    if TRACE:
        emit(state, "penalty", character=c, action=ACTIONS[action])


@compiled
def due_before_round(state: State, rules: Rules) -> int:
    """R-MAC-1: normal: two cards before every round but the last."""
    return 2 if rules.mac == MAC_NORMAL and state.rounds_left > 1 else 0


@compiled
def due_before_pass(state: State, rules: Rules) -> int:
    """R-MAC-1: frenzy: one card before each pass but in what the round's beginning shows to be the last round."""
    return 1 if rules.mac == MAC_FRENZY and state.rounds_left > 1 else 0
