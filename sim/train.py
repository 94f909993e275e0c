"""Weights found by the cross-entropy method, and judged on seeds that it never saw.

A generation is a number of candidates, drawn round a centre. All play the same playouts, so that luck does not choose
among them, and every generation other ones, so that none fits a single set of them. Those that win most, the elite,
say where the next centre is and how far round it is drawn (de Boer, Kroese, Mannor and Rubinstein, "A tutorial on the
cross-entropy method", Annals of Operations Research 2005).
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sim import pairs
from sim.batch import interruptible, play, threads_of
from sim.config import playing_by
from sim.errors import UserError
from sim.experiment import execute
from sim.faults import Path as Address
from sim.faults import join, listed, nearest, show
from sim.files import TEMPORARY, check_form, check_own, locked, make_folder, read_json, write_json
from sim.mixes import read
from sim.pairs import APART, WORSE, Comparison, compared, together
from sim.progress import line, nothing, showing
from sim.results import wins_in
from sim.store import open_run
from sim.warmup import warm_up
from sim.weights import laid_over, names, own, range_of, values_in, with_values
from sim.writer import CellWriter, differences

if TYPE_CHECKING:
    import threading

    from sim.config import Prepared
    from sim.game import Game, Range, Weights
    from sim.store import Run

SMOOTHING: Final = 0.7  # how far the centre and the spread follow the elite: a few lucky ones must not carry them away
FLOOR: Final = 0.2  # of the first spread: the search never narrows to less, or it would stop where luck has led it
FINE: Final = 100  # a number that is not whole has so many steps in its range

FEW: Final = 3  # names that stand for many

SCHEMA: Final = 1
PLAN: Final = "training.json"
BETTER, NOT_BETTER, WORSE_THAN = "better", "not better", "worse"

Numbers = tuple[float, ...]


@dataclass(frozen=True)
class Settings:
    """How it is searched. `trials`: playouts of a candidate in each cell; `spread`: at first, a share of a weight."""

    generations: int
    population: int
    elite: int
    trials: int
    spread: float


@dataclass(frozen=True)
class Number:
    """A weight that is trained, whole or not. It is drawn on a scale of its own: its coordinate."""

    address: Address
    allowed: Range
    start: float
    whole: bool

    @property
    def name(self) -> str:
        """Return its name: `weights.risk[0][0]`."""
        return join(self.address)

    def coordinate(self, value: float) -> float:
        """Return where a value is: log(1 + value) for what is never below 0, else the value itself."""
        return math.log1p(value) if self.allowed.least >= 0 else float(value)

    def value(self, coordinate: float) -> float:
        """Return the value nearest to a coordinate that is allowed."""
        value = math.expm1(coordinate) if self.allowed.least >= 0 else coordinate
        if self.whole:
            value = self.allowed.step * math.floor(value / self.allowed.step + 0.5)
        value = min(max(value, self.allowed.least), self.allowed.most)
        return int(value) if self.whole else float(value)

    def spread(self, share: float) -> float:
        """Return the first standard deviation of its coordinate."""
        size = 1.0 if self.allowed.least >= 0 else max(abs(self.start), self.allowed.unit)
        return max(share * size, self.fine(self.coordinate(self.start)))

    def fine(self, coordinate: float) -> float:
        """Return how much of its coordinate is half a step of its value: with less spread it would not change."""
        half = self.allowed.step / 2 if self.whole else (self.allowed.most - self.allowed.least) / FINE
        return half * math.exp(-coordinate) if self.allowed.least >= 0 else half

    def kept(self, coordinate: float) -> float:
        """Return a coordinate within the range."""
        low, high = self.coordinate(self.allowed.least), self.coordinate(self.allowed.most)
        return min(max(coordinate, low), high)


@dataclass(frozen=True)
class Training:
    """What is trained: the weights of this name, on the cells of an experiment, whose own weights are the start."""

    prepared: Prepared
    name: str
    weights: Weights
    numbers: tuple[Number, ...]
    settings: Settings

    @property
    def game(self) -> Game:
        """The game."""
        return self.prepared.game

    @property
    def policy(self) -> str:
        """Who plays."""
        return self.prepared.experiment.policy[0]

    @property
    def n(self) -> int:
        """How many playouts each candidate plays."""
        return self.settings.trials * len(self.prepared.cells)

    def table(self, values: Sequence[float]) -> dict[str, Any]:
        """Return whole weights, with these values of the trained ones."""
        start = self.prepared.cells[0].weights.get(self.name) or laid_over(self.weights, {})
        return with_values(start, {number.address: value for number, value in zip(self.numbers, values, strict=True)})

    def playing(self, values: Sequence[float]) -> Prepared:
        """Return the experiment with these values of the trained weights."""
        return playing_by(self.prepared, {**self.prepared.cells[0].weights, self.name: self.table(values)})

    def identity(self) -> dict[str, Any]:
        """Return all that decides what comes of it, as JSON values."""
        return {
            "config": self.prepared.experiment.identity(),
            "weights": self.name,
            "trained": [number.name for number in self.numbers],
            "settings": asdict(self.settings),
        }


@dataclass(frozen=True)
class Candidate:
    """Weights that were tried: their coordinates, values, and wins in each cell."""

    coordinates: Numbers
    values: Numbers
    wins: tuple[int, ...]

    @property
    def won(self) -> int:
        """Return the wins in all cells, of which each has equally many playouts: this is what is to grow."""
        return sum(self.wins)


@dataclass(frozen=True)
class Generation:
    """Candidates on the same playouts, that of the centre first; and the centre and spread that they lead to."""

    number: int
    seed: int
    candidates: tuple[Candidate, ...]
    centre: Numbers
    spread: Numbers

    def elite(self, n: int) -> list[Candidate]:
        """Return the n candidates that won most, the best first; of equals the one drawn first."""
        return sorted(self.candidates, key=lambda candidate: -candidate.won)[:n]

    def document(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {"schema": SCHEMA, **asdict(self)}


@dataclass(frozen=True)
class Judged:
    """What came of it: start and trained weights on the same fresh playouts, cell by cell and in all."""

    training: Training
    generations: Sequence[Generation]
    start: Run
    trained: Run
    cells: Sequence[Comparison]
    whole: Comparison

    @property
    def values(self) -> list[float]:
        """The values of the trained weights."""
        return values_at(self.training, self.generations[-1].centre)

    @property
    def verdict(self) -> str:
        """Whether the trained weights win more often, over all cells."""
        return verdict_of(self.whole)


def verdict_of(comparison: Comparison) -> str:
    """Return whether the trained weights win more often; not better is not equal."""
    return {APART: BETTER, WORSE: WORSE_THAN}.get(comparison.worded(WORSE), NOT_BETTER)


# -- what is trained -----------------------------------------------------------------------------------------------


def training_of(prepared: Prepared, only: Sequence[str], settings: Settings) -> Training:
    """Return what is to be trained: all weights of the policy that may be, or those named in `only`.

    Raises `UserError` for a policy that is none to train, an unknown name, or settings that do not go together.
    """
    pairs.check(prepared, yardsticks=True)  # those have words of their own, in `chosen`
    if settings.elite > settings.population:
        raise UserError(
            f"--elite: must be a number from 1 to the population, {settings.population}, not {settings.elite}"
        )
    name, weights = chosen(prepared)
    table = prepared.cells[0].weights.get(name) or laid_over(weights, {})
    wholes = {address for address, value in values_in(own(weights.file)) if isinstance(value, int)}
    numbers = tuple(
        Number(address, allowed, value, address in wholes)
        for address, value in values_in(table)
        if (allowed := range_of(weights, address)) is not None
    )
    wanted = named(only, list(dict.fromkeys(each for number in numbers for each in names(number.address))), prepared)
    trained = tuple(number for number in numbers if not only or not {*names(number.address)}.isdisjoint(wanted))
    check_seeds(prepared.experiment.seed, settings.generations)
    return Training(prepared, name, weights, trained, settings)


def named(only: Sequence[str], known: Sequence[str], prepared: Prepared) -> list[str]:
    """Return the full names of weights; the last part of a name will do where one has it alone.

    Raises `UserError` with a line an unknown name.
    """
    found, faults = [], []
    for word in only:
        alike = [word] if word in known else [name for name in known if name.rpartition(".")[2] == word]
        if len(alike) == 1:
            found += alike
        elif alike:
            faults.append(f"--only: {show(word)} may be {' or '.join(alike)}")
        elif guess := nearest(word, known):
            faults.append(f"--only: {show(word)} is unknown; the nearest known key is {guess}")
        else:
            some = f"{', '.join(known[:FEW])}, ...: sim list weights {prepared.game.name} has all"
            faults.append(f"--only: {show(word)} is unknown; {some}")
    if faults:
        raise UserError(*faults)
    return found


def chosen(prepared: Prepared) -> tuple[str, Weights]:
    """Return the weights that the policy plays by in the cells. Raises `UserError` where there are none, or several."""
    game, policies = prepared.game, prepared.experiment.policy
    if len(policies) > 1:
        raise UserError(f"--policy: {listed(policies)} are several; one is trained at a time")
    mix = read(policies[0], game)
    if mix.others:
        raise UserError(f"--policy: {mix} is a mix; train one policy that all play by")
    policy = mix.base.policy
    if policy.sees_hidden:
        raise UserError(f"--policy: {mix} sees what is hidden; a yardstick is not trained")
    known = {name: weights for name, weights in game.weights().items() if weights.policy == policy.name}
    if not known:
        those = dict.fromkeys(weights.policy for weights in game.weights().values() if not weights.untrained)
        allowed = f"allowed: {listed(those)}" if those else f"no policy of {game.name} has"
        raise UserError(f"--policy: {policy.name} has no weights to train; {allowed}")
    used = {tuple(name for name, weights in known.items() if fits(weights, cell.axes)) for cell in prepared.cells}
    if len(used) > 1 or len(next(iter(used))) != 1:
        where = "; ".join(f"{show(name)} with {in_words(weights)}" for name, weights in known.items())
        raise UserError(f"--policy: {policy.name} plays by {where}; choose cells of one")
    ((name,),) = used
    if known[name].untrained:
        raise UserError(f"--policy: the weights {name} are not trained: {known[name].untrained}")
    return name, known[name]


def fits(weights: Weights, axes: Mapping[str, Any]) -> bool:
    """Return whether a cell is played by these weights."""
    return all(axes[axis] in values for axis, values in weights.only.items())


def in_words(weights: Weights) -> str:
    """Return the cells that are played by these weights."""
    return " and ".join(f"{axis} {', '.join(map(str, values))}" for axis, values in weights.only.items()) or "any cells"


def seed_of(seed: int, generation: int) -> int:
    """Return the seed that a generation plays with: one that nobody would come to by counting."""
    digest = hashlib.sha256(f"train {seed} {generation}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def check_seeds(seed: int, generations: int) -> None:
    """Raise `UserError` where a generation would play what another did, or what judges it: the seed's own playouts."""
    seeds = {seed, *(seed_of(seed, generation) for generation in range(generations))}
    if len(seeds) <= generations:
        raise UserError(f"--seed: {seed} is one that a generation would play by; take another")


