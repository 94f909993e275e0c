"""For somebody's own test suite: `assert_balance` fails a test when balance numbers have moved.

In a module of tests:

    from sim.testing import assert_balance


    def test_the_game_is_as_hard_as_it_was():
        assert_balance("reports/baseline.json")
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sim.check import check
from sim.errors import UserError
from sim.faults import show
from sim.report.verdicts import lines
from sim.verdicts import UNCHANGED, UNDECIDED, Gate


def assert_balance(
    baseline: Path | str,
    sets: Sequence[str] | str = (),
    *,
    margin: float = Gate.margin,
    alpha: float = Gate.alpha,
    beta: float = Gate.beta,
    allow_undecided: bool = False,
    threads: int | None = None,
) -> dict[str, Any]:
    """Compare the working tree with a baseline, as `sim check` does, and return its document.

    Raises `AssertionError` that names the cells if any win rate moved by more than `margin` (0..1), or if the pairs
    that the baseline keeps do not decide it, unless `allow_undecided`; `UserError` for a baseline that cannot be used.
    """
    if not isinstance(baseline, (str, Path)):
        raise UserError(f"baseline: must be a path, not {show(baseline)}")
    texts = [sets] if isinstance(sets, str) else sets
    if not isinstance(texts, (list, tuple)) or not all(isinstance(text, str) for text in texts):
        raise UserError(f"sets: must be PATH=VALUE texts, not {show(sets)}")
    document = check(Path(baseline), texts, Gate(margin, alpha, beta), threads=threads)
    fine = (UNCHANGED, UNDECIDED) if allow_undecided else (UNCHANGED,)
    if document["verdict"] not in fine:
        raise AssertionError("\n".join(lines(document)))
    return document
