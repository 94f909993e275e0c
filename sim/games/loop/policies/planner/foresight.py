"""The next Foo phase in expectation: where cubes fall, and which vortexes they make, exactly."""

from __future__ import annotations

from sim.bits import lowest_bit
from sim.games.loop.board import land_cube, next_era, previous_era
from sim.games.loop.foo import cycle_of, move_foo
from sim.games.loop.piles import draw_from_bag
from sim.games.loop.policies.greedy.mind import Mind, look_around
from sim.games.loop.policies.greedy.worth import value_of_card
from sim.games.loop.policies.planner.plan import (
    CLONE_SOON,
    CLONE_STEPS,
    DROP_LOST,
    DROP_MADE,
    KNOWN,
    LOST_STAKE,
    MADE_AFTER,
    MADE_AT_FOO,
    MADE_BEFORE,
    MAX_ARRIVALS,
    MAX_CUBES,
    MAX_FORETOLD,
    MAX_NEED,
    MAX_SLOT,
    N_FEATURES,
    N_SETS,
    NEW_VORTEX,
    ONE,
    RIFT,
    RIFT_FATAL,
    RIFT_FATAL_NEAR,
    RIFT_NEAR,
    RISK,
    SETS,
    SUPA,
    SUPA_STEPS,
    Plan,
)
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import (
    ARTIFACT_USED,
    DISTINCT_CLONE,
    IN_BAG,
    LOOP_PERFORMED,
    M_CUBES,
    MISSION_ACTIVE,
    N_ERAS,
    NO_VORTEX,
    NONE,
    P_CUBES,
    Era,
)
from sim.kernel import compiled
from sim.rng import stream


