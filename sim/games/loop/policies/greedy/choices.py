"""How `greedy` chooses within a card or a move under way: each option of a stage by what it leads to."""

from __future__ import annotations

from sim.bits import lowest_bit
from sim.games.loop.actions import ability
from sim.games.loop.board import next_era, previous_era
from sim.games.loop.effects.in_use import AMOUNT, ANOTHER, FIRST, SLOT
from sim.games.loop.effects.reach import first_effect, first_repair_era, is_amount_first
from sim.games.loop.policies.greedy.mind import WORST, Mind, clone_cost, progress_value
from sim.games.loop.policies.greedy.turn import in_reach, weigh_turn
from sim.games.loop.policies.greedy.worth import (
    value_of_card,
    value_of_clone_step,
    value_of_energy,
    value_of_push,
    value_of_repair,
    value_of_transfer,
)
from sim.games.loop.sets import eras_within
from sim.games.loop.state import Menu, Rules, State
from sim.games.loop.terms import (
    ACTION_SIZE,
    ANY_STEPS,
    BANISH,
    CARRY,
    CLONE_DESTROYED,
    DRAW,
    ENERGY,
    EVERY_ERA,
    LONG_PUSH,
    MOVE,
    N_ERAS,
    NONE,
    PULL,
    PUSH,
    READY,
    REPAIR,
    SKIP,
    STAGE,
    TRANSFER_RIFT,
    USE_ALLY,
    USE_CARD,
    Era,
)
from sim.kernel import compiled, inlined


@compiled
def best_opening(state: State, rules: Rules, menu: Menu, mind: Mind, action: int) -> int:
    """The best first choice of a card: the option of that card which is worth most."""
    card = int(state.hand[state.active, action - USE_CARD])
    effect = first_effect(state, rules, card, True)
    return best_option(state, rules, menu, mind, action, card, effect, FIRST)


@compiled
def best_stage(state: State, rules: Rules, menu: Menu, mind: Mind) -> int:
    """The best later choice of the card or move under way."""
    if state.moving != NONE:
        return best_passenger(state, rules, menu, mind)
    card = int(state.use_card[state.depth - 1])
    effect = int(state.use_effect[state.depth - 1])
    prepare_for(state, rules, mind, card, effect)
    return best_option(state, rules, menu, mind, STAGE, card, effect, state.stage)


@compiled
def best_option(
    state: State, rules: Rules, menu: Menu, mind: Mind, action: int, card: int, effect: int, stage: int
) -> int:
    """The option of an action that is worth most, where they are choices of an effect's stage; the first of equals."""
    best = 0
    best_value = WORST
    for i in range(menu.n):
        if menu.option[i] // ACTION_SIZE == action:
            value = value_of_choice(state, rules, mind, card, effect, stage, int(menu.option[i] % ACTION_SIZE))
            if value > best_value:
                best = i
                best_value = value
    return best


@compiled
def prepare_for(state: State, rules: Rules, mind: Mind, card: int, k: int) -> None:
    """Value the eras that an effect may lead to."""
    verb = rules.effect_verb[card, k]
    if verb != MOVE and verb != CARRY:
        return
    eras = EVERY_ERA
    if rules.effect_steps[card, k] != ANY_STEPS:
        steps = rules.effect_steps[card, k] if state.stage == FIRST else state.steps_left
        eras = eras_within(state.agent_era[state.active], steps)
    weigh_turn(state, rules, mind, eras)


@inlined
def value_of_choice(state: State, rules: Rules, mind: Mind, card: int, k: int, stage: int, option: int) -> int:
    """What one option of an effect's stage is worth; none is worth nothing."""
    if option == SKIP:
        return 0
    verb = rules.effect_verb[card, k]
    era = int(state.agent_era[state.active])
    if verb == ENERGY:
        return value_of_energy_choice(state, rules, mind, card, k, stage, option)
    if verb == REPAIR:
        return value_of_repair_choice(state, rules, mind, card, k, stage, option)
    if verb == PUSH:
        return value_of_push_choice(state, rules, mind, card, k, stage, option)
    if verb == PULL:
        return value_of_clone_step(state, rules, mind, option, int(state.token_era[option]), era)
    if verb == BANISH:
        gain = progress_value(state, rules, mind, CLONE_DESTROYED, era, option, 1)
        return gain + clone_cost(rules, mind, option, era)
    if verb == CARRY:
        return value_of_carry_choice(state, rules, mind, card, k, stage, option)
    if verb == MOVE:
        any_era = rules.effect_steps[card, k] == ANY_STEPS
        steps = int(rules.effect_steps[card, k]) if stage == FIRST else int(state.steps_left)
        return value_of_heading(state, rules, mind, era, option, 1 if any_era else steps, False)
    if verb == READY:
        return value_of_card(state, rules, mind, int(state.hand[state.active, option]), era)
    if verb == USE_ALLY:
        return value_of_card(state, rules, mind, option, era)
    if verb == TRANSFER_RIFT:
        if stage == AMOUNT:
            return value_of_transfer(state, rules, mind, era, int(state.picked), option)
        return value_of_transfer(state, rules, mind, era, option, int(rules.effect_n[card, k])) - 1
    if verb == DRAW:
        return 0
    return -option - 1  # moving allies and shifting energy: as little as may be


