"""What every command of the small kind has in common: one JSON document, one clear line for wrong use."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sim.cli import main


def answer(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Return exit code, standard output and standard error of a command line."""
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    shown = capsys.readouterr()
    return int(caught.value.code or 0), shown.out, shown.err


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
    line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A script may parse the whole of standard output; messages for people are elsewhere."""
    monkeypatch.chdir(Path(__file__).resolve().parents[2])
    code, out, _ = answer(line.split(), capsys)

    assert code == 0
    assert isinstance(json.loads(out), dict)


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
def test_wrong_use_is_one_line_and_exit_3(line: str, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The line says which word is wrong; standard output stays empty, and nobody sees a traceback."""
    code, out, err = answer(line.split(), capsys)

    assert code == 3
    assert out == ""
    assert [text for text in err.splitlines() if text.startswith("error: ") and word.lower() in text.lower()]
    assert "Traceback" not in err


def test_faults_come_as_json_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With --json a faulty file gives a document with every fault, and still exit 3 and the lines for people."""
    file = tmp_path / "mine.toml"
    file.write_text('game = "loop"\nplayouts = 0\nseeed = 1\n')
    code, out, err = answer(["validate", str(file), "--json"], capsys)
    document = json.loads(out)

    assert code == 3
    assert document["valid"] is False
    assert len(document["faults"]) == 2
    assert err.splitlines() == [f"error: {fault}" for fault in document["faults"]]


def test_a_table_names_what_json_names(capsys: pytest.CaptureFixture[str]) -> None:
    """People and scripts are told the same: every policy of the JSON list is in the table."""
    _, out, _ = answer(["list", "policies", "loop", "--json"], capsys)
    names = [row["name"] for row in json.loads(out)["rows"]]
    _, table, _ = answer(["list", "policies", "loop"], capsys)

    assert [name for name in names if f" {name} " not in table] == []
