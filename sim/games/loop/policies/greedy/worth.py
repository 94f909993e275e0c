"""What changes on the board are worth to `greedy`, and so effects and cards: what they would change at best."""

from __future__ import annotations

from sim.bits import lowest_bit
from sim.games.loop.board import next_era, previous_era
from sim.games.loop.machina import has_machina
from sim.games.loop.piles import pile_of
from sim.games.loop.policies.greedy.mind import SPARE_ROW, Mind, cares_for, clone_cost, progress_value, rift_cost
from sim.games.loop.sets import beside, eras_within
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import (
    ADJACENT,
    ANYWHERE,
    ARTIFACT_USED,
    AT_FOO,
    BANISH,
    CLONE_DESTROYED,
    CLONE_MOVED,
    DRAW,
    EACH_ADJACENT,
    ENERGY,
    ENERGY_ADDED,
    EVERY_ERA,
    HERE,
    HERE_OR_ADJACENT,
    LONG_PUSH,
    N_ERAS,
    PULL,
    PUSH,
    REPAIR,
    RIFT_REMOVED,
    TRANSFER_RIFT,
    Card,
    Era,
    Token,
)
from sim.kernel import compiled, inlined

# -- Single changes ---------------------------------------------------------------------------------


@inlined
def value_of_energy(state: State, rules: Rules, mind: Mind, era: Era, n: int) -> int:
    """What n energy in an era is worth."""
    value = 0
    if state.permanent[era] == 0:
        useful = min(n, max(mind.enough - state.energy[era], 0))
        value = useful * (mind.energy if era == state.agent_era[state.active] else mind.energy_left)
    if rules.machina and has_machina(state, rules, era):
        value += n * mind.machina_slot
    return int(value) + progress_value(state, rules, mind, ENERGY_ADDED, era, 0, n)


@inlined
def value_of_repair(state: State, rules: Rules, mind: Mind, era: Era, n: int) -> int:
    """What it is worth to remove up to n rifts from an era."""
    n = min(n, int(state.rifts[era]))
    if n == 0:
        return 0
    rifts = int(state.rifts[era])
    gain = rift_cost(mind, era, rifts) - rift_cost(mind, era, rifts - n)
    return gain + progress_value(state, rules, mind, RIFT_REMOVED, era, 0, n)


@compiled
def value_of_transfer(state: State, rules: Rules, mind: Mind, era: Era, to: Era, n: int) -> int:
    """What it is worth to shift up to n rifts; never so many that a vortex is made."""
    n = min(n, int(state.rifts[era]), int(rules.safe_rifts - state.rifts[to]))
    if n <= 0:
        return 0
    before = rift_cost(mind, era, state.rifts[era]) + rift_cost(mind, to, state.rifts[to])
    after = rift_cost(mind, era, state.rifts[era] - n) + rift_cost(mind, to, state.rifts[to] + n)
    return before - after


@inlined
def value_of_clone_step(state: State, rules: Rules, mind: Mind, token: Token, origin: Era, to: Era) -> int:
    """What it is worth to get a clone from one era to another: a death ends all that it costs."""
    cost = clone_cost(rules, mind, token, origin)
    value = progress_value(state, rules, mind, CLONE_MOVED, to, token, 1)
    if rules.token_paradox[token] == to:
        return cost + value + progress_value(state, rules, mind, CLONE_DESTROYED, to, token, 1)
    return cost + value - clone_cost(rules, mind, token, to)


@compiled
def value_of_push(state: State, rules: Rules, mind: Mind, token: Token, era: Era, steps: int) -> int:
    """What it is worth to push a clone up to `steps` eras, either way."""
    best = 0
    rest = eras_within(era, steps) & ~(1 << int(era))
    while rest > 0:
        best = max(best, value_of_clone_step(state, rules, mind, token, era, lowest_bit(rest)))
        rest &= rest - 1
    return best


# -- Clones: the best n of those in reach -----------------------------------------------------------


@compiled
def value_of_clones(state: State, rules: Rules, mind: Mind, verb: int, n: int, steps: int, era: Era) -> int:
    """What a push, pull or banish of up to n clones is worth from an era: n times the best, or all if that is less."""
    best = 0
    total = 0
    rest = int(state.clones[era])
    if verb == PULL:
        rest = int(state.clones[previous_era(era)] | state.clones[next_era(era)])
    while rest > 0:
        token = lowest_bit(rest)
        rest &= rest - 1
        if verb == PULL:
            value = value_of_clone_step(state, rules, mind, token, int(state.token_era[token]), era)
        elif verb == PUSH:
            value = value_of_push(state, rules, mind, token, era, steps)
        else:
            value = clone_cost(rules, mind, token, era)
            value += progress_value(state, rules, mind, CLONE_DESTROYED, era, token, 1)
        best = max(best, value)
        total += max(value, 0)
    return min(total, best * n)


