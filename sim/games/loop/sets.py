"""Sets of whole numbers as the bits of an integer: of tokens, of eras.

A set is walked by its lowest bit (`while rest > 0`). A loop over all eras that calls something is compiled seven times
over, with all that it calls, and so much code is slower than the loop.
"""

from __future__ import annotations

from sim.games.loop.terms import EVERY_ERA, N_ERAS, Era
from sim.kernel import compiled, one_instruction


@one_instruction("trailing_zeros")
def lowest(members: int) -> int:
    """Return the least member of a set that has one."""
    members = int(members)
    return (members & -members).bit_length() - 1


@compiled
def eras_within(era: Era, steps: int) -> int:
    """L-BRD-1: the eras of the ring at most so many steps from one."""
    if steps >= N_ERAS // 2:
        return EVERY_ERA
    first = (int(era) - steps + N_ERAS) % N_ERAS
    span = ((1 << (2 * steps + 1)) - 1) << first
    return (span | (span >> N_ERAS)) & EVERY_ERA
