"""From one choice of a card in use to the next (L-ACT-3, L-EFF-1): an interpreter over the card table.

The first stage of an effect is offered by `offer_first_stage` and carried out by `carry_out_first_stage`, later ones by
`offer_later_stage` and `carry_out_later_stage`.
"""

from __future__ import annotations

from sim.games.loop.board import remove_rifts
from sim.games.loop.effects.cubes import begin_energy, begin_repair, serve_energy, transfer
from sim.games.loop.effects.in_use import (
    AMOUNT,
    ANOTHER,
    FIRST,
    FIRST_STEP,
    NEXT_STEP,
    SECOND_AMOUNT,
    begin_use,
    end_effect,
    finish_card,
    ready_card,
    use_ally,
)
from sim.games.loop.effects.offers import offer_first_stage, offer_later_stage
from sim.games.loop.effects.pieces import begin_carry, begin_push, finish_push, take_clone, take_step
from sim.games.loop.effects.reach import can_change, first_effect
from sim.games.loop.machina import fill_slot
from sim.games.loop.piles import draw_to_hand
from sim.games.loop.state import Menu, Rules, State
from sim.games.loop.terms import (
    BANISH,
    CARRY,
    DRAW,
    ENERGY,
    MOVE,
    MOVE_ALLY,
    PULL,
    PUSH,
    READY,
    REPAIR,
    RUNNING,
    SKIP,
    STAGE,
    USE_ALLY,
)
from sim.kernel import compiled


@compiled
def begin_card(state: State, rules: Rules, slot: int, value: int) -> None:
    """L-ACT-3: the active agent uses a ready artifact of the own hand; `value` is the first choice."""
    seat = int(state.active)
    card = int(state.hand[seat, slot])
    state.n_cards_used += 1
    begin_use(state, rules, seat, card, first_effect(state, rules, card, True))
    carry_out_first_stage(state, rules, value)


@compiled
def offer_next_stage(state: State, rules: Rules, menu: Menu) -> bool:
    """L-ACT-3: carry a card in use on to its next choice; False when it is finished (or the game is)."""
    while state.depth > 0 and state.cause == RUNNING:
        card = int(state.use_card[state.depth - 1])
        effect = int(state.use_effect[state.depth - 1])
        if effect >= rules.card_n_effects[card]:
            finish_card(state)
            continue
        menu.n = 0
        if state.stage != FIRST:
            offer_later_stage(state, rules, menu, card, effect)
        elif can_change(state, rules, card, effect, state.depth == 1):
            offer_first_stage(state, rules, menu, STAGE, card, effect)
        if menu.n > 0:
            return True
        end_effect(state)
    return False


@compiled
def carry_out_stage(state: State, rules: Rules, value: int) -> None:
    """L-EFF-1: carry out the choice that `offer_next_stage` offered."""
    if state.stage == FIRST:
        carry_out_first_stage(state, rules, value)
    else:
        carry_out_later_stage(state, rules, value)


@compiled
def carry_out_first_stage(state: State, rules: Rules, value: int) -> None:
    """L-EFF-1: carry out the first choice of the effect at hand."""
    card = int(state.use_card[state.depth - 1])
    k = int(state.use_effect[state.depth - 1])
    verb = rules.effect_verb[card, k]
    state.left = rules.effect_n[card, k]
    state.steps_left = rules.effect_steps[card, k]
    state.chosen = 0
    if value == SKIP:
        skip_first_stage(state, verb)
    elif verb == ENERGY:
        begin_energy(state, rules, rules.effect_where[card, k], value)
    elif verb == REPAIR:
        begin_repair(state, rules, rules.effect_where[card, k], value)
    elif verb == PUSH:
        begin_push(state, rules, value)
    elif verb == PULL or verb == BANISH:
        take_clone(state, rules, verb, value)
    elif verb == CARRY:
        begin_carry(state, rules, value)
    elif verb == MOVE:
        take_step(state, rules, verb, value)
    elif verb == MOVE_ALLY:
        state.picked = value
        state.stage = FIRST_STEP
    elif verb == READY:
        ready_card(state, value)
    elif verb == USE_ALLY:
        use_ally(state, rules, value)
    elif verb == DRAW:
        draw_to_hand(state, rules, state.active, state.left)
        end_effect(state)
    else:
        state.picked = value
        state.stage = AMOUNT


@compiled
def skip_first_stage(state: State, verb: int) -> None:
    """L-EFF-1: none is a number too; a `carry` without clones still moves."""
    if verb == CARRY and state.n_clones[state.agent_era[state.active]] > 0:
        state.stage = NEXT_STEP
    else:
        end_effect(state)


@compiled
def carry_out_later_stage(state: State, rules: Rules, value: int) -> None:
    """L-EFF-1: carry out a later choice of the effect at hand."""
    verb = rules.effect_verb[state.use_card[state.depth - 1], state.use_effect[state.depth - 1]]
    stage = state.stage
    if stage == ANOTHER:
        if value == SKIP:
            stop_choosing(state, verb)
        elif verb == PUSH:
            begin_push(state, rules, value)
        elif verb == CARRY:
            begin_carry(state, rules, value)
        elif verb == READY:
            ready_card(state, value)
        else:
            take_clone(state, rules, verb, value)
    elif stage == FIRST_STEP or stage == NEXT_STEP:
        if value == SKIP:
            stop_walking(state, verb)
        else:
            take_step(state, rules, verb, value)
    elif stage == AMOUNT:
        if verb == REPAIR:
            remove_rifts(state, rules, state.picked, value)
        else:
            transfer(state, rules, verb, value)
        end_effect(state)
    elif stage == SECOND_AMOUNT:
        remove_rifts(state, rules, state.picked, value)
        end_effect(state)
    else:
        fill_slot(state, rules, value)
        state.left -= 1
        serve_energy(state, rules)


@compiled
def stop_choosing(state: State, verb: int) -> None:
    """L-EFF-1: no more clones or cards; the carried ones set out."""
    if verb == CARRY:
        state.stage = NEXT_STEP
    else:
        end_effect(state)


@compiled
def stop_walking(state: State, verb: int) -> None:
    """L-EFF-1: no more steps; the next clone may be pushed."""
    if verb == PUSH:
        finish_push(state)
    else:
        end_effect(state)
