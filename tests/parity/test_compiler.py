"""Compiled code and the same source as plain Python write the same files."""

from __future__ import annotations

from pathlib import Path

import pytest
from parity.runs import SCENARIOS, Process, fingerprint, play

pytestmark = pytest.mark.parity

# Every assumption other than it is by default, and a short turn, so that the limit of actions is met.
OTHER_RULES = (
    "energy_from=any_era",
    "destroyed_clones_return=true",
    "supply=box",
    "v_girl_mega_immune=false",
    "next_mission=clockwise",
    "max_actions=6",
    "machine=[0.25,0.5,0.25]",
    "setup_clones.2=14",
    "spawn=[3,4,5]",
)
TEAMS = (
    "--agents v_girl,mr_time",
    "--agents robofinisher_404,time_prowler,v_girl",
    "--agents mr_time,cztwyzzek,v_girl,robofinisher_404",
    "--agents cztwyzzek,time_prowler --solo",
)


def check_both(process: Process, folder: Path, options: str, *more: object, cells: int, playouts: int) -> None:
    """Play with the JIT on and off: the same results, signatures and rows in as many cells as expected."""
    compiled, plain = (play(process, folder / jit, options, *more, "--threads", 1, jit=jit) for jit in ("on", "off"))

    assert [cell["signature"] for cell in compiled] == [cell["signature"] for cell in plain]
    assert compiled == plain
    assert [cell["playouts"] for cell in plain] == [playouts] * cells
    assert fingerprint(folder / "on") == fingerprint(folder / "off")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random(tmp_path: Path, process: Process, scenario: str) -> None:
    """204 playouts a scenario: every difficulty, 2, 3 and 4 agents in turning teams, and solo."""
    check_both(process, tmp_path, f"--scenario {scenario} --policy random --playouts 17", cells=12, playouts=17)


@pytest.mark.parametrize("team", TEAMS, ids=lambda team: team.partition(" ")[2])
def test_greedy(tmp_path: Path, process: Process, team: str) -> None:
    """A playout a difficulty with each of four teams: 12 a scenario, and every agent plays."""
    check_both(process, tmp_path, f"{team} --policy greedy --playouts 1", cells=12, playouts=1)


def test_planners(tmp_path: Path, process: Process) -> None:
    """Two playouts each of those who search, one of them also past the end of the turn, and beside another policy."""
    policies = "planner(width=1,samples=1),clairvoyant(width=1,samples=0),random+seat2=planner(width=2)"
    options = f"--scenario ultramachina --difficulty eternity --players 3 --policy {policies} --playouts 2"

    check_both(process, tmp_path, options, cells=3, playouts=2)


def test_under_other_rules(tmp_path: Path, process: Process) -> None:
    """What is not the default takes other branches, and these agree too."""
    sets = [word for text in OTHER_RULES for word in ("--set", text)]
    options = "--players 2 --difficulty eternity --policy random --playouts 25"

    check_both(process, tmp_path, options, *sets, cells=4, playouts=25)


def test_idle(tmp_path: Path, process: Process) -> None:
    """The third policy, in every cell of the default grid."""
    check_both(process, tmp_path, "--policy idle --playouts 3", cells=48, playouts=3)
