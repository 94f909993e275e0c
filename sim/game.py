"""The contract a game fulfils, and the discovery of the games in `sim/games`.

A game is one folder with a `GAME` in its `__init__.py`. The folder's `__init__` stays light (no numpy, no
numba): `sim --help` imports it. Everything heavy is imported inside the methods below.

The harness knows a game only through this class. A game knows the harness not at all; it imports
`kernel`, `records`, `rng`, `game`, where it helps `content` and `tracing`, and its own modules.
"""

from __future__ import annotations

import functools
import importlib
import itertools
import pkgutil
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.kernel import source_hash

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from pydantic import BaseModel

    Records = npt.NDArray[Any]
    # Who plays by which policy, by seat, character and role: its place among the game's policies, then its arguments in
    # the order in which it declares them. Shape (seats + 1, characters, roles, 1 + the most arguments that a policy of
    # the game takes), at least 1 each; the last seat is nobody's, for choices that none of the others has.
    Players = npt.NDArray[np.int64]
    # Weights that players go by instead of their own, see `Weights`: by name, a table like that of the file.
    WeightTables = Mapping[str, Mapping[str, Any]]
    CellPolicies = tuple[Mapping[str, Any], Collection[str]]  # the axes of a cell, and who plays together there


@dataclass(frozen=True)
class Argument:
    """A whole number that a policy takes, `width` of `planner(width=8)`: what it is, its range and its default."""

    name: str
    meaning: str
    least: int
    most: int
    default: int


@dataclass(frozen=True)
class Policy:
    """A way to play. `summary` says how, in words for a list; the flags are properties that tests check."""

    name: str
    summary: str
    stochastic: bool
    sees_hidden: bool = False  # True only for a yardstick that no balance number may come from
    arguments: tuple[Argument, ...] = ()


@dataclass(frozen=True)
class Party:
    """Who can be at a cell's table, for a mix of policies to name."""

    seats: int
    characters: tuple[str, ...] = ()  # by the number that the state has for them
    team: tuple[str, ...] | None = None  # those who play, if the cell fixes them
    roles: tuple[str, ...] = ()


@dataclass(frozen=True)
class Removals:
    """What a game can be played without, one thing at a time, to see what it is worth.

    The parameter at `path` is `base` with all of them there, and one of the values without one. `titles`: kind of thing
    ("rules", "cards") -> value -> what readers call the thing.
    """

    path: str
    base: str
    titles: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class Range:
    """What a weight may be, `least` to `most`; one that is whole in its file is a whole number of `step`s, too.

    `unit`: how much of it can be felt, where it may be below 0; one nearer to 0 is trained as if it were so large.
    """

    least: float
    most: float
    step: int = 1
    unit: float = 1


@dataclass(frozen=True)
class Weights:
    """Numbers that a policy goes by, kept in a TOML file: as data, so that with others nothing is compiled anew.

    `ranges`: a key of the file (`price`, `price.cold`, `rift[1]`; one of a table or of a list stands for all in it, a
    longer one comes first) -> what its numbers may be. What no key names is fixed.
    """

    file: Path
    policy: str  # whom `sim train` finds better weights for; others may go by them too
    ranges: Mapping[str, Range]
    only: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)  # the cells that need them: axis -> values
    untrained: str = ""  # why `sim train` leaves them alone; "": it does not


@dataclass(frozen=True)
class Cell:
    """One cell of an experiment's grid: a fixed set of rules, a fixed team rule and a policy, or a mix of several.

    `axes` holds the game's axes in the game's order (The LOOP: scenario, difficulty, players, agents, solo),
    `sweep` the swept parameters of this cell ({} without a sweep), `players` what the policy comes to here, if it is
    a mix or has arguments that are not at their defaults. `weights` are those that differ from the package's.
    """

    index: int
    axes: Mapping[str, Any]
    policy: str
    sweep: Mapping[str, Any] = field(default_factory=dict)
    players: Players | None = field(default=None, compare=False, repr=False)
    weights: WeightTables = field(default_factory=dict, compare=False, repr=False)

    @property
    def player(self) -> str | Players:
        """What `Game.play` is told of who plays."""
        return self.policy if self.players is None else self.players


@dataclass(frozen=True)
class Column:
    """An entry of the data dictionary: a column of the stored rows or a key of a JSON document."""

    name: str
    where: str  # "row", "count" or "json"
    meaning: str
    unit: str = ""
    range: str = ""


