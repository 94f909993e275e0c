"""`sim worth`: its numbers on a game whose win rates have a closed form, files and messages; `sim run --forbid`."""

from __future__ import annotations

import csv
import dataclasses
import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from cli.race_odds import win_rate

from sim.game import Removals, discover

pytestmark = pytest.mark.usefixtures("toys")

Cli = Callable[..., Any]
# The race is run with the penny; without it, with another coin.
PENNY, EURO, BENT = Fraction(50, 100), Fraction(56, 100), Fraction(40, 100)
REMOVALS = Removals("coin", "penny", {"rules": {"bent": "Fairness"}, "cards": {"euro": "Cheapness"}})
RACE = ("purse", "--players", 2, "--set", "content.coins.bent.heads=40")
SMALL = ("loop", "--scenario", "sabotage", "--difficulty", "month", "--players", 2, "--playouts", 3, "--quiet")


@pytest.fixture
def purse(monkeypatch: pytest.MonkeyPatch, toys: None) -> Any:
    """Let the race be run without the penny."""
    game = discover()["purse"]
    monkeypatch.setattr(game, "removals", lambda content: REMOVALS, raising=False)
    return game


def worth(cli: Cli, out: Path, *arguments: object, table: str = "short") -> Any:
    """Return the document of what the penny is worth."""
    answer = cli("worth", *RACE, "--axis", f"table={table}", "--out", out, "--json", *arguments)
    assert answer.code == 0, answer.err
    return json.loads(answer.out)


@pytest.mark.usefixtures("purse")
def test_the_drop_is_that_of_the_closed_form(cli: Cli, tmp_path: Path) -> None:
    """What is won with the penny less what is won without it. On the same tosses the better coin loses no race."""
    document = worth(cli, tmp_path / "run", "--playouts", 2000, "--threads", 1)
    (base,), (fair, cheap) = document["bases"], document["worths"]

    assert base["low"] < win_rate(PENNY) < base["high"]
    for row, coin in ((fair, BENT), (cheap, EURO)):
        drop = row["drop"]
        assert row["low"] < win_rate(coin) < row["high"]
        assert drop["difference_low"] < win_rate(PENNY) - win_rate(coin) < drop["difference_high"]
        assert drop["gained"] - drop["lost"] == base["wins"] - row["wins"]
        assert row["base"] == base["cell"]
    assert [(row["title"], row["kind"]) for row in (fair, cheap)] == [("Fairness", "rules"), ("Cheapness", "cards")]
    assert (fair["drop"]["lost"], fair["drop"]["verdict"]) == (0, "apart")
    assert (cheap["drop"]["gained"], cheap["drop"]["verdict"]) == (0, "apart (more without)")
    assert (document["comparisons"], document["parameter"]) == (2, "coin")


@pytest.mark.usefixtures("purse")
def test_each_cell_has_its_own_base(cli: Cli, tmp_path: Path) -> None:
    """With two tables and two policies there are four cells with everything there, and a chart of each."""
    document = worth(cli, tmp_path / "run", "--policy", "plain,bold", "--playouts", 200, table="short,long")
    bases = {base["cell"]: base for base in document["bases"]}
    charts = {path.name for path in (tmp_path / "run/worth/charts").glob("*.svg")}

    assert len(bases) == 4
    assert charts == {f"worth_{cell}.svg" for cell in bases}
    for row in document["worths"]:
        base = bases[row["base"]]
        assert (row["table"], row["policy"]) == (base["table"], base["policy"])
        assert row["drop"]["gained"] - row["drop"]["lost"] == base["wins"] - row["wins"]


@pytest.mark.usefixtures("purse")
def test_one_kind_alone(cli: Cli, tmp_path: Path) -> None:
    """With --only the family of comparisons is that of the kind."""
    document = worth(cli, tmp_path / "run", "--only", "cards", "--playouts", 20)

    assert ([row["title"] for row in document["worths"]], document["comparisons"]) == (["Cheapness"], 1)


@pytest.mark.usefixtures("purse")
def test_what_changes_no_playout(cli: Cli, tmp_path: Path) -> None:
    """A coin as fair as the penny plays to the same bits; that is said, and no drop of 0 with an interval."""
    line = ("worth", "purse", "--players", 2, "--axis", "table=short", "--only", "bent", "--playouts", 50)
    line = (*line, "--set", "content.coins.bent.heads=50")
    answer = cli(*line, "--out", tmp_path / "run")
    (row,) = json.loads((tmp_path / "run/worth/worth.json").read_text())["worths"]

    assert row["drop"]["verdict"] == "same results"
    assert "same results" in answer.out
    assert "+0.00" not in answer.out
    assert "| – | – | same results |" in (tmp_path / "run/worth/worth.md").read_text()