# -- searching -----------------------------------------------------------------------------------------------------


def train(training: Training, out: Path, *, quiet: bool = False) -> Judged:
    """Train what the folder lacks, then judge it. Raises `UserError` where the folder holds something else.

    Raises `KeyboardInterrupt` after Ctrl-C, with finished generations kept.
    """
    make_folder(out)
    with locked(out):
        begin(training, out)
        with interruptible() as stop:
            generations = list(search(training, out, stop, nothing if quiet else line, quiet=quiet))
        return judge(training, generations, out, quiet=quiet)


def begin(training: Training, out: Path) -> None:
    """Note in a new folder what is trained there; check that a folder which is none holds just that."""
    file, asked = out / PLAN, training.identity()
    if not file.exists():
        check_own(out, (".lock", PLAN + TEMPORARY), "training")
        write_json(file, {"schema": SCHEMA, "source_hash": training.game.source_hash, **asked}, indent=2)
    there = read_json(file, SCHEMA)
    if there.get("source_hash") != training.game.source_hash:
        hashes = f"source {there.get('source_hash')}, now {training.game.source_hash}"
        raise UserError(f"{file}: the rules changed since this training ({hashes}); use another folder")
    if faults := list(differences({key: there.get(key) for key in asked}, asked)):
        raise UserError(
            *(f"{file}: {fault.replace('this run', 'this training')}; use another folder" for fault in faults)
        )


