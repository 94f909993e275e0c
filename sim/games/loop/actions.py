"""II. Action phase (L-ACT): what the active agent may do, and doing it. Cards are in `effects`."""

from __future__ import annotations

from sim.game import emit
from sim.games.loop.board import can_pay, has_vortex, next_era, pay, previous_era, remove_rifts
from sim.games.loop.clones import CARRIED, move_clone
from sim.games.loop.effects.offers import offer_first_stage
from sim.games.loop.effects.reach import first_effect
from sim.games.loop.effects.stages import begin_card
from sim.games.loop.machina import can_take_down_centrifuge, take_down_centrifuge
from sim.games.loop.menu import offer, offer_clones, offer_eras
from sim.games.loop.missions import note_event
from sim.games.loop.state import Menu, Rules, State
from sim.games.loop.terms import (
    CARRY_ALONG,
    CENTRIFUGE,
    END_TURN,
    EVERY_ERA,
    FREE_LOOP,
    FREE_MOVE,
    LEAP,
    LOOP,
    LOOP_PERFORMED,
    MEND,
    MEND_RIFT,
    N_ELEMENTARY,
    NONE,
    PAID_MOVE,
    SKIP,
    STAGE,
    USE_CARD,
    Era,
)
from sim.kernel import TRACE, compiled, inlined

# -- What may be done -------------------------------------------------------------------------------


@compiled
def offer_actions(state: State, rules: Rules, menu: Menu) -> None:
    """L-ACT-1..5: every action that the active agent may begin now, or the end of the turn."""
    menu.n = 0
    offer(menu, END_TURN, 0)
    if state.actions >= rules.max_actions:
        return
    offer_moves(state, rules, menu)
    offer_loops(state, rules, menu)
    if can_mend(state, rules):
        offer(menu, MEND_RIFT, 0)
    if can_take_down_centrifuge(state, rules):
        offer(menu, CENTRIFUGE, 0)
    offer_cards(state, rules, menu)


@inlined
def offer_moves(state: State, rules: Rules, menu: Menu) -> None:
    """L-ACT-1, L-ACT-2: the targets of the free move and of a paid one."""
    era = int(state.agent_era[state.active])
    if state.free_move:
        if ability(state, rules) == LEAP:
            offer_eras(menu, FREE_MOVE, EVERY_ERA & ~(1 << era))
        else:
            offer(menu, FREE_MOVE, previous_era(era))
            offer(menu, FREE_MOVE, next_era(era))
    if can_pay(state, rules, era, 1):
        offer(menu, PAID_MOVE, previous_era(era))
        offer(menu, PAID_MOVE, next_era(era))


@inlined
def offer_loops(state: State, rules: Rules, menu: Menu) -> None:
    """L-ACT-4: each elementary dimension of which the hand holds a card, if a LOOP can be had."""
    if not can_loop(state, rules):
        return
    held = dimensions_held(state, rules)
    for dimension in range(N_ELEMENTARY):
        if (held >> dimension) & 1:
            offer(menu, LOOP, dimension)


@inlined
def offer_cards(state: State, rules: Rules, menu: Menu) -> None:
    """L-ACT-3: each ready card of the hand, with the first choice of its first effect that can change something."""
    seat = state.active
    for slot in range(state.n_hand[seat]):
        card = state.hand[seat, slot]
        if state.ready[card]:
            effect = first_effect(state, rules, card, True)
            if effect != NONE:
                offer_first_stage(state, rules, menu, USE_CARD + slot, card, effect)


@compiled
def ability(state: State, rules: Rules) -> int:
    """L-ACT-5: the special ability of the active agent."""
    return int(rules.agent_ability[state.team[state.active]])


@compiled
def dimensions_held(state: State, rules: Rules) -> int:
    """L-BRD-3: the dimensions of which the active agent's hand holds a card, ready or exhausted, as a bit set."""
    held = 0
    for slot in range(state.n_hand[state.active]):
        held |= 1 << rules.card_dimension[state.hand[state.active, slot]]
    return held


@inlined
def can_loop(state: State, rules: Rules) -> bool:
    """L-ACT-4: whether the price of a LOOP can be paid; where LOOPs are forbidden, never."""
    if rules.no_loops:
        return False
    return can_pay(state, rules, state.agent_era[state.active], loop_price(state, rules))