@compiled
def survey(state: State, rules: Rules, plan: Plan, mind: Mind, future: State) -> None:
    """Before a search: where Foo may go next, and what clones and rifts are worth in each era."""
    cycle = min((state.turn - 1) // N_ERAS, N_SETS - 1)
    for k in range(N_FEATURES):
        plan.weight[k] = plan.weights[cycle, k]
    foresee_foo(state, rules, plan)
    expect_arrivals(state, rules, plan)
    plan.foretold = NONE
    if plan.sees_hidden:
        foretell_drop(future, rules, plan)
    plan.next_foo = 0
    for era in range(N_ERAS):
        if plan.chance[era] > 0:
            plan.next_foo |= 1 << era
    name_neighbourhood(state, rules, plan)
    value_things(rules, plan)
    glance_at_hand(state, rules, plan, mind)
    plan.survey += 1
    plan.vortexes = state.n_vortexes
    plan.cares_use = int(is_counted(state, rules, ARTIFACT_USED))
    plan.cares_loop = int(is_counted(state, rules, LOOP_PERFORMED))
    plan.cares_which = int(tells_clones_apart(state, rules))


@compiled
def is_counted(state: State, rules: Rules, event: int) -> bool:
    """Whether an active mission counts this event."""
    for era in range(N_ERAS):
        mission = state.mission_at[era]
        if (
            mission != NONE
            and state.mission_status[mission] == MISSION_ACTIVE
            and rules.mission_event[mission] == event
        ):
            return True
    return False


@compiled
def tells_clones_apart(state: State, rules: Rules) -> bool:
    """Whether an active mission counts each clone once."""
    for era in range(N_ERAS):
        mission = state.mission_at[era]
        if (
            mission != NONE
            and state.mission_status[mission] == MISSION_ACTIVE
            and rules.mission_distinct[mission] == DISTINCT_CLONE
        ):
            return True
    return False


@compiled
def glance_at_hand(state: State, rules: Rules, plan: Plan, mind: Mind) -> None:
    """What each card of the hand may do in each era, as `greedy` sees it: for the order of the beam alone.

    A card that is drawn in the course of a search counts for nothing there.
    """
    look_around(state, rules, mind)
    seat = state.active
    plan.gain[:] = 0
    for slot in range(min(int(state.n_hand[seat]), MAX_SLOT)):
        best = 0
        for era in range(N_ERAS):
            plan.gain[slot, era] = value_of_card(state, rules, mind, state.hand[seat, slot], era)
            best = max(best, int(plan.gain[slot, era]))
        for era in range(N_ERAS):
            plan.gain[slot, era] = (plan.use_here * plan.gain[slot, era] + plan.use_there * best) // 16


@compiled
def foresee_foo(state: State, rules: Rules, plan: Plan) -> None:
    """How likely each era is Foo's next, and how near he will be."""
    last = state.turn >= rules.cycles * N_ERAS
    fresh = state.turn % N_ERAS == 0  # a new cycle begins
    n_left = 0
    for era in range(N_ERAS):
        if fresh or not state.visited[era]:
            n_left += 1
    for era in range(N_ERAS):
        plan.chance[era] = 0
        if not last:
            if rules.machina:
                plan.chance[era] = ONE if era == next_era(state.foo) else 0
            elif fresh or not state.visited[era]:
                plan.chance[era] = ONE // n_left


@compiled
def name_neighbourhood(state: State, rules: Rules, plan: Plan) -> None:
    """How likely Foo comes to each era or next to it."""
    for era in range(N_ERAS):
        near = plan.chance[previous_era(era)] + plan.chance[era] + plan.chance[next_era(era)]
        if rules.machina and state.turn < rules.cycles * N_ERAS:
            steps = (era - state.foo + N_ERAS) % N_ERAS
            near = ONE if 0 < steps <= 2 else (ONE // 2 if steps == 3 else 0)
        plan.near[era] = near


@compiled
def expect_arrivals(state: State, rules: Rules, plan: Plan) -> None:
    """How many of the clones drawn next turn arrive in each era: the chance of each number (draws with replacement)."""
    cycle = state.turn // N_ERAS + 1
    n_draws = min(rules.spawn[min(cycle, len(rules.spawn) - 1)], state.n_bag)
    for era in range(N_ERAS):
        for k in range(MAX_ARRIVALS + 1):
            plan.arrivals[era, k] = 0
        plan.arrivals[era, 0] = ONE
        n_here = 0
        for token in range(rules.n_tokens):
            if state.token_era[token] == IN_BAG and rules.token_arrival[token] == era:
                n_here += 1
        if n_here > 0:
            for _ in range(n_draws):
                for k in range(MAX_ARRIVALS - 1, -1, -1):
                    come = plan.arrivals[era, k] * n_here // state.n_bag
                    plan.arrivals[era, k] -= come
                    plan.arrivals[era, k + 1] += come


@compiled
def foretell_drop(future: State, rules: Rules, plan: Plan) -> None:
    """The next Foo phase as it will be, for one who sees what is hidden; `future` is a copy to play on."""
    if future.turn >= rules.cycles * N_ERAS:
        return
    future.turn += 1
    move_foo(future, rules)
    foo = int(future.foo)
    n_here = 0
    for _ in range(rules.spawn[cycle_of(future)]):
        token = draw_from_bag(future)
        if token != NONE and rules.token_arrival[token] == foo:
            n_here += 1
    plan.foretold = foo
    plan.foretold_clones = n_here
    n_left = 0
    for era in range(N_ERAS):
        if not future.visited[era] or future.turn % N_ERAS == 0:
            n_left += 1
    for era in range(N_ERAS):
        plan.chance[era] = 0
        if future.turn < rules.cycles * N_ERAS:
            if rules.machina:
                plan.chance[era] = ONE if era == next_era(foo) else 0
            elif not future.visited[era] or future.turn % N_ERAS == 0:
                plan.chance[era] = ONE // n_left
    key = stream(future.key, P_CUBES, future.turn)
    for n in range(MAX_FORETOLD):
        plan.lands[n] = land_cube(rules, foo, key, n)


@compiled
def drop_foretold(state: State, rules: Rules, plan: Plan) -> int:
    """Let the cubes fall that will fall, and return what that costs; `gather` takes them up again."""
    for era in range(N_ERAS):
        plan.before[era] = state.rifts[era]
    foo = int(plan.foretold)
    n = int(rules.base_rifts + rules.rifts_per_clone * (state.n_clones[foo] + plan.foretold_clones))
    if rules.machina:
        n += extra_cubes(state, rules, foo)
    for k in range(min(n, MAX_FORETOLD)):
        state.rifts[plan.lands[k]] += 1
    total = 0
    made = 0
    for k in range(-1, 2):
        era = (foo + k + N_ERAS) % N_ERAS
        if state.rifts[era] > rules.safe_rifts:
            made += 1
            if state.vortex[era] != NO_VORTEX or state.n_vortexes + made > rules.max_vortexes:
                return plan.weight[RISK] * ONE
            total += plan.weight[NEW_VORTEX + min(state.n_vortexes, 2)] * ONE
            total += plan.weight[LOST_STAKE] * plan.stake[era]
            state.rifts[era] = 0
    return total


@compiled
def gather(state: State, plan: Plan) -> None:
    """Put the rifts back as they are before the drop that was foretold."""
    for era in range(N_ERAS):
        state.rifts[era] = plan.before[era]


@compiled
def value_things(rules: Rules, plan: Plan) -> None:
    """What each clone and each number of rifts is worth in each era."""
    for era in range(N_ERAS):
        near = plan.near[era]
        for n in range(1, 4):
            plan.rift_value[0, era, n] = plan.weight[RIFT + n - 1] * ONE + plan.weight[RIFT_NEAR + n - 1] * near
            plan.rift_value[1, era, n] = (
                plan.weight[RIFT_FATAL + n - 1] * ONE + plan.weight[RIFT_FATAL_NEAR + n - 1] * near
            )
        for token in range(rules.n_tokens + rules.n_supa_tokens):
            steps = plan.distance[era, rules.token_paradox[token]]
            value = plan.weight[CLONE_SOON] * near
            if token >= rules.n_tokens:
                value += (plan.weight[SUPA] + plan.weight[SUPA_STEPS] * steps) * ONE
            elif steps > 0:
                value += plan.weight[CLONE_STEPS + steps - 1] * ONE
            plan.clone_value[token, era] = value


# -- The drop ---------------------------------------------------------------------------------------


@compiled
def value_of_drop(state: State, rules: Rules, plan: Plan) -> int:
    """What the next drop costs: the chance that it loses the game, the vortexes it makes, the missions it takes."""
    lost = 0
    made = 0
    stake = 0
    rooms = rooms_around(state, rules)
    rest = int(plan.next_foo)
    while rest > 0:
        foo = lowest_bit(rest)
        rest &= rest - 1
        index = (rooms >> 2 * (N_ERAS - 1 - foo)) & 63
        cubes = int(rules.base_rifts + rules.rifts_per_clone * state.n_clones[foo])
        if rules.machina:
            cubes += extra_cubes(state, rules, foo)
        cubes = min(cubes, MAX_CUBES)
        drop = plan.drops[foo, cubes, index]
        if drop[KNOWN] != plan.survey or plan.vortexes != state.n_vortexes:
            expect_drop(state, rules, plan, foo, cubes, index)
        lost += drop[DROP_LOST]
        if drop[DROP_MADE] > 0:
            made += drop[DROP_MADE]
            stake += plan.stake[previous_era(foo)] * drop[MADE_BEFORE]
            stake += plan.stake[foo] * drop[MADE_AT_FOO]
            stake += plan.stake[next_era(foo)] * drop[MADE_AFTER]
    if plan.foretold != NONE:
        lost = lost * plan.later >> 6
        made = made * plan.later >> 6
        stake = stake * plan.later >> 6
    total = plan.weight[RISK] * (lost >> 6) + plan.weight[LOST_STAKE] * (stake >> 16)
    if state.n_vortexes < rules.max_vortexes:
        total += plan.weight[NEW_VORTEX + min(state.n_vortexes, 2)] * (made >> 6)
    return total


@compiled
def rooms_around(state: State, rules: Rules) -> int:
    """The room of each era as a digit in base four: of era 6, of 0 to 6, of 0 again, so that neighbours stand close."""
    rooms = 0
    for era in range(N_ERAS):
        rooms = 4 * rooms + room(state, rules, era)
    last = rooms & 3
    first = rooms >> 2 * (N_ERAS - 1)
    return (last << 2 * (N_ERAS + 1)) | (rooms << 2) | first


@compiled
def room(state: State, rules: Rules, era: Era) -> int:
    """How many cubes an era can take, as `overflow_table` counts."""
    return min(max(int(rules.safe_rifts - state.rifts[era]), 0), MAX_NEED - 1)


@compiled
def expect_drop(state: State, rules: Rules, plan: Plan, foo: Era, cubes: int, index: int) -> None:
    """What so many cubes do where Foo comes, clones that arrive before counted in: remembered until the next search."""
    before = previous_era(foo)
    after = next_era(foo)
    vortexes_left = int(rules.max_vortexes - state.n_vortexes)
    fatal = 0
    if state.vortex[before] != NO_VORTEX:
        fatal |= 1
    if state.vortex[foo] != NO_VORTEX:
        fatal |= 2
    if state.vortex[after] != NO_VORTEX:
        fatal |= 4
    lost = 0
    made = 0
    at_before = 0
    at_foo = 0
    at_after = 0
    for k in range(MAX_ARRIVALS + 1):
        share = plan.arrivals[foo, k] * plan.chance[foo]
        if share > 0:
            n = min(cubes + k * rules.rifts_per_clone, MAX_CUBES)
            for eras in range(1, SETS):
                p = share * plan.overflow[n, index, eras] >> 20
                new = (eras & 1) + (eras >> 1 & 1) + (eras >> 2)
                if eras & fatal or new > vortexes_left:
                    lost += p
                else:
                    made += new * p
                    at_before += (eras & 1) * p
                    at_foo += (eras >> 1 & 1) * p
                    at_after += (eras >> 2) * p
    drop = plan.drops[foo, cubes, index]
    drop[KNOWN] = plan.survey if plan.vortexes == state.n_vortexes else 0
    drop[DROP_LOST] = lost
    drop[DROP_MADE] = made
    drop[MADE_BEFORE] = at_before
    drop[MADE_AT_FOO] = at_foo
    drop[MADE_AFTER] = at_after


@compiled
def extra_cubes(state: State, rules: Rules, foo: Era) -> int:
    """Cubes that Ultramachina cards in an era add to a drop there."""
    n = 0
    for i in range(state.n_machina):
        card = state.machina_card[i]
        if rules.machina_origin[card] == foo:
            for k in range(rules.machina_n_effects[card]):
                if rules.machina_verb[card, k] == M_CUBES:
                    n += rules.machina_n[card, k]
    return int(n)
