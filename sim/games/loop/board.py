"""Board (L-BRD) and the cubes on it: neighbours, energy, paying (L-ACT-8), rifts, the Machine (L-FOO-4)."""

from __future__ import annotations

from sim.game import emit
from sim.games.loop.missions import note_event
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import ANY_ERA, ENERGY_ADDED, N_ERAS, NO_VORTEX, RIFT_REMOVED, UNLIMITED, Era
from sim.kernel import TRACE, compiled, inlined
from sim.rng import bits32


@inlined
def next_era(era: Era) -> Era:
    """L-BRD-1: the era clockwise of this one."""
    return era + 1 if era < N_ERAS - 1 else 0


@inlined
def previous_era(era: Era) -> Era:
    """L-BRD-1: the era counter-clockwise of this one."""
    return era - 1 if era > 0 else N_ERAS - 1


@compiled
def is_adjacent(era: Era, other: Era) -> bool:
    """L-BRD-1: next and previous are both adjacent."""
    return other == next_era(era) or other == previous_era(era)


@compiled
def is_safe(state: State, rules: Rules, era: Era) -> bool:
    """L-BRD-2: an era holds up to three rifts safely."""
    return state.rifts[era] <= rules.safe_rifts


@compiled
def has_vortex(state: State, era: Era) -> bool:
    """L-VTX-2: a vortex is permanent, mega or not; rifts still gather there."""
    return state.vortex[era] != NO_VORTEX


@compiled
def energy_in_supply(state: State, rules: Rules) -> int:
    """L-BRD-4: energy cubes left; they never run out unless the box is said to limit them."""
    if rules.supply_energy == UNLIMITED:
        return UNLIMITED
    left = rules.supply_energy
    for era in range(N_ERAS):
        left -= state.energy[era]
    return max(left, 0)


@compiled
def rifts_in_supply(state: State, rules: Rules) -> int:
    """L-BRD-4: rift cubes left."""
    if rules.supply_rifts == UNLIMITED:
        return UNLIMITED
    left = rules.supply_rifts
    for era in range(N_ERAS):
        left -= state.rifts[era]
    return max(left, 0)


@compiled
def permanent_in_supply(state: State, rules: Rules) -> int:
    """L-BRD-4: permanent energy cubes left."""
    left = rules.supply_permanent
    for era in range(N_ERAS):
        left -= state.permanent[era]
    return max(left, 0)


@compiled
def add_energy(state: State, rules: Rules, era: Era, n: int) -> int:
    """L-MIS-5: add energy to an era; each cube is an event of its own. Returns the cubes added."""
    n = min(n, energy_in_supply(state, rules))
    if n == 0:
        return 0
    state.energy[era] += n
    state.n_energy_added += n
    if TRACE:
        emit(state, "energy_added", era=era, count=n)
    note_event(state, rules, ENERGY_ADDED, era, 0, n)
    return n


@compiled
def remove_rifts(state: State, rules: Rules, era: Era, n: int) -> None:
    """L-MIS-5: remove rifts that are there; each cube is an event of its own."""
    if n == 0:
        return
    state.rifts[era] -= n
    state.n_rifts_removed += n
    if TRACE:
        emit(state, "rift_removed", era=era, count=n)
    note_event(state, rules, RIFT_REMOVED, era, 0, n)


@compiled
def place_permanent(state: State, rules: Rules, era: Era) -> None:
    """L-SCN-2: put one permanent energy in an era; this is no energy_added."""
    if permanent_in_supply(state, rules) == 0:
        return
    state.permanent[era] += 1
    if TRACE:
        emit(state, "permanent_added", era=era)


@compiled
def can_pay(state: State, rules: Rules, era: Era, price: int) -> bool:
    """L-ACT-8: permanent energy pays every price; energy pays once a cube."""
    if price == 0 or state.permanent[era] > 0 or state.energy[era] >= price:
        return True
    if rules.energy_from != ANY_ERA:
        return False
    total = 0
    for other in range(N_ERAS):
        if state.permanent[other] > 0:
            return True
        total += state.energy[other]
    return total >= price


@compiled
def pay(state: State, rules: Rules, era: Era, price: int) -> int:
    """L-ACT-8: pay a price in an era. Returns the ordinary cubes removed from it, 0 where permanent energy pays."""
    if price == 0 or state.permanent[era] > 0:
        return 0
    if rules.energy_from == ANY_ERA:
        for other in range(N_ERAS):
            if state.permanent[other] > 0:
                return 0
    paid = min(price, state.energy[era])
    state.energy[era] -= paid
    rest = price - paid
    # Only where energy may come from any era: the rest is taken clockwise from the agent's.
    other = era
    while rest > 0:
        other = next_era(other)
        cubes = min(rest, state.energy[other])
        state.energy[other] -= cubes
        rest -= cubes
        if TRACE and cubes:
            emit(state, "energy_removed", era=other, count=int(cubes))
    return int(paid)


@compiled
def land_cube(rules: Rules, foo: Era, key: int, k: int) -> Era:
    """L-FOO-4: where the k-th cube of a stream lands: Foo's previous era, his own or his next."""
    draw = bits32(key, k)
    if draw < rules.machine_cut[0]:
        return previous_era(foo)
    if draw < rules.machine_cut[1]:
        return int(foo)
    return next_era(foo)
