"""Verdicts: three of them, corrected for the family, never undone, and right at the edges."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from sim.errors import UserError
from sim.verdicts import MOVED, UNCHANGED, UNDECIDED, Family, Flips, Gate, looks, more_pairs, overall, pairs_if_rekeyed


def verdict_of(*flips: int) -> str:
    """Return the verdict on one cell alone."""
    return Family(Gate(), 1).look([Flips(*flips)])[0]


@pytest.mark.parametrize(
    ("flips", "verdict"),
    [
        ((0, 0, 0), UNDECIDED),
        ((0, 0, 100), UNDECIDED),
        ((0, 0, 5_000), UNCHANGED),  # no flips in 5,000 pairs: the shift is below 13 / 5,000
        ((300, 100, 5_000), MOVED),
        ((100, 300, 5_000), MOVED),
        ((250, 250, 5_000), UNDECIDED),
        ((1_000, 1_000, 40_000), UNCHANGED),
        ((1_150, 850, 40_000), UNDECIDED),  # 0.75 points is within the margin, but not surely
        ((5_000, 0, 5_000), MOVED),
    ],
)
def test_three_verdicts(flips: tuple[int, int, int], verdict: str) -> None:
    """Wholly outside one point, wholly inside, or neither."""
    assert verdict_of(*flips) == verdict


def test_many_cells_are_judged_together() -> None:
    """What moves a cell that stands alone does not move one of a hundred: its p-value counts a hundredfold."""
    flips = Flips(150, 70, 2_000)
    quiet = [Flips(50, 50, 2_000)] * 99
    alone = Family(Gate(), 1).verdicts([flips])[0]
    one_of_many = Family(Gate(), 100).verdicts([flips, *quiet])[0]

    assert (alone.verdict, one_of_many.verdict) == (MOVED, UNDECIDED)
    assert one_of_many.p_moved == pytest.approx(min(1.0, 100 * alone.p_moved))


def test_a_verdict_is_not_undone() -> None:
    """Once a cell was called moved, later pairs that pull it back do not change that."""
    family = Family(Gate(), 1)
    first = family.verdicts([Flips(300, 100, 5_000)])[0]
    later = family.verdicts([Flips(500, 480, 20_000)])[0]

    assert (first.verdict, later.verdict) == (MOVED, MOVED)
    assert (later.flips.n, later.p_moved) == (20_000, first.p_moved)


def test_cells_of_the_same_bits_are_unchanged_but_count() -> None:
    """They need no pairs, and make the family no smaller."""
    same, other = Family(Gate(), 2, same={0}).verdicts([Flips(0, 0, 5), Flips(150, 70, 2_000)])

    assert (same.verdict, same.same_bits, same.needed) == (UNCHANGED, True, 0)
    assert other.p_moved == pytest.approx(2 * Family(Gate(), 1).verdicts([Flips(150, 70, 2_000)])[0].p_moved)


def test_the_same_bits_tell_once_they_are_many() -> None:
    """What flips 1 % spares 100 playouts with a chance of 0.99^100 = 37 %, 298 with 5.003 %, 299 with 4.95 %."""
    assert [Gate().told_by_bits(n) for n in (0, 100, 298, 299, 5_000)] == [False, False, False, True, True]
    assert not Gate(margin=0.0005).told_by_bits(5_000)  # 8.2 %
    assert Gate(beta=0.4).told_by_bits(100)


def test_the_pairs_still_needed_decide() -> None:
    """As many more pairs that flip alike give a verdict, and one in ten fewer do not."""
    flips = Flips(250, 250, 5_000)
    more = more_pairs(flips, Gate(), 1)

    assert more is not None
    assert verdict_of(*vars(flips.scaled(5_000 + more)).values()) == UNCHANGED
    assert verdict_of(*vars(flips.scaled(int(0.9 * (5_000 + more)))).values()) == UNDECIDED


@pytest.mark.parametrize(("rate", "about"), [(0.2, 36_600), (0.1, 20_600), (0.05, 10_900), (0.0, 1_280)])
def test_pairs_of_a_game_with_other_random_numbers(rate: float, about: int) -> None:
    """Of independent pairs p (1 - p) flip either way: so many tell that nothing moved, one in twenty fewer do not."""
    pairs = pairs_if_rekeyed(rate, Gate())

    assert pairs == pytest.approx(about, rel=0.02)
    for n, verdict in ((pairs, UNCHANGED), (int(0.95 * about), UNDECIDED)):
        flips = round(n * rate * (1 - rate))
        assert verdict_of(flips, flips, n) == verdict


def test_a_difference_at_the_margin_is_never_decided() -> None:
    """A cell that sits on the margin needs more pairs than there are."""
    assert more_pairs(Flips(150, 100, 5_000), Gate(), 1) is None
    assert more_pairs(Flips(0, 0, 0), Gate(), 1) is None


def test_the_whole_is_moved_if_any_cell_is() -> None:
    """Moved before undecided before unchanged; no cells, no shift."""
    moved, unchanged, undecided = (
        Family(Gate(), 1).verdicts([Flips(*flips)])[0] for flips in [(300, 100, 5_000), (0, 0, 5_000), (0, 0, 5)]
    )

    assert overall([unchanged, undecided, moved]) == MOVED
    assert overall([unchanged, undecided]) == UNDECIDED
    assert overall([unchanged, unchanged]) == overall([]) == UNCHANGED


def test_looks_are_a_fixed_grid() -> None:
    """Each look comes after a fourth as many pairs again; the last is what was allowed."""
    assert looks(3_000) == [1_000, 1_250, 1_562, 1_952, 2_440, 3_000]
    assert looks(10) == [10]
    assert looks(2, first=1) == [1, 2]
    assert all(a < b for a, b in itertools.pairwise(looks(10**6)))


@pytest.mark.parametrize(
    ("gate", "fault"),
    [
        (Gate(margin=0), "--margin: 0 must lie between 0 and 1, both excluded"),
        (Gate(margin=1), "--margin: 1 must lie between 0 and 1, both excluded"),
        (Gate(alpha=0), "--alpha: 0 must lie between 0 and 1, both excluded"),
        (Gate(beta=float("nan")), "--beta: nan must lie between 0 and 1, both excluded"),
        (Gate(alpha=0.5, beta=0.5), "--alpha, --beta: 0.5 + 0.5 must be below 1; a coin toss would do as well"),
    ],
)
def test_gates_that_make_no_sense(gate: Gate, fault: str) -> None:
    """One clear line."""
    with pytest.raises(UserError) as caught:
        gate.check()
    assert str(caught.value) == fault


def test_false_alarms_of_a_family_stay_below_alpha() -> None:
    """20 cells that differ by just the margin, 15 looks: in at most 20 % of 200 families is any called moved."""
    rng, alarms = np.random.default_rng(8), 0
    for _ in range(200):
        family, counts, done, verdicts = Family(Gate(alpha=0.2, beta=0.05), 20), np.zeros((20, 2), int), 0, []
        for n in looks(20_000):
            counts += rng.multinomial(n - done, [0.06, 0.05, 0.89], 20)[:, :2]
            verdicts, done = family.look([Flips(int(up), int(down), n) for up, down in counts]), n
        alarms += MOVED in verdicts

    assert alarms / 200 <= 0.2
