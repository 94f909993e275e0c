"""What changes on the board are worth to `greedy`, and so effects and cards: what they would change at best."""

from __future__ import annotations

from sim.games.loop.board import next_era, previous_era
from sim.games.loop.effects.reach import eras_of
from sim.games.loop.machina import has_machina
from sim.games.loop.piles import pile_of
from sim.games.loop.policies.greedy.mind import Mind, clone_cost, distance, progress_value, rift_cost
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import (
    ARTIFACT_USED,
    AT_FOO,
    BANISH,
    CLONE_DESTROYED,
    CLONE_MOVED,
    DRAW,
    EACH_ADJACENT,
    ENERGY,
    ENERGY_ADDED,
    HERE,
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
from sim.kernel import compiled

# -- Single changes ---------------------------------------------------------------------------------


@compiled
def value_of_energy(state: State, rules: Rules, mind: Mind, era: Era, n: int) -> int:
    """What n energy in an era is worth."""
    value = 0
    if state.permanent[era] == 0:
        useful = min(n, max(mind.enough - state.energy[era], 0))
        value = useful * (mind.energy if era == state.agent_era[state.active] else mind.energy_left)
    if rules.machina and has_machina(state, rules, era):
        value += n * mind.machina_slot
    return int(value) + progress_value(state, rules, mind, ENERGY_ADDED, era, 0, n)


@compiled
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


@compiled
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
    steps = min(steps, 3)
    best = 0
    ahead = era
    behind = era
    for _ in range(steps):
        ahead = next_era(ahead)
        behind = previous_era(behind)
        best = max(best, value_of_clone_step(state, rules, mind, token, era, ahead))
        best = max(best, value_of_clone_step(state, rules, mind, token, era, behind))
    return best


# -- Effects of clones: the best n of those in reach ------------------------------------------------


@compiled
def value_of_clones(state: State, rules: Rules, mind: Mind, verb: int, n: int, steps: int, era: Era) -> int:
    """What a push, pull or banish of up to n clones is worth from an era: n times the best, or all if that is less."""
    best = 0
    total = 0
    left = int(state.n_clones[era])
    if verb == PULL:
        left = int(state.n_clones[previous_era(era)] + state.n_clones[next_era(era)])
    token = 0
    while left > 0:
        at = int(state.token_era[token])
        if at >= 0 and (distance(at, era) == 1 if verb == PULL else at == era):
            left -= 1
            if verb == PULL:
                value = value_of_clone_step(state, rules, mind, token, at, era)
            elif verb == PUSH:
                value = value_of_push(state, rules, mind, token, era, steps)
            else:
                value = clone_cost(rules, mind, token, era)
                value += progress_value(state, rules, mind, CLONE_DESTROYED, era, token, 1)
            best = max(best, value)
            total += max(value, 0)
        token += 1
    return min(total, best * n)


@compiled
def value_of_carry(state: State, rules: Rules, mind: Mind, n: int, era: Era, to: Era) -> int:
    """What it is worth to take up to n clones of an era along to another."""
    best = 0
    total = 0
    left = int(state.n_clones[era])
    token = 0
    while left > 0:
        if state.token_era[token] == era:
            left -= 1
            value = value_of_clone_step(state, rules, mind, token, era, to)
            best = max(best, value)
            total += max(value, 0)
        token += 1
    return min(total, best * n)


# -- Cards ------------------------------------------------------------------------------------------


@compiled
def value_of_card(state: State, rules: Rules, mind: Mind, card: Card, era: Era) -> int:
    """What it is worth to use a card in an era, moves apart."""
    total = value_of_playing(state, rules, mind, card, era)
    for k in range(rules.card_n_effects[card]):
        total += value_of_effect(state, rules, mind, card, k, era)
    return total


@compiled
def value_of_playing(state: State, rules: Rules, mind: Mind, card: Card, era: Era) -> int:
    """What it is worth that a card is used in an era, whatever it does; a blank one cannot be used."""
    if rules.card_n_effects[card] == 0:
        return 0
    return progress_value(state, rules, mind, ARTIFACT_USED, era, rules.card_dimension[card], 1)


@compiled
def value_of_effect(state: State, rules: Rules, mind: Mind, card: Card, k: int, era: Era) -> int:
    """What an effect is worth if the agent stands in an era; `value_of_use` adds moves, readied and allies' cards."""
    verb = rules.effect_verb[card, k]
    n = int(rules.effect_n[card, k])
    where = rules.effect_where[card, k]
    if verb == ENERGY or verb == REPAIR:
        return value_of_cubes(state, rules, mind, verb, n, where, era)
    if verb == PUSH:
        steps = int(rules.effect_steps[card, k])
        if rules.agent_ability[state.team[state.active]] == LONG_PUSH:
            steps += 1
        return value_of_clones(state, rules, mind, verb, n, steps, era)
    if verb == BANISH or verb == PULL:
        return value_of_clones(state, rules, mind, verb, n, 1, era)
    if verb == DRAW:
        pile = pile_of(rules, state.active)
        return int(min(n, state.n_draw[pile] + state.n_discard[pile]) * mind.draw)
    if verb == TRANSFER_RIFT:
        return max(
            value_of_transfer(state, rules, mind, era, next_era(era), n),
            value_of_transfer(state, rules, mind, era, previous_era(era), n),
            0,
        )
    return 0


@compiled
def value_of_cubes(state: State, rules: Rules, mind: Mind, verb: int, n: int, where: int, era: Era) -> int:
    """What energy or repair is worth: in the best era allowed, or in all of them."""
    if where == HERE:
        return max(value_of_cubes_in(state, rules, mind, verb, n, era), 0)
    if where == AT_FOO:
        return max(value_of_cubes_in(state, rules, mind, verb, n, state.foo), 0)
    targets = eras_of(state, where, era)
    best = 0
    total = 0
    for other in range(N_ERAS):
        if (targets >> other) & 1:
            value = value_of_cubes_in(state, rules, mind, verb, n, other)
            best = max(best, value)
            total += value
    return total if where == EACH_ADJACENT else best


@compiled
def value_of_cubes_in(state: State, rules: Rules, mind: Mind, verb: int, n: int, era: Era) -> int:
    """What energy or repair is worth in an era."""
    if verb == ENERGY:
        return value_of_energy(state, rules, mind, era, n)
    return value_of_repair(state, rules, mind, era, n)