@dataclass(frozen=True)
class Axis:
    """One dimension of a counted table: its name, and a label for each index (None: the index is a number)."""

    name: str
    labels: tuple[str, ...] | None = None
    first: int = 0  # entries below this index are never used and never shown


@dataclass(frozen=True)
class View:
    """How a report reads one table of exact counts.

    kind `win_rate`: the last axis is (lost, won), each row of the others gets n, wins, rate, interval.
    kind `with_without`: the last axis is (lost, won), counted where the row's thing was there; the report adds the
    playouts without it. An association, never a cause.
    kind `share`: each entry as a share of all playouts of the cell; an entry of 0 gets its upper bound. Further axes of
    the table (lost, won) are added up.
    kind `map`: shares over two axes, drawn as squares.
    kind `distribution`: the last axis is a number; mean, standard deviation, quantiles, for each row of the others.
    Further axes of the table are added up here too.
    """

    name: str
    title: str
    note: str
    table: str  # the field of the game's counts
    axes: tuple[Axis, ...]
    kind: str
    # Kinds `share` and `map`: what the shares are of. None: all playouts; "losses", "wins" or a cause: those; any other
    # words: the playouts that the table counts.
    of: str | None = None
    section: str = ""  # of the report; "": under "more"
    only: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)  # the cells it is about: axis -> values
    contrast: str = ""  # an axis: cells that differ on it alone are compared, a panel a value; others are left out
    by_cell: bool = False  # kind `share`, one axis: a bar for each cell


