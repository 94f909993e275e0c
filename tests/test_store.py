"""A run's folder: what it holds, and that nothing damaged, foreign or out of date is taken for a run."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sim
from sim.config import load
from sim.errors import UserError
from sim.experiment import execute
from sim.files import locked, write_json
from sim.game import discover
from sim.parts import PART
from sim.store import open_run

pytestmark = pytest.mark.usefixtures("toys")


def make(folder: Path, **options: Any) -> Path:
    """Run a small experiment into a folder."""
    execute(load(options={"game": "coin", "playouts": 60, **options}), folder, quiet=True)
    return folder


def complaint(action: Callable[[], object]) -> str:
    """Return what a `UserError` says."""
    with pytest.raises(UserError) as caught:
        action()
    return str(caught.value)


def rewrite(file: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change a JSON file and give it the checksum that belongs to it."""
    document = json.loads(file.read_bytes())
    change(document)
    write_json(file, document, indent=2)


def test_a_run_is_read_as_it_was_written(tmp_path: Path) -> None:
    """The reader gives back game, experiment, cells, parameters, counts and rows."""
    run = open_run(make(tmp_path / "run", sweep={"long_tosses": [5, 30]}, seed=4))
    last = run.cells[-1]

    assert (run.game.name, run.experiment.seed, run.complete, run.source_matches) == ("coin", 4, True, True)
    assert (last.cell.axes, last.cell.policy) == ({"table": "long", "players": 3}, "plain")
    assert last.cell.sweep == {"long_tosses": 30}
    assert run.parameters(run.cells[-2].cell).long_tosses == 5  # type: ignore[attr-defined]
    assert last.counts["length_by_cause"].sum() == 60
    assert sum(len(rows) for rows in run.rows(7)) == 60


def test_the_manifest_says_what_was_run_and_nothing_of_where(tmp_path: Path) -> None:
    """Versions, hashes, assumptions and cells are there; no path, no clock: equal runs have equal manifests."""
    (tmp_path / "coins.toml").write_text("[coins.lucky]\nheads = 70\n")
    own = {"game": "purse", "content": str(tmp_path / "coins.toml")}
    one = make(tmp_path / "one", **own, threads=1) / "manifest.json"
    other = make(tmp_path / "other", **own, threads=2) / "manifest.json"
    manifest = json.loads(one.read_text())

    assert one.read_bytes() == other.read_bytes()
    assert str(tmp_path) not in one.read_text()
    assert manifest["schema"] == 1
    assert manifest["config"]["content"] == {"coins": {"lucky": {"heads": 70}}}
    assert manifest["config"]["parameters"]["goal"] == {"2": 8, "3": 9}
    assert manifest["source_hash"] == discover()["purse"].source_hash
    assert manifest["assumptions"] == {"long_tosses": 30}
    assert set(manifest["versions"]) == {"sim", "python", "numpy", "numba"}
    assert manifest["cells"][1] == {"cell": 1, "axes": {"table": "short", "players": 3}, "policy": "plain", "sweep": {}}


def test_rows_none(tmp_path: Path) -> None:
    """Without rows the counts and signatures are the same, no Parquet file is there, and asking for rows is refused."""
    with_rows, without = open_run(make(tmp_path / "all")), open_run(make(tmp_path / "none", rows="none"))

    assert [cell.signature for cell in without.cells] == [cell.signature for cell in with_rows.cells]
    assert not list((tmp_path / "none").rglob("*.parquet"))
    assert "holds no rows" in complaint(lambda: next(without.rows(0)))


