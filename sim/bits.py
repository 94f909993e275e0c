"""Sets of whole numbers as the bits of an integer: of tokens, of eras, of rooms.

A set is walked by its lowest bit (`while rest > 0`). A loop over all that may be in it, and that calls something, is
compiled as often over, with all that it calls, and so much code is slower than the loop.
"""

from __future__ import annotations

from sim.kernel import one_instruction


@one_instruction("trailing_zeros")
def lowest_bit(members: int) -> int:
    """Return the least member of a set, an int64, that has one."""
    members = int(members)
    return (members & -members).bit_length() - 1
