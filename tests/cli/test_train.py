"""`sim train`: what it finds in a game whose win rate is a closed form of its weights; its files, its messages."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sim.train
from sim.files import read_json, write_json
from sim.game import discover
from sim.report.summary import origin_of
from sim.store import open_run

pytestmark = pytest.mark.usefixtures("toys")

Cli = Callable[..., Any]
DARTS = ("darts", "--players", 2, "--axis", "table=short")
SMALL = ("--generations", 2, "--population", 4, "--trials", 40, "--playouts", 20)
LIFT, FIRST_LEAD = "lift", "lead[0]"


def train(cli: Cli, out: Path, *arguments: object) -> Any:
    """Return the document of a training."""
    answer = cli("train", *DARTS, "--out", out, "--json", *arguments)
    assert answer.code == 0, answer.err
    return json.loads(answer.out)


def odds(lift: int, lead: int) -> float:
    """Return the chance of a hit at the short table; worked out again by hand."""
    return (900 - (lift - 30) ** 2 - (lead + 12) ** 2) / 1000


def files_in(folder: Path) -> dict[str, bytes]:
    """Return all files of a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# -- what it finds -------------------------------------------------------------------------------------------------


def test_it_finds_the_optimum_of_the_closed_form(cli: Cli, tmp_path: Path) -> None:
    """From odds of 432 in 1000 it comes near 900, which they are at 30 and -12; the rates lie in their intervals."""
    document = train(cli, tmp_path / "run", "--only", "lift,lead[0]", "--spread", 0.6, "--playouts", 1000)
    lift, lead = (row["trained"] for row in document["trained"])
    start, result = document["start"], document["result"]

    assert [(row["weight"], row["start"]) for row in document["trained"]] == [(LIFT, 12), (FIRST_LEAD, 0)]
    assert odds(lift, lead) > 0.86
    assert lift % 2 == 0
    assert start["low"] < odds(12, 0) < start["high"]
    assert result["low"] < odds(lift, lead) < result["high"]
    assert result["difference_low"] < odds(lift, lead) - odds(12, 0) < result["difference_high"]
    assert (result["lost"], result["verdict"]) == (0, "better")
    assert result["gained"] == result["wins"] - start["wins"]


def test_it_is_the_mean_of_the_cells_that_grows(cli: Cli, tmp_path: Path) -> None:
    """The best lead is -12 at one table and 4 at the other, so -4 for both together."""
    start = tmp_path / "start.toml"
    start.write_text("lift = 30\nlead = [-20, 7]\n")
    more = ("--axis", "table=short,long", "--weights", f"hand={start}", "--playouts", 400, "--trials", 80)
    answer = cli("train", "darts", "--players", 2, "--only", FIRST_LEAD, *more, "--out", tmp_path / "run", "--json")
    document = json.loads(answer.out)

    assert (document["trained"][0]["start"], len(document["cells"])) == (-20, 2)
    assert abs(document["trained"][0]["trained"] - -4) <= 5
    assert document["result"]["playouts"] == 800
    assert document["result"]["wins"] == sum(cell["wins"] for cell in document["cells"])


def test_weights_that_change_nothing_are_not_better(cli: Cli, tmp_path: Path) -> None:
    """The second lead is for nothing: no playout flips, and that it is not better is said, and written in the file."""
    answer = cli("train", *DARTS, "--only", "lead[1]", *SMALL, "--out", tmp_path / "run", "--quiet")
    document = json.loads((tmp_path / "run/train/train.json").read_text())
    said = "Not better: what the trained weights win more or less than those it began with may be luck."

    assert answer.err == ""
    assert said in answer.out.splitlines()
    assert (tmp_path / "run/weights.toml").read_text().startswith(f"# {said}\n")
    assert [document["result"][name] for name in ("gained", "lost", "p", "verdict")] == [0, 0, 1, "not better"]
    assert {cell["gain"]["verdict"] for cell in document["cells"]} == {"not better"}
    assert "not apart" not in (tmp_path / "run/train/train.md").read_text()


# -- how it plays --------------------------------------------------------------------------------------------------


