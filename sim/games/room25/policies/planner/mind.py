"""What `planner` has in mind while it deals hidden rooms anew."""

from __future__ import annotations

from typing import Annotated

from sim.games.room25.terms import N_ROOMS
from sim.records import Int32, Int32s, Int64


class Deal:
    """Rooms that are still to be dealt."""

    pool: Annotated[Int32s, (N_ROOMS,)]  # copies that lie unseen, by room
    supply: Annotated[Int32s, (N_ROOMS,)]  # copies that may be among those drawn at random
    n_random: Annotated[Int32s, (4,)]  # rooms still to be drawn at random, by colour
    placed: Int64  # tiles that have their room, a bit set
    samples: Int32
    width: Int32
    held: Annotated[Int32s, (256,)]
    log: Annotated[Int32s, (6, 64, 64)]
