"""III. Taking an artifact (L-TAK), the attendance reward (L-MIS-3) and V. refresh (L-REF)."""

from __future__ import annotations

from sim.game import emit
from sim.games.loop.machina import take_face_up
from sim.games.loop.menu import offer
from sim.games.loop.piles import destroy_artifact, draw_from_hq, draw_to_hand, put_on_discard, put_on_top
from sim.games.loop.state import Menu, Rules, State
from sim.games.loop.terms import NONE, SKIP, TAKE_ARTIFACT, TAKE_REWARD, WORD, Card, Seat
from sim.kernel import TRACE, compiled

# -- III --------------------------------------------------------------------------------------------


@compiled
def offer_artifacts(state: State, rules: Rules, menu: Menu) -> None:
    """L-TAK-1: each face-up artifact of the era where the turn ends, unless taking is forbidden, or none."""
    menu.n = 0
    era = state.agent_era[state.active]
    if not rules.no_taking:
        for k in range(state.n_face_up[era]):
            offer(menu, TAKE_ARTIFACT, state.face_up[era, k])
    offer(menu, TAKE_ARTIFACT, SKIP)


@compiled
def take_artifact(state: State, rules: Rules, card: Card) -> None:
    """L-TAK-1: the artifact taken goes face down on top of the agent's draw pile."""
    if card == SKIP:
        return
    era = state.agent_era[state.active]
    for k in range(state.n_face_up[era]):
        if state.face_up[era, k] == card:
            take_face_up(state, era, k)
            break
    if TRACE:
        emit(state, "artifact_taken", card=card)
    own_artifact(state, rules, state.active, card)


@compiled
def own_artifact(state: State, rules: Rules, seat: Seat, card: Card) -> None:
    """L-TAK-1: put an artifact on a seat's draw pile and remember that it was taken."""
    put_on_top(state, rules, seat, card)
    state.taken[card // WORD] |= 1 << (int(card) % WORD)


# -- The attendance reward --------------------------------------------------------------------------


@compiled
def draw_rewards(state: State, rules: Rules) -> None:
    """L-MIS-3: agents + 1 artifacts are drawn from the HQ deck."""
    state.n_reward = 0
    state.reward_taker = 0
    for _ in range(state.n_agents + rules.extra_rewards):
        card = draw_from_hq(state)
        if card == NONE:
            break
        state.reward[state.n_reward] = card
        state.n_reward += 1
    if TRACE:
        emit(state, "reward_drawn", cards=[int(card) for card in state.reward[: state.n_reward]])


@compiled
def reward_seat(state: State) -> Seat:
    """L-MIS-3: who takes next, starting with the active agent (at set-up with the first listed)."""
    first = max(int(state.active), 0)
    return int(first + state.reward_taker) % int(state.n_agents)


@compiled
def offer_rewards(state: State, menu: Menu) -> None:
    """L-MIS-3: each card still on offer."""
    menu.n = 0
    for k in range(state.n_reward):
        offer(menu, TAKE_REWARD, state.reward[k])


@compiled
def take_reward(state: State, rules: Rules, card: Card) -> None:
    """L-MIS-3: an agent takes one card, face down on top of its draw pile."""
    seat = reward_seat(state)
    kept = 0
    for k in range(state.n_reward):
        if state.reward[k] != card:
            state.reward[kept] = state.reward[k]
            kept += 1
    state.n_reward = kept
    state.reward_taker += 1
    if TRACE:
        emit(state, "reward", who=seat, card=card)
    own_artifact(state, rules, seat, card)


@compiled
def end_rewards(state: State) -> None:
    """L-MIS-3: the last card is destroyed."""
    for k in range(state.n_reward):
        destroy_artifact(state, state.reward[k])
        if TRACE:
            emit(state, "artifact_destroyed", card=int(state.reward[k]))
    state.n_reward = 0


# -- V ----------------------------------------------------------------------------------------------


@compiled
def refresh(state: State, rules: Rules) -> None:
    """L-REF-1: the active agent discards the hand, then every agent draws up to three (in solo nobody draws)."""
    state.free_move = 1
    state.loops = 0
    state.ability_used = 0
    state.actions = 0
    discard_hand(state, rules, state.active)
    if rules.solo:
        return
    for k in range(state.n_agents):
        seat = (state.active + k) % state.n_agents
        draw_to_hand(state, rules, seat, rules.hand_size - state.n_hand[seat])


@compiled
def discard_hand(state: State, rules: Rules, seat: Seat) -> None:
    """L-REF-1: the whole hand goes to the discard pile."""
    if TRACE:
        cards = [int(card) for card in state.hand[seat, : state.n_hand[seat]]]
        emit(state, "hand_discarded", who=int(seat), cards=cards)
    for slot in range(state.n_hand[seat]):
        card = state.hand[seat, slot]
        state.ready[card] = 0
        put_on_discard(state, rules, seat, card)
    state.n_hand[seat] = 0