def test_no_generation_plays_the_seeds_of_another_or_of_the_judgement(cli: Cli, tmp_path: Path) -> None:
    """All seeds differ; within a generation the candidates play the same, so equal weights win equally often."""
    document = train(cli, tmp_path / "run", "--only", "lead[1]", *SMALL, "--seed", 7, "--generations", 3)
    kept = [json.loads(path.read_text()) for path in sorted((tmp_path / "run/generations").iterdir())]
    seeds = [generation["seed"] for generation in kept]

    assert document["seed"] == 7
    assert len({7, *seeds}) == 4
    assert seeds == [generation["seed"] for generation in document["generations"]]
    for generation in kept:
        assert len(generation["candidates"]) == 4
        assert len({tuple(one["wins"]) for one in generation["candidates"]}) == 1


def test_an_interrupted_training_goes_on_and_ends_in_the_same_bits(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped in its second generation and taken up on two threads, it is as one that was never stopped, on one."""
    once, later = tmp_path / "once", tmp_path / "later"
    line = ("--only", LIFT, *SMALL)
    train(cli, once, *line, "--threads", 1)
    whole, played = sim.train.tried, []

    def stopped(training: Any, number: int, *rest: Any, **more: Any) -> Any:
        if number == 1:
            raise KeyboardInterrupt
        return whole(training, number, *rest, **more)

    monkeypatch.setattr(sim.train, "tried", stopped)
    monkeypatch.setattr("os._exit", lambda code: None)  # as an interrupted command ends, and the tests with it
    answer = cli("train", *DARTS, *line, "--out", later, "--quiet")
    assert answer.code == 130
    assert "Resume with:" in answer.err
    assert [path.name for path in (later / "generations").iterdir()] == ["000.json"]

    def counted(training: Any, number: int, *rest: Any, **more: Any) -> Any:
        played.append(number)
        return whole(training, number, *rest, **more)

    monkeypatch.setattr(sim.train, "tried", counted)
    train(cli, later, *line, "--threads", 2)
    assert played == [1]
    assert files_in(later) == files_in(once)

    train(cli, later, *line)
    assert played == [1]


# -- the weights ---------------------------------------------------------------------------------------------------


def test_the_file_plays_what_was_judged(cli: Cli, tmp_path: Path) -> None:
    """Played with the file, a run has the bits of the judgement; its manifest says which weights differ; it replays."""
    document = train(cli, tmp_path / "train", "--only", LIFT, *SMALL)
    trained = document["trained"][0]["trained"]
    weights = f"hand={tmp_path / 'train/weights.toml'}"
    answer = cli("run", *DARTS, "--playouts", 20, "--weights", weights, "--out", tmp_path / "run", "--json")
    manifest = json.loads((tmp_path / "run/manifest.json").read_text())

    assert trained != 12
    assert json.loads(answer.out)["cells"][0]["signature"] == document["cells"][0]["signature"]
    assert json.loads(answer.out)["weights"] == document["weights"] == {"hand": {"lift": trained}}
    assert ("Weights that are not the package's own", "hand (lift)") in origin_of(open_run(tmp_path / "run")).facts()
    assert manifest["config"]["weights"] == {"hand": {"lift": trained}}
    assert "ends exactly as the stored row" in cli("replay", tmp_path / "run", "--cell", 0, "--index", 3).err
    shown = cli("run", *DARTS, "--playouts", 20, "--weights", weights, "--out", tmp_path / "run")
    assert "Weights that are not the package's own: hand (lift)" in shown.out.splitlines()
    other = cli("run", *DARTS, "--playouts", 20, "--out", tmp_path / "run")
    assert (other.code, len(other.err.splitlines())) == (3, 1)
    assert "weights: the default asked for" in other.err


@pytest.mark.parity
def test_a_compiled_player_goes_by_the_weights(process: Callable[..., Any], tmp_path: Path) -> None:
    """The LOOP's greedy, trained and then played with its file on another number of threads: the same bits."""
    cells = ("loop", "--scenario", "sabotage", "--difficulty", "month", "--players", 2, "--playouts", 100, "--seed", 3)
    search = ("--only", "clone,rift", "--generations", 2, "--population", 4, "--trials", 20, "--threads", 1)
    out, err = process("train", *cells, *search, "--out", tmp_path / "train", "--json").communicate()
    document = json.loads(out)
    weights = f"greedy={tmp_path / 'train/weights.toml'}"
    out, err = process(
        "run", *cells, "--weights", weights, "--threads", 2, "--out", tmp_path / "run", "--json"
    ).communicate()

    assert any(row["trained"] != row["start"] for row in document["trained"]), err
    assert json.loads(out)["cells"][0]["signature"] == document["cells"][0]["signature"]


def test_the_file_says_where_it_comes_from(cli: Cli, tmp_path: Path) -> None:
    """Above the package's file, whose comments stay, it has command, cells, seeds, sources and result."""
    document = train(cli, tmp_path / "run", "--only", LIFT, *SMALL, "--seed", 5, "--set", "goal.2=6")
    head, _, body = (tmp_path / "run/weights.toml").read_text().partition("\n\n")
    own = discover()["darts"].weights()["hand"].file.read_text()
    trained = document["trained"][0]["trained"]
    command = (
        "sim train darts --axis players=2 --axis table=short --set goal.2=6 --policy aimed --only lift --generations 2 "
        "--population 4 --elite 1 --trials 40 --spread 0.3 --playouts 20 --seed 5"
    )

    assert body == own.replace("lift = 12 ", f"lift = {trained} ")
    assert document["command"] == command
    for text in (
        f"Command: {command}",
        "Cells: 1: short 2 aimed",
        "Judged on: 20 other playouts",
        "Made by: Darts, rules 1",
    ):
        assert f"# {text}" in head
    for generation in document["generations"]:
        assert str(generation["seed"]) in head
    assert document["source_hash"] in head


def test_the_command_of_the_file_trains_the_same_again(cli: Cli, tmp_path: Path) -> None:
    """Typed as it stands, it comes to the same file."""
    document = train(cli, tmp_path / "run", "--only", LIFT, *SMALL)
    cli(*document["command"].split()[1:], "--out", tmp_path / "again")

    assert (tmp_path / "again/weights.toml").read_bytes() == (tmp_path / "run/weights.toml").read_bytes()


def test_the_files(cli: Cli, tmp_path: Path) -> None:
    """The index names every file of the results; the summary shows the chart and says the verdict."""
    document = train(cli, tmp_path / "run", "--only", LIFT, *SMALL)
    folder = tmp_path / "run" / "train"
    index = json.loads((folder / "train.json").read_text())
    summary = (folder / "train.md").read_text()

    assert index == {**document, "files": index["files"]}
    assert set(index["files"]) == set(files_in(folder))
    assert "charts/progress.svg" in summary
    assert "n = 40 playouts a candidate in 1 cell" in summary
    assert document["command"] in summary


def test_all_that_may_be_trained_is_trained_by_default(cli: Cli, tmp_path: Path) -> None:
    """The name is fixed; numbers in lists and tables count one by one, and what is not whole may become any number."""
    document = train(cli, tmp_path / "run", *SMALL)
    rows = {row["weight"]: row for row in document["trained"]}

    assert list(rows) == ["lift", "lead[0]", "lead[1]", "grip.firm"]
    assert (rows["lead[0]"]["most"], rows["lead[1]"]["most"]) == (40, 9)
    assert 0 <= rows["grip.firm"]["trained"] <= 1
    assert rows["grip.firm"]["trained"] not in (0, 0.5, 1)


@pytest.mark.parametrize("command", ["train", "ladder"])
def test_a_precision_is_refused(cli: Cli, tmp_path: Path, command: str) -> None:
    """How far it would play hangs on who won; and candidates have `--trials` playouts, whatever it says."""
    answer = cli(command, "darts", "--precision", 0.1, "--out", tmp_path / "run")

    assert answer.code == 3
    assert answer.err == "error: --precision: pairs need a fixed number of playouts here; give --playouts\n"
    assert not (tmp_path / "run").exists()


def test_the_last_part_of_a_name_is_enough(cli: Cli, tmp_path: Path) -> None:
    """`firm` is `grip.firm`, as no other weight is called so."""
    document = train(cli, tmp_path / "run", *SMALL, "--only", "firm")

    assert [row["weight"] for row in document["trained"]] == ["grip.firm"]


# -- messages ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("darts", "--policy", "blind"), '--policy: blind has no weights to train; allowed: "aimed"'),
        (("darts", "--policy", "seer"), "--policy: seer sees what is hidden; a yardstick is not trained"),
        (("darts", "--policy", "aimed,blind"), '--policy: "aimed", "blind" are several; one is trained at a time'),
        (("darts", "--only", "lifd"), '--only: "lifd" is unknown; the nearest known key is lift'),
        (
            ("darts", "--only", "zzz"),
            '--only: "zzz" is unknown; lift, lead[0], lead, ...: sim list weights darts has all',
        ),
        (("darts", "--elite", 17), "--elite: must be a number from 1 to the population, 16, not 17"),
        (("coin",), "--policy: plain has no weights to train; no policy of coin has"),
        (("coin", "--weights", "a=b"), "--weights: Coin race has no weights that can be changed"),
        (("darts", "--weights", "hand"), "--weights hand: must have the form NAME=FILE"),
        (("darts", "--weights", "foot=x.toml"), '--weights: "foot" is not allowed; allowed: "hand"'),
        (
            ("loop", "--policy", "greedy+seat2=idle", "--players", 2),
            "--policy: greedy+seat2=idle is a mix; train one policy that all play by",
        ),
        (
            ("room25",),
            (
                '--policy: greedy plays by "cooperation" with mode cooperation, solo; "suspicion" with mode suspicion; '
                "choose cells of one"
            ),
        ),
        (
            ("room25", "--mode", "suspicion"),
            "--policy: the weights suspicion are not trained: prisoners and guards share them, and cannot both win",
        ),
    ],
)
def test_wrong_use_is_one_line(cli: Cli, tmp_path: Path, arguments: tuple[object, ...], fault: str) -> None:
    """It is refused before anything is played or written."""
    answer = cli("train", *arguments, "--playouts", 5, "--out", tmp_path / "run")

    assert (answer.code, answer.out, answer.err.splitlines()) == (3, "", [f"error: {fault}"])
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    "change", [{"centre": 3}, {"centre": []}, {"number": 1}, {"seed": 7}, {"candidates": [{"wins": [1]}]}], ids=str
)
def test_a_generation_of_another_form_is_refused(cli: Cli, tmp_path: Path, change: dict[str, Any]) -> None:
    """A checksum that fits is no proof of what is in it."""
    train(cli, tmp_path / "run", "--only", LIFT, *SMALL)
    file = tmp_path / "run/generations/000.json"
    write_json(file, {**read_json(file, 1), **change})
    answer = cli("train", *DARTS, "--only", LIFT, *SMALL, "--out", tmp_path / "run")

    assert answer.code == 3
    assert answer.err.startswith(f"error: {file}: is damaged: ")


