"""What this turn is worth to `greedy`: the eras where it may end, and the cards of the hand."""

from __future__ import annotations

from sim.bits import lowest_bit
from sim.games.loop.board import can_pay, next_era, previous_era
from sim.games.loop.effects.reach import is_usable_by_ally
from sim.games.loop.policies.greedy.mind import Mind, cares_for, distance
from sim.games.loop.policies.greedy.worth import value_of_card, value_of_carry, weigh_card
from sim.games.loop.sets import eras_within
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import (
    ANY_STEPS,
    BLACK_HOLE,
    BOTH_NEXT_TO_FOO,
    CARRY,
    LEAP,
    MEGA_VORTEX,
    MOVE,
    N_ERAS,
    READY,
    TURN_ENDED,
    USE_ALLY,
    Card,
    Era,
)
from sim.games.loop.vortex import is_immune
from sim.kernel import compiled, inlined


@compiled
def weigh_turn(state: State, rules: Rules, mind: Mind, eras: int) -> None:
    """What ending the turn is worth, and each ready card of the hand, in each era of a set that is within reach."""
    survey_reach(state, rules, mind)
    mind.reach &= eras
    value_ends(state, rules, mind)
    value_hand(state, rules, mind)


@inlined
def survey_reach(state: State, rules: Rules, mind: Mind) -> None:
    """Which eras the agent may get to: by free and paid moves, two steps at most, and by the cards of the hand."""
    seat = state.active
    era = int(state.agent_era[seat])
    steps = int(state.free_move)
    if steps and rules.agent_ability[state.team[seat]] == LEAP:
        steps = N_ERAS
    if can_pay(state, rules, era, 1):
        steps += 1
    for slot in range(state.n_hand[seat]):
        card = state.hand[seat, slot]
        if state.ready[card]:
            steps = max(steps, rules.card_steps[card])
    mind.reach = eras_within(era, steps)


@inlined
def in_reach(mind: Mind, era: Era) -> bool:
    """Whether the agent may get to an era this turn."""
    return (mind.reach >> era) & 1 == 1


# -- Ending the turn --------------------------------------------------------------------------------


@compiled
def value_ends(state: State, rules: Rules, mind: Mind) -> None:
    """What it is worth to end the turn in each era."""
    rest = int(mind.reach)
    while rest > 0:
        era = lowest_bit(rest)
        rest &= rest - 1
        mind.end_value[era] = value_of_end(state, rules, mind, era)


@inlined
def value_of_end(state: State, rules: Rules, mind: Mind, era: Era) -> int:
    """What it is worth to end the turn in an era: a mission completed, an artifact, and what lies near."""
    if state.vortex[era] == MEGA_VORTEX and not is_immune(state, rules):
        return int(mind.mega)
    value = ending_progress(state, rules, mind, era)
    for i in range(mind.n_full):
        steps = distance(era, mind.full_at[i])
        value += mind.complete if steps == 0 else mind.near_full * (3 - steps)
    if state.n_centrifuges_down < rules.n_centrifuges:
        for other in range(N_ERAS):
            if state.centrifuge[other]:
                value += mind.near_centrifuge * (3 - distance(era, other))
    best = 0
    if not rules.no_taking:
        for k in range(state.n_face_up[era]):
            best = max(best, value_of_artifact(rules, mind, state.face_up[era, k]))
    return int(value + best)


