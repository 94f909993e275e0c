"""`greedy`: a sensible player who plans this turn and no further."""

from __future__ import annotations

from sim.bits import lowest_bit
from sim.games.loop.actions import ability, can_loop, loop_price
from sim.games.loop.board import can_pay, next_era, previous_era
from sim.games.loop.policies.greedy.choices import best_opening, best_stage
from sim.games.loop.policies.greedy.mind import WORST, Mind, distance, look_around, progress_value
from sim.games.loop.policies.greedy.turn import value_of_artifact, value_of_use, weigh_turn
from sim.games.loop.policies.greedy.worth import value_of_card
from sim.games.loop.sets import eras_within
from sim.games.loop.state import Menu, Rules, State
from sim.games.loop.terms import (
    ACTION,
    ACTION_SIZE,
    CENTRIFUGE,
    EVERY_ERA,
    FREE_MOVE,
    LEAP,
    LOOP,
    LOOP_PERFORMED,
    MEND_RIFT,
    N_ERAS,
    NONE,
    PAID_MOVE,
    REWARD,
    SKIP,
    TAKE,
    USE_CARD,
    Era,
)
from sim.kernel import compiled, inlined


@compiled
def choose_greedily(state: State, rules: Rules, menu: Menu, mind: Mind) -> int:
    """Weighs options by what they change on the board now; deterministic; looks at nothing hidden.

    Before each action it picks the era where its turn should end: cards are used where they do most, here or there,
    and a full mission, an artifact or a safe place is waiting. What is better done here it does at once, LOOPs when
    the cards that come back are worth the energy, then goes. Artifacts are taken by how much their effects do.
    """
    if state.phase == ACTION:
        look_around(state, rules, mind)
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
    weigh_turn(state, rules, mind, EVERY_ERA)
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


@inlined
def best_era(state: State, rules: Rules, mind: Mind) -> Era:
    """The era where the turn should end: cards are used here or there, and moves must pay for themselves."""
    era = int(state.agent_era[state.active])
    value_stays(state, mind, era)
    most = affordable_steps(state, rules, era)
    leaps = state.free_move == 1 and ability(state, rules) == LEAP
    best = era
    best_value = int(mind.stay[era])
    rest = mind.reach & ~(1 << era) & (EVERY_ERA if leaps else eras_within(era, most))
    while rest > 0:
        to = lowest_bit(rest)
        rest &= rest - 1
        steps = distance(era, to)
        paid = 0 if leaps else steps - state.free_move
        value = mind.stay[to] - paid * mind.energy - mind.early_move
        if value > best_value:
            best = to
            best_value = value
    return best


@inlined
def value_stays(state: State, mind: Mind, era: Era) -> None:
    """What the turn is worth if it ends in each era: each ready card where it does more, here or there."""
    for to in range(N_ERAS):
        mind.stay[to] = mind.end_value[to]
    for slot in range(state.n_hand[state.active]):
        if state.ready[state.hand[state.active, slot]]:
            here = mind.here[slot, era]
            for to in range(N_ERAS):
                mind.stay[to] += max(here, mind.here[slot, to])


@inlined
def affordable_steps(state: State, rules: Rules, era: Era) -> int:
    """How many eras on free and paid moves lead, two at most."""
    steps = int(state.free_move)
    if steps < 2 and can_pay(state, rules, era, 1):
        steps += 1
    if steps == 1 and not state.free_move and can_pay(state, rules, era, 2):
        steps += 1
    return steps


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
    if not can_loop(state, rules):
        return NONE
    price = loop_price(state, rules)
    best = NONE
    cost = 0 if state.permanent[era] > 0 else price * mind.energy
    best_value = 0
    for dimension in range(3):
        value = -cost
        held = False
        for slot in range(state.n_hand[seat]):
            card = int(state.hand[seat, slot])
            if rules.card_dimension[card] == dimension:
                held = True
                if not state.ready[card]:
                    value += value_of_card(state, rules, mind, card, era)
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


# -- Artifacts and hands ----------------------------------------------------------------------------


@compiled
def best_artifact(rules: Rules, menu: Menu, mind: Mind) -> int:
    """The artifact whose effects do most."""
    best = 0
    best_value = WORST
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
