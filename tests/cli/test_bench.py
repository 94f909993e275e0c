"""`sim bench`: one line a policy and number of threads, with the keys that scripts rely on."""

from __future__ import annotations

import pytest

from sim.bench import bench
from sim.cli.bench import numbers
from sim.errors import UserError
from sim.game import discover

LOOP = discover()["loop"]


def test_every_combination_is_measured() -> None:
    """Two policies on two numbers of threads give four lines; the ratio of the fewest threads is 1."""
    lines = bench(LOOP, ["idle", "random"], [], (1, 2), seconds=0)

    assert [(line.policy, line.threads) for line in lines] == [("idle", 1), ("idle", 2), ("random", 1), ("random", 2)]
    assert {line.scenario for line in lines} == {"sabotage"}
    assert all(line.playouts_per_second > 0 and line.peak_mib > 0 for line in lines)
    assert [line.ratio for line in lines if line.threads == 1] == [1, 1]


def test_idle_takes_no_action_and_never_wins() -> None:
    """The idle policy shows that actions and wins are counted from the playouts themselves."""
    (line,) = bench(LOOP, ["idle"], [], (1,), seconds=0)

    assert (line.actions_per_turn, line.win_rate) == (0, 0)
    assert line.playouts >= 5  # a block in each round


@pytest.mark.parametrize(
    ("policy", "scenario", "option"), [("gredy", "sabotage", "--policy"), ("idle", "x", "--scenario")]
)
def test_wrong_names_are_refused(policy: str, scenario: str, option: str) -> None:
    """A misspelt policy or scenario is named together with the option and what is allowed."""
    with pytest.raises(UserError, match=f"{option}: .*allowed"):
        bench(LOOP, [policy], [scenario], (1,), seconds=0)


@pytest.mark.parametrize("text", ["", "0", "two", "1,,x", "-1", "999"])
def test_threads_must_be_counts(text: str) -> None:
    """Anything but whole numbers from 1 to 256 is refused."""
    with pytest.raises(UserError, match="--threads"):
        numbers(text)


def test_threads_are_a_list() -> None:
    """Blanks around the numbers do not matter."""
    assert numbers("1, 2,4") == [1, 2, 4]
