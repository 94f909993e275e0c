"""Sets of eras of the ring (L-BRD-1) as bits (see `sim.bits`)."""

from __future__ import annotations

from sim.games.loop.terms import EVERY_ERA, N_ERAS, Era
from sim.kernel import compiled


@compiled
def eras_within(era: Era, steps: int) -> int:
    """L-BRD-1: the eras of the ring at most so many steps from one."""
    if steps >= N_ERAS // 2:
        return EVERY_ERA
    first = (int(era) - steps + N_ERAS) % N_ERAS
    span = ((1 << (2 * steps + 1)) - 1) << first
    return (span | (span >> N_ERAS)) & EVERY_ERA


@compiled
def beside(eras: int) -> int:
    """L-BRD-1: the eras next to those of a set; one of the set itself only if its neighbour is there too."""
    return ((eras << 1) | (eras >> (N_ERAS - 1)) | (eras >> 1) | (eras << (N_ERAS - 1))) & EVERY_ERA
