"""Sets as bits: the eras near one on the ring, and beside those of a set."""

import pytest

from sim.games.loop.sets import beside, eras_within


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


@pytest.mark.parametrize(
    ("eras", "others"),
    [
        ([], []),
        ([3], [2, 4]),
        ([0], [6, 1]),
        ([6], [5, 0]),
        ([0, 1], [6, 1, 0, 2]),
        ([5, 0], [4, 6, 1]),
        (range(7), range(7)),
    ],
)
def test_L_BRD_1_eras_beside_a_set(eras, others):
    """L-BRD-1: the previous and the next era of each; one of the set only where another of it is beside."""
    assert beside(sum(1 << era for era in eras)) == sum(1 << era for era in others)