def search(
    training: Training, out: Path, stop: threading.Event, say: Callable[[str], None], *, quiet: bool
) -> Iterator[Generation]:
    """Yield every generation: those that the folder has, then the others as they are played."""
    centre = tuple(number.coordinate(number.start) for number in training.numbers)
    spread = tuple(number.spread(training.settings.spread) for number in training.numbers)
    folder, warm = out / "generations", False
    make_folder(folder)
    for number in range(training.settings.generations):
        file = folder / f"{number:03d}.json"
        if file.exists():
            generation = generation_in(file, training, number)
        else:
            if not warm:
                warm_up(training.game, training.prepared.cells, say, stop)
                warm = True
            candidates = tried(training, number, drawn(training, number, centre, spread), stop, quiet=quiet)
            generation = next_of(training, number, candidates, centre, spread)
            write_json(file, generation.document())
            say(told(training, generation))
        centre, spread = generation.centre, generation.spread
        yield generation


def generation_in(file: Path, training: Training, number: int) -> Generation:
    """Return what `Generation.document` made, and a file kept. Raises `UserError` if it is damaged."""
    document = read_json(file, SCHEMA)
    check_form(file, document, Generation)
    found = generation_from(document)
    sizes = {len(training.numbers)}, {len(training.prepared.cells)}
    numbers = {len(found.centre), len(found.spread), *(len(one.coordinates) for one in found.candidates)}
    fits = (
        numbers | {len(one.values) for one in found.candidates},
        {len(one.wins) for one in found.candidates},
    ) == sizes
    if (found.number, found.seed) != (number, seed_of(training.prepared.experiment.seed, number)) or not fits:
        raise UserError(f"{file}: is damaged: it is no generation {number} of this training")
    return found


