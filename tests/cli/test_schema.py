"""`sim schema`: an editor that holds to the schemas accepts and refuses what `sim validate` does."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from sim.cli.schema import command
from sim.game import discover
from sim.schema import KINDS, schema_of
from sim.starter import starter

CONFIGS = sorted((Path(__file__).resolve().parents[2] / "configs").rglob("*.toml"))
LOOP = discover()["loop"]


def accepts(schema: dict[str, Any], document: Any) -> bool:
    """Tell whether a document holds to a schema."""
    return jsonschema.Draft202012Validator(schema).is_valid(document)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", sorted(discover()))
def test_schemas_are_valid_themselves(name: str, kind: str) -> None:
    """Every schema holds to the dialect that it names."""
    schema = schema_of(discover()[name], kind)

    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("file", CONFIGS, ids=lambda file: file.stem)
def test_the_shipped_configs_hold_to_it(file: Path) -> None:
    """What `sim validate` calls fine, the schema accepts."""
    schema = schema_of(discover()[file.parent.name], "config")

    assert accepts(schema, tomllib.loads(file.read_text()))


def test_the_starter_holds_to_it() -> None:
    """A config fresh from `sim init` shows no fault in an editor."""
    assert accepts(schema_of(LOOP, "config"), tomllib.loads(starter(LOOP)))


@pytest.mark.parametrize("policy", ["greedy", "greedy+seat2=idle", ["idle", "random+v_girl=greedy+seat1=idle"]])
def test_policies_and_mixes_hold_to_it(policy: Any) -> None:
    """One or several, mixed or not."""
    assert accepts(schema_of(LOOP, "config"), {"game": "loop", "policy": policy})


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"game": "chess"},
        {"game": "loop", "playout": 3},
        {"game": "loop", "playouts": 0},
        {"game": "loop", "policy": "gredy"},
        {"game": "loop", "policy": "greedy+seat2"},
        {"game": "loop", "policy": ["greedy+seat2=idel"]},
        {"game": "loop", "cells": {"scenario": "sabotag"}},
        {"game": "loop", "cells": {"colour": "red"}},
        {"game": "loop", "parameters": {"cycles": 9}},
        {"game": "loop", "parameters": {"cycle": 3}},
        {"game": "loop", "parameters": {"setup_clones": {"5": 1}}},
    ],
)
def test_faults_are_marked(wrong: dict[str, Any]) -> None:
    """Missing, unknown and misspelt keys, and values out of range, are marked while they are typed."""
    assert not accepts(schema_of(LOOP, "config"), wrong)


def test_a_content_file_may_state_a_part() -> None:
    """A single changed field of one card is a content file; a dimension that does not exist is none."""
    schema = schema_of(LOOP, "content")

    assert accepts(schema, {"cards": {"first_fire": {"dimension": "star"}}})
    assert not accepts(schema, {"cards": {"first_fire": {"dimension": "circle"}}})


def test_one_document_or_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without --out everything is one JSON document; with it, a file a game and kind."""
    command(None, None, None)
    document = json.loads(capsys.readouterr().out)
    command("loop", None, tmp_path)

    assert set(document["loop"]) == {"config", "content"}
    assert {path.name for path in tmp_path.iterdir()} == {"loop.config.schema.json", "loop.content.schema.json"}
