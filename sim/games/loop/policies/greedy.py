"""`greedy`: a sensible player who plans this turn and no further."""

from __future__ import annotations

from sim.games.loop.actions import ability, loop_price
from sim.games.loop.board import can_pay, next_era, previous_era
from sim.games.loop.effects.in_use import AMOUNT, ANOTHER, FIRST, SLOT
from sim.games.loop.effects.reach import first_effect, first_repair_era, is_amount_first
from sim.games.loop.policies.mind import (
    Mind,
    clone_cost,
    distance,
    look_around,
    progress_value,
    value_of_artifact,
)
from sim.games.loop.policies.worth import (
    value_of_card,
    value_of_clone_step,
    value_of_energy,
    value_of_push,
    value_of_repair,
    value_of_transfer,
    value_of_use,
    weigh_turn,
)
from sim.games.loop.state import Menu, Rules, State
from sim.games.loop.terms import (
    ACTION,
    ACTION_SIZE,
    ANY_STEPS,
    BANISH,
    CARRY,
    CENTRIFUGE,
    CLONE_DESTROYED,
    DRAW,
    ENERGY,
    FREE_MOVE,
    LEAP,
    LONG_PUSH,
    LOOP,
    LOOP_PERFORMED,
    MEND_RIFT,
    MOVE,
    N_ERAS,
    NONE,
    PAID_MOVE,
    PULL,
    PUSH,
    READY,
    REPAIR,
    REWARD,
    SKIP,
    TAKE,
    TRANSFER_RIFT,
    USE_ALLY,
    USE_CARD,
    Era,
)
from sim.kernel import compiled

NOTHING = -(10**6)


@compiled
def choose_greedily(state: State, rules: Rules, menu: Menu, mind: Mind) -> int:
    """Weighs options by what they change on the board now; deterministic; looks at nothing hidden.

    Before each action it picks the era where its turn should end: cards are used where they do most, here or there,
    and a full mission, an artifact or a safe place is waiting. What is better done here it does at once, LOOPs when
    the cards that come back are worth the energy, then goes. Artifacts are taken by how much their effects do.
    """
    look_around(state, rules, mind)
    if state.phase == ACTION:
        if state.under_way:
            return best_stage(state, rules, menu, mind)
        return best_action(state, rules, menu, mind)
    if state.phase == TAKE or state.phase == REWARD:
        return best_artifact(rules, menu, mind)
    return fullest_hand(state, menu)


# -- Which action -----------------------------------------------------------------------------------


@compiled
def best_action(state: State, rules: Rules, menu: Menu, mind: Mind) -> int:
    """Use what is best used here; else LOOP; else go where the turn should end; else end it."""
    weigh_turn(state, rules, mind)
    goal = best_era(state, rules, mind)
    best = 0
    action = 0
    value = 0
    seat = state.active
    for slot in range(state.n_hand[seat]):
        if state.ready[state.hand[seat, slot]]:
            gain = value_of_use(state, rules, mind, slot)
            if gain > best and gain >= mind.here[slot, goal]:
                best = gain
                action = USE_CARD + slot
    if best == 0:
        loop = best_loop(state, rules, mind)
        if loop != NONE:
            action = LOOP
            value = loop
    if action == 0 or best < mind.machina_slot:
        extra = extra_action(menu)
        if extra != NONE:
            return extra
    if action >= USE_CARD:
        return best_opening(state, rules, menu, mind, action)
    if action == LOOP:
        return index_of(menu, action, value)
    if goal != state.agent_era[seat]:
        return step_towards(state, menu, goal)
    return 0


@compiled
def extra_action(menu: Menu) -> int:
    """Take down a centrifuge or mend a rift where that can be done."""
    for i in range(menu.n):
        action = menu.option[i] // ACTION_SIZE
        if action == CENTRIFUGE or action == MEND_RIFT:
            return i
    return NONE


@compiled
def best_era(state: State, rules: Rules, mind: Mind) -> Era:
    """The era where the turn should end: cards are used here or there, and moves must pay for themselves."""
    era = int(state.agent_era[state.active])
    best = era
    best_value = value_of_stay(state, mind, era, era)
    for to in range(N_ERAS):
        if to == era or not mind.reach[to]:
            continue
        paid = paid_steps(state, rules, era, to)
        if paid < 0:
            continue
        value = value_of_stay(state, mind, era, to) - paid * mind.energy - mind.early_move
        if value > best_value:
            best = to
            best_value = value
    return best


@compiled
def value_of_stay(state: State, mind: Mind, era: Era, to: Era) -> int:
    """What the turn is worth if it ends in an era: each ready card where it does more, here or there."""
    value = int(mind.end_value[to])
    for slot in range(state.n_hand[state.active]):
        if state.ready[state.hand[state.active, slot]]:
            value += max(int(mind.here[slot, era]), int(mind.here[slot, to]))
    return value


@compiled
def paid_steps(state: State, rules: Rules, era: Era, to: Era) -> int:
    """How many moves must be paid to get to an era, two steps at most; NONE if it is out of reach."""
    steps = distance(era, to)
    free = state.free_move == 1
    if free and (steps == 1 or ability(state, rules) == LEAP):
        return 0
    if not can_pay(state, rules, era, 1):
        return NONE
    if steps == 1:
        return 1
    if steps == 2 and (free or can_pay(state, rules, era, 2)):
        return 1 if free else 2
    return NONE