def test_rows_lie_in_parts_with_fixed_boundaries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However playouts come in, a file holds those of its own range."""
    for module in ("sim.parts", "sim.store", "sim.writer"):
        monkeypatch.setattr(f"{module}.PART", 25)
    run = open_run(make(tmp_path / "run"))

    assert PART == 65_536
    assert [rows["index"].tolist() for rows in run.rows(2)] == [
        list(range(25)),
        list(range(25, 50)),
        list(range(50, 60)),
    ]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"seed": 2}, "seed: 2 asked for, but this run has 1"),
        ({"policy": ["bold"]}, "policy: "),
        ({"rows": "none"}, "rows: 'none' asked for, but this run has 'all'"),
        ({"cells.players": [2]}, "cells.players: [2] asked for, but this run has the default"),
        ({"parameters": {"goal": {"2": 7}}}, "parameters.goal.2: 7 asked for, but this run has 8"),
        ({"playouts": 59}, "playouts: 59 asked for, but this run has 60; ask for at least as many"),
    ],
)
def test_another_experiment_needs_another_folder(tmp_path: Path, options: dict[str, Any], words: str) -> None:
    """A folder goes on with its own experiment only; the difference is named, and nothing is changed."""
    folder = make(tmp_path / "run")
    before = (folder / "manifest.json").read_bytes()

    assert words in complaint(lambda: make(folder, **options))
    assert (folder / "manifest.json").read_bytes() == before


def sizes(folder: Path) -> list[tuple[str, int]]:
    """Return policy and playouts of the cells of a run."""
    return [(stored.cell.policy, stored.playouts) for stored in open_run(folder).cells]


def test_playouts_by_policy_grow_each_for_itself(tmp_path: Path) -> None:
    """A number is a table in which all have as many; a run grown step by step is the one played at once."""
    two = {"policy": ["plain", "bold"], "cells.players": [2], "cells.table": ["short"]}
    grown = make(tmp_path / "grown", **two, playouts={"plain": 40, "bold": 9})
    assert sizes(grown) == [("plain", 40), ("bold", 9)]
    assert open_run(grown).complete
    make(grown, **two, playouts={"bold": 20, "plain": 40})
    assert sizes(grown) == [("plain", 40), ("bold", 20)]
    make(grown, **two, playouts=50)
    once = make(tmp_path / "once", **two, playouts={"bold": 50, "plain": 50})

    assert sizes(grown) == [("plain", 50), ("bold", 50)]
    for file in ("manifest.json", "cells/001/state.json", "cells/001/rows-00000.parquet"):
        assert (grown / file).read_bytes() == (once / file).read_bytes(), file


def test_no_policy_shrinks(tmp_path: Path) -> None:
    """Fewer playouts of any one are refused, whichever of the two is a number for all."""
    two = {"policy": ["plain", "bold"], "cells.players": [2]}
    by_policy = make(tmp_path / "table", **two, playouts={"plain": 40, "bold": 9})
    number = make(tmp_path / "number", **two, playouts=40)

    fault = "playouts.plain: 39 asked for, but this run has 40; ask for at least as many, or use another folder"
    assert complaint(lambda: make(by_policy, **two, playouts=39)).endswith(fault)
    fault = "playouts.bold: 39 asked for, but this run has 40; ask for at least as many, or use another folder"
    assert complaint(lambda: make(number, **two, playouts={"plain": 50, "bold": 39})).endswith(fault)


def test_a_policy_of_some_cells_only(tmp_path: Path) -> None:
    """Its other cells are not there, and the cells are numbered without a gap; `only` is part of what a run is."""
    two = {"policy": ["plain", "bold"], "cells.table": ["short"]}
    folder = make(tmp_path / "run", **two, only={"bold": {"players": 3}})
    cells = [(stored.cell.index, stored.cell.axes["players"], stored.cell.policy) for stored in open_run(folder).cells]

    assert cells == [(0, 2, "plain"), (1, 3, "plain"), (2, 3, "bold")]
    assert "only: the default asked for" in complaint(lambda: make(folder, **two))
    assert "only" not in json.loads((make(tmp_path / "all", **two) / "manifest.json").read_text())["config"]


def test_other_rules_need_another_folder(tmp_path: Path) -> None:
    """A run by other sources is not taken up, but can be read."""
    folder = make(tmp_path / "run")
    rewrite(folder / "manifest.json", lambda manifest: manifest.update(source_hash="0" * 16))

    assert "the rules changed since this run" in complaint(lambda: make(folder))
    assert not open_run(folder).source_matches


def test_another_game_needs_another_folder(tmp_path: Path) -> None:
    """The line says that it is another game, and not that the rules changed."""
    folder = make(tmp_path / "run")
    rewrite(folder / "manifest.json", lambda manifest: manifest["config"].update(game="chess"))

    assert "is a run of chess, not of coin" in complaint(lambda: make(folder))


def test_changed_content_is_noticed(tmp_path: Path) -> None:
    """Names in a report would be wrong if the game's own content had changed."""
    folder = make(tmp_path / "run")
    rewrite(folder / "manifest.json", lambda manifest: manifest.update(content_hash="0" * 16))

    assert "content changed since this run" in complaint(lambda: open_run(folder))