class Game(ABC):
    """What the harness asks of a game. What has a body here fits most games; the rest every game must say."""

    name: str  # the folder's name and the word on the command line
    title: str
    rules_version: str  # changes when behaviour changes, never for speed or refactoring
    length: str  # the stored column that counts turns or rounds, "last_turn"
    max_length: int
    causes: tuple[str, ...]  # how a playout can end, by code; code 0 is "running" and is never stored
    wins: tuple[str, ...]  # the causes that count as a win
    policies: Mapping[str, Policy]
    default_policy: str
    ladder: tuple[str, ...] = ()  # the rungs of `sim ladder`, lowest first; (): every policy in the order of `policies`
    roles: tuple[str, ...] = ()  # that a character may have, by the number that the state has for them

    partial: tuple[str, ...] = ()  # causes that are a win in part: shown beside the wins, never counted as one
    winning: str = ""  # what counts as a win, in a sentence for readers, where the causes do not say it all
    winners: tuple[str, ...] = ()  # the sides that the table `winner` of the counts is of, "nobody" among them
    levels: Mapping[str, tuple[Any, ...]] = {}  # an axis -> those of its values that make it ever harder, easiest first
    apart: tuple[str, ...] = ()  # axes whose values are games of their own: a report never adds counts across them
    thinkers: tuple[str, ...] = ()  # policies that a trace, in plain Python, would wait for too long (see `retell`)
    entry = "play_block"  # the compiled entry that plays every policy, by name (see `compile_units`)

    @property
    def axes(self) -> tuple[str, ...]:
        """The names of a cell's axes, in the order of tables and of JSON keys."""
        return tuple(self.axis_values())

    @property
    def folder(self) -> Path:
        """The folder of the game's modules."""
        file = sys.modules[type(self).__module__].__file__
        assert file is not None
        return Path(file).parent

    @property
    def source_hash(self) -> str:
        """Hash of the sources that decide a playout's bits, 16 hex digits."""
        return source_hash(self.folder)

    # -- configuration ---------------------------------------------------------------------------------------

    @abstractmethod
    def axis_values(self) -> Mapping[str, Sequence[Any]]:
        """Return the values of each axis in the default grid (for help texts, `list` and validation)."""

    @abstractmethod
    def parameters_model(self) -> type[BaseModel]:
        """Return the pydantic model of every number a designer may change; its defaults are the rules' own.

        A field whose `json_schema_extra["assumption"]` is true is a named assumption of the rules file.
        """

    def load_content(self, overrides: Mapping[str, Any] | None = None, source: str = "") -> Any:
        """Return the checked content (cards, missions, ...): the package's own, with a user's tables merged in.

        Raises `ContentError` listing every fault (key, what is wrong, what is allowed). By default there is none.
        """
        if overrides:
            where = f"{source}: " if source else ""
            raise ContentError([f"{where}{key}: {self.title} has no content of its own" for key in overrides])
        return None

    def content_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of a content file."""
        return {"type": "object", "properties": {}, "additionalProperties": False}

    def cells(self, selection: Mapping[str, Any], content: Any) -> list[dict[str, Any]]:
        """Return the axes of every cell selected. An axis that is absent stands for all its default values.

        Raises `SelectionError` for an unknown axis or value, naming the allowed ones. By default the cells are every
        combination of the axes' values.
        """
        chosen = []
        for axis, allowed in self.axis_values().items():
            values = selection.get(axis) or allowed
            values = list(values) if isinstance(values, (list, tuple)) else [values]
            if strange := [value for value in values if value not in allowed]:
                raise SelectionError(f"{axis}: {strange[0]!r} is unknown; allowed: {', '.join(map(str, allowed))}")
            chosen.append(values)
        return [dict(zip(self.axes, values, strict=True)) for values in itertools.product(*chosen)]

    def party(self, axes: Mapping[str, Any], content: Any) -> Party:
        """Return who can be at a cell's table, for a mix of policies to name. No seats: policies cannot be mixed."""
        return Party(0)

    @abstractmethod
    def rules(self, axes: Mapping[str, Any], parameters: Any, content: Any, seed: int) -> Any:
        """Return the rules record that a cell plays by: numbers, tables, team and seed, ready for `play`.

        Raises `SelectionError` where the parameters do not fit the content (more cards asked for than there are).
        """

    def removals(self, content: Any) -> Removals | None:
        """Return what the game can be played without (for `sim worth`); by default nothing."""
        return None

    def weights(self) -> Mapping[str, Weights]:
        """Return the weights that a user may change or train, by name; by default none."""
        return {}

    def assumptions(self, parameters: Any, content: Any) -> dict[str, Any]:
        """Return the named assumptions with the values in force, as JSON values."""
        return assumptions_of(parameters)

    # -- playing ---------------------------------------------------------------------------------------------

    @abstractmethod
    def records(self) -> tuple[type[Any], type[Any]]:
        """Return the annotated classes of a stored row and of a cell's exact counts.

        A row has `index` (int64, first), `cause` and the `length` column; `capped` too, where a limit on actions ends
        turns. It has no padding: after the 8-byte fields comes an even number of 4-byte ones.
        The counts are int64 tables of which two blocks' add up field by field; they have `length_by_cause`, shape
        (len(causes), max_length + 1), and where rows have `capped` the number of such playouts under that name.
        """

    def result_dtype(self) -> np.dtype[Any]:
        """Return the dtype of a stored row."""
        from sim.records import dtype_of

        row, _ = self.records()
        return dtype_of(row)  # type: ignore[arg-type]  # a class can be hashed, whatever mypy says

    def counts_dtype(self) -> np.dtype[Any]:
        """Return the dtype of the exact counts."""
        from sim.records import dtype_of

        _, counts = self.records()
        return dtype_of(counts)  # type: ignore[arg-type]  # as above

    def workspace(self, weights: WeightTables | None = None) -> Any:
        """Return the scratch records that one worker thread needs, with the weights that players go by.

        `weights` has whole tables, by name, of those that differ from the game's own.
        """
        return None

    @abstractmethod
    def play(
        self, player: str | Players, rules: Any, workspace: Any, first: int, results: Records, counts: Any
    ) -> None:
        """Play `len(results)` playouts from index `first` and add them to `counts` (one record). Releases the GIL.

        `player` is the name of the policy that all play by, its arguments at their defaults, or who plays by which.

        Every field of a row is written, whatever it held before.
        """

    def coded(self, policy: str, values: Sequence[int] | None = None) -> list[int]:
        """Return a policy and its arguments (None: the defaults) as `Players` has them."""
        own = self.policies[policy]
        given = [argument.default for argument in own.arguments] if values is None else list(values)
        most = max(len(other.arguments) for other in self.policies.values())
        return [list(self.policies).index(policy), *given, *[0] * (most - len(given))]

    def compile_units(self, tables: Sequence[CellPolicies]) -> Sequence[tuple[str, Callable[[], None]]]:
        """Return what must be compiled before these can play: (name of the entry, call that compiles it).

        Each of `tables` holds the axes of a cell and the names of the policies that play together there. By default one
        entry, `self.entry`, plays all of them, and a block of no playouts compiles it.
        """

        def compile_entry() -> None:
            import numpy as np

            content = self.load_content()
            rules = self.rules(self.cells({}, content)[0], self.parameters_model()(), content, seed=0)
            counts = np.zeros(1, self.counts_dtype())[0]
            self.play(self.default_policy, rules, self.workspace(), 0, np.zeros(0, self.result_dtype()), counts)

        return [(self.entry, compile_entry)]

    # -- reading ---------------------------------------------------------------------------------------------

    def columns(self) -> Sequence[Column]:
        """Return the data dictionary of what the game stores: its own columns of the row and tables of the counts.

        What this contract names (`index`, `cause`, the length, ...) is explained without.
        """
        return ()

    def decode(self, rows: Records, content: Any) -> dict[str, Any]:
        """Return rows as columns of plain values: codes become words, bit sets become lists of names, for `replay` and
        `load`; shape (n,) each.
        """
        columns = {name: rows[name].tolist() for name in rows.dtype.names or ()}
        return {**columns, "cause": [self.causes[code] for code in columns["cause"]]}

    def views(self, content: Any) -> Sequence[View]:
        """Return the tables that a report shows beyond the ones every game has (win rate, causes, lengths)."""
        return ()

    def titles(self, content: Any) -> Mapping[str, Mapping[Any, str]]:
        """Return what readers call things: axis of a cell or of a view (or "cause") -> value -> title.

        What is left out is spelt from its id: `out_of_time` becomes "Out of time"; "" says nothing.
        """
        return {}

    def listing(self, what: str, content: Any) -> list[dict[str, Any]]:
        """Return rows for `sim list`: what is one of scenarios, agents, cards."""
        return []

    # -- tracing (only with the JIT off) -------------------------------------------------------------------------

    def trace(self, cell: Cell, parameters: Any, content: Any, seed: int, index: int) -> Iterator[dict[str, Any]]:
        """Play one playout as plain Python and return its trace: header, events, states, result, as JSON values."""
        from sim.tracing import trace

        return trace(self, cell, parameters, content, seed, index)

    def notes(self, cell: Cell, parameters: Any, content: Any, seed: int, index: int) -> str:
        """Play one playout in which a thinker takes part, compiled, and return what `retell` must know of it."""
        raise NotImplementedError

    def retell(
        self, notes: str, cell: Cell, parameters: Any, content: Any, seed: int, index: int
    ) -> Iterator[dict[str, Any]]:
        """Return the trace of a playout by its notes: the same lines as `trace`, without thinking anew."""
        raise NotImplementedError

    def narrate(self, lines: Sequence[Mapping[str, Any]]) -> Iterator[str]:
        """Tell a trace as text, as a player at the table would."""
        from sim.tracing import narrate

        return narrate(self, lines)


