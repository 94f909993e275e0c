"""`idle` against figures that the engine had no part in: shares of causes and last turns."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from parity import idle_by_hand
from parity.idle_by_hand import CAUSES, TURNS, Cell, Machina
from parity.runs import Process, play
from scipy import stats

import sim.games.loop.content
from sim.store import open_run

pytestmark = pytest.mark.parity

ERRORS = 4  # standard errors
CONTENT = Path(sim.games.loop.content.__file__).parent
SKEWED = (0.25, 0.5, 0.25)


def machina_cards() -> tuple[Machina, ...]:
    """Return the Ultramachina cards as the content's file has them."""
    cards = tomllib.loads((CONTENT / "ultramachina.toml").read_text(encoding="utf-8"))["ultramachina"].values()

    def total(card: Any, verb: str) -> int:
        return sum(int(n) for effect in card["effects"] for n in re.findall(rf"^{verb}\((\d+)\)$", effect))

    return tuple(Machina(card["origin"], total(card, "clones"), total(card, "cubes")) for card in cards)


@dataclass(frozen=True)
class Case:
    """One cell for both implementations: the options of a run, and the rules by hand."""

    options: str
    cell: Cell
    sets: tuple[str, ...] = ()

    @property
    def arguments(self) -> list[str]:
        """The parameters as options."""
        return [word for text in self.sets for word in ("--set", text)]


MACHINE = "machine=[0.25,0.5,0.25]"
# The agents start in these eras (L-SET-7): Time Prowler 4, Cztwyzzek 0, Robofinisher 404 5, Mr. Time 3, V-Girl 6.
TRIO = "--agents mr_time,v_girl,robofinisher_404"
THREE: dict[str, Any] = {"mega": True, "starts": (3, 6, 5), "immune": (False, True, False)}
PAIR = "--agents cztwyzzek,time_prowler"
TWO: dict[str, Any] = {"mega": True, "starts": (0, 4), "immune": (False, False)}
CASES = {
    "sabotage eternity": Case(
        f"--scenario sabotage --difficulty eternity {TRIO}",
        Cell(4 + 3, SKEWED, **THREE),
        ("setup_clones.3=4", MACHINE),
    ),
    "sabotage eternity, nobody exempt": Case(
        f"--scenario sabotage --difficulty eternity {TRIO}",
        Cell(0 + 3, (0.5, 0.2, 0.3), **{**THREE, "immune": (False,) * 3}),
        ("setup_clones.3=0", "machine=[0.5,0.2,0.3]", "v_girl_mega_immune=false"),
    ),
    "sabotage month, solo": Case("--scenario sabotage --difficulty month --solo", Cell(8)),
    "supa_sayan_clones year": Case(
        f"--scenario supa_sayan_clones --difficulty year {PAIR}", Cell(7, supa_clones=4, **TWO)
    ),
    "laser_centrifuges month": Case("--scenario laser_centrifuges --difficulty month --players 2", Cell(7)),
    "laser_centrifuges eternity": Case(
        f"--scenario laser_centrifuges --difficulty eternity {TRIO}",
        Cell(6, SKEWED, centrifuges=3, **THREE),
        (MACHINE,),
    ),
    "ultramachina month": Case(
        "--scenario ultramachina --difficulty month --players 4", Cell(5, machina=machina_cards(), machina_cards=4)
    ),
    "ultramachina eternity": Case(
        f"--scenario ultramachina --difficulty eternity {PAIR}",
        Cell(0, (0.1, 0.8, 0.1), machina=machina_cards(), machina_cards=7, **TWO),
        ("setup_clones.2=0", "machine=[0.1,0.8,0.1]"),
    ),
}


def counts_of(folder: Path) -> Any:
    """Return how many playouts of a run's only cell ended by each cause in each turn, shape (causes, turns + 1)."""
    run = open_run(folder)
    table = run.cells[0].counts["length_by_cause"]
    lost = np.array([table[run.game.causes.index(cause), : TURNS + 1] for cause in CAUSES])
    assert lost.sum() == run.cells[0].playouts, "idle never wins"
    return lost


def turns_of(counts: Any) -> tuple[float, float]:
    """Return mean and standard deviation of the last turn."""
    by_turn, turns = counts.sum(axis=0), np.arange(TURNS + 1)
    mean = np.average(turns, weights=by_turn)
    return float(mean), sqrt(np.average((turns - mean) ** 2, weights=by_turn))


def test_check_value(tmp_path: Path, process: Process) -> None:
    """Sabotage, month, 2 agents: an independent simulation of 20 million playouts gave these figures."""
    n = 500_000
    options = f"--scenario sabotage --difficulty month --players 2 --policy idle --rows none --playouts {n}"
    (cell,) = play(process, tmp_path / "run", options)

    for cause, share in (("second_vortex_in_era", 0.10313), ("fourth_vortex", 0.89687)):
        assert abs(cell["causes"][cause] / n - share) < ERRORS * sqrt(share * (1 - share) / n), cause
    assert cell["causes"]["second_vortex_in_era"] + cell["causes"]["fourth_vortex"] == n
    assert abs(cell["mean_last_turn"] - 6.961) < ERRORS * 0.862 / sqrt(n)
    # The standard error of a standard deviation is that over sqrt(2 n), as for a normal variable, which this nearly is.
    assert abs(cell["sd_last_turn"] - 0.862) < 0.0005 + ERRORS * 0.862 / sqrt(2 * n)


@pytest.mark.parametrize("name", CASES)
def test_second_implementation(tmp_path: Path, process: Process, name: str) -> None:
    """Shares of causes and mean last turn differ by less than 4 standard errors of both; so does their distribution."""
    case = CASES[name]
    play(process, tmp_path / "run", f"{case.options} --policy idle --rows none --playouts 150000", *case.arguments)
    engine, ours = counts_of(tmp_path / "run"), idle_by_hand.play(case.cell, 40_000, seed=7)
    n, m = engine.sum(), ours.sum()

    for cause, hits, ours_hits in zip(CAUSES, engine.sum(axis=1), ours.sum(axis=1), strict=True):
        share = (hits + ours_hits) / (n + m)
        error = sqrt(share * (1 - share) * (1 / n + 1 / m))
        assert abs(hits / n - ours_hits / m) <= ERRORS * error, f"{cause}: {hits / n:.5f}, by hand {ours_hits / m:.5f}"
    (mean, sd), (ours_mean, ours_sd) = turns_of(engine), turns_of(ours)
    assert abs(mean - ours_mean) < ERRORS * sqrt(sd**2 / n + ours_sd**2 / m)
    # Cause and turn together: an entry too rare for the test joins the others that are.
    table = np.array([engine.ravel(), ours.ravel()])
    common = table.sum(axis=0) >= 50
    table = np.column_stack([table[:, common], table[:, ~common].sum(axis=1) + 1])
    assert stats.chi2_contingency(table).pvalue > 1e-4