@pytest.mark.usefixtures("purse")
def test_single_things(cli: Cli, tmp_path: Path) -> None:
    """Named one by one, in the order in which they are named; they play what they play among all."""
    whole = worth(cli, tmp_path / "all", "--playouts", 20)
    one = worth(cli, tmp_path / "one", "--only", "euro", "--playouts", 20)
    two = worth(cli, tmp_path / "two", "--only", "euro,bent", "--playouts", 20)
    together = worth(cli, tmp_path / "kinds", "--only", "cards,rules,euro", "--playouts", 20)
    signatures = {row["title"]: row["signature"] for row in whole["worths"]}

    assert [(row["title"], row["kind"]) for row in one["worths"]] == [("Cheapness", "cards")]
    assert one["worths"][0]["signature"] == signatures["Cheapness"]
    assert {row["title"]: row["signature"] for row in two["worths"]} == signatures
    assert [document["comparisons"] for document in (one, two, together)] == [1, 2, 2]


def test_a_card_of_no_list(cli: Cli, tmp_path: Path) -> None:
    """A card of a starting deck is none that the game lists, yet can be blank, and goes by its name."""
    answer = cli("worth", *SMALL, "--only", "card:door_ajar,loops", "--out", tmp_path / "run", "--json")
    rows = json.loads(answer.out)["worths"]

    assert {(row["title"], row["kind"]) for row in rows} == {("Door Ajar", "cards"), ("LOOPs", "rules")}


@pytest.mark.parametrize(
    ("only", "fault"),
    [
        (
            "card:frist_fire",
            '--only: "card:frist_fire" is not allowed (did you mean "card:first_fire"?); allowed: "rules"',
        ),
        ("cards,none", '--only: "none" is not allowed'),
        ("", '--only: "" is not allowed'),
    ],
)
def test_things_that_are_not_there(cli: Cli, tmp_path: Path, only: str, fault: str) -> None:
    """One clear line, before anything is played."""
    answer = cli("worth", *SMALL, "--only", only, "--out", tmp_path / "run")

    assert (answer.code, answer.err.count("\n")) == (3, 1)
    assert answer.err.startswith(f"error: {fault}")


@pytest.mark.usefixtures("purse")
def test_extended_is_the_same_as_played_at_once(cli: Cli, tmp_path: Path) -> None:
    """All files have the same bytes, whatever was there before and on however many threads."""
    worth(cli, tmp_path / "once", "--playouts", 90, "--threads", 1)
    worth(cli, tmp_path / "grown", "--playouts", 40)
    document = worth(cli, tmp_path / "grown", "--playouts", 90, "--threads", 2)
    folder = tmp_path / "grown/worth"
    index = json.loads((folder / "worth.json").read_text())
    with (folder / "tables/worth.csv").open() as file:
        rows = list(csv.DictReader(file))

    assert index == {**document, "files": index["files"]}
    for name in index["files"]:
        assert (folder / name).read_bytes() == (tmp_path / "once/worth" / name).read_bytes(), name
    assert [(row["coin"], row["playouts"]) for row in rows] == [("bent", "90"), ("euro", "90")]
    assert "charts/worth.svg" in (folder / "worth.md").read_text()
    assert "apart or not: for all rows together" in (folder / "worth.md").read_text()


