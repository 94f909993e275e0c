"""What every command of the small kind has in common: one JSON document, one clear line for wrong use."""

from __future__ import annotations

import json
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

    assert [name for name in names if f" {name} " not in table] == []