def cut(file: Path) -> None:
    """Leave the first half of a file."""
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def scribble(file: Path) -> None:
    """Turn a byte in the middle of a file."""
    data = bytearray(file.read_bytes())
    data[len(data) // 3] ^= 0x15
    file.write_bytes(bytes(data))


DAMAGE: dict[str, Callable[[Path], object]] = {
    "missing": Path.unlink,
    "empty": lambda file: file.write_bytes(b""),
    "cut": cut,
    "garbage": lambda file: file.write_bytes(os.urandom(500)),
    "scribbled": scribble,
    "not an object": lambda file: file.write_bytes(b"[1, 2]"),
    "folder": lambda file: (file.unlink(), file.mkdir()),
}


@pytest.mark.parametrize("name", ["manifest.json", "cells/001/state.json", "cells/001/rows-00000.parquet"])
@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_one_line_that_names_the_file(tmp_path: Path, name: str, damage: str) -> None:
    """Whatever happens to a file, reading and resuming name it; nothing is deleted or repaired silently."""
    folder = make(tmp_path / "run")
    DAMAGE[damage](folder / name)
    before = sorted(str(path) for path in folder.rglob("*"))

    for action in (lambda: list(open_run(folder).rows(1)), lambda: make(folder, playouts=80)):
        said = complaint(action)
        assert str(folder / name) in said
        assert "\n" not in said
    assert sorted(str(path) for path in folder.rglob("*")) == before


def test_counts_that_do_not_add_up(tmp_path: Path) -> None:
    """A state whose counts belie its number of playouts is damaged, checksum or not."""
    folder = make(tmp_path / "run")
    state = folder / "cells" / "000" / "state.json"
    rewrite(state, lambda document: document.update(playouts=59))

    assert complaint(lambda: open_run(folder)) == f"{state}: is damaged: its counts do not add up to 59 playouts"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda state: state.update(schema=2), "has schema 2; this version reads schema 1"),
        (lambda state: state["counts"].pop("heads"), "are not those of this version"),
        (lambda state: state["counts"].update(heads=[1, 2]), "are not those of this version"),
        (lambda state: state["counts"].update(capped=-1), "are not those of this version"),
        (lambda state: state.pop("signature"), "are not those of this version"),
    ],
)
def test_a_state_of_another_shape(tmp_path: Path, change: Callable[[dict[str, Any]], object], words: str) -> None:
    """Another schema, other tables and impossible counts are named as such."""
    folder = make(tmp_path / "run")
    rewrite(folder / "cells" / "000" / "state.json", change)

    assert words in complaint(lambda: open_run(folder))


def test_folders_that_are_no_runs(tmp_path: Path) -> None:
    """A file, a folder of somebody else's, a folder that is not there: one line each, and nothing is written."""
    (tmp_path / "file").write_text("x")
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "diary.txt").write_text("x")

    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    assert complaint(lambda: make(tmp_path / "link")) == (
        f"{tmp_path / 'link'}: is a link to nothing; a folder is needed here"
    )
    assert complaint(lambda: make(tmp_path / "file")) == f"{tmp_path / 'file'}: is a file; a folder is needed here"
    assert "below: cannot be made: Not a directory" in complaint(lambda: make(tmp_path / "file" / "below"))
    assert "holds no run but other files (diary.txt)" in complaint(lambda: make(tmp_path / "home"))
    assert complaint(lambda: open_run(tmp_path / "none")) == f"{tmp_path / 'none'}: no such folder"
    assert complaint(lambda: open_run(tmp_path / "home")) == f"{tmp_path / 'home' / 'manifest.json'}: is missing"


def test_a_run_without_its_manifest_is_not_begun_anew(tmp_path: Path) -> None:
    """Played cells are never overwritten because the manifest was lost."""
    folder = make(tmp_path / "run")
    (folder / "manifest.json").unlink()

    assert "is missing" in complaint(lambda: make(folder))
    assert len(list(folder.rglob("*.parquet"))) == 4