@compiled
def value_of_carry(state: State, rules: Rules, mind: Mind, n: int, era: Era, to: Era) -> int:
    """What it is worth to take up to n clones of an era along to another."""
    best = 0
    total = 0
    rest = int(state.clones[era])
    while rest > 0:
        value = value_of_clone_step(state, rules, mind, lowest_bit(rest), era, to)
        rest &= rest - 1
        best = max(best, value)
        total += max(value, 0)
    return min(total, best * n)


# -- Cards: what they are worth in each of a set of eras, in a row of `mind.here` -------------------


@compiled
def value_of_card(state: State, rules: Rules, mind: Mind, card: Card, era: Era) -> int:
    """What it is worth to use a card in an era, moves apart."""
    weigh_card(state, rules, mind, SPARE_ROW, card, 1 << int(era))
    return int(mind.here[SPARE_ROW, era])


@compiled
def weigh_card(state: State, rules: Rules, mind: Mind, row: int, card: Card, eras: int) -> None:
    """What it is worth to use a card in each era of a set, moves apart; a blank one cannot be used."""
    for era in range(N_ERAS):
        mind.here[row, era] = 0
    n_effects = rules.card_n_effects[card]
    if n_effects > 0 and cares_for(mind, ARTIFACT_USED):
        dimension = rules.card_dimension[card]
        rest = eras
        while rest > 0:
            era = lowest_bit(rest)
            rest &= rest - 1
            mind.here[row, era] = progress_value(state, rules, mind, ARTIFACT_USED, era, dimension, 1)
    for k in range(n_effects):
        weigh_effect(state, rules, mind, row, card, k, eras)


@inlined
def weigh_effect(state: State, rules: Rules, mind: Mind, row: int, card: Card, k: int, eras: int) -> None:
    """Add what an effect is worth where the agent stands; `value_of_use` adds moves, readied and allies' cards."""
    verb = rules.effect_verb[card, k]
    n = int(rules.effect_n[card, k])
    if verb == ENERGY or verb == REPAIR:
        weigh_cubes(state, rules, mind, row, verb, n, rules.effect_where[card, k], eras)
    elif verb == PUSH or verb == BANISH or verb == PULL:
        steps = int(rules.effect_steps[card, k])
        if rules.agent_ability[state.team[state.active]] == LONG_PUSH:
            steps += 1
        weigh_clones(state, rules, mind, row, verb, n, steps, eras)
    elif verb == DRAW:
        pile = pile_of(rules, state.active)
        for era in range(N_ERAS):
            mind.here[row, era] += min(n, state.n_draw[pile] + state.n_discard[pile]) * mind.draw
    elif verb == TRANSFER_RIFT:
        while eras > 0:
            era = lowest_bit(eras)
            eras &= eras - 1
            if state.rifts[era] > 0:
                there = value_of_transfer(state, rules, mind, era, next_era(era), n)
                back = value_of_transfer(state, rules, mind, era, previous_era(era), n)
                mind.here[row, era] += max(there, back, 0)


@compiled
def weigh_cubes(state: State, rules: Rules, mind: Mind, row: int, verb: int, n: int, where: int, eras: int) -> None:
    """Add what energy or repair is worth in each era of a set: in the best era allowed, or in all of them."""
    wanted = eras_served(state, where, eras)
    while wanted > 0:
        era = lowest_bit(wanted)
        wanted &= wanted - 1
        if verb == ENERGY:
            mind.cubes[era] = value_of_energy(state, rules, mind, era, n)
        else:
            mind.cubes[era] = value_of_repair(state, rules, mind, era, n)
    best = 0
    if where == AT_FOO:
        best = max(mind.cubes[state.foo], 0)
    elif where == ANYWHERE:
        for era in range(N_ERAS):
            best = max(best, mind.cubes[era])
    while eras > 0:
        era = lowest_bit(eras)
        eras &= eras - 1
        if where == HERE:
            best = max(mind.cubes[era], 0)
        elif where == EACH_ADJACENT:
            best = mind.cubes[previous_era(era)] + mind.cubes[next_era(era)]
        elif where == ADJACENT or where == HERE_OR_ADJACENT:
            best = max(mind.cubes[previous_era(era)], mind.cubes[next_era(era)], 0)
            if where == HERE_OR_ADJACENT:
                best = max(best, mind.cubes[era])
        mind.here[row, era] += best


@inlined
def eras_served(state: State, where: int, eras: int) -> int:
    """The eras that an effect may serve from some era of a set."""
    if where == HERE:
        return eras
    if where == AT_FOO:
        return 1 << int(state.foo)
    if where == ANYWHERE:
        return EVERY_ERA
    return beside(eras) | (eras if where == HERE_OR_ADJACENT else 0)


@compiled
def weigh_clones(state: State, rules: Rules, mind: Mind, row: int, verb: int, n: int, steps: int, eras: int) -> None:
    """Add what a push, pull or banish of up to n clones is worth."""
    while eras > 0:
        era = lowest_bit(eras)
        eras &= eras - 1
        mind.here[row, era] += value_of_clones(state, rules, mind, verb, n, steps, era)
