"""What an effect can change now (L-ACT-3), and the eras and cards within its reach (L-EFF-1)."""

from __future__ import annotations

from sim.bits import lowest_bit
from sim.games.loop.board import energy_in_supply, next_era, previous_era
from sim.games.loop.piles import pile_of
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import (
    ANYWHERE,
    AT_FOO,
    BANISH,
    BLACK_HOLE,
    DRAW,
    EACH_ADJACENT,
    ENERGY,
    EVERY_ERA,
    HERE,
    HERE_OR_ADJACENT,
    MAX_HAND,
    MOVE_ALLY,
    NONE,
    PULL,
    PUSH,
    READY,
    REPAIR,
    TRANSFER_ENERGY,
    TRANSFER_RIFT,
    USE_ALLY,
    Card,
    Era,
)
from sim.kernel import compiled


@compiled
def first_effect(state: State, rules: Rules, card: Card, allies: bool) -> int:
    """L-ACT-3: the first effect of a card that can change something now; NONE makes the card unusable.

    Without `allies`, `use_ally` does not count.
    """
    for k in range(rules.card_n_effects[card]):
        if can_change(state, rules, card, k, allies):
            return k
    return NONE


@compiled
def can_change(state: State, rules: Rules, card: Card, k: int, allies: bool) -> bool:
    """L-ACT-3: whether an effect can change something now; `use_ally` only if the ally's card itself can."""
    verb = rules.effect_verb[card, k]
    if verb != USE_ALLY:
        return can_change_alone(state, rules, verb, rules.effect_where[card, k])
    if not allies:
        return False
    for seat in range(state.n_agents):
        if seat != state.active:
            for slot in range(state.n_hand[seat]):
                if is_usable_by_ally(state, rules, state.hand[seat, slot]):
                    return True
    return False


@compiled
def is_usable_by_ally(state: State, rules: Rules, card: Card) -> bool:
    """L-ACT-3: whether a card of another hand is ready and can change something without a `use_ally`."""
    if not state.ready[card]:
        return False
    for k in range(rules.card_n_effects[card]):
        verb = rules.effect_verb[card, k]
        if verb != USE_ALLY and can_change_alone(state, rules, verb, rules.effect_where[card, k]):
            return True
    return False


@compiled
def can_change_alone(state: State, rules: Rules, verb: int, where: int) -> bool:
    """L-ACT-3: the same for every effect but `use_ally`."""
    era = state.agent_era[state.active]
    if verb == REPAIR:
        rest = eras_of(state, where, era)
        while rest > 0:
            if state.rifts[lowest_bit(rest)] > 0:
                return True
            rest &= rest - 1
        return False
    if verb == PUSH or verb == BANISH:
        return state.n_clones[era] > 0
    if verb == PULL:
        return state.n_clones[previous_era(era)] + state.n_clones[next_era(era)] > 0
    if verb == MOVE_ALLY:
        return state.n_agents > 1
    if verb == READY:
        return n_exhausted(state, rules) > 0
    if verb == DRAW:
        pile = pile_of(rules, state.active)
        return state.n_draw[pile] + state.n_discard[pile] > 0 and state.n_hand[state.active] < MAX_HAND
    if verb == TRANSFER_ENERGY:
        return state.energy[era] > 0
    if verb == TRANSFER_RIFT:
        return state.rifts[era] > 0
    if verb == ENERGY:
        return energy_in_supply(state, rules) > 0
    return True  # carry, move


@compiled
def n_exhausted(state: State, rules: Rules) -> int:
    """Return how many exhausted cards of the active hand a `ready` may take: no Black Hole card (L-BRD-3)."""
    n = 0
    for slot in range(state.n_hand[state.active]):
        if is_readiable(state, rules, state.hand[state.active, slot]):
            n += 1
    return n


@compiled
def is_readiable(state: State, rules: Rules, card: Card) -> bool:
    """L-EFF-1: `ready` takes exhausted cards; a card in use is not yet exhausted."""
    return state.ready[card] == 0 and rules.card_dimension[card] != BLACK_HOLE


@compiled
def eras_of(state: State, where: int, era: Era) -> int:
    """L-EFF-1: the eras that a `where` allows, seen from an era, as a bit set."""
    era = int(era)
    if where == HERE:
        return 1 << era
    if where == AT_FOO:
        return 1 << int(state.foo)
    if where == ANYWHERE:
        return EVERY_ERA
    neighbours = (1 << previous_era(era)) | (1 << next_era(era))
    if where == HERE_OR_ADJACENT:
        return neighbours | (1 << era)
    return neighbours  # ADJACENT, EACH_ADJACENT


@compiled
def is_amount_first(where: int) -> bool:
    """Whether a `repair` begins with an amount (none is one), its era being given."""
    return where == HERE or where == AT_FOO or where == EACH_ADJACENT


@compiled
def first_repair_era(state: State, where: int, era: Era) -> Era:
    """L-EFF-1: the era that a `repair` serves first: of each_adjacent the previous one, if it has a rift."""
    if where == HERE:
        return era
    if where == AT_FOO:
        return int(state.foo)
    before = previous_era(era)
    return before if state.rifts[before] > 0 else next_era(era)
