"""The contract a game fulfils, and the discovery of the games in `sim/games`.

A game is one folder with a `GAME` in its `__init__.py`. The folder's `__init__` stays light (no numpy, no
numba): `sim --help` imports it. Everything heavy is imported inside the methods below.

The harness knows a game only through this class. A game knows the harness not at all; it imports
`kernel`, `records`, `rng`, `game` and its own modules.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.kernel import source_hash

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from pydantic import BaseModel

    Records = npt.NDArray[Any]
    # Who plays by which policy: its place among the game's policies, by seat, character and role. Shape (seats + 1,
    # characters, roles), at least 1 each; the last seat is nobody's, for choices that none of the others has.
    Players = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Policy:
    """A way to play. `summary` says how, in words for a list; the flags are properties that tests check."""

    name: str
    summary: str
    stochastic: bool
    sees_hidden: bool = False  # True only for a yardstick that no balance number may come from


JOINS = "+"  # between the policies of a mix: greedy+guard=random (see `sim.mixes`)


@dataclass(frozen=True)
class Party:
    """Who can be at a cell's table, for a mix of policies to name."""

    seats: int
    characters: tuple[str, ...] = ()  # by the number that the state has for them
    team: tuple[str, ...] | None = None  # those who play, if the cell fixes them
    roles: tuple[str, ...] = ()


@dataclass(frozen=True)
class Cell:
    """One cell of an experiment's grid: a fixed set of rules, a fixed team rule and a policy, or a mix of several.

    `axes` holds the game's axes in the game's order (The LOOP: scenario, difficulty, players, agents, solo),
    `sweep` the swept parameters of this cell ({} without a sweep), `players` what a mix comes to here.
    """

    index: int
    axes: Mapping[str, Any]
    policy: str
    sweep: Mapping[str, Any] = field(default_factory=dict)
    players: Players | None = field(default=None, compare=False, repr=False)

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
    kind `share`: each entry as a share of all playouts of the cell; an entry of 0 gets its upper bound.
    kind `distribution`: one axis of numbers; mean, standard deviation, quantiles.
    """

    name: str
    title: str
    note: str
    table: str  # the field of the game's counts
    axes: tuple[Axis, ...]
    kind: str
    # Kind `share`: what the shares are of. None: all playouts; "losses", "wins" or a cause: those; any other words: the
    # playouts that the table counts.
    of: str | None = None
    section: str = ""  # of the report; "": under "more"


class Game(ABC):
    """What the harness asks of a game."""

    name: str  # the folder's name and the word on the command line
    title: str
    rules_version: str  # changes when behaviour changes, never for speed or refactoring
    axes: tuple[str, ...]  # the names of a cell's axes, in the order of tables and of JSON keys
    length: str  # the stored column that counts turns or rounds, "last_turn"
    max_length: int
    causes: tuple[str, ...]  # how a playout can end, by code; code 0 is "running" and is never stored
    wins: tuple[str, ...]  # the causes that count as a win
    policies: Mapping[str, Policy]
    default_policy: str
    roles: tuple[str, ...] = ()  # that a character may have, by the number that the state has for them

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

    @abstractmethod
    def load_content(self, overrides: Mapping[str, Any] | None = None, source: str = "") -> Any:
        """Return the checked content (cards, missions, ...): the package's own, with a user's tables merged in.

        Raises `ContentError` listing every fault (key, what is wrong, what is allowed).
        """

    @abstractmethod
    def content_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of a content file."""

    @abstractmethod
    def cells(self, selection: Mapping[str, Any], content: Any) -> list[dict[str, Any]]:
        """Return the axes of every cell selected. An axis that is absent stands for all its default values.

        Raises `SelectionError` for an unknown axis or value, naming the allowed ones.
        """

    @abstractmethod
    def party(self, axes: Mapping[str, Any], content: Any) -> Party:
        """Return who can be at a cell's table, for a mix of policies to name. No seats: policies cannot be mixed."""

    @abstractmethod
    def rules(self, axes: Mapping[str, Any], parameters: Any, content: Any, seed: int) -> Any:
        """Return the rules record that a cell plays by: numbers, tables, team and seed, ready for `play`.

        Raises `SelectionError` where the parameters do not fit the content (more cards asked for than there are).
        """

    @abstractmethod
    def assumptions(self, parameters: Any, content: Any) -> dict[str, Any]:
        """Return the named assumptions with the values in force, as JSON values."""

    # -- playing ---------------------------------------------------------------------------------------------

    @abstractmethod
    def result_dtype(self) -> np.dtype[Any]:
        """Return the dtype of a stored row. Its size is a multiple of 8 bytes and its padding is none.

        It has `index` (int64), `cause`, the `length` column and `capped`.
        """

    @abstractmethod
    def counts_dtype(self) -> np.dtype[Any]:
        """Return the dtype of the exact counts: int64 tables. Two blocks' counts add up field by field.

        It has `length_by_cause`, shape (len(causes), max_length + 1), and `capped`, a number of playouts.
        """

    @abstractmethod
    def workspace(self) -> Any:
        """Return the scratch records that one worker thread needs."""

    @abstractmethod
    def play(
        self, player: str | Players, rules: Any, workspace: Any, first: int, results: Records, counts: Any
    ) -> None:
        """Play `len(results)` playouts from index `first` and add them to `counts` (one record). Releases the GIL.

        `player` is the policy that all play by, or for a mix who plays by which.
        """

    @abstractmethod
    def compile_units(self, policies: Sequence[str]) -> Sequence[tuple[str, Callable[[], None]]]:
        """Return what must be compiled before these policies can play: (name of the entry, call that compiles it).

        A policy with `JOINS` in it is a mix.
        """

    # -- reading ---------------------------------------------------------------------------------------------

    @abstractmethod
    def columns(self) -> Sequence[Column]:
        """Return the data dictionary: every stored column, every table of counts, every JSON key of a cell."""

    @abstractmethod
    def decode(self, rows: Records, content: Any) -> dict[str, Any]:
        """Return rows as columns of plain values: codes become words, bit sets become lists of names, for `replay` and
        `load`; shape (n,) each.
        """

    @abstractmethod
    def views(self, content: Any) -> Sequence[View]:
        """Return the tables that a report shows beyond the ones every game has (win rate, causes, lengths)."""

    @abstractmethod
    def listing(self, what: str, content: Any) -> list[dict[str, Any]]:
        """Return rows for `sim list`: what is one of scenarios, agents, cards."""

    # -- tracing (only with the JIT off) -------------------------------------------------------------------------

    @abstractmethod
    def trace(self, cell: Cell, parameters: Any, content: Any, seed: int, index: int) -> Iterator[dict[str, Any]]:
        """Play one playout as plain Python and return its trace: header, events, states, result, as JSON values."""

    @abstractmethod
    def narrate(self, lines: Sequence[Mapping[str, Any]]) -> Iterator[str]:
        """Tell a trace as text, as a player at the table would."""


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
