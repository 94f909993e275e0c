"""Win rates along one parameter: which way they go, whether they go one way, and between which settings they cross."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sim.sequences import rate_sequence

if TYPE_CHECKING:
    import numpy.typing as npt

RISING, FALLING, FLAT, NEITHER = "rising", "falling", "flat", "neither"
MEANINGS: Final = {
    RISING: "rises",
    FALLING: "falls",
    FLAT: "is flat: the intervals of all settings overlap",
    NEITHER: "goes up and down, so there may be other settings that fit as well",
}


@dataclass(frozen=True)
class Curve:
    """Win rates by setting, in order: places (n,), wins (n,), playouts (n,), with what isotonic regression makes of it.

    `fit` (n,) goes one way; where the curve is found to go up and down, it is the rates as they are.
    """

    places: Sequence[int]
    rates: Any
    playouts: Any
    fit: Any
    shape: str

    def crossing(self, aim: float, near: int) -> tuple[int, int] | None:
        """Return the neighbouring places between which the fit crosses a rate, those nearest to `near`; or None."""
        above = self.fit >= aim
        found = [(self.places[k], self.places[k + 1]) for k in range(len(self.places) - 1) if above[k] != above[k + 1]]
        return min(found, key=lambda ends: min(abs(ends[0] - near), abs(ends[1] - near)), default=None)

    def slope(self, aim: float, near: int) -> float:
        """Return the change of the fit a place around a rate: between settings beyond noise on either side of it.

        Beyond noise is three standard errors, so that luck alone seldom makes a slope, and 1 / n more, as a rate of 0
        or 1 has no error of its own.
        """
        noise = (self.rates * (1 - self.rates) / self.playouts) ** 0.5 + 1 / self.playouts
        clear = abs(self.fit - aim) > 3 * noise
        ends = self.crossing(aim, near) or (self.places[0], self.places[-1])
        middle = sum(ends) / 2
        left = [k for k, place in enumerate(self.places) if place <= middle]
        right = [k for k, place in enumerate(self.places) if place > middle]
        a = next((k for k in reversed(left) if clear[k]), 0)
        b = next((k for k in right if clear[k]), len(self.places) - 1)
        return float(self.fit[b] - self.fit[a]) / (self.places[b] - self.places[a]) if a != b else 0.0


def curve_of(places: Sequence[int], wins: Sequence[int], playouts: Sequence[int]) -> Curve:
    """Return the curve through points in the order of their places; at least two."""
    import numpy as np

    k, n = np.array(wins, float), np.array(playouts, float)
    rates = k / n
    up, down = fitted(rates, n, rising=True), fitted(rates, n, rising=False)
    errors = [float((n * (rates - fit) ** 2).sum()) for fit in (up, down)]
    rising = errors[0] <= errors[1]
    low, high = rate_sequence(k, n)
    if low.max() <= high.min():
        return Curve(places, rates, n, up if rising else down, FLAT)
    if against(low, high, rising=rising):
        return Curve(places, rates, n, rates, NEITHER)
    return Curve(places, rates, n, up if rising else down, RISING if rising else FALLING)


def fitted(rates: npt.NDArray[Any], weights: npt.NDArray[Any], *, rising: bool) -> npt.NDArray[Any]:
    """Return the one-way rates nearest to these: isotonic regression."""
    from scipy.optimize import isotonic_regression

    return isotonic_regression(rates, weights=weights, increasing=rising).x  # type: ignore[no-any-return]


def against(low: npt.NDArray[Any], high: npt.NDArray[Any], *, rising: bool) -> bool:
    """Whether some later setting is shown to lie on the wrong side of an earlier one: their intervals are apart."""
    import numpy as np

    if rising:
        return bool((high[1:] < np.maximum.accumulate(low)[:-1]).any())
    return bool((low[1:] > np.minimum.accumulate(high)[:-1]).any())