@compiled
def value_of_energy_choice(state: State, rules: Rules, mind: Mind, card: int, k: int, stage: int, option: int) -> int:
    """The era where energy does most; the Ultramachina card with the fewest free slots."""
    if stage == SLOT:
        machina = state.machina_card[option]
        return int(state.machina_filled[option] - rules.machina_slots[machina])
    return value_of_energy(state, rules, mind, option, int(rules.effect_n[card, k]))


@compiled
def value_of_repair_choice(state: State, rules: Rules, mind: Mind, card: int, k: int, stage: int, option: int) -> int:
    """The era where a repair does most, then as many rifts as can be."""
    where = rules.effect_where[card, k]
    if stage == FIRST and not is_amount_first(where):
        return value_of_repair(state, rules, mind, option, int(rules.effect_n[card, k]))
    if stage == FIRST:
        era = first_repair_era(state, where, int(state.agent_era[state.active]))
        return value_of_repair(state, rules, mind, era, option)
    return value_of_repair(state, rules, mind, int(state.picked), option)


@compiled
def value_of_push_choice(state: State, rules: Rules, mind: Mind, card: int, k: int, stage: int, option: int) -> int:
    """The clone for which a push does most, then the way it should go."""
    if stage == FIRST or stage == ANOTHER:
        steps = int(rules.effect_steps[card, k])
        if ability(state, rules) == LONG_PUSH:
            steps += 1
        return value_of_push(state, rules, mind, option, int(state.agent_era[state.active]), steps)
    token = int(state.picked)
    era = int(state.token_era[token])
    best = WORST
    to = option
    for _ in range(state.steps_left):
        best = max(best, value_of_clone_step(state, rules, mind, token, era, to))
        to = next_in_line(era, option, to)
    return best


@compiled
def next_in_line(era: Era, first: Era, to: Era) -> Era:
    """The next era on a way that began with the step from `era` to `first`."""
    return next_era(to) if first == next_era(era) else previous_era(to)


@compiled
def value_of_carry_choice(state: State, rules: Rules, mind: Mind, card: int, k: int, stage: int, option: int) -> int:
    """The clones that gain by coming along, then the way to go."""
    era = int(state.agent_era[state.active])
    steps = int(rules.effect_steps[card, k])
    if (stage == FIRST and state.n_clones[era] > 0) or stage == ANOTHER:
        return value_of_push(state, rules, mind, option, era, steps)
    return value_of_heading(state, rules, mind, era, option, steps if stage == FIRST else int(state.steps_left), True)


@compiled
def value_of_heading(state: State, rules: Rules, mind: Mind, era: Era, first: Era, steps: int, carries: bool) -> int:
    """What the best era on a way is worth against staying, with the clones that are carried."""
    best = WORST
    to = first
    for _ in range(min(steps, N_ERAS)):
        value = int(mind.worth[to] - mind.worth[era]) // 2 if in_reach(mind, to) else 0
        if carries:
            rest = int(state.chosen)
            while rest > 0:
                value += value_of_clone_step(state, rules, mind, lowest_bit(rest), era, to)
                rest &= rest - 1
        best = max(best, value)
        to = next_in_line(era, first, to)
    return best


@compiled
def best_passenger(state: State, rules: Rules, menu: Menu, mind: Mind) -> int:
    """Whom to carry along on a move: the clone that gains most, if one does."""
    era = int(state.agent_era[state.active])
    best = 0
    best_value = WORST
    for i in range(menu.n):
        token = int(menu.option[i] % ACTION_SIZE)
        value = 0
        if token != SKIP:
            value = value_of_clone_step(state, rules, mind, token, era, int(state.moving))
        if value > best_value:
            best = i
            best_value = value
    return best