def generation_from(document: Mapping[str, Any]) -> Generation:
    """Return what `Generation.document` made."""
    candidates = tuple(
        Candidate(tuple(one["coordinates"]), tuple(one["values"]), tuple(one["wins"])) for one in document["candidates"]
    )
    centre, spread = tuple(document["centre"]), tuple(document["spread"])
    return Generation(document["number"], document["seed"], candidates, centre, spread)


def drawn(training: Training, number: int, centre: Numbers, spread: Numbers) -> list[Numbers]:
    """Return the coordinates of a generation's candidates, that of the centre first."""
    import numpy as np

    luck = np.random.default_rng(seed_of(training.prepared.experiment.seed, number))
    shape = training.settings.population - 1, len(centre)
    points = np.array(centre) + np.array(spread) * luck.standard_normal(shape)
    kept = [[one.kept(x) for one, x in zip(training.numbers, point, strict=True)] for point in points.tolist()]
    return [centre, *map(tuple, kept)]


def tried(
    training: Training, number: int, points: Sequence[Numbers], stop: threading.Event, *, quiet: bool
) -> list[Candidate]:
    """Play the candidates at these coordinates; those that come to the same values are played once."""
    values = [tuple(values_at(training, point)) for point in points]
    distinct = list(dict.fromkeys(values))
    seed, n_cells = seed_of(training.prepared.experiment.seed, number), len(training.prepared.cells)
    cells = [cell for candidate in distinct for cell in training.playing(candidate).cells]
    experiment = training.prepared.experiment
    changes = {"seed": seed, "playouts": training.settings.trials, "rows": "none"}
    trial = replace(
        training.prepared,
        experiment=experiment.model_copy(update=changes),
        cells=[replace(cell, index=index) for index, cell in enumerate(cells)],
    )
    writers = [CellWriter(None, cell, trial) for cell in trial.cells]
    with showing(training.n * len(distinct), 0, quiet=quiet) as progress:
        play(trial, writers, progress, stop, threads_of(experiment.threads))
    wins = [wins_in(training.game, writer.counts[0]) for writer in writers]
    won = {key: tuple(wins[k * n_cells : (k + 1) * n_cells]) for k, key in enumerate(distinct)}
    return [Candidate(point, key, won[key]) for point, key in zip(points, values, strict=True)]