@compiled
def step_towards(state: State, menu: Menu, goal: Era) -> int:
    """The move that leads nearer to an era: paid where one more is needed, else free."""
    era = int(state.agent_era[state.active])
    direct = index_of(menu, FREE_MOVE, goal)
    if direct != NONE:
        return direct
    to = next_era(era) if (goal - era + N_ERAS) % N_ERAS <= 3 else previous_era(era)
    paid = index_of(menu, PAID_MOVE, to)
    if paid != NONE:
        return paid
    return max(index_of(menu, FREE_MOVE, to), 0)


@compiled
def best_loop(state: State, rules: Rules, mind: Mind) -> int:
    """The dimension of the best LOOP: what comes back must be worth more than the energy. NONE if none is."""
    seat = state.active
    era = int(state.agent_era[seat])
    price = loop_price(state, rules)
    if not can_pay(state, rules, era, price):
        return NONE
    best = NONE
    cost = 0 if state.permanent[era] > 0 else price * mind.energy
    best_value = 0
    for dimension in range(3):
        value = -cost
        held = False
        for slot in range(state.n_hand[seat]):
            card = state.hand[seat, slot]
            if rules.card_dimension[card] == dimension:
                held = True
                if not state.ready[card]:
                    value += mind.here[slot, era]
        if held:
            value += progress_value(state, rules, mind, LOOP_PERFORMED, era, dimension, 1)
            if value > best_value:
                best = dimension
                best_value = value
    return best


@compiled
def index_of(menu: Menu, action: int, value: int) -> int:
    """Return where an option is in the menu, NONE if it is not there."""
    for i in range(menu.n):
        if menu.option[i] == action * ACTION_SIZE + value:
            return i
    return NONE


# -- Which choice of a card -------------------------------------------------------------------------


@compiled
def best_opening(state: State, rules: Rules, menu: Menu, mind: Mind, action: int) -> int:
    """The best first choice of a card: the option of that card which is worth most."""
    card = int(state.hand[state.active, action - USE_CARD])
    effect = first_effect(state, rules, card, True)
    best = NONE
    best_value = NOTHING
    for i in range(menu.n):
        if menu.option[i] // ACTION_SIZE == action:
            value = value_of_choice(state, rules, mind, card, effect, FIRST, int(menu.option[i] % ACTION_SIZE))
            if value > best_value:
                best = i
                best_value = value
    return max(best, 0)


@compiled
def best_stage(state: State, rules: Rules, menu: Menu, mind: Mind) -> int:
    """The best later choice of the card or move under way."""
    best = 0
    best_value = NOTHING
    card = 0
    effect = 0
    if state.moving == NONE:
        card = int(state.use_card[state.depth - 1])
        effect = int(state.use_effect[state.depth - 1])
        prepare_for(state, rules, mind, rules.effect_verb[card, effect])
    for i in range(menu.n):
        option = int(menu.option[i] % ACTION_SIZE)
        if state.moving != NONE:
            value = value_of_passenger(state, rules, mind, option)
        else:
            value = value_of_choice(state, rules, mind, card, effect, state.stage, option)
        if value > best_value:
            best = i
            best_value = value
    return best


@compiled
def prepare_for(state: State, rules: Rules, mind: Mind, verb: int) -> None:
    """Value the eras and the hand where a choice depends on them."""
    if verb == MOVE or verb == CARRY or verb == READY:
        weigh_turn(state, rules, mind)


@compiled
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
        return int(mind.here[option, era])
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
    best = NOTHING
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
    best = NOTHING
    to = first
    for _ in range(min(steps, N_ERAS)):
        value = int(mind.worth[to] - mind.worth[era]) // 2 if mind.reach[to] else 0
        if carries:
            for token in range(rules.n_tokens + rules.n_supa_tokens):
                if (state.chosen >> token) & 1:
                    value += value_of_clone_step(state, rules, mind, token, era, to)
        best = max(best, value)
        to = next_in_line(era, first, to)
    return best


@compiled
def value_of_passenger(state: State, rules: Rules, mind: Mind, option: int) -> int:
    """Whom to carry along on a move."""
    if option == SKIP:
        return 0
    era = int(state.agent_era[state.active])
    return value_of_clone_step(state, rules, mind, option, era, int(state.moving))


# -- Artifacts and hands ----------------------------------------------------------------------------


@compiled
def best_artifact(rules: Rules, menu: Menu, mind: Mind) -> int:
    """The artifact whose effects do most."""
    best = 0
    best_value = NOTHING
    for i in range(menu.n):
        card = int(menu.option[i] % ACTION_SIZE)
        value = 0 if card == SKIP else value_of_artifact(rules, mind, card)
        if value > best_value:
            best = i
            best_value = value
    return best


@compiled
def fullest_hand(state: State, menu: Menu) -> int:
    """Solo: a card of nobody's goes to the fullest hand, so that somebody acts soon."""
    best = 0
    for i in range(menu.n):
        seat = menu.option[i] % ACTION_SIZE
        if state.n_hand[seat] > state.n_hand[menu.option[best] % ACTION_SIZE]:
            best = i
    return best