def test_a_folder_is_of_one_training(cli: Cli, tmp_path: Path) -> None:
    """Another training, other files and a damaged generation are refused by name."""
    out = tmp_path / "run"
    plan = out / "training.json"
    train(cli, out, "--only", LIFT, *SMALL)
    before = files_in(out)
    other = cli("train", *DARTS, "--only", LIFT, *SMALL, "--playouts", 40, "--generations", 3, "--out", out)
    assert other.code == 3
    assert other.err.splitlines() == [
        f"error: {plan}: config.playouts: 40 asked for, but this training has 20; use another folder",
        f"error: {plan}: settings.generations: 3 asked for, but this training has 2; use another folder",
    ]
    assert files_in(out) == before

    kept = out / "generations/000.json"
    kept.write_text(kept.read_text().replace('"number": 0', '"number": 1'))
    damaged = cli("train", *DARTS, "--only", LIFT, *SMALL, "--out", out)
    assert (damaged.code, damaged.err) == (3, f"error: {kept}: is damaged: its checksum does not fit\n")

    shutil.rmtree(out)
    out.mkdir()
    (out / "notes.txt").write_text("mine")
    foreign = cli("train", *DARTS, *SMALL, "--out", out)
    assert (foreign.code, foreign.err) == (
        3,
        f"error: {out}: holds no training but other files (notes.txt); use a new folder\n",
    )
