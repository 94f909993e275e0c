"""Looking for the setting whose win rate is nearest to a target: along one parameter, or several at once.

Every setting meets the same seeds, so a curve of win rates is far smoother than its points are known. Every decision
rests on wins at fixed numbers of playouts: what is found depends neither on threads nor on interruptions.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sim.curves import FLAT, NEITHER, Curve, curve_of
from sim.errors import UserError
from sim.verdicts import FIRST_LOOK

if TYPE_CHECKING:
    from sim.trials import Point, Setting, Trials

ALL: Final = 9  # a range of so many values at most is tried whole
COARSE: Final = 7  # values of a larger one that are tried first
FEW: Final = 5  # of several parameters: how many of the best settings are played on
BEST: Final = 2  # of them, and how many again
POLISHES: Final = 3  # steps along the slope, at most
NEAR: Final = 0.25  # of the tolerance: near enough to the aim
ASIDE: Final = 20  # neighbours of several fine parameters are a twentieth of the range away


@dataclass(frozen=True)
class Effort:
    """Playouts of a setting while searching, of the best at the end, and how many settings of several parameters."""

    playouts: int
    confirm: int
    trials: int

    @property
    def first(self) -> int:
        """Playouts of a first look."""
        return min(FIRST_LOOK, self.playouts)


@dataclass(frozen=True)
class Found:
    """What a search came to: the best setting, its neighbours, and for one parameter the curve and the ends it lies in.

    `crossing`: neighbouring settings between which the win rate crosses the aim, None where it does not or where there
    are several parameters.
    """

    best: Point
    neighbours: tuple[Point, ...]
    curve: Curve | None
    crossing: tuple[Setting, Setting] | None


def search(trials: Trials, effort: Effort) -> Found:
    """Look for the setting nearest to the aim. Raises `KeyboardInterrupt` after Ctrl-C."""
    return along_one(trials, effort) if len(trials.task.knobs) == 1 else among_many(trials, effort)


# -- one parameter -------------------------------------------------------------------------------------------------


def along_one(trials: Trials, effort: Effort) -> Found:
    """A coarse curve, its direction, bisection where it crosses the aim, then the best and its neighbours again."""
    (knob,) = trials.task.knobs
    places = coarse(len(knob))
    for place in places:
        trials.at((place,), effort.first)
    if curve(trials).shape == FLAT:
        for place in places:
            trials.at((place,), effort.playouts)
    if curve(trials).shape != FLAT:
        narrow(trials, effort)
    step = aside(trials)
    best = polish(trials, trials.nearest(list(trials.points.values())), 0, curve_slope(trials), effort)
    beside = [(best.setting[0] + way * step,) for way in (-1, 1) if 0 <= best.setting[0] + way * step < len(knob)]
    played = [best, *(trials.at(setting, effort.confirm) for setting in beside)]
    best = trials.nearest(played)
    whole = curve(trials)
    crossing = whole.crossing(trials.task.target.aim, best.setting[0])
    neighbours = tuple(point for point in played if point.setting != best.setting)
    return Found(best, neighbours, whole, crossing and ((crossing[0],), (crossing[1],)))


def coarse(n: int) -> list[int]:
    """Return the places of a first curve: all of few, else some from end to end."""
    return list(range(n)) if n <= ALL else [round(k * (n - 1) / (COARSE - 1)) for k in range(COARSE)]


def curve(trials: Trials) -> Curve:
    """Return the curve through all that was tried along the one parameter."""
    points = sorted(trials.points.values(), key=lambda point: point.setting)
    return curve_of(*zip(*((point.setting[0], point.wins, point.playouts) for point in points), strict=True))


def narrow(trials: Trials, effort: Effort) -> None:
    """Bisect between the settings where the curve crosses the aim, both known to lie where they seem to.

    It ends with neighbours, or where settings on both sides cannot be told from the aim: further bisection would chase
    noise. Where nothing crosses, the end nearest to the aim is made sure of.
    """
    aim, start = trials.task.target.aim, trials.task.start[0]
    while True:
        there = curve(trials)
        ends = there.crossing(aim, start)
        doubtful = ends or (trials.nearest(list(trials.points.values())).setting[0],)
        unsure = [end for end in doubtful if not trials.is_known(trials.points[end,], effort.playouts)]
        if unsure:
            trials.until_known((unsure[0],), effort.playouts)
        elif ends is None or ends[1] - ends[0] <= 1 or all(holds(trials.points[end,], aim) for end in ends):
            return
        else:
            trials.until_known((sum(ends) // 2,), effort.playouts)


def holds(point: Point, aim: float) -> bool:
    """Whether a setting cannot be told from the aim."""
    low, high = point.interval
    return low <= aim <= high


def curve_slope(trials: Trials) -> float:
    """Return the change of the win rate a step around the aim; 0 where the curve has no direction."""
    there = curve(trials)
    return 0.0 if there.shape in (FLAT, NEITHER) else there.slope(trials.task.target.aim, trials.task.start[0])


def aside(trials: Trials) -> int:
    """Return how many steps away the neighbours are: one, or on a fine range what changes the rate by the tolerance."""
    (knob,) = trials.task.knobs
    if knob.whole or len(knob) <= ALL:
        return 1
    target, slope = trials.task.target, abs(curve_slope(trials))
    return max(1, round((target.high - target.low) / 2 / slope)) if slope else max(1, len(knob) // ASIDE)


def polish(trials: Trials, point: Point, axis: int, slope: float, effort: Effort) -> Point:
    """Return the point nearest to the aim after a few steps along the slope of one knob, each with many playouts."""
    target, knob = trials.task.target, trials.task.knobs[axis]
    point = trials.at(point.setting, effort.confirm)
    played = [point]
    for _ in range(POLISHES):
        if not slope or trials.distance(point) <= NEAR * (target.high - target.low) / 2:
            break
        ideal = point.setting[axis] + (target.aim - point.rate) / slope
        place = min(max(round(ideal), 0), len(knob) - 1)
        setting = (*point.setting[:axis], place, *point.setting[axis + 1 :])
        if any(setting == other.setting for other in played):
            break
        point = trials.at(setting, effort.confirm)
        played.append(point)
    return trials.nearest(played)


# -- several parameters --------------------------------------------------------------------------------------------


def among_many(trials: Trials, effort: Effort) -> Found:
    """Try settings that a sampler proposes, play the best again, then step along the finest knob to the aim."""
    proposed(trials, effort)
    best = ranked(trials, trials.points.values())[:FEW]
    best = ranked(trials, [trials.at(point.setting, effort.playouts) for point in best])[:BEST]
    point = trials.nearest([trials.at(point.setting, effort.confirm) for point in best])
    axis = max(range(len(trials.task.knobs)), key=lambda axis: (len(trials.task.knobs[axis]), -axis))
    if slope := slope_at(trials, point, axis, effort):
        point = polish(trials, point, axis, slope, effort)
    neighbours = (trials.at(setting, effort.playouts) for setting in beside(trials, point.setting))
    return Found(point, tuple(neighbours), None, None)


def ranked(trials: Trials, points: Iterable[Point]) -> list[Point]:
    """Return points, the nearest to the aim first; among equals those that change least."""
    return sorted(points, key=lambda one: (trials.distance(one), trials.task.change(one.setting), one.setting))


def proposed(trials: Trials, effort: Effort) -> None:
    """Try the start and what a sampler makes of the distances so far; all there is if it is no more than `trials`."""
    knobs = trials.task.knobs
    if math.prod(map(len, knobs)) <= effort.trials:
        for setting in itertools.product(*(range(len(knob)) for knob in knobs)):
            trials.until_known(setting, effort.playouts)
        return
    study = sampler(int(trials.task.values["seed"]))
    study.enqueue_trial({knob.path: place for knob, place in zip(knobs, trials.task.start, strict=True)})
    for _ in range(effort.trials):
        trial = study.ask()
        setting = tuple(trial.suggest_int(knob.path, 0, len(knob) - 1) for knob in knobs)
        study.tell(trial, trials.distance(trials.until_known(setting, effort.playouts)))


def sampler(seed: int) -> Any:
    """Return an optuna study that proposes settings, the same for the same seed. Raises `UserError` without optuna."""
    optuna = optuna_or_error()
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    return optuna.create_study(sampler=optuna.samplers.TPESampler(seed=seed % 2**32))


def optuna_or_error() -> Any:
    """Return optuna. Raises `UserError` where it is not installed."""
    try:
        import optuna
    except ImportError:
        raise UserError(
            "--vary: several parameters at once need optuna, which is not installed; pip install 'sim-balance[tune]'"
        ) from None
    return optuna


def beside(trials: Trials, setting: Setting) -> Iterator[Setting]:
    """Yield the neighbours of a setting, knob by knob: a step below and above, a wider one on a fine range."""
    for axis, knob in enumerate(trials.task.knobs):
        step = 1 if knob.whole or len(knob) <= ALL else max(1, len(knob) // ASIDE)
        for place in (setting[axis] - step, setting[axis] + step):
            if 0 <= place < len(knob):
                yield (*setting[:axis], place, *setting[axis + 1 :])


def slope_at(trials: Trials, point: Point, axis: int, effort: Effort) -> float:
    """Return the change of the win rate a step along one knob, between the neighbours of a point there."""
    others: Sequence[Point] = [
        trials.at(setting, effort.playouts)
        for setting in beside(trials, point.setting)
        if all(place == here for k, (place, here) in enumerate(zip(setting, point.setting, strict=True)) if k != axis)
    ]
    ends = [*others, point] if len(others) == 1 else others
    a, b = ends[0], ends[-1]
    return (b.rate - a.rate) / (b.setting[axis] - a.setting[axis])