def assumptions_of(parameters: BaseModel) -> dict[str, Any]:
    """Return the parameters that are named assumptions, with their values as JSON values, in the order of the model."""
    values = parameters.model_dump(mode="json", by_alias=True)
    extras = {name: entry.json_schema_extra for name, entry in type(parameters).model_fields.items()}
    return {name: values[name] for name, extra in extras.items() if isinstance(extra, dict) and "assumption" in extra}


class ContentError(ValueError):
    """Content that cannot be played. `faults`: one line a fault, each with key, problem and allowed values."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)


class SelectionError(ValueError):
    """A cell or a parameter that the game does not know; the message names what is allowed."""


@functools.cache
def discover() -> dict[str, Game]:
    """Return every game in `sim/games` by name; a folder whose name begins with an underscore is left out."""
    package = importlib.import_module("sim.games")
    found: dict[str, Game] = {}
    for module in pkgutil.iter_modules(package.__path__):
        if module.ispkg and not module.name.startswith("_"):
            game: Game = importlib.import_module(f"sim.games.{module.name}").GAME
            found[game.name] = game
    return dict(sorted(found.items()))


# -- events --------------------------------------------------------------------------------------------------

Recorder = Callable[[Any, str, dict[str, Any]], None]
_recorder: list[Recorder] = []


def emit(state: Any, event: str, **facts: Any) -> None:
    """Hand an event to the recorder in charge. Called only under `if TRACE:`, so compiled code never sees it.

    A fact whose name is a Python keyword is given with an underscore behind it: `from_`.
    """
    if _recorder:
        _recorder[-1](state, event, {name.rstrip("_"): fact for name, fact in facts.items()})


class recording:
    """Context in which events go to `recorder(state, event, facts)`."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def __enter__(self) -> None:
        _recorder.append(self.recorder)

    def __exit__(self, *_: object) -> None:
        _recorder.pop()
