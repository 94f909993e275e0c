"""What `greedy` thinks of the table before a choice: what rifts, clones and eras are worth, all in plain view."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from sim.bits import lowest_bit
from sim.games.loop.board import next_era, previous_era
from sim.games.loop.missions import eras_that_count, is_full
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import (
    DISTINCT_ERA,
    DISTINCT_NONE,
    MAX_HAND,
    MAX_SLOTS,
    N_ERAS,
    NO_VORTEX,
    Era,
    Token,
)
from sim.kernel import compiled, inlined
from sim.records import Int16s, Int32, Int32s, new

MAX_ACTIVE = 8
MANY_RIFTS = 4  # and more cost alike
PERCENT = 100
SPARE_ROW = MAX_HAND  # of `Mind.here`: for a card that is not in the hand
WORST = -(10**6)  # less than any option is worth


class Mind:
    """The weights of `greedy`, and what it works out from them; scratch memory, nothing in it outlives a choice."""

    # Weights, see weights.toml
    rift: Annotated[Int32s, (MANY_RIFTS + 1,)]
    rift_base: Int32
    rift_soon: Int32
    vortex_factor: Int32
    clone: Int32
    clone_step: Int32
    clone_soon: Int32
    supa_clone: Int32
    energy: Int32
    enough: Int32
    energy_left: Int32
    mission: Int32
    mission_full: Int32
    complete: Int32
    near_full: Int32
    artifact: Int32
    draw: Int32
    machina_slot: Int32
    near_centrifuge: Int32
    mega: Int32
    early_move: Int32

    # Worked out from the weights alone
    share: Annotated[Int32s, (MAX_SLOTS + 1, MAX_SLOTS + 1)]  # of a mission of so many slots, what so many of them earn

    # Worked out from where Foo may come and from the vortexes: of use until `sight` changes
    sight: Int32  # all that these depend on; never 0
    soon: Annotated[Int32s, (N_ERAS,)]  # 0..100: how likely Foo visits the era next
    exposure: Annotated[Int32s, (N_ERAS,)]  # percent of a rift's weight that counts in the era
    rift_at: Annotated[Int32s, (N_ERAS, MANY_RIFTS + 1)]  # what so many rifts in an era cost
    clone_at: Annotated[Int32s, (N_ERAS, N_ERAS)]  # what an ordinary clone costs: its paradox era, the era it is in

    # Worked out at each choice
    n_active: Int32
    active: Annotated[Int16s, (MAX_ACTIVE,)]  # active missions that are not full
    active_at: Annotated[Int16s, (MAX_ACTIVE,)]
    counts_in: Annotated[Int16s, (MAX_ACTIVE,)]  # bit set of the eras where their events count
    n_full: Int32
    full_at: Annotated[Int16s, (MAX_ACTIVE,)]  # eras of the active missions that are full
    cares: Int32  # bit set of the events by which an active mission gains that is not full
    reach: Int32  # bit set of the eras where the agent may get this turn
    end_value: Annotated[Int32s, (N_ERAS,)]  # of ending the turn in an era
    here: Annotated[Int32s, (MAX_HAND + 1, N_ERAS)]  # of a card of the hand, used in an era; one row is spare
    worth: Annotated[Int32s, (N_ERAS,)]  # of being in an era with the hand there is
    stay: Annotated[Int32s, (N_ERAS,)]  # of ending the turn in an era, each card used there or where the agent is
    cubes: Annotated[Int32s, (N_ERAS,)]  # of the cubes of an effect, in each era


@functools.cache
def weights() -> dict[str, Any]:
    """Return the weights that `greedy` plays by."""
    return tomllib.loads((Path(__file__).parent / "weights.toml").read_text(encoding="utf-8"))


def new_mind(other: Mapping[str, Any] | None = None) -> Mind:
    """Return a mind that holds the weights, or other ones."""
    mind = new(Mind)
    for name, value in (other or weights()).items():
        setattr(mind, name, value)
    for slots in range(1, MAX_SLOTS + 1):
        for gained in range(slots + 1):
            mind.share[slots, gained] = gained * mind.mission // slots
    return mind


@compiled
def look_around(state: State, rules: Rules, mind: Mind) -> None:
    """Work out what eras, rifts, clones and missions are worth now."""
    sight = sight_of(state, rules)
    if sight != mind.sight:
        mind.sight = sight
        foresee_foo(state, rules, mind)
        for era in range(N_ERAS):
            weigh_era(state, rules, mind, era)
    recall_missions(state, rules, mind)


@compiled
def sight_of(state: State, rules: Rules) -> int:
    """All that rifts and clones are weighed by, as one number: where Foo was and is, and the vortexes."""
    sight = 1
    for era in range(N_ERAS):
        sight = 4 * sight + 2 * int(state.visited[era]) + (1 if state.vortex[era] != NO_VORTEX else 0)
    sight = (N_ERAS + 1) * sight + int(state.foo) + 1
    return 4 * sight + 2 * int(rules.machina) + (1 if state.n_vortexes >= rules.max_vortexes else 0)


@compiled
def weigh_era(state: State, rules: Rules, mind: Mind, era: Era) -> None:
    """What rifts and clones in an era cost: more where Foo may come or where a vortex would end the game."""
    near = mind.soon[previous_era(era)] + mind.soon[era] + mind.soon[next_era(era)]
    exposure = mind.rift_base + mind.rift_soon * near // PERCENT
    if state.vortex[era] != NO_VORTEX or state.n_vortexes >= rules.max_vortexes:
        exposure *= mind.vortex_factor
    mind.exposure[era] = exposure
    for n in range(MANY_RIFTS + 1):
        mind.rift_at[era, n] = mind.rift[n] * exposure // PERCENT
    clone = mind.clone + mind.clone_soon * mind.soon[era] // PERCENT
    for paradox in range(N_ERAS):
        mind.clone_at[paradox, era] = clone + mind.clone_step * distance(era, paradox)


@inlined
def recall_missions(state: State, rules: Rules, mind: Mind) -> None:
    """Which active missions want progress, by which events and where; which are full."""
    mind.n_active = 0
    mind.n_full = 0
    mind.cares = 0
    rest = int(state.active_eras)
    while rest > 0:
        era = lowest_bit(rest)
        rest &= rest - 1
        mission = state.mission_at[era]
        if is_full(state, rules, mission):
            mind.full_at[mind.n_full] = era
            mind.n_full += 1
        else:
            mind.active[mind.n_active] = mission
            mind.active_at[mind.n_active] = era
            mind.counts_in[mind.n_active] = eras_that_count(state, rules.mission_place[mission], era)
            mind.n_active += 1
            mind.cares |= 1 << rules.mission_event[mission]


@compiled
def foresee_foo(state: State, rules: Rules, mind: Mind) -> None:
    """How likely Foo visits each era next, in percent of twice his chance at the start of a cycle, at most 100."""
    n_left = 0
    for era in range(N_ERAS):
        n_left += 1 - state.visited[era]
    for era in range(N_ERAS):
        mind.soon[era] = 0
        if rules.machina:
            steps = (era - state.foo + N_ERAS) % N_ERAS
            mind.soon[era] = PERCENT // max(steps, 1) if 0 < steps <= 3 else 0
        elif n_left == 0:
            mind.soon[era] = 3 * PERCENT // N_ERAS
        elif not state.visited[era]:
            mind.soon[era] = min(3 * PERCENT // n_left, PERCENT)


@inlined
def rift_cost(mind: Mind, era: Era, n: int) -> int:
    """What n rifts in an era cost."""
    return int(mind.rift_at[era, min(n, MANY_RIFTS)])


@inlined
def clone_cost(rules: Rules, mind: Mind, token: Token, era: Era) -> int:
    """What a clone costs where it stands: it adds rifts where Foo comes, and is worse the farther its paradox era."""
    cost = int(mind.clone_at[rules.token_paradox[token], era])
    return cost + mind.supa_clone if token >= rules.n_tokens else cost


@inlined
def distance(era: Era, other: Era) -> int:
    """Return the steps between two eras, 0..3."""
    steps = abs(era - other)
    return int(min(steps, N_ERAS - steps))


@inlined
def cares_for(mind: Mind, event: int) -> bool:
    """Whether an active mission that is not full gains by an event, in some era."""
    return (mind.cares >> event) & 1 == 1


@inlined
def progress_value(state: State, rules: Rules, mind: Mind, event: int, era: Era, what: int, n: int) -> int:
    """What n events in an era are worth to the active missions."""
    return earned_progress(state, rules, mind, event, era, what, n) if cares_for(mind, event) else 0


@compiled
def earned_progress(state: State, rules: Rules, mind: Mind, event: int, era: Era, what: int, n: int) -> int:
    """What n events in an era are worth, of a kind that counts somewhere."""
    total = 0
    for i in range(mind.n_active):
        mission = mind.active[i]
        if rules.mission_event[mission] != event or not (mind.counts_in[i] >> era) & 1:
            continue
        slots = rules.mission_slots[mission]
        gain = min(n, slots - state.progress[mission])
        distinct = rules.mission_distinct[mission]
        if distinct != DISTINCT_NONE:
            slot = era if distinct == DISTINCT_ERA else what
            gain = 0 if (state.recorded[mission] >> slot) & 1 else 1
        total += mind.share[slots, gain]
        if gain > 0 and state.progress[mission] + gain >= slots:
            total += mind.mission_full
    return int(total)
