"""What a planner cannot know is drawn anew in the copies that it plays on: order, cubes, missions face down."""

from __future__ import annotations

from sim.games.loop.state import Rules, State
from sim.games.loop.terms import IN_BAG, MISSION_HIDDEN, N_ERAS, NONE, P_POLICY, PILE_OF_SEAT
from sim.kernel import compiled
from sim.rng import bounded, stream


@compiled
def redraw(state: State, rules: Rules, future: int) -> None:
    """Give a copy of the table another future: what is hidden is put in order, lest it tell, and redrawn."""
    key = stream(stream(state.policy_key, P_POLICY, future), state.turn, state.actions if future == 0 else 0)
    state.key = key
    n = int(state.bag_drawn)
    for token in range(rules.n_tokens):
        if state.token_era[token] == IN_BAG:
            state.bag[n] = token
            n += 1
    sort_hq(state)
    n = state.turn % N_ERAS
    for era in range(N_ERAS):
        if not state.visited[era]:
            state.foo_deck[n] = era
            n += 1
    sort_machina(state)
    for pile in range(1 if rules.solo else state.n_agents):
        shuffle_unknown(state, pile, stream(key, 1, pile))
    deal_missions_anew(state, rules, stream(key, 2, 0))


@compiled
def sort_hq(state: State) -> None:
    """Put the HQ deck in the order of its cards."""
    for i in range(state.hq_drawn + 1, state.hq_drawn + state.n_hq):
        card = state.hq[i]
        k = i
        while k > state.hq_drawn and state.hq[k - 1] > card:
            state.hq[k] = state.hq[k - 1]
            k -= 1
        state.hq[k] = card


@compiled
def sort_machina(state: State) -> None:
    """Put the Ultramachina deck in the order of its cards."""
    for i in range(state.machina_drawn + 1, state.machina_drawn + state.n_machina_deck):
        card = state.machina_deck[i]
        k = i
        while k > state.machina_drawn and state.machina_deck[k - 1] > card:
            state.machina_deck[k] = state.machina_deck[k - 1]
            k -= 1
        state.machina_deck[k] = card


@compiled
def shuffle_unknown(state: State, pile: int, key: int) -> None:
    """Put the cards of a draw pile that nobody has seen put there in order, and shuffle them."""
    first = pile * PILE_OF_SEAT
    n = int(state.n_draw[pile] - state.n_known[pile])
    for i in range(first + 1, first + n):
        card = state.draw[i]
        k = i
        while k > first and state.draw[k - 1] > card:
            state.draw[k] = state.draw[k - 1]
            k -= 1
        state.draw[k] = card
    for i in range(n - 1, 0, -1):
        k = first + bounded(key, i, i + 1)
        card = state.draw[first + i]
        state.draw[first + i] = state.draw[k]
        state.draw[k] = card


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
