"""`sim baseline` and `sim check`: what a CI job sees, and what damaged or outdated baselines come to."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from test_store import rewrite

from sim.baseline import hash_of
from sim.errors import UserError
from sim.report import verdicts
from sim.testing import assert_balance

pytestmark = pytest.mark.usefixtures("toys")

Cli = Callable[..., Any]


@pytest.fixture
def kept(cli: Cli, tmp_path: Path) -> Path:
    """Return a baseline of two games, 500 playouts a cell."""
    configs = []
    for game in ("coin", "purse"):
        configs.append(tmp_path / f"{game}.toml")
        configs[-1].write_text(f'game = "{game}"\nplayouts = 500\n')
    answer = cli("baseline", *configs, "--out", tmp_path / "baseline.json")
    assert answer.code == 0, answer.err
    return tmp_path / "baseline.json"


def check(cli: Cli, baseline: Path, *arguments: object) -> tuple[int, Any]:
    """Return exit code and document of a check."""
    answer = cli("check", "--baseline", baseline, "--json", *arguments)
    assert answer.out, answer.err
    return answer.code, json.loads(answer.out)


def complaint(cli: Cli, *arguments: object) -> str:
    """Return the one line that a wrong use comes to."""
    answer = cli(*arguments)
    assert (answer.code, answer.out, answer.err.count("\n")) == (3, "", 1)
    return str(answer.err)


def test_an_unchanged_tree_has_the_same_bits(cli: Cli, kept: Path) -> None:
    """Nothing moved: exit 0, every cell by its signature, over all 500 playouts."""
    code, document = check(cli, kept)

    assert (code, document["verdict"], document["family"]) == (0, "unchanged", 8)
    assert all(cell["same_bits"] and cell["pairs"] == 500 for cell in document["cells"])
    assert [document["changes"], document["new_cells"]] == [{"coin": [], "purse": []}, []]


def test_few_playouts_of_the_same_bits_do_not_tell(cli: Cli, tmp_path: Path) -> None:
    """A change that moves a cell by a point spares 100 playouts in 37 of 100 cases; not so one by 5 points."""
    (tmp_path / "coin.toml").write_text('game = "coin"\nplayouts = 100\n')
    cli("baseline", tmp_path / "coin.toml", "--out", tmp_path / "few.json")
    code, document = check(cli, tmp_path / "few.json")
    wide_code, wide = check(cli, tmp_path / "few.json", "--margin", 0.05)

    assert (code, {cell["verdict"] for cell in document["cells"]}) == (2, {"undecided"})
    assert {cell["same_bits"] for cell in document["cells"]} == {False}
    assert all(cell["more_pairs"] > 0 for cell in document["cells"])
    assert (wide_code, {cell["same_bits"] for cell in wide["cells"]}) == (0, {True})


def test_a_baseline_is_the_same_for_any_number_of_threads(cli: Cli, kept: Path, tmp_path: Path) -> None:
    """Text and side file have the same bytes."""
    configs = (tmp_path / "coin.toml", tmp_path / "purse.toml")
    cli("baseline", *configs, "--threads", 2, "--out", tmp_path / "again.json")

    assert (tmp_path / "again.json").read_bytes() == kept.read_bytes()
    assert (tmp_path / "again.parquet").read_bytes() == kept.with_suffix(".parquet").read_bytes()


def test_a_baseline_says_which_check_it_cannot_decide(cli: Cli, tmp_path: Path) -> None:
    """500 playouts of a race that is won now and then never tell that nothing moved, were all random numbers others."""
    (tmp_path / "coin.toml").write_text('game = "coin"\nplayouts = 500\n[cells]\ntable = "short"\n')
    told = cli("baseline", tmp_path / "coin.toml", "--out", tmp_path / "told.json").out
    found = json.loads(cli("baseline", tmp_path / "coin.toml", "--out", tmp_path / "new.json", "--json").out)["rekeyed"]

    assert (found["margin"], found["beta"], found["short"]) == (0.01, 0.05, 2)
    assert "Too few playouts to tell 2 cells within 1 point if every random number were another" in told
    assert f"--playouts {found['pairs']:,} would do" in told


def test_a_change_is_named_with_its_cells_and_causes(cli: Cli, kept: Path) -> None:
    """A goal of 12 heads instead of 8 for two players: their cells moved, the others keep their bits; exit 1."""
    code, document = check(cli, kept, "--set", "coin.goal.2=12")
    moved = {cell["title"]: cell for cell in document["cells"] if cell["verdict"] == "moved"}

    assert (code, sorted(moved)) == (1, ["coin long 2 plain", "coin short 2 plain"])
    assert document["changes"]["coin"] == ["parameters.goal.2: 8 -> 12"]
    assert sum(cell["same_bits"] for cell in document["cells"]) == 6
    short = moved["coin short 2 plain"]
    assert short["gained"] == 0  # a longer way to the goal wins no race that the shorter one lost
    assert {entry["cause"] for entry in short["causes"]} == {"out_of_tosses", "three_tails"}  # not what wins
    assert short["difference"] == pytest.approx(-sum(entry["difference"] for entry in short["causes"]))
    assert short["difference_high"] < -0.01


def test_a_small_change_is_unchanged_though_bits_differ(cli: Cli, kept: Path) -> None:
    """18 tosses instead of 30 at the long table change hardly a race: exit 0, and it is said that bits differ."""
    answer = cli("check", "--baseline", kept, "--set", "coin.long_tosses=18", "--margin", 0.05)

    assert answer.code == 0
    assert "Signatures differ, balance unchanged" in answer.out


def test_too_few_pairs_are_undecided(cli: Cli, kept: Path) -> None:
    """Within a margin of 5 points, but not surely: exit 2, with the pairs still needed."""
    code, document = check(cli, kept, "--set", "coin.goal.2=9", "--margin", 0.05)
    open_cells = [cell for cell in document["cells"] if cell["verdict"] == "undecided"]

    assert (code, document["verdict"], len(open_cells)) == (2, "undecided", 2)
    assert all(cell["more_pairs"] is None or cell["more_pairs"] > 0 for cell in open_cells)


def test_files_for_a_ci_job(cli: Cli, kept: Path, tmp_path: Path) -> None:
    """JUnit has a case a cell, Markdown a line a cell of other bits, annotations one a cell that moved."""
    answer = cli(
        *("check", "--baseline", kept, "--set", "coin.goal.2=12", "--annotate"),
        *("--junit", tmp_path / "junit.xml", "--markdown", tmp_path / "summary.md"),
    )
    suite = ET.parse(tmp_path / "junit.xml").getroot()[0]
    marks = [line for line in answer.out.splitlines() if line.startswith("::")]

    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("8", "2", "0")
    assert [case.get("name") for case in suite if case.find("failure") is not None] == [
        "coin short 2 plain",
        "coin long 2 plain",
    ]
    assert (tmp_path / "summary.md").read_text().count("| moved |") == 2
    assert [mark.split("::")[1] for mark in marks] == [
        "error title=Balance moved%3A coin short 2 plain",
        "error title=Balance moved%3A coin long 2 plain",
    ]


def test_annotations_come_by_themselves_in_a_github_job(cli: Cli, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """GITHUB_ACTIONS=true is enough; with --json they leave standard output alone."""
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    answer = cli("check", "--baseline", kept, "--set", "coin.goal.2=12", "--json")

    assert json.loads(answer.out)["verdict"] == "moved"
    assert answer.err.count("::error ") == 2


def test_an_update_says_what_moved(cli: Cli, kept: Path, tmp_path: Path) -> None:
    """Over an older baseline its own experiments are played; what moved since is said before it is replaced."""
    assert "Unchanged: 8 of the same bits" in cli("baseline", "--out", kept).out
    (tmp_path / "coin.toml").write_text('game = "coin"\nplayouts = 500\n[parameters.goal]\n2 = 12\n')
    answer = cli("baseline", tmp_path / "coin.toml", "--out", kept)

    assert "coin short 2 plain: moved" in answer.out
    assert check(cli, kept)[1]["family"] == 4


def test_in_a_test_suite(kept: Path) -> None:
    """`assert_balance` passes on an unchanged tree and names the cells that moved."""
    assert assert_balance(kept)["verdict"] == "unchanged"
    with pytest.raises(AssertionError, match="coin short 2 plain: moved"):
        assert_balance(kept, ["coin.goal.2=12"])
    with pytest.raises(AssertionError, match="undecided"):
        assert_balance(kept, ["coin.goal.2=9"], margin=0.05)
    assert_balance(kept, ["coin.goal.2=9"], margin=0.05, allow_undecided=True)
    with pytest.raises(UserError, match="no_such"):
        assert_balance(kept.with_name("no_such.json"))


def test_one_change_need_be_no_list(kept: Path) -> None:
    """A text alone is one change, not one a letter."""
    with pytest.raises(AssertionError, match="coin short 2 plain: moved"):
        assert_balance(kept, "coin.goal.2=12")


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        ({"margin": "x"}, '--margin: must be a number, not "x"'),
        ({"alpha": None}, "--alpha: must be a number, not null"),
        ({"beta": True}, "--beta: must be a number, not true"),
        ({"margin": 2.5}, "--margin: 2.5 must lie between 0 and 1, both excluded"),
        ({"baseline": 5}, "baseline: must be a path, not 5"),
        ({"sets": 5}, "sets: must be PATH=VALUE texts, not 5"),
        ({"sets": [5]}, "sets: must be PATH=VALUE texts, not [5]"),
        ({"threads": "two"}, '--threads: must be a whole number, not "two"'),
    ],
)
def test_what_a_test_suite_may_get_wrong(kept: Path, wrong: dict[str, Any], fault: str) -> None:
    """One clear line, of the kind that any other bad argument comes to."""
    with pytest.raises(UserError) as caught:
        assert_balance(**{"baseline": kept, **wrong})
    assert str(caught.value) == fault


def test_no_playout_won(cli: Cli, tmp_path: Path) -> None:
    """A cell that nobody wins, before and after: no flips, no error, a verdict."""
    (tmp_path / "coin.toml").write_text('game = "coin"\nplayouts = 300\n[parameters.goal]\n2 = 39\n3 = 39\n')
    cli("baseline", tmp_path / "coin.toml", "--out", tmp_path / "b.json")
    code, document = check(cli, tmp_path / "b.json", "--set", "goal.2=40")

    assert {cell["after"]["wins"] for cell in document["cells"]} == {0}
    assert code in (0, 2)
    assert all(cell["difference"] == 0 for cell in document["cells"])


@pytest.mark.parametrize("cut", [0, 1, 100, 600])
def test_a_side_file_that_was_cut(cli: Cli, kept: Path, cut: int) -> None:
    """One clear line, and nothing is played."""
    side = kept.with_suffix(".parquet")
    side.write_bytes(side.read_bytes()[:cut])

    assert f"{side}: is damaged, or does not belong to {kept}" in complaint(cli, "check", "--baseline", kept)


@pytest.mark.parametrize("kind", ["int64", "string", "bool", "double", "null"])
def test_a_side_file_of_other_values(cli: Cli, kept: Path, kind: str) -> None:
    """Whoever wrote it so, with a hash that fits: anything but the numbers of causes is refused."""
    side = kept.with_suffix(".parquet")
    n = pq.read_metadata(side).num_rows
    value = None if kind == "null" else "1" if kind == "string" else 1
    pq.write_table(pa.table({"cause": pa.array([value] * n).cast(kind)}), side)
    rewrite(kept, lambda document: document.update(playouts_hash=hash_of(side.read_bytes())))

    assert f"{side}: is damaged: it does not hold how playouts ended" in complaint(cli, "check", "--baseline", kept)


def test_a_side_file_that_is_missing(cli: Cli, kept: Path) -> None:
    """It is named, with the text that it belongs to."""
    kept.with_suffix(".parquet").unlink()

    assert f"is missing; it belongs to {kept}" in complaint(cli, "check", "--baseline", kept)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda d: d.update(schema=2), "has schema 2; this version reads schema 1"),
        (lambda d: d.update(kind="report"), "is no baseline"),
        (lambda d: d.update(games={}), "is no baseline"),
        (lambda d: d["games"].update(chess=d["games"].pop("coin")), "games.chess"),
        (lambda d: d["games"]["coin"]["config"].update(policy=["shy"]), "games.coin.config: policy"),
        (lambda d: d["games"]["coin"]["config"].update(cells={"table": ["short"]}), "the grid no longer has long 2"),
        (lambda d: d["games"]["coin"]["causes"].__setitem__(2, "asleep"), "no playout ends with asleep any more"),
        (lambda d: d["games"]["coin"]["cells"][0].pop("signature"), "games.coin.cells[0].signature is missing"),
        (lambda d: d["games"]["coin"]["cells"][0].update(playouts=400), "does not hold as many playouts"),
        (lambda d: d["games"]["coin"].update(causes=["running"]), "names a cause that games.coin does not have"),
        (lambda d: d["games"]["coin"].update(versions=[]), "games.coin.versions is missing or of another kind"),
        (lambda d: d["games"]["coin"].update(cells={}), "games.coin.cells is missing or of another kind"),
        (lambda d: d["games"]["coin"]["cells"].append(d["games"]["coin"]["cells"][0]), "has short 2 plain twice"),
    ],
)
def test_baselines_of_another_kind(cli: Cli, kept: Path, change: Callable[[Any], object], fault: str) -> None:
    """Whoever wrote it so: one line that names the file."""
    rewrite(kept, change)
    line = complaint(cli, "check", "--baseline", kept)

    assert fault in line
    assert str(kept) in line or str(kept.with_suffix(".parquet")) in line


def test_an_edited_text_is_refused(cli: Cli, kept: Path) -> None:
    """A number changed by hand does not fit the checksum."""
    kept.write_text(kept.read_text().replace('"wins": ', '"wins": 1', 1))

    assert "its checksum does not fit" in complaint(cli, "check", "--baseline", kept)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("--set", "goal.2=12"), 'must begin with a game of the baseline: "coin", "purse"'),
        (("--set", "coin.gaol.2=9"), "gaol"),
        (("--alpha", 0.6, "--beta", 0.4), "--alpha, --beta: 0.6 + 0.4 must be below 1"),
        (("--threads", 0), "--threads: must be at least 1, not 0"),
        (("--threads", 99999), "--threads: must be at most 1024, not 99999"),
        (("--margin", 0), "--margin: 0 must lie between 0 and 1"),
        (("--junit", ""), "'--junit': names nothing"),
        (("--junit", "nowhere/b.xml"), "--junit nowhere/b.xml: there is no folder nowhere"),
        (("--markdown", "."), "--markdown .: is a folder"),
        (("--junit", "b.txt", "--markdown", "./b.txt"), "--markdown b.txt: --junit writes there; name another file"),
    ],
)
def test_wrong_use(cli: Cli, kept: Path, arguments: tuple[object, ...], fault: str) -> None:
    """One clear line."""
    assert fault in complaint(cli, "check", "--baseline", kept, *arguments)


def test_a_baseline_is_not_written_over(cli: Cli, kept: Path) -> None:
    """Neither its text nor the file beside it, by whatever name; nothing is played before that is seen."""
    before = kept.read_bytes()

    for option, file in (("--junit", kept), ("--markdown", kept.parent / "." / "baseline.parquet")):
        assert "is read here; name another file" in complaint(cli, "check", "--baseline", kept, option, file)
    assert kept.read_bytes() == before


def test_a_name_that_markdown_xml_and_github_would_misread(cli: Cli, kept: Path) -> None:
    """Bars and line ends are escaped in tables, control characters in XML, what ends a command in annotations."""
    _, document = check(cli, kept, "--set", "coin.goal.2=12")
    document["cells"][0]["title"] = "a|b\nc\x01, 5%: d"

    (row,) = (line for line in verdicts.markdown(document).splitlines() if "a\\|b" in line)
    assert row.replace("\\|", "").count("|") == 8
    assert r"a|b\nc\x01" in ET.fromstring(verdicts.junit(document))[0][0].attrib["name"]
    assert next(verdicts.marks(document)).startswith("::error title=Balance moved%3A a|b%0Ac\x01%2C 5%25%3A d::")


def test_wrong_use_of_baseline(cli: Cli, tmp_path: Path) -> None:
    """No file, another ending, no configs, a game twice."""
    (tmp_path / "coin.toml").write_text('game = "coin"\nplayouts = 50\n')
    coin = tmp_path / "coin.toml"

    assert "--out FILE is missing" in complaint(cli, "baseline", coin)
    assert "must end in .json" in complaint(cli, "baseline", coin, "--out", tmp_path / "b.txt")
    assert "there is no baseline yet" in complaint(cli, "baseline", "--out", tmp_path / "b.json")
    (tmp_path / "until.toml").write_text('game = "coin"\nprecision = 0.1\n')
    assert "--precision: pairs need a fixed" in complaint(
        cli, "baseline", tmp_path / "until.toml", "--out", tmp_path / "b.json"
    )
    for threads, fault in ((0, "at least 1, not 0"), (99999, "at most 1024, not 99999")):
        line = complaint(cli, "baseline", coin, "--threads", threads, "--out", tmp_path / "b.json")
        assert f"--threads: must be {fault}" in line
    assert "coin is there twice" in complaint(cli, "baseline", coin, coin, "--out", tmp_path / "b.json")
    assert not (tmp_path / "b.json").exists()