def test_a_run_killed_while_it_was_laid_out_begins_anew(tmp_path: Path) -> None:
    """Cells without playouts and without a manifest are no run yet."""
    folder = make(tmp_path / "run", playouts=1)
    for state in folder.rglob("state.json"):
        rewrite(state, lambda document: document.update(playouts=0))
    (folder / "manifest.json").rename(folder / "manifest.json.part")

    assert open_run(make(folder)).complete


def test_two_writers(tmp_path: Path) -> None:
    """While one process writes to a run, another is told so."""
    folder = make(tmp_path / "run")
    with locked(folder):
        assert "another process is writing to it" in complaint(lambda: make(folder, playouts=80))
    assert open_run(make(folder, playouts=80)).cells[0].playouts == 80


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a write fails, the error names the file, and what was there before is still whole."""
    folder = make(tmp_path / "run")

    def full(_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        said = complaint(lambda: make(folder, playouts=80))
    assert said == f"{folder / 'manifest.json'}: cannot be written: No space left on device"
    assert not list(folder.rglob("*.part"))
    assert open_run(folder).cells[0].playouts == 60


def test_run_and_load_from_python(tmp_path: Path) -> None:
    """`run` and `load` give a row a cell; `load(rows=True)` gives the playouts, decoded."""
    played = sim.run("coin", table="short", players=[2], playouts=60, policy=["plain", "bold"], out=tmp_path / "run")
    loaded, rows = sim.load(tmp_path / "run"), sim.load(tmp_path / "run", rows=True)
    row = played.iloc[0]

    assert played.equals(loaded)
    assert list(played["policy"]) == ["plain", "bold"]
    assert (row["playouts"], row["table"], row["players"]) == (60, "short", 2)
    assert row["wins"] == row["cause_goal_reached"] == (rows["cause"][rows["cell"] == 0] == "goal_reached").sum()
    assert row["low"] < row["win_rate"] < row["high"]
    assert len(rows) == 120
    assert sim.run("coin", table="short", players=2, playouts=60)["signature"][0] == row["signature"]


def test_swapped_cells_and_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole files in the wrong place are found, although each is sound in itself."""
    for module in ("sim.parts", "sim.store", "sim.writer"):
        monkeypatch.setattr(f"{module}.PART", 30)
    cells, parts = (make(tmp_path / name) / "cells" for name in ("cells", "parts"))
    exchange(cells / "000", cells / "001")
    exchange(parts / "000/rows-00000.parquet", parts / "000/rows-00001.parquet")

    assert "000/state.json: is damaged: it is not the state of cell 0" in complaint(lambda: open_run(cells.parent))
    assert "rows-00000.parquet: is damaged: it does not begin with playout 0" in complaint(
        lambda: open_run(parts.parent)
    )


def exchange(one: Path, other: Path) -> None:
    """Give two files or folders each other's names."""
    aside = one.rename(one.with_name("aside"))
    other.rename(one)
    aside.rename(other)


@pytest.mark.parametrize("value", [None, 1, [], 10**30])
def test_documents_of_other_kinds_with_checksums_that_fit(tmp_path: Path, value: object) -> None:
    """Whoever wrote them: a key of a manifest or a state that holds something else is one clear line."""
    folder = make(tmp_path / "run")
    for file in (folder / "manifest.json", folder / "cells/000/state.json"):
        before = file.read_bytes()
        for key in sorted(json.loads(before).keys() - {"checksum"}):
            rewrite(file, lambda document, key=key: document.update({key: value}))  # type: ignore[misc]
            if json.loads(file.read_bytes())[key] != json.loads(before)[key]:
                assert complaint(lambda: open_run(folder)).startswith(f"{file}: "), key
            file.write_bytes(before)


def test_a_folder_whose_name_is_no_text(tmp_path: Path) -> None:
    """A name that is not UTF-8 is a name as good as any."""
    folder = make(tmp_path / os.fsdecode(b"run\xff"))

    assert sum(len(rows) for rows in open_run(folder).rows(0)) == 60
