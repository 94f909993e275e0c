"""Sets as bits: the eras near one on the ring."""

import pytest

from sim.games.loop.sets import eras_within


@pytest.mark.parametrize(
    ("era", "steps", "eras"),
    [
        (3, 0, [3]),
        (3, 1, [2, 3, 4]),
        (0, 1, [6, 0, 1]),
        (6, 1, [5, 6, 0]),
        (1, 2, [6, 0, 1, 2, 3]),
        (5, 2, [3, 4, 5, 6, 0]),
        (2, 3, range(7)),
        (2, 7, range(7)),
    ],
)
def test_L_BRD_1_eras_within_so_many_steps(era, steps, eras):
    """L-BRD-1: seven eras in a ring; three steps lead anywhere."""
    assert eras_within(era, steps) == sum(1 << other for other in eras)
