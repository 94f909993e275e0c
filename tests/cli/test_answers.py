"""What every command of the small kind has in common: one JSON document, one clear line for wrong use."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.mark.parametrize(
    "line",
    [
        "list --json",
        "list cards loop --json",
        "list columns loop --json",
        "schema",
        "schema loop content",
        "bench loop --policy idle --threads 1 --seconds 0 --json",
        "validate configs/loop/full.toml --json",
    ],
)
def test_json_is_one_document_alone_on_standard_output(
    line: str, cli: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A script may parse the whole of standard output; messages for people are elsewhere."""
    monkeypatch.chdir(Path(__file__).resolve().parents[2])
    answer = cli(*line.split())

    assert answer.code == 0
    assert isinstance(json.loads(answer.out), dict)


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("list zebras", "zebras"),
        ("list cards chess", "chess"),
        ("list cards loop --content nowhere.toml", "nowhere.toml"),
        ("schema loop stripes", "stripes"),
        ("schema loop config --out /dev/null/x", "/dev/null/x"),
        ("bench chess", "chess"),
        ("bench loop --threads none", "none"),
        ("init", "GAME"),
        ("init chess", "chess"),
        ("init loop --out /dev/null/x.toml", "/dev/null"),
        ("validate nowhere.toml", "nowhere.toml"),
        ("validate", "FILE"),
    ],
)
def test_wrong_use_is_one_line_and_exit_3(line: str, word: str, cli: Callable[..., Any]) -> None:
    """The line says which word is wrong; standard output stays empty, and nobody sees a traceback."""
    answer = cli(*line.split())

    assert answer.code == 3
    assert answer.out == ""
    assert [text for text in answer.err.splitlines() if text.startswith("error: ") and word.lower() in text.lower()]


def test_faults_come_as_json_too(tmp_path: Path, cli: Callable[..., Any]) -> None:
    """With --json a faulty file gives a document with every fault, and still exit 3 and the lines for people."""
    file = tmp_path / "mine.toml"
    file.write_text('game = "loop"\nplayouts = 0\nseeed = 1\n')
    answer = cli("validate", file, "--json")
    document = json.loads(answer.out)

    assert answer.code == 3
    assert document["valid"] is False
    assert len(document["faults"]) == 2
    assert answer.err.splitlines() == [f"error: {fault}" for fault in document["faults"]]


def test_a_table_names_what_json_names(cli: Callable[..., Any]) -> None:
    """People and scripts are told the same: every policy of the JSON list is in the table."""
    names = [row["name"] for row in json.loads(cli("list", "policies", "loop", "--json").out)["rows"]]
    table = cli("list", "policies", "loop").out

    assert [name for name in names if not re.search(rf"^{name} ", table, re.MULTILINE)] == []


START = "import os, sys; from sim.cli import main; "


@pytest.mark.parametrize(
    ("line", "arguments", "code", "out", "err"),
    [
        (START + "os.close(1); sys.stdout = None", "list games", 0, "", ""),
        (START + "sys.stderr = None", "list zebras", 3, "", ""),
        (START + "sys.stdout.reconfigure(encoding='ascii')", "list cards loop --json", 0, "{", ""),
        (START + "os.dup2(os.open('/dev/full', os.O_WRONLY), 1)", "schema", 3, "", "error: standard output: cannot be"),
        (START + "r, w = os.pipe(); os.close(r); os.dup2(w, 1)", "list cards loop", 0, "", ""),
        (START + "r, w = os.pipe(); os.close(r); os.dup2(w, 1)", "schema", 0, "", ""),
    ],
)
def test_odd_streams(line: str, arguments: str, code: int, out: str, err: str) -> None:
    """Closed, full, broken or narrow streams: the exit code stays true, JSON stays JSON, nobody sees a traceback."""
    done = subprocess.run(
        [sys.executable, "-c", f"{line}; main({arguments.split()})"], capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stdout[:1], done.stderr[: len(err)]) == (code, out, err)
    assert done.stderr.count("\n") == bool(err)
    assert not out or json.loads(done.stdout)


@pytest.mark.parametrize("command", ["report {}", "replay {} --cell 0 --index 0", "init loop --out {}", "validate {}"])
def test_a_name_that_no_file_can_have(command: str, cli: Callable[..., Any]) -> None:
    """What the system refuses is the user's fault and not ours: one line, with the name."""
    answer = cli(*command.format("x" * 300).split())

    assert answer.code == 3
    assert answer.err.startswith("error: xxx")
    assert answer.err.count("\n") == 1


def test_a_name_in_two_lines_is_told_in_one(tmp_path: Path, cli: Callable[..., Any]) -> None:
    """Control characters and broken ones in a name of the user's are shown as escapes, a line a fault."""
    answers = [cli("validate", tmp_path / "a\nb"), cli("run", "loop", "--set", "a\x1b\udcff\nb=1", "--out", "x")]

    assert [answer.err.count("\n") for answer in answers] == [1, 1]
    assert "a\\nb: no such file" in answers[0].err
    assert "--set a\\x1b\\udcff\\nb: is unknown" in answers[1].err


def test_an_error_that_hides_a_ctrl_c() -> None:
    """A library that is interrupted may raise another exception of it; it is an interruption all the same."""
    code = (
        "from sim import cli\ndef build():\n    try: raise KeyboardInterrupt\n    finally: raise RuntimeError\n"
        "cli.build = build\ncli.main([])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (130, "")
