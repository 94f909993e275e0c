"""What a planner cannot know is drawn anew in the copies that it plays on: order, cubes, missions face down."""

from __future__ import annotations

from sim.games.loop.piles import shuffle
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import (
    MISSION_HIDDEN,
    N_ERAS,
    NONE,
    P_BAG,
    P_DECK,
    P_HQ,
    P_MACHINA,
    P_MISSIONS,
    P_POLICY,
    PILE_OF_SEAT,
)
from sim.kernel import compiled
from sim.records import Int16s
from sim.rng import bounded, stream


@compiled
def redraw(state: State, rules: Rules, future: int) -> None:
    """Give a copy of the table another future: what is hidden is put in order, lest it tell, and redrawn."""
    key = stream(stream(state.policy_key, P_POLICY, future), state.turn, state.actions if future == 0 else 0)
    state.key = key
    redraw_deck(state.bag, state.bag_drawn, state.n_bag, stream(key, P_BAG, 0))
    redraw_deck(state.hq, state.hq_drawn, state.n_hq, stream(key, P_HQ, 0))
    redraw_deck(state.machina_deck, state.machina_drawn, state.n_machina_deck, stream(key, P_MACHINA, 0))
    for pile in range(1 if rules.solo else state.n_agents):
        n = state.n_draw[pile] - state.n_known[pile]
        redraw_deck(state.draw, pile * PILE_OF_SEAT, n, stream(key, P_DECK, pile))
    sort_foo_deck(state)
    deal_missions_anew(state, rules, stream(key, P_MISSIONS, 0))


@compiled
def redraw_deck(cards: Int16s, first: int, n: int, key: int) -> None:
    """Put n cards or tokens of an array in order, from number `first`, and shuffle them."""
    for i in range(first + 1, first + n):
        card = cards[i]
        k = i
        while k > first and cards[k - 1] > card:
            cards[k] = cards[k - 1]
            k -= 1
        cards[k] = card
    shuffle(cards, first, n, key)


@compiled
def sort_foo_deck(state: State) -> None:
    """Put the eras that Foo is still to visit in order; a turn draws one of them by the table's key."""
    n = state.turn % N_ERAS
    for era in range(N_ERAS):
        if not state.visited[era]:
            state.foo_deck[n] = era
            n += 1


@compiled
def deal_missions_anew(state: State, rules: Rules, key: int) -> None:
    """Deal the missions face down anew, from those that nobody has seen."""
    seen = state.missions_done | state.missions_failed
    n = 0
    left = 0
    for mission in range(rules.n_missions):
        if state.mission_status[mission] == MISSION_HIDDEN and not (seen >> mission) & 1:
            left += 1
    for era in range(N_ERAS):
        mission = state.mission_at[era]
        if mission == NONE or state.mission_status[mission] != MISSION_HIDDEN:
            continue
        skipped = bounded(key, n, left)
        n += 1
        left -= 1
        for other in range(rules.n_missions):
            if state.mission_status[other] == MISSION_HIDDEN and not (seen >> other) & 1:
                if skipped == 0:
                    state.mission_at[era] = other
                    seen |= 1 << other
                    break
                skipped -= 1
