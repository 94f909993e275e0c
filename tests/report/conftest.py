"""A small game that exists on paper only, and runs of it with counts made by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pydantic import BaseModel, Field, create_model

from sim.config import Experiment
from sim.game import Axis, Cell, Game, Policy, View

COUNTS = np.dtype(
    [
        ("length_by_cause", np.int64, (4, 6)),
        ("capped", np.int64),
        ("hero", np.int64, (4, 2)),
        ("pair", np.int64, (3, 3, 2)),
        ("item", np.int64, (3, 2)),
        ("crash", np.int64, (2, 3, 4)),
        ("close", np.int64, (4,)),
        ("spare", np.int64, (6,)),
    ]
)
WON = Axis("won", ("lost", "won"))
HERO = Axis("hero", ("ann", "bob", "cat"))  # the stored table has room for a fourth
CAUSES = ("running", "goal", "crash", "time")
VIEWS = [
    View("hero", "Win rate by hero", "All teams with the hero.", "hero", (HERO, WON), "win_rate", section="heroes"),
    View(
        "pair",
        "Win rate by pair",
        "Both in the team.",
        "pair",
        (HERO, Axis("with", HERO.labels), WON),
        "win_rate",
        section="heroes",
    ),
    View(
        "item",
        "Items <found>",
        "An association, not a cause.",
        "item",
        (Axis("item", ("rope", "lamp", "key")), WON),
        "with_without",
        section="items",
    ),
    View(
        "crash",
        "Crashes by kind, day and place",
        "",
        "crash",
        (Axis("kind", ("wall", "tree")), Axis("day", first=1), Axis("place", ("a", "b", "c", "d"))),
        "share",
        section="losses",
    ),
    View(
        "close",
        "Losses near the goal",
        "",
        "close",
        (Axis("cause", CAUSES, first=1),),
        "share",
        of="losses",
        section="tension",
    ),
    View("spare", "Rounds to spare", "", "spare", (Axis("rounds"),), "distribution", of="wins", section="tension"),
]


def new_counts(goal: int, crash: int, time: int) -> Any:
    """Return a record: wins in round 2, crashes half in round 1 and half in round 3, the rest lost in round 5."""
    counts = np.zeros(1, COUNTS)[0]
    counts["length_by_cause"][1, 2] = goal
    counts["length_by_cause"][2, [1, 3]] = crash // 2, crash - crash // 2
    counts["length_by_cause"][3, 5] = time
    counts["capped"] = 1 if time else 0
    counts["hero"][:3] = [(crash, 0), (time, goal), (crash + time, goal)]
    counts["pair"][0, 1] = time, goal
    counts["pair"][1, 2] = crash, 0
    counts["item"][0] = crash + time, 0
    counts["item"][1] = time, goal
    counts["crash"][0, 1, 0] = crash // 2
    counts["crash"][1, 2, 3] = crash - crash // 2
    counts["close"][2] = crash // 2
    counts["spare"][3] = goal
    return counts


class Paper(Game):
    """The game: two axes, one way to win, two to lose."""

    name = "paper"
    title = "Paper & Pen"
    rules_version = "3"
    axes = ("mode", "players", "solo")
    length = "last_round"
    max_length = 5
    causes = CAUSES
    wins = ("goal",)
    policies = MappingProxyType({name: Policy(name, f"Plays {name}.", stochastic=False) for name in ("calm", "wild")})
    default_policy = "calm"

    def views(self, content: Any) -> list[View]:
        """Return the views."""
        return VIEWS

    def counts_dtype(self) -> Any:
        """Return the dtype of the counts."""
        return COUNTS

    def listing(self, what: str, content: Any) -> list[dict[str, Any]]:
        """Return two cards."""
        return [{"name": "rope", "status": "house"}] * 2 if what == "cards" else []

    def parameters_model(self) -> type[BaseModel]:
        """Return a model of two assumptions."""
        return create_model(
            "Parameters",
            odds=(list[float], assumed([0.5, 0.5], "chance of each side")),
            rope_first=(bool, assumed(False)),
        )

    def axis_values(self) -> Any:
        """Nobody plays this game: what playing takes is not there."""
        raise NotImplementedError

    rules = records = play = axis_values


def assumed(value: Any, meaning: str | None = None) -> Any:
    """Return the field of an assumption."""
    return Field(value, description=meaning, json_schema_extra={"assumption": True})


def new_run(cells: list[tuple[dict[str, Any], str, dict[str, Any], Any]], planned: int | dict[str, int] = 100) -> Any:
    """Return an opened run: `cells` are (axes, policy, sweep, counts)."""
    stored = [
        SimpleNamespace(
            cell=Cell(k, {"mode": "easy", "players": 2, "solo": False, **axes}, policy, sweep),
            playouts=int(counts["length_by_cause"].sum()),
            signature=f"{k:016x}",
            counts=counts,
        )
        for k, (axes, policy, sweep, counts) in enumerate(cells)
    ]
    experiment = Experiment(
        game="paper",
        playouts=planned,
        seed=7,
        policy=list(dict.fromkeys(policy for _, policy, _, _ in cells)),
        rows="none",
    )
    return SimpleNamespace(
        path="runs/paper",
        game=Paper(),
        manifest={
            "rules_version": "3",
            "source_hash": "feedfacefeedface",
            "content_hash": "0123456789abcdef",
            "versions": {"sim": "0.1.0"},
            "assumptions": {"odds": [0.5, 0.5], "rope_first": True},
        },
        content=None,
        cells=stored,
        complete=all(entry.playouts >= experiment.playouts_of(entry.cell.policy) for entry in stored),
        source_matches=True,
        experiment=experiment,
    )


@pytest.fixture(name="new_counts")
def new_counts_fixture() -> Callable[[int, int, int], Any]:
    """Return the maker of counts."""
    return new_counts


@pytest.fixture(name="new_run")
def new_run_fixture() -> Callable[..., Any]:
    """Return the maker of runs."""
    return new_run


def new_grid() -> Any:
    """Return a run of two modes and two team sizes: 40, 0, 100 and 10 wins in 100, 100, 100 and 50 playouts."""
    counts = [new_counts(40, 40, 20), new_counts(0, 100, 0), new_counts(100, 0, 0), new_counts(10, 20, 20)]
    axes = [{"mode": mode, "players": n} for mode in ("easy", "hard_mode") for n in (2, 3)]
    return new_run([(each, "calm", {}, made) for each, made in zip(axes, counts, strict=True)], planned=50)


@pytest.fixture
def grid() -> Any:
    """Return the run of `new_grid`."""
    return new_grid()


@pytest.fixture(scope="session")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with the report of `new_grid`."""
    from sim.report.files import write_report

    out = tmp_path_factory.mktemp("reports") / "paper"
    write_report(new_grid(), out)
    return out
