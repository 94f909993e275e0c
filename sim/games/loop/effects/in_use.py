"""The card in use (L-ACT-3), an ally's card on top of it, and the verbs on cards (L-EFF-1): `ready`, `use_ally`.

While a card is in use, `state` remembers the stage that comes next, and picked, left, steps_left, chosen, targets.
An era stands for a direction too: with seven eras the previous one and the next one always differ.
"""

from __future__ import annotations

from sim.game import emit
from sim.games.loop.missions import note_event
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import ARTIFACT_USED, NONE, WORD, Card, Seat
from sim.kernel import TRACE, compiled

# The stages of an effect, in `state.stage`. One whose stage is FIRST has not begun.
FIRST = 0
ANOTHER = 1  # one more clone or card, or no more
FIRST_STEP = 2  # a picked clone or ally takes its first step: no way back
NEXT_STEP = 3  # one step more, or no more
AMOUNT = 4  # how many cubes of the era picked, at least one
SECOND_AMOUNT = 5  # how many rifts of the next era, after those of the previous one; none is allowed
SLOT = 6  # which Ultramachina card's slot a cube fills


@compiled
def begin_use(state: State, rules: Rules, seat: Seat, card: Card, effect: int) -> None:
    """L-ACT-3: a card of a seat's hand is in use from here to `finish_card`."""
    state.use_card[state.depth] = card
    state.use_seat[state.depth] = seat
    state.use_effect[state.depth] = effect
    state.depth += 1
    state.stage = FIRST
    state.used[card // WORD] |= 1 << (int(card) % WORD)
    if TRACE:
        emit(state, "artifact_used", card=card, owner=seat)
    note_event(state, rules, ARTIFACT_USED, state.agent_era[state.active], rules.card_dimension[card], 1)


@compiled
def finish_card(state: State) -> None:
    """L-ACT-3: its effects carried out, a card is exhausted."""
    state.depth -= 1
    state.ready[state.use_card[state.depth]] = 0
    if state.depth > 0:
        end_effect(state)


@compiled
def end_effect(state: State) -> None:
    """L-ACT-3: effects are carried out in order."""
    state.use_effect[state.depth - 1] += 1
    state.stage = FIRST


@compiled
def ready_card(state: State, slot: int) -> None:
    """L-EFF-1: `ready(n)`: an exhausted card of the hand becomes ready."""
    card = state.hand[state.active, slot]
    state.ready[card] = 1
    if TRACE:
        emit(state, "card_readied", card=int(card))
    state.left -= 1
    state.stage = ANOTHER


@compiled
def use_ally(state: State, rules: Rules, card: Card) -> None:
    """L-EFF-1: `use_ally`: a ready card of another hand is used as if the active agent had played it."""
    owner = NONE
    for seat in range(state.n_agents):
        for slot in range(state.n_hand[seat]):
            if state.hand[seat, slot] == card:
                owner = seat
    begin_use(state, rules, owner, card, 0)
