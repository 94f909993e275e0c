"""The options of each stage of an effect (L-EFF-1, L-POL-2)."""

from __future__ import annotations

from sim.bits import lowest_bit
from sim.games.loop.board import next_era, previous_era
from sim.games.loop.effects.in_use import AMOUNT, ANOTHER, FIRST_STEP, NEXT_STEP, SECOND_AMOUNT, SLOT
from sim.games.loop.effects.reach import eras_of, first_repair_era, is_amount_first, is_readiable, is_usable_by_ally
from sim.games.loop.menu import offer, offer_clones, offer_eras
from sim.games.loop.state import Menu, Rules, State
from sim.games.loop.terms import (
    ADJACENT,
    ANY_STEPS,
    ANYWHERE,
    BANISH,
    CARRY,
    DRAW,
    ENERGY,
    EVERY_ERA,
    HERE_OR_ADJACENT,
    MOVE,
    MOVE_ALLY,
    PULL,
    PUSH,
    READY,
    REPAIR,
    SKIP,
    STAGE,
    TRANSFER_ENERGY,
    TRANSFER_RIFT,
    USE_ALLY,
    Card,
    Era,
)
from sim.kernel import compiled

# -- First stage ------------------------------------------------------------------------------------


@compiled
def offer_first_stage(state: State, rules: Rules, menu: Menu, action: int, card: Card, k: int) -> None:
    """L-POL-2: each option of the first stage of an effect that can change something."""
    verb = rules.effect_verb[card, k]
    n = int(rules.effect_n[card, k])
    where = rules.effect_where[card, k]
    era = int(state.agent_era[state.active])
    if verb == ENERGY:
        offer_energy(state, menu, action, where, era)
        return
    if verb == DRAW:
        offer(menu, action, 0)
        return
    if verb == REPAIR:
        offer_repair(state, menu, action, n, where, era)
    elif verb == PUSH or verb == BANISH:
        offer_clones(state, rules, menu, action, era, 0)
    elif verb == PULL:
        offer_clones(state, rules, menu, action, previous_era(era), 0)
        offer_clones(state, rules, menu, action, next_era(era), 0)
    elif verb == CARRY and state.n_clones[era] > 0:
        offer_clones(state, rules, menu, action, era, 0)
    elif verb == MOVE and rules.effect_steps[card, k] == ANY_STEPS:
        offer_eras(menu, action, EVERY_ERA & ~(1 << era))
    elif verb == MOVE_ALLY:
        for seat in range(state.n_agents):
            if seat != state.active:
                offer(menu, action, seat)
    elif verb == READY:
        offer_exhausted(state, rules, menu, action)
    elif verb == USE_ALLY:
        offer_ally_cards(state, rules, menu, action)
    else:  # carry without a clone, move, transfer
        offer_neighbours(menu, action, era)
    if verb != REPAIR or not is_amount_first(where):
        offer(menu, action, SKIP)


@compiled
def offer_neighbours(menu: Menu, action: int, era: Era) -> None:
    """L-BRD-1: offer both directions, each as the era it leads to."""
    offer(menu, action, previous_era(era))
    offer(menu, action, next_era(era))


@compiled
def offer_energy(state: State, menu: Menu, action: int, where: int, era: Era) -> None:
    """L-EFF-1: energy is added in full; the era is chosen where there is a choice."""
    if where == ADJACENT or where == ANYWHERE or where == HERE_OR_ADJACENT:
        offer_eras(menu, action, eras_of(state, where, era))
    else:
        offer(menu, action, 0)


@compiled
def offer_repair(state: State, menu: Menu, action: int, n: int, where: int, era: Era) -> None:
    """L-EFF-1: up to n rifts; first the era where there is a choice, else the amount."""
    if is_amount_first(where):
        offer_amounts(menu, action, 0, min(n, int(state.rifts[first_repair_era(state, where, era)])))
        return
    rest = eras_of(state, where, era)
    while rest > 0:
        other = lowest_bit(rest)
        rest &= rest - 1
        if state.rifts[other] > 0:
            offer(menu, action, other)


@compiled
def offer_amounts(menu: Menu, action: int, least: int, most: int) -> None:
    """L-EFF-1: offer each amount."""
    for amount in range(least, most + 1):
        offer(menu, action, amount)


@compiled
def offer_exhausted(state: State, rules: Rules, menu: Menu, action: int) -> None:
    """L-EFF-1: offer each exhausted card that `ready` may take, by its slot."""
    for slot in range(state.n_hand[state.active]):
        if is_readiable(state, rules, state.hand[state.active, slot]):
            offer(menu, action, slot)


@compiled
def offer_ally_cards(state: State, rules: Rules, menu: Menu, action: int) -> None:
    """L-ACT-3: offer each card of another hand that `use_ally` may use."""
    for seat in range(state.n_agents):
        if seat != state.active:
            for slot in range(state.n_hand[seat]):
                card = state.hand[seat, slot]
                if is_usable_by_ally(state, rules, card):
                    offer(menu, action, card)


# -- Later stages -----------------------------------------------------------------------------------


@compiled
def offer_later_stage(state: State, rules: Rules, menu: Menu, card: Card, k: int) -> None:
    """L-EFF-1: the options of the next choice; none where there is nothing left to choose."""
    verb = rules.effect_verb[card, k]
    era = int(state.agent_era[state.active])
    stage = state.stage
    if stage == ANOTHER:
        offer_another(state, rules, menu, verb, era)
        if menu.n > 0:
            offer(menu, STAGE, SKIP)
        elif verb == CARRY:
            state.stage = NEXT_STEP
            offer_neighbours(menu, STAGE, era)
            offer(menu, STAGE, SKIP)
    elif stage == FIRST_STEP:
        offer_neighbours(menu, STAGE, walker_era(state, verb))
    elif stage == NEXT_STEP:
        offer_neighbours(menu, STAGE, walker_era(state, verb))
        offer(menu, STAGE, SKIP)
    elif stage == AMOUNT:
        offer_amounts(menu, STAGE, 1, min(int(state.left), cubes_to_choose(state, verb)))
    elif stage == SECOND_AMOUNT:
        offer_amounts(menu, STAGE, 0, min(int(state.left), int(state.rifts[state.picked])))
    elif stage == SLOT:
        for i in range(state.n_machina):
            if rules.machina_origin[state.machina_card[i]] == state.picked:
                offer(menu, STAGE, i)


@compiled
def offer_another(state: State, rules: Rules, menu: Menu, verb: int, era: Era) -> None:
    """L-EFF-1: up to n: one more clone or card of those not yet handled."""
    if state.left == 0:
        return
    if verb == READY:
        offer_exhausted(state, rules, menu, STAGE)
    elif verb == PULL:
        offer_clones(state, rules, menu, STAGE, previous_era(era), 0)
        offer_clones(state, rules, menu, STAGE, next_era(era), 0)
    else:
        offer_clones(state, rules, menu, STAGE, era, state.chosen)


@compiled
def walker_era(state: State, verb: int) -> Era:
    """Return where the clone, ally or agent that takes a step stands."""
    if verb == PUSH:
        return int(state.token_era[state.picked])
    if verb == MOVE_ALLY:
        return int(state.agent_era[state.picked])
    return int(state.agent_era[state.active])


@compiled
def cubes_to_choose(state: State, verb: int) -> int:
    """Return the cubes there are to remove from the era picked, or to transfer from the agent's."""
    era = state.agent_era[state.active]
    if verb == TRANSFER_ENERGY:
        return int(state.energy[era])
    if verb == TRANSFER_RIFT:
        return int(state.rifts[era])
    return int(state.rifts[state.picked])
