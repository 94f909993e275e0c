"""Intervals and p-values that stay valid however often one looks, and whenever one stops.

Both ask that playouts are alike and independent. A cell of many teams plays them in turn, so two playouts that follow
each other are not quite alike: exactly, what is promised here holds at whole rounds of the teams, and very nearly
between them, as a rotation is small beside the first look.

Two processes carry them. Each is a game against the claim under test whose capital does not grow on average if the
claim is true, so that it ever reaches `1 / alpha` with a chance of at most `alpha` (Ville 1939):

- for a rate, the likelihood of the hits mixed over every rate, against the claimed one (Robbins 1970; Howard, Ramdas,
  McAuliffe and Sekhon, Annals of Statistics 2021);
- for a difference on the same seeds, bets on the mean of values in {-1, 0, 1}, a capital for each of a fixed set of
  stakes and all of them added up (Waudby-Smith and Ramdas, JRSS B 2024). It needs only how many playouts flipped either
  way, not their order, and assumes nothing of how often they flip.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy.typing as npt

STEPS: Final = 60  # of a bisection: more than a double can tell apart
# What share of the capital is staked on a difference: from nearly all that no pair can lose whole (1/2, as the claims
# lie in -1..1) downwards, each sqrt(2) below the last. The best stake for n pairs of which a share f flips is about
# 3.7 / sqrt(n f): these cover 50 pairs that all flip to 10 million of which half do.
STAKES: Final = tuple(0.4999 / 2 ** (step / 2) for step in range(18))


def rate_sequence(hits: npt.ArrayLike, n: npt.ArrayLike, alpha: float = 0.05) -> tuple[Any, Any]:
    """Return the time-uniform interval (low, high) of hits / n, elementwise; (0, 1) where n is 0.

    The chance that the interval ever misses the true rate, over all n, is at most `alpha`, which is in 0..1. The
    mixture is beta-binomial with a uniform prior.
    """
    import numpy as np
    from scipy.special import betaln, xlog1py, xlogy

    k, m = np.broadcast_arrays(np.asarray(hits, float), np.asarray(n, float))
    mixed = betaln(k + 1, m - k + 1)

    def refused(p: Any) -> Any:
        return mixed - xlogy(k, p) - xlog1py(m - k, -p) >= -np.log(alpha)

    share = np.divide(k, m, out=np.full_like(k, 0.5), where=m > 0)
    low = _edge(refused, np.zeros_like(share), share)
    high = _edge(refused, np.ones_like(share), share)
    return np.where(k > 0, low, 0.0), np.where(k < m, high, 1.0)


def difference_sequence(
    gained: npt.ArrayLike, lost: npt.ArrayLike, n: npt.ArrayLike, alpha: float = 0.05
) -> tuple[Any, Any]:
    """Return the time-uniform interval (low, high) of a paired difference of win rates, elementwise, in -1..1.

    `gained` playouts of `n` pairs flipped to won, `lost` to lost. The chance that the interval ever misses the true
    difference, over all n, is at most `alpha`; half of it on either side.
    """
    import numpy as np

    up, down, m = np.broadcast_arrays(*(np.asarray(value, float) for value in (gained, lost, n)))
    d = np.divide(up - down, m, out=np.zeros_like(up), where=m > 0)
    bar = np.log(2 / alpha)
    low = _edge(lambda claim: _log_capital(claim, up, down, m) >= bar, np.full_like(d, -1.0), d)
    high = _edge(lambda claim: _log_capital(-claim, down, up, m) >= bar, np.ones_like(d), d)
    return low, high


def _edge(refused: Callable[[Any], Any], far: Any, near: Any) -> Any:
    """Return where between `far` and `near` claims cease to be refused; `far` where even that one is not."""
    import numpy as np

    outside, inside = far, near
    for _ in range(STEPS):
        middle = (outside + inside) / 2
        out = refused(middle)
        outside, inside = np.where(out, middle, outside), np.where(out, inside, middle)
    return outside


def _log_capital(claim: Any, gained: Any, lost: Any, n: Any) -> Any:
    """Return the logarithm of the capital won by betting that the difference is above `claim`; it falls in `claim`."""
    import numpy as np

    claim, *counts = np.broadcast_arrays(claim, gained, lost, n)
    claim, up, down, m = (value[..., None] for value in (claim, *counts))
    stake = np.array(STAKES)
    bets = (
        up * np.log1p(stake * (1 - claim))
        + down * np.log1p(-stake * (1 + claim))
        + (m - up - down) * np.log1p(-stake * claim)
    )
    most = bets.max(axis=-1, keepdims=True)
    return most[..., 0] + np.log(np.exp(bets - most).mean(axis=-1))


def evidence(gained: npt.ArrayLike, lost: npt.ArrayLike, n: npt.ArrayLike, margin: float) -> tuple[Any, Any]:
    """Return p-values, elementwise, that hold whenever one stops: of a difference within +-`margin`, and of one beyond.

    A small first one shows that the difference is beyond the margin, a small second one that it is within. `margin` is
    in 0..1.
    """
    import numpy as np

    up, down, m = (np.asarray(value, float) for value in (gained, lost, n))
    above, below = _log_capital(margin, up, down, m), _log_capital(margin, down, up, m)
    # Within the margin neither bet can win on average, so neither can the mean of both.
    beyond = np.logaddexp(above, below) - np.log(2)
    # Beyond it one of the two claims "d >= margin" and "d <= -margin" is true: both have to fall. Half would do: with
    # it, for beta = alpha and at one look, a small value and an interval within the margin are the same.
    within = np.minimum(_log_capital(-margin, up, down, m), _log_capital(-margin, down, up, m)) - np.log(2)
    return np.exp(-np.maximum(beyond, 0.0)), np.exp(-np.maximum(within, 0.0))