@compiled
def loop_price(state: State, rules: Rules) -> int:
    """L-ACT-4: the n-th LOOP of the turn costs n, one more at a centrifuge (L-SCN-4); Mr. Time's first is free."""
    if state.loops == 0 and ability(state, rules) == FREE_LOOP:
        return 0
    price = state.loops + 1
    if state.centrifuge[state.agent_era[state.active]]:
        price += rules.centrifuge_loop_extra
    return int(price)


@inlined
def can_mend(state: State, rules: Rules) -> bool:
    """L-ACT-5: V-Girl, once a turn, where a vortex is and a rift lies."""
    era = state.agent_era[state.active]
    if state.ability_used or not has_vortex(state, era) or state.rifts[era] == 0:
        return False
    return ability(state, rules) == MEND


# -- Doing it ---------------------------------------------------------------------------------------


@compiled
def act(state: State, rules: Rules, action: int, value: int) -> None:
    """L-ACT-9: begin an action; it counts towards the limit of the turn."""
    state.under_way = 1
    if action == FREE_MOVE or action == PAID_MOVE:
        begin_move(state, rules, action, value)
    elif action == LOOP:
        perform_loop(state, rules, value)
    elif action == MEND_RIFT:
        mend_rift(state, rules)
    elif action == CENTRIFUGE:
        state.actions += 1
        take_down_centrifuge(state, rules)
    else:
        state.actions += 1
        begin_card(state, rules, action - USE_CARD, value)


@inlined
def begin_move(state: State, rules: Rules, action: int, to: Era) -> None:
    """L-ACT-5: Cztwyzzek first chooses the clone that he carries along; all others just go."""
    state.moving = to
    state.moving_action = action
    if ability(state, rules) != CARRY_ALONG or state.n_clones[state.agent_era[state.active]] == 0:
        move(state, rules, SKIP)


@compiled
def offer_passengers(state: State, rules: Rules, menu: Menu) -> None:
    """L-ACT-5: the clones of the agent's era that a move may carry along, or none."""
    menu.n = 0
    offer_clones(state, rules, menu, STAGE, state.agent_era[state.active], 0)
    offer(menu, STAGE, SKIP)


@compiled
def move(state: State, rules: Rules, passenger: int) -> None:
    """L-ACT-1, L-ACT-2: the agent goes to an adjacent era, free of charge once a turn or for one energy."""
    seat = state.active
    origin = state.agent_era[seat]
    to = int(state.moving)
    action = state.moving_action
    paid = 0
    if action == FREE_MOVE:
        state.free_move = 0
        state.n_free_moves += 1
    else:
        paid = pay(state, rules, origin, 1)
        state.n_paid_moves += 1
    state.actions += 1
    state.moving = NONE
    state.agent_era[seat] = to
    if TRACE:
        tell_move(state, action, int(origin), to, None if passenger == SKIP else int(passenger), paid)
    if passenger != SKIP:
        move_clone(state, rules, passenger, to, CARRIED)


def tell_move(state: State, action: int, origin: Era, to: Era, carried: int | None, paid: int) -> None:
    """Emit a free or paid move."""
    facts = {"from": origin, "to": to, "carried": carried}
    if action == FREE_MOVE:
        emit(state, "free_move", **facts)
    else:
        emit(state, "paid_move", **facts, paid=paid)


@compiled
def perform_loop(state: State, rules: Rules, dimension: int) -> None:
    """L-ACT-4: pay for a LOOP; every card of the dimension in the hand becomes ready."""
    seat = state.active
    era = state.agent_era[seat]
    price = loop_price(state, rules)
    paid = pay(state, rules, era, price)
    state.actions += 1
    state.loops += 1
    state.n_loops += 1
    if TRACE:
        emit(state, "loop", dimension=dimension, cost=price, paid=paid)
    for slot in range(state.n_hand[seat]):
        card = state.hand[seat, slot]
        if rules.card_dimension[card] == dimension and not state.ready[card]:
            state.ready[card] = 1
            if TRACE:
                emit(state, "card_readied", card=int(card))
    note_event(state, rules, LOOP_PERFORMED, era, dimension, 1)


@compiled
def mend_rift(state: State, rules: Rules) -> None:
    """L-ACT-5: V-Girl removes one rift from her era, which has a vortex."""
    state.ability_used = 1
    state.actions += 1
    state.n_abilities += 1
    if TRACE:
        emit(state, "ability", name="mend")
    remove_rifts(state, rules, state.agent_era[state.active], 1)