def values_at(training: Training, coordinates: Sequence[float]) -> list[float]:
    """Return the values of the trained weights at these coordinates."""
    return [number.value(x) for number, x in zip(training.numbers, coordinates, strict=True)]


def next_of(
    training: Training, number: int, candidates: Sequence[Candidate], centre: Numbers, spread: Numbers
) -> Generation:
    """Return a generation, with the centre and the spread that follow its elite."""
    seed = seed_of(training.prepared.experiment.seed, number)
    generation = Generation(number, seed, tuple(candidates), centre, spread)
    elite = [candidate.coordinates for candidate in generation.elite(training.settings.elite)]
    new_centre, new_spread = [], []
    for k, one in enumerate(training.numbers):
        found = [coordinates[k] for coordinates in elite]
        mean = math.fsum(found) / len(found)
        apart = math.sqrt(math.fsum((x - mean) ** 2 for x in found) / len(found))
        least = max(FLOOR * one.spread(training.settings.spread), one.fine(centre[k]))
        new_centre.append(SMOOTHING * mean + (1 - SMOOTHING) * centre[k])
        new_spread.append(max(SMOOTHING * apart + (1 - SMOOTHING) * spread[k], least))
    return replace(generation, centre=tuple(new_centre), spread=tuple(new_spread))


def told(training: Training, generation: Generation) -> str:
    """Return a generation in a line for people."""
    elite = generation.elite(training.settings.elite)
    best, mean = elite[0].won, sum(candidate.won for candidate in elite) / len(elite)
    rates = [f"{won / training.n:.1%}" for won in (generation.candidates[0].won, mean, best)]
    which = f"generation {generation.number + 1} of {training.settings.generations}"
    return f"{which}: centre {rates[0]}, elite {rates[1]}, best {rates[2]} (n = {training.n:,} each)"


# -- judging -------------------------------------------------------------------------------------------------------


def judge(training: Training, generations: Sequence[Generation], out: Path, *, quiet: bool) -> Judged:
    """Play start and trained weights on the seed itself, which no generation had, and compare playout by playout."""
    check_seeds(training.prepared.experiment.seed, len(generations))
    values = values_at(training, generations[-1].centre)
    runs = []
    for name, prepared in (("start", training.prepared), ("trained", training.playing(values))):
        execute(prepared, out / name, quiet=quiet)
        runs.append(open_run(out / name))
    start, trained = runs
    cells = compared(trained, [(cell.index, cell.index) for cell in training.prepared.cells], of=start)
    return Judged(training, generations, start, trained, cells, together(cells))