@inlined
def ending_progress(state: State, rules: Rules, mind: Mind, era: Era) -> int:
    """What `turn_ended` is worth in an era; where both eras next to Foo's must hold agents, the active one counts."""
    if not cares_for(mind, TURN_ENDED):
        return 0
    for i in range(mind.n_active):
        mission = mind.active[i]
        if rules.mission_event[mission] != TURN_ENDED:
            continue
        fits = (mind.counts_in[i] >> era) & 1 == 1
        if rules.mission_place[mission] == BOTH_NEXT_TO_FOO:
            fits = completes_pincer(state, era)
        if fits:
            return int(mind.mission // rules.mission_slots[mission])
    return 0


@compiled
def completes_pincer(state: State, era: Era) -> bool:
    """Whether both eras next to Foo's hold agents when the active one stands in this era."""
    before = previous_era(state.foo)
    after = next_era(state.foo)
    for seat in range(state.n_agents):
        if seat != state.active:
            other = state.agent_era[seat]
            if (other == before and era == after) or (other == after and era == before):
                return True
    return False


@compiled
def value_of_artifact(rules: Rules, mind: Mind, card: Card) -> int:
    """What an artifact is worth: by what its effects move, add and remove, a LOOP can play it again.

    A blank one, which only fills a hand, is worth less than none.
    """
    size = int(rules.card_size[card])
    return mind.artifact * size // 2 if size > 0 else -1


# -- The hand ---------------------------------------------------------------------------------------


@inlined
def value_hand(state: State, rules: Rules, mind: Mind) -> None:
    """What each ready card of the hand is worth in each era within reach."""
    seat = state.active
    for era in range(N_ERAS):
        mind.worth[era] = mind.end_value[era]
    for slot in range(state.n_hand[seat]):
        card = int(state.hand[seat, slot])
        if state.ready[card]:
            weigh_card(state, rules, mind, slot, card, mind.reach)
            for era in range(N_ERAS):
                mind.worth[era] += mind.here[slot, era]


@compiled
def value_of_use(state: State, rules: Rules, mind: Mind, slot: int) -> int:
    """What it is worth to use a card here and now, its moves, readied cards and allies' cards included."""
    seat = state.active
    era = int(state.agent_era[seat])
    card = state.hand[seat, slot]
    total = int(mind.here[slot, era])
    for k in range(rules.card_n_effects[card]):
        verb = rules.effect_verb[card, k]
        n = int(rules.effect_n[card, k])
        if verb == READY:
            total += value_of_ready(state, rules, mind, n)
        elif verb == USE_ALLY:
            total += value_of_allies(state, rules, mind)
        elif verb == MOVE or verb == CARRY:
            total += value_of_journey(state, rules, mind, card, k, slot, era)
    return total


@compiled
def value_of_ready(state: State, rules: Rules, mind: Mind, n: int) -> int:
    """What it is worth to ready up to n exhausted cards of the hand here."""
    era = int(state.agent_era[state.active])
    best = 0
    total = 0
    for slot in range(state.n_hand[state.active]):
        card = int(state.hand[state.active, slot])
        if not state.ready[card] and rules.card_dimension[card] != BLACK_HOLE:
            value = value_of_card(state, rules, mind, card, era)
            total += value
            best = max(best, value)
    return best if n == 1 else int(min(total, n * best))


@compiled
def value_of_allies(state: State, rules: Rules, mind: Mind) -> int:
    """What the best ready card of another hand is worth here."""
    era = state.agent_era[state.active]
    best = 0
    for seat in range(state.n_agents):
        if seat != state.active:
            for slot in range(state.n_hand[seat]):
                card = state.hand[seat, slot]
                if is_usable_by_ally(state, rules, card):
                    best = max(best, value_of_card(state, rules, mind, card, era))
    return best


@compiled
def value_of_journey(state: State, rules: Rules, mind: Mind, card: Card, k: int, slot: int, era: Era) -> int:
    """What a move or carry is worth: the best era within reach, with the clones that come along, against staying."""
    steps = int(rules.effect_steps[card, k])
    carries = rules.effect_verb[card, k] == CARRY
    best = 0
    stay = mind.worth[era] - mind.here[slot, era]
    rest = mind.reach & ~(1 << int(era)) & eras_within(era, N_ERAS if steps == ANY_STEPS else steps)
    while rest > 0:
        to = lowest_bit(rest)
        rest &= rest - 1
        value = (mind.worth[to] - mind.here[slot, to] - stay) // 2
        if carries:
            value += value_of_carry(state, rules, mind, int(rules.effect_n[card, k]), era, to)
        best = max(best, int(value))
    return best
