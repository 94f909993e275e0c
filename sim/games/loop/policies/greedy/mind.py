"""What `greedy` thinks of the table before a choice: what rifts, clones and eras are worth, all in plain view."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from sim.games.loop.board import next_era, previous_era
from sim.games.loop.missions import is_full, is_place
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import (
    DISTINCT_ERA,
    DISTINCT_NONE,
    MAX_HAND,
    MISSION_ACTIVE,
    N_ERAS,
    N_EVENTS,
    NO_VORTEX,
    NONE,
    Era,
    Token,
)
from sim.kernel import compiled
from sim.records import Int16s, Int32, Int32s, new

MAX_ACTIVE = 8
PERCENT = 100
WORST = -(10**6)  # less than any option is worth


class Mind:
    """The weights of `greedy`, and what it works out from them; scratch memory, nothing in it outlives a choice."""

    # Weights, see weights.toml
    rift: Annotated[Int32s, (5,)]
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

    # Worked out
    soon: Annotated[Int32s, (N_ERAS,)]  # 0..100: how likely Foo visits the era next
    exposure: Annotated[Int32s, (N_ERAS,)]  # percent of a rift's weight that counts in the era
    n_active: Int32
    active: Annotated[Int16s, (MAX_ACTIVE,)]  # active missions that are not full
    active_at: Annotated[Int16s, (MAX_ACTIVE,)]
    n_full: Int32
    full_at: Annotated[Int16s, (MAX_ACTIVE,)]  # eras of the active missions that are full
    cares: Annotated[Int16s, (N_EVENTS,)]  # 1: an active mission that is not full gains by this event
    clone_in: Annotated[Int32s, (N_ERAS,)]  # what an ordinary clone in an era costs, the way to its paradox era apart
    reach: Annotated[Int16s, (N_ERAS,)]  # 1: the agent may get there this turn
    end_value: Annotated[Int32s, (N_ERAS,)]  # of ending the turn in an era
    here: Annotated[Int32s, (MAX_HAND, N_ERAS)]  # of a card of the hand, used in an era
    worth: Annotated[Int32s, (N_ERAS,)]  # of being in an era with the hand there is


@functools.cache
def weights() -> dict[str, Any]:
    """Return the weights that `greedy` plays by."""
    return tomllib.loads((Path(__file__).parent / "weights.toml").read_text(encoding="utf-8"))


def new_mind(other: Mapping[str, Any] | None = None) -> Mind:
    """Return a mind that holds the weights, or other ones."""
    mind = new(Mind)
    for name, value in (other or weights()).items():
        setattr(mind, name, value)
    return mind


@compiled
def look_around(state: State, rules: Rules, mind: Mind) -> None:
    """Work out what eras, rifts and missions are worth now."""
    foresee_foo(state, rules, mind)
    for era in range(N_ERAS):
        near = mind.soon[previous_era(era)] + mind.soon[era] + mind.soon[next_era(era)]
        exposure = mind.rift_base + mind.rift_soon * near // PERCENT
        if state.vortex[era] != NO_VORTEX or state.n_vortexes >= rules.max_vortexes:
            exposure *= mind.vortex_factor
        mind.exposure[era] = exposure
        mind.clone_in[era] = mind.clone + mind.clone_soon * mind.soon[era] // PERCENT
    recall_missions(state, rules, mind)


@compiled
def recall_missions(state: State, rules: Rules, mind: Mind) -> None:
    """Which active missions want progress, and by which events; which are full."""
    mind.n_active = 0
    mind.n_full = 0
    for event in range(N_EVENTS):
        mind.cares[event] = 0
    for era in range(N_ERAS):
        mission = state.mission_at[era]
        if mission == NONE or state.mission_status[mission] != MISSION_ACTIVE:
            continue
        if is_full(state, rules, mission):
            mind.full_at[mind.n_full] = era
            mind.n_full += 1
        else:
            mind.active[mind.n_active] = mission
            mind.active_at[mind.n_active] = era
            mind.n_active += 1
            mind.cares[rules.mission_event[mission]] = 1


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


@compiled
def rift_cost(state: State, mind: Mind, era: Era, n: int) -> int:
    """What n rifts in an era cost."""
    return int(mind.rift[min(max(n, 0), 4)] * mind.exposure[era]) // PERCENT


@compiled
def clone_cost(rules: Rules, mind: Mind, token: Token, era: Era) -> int:
    """What a clone costs where it stands: it adds rifts where Foo comes, and is worse the farther its paradox era."""
    extra = mind.supa_clone if token >= rules.n_tokens else 0
    return int(mind.clone_in[era] + mind.clone_step * distance(era, rules.token_paradox[token]) + extra)


@compiled
def distance(era: Era, other: Era) -> int:
    """Return the steps between two eras, 0..3."""
    steps = abs(era - other)
    return int(min(steps, N_ERAS - steps))


@compiled
def progress_value(state: State, rules: Rules, mind: Mind, event: int, era: Era, what: int, n: int) -> int:
    """What n events in an era are worth to the active missions."""
    total = 0
    if not mind.cares[event]:
        return total
    for i in range(mind.n_active):
        mission = mind.active[i]
        if rules.mission_event[mission] != event:
            continue
        if not is_place(state, rules.mission_place[mission], era, mind.active_at[i]):
            continue
        slots = rules.mission_slots[mission]
        gain = min(n, slots - state.progress[mission])
        distinct = rules.mission_distinct[mission]
        if distinct != DISTINCT_NONE:
            slot = era if distinct == DISTINCT_ERA else what
            gain = 0 if (state.recorded[mission] >> slot) & 1 else 1
        total += gain * mind.mission // slots
        if gain > 0 and state.progress[mission] + gain >= slots:
            total += mind.mission_full
    return int(total)
