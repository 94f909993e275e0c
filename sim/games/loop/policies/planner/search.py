"""The search: a beam over the choices of an action phase, each position valued as if the turn ended there."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from sim.games.loop.board import is_adjacent
from sim.games.loop.clones import is_supa
from sim.games.loop.effects.in_use import AMOUNT, ANOTHER, FIRST, FIRST_STEP, NEXT_STEP, SECOND_AMOUNT
from sim.games.loop.effects.reach import first_effect, is_amount_first
from sim.games.loop.policies.planner.plan import ENDS, MAX_LAYERS, MAX_LOG, MAX_SLOT, ONE, SEEN, UNSET, WON, Plan
from sim.games.loop.policies.planner.value import value_of_end
from sim.games.loop.state import Menu, Rules, State
from sim.games.loop.terms import (
    ACTION_SIZE,
    BANISH,
    CARRY,
    END_TURN,
    FREE_MOVE,
    LOOP,
    MOVE,
    NONE,
    PAID_MOVE,
    PULL,
    PUSH,
    REPAIR,
    RUNNING,
    SKIP,
    STAGE,
    USE_CARD,
    Era,
)
from sim.games.loop.turn import choose, offer_in_action_phase
from sim.kernel import compiled

ENOUGH_LOOPS = 6
MANY_LOOPS = 4  # the next one costs more than an era commonly has
Records = npt.NDArray[Any]


@compiled
def search(rules: Rules, menu: Menu, plan: Plan, beam: Records) -> None:
    """Find the best line from the position in `beam[0]`, a choice of whose options is due."""
    begin_search(plan)
    best = 0
    best_value = UNSET
    plan.value[0, 0] = value_of_end(beam[0], rules, plan)
    layer = 0
    last = 0  # layer in which a better end was found
    for n in range(MAX_LAYERS):
        other = 1 - layer
        plan.n_nodes[other] = 0
        for i in range(plan.n_nodes[layer]):
            place = plan.slot[layer, i]
            node = beam[place]
            if node.cause != RUNNING:
                continue
            finishes_ally = node.depth > 1  # the card of another hand, which is exhausted only now, perhaps
            offer_in_action_phase(node, rules, menu)
            if not node.under_way and plan.value[layer, i] > best_value:
                best_value = plan.value[layer, i]
                best = plan.log[layer, i]
                last = n
            if not node.under_way and plan.samples > 0:
                keep_end(plan, beam, place, plan.value[layer, i], plan.log[layer, i])
            if not node.under_way and node.actions >= plan.longest:
                continue
            plan.asked = 1 if menu.n > 1 else 0
            prune(node, rules, menu, plan, plan.origin[layer, i])
            for k in range(menu.n):
                item = int(menu.option[k])
                if item == END_TURN or plan.n_log >= MAX_LOG - 1:
                    continue
                to = plan.slot[other, plan.n_nodes[other]]
                beam[to] = beam[place]
                child = beam[to]
                choose(child, rules, item)
                if is_mere_choice(node, child, plan, item) and not finishes_ally:
                    value = int(plan.value[layer, i])
                else:
                    value = value_of_end(child, rules, plan)
                ends = may_end(child, rules)
                best_so_far = value > best_value and ends
                kept = consider(child, rules, plan, other, value)
                if kept or best_so_far:
                    log = note_choice(plan, plan.log[layer, i], item, has_drawn(node, child))
                    if kept:
                        plan.log[other, plan.kept] = log
                        plan.origin[other, plan.kept] = step_origin(node, child, item)
                    if best_so_far:
                        best_value = value
                        best = log
                        last = n
                    if ends and plan.samples > 0:
                        keep_end(plan, beam, to, value, log)
        if plan.n_nodes[other] == 0 or best_value == WON or n - last >= plan.patience:
            break
        layer = other
    plan.best_value = best_value
    write_line(plan, best)


@compiled
def keep_end(plan: Plan, beam: Records, place: int, value: int, log: int) -> None:
    """Keep an end among the best; two of the same value are taken for the same."""
    worst = plan.n_ends
    for k in range(plan.n_ends):
        if plan.end_value[k] == value:
            return
        if plan.n_ends == plan.width and (worst == plan.n_ends or plan.end_value[k] < plan.end_value[worst]):
            worst = k
    if plan.n_ends < plan.width:
        plan.n_ends += 1
    elif plan.end_value[worst] >= value:
        return
    beam[ENDS + worst] = beam[place]
    plan.end_value[worst] = value
    plan.end_log[worst] = log


@compiled
def begin_search(plan: Plan) -> None:
    """Nothing seen, nothing noted; the root is the only node."""
    plan.seen[:] = 0
    plan.log_parent[0] = NONE
    plan.log_chance[0] = 0
    plan.n_log = 1
    plan.n_ends = 0
    plan.n_nodes[0] = 1
    plan.log[0, 0] = 0
    plan.origin[0, 0] = NONE
    for k in range(plan.width + 1):
        plan.slot[0, k] = k
        plan.slot[1, k] = plan.width + 1 + k


# -- Options that are left out ----------------------------------------------------------------------


@compiled
def prune(state: State, rules: Rules, menu: Menu, plan: Plan, origin: Era) -> None:
    """Leave out options that hardly ever are the best: fewer rifts than can be, a step straight back, an idle LOOP."""
    if state.under_way:
        if state.moving == NONE:
            prune_stage(state, rules, menu, origin)
        if not plan.cares_which:
            prune_twins(state, rules, menu)
        return
    era = int(state.agent_era[state.active])
    kept = 0
    slot = NONE
    amounts = False
    single = False
    clones = False
    for i in range(menu.n):
        item = int(menu.option[i])
        action = item // ACTION_SIZE
        value = item % ACTION_SIZE
        if (action == FREE_MOVE or action == PAID_MOVE) and value == origin:
            continue
        if action == FREE_MOVE and state.permanent[era] > 0 and is_adjacent(era, value):
            continue  # a paid move costs nothing here
        if action == LOOP and not plan.cares_loop and not has_exhausted(state, rules, value):
            continue
        if action >= USE_CARD:
            if action - USE_CARD != slot:
                slot = action - USE_CARD
                card = int(state.hand[state.active, slot])
                k = first_effect(state, rules, card, True)
                clones = not plan.cares_which and chooses_clone(rules.effect_verb[card, k], state, FIRST)
                amounts = rules.effect_verb[card, k] == REPAIR and is_amount(rules, card, k, FIRST)
                single = not plan.cares_use and rules.card_n_effects[card] == 1 and rules.effect_verb[card, k] != CARRY
            if amounts and i + 1 < menu.n and menu.option[i + 1] == item + 1:
                continue
            if single and value == SKIP:
                continue
            if clones and is_twin(state, rules, menu, kept, item):
                continue
        menu.option[kept] = item
        kept += 1
    menu.n = kept


@compiled
def prune_stage(state: State, rules: Rules, menu: Menu, origin: Era) -> None:
    """The same for the later choices of a card."""
    card = int(state.use_card[state.depth - 1])
    k = int(state.use_effect[state.depth - 1])
    verb = rules.effect_verb[card, k]
    if verb == REPAIR and is_amount(rules, card, k, state.stage):
        menu.option[0] = menu.option[menu.n - 1]
        menu.n = 1
    elif (verb == MOVE or verb == CARRY) and state.stage == NEXT_STEP:
        for i in range(menu.n):
            if menu.option[i] == STAGE * ACTION_SIZE + origin:
                menu.option[i] = menu.option[menu.n - 1]
                menu.n -= 1
                break


@compiled
def verb_under_way(state: State, rules: Rules) -> int:
    """The verb of the effect under way."""
    return int(rules.effect_verb[state.use_card[state.depth - 1], state.use_effect[state.depth - 1]])


@compiled
def chooses_clone(verb: int, state: State, stage: int) -> bool:
    """Whether a stage of an effect asks for a clone."""
    if stage != FIRST and stage != ANOTHER:
        return False
    if verb == CARRY:
        return stage == ANOTHER or state.n_clones[state.agent_era[state.active]] > 0
    return verb == PUSH or verb == PULL or verb == BANISH


@compiled
def prune_twins(state: State, rules: Rules, menu: Menu) -> None:
    """Leave out clones that are like one that stays, where a clone is asked for."""
    if state.moving == NONE and not chooses_clone(verb_under_way(state, rules), state, state.stage):
        return
    kept = 0
    for i in range(menu.n):
        item = int(menu.option[i])
        if not is_twin(state, rules, menu, kept, item):
            menu.option[kept] = item
            kept += 1
    menu.n = kept


@compiled
def is_twin(state: State, rules: Rules, menu: Menu, kept: int, item: int) -> bool:
    """Whether one of the options kept is a clone of the same kind in the same era, bound for the same one."""
    action = item // ACTION_SIZE
    token = item % ACTION_SIZE
    if token == SKIP:
        return False
    for k in range(kept):
        if menu.option[k] // ACTION_SIZE == action:
            other = menu.option[k] % ACTION_SIZE
            if (
                other != SKIP
                and state.token_era[other] == state.token_era[token]
                and rules.token_paradox[other] == rules.token_paradox[token]
                and is_supa(rules, other) == is_supa(rules, token)
            ):
                return True
    return False


@compiled
def has_exhausted(state: State, rules: Rules, dimension: int) -> bool:
    """Whether a LOOP would make a card ready."""
    for slot in range(state.n_hand[state.active]):
        card = state.hand[state.active, slot]
        if not state.ready[card] and rules.card_dimension[card] == dimension:
            return True
    return False


@compiled
def step_origin(before: State, after: State, item: int) -> Era:
    """The era that the agent came from if all that happened was a step of its own, else NONE."""
    era = int(before.agent_era[before.active])
    if era == after.agent_era[after.active] or (before.moving != NONE and item % ACTION_SIZE != SKIP):
        return NONE
    return era


@compiled
def is_amount(rules: Rules, card: int, k: int, stage: int) -> bool:
    """Whether a stage of a repair asks for a number of rifts."""
    if stage == FIRST:
        return is_amount_first(rules.effect_where[card, k])
    return stage == AMOUNT or stage == SECOND_AMOUNT


# -- Values -----------------------------------------------------------------------------------------


@compiled
def potential(state: State, rules: Rules, plan: Plan) -> int:
    """What may still come of the position, so far as the order of the beam needs it: cards, the free move, LOOPs."""
    seat = state.active
    era = int(state.agent_era[seat])
    total = int(plan.free_move * state.free_move)
    for slot in range(min(int(state.n_hand[seat]), MAX_SLOT)):
        card = state.hand[seat, slot]
        if state.ready[card]:
            gain = int(plan.gain[slot, era])
            if state.depth > 0 and state.use_card[0] == card:
                n = int(rules.card_n_effects[card])
                gain = gain * (n - int(state.use_effect[0])) // n
            total += gain
    if rules.no_loops:
        return total * ONE
    spare = int(ENOUGH_LOOPS if state.permanent[era] > 0 else state.energy[era] - state.loops)
    return (total + int(plan.loop_energy) * max(min(spare, ENOUGH_LOOPS), 0)) * ONE


@compiled
def is_mere_choice(before: State, after: State, plan: Plan, item: int) -> bool:
    """Whether nothing on the board has changed: no more was done than choose an era, a clone or none."""
    if after.moving != NONE:
        return True
    if item // ACTION_SIZE == STAGE:
        if item % ACTION_SIZE == SKIP:
            return before.moving == NONE
    elif item // ACTION_SIZE < USE_CARD or plan.cares_use:
        return False
    return after.depth > 0 and (after.stage == FIRST_STEP or after.stage == AMOUNT)


@compiled
def may_end(state: State, rules: Rules) -> bool:
    """Whether the action under way is certainly over, so that the turn may end."""
    if state.moving != NONE:
        return False
    if state.depth == 0 or state.cause != RUNNING:
        return True
    return state.depth == 1 and state.use_effect[0] >= rules.card_n_effects[state.use_card[0]]


@compiled
def has_drawn(before: State, after: State) -> bool:
    """Whether something hidden came up: cards drawn, clones out of the bag, an energy cube, a mission turned up."""
    return (
        before.n_hand[before.active] != after.n_hand[before.active]
        or before.bag_drawn != after.bag_drawn
        or before.energy_drops != after.energy_drops
        or before.n_activations != after.n_activations
    )


# -- The beam ---------------------------------------------------------------------------------------


@compiled
def consider(state: State, rules: Rules, plan: Plan, layer: int, value: int) -> bool:
    """Keep a position among the best of its layer, unless a better one like it has been seen; `plan.kept` is its place.

    The position stands in the layer's spare slot of the beam, which is exchanged for the slot of the one that goes.
    """
    crowd = crowd_of(state)
    sign = signature(state, crowd)
    if is_seen(plan, sign, value):
        return False
    score = value + potential(state, rules, plan)
    n = int(plan.n_nodes[layer])
    if n == plan.width and score <= plan.least:
        return False
    place = place_in_layer(plan, layer, sign, crowd)
    if place == n:
        plan.n_nodes[layer] += 1
    elif score <= plan.score[layer, place]:
        return False
    else:
        spare = int(plan.slot[layer, place])
        plan.slot[layer, place] = plan.slot[layer, n]
        plan.slot[layer, n] = spare
    plan.kept = place
    plan.sign[layer, place] = sign
    plan.crowd[layer, place] = crowd
    plan.score[layer, place] = score
    plan.value[layer, place] = value
    if plan.n_nodes[layer] == plan.width:
        find_worst(plan, layer)
    return True


@compiled
def find_worst(plan: Plan, layer: int) -> None:
    """Find the worst position of a full layer: the one that goes when a better one comes."""
    worst = 0
    least = plan.score[layer, 0]
    for k in range(1, plan.n_nodes[layer]):
        score = plan.score[layer, k]
        if score < least:
            worst = k
            least = score
    plan.worst = worst
    plan.least = least


@compiled
def is_seen(plan: Plan, sign: int, value: int) -> bool:
    """Whether a position like this one, worth no less, has been seen in this search; if not, it is remembered."""
    k = (sign ^ (sign >> 17) ^ (sign >> 34)) & (SEEN - 1)
    if plan.seen[k, 0] == sign and plan.seen[k, 1] >= value:
        return True
    plan.seen[k, 0] = sign
    plan.seen[k, 1] = value
    return False


@compiled
def place_in_layer(plan: Plan, layer: int, sign: int, crowd: int) -> int:
    """Return the place that a position may take: of its like, of the worst of its crowd, of the worst, or a new one."""
    n = int(plan.n_nodes[layer])
    n_crowd = 0
    worst_of_crowd = 0
    for k in range(n):
        if plan.sign[layer, k] == sign:
            return k
        if plan.crowd[layer, k] == crowd:
            if n_crowd == 0 or plan.score[layer, k] < plan.score[layer, worst_of_crowd]:
                worst_of_crowd = k
            n_crowd += 1
    if n_crowd >= plan.crowding:
        return worst_of_crowd
    return n if n < plan.width else int(plan.worst)


@compiled
def crowd_of(state: State) -> int:
    """Positions of the same place and the same ready cards make a crowd."""
    seat = state.active
    crowd = int(state.agent_era[seat])
    for slot in range(min(int(state.n_hand[seat]), MAX_SLOT)):
        crowd = crowd * 2 + int(state.ready[state.hand[seat, slot]])
    return crowd


@compiled
def signature(state: State, crowd: int) -> int:
    """Return a number that two positions share if what may still be done in the turn is alike, never 0."""
    sign = crowd * 2 + int(state.free_move)
    sign = sign * 8 + min(int(state.loops), MANY_LOOPS)
    sign = sign * 2 + int(state.ability_used)
    sign = sign * 8 + min(int(state.energy[state.agent_era[state.active]]), 7)
    if state.moving != NONE:
        sign = sign * 8 + int(state.moving) + 1
    elif state.depth > 0:
        sign = sign * 4 + int(state.depth)
        sign = sign * 4 + int(state.use_effect[state.depth - 1])
        sign = sign * 128 + int(state.use_card[state.depth - 1])
        sign = sign * 8 + int(state.stage)
        sign = sign * 64 + max(int(state.picked), 0)
        sign = sign * 8 + min(int(state.left), 7)
        sign ^= int(state.chosen)
    return sign + 1


# -- The line ---------------------------------------------------------------------------------------


@compiled
def note_choice(plan: Plan, parent: int, item: int, drawn: bool) -> int:
    """Note how a position came about; return the note's number."""
    log = plan.n_log
    plan.n_log += 1
    plan.log_parent[log] = parent
    plan.log_item[log] = item if plan.asked else NONE
    plan.log_chance[log] = 1 if drawn else 0
    return log


@compiled
def write_line(plan: Plan, best: int) -> None:
    """Write down the choices that lead to the best end, up to where something hidden comes up."""
    n = 1
    log = best
    while log > 0:
        n += 1
        log = plan.log_parent[log]
    plan.line[n - 1] = END_TURN
    end = n
    log = best
    k = n - 2
    while log > 0:
        plan.line[k] = plan.log_item[log]
        if plan.log_chance[log]:
            end = k + 1
        k -= 1
        log = plan.log_parent[log]
    plan.n_line = end
    plan.at = 0