@pytest.mark.usefixtures("purse")
def test_a_narrow_terminal_keeps_drop_and_verdict(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In 80 columns others go, and are named."""
    monkeypatch.setenv("COLUMNS", "80")
    answer = cli("worth", *RACE, "--axis", "table=short", "--playouts", 20, "--out", tmp_path / "run", "--quiet")

    assert all(len(line) <= 80 for line in answer.out.splitlines()[:4])
    assert sum("apart" in line for line in answer.out.splitlines()[:4]) == 2
    assert "Not shown for want of room: kind" in answer.out
    assert "The cell: short 2 plain; n = 20" in answer.out


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("--only", "x"), 'error: --only: "x" is not allowed; allowed: "rules", "cards", or single things, as "euro"'),
        (("--set", 'coin="euro"'), 'error: parameters.coin: is "euro"; what is compared with must be "penny"'),
        (("--config", "FILE"), "error: sweep.coin: leave it out; here one thing after the other is left out anyway"),
        (("--policy", "bold"), "error: --policy: bold sees what is hidden; no balance number may come from it"),
        ((), "error: --out DIR is missing: the folder that keeps the run"),
    ],
)
def test_wrong_use_is_one_line(
    cli: Cli, tmp_path: Path, purse: Any, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], fault: str
) -> None:
    """What cannot be compared is refused before anything is played."""
    config = tmp_path / "config.toml"
    config.write_text('game = "purse"\n[sweep]\ncoin = ["penny", "euro"]\n')
    seer = dataclasses.replace(purse.policies["bold"], sees_hidden=True)
    monkeypatch.setattr(purse, "policies", {**purse.policies, "bold": seer})
    out = () if "--out DIR" in fault else ("--out", tmp_path / "run")
    answer = cli("worth", *RACE, *(config if word == "FILE" else word for word in arguments), "--playouts", 5, *out)

    assert (answer.code, answer.out, answer.err.splitlines()) == (3, "", [fault])
    assert not (tmp_path / "run").exists()


def test_a_game_without_anything_to_leave_out(cli: Cli, tmp_path: Path) -> None:
    """The coin race has nothing that it could be run without."""
    answer = cli("worth", "coin", "--out", tmp_path / "run")

    assert (answer.code, answer.err) == (3, "error: GAME: Coin race names nothing that can be left out\n")


# -- sim run --forbid ----------------------------------------------------------------------------------------------


def run(cli: Cli, out: Path, forbid: str, *more: object) -> Any:
    """Return the cells of a run of The LOOP with something forbidden."""
    answer = cli("run", *SMALL, "--forbid", forbid, "--out", out, "--json", *more)
    assert answer.code == 0, answer.err
    return json.loads(answer.out)["cells"]


def test_what_is_forbidden_is_swept(cli: Cli, tmp_path: Path) -> None:
    """Each word of the list is a cell; "none" plays to the same bits as a run without the option."""
    plain = cli("run", *SMALL, "--policy", "random", "--out", tmp_path / "plain", "--json").out
    cells = run(cli, tmp_path / "run", "none,loops+card:first_fire", "--policy", "random")

    assert [cell["sweep"] for cell in cells] == [{"forbid": "none"}, {"forbid": "loops+card:first_fire"}]
    assert cells[0]["signature"] == json.loads(plain)["cells"][0]["signature"]


def test_a_forbidden_seat_is_idle(cli: Cli, tmp_path: Path) -> None:
    """It is a mix; "none" is the policy itself."""
    cells = run(cli, tmp_path / "run", "none,seat2,seat1+seat2", "--policy", "random")

    assert [(cell["policy"], cell["sweep"]) for cell in cells] == [
        ("random", {}),
        ("random+seat2=idle", {}),
        ("random+seat1=idle+seat2=idle", {}),
    ]


ALLOWED = '"none", or some of loops, artifacts, ability, card:ID, joined by "+", each once'


@pytest.mark.parametrize(
    ("forbid", "fault"),
    [
        ("loopy", f'--forbid: must be {ALLOWED}, not "loopy"'),
        ("card:", f'--forbid: must be {ALLOWED}, not "card:"'),
        ("none+loops", f'--forbid: must be {ALLOWED}, not "none+loops"'),
        ("loops+loops", f'--forbid: must be {ALLOWED}, not "loops+loops"'),
        ("card:first_fir", '--forbid: unknown card "first_fir"; did you mean first_fire?'),
        ("card:zzz", '--forbid: unknown card "zzz"; `sim list cards loop` has them all'),
        ("loops,seat2", "--forbid loops,seat2: seats and rules are two lists; forbid one at a time"),
    ],
)
def test_what_cannot_be_forbidden_is_one_line(cli: Cli, tmp_path: Path, forbid: str, fault: str) -> None:
    """Nothing is played."""
    answer = cli("run", *SMALL, "--forbid", forbid, "--out", tmp_path / "run")

    assert (answer.code, answer.out, answer.err.splitlines()) == (3, "", [f"error: {fault}"])


def test_there_is_no_seat_3_in_solo(cli: Cli, tmp_path: Path) -> None:
    """Solo has two agents; a seat beyond is named with what is allowed."""
    answer = cli("run", *SMALL, "--solo", "--forbid", "seat3", "--out", tmp_path / "run")

    assert answer.code == 3
    assert len(answer.err.splitlines()) == 1
    assert '"seat3" is not allowed' in answer.err
