"""The next Foo phase in expectation: where cubes fall, and which vortexes they make, exactly."""

from __future__ import annotations

from sim.games.loop.board import next_era, previous_era
from sim.games.loop.policies.planner.plan import DECK, N_FEATURES, N_SETS, LOST_STAKE, MAX_ARRIVALS, MAX_CUBES, MAX_NEED, NEW_VORTEX, ONE, RISK, SETS, Plan, weigh
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import M_CLONES, M_CUBES, N_ERAS, NO_VORTEX, WORD
from sim.kernel import compiled


@compiled
def survey(state: State, rules: Rules, plan: Plan) -> None:
    """Where Foo may go next, and which clones may arrive there before rifts drop."""
    cycle = min((state.turn - 1) // N_ERAS, N_SETS - 1)
    for k in range(N_FEATURES):
        plan.weight[k] = plan.weights[cycle, k]
    describe_deck(state, rules, plan)
    last = state.turn >= rules.cycles * N_ERAS
    n_left = 0
    fresh = state.turn % N_ERAS == 0  # a new cycle begins
    for era in range(N_ERAS):
        if fresh or not state.visited[era]:
            n_left += 1
    for era in range(N_ERAS):
        plan.chance[era] = 0
        if last:
            continue
        if rules.machina:
            plan.chance[era] = ONE if era == next_era(state.foo) else 0
        elif fresh or not state.visited[era]:
            plan.chance[era] = ONE // n_left
    for era in range(N_ERAS):
        near = plan.chance[previous_era(era)] + plan.chance[era] + plan.chance[next_era(era)]
        if rules.machina:
            steps = (era - state.foo + N_ERAS) % N_ERAS
            near = ONE if 0 < steps <= 2 else ONE // 2 if steps == 3 else 0
        plan.near[era] = near
    expect_arrivals(state, rules, plan)


@compiled
def describe_deck(state: State, rules: Rules, plan: Plan) -> None:
    """What the artifacts taken so far say: features that stay the same throughout a turn."""
    if not plan.keeps:
        return
    for k in range(N_FEATURES):
        plan.constant[k] = 0
    for card in range(rules.n_cards):
        if (state.taken[card // WORD] >> (card % WORD)) & 1:
            for k in range(rules.card_n_effects[card]):
                plan.constant[DECK + rules.effect_verb[card, k]] += rules.effect_n[card, k] * ONE


@compiled
def expect_arrivals(state: State, rules: Rules, plan: Plan) -> None:
    """How many of the clones drawn next turn arrive in each era: the chance of each number (draws with replacement)."""
    cycle = state.turn // N_ERAS + 1
    for era in range(N_ERAS):
        n_here = 0
        for token in range(rules.n_tokens):
            if state.token_era[token] == -1 and rules.token_arrival[token] == era:
                n_here += 1
        for k in range(MAX_ARRIVALS + 1):
            plan.arrivals[era, k] = 0
        plan.arrivals[era, 0] = ONE
        if n_here == 0:
            continue
        for _ in range(min(rules.spawn[min(cycle, len(rules.spawn) - 1)], state.n_bag)):
            for k in range(MAX_ARRIVALS, -1, -1):
                here = plan.arrivals[era, k]
                come = here * n_here // state.n_bag if k < MAX_ARRIVALS else 0
                plan.arrivals[era, k] -= come
                if k < MAX_ARRIVALS:
                    plan.arrivals[era, k + 1] += come


@compiled
def value_of_drop(state: State, rules: Rules, plan: Plan) -> int:
    """What the next drop costs: the chance that it loses the game, the vortexes it makes, the missions it takes."""
    room = int(rules.max_vortexes - state.n_vortexes)
    lost = 0
    made = 0
    stake = 0
    for foo in range(N_ERAS):
        if plan.chance[foo] == 0:
            continue
        before = previous_era(foo)
        after = next_era(foo)
        index = 16 * need(state, rules, before) + 4 * need(state, rules, foo) + need(state, rules, after)
        n = int(rules.base_rifts + rules.rifts_per_clone * state.n_clones[foo])
        if rules.machina:
            n += extra_cubes(state, rules, foo)
        fatal = 0
        if state.vortex[before] != NO_VORTEX:
            fatal |= 1
        if state.vortex[foo] != NO_VORTEX:
            fatal |= 2
        if state.vortex[after] != NO_VORTEX:
            fatal |= 4
        for k in range(MAX_ARRIVALS + 1):
            share = plan.arrivals[foo, k]
            if share == 0:
                continue
            cubes = min(n + k * rules.rifts_per_clone, MAX_CUBES)
            share = share * plan.chance[foo]
            for eras in range(1, SETS):
                p = plan.overflow[cubes, index, eras]
                if p > 0:
                    p = share * p >> 20
                    new = (eras & 1) + (eras >> 1 & 1) + (eras >> 2)
                    if eras & fatal or new > room:
                        lost += p
                    else:
                        made += new * p
                        if eras & 1:
                            stake += plan.stake[before] * p >> 10
                        if eras & 2:
                            stake += plan.stake[foo] * p >> 10
                        if eras & 4:
                            stake += plan.stake[after] * p >> 10
    total = weigh(plan, RISK, lost >> 6) + weigh(plan, LOST_STAKE, stake >> 6)
    if room > 0:
        total += weigh(plan, NEW_VORTEX + max(3 - room, 0), made >> 6)
    return total


@compiled
def need(state: State, rules: Rules, era: int) -> int:
    """How many cubes an era can take, less one, as `overflow_table` counts."""
    return min(max(int(rules.safe_rifts - state.rifts[era]), 0), MAX_NEED - 1)


@compiled
def extra_cubes(state: State, rules: Rules, foo: int) -> int:
    """Cubes that Ultramachina cards in an era add to a drop there; their clones count as cubes, one in seven."""
    n = 0
    for i in range(state.n_machina):
        card = state.machina_card[i]
        if rules.machina_origin[card] == foo:
            for k in range(rules.machina_n_effects[card]):
                if rules.machina_verb[card, k] == M_CUBES:
                    n += rules.machina_n[card, k]
    return n
