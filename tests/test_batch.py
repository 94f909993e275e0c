"""Results depend on the experiment alone: not on threads, block sizes, interruptions, or the compiler."""

from __future__ import annotations

import hashlib
import json
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from sim.batch import BLOCK_SECONDS, GROWTH, Pace
from sim.config import load
from sim.experiment import execute
from sim.parts import PART
from sim.rng import hash_rows
from sim.store import open_run

pytestmark = pytest.mark.usefixtures("toys")

Start = Callable[..., "subprocess.Popen[str]"]
LONG_RUN = ("run", "coin", "--quiet", "--playouts")


def fingerprint(folder: Path) -> dict[str, str]:
    """Return a hash of every file of a run."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def run(folder: Path, playouts: int = 400, **more: int) -> dict[str, str]:
    """Run a small experiment and return its files' hashes."""
    execute(load(options={"game": "coin", "playouts": playouts}), folder, quiet=True, **more)
    return fingerprint(folder)


def test_threads_and_block_sizes_leave_no_trace(tmp_path: Path) -> None:
    """One thread or three, blocks of 1, 7 or what suits the machine: the same files, byte by byte."""
    expected = run(tmp_path / "plain", threads=1)

    assert run(tmp_path / "blocks_of_7", threads=1, block=7) == expected
    assert run(tmp_path / "three_threads", threads=3, block=13) == expected
    assert run(tmp_path / "blocks_of_1", playouts=400, threads=2, block=1) == expected


def test_extending_is_the_same_as_running_on(tmp_path: Path) -> None:
    """100 playouts extended to 400 end in the same files as 400 at once."""
    run(tmp_path / "extended", playouts=100)

    assert run(tmp_path / "extended", playouts=400) == run(tmp_path / "at_once", playouts=400)


def test_the_signature_is_that_of_the_rows(tmp_path: Path) -> None:
    """A cell's signature is the hash of its stored rows; its counts are theirs too."""
    run(tmp_path / "run")
    stored = open_run(tmp_path / "run")
    for cell in stored.cells:
        rows = np.concatenate(list(stored.rows(cell.cell.index)))
        words = rows.view(np.int64).reshape(len(rows), -1)

        assert cell.signature == f"{int(hash_rows(words)) % 2**64:016x}"
        assert rows["index"].tolist() == list(range(400))
        assert cell.counts["length_by_cause"].sum(axis=1).tolist() == np.bincount(rows["cause"], minlength=4).tolist()


def test_the_compiler_leaves_no_trace(tmp_path: Path, process: Start) -> None:
    """Compiled code and the same source as plain Python write the same files."""
    compiled = process("run", "coin", "--playouts", 400, "--threads", 2, "--out", tmp_path / "compiled", "--json")
    out, err = compiled.communicate()

    assert compiled.returncode == 0, err
    assert fingerprint(tmp_path / "compiled") == run(tmp_path / "plain")
    assert len(json.loads(out)["cells"]) == 4


def wait_for_playouts(folder: Path, child: subprocess.Popen[str]) -> None:
    """Wait until some of a run's playouts are on disk, but not all."""
    deadline = time.monotonic() + 60
    state = folder / "cells" / "000" / "state.json"
    while time.monotonic() < deadline and child.poll() is None:
        if state.exists() and json.loads(state.read_bytes())["playouts"]:
            return
        time.sleep(0.02)
    raise AssertionError(child.communicate())


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_killed_and_resumed(tmp_path: Path, process: Start, number: int) -> None:
    """A run that is killed, or stopped by Ctrl-C, goes on with the same command and ends in the same bytes."""
    playouts = 4 * PART + 1000
    command = (*LONG_RUN, playouts, "--out")
    first = process(*command, tmp_path / "broken")
    wait_for_playouts(tmp_path / "broken", first)
    first.send_signal(number)
    _, err = first.communicate()
    done = [json.loads(path.read_bytes())["playouts"] for path in sorted(tmp_path.glob("broken/cells/*/state.json"))]
    again = process(*command, tmp_path / "broken", "--threads", 1)
    whole = process(*command, tmp_path / "whole")

    assert first.returncode == (130 if number == signal.SIGINT else -signal.SIGKILL)
    assert 0 < sum(done) < 4 * playouts
    assert ("Resume with:" in err) == (number == signal.SIGINT)
    for child in (again, whole):
        assert (child.communicate()[1], child.returncode) == ("", 0)
    assert fingerprint(tmp_path / "broken") == fingerprint(tmp_path / "whole")


def test_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    """A stop in the middle keeps a whole number of blocks of each cell, without a gap, and says so by an exception."""
    prepared = load(options={"game": "coin", "playouts": 400, "threads": 2})
    from sim.batch import interruptible, play
    from sim.progress import Quiet
    from sim.writer import writing

    class Stopping(Quiet):
        def advance(self, cell: object, n: int) -> None:
            stop.set()

    with interruptible() as stop, writing(tmp_path / "run", prepared) as cells, pytest.raises(KeyboardInterrupt):
        play(prepared, cells, Stopping(), stop, block=10)
    stored = open_run(tmp_path / "run")
    done = stored.cells[0].playouts

    assert 10 <= done < 400
    assert done % 10 == 0
    assert np.concatenate(list(stored.rows(0)))["index"].tolist() == list(range(done))
    assert run(tmp_path / "run") == run(tmp_path / "whole")


def test_a_fault_in_the_rules_keeps_the_run_sound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception while playing comes out as it is, and the folder can be resumed."""
    prepared = load(options={"game": "coin", "playouts": 400})
    with monkeypatch.context() as patch:
        patch.setattr(type(prepared.game), "play", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            execute(prepared, tmp_path / "run", quiet=True)

    assert run(tmp_path / "run") == run(tmp_path / "whole")


def test_blocks_grow_to_their_time() -> None:
    """A block begins with one playout, grows eightfold at most, and stops at 0.2 s or four MiB of rows."""
    pace = Pace(row_bytes=32)
    sizes = []
    for _ in range(6):
        sizes.append(pace.size("plain"))
        pace.note("plain", sizes[-1], sizes[-1] / 10_000)

    assert (BLOCK_SECONDS, GROWTH) == (0.2, 8)
    assert sizes == [1, 8, 64, 512, 2000, 2000]
    pace.note("plain", 2**20, 0.01)
    assert pace.size("plain") == 4 * 2**20 // 32


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_a_damaged_cache_is_made_anew(
    tmp_path: Path, process: Start, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    """Compiled code that was cut short is compiled again, and the results are the same."""
    monkeypatch.setenv("SIM_CACHE", str(tmp_path / "cache"))
    line = ("run", "coin", "--playouts", 5, "--quiet", "--json", "--out")
    sound = json.loads(process(*line, tmp_path / "sound").communicate()[0])
    for file in (tmp_path / "cache").rglob(f"*.{ending}"):
        file.write_bytes(file.read_bytes()[:100] if ending == "nbi" else b"")

    assert json.loads(process(*line, tmp_path / "again").communicate()[0])["cells"] == sound["cells"]
