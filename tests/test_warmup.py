"""Whether people are told what they wait for before the first playout."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sim import kernel, warmup

SECONDS = 0.3  # that the unit takes


def game() -> Any:
    """A game whose one unit takes a while."""
    unit = ("play_block", lambda: time.sleep(SECONDS))
    return SimpleNamespace(name="slow", folder=Path("slow"), compile_units=lambda _tables: [unit])


@pytest.fixture(autouse=True)
def _compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(kernel, "JIT", True)
    monkeypatch.setattr(warmup, "_compile_hash_rows", lambda: None)
    monkeypatch.setenv("SIM_CACHE", str(tmp_path))


def said(monkeypatch: pytest.MonkeyPatch, *, cached: bool, silent: float) -> list[str]:
    """What is said of a unit that the cache seems to have or not, where so many seconds may pass in silence."""
    monkeypatch.setattr(kernel, "is_cached", lambda *_: cached)
    monkeypatch.setattr(warmup, "SILENT", silent)
    lines: list[str] = []
    warmup.warm_up(game(), [], lines.append, threading.Event())
    return lines


def test_what_is_not_in_the_cache_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once, also where it takes longer than a silence may."""
    assert said(monkeypatch, cached=False, silent=SECONDS / 3) == [
        "compiling hash_rows, play_block (once for this version of the rules, up to a minute)"
    ]


def test_loading_is_not_worth_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is in the cache and comes soon."""
    assert said(monkeypatch, cached=True, silent=10 * SECONDS) == []


def test_a_cache_of_another_checkout_or_processor_shows_by_its_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its files are not for here: it is said late, once, and the next time with the seconds, if they can be read."""
    first = said(monkeypatch, cached=True, silent=SECONDS / 3)
    second = said(monkeypatch, cached=True, silent=SECONDS / 3)

    (tmp_path / "compile-seconds.json").write_text("[" * 100_000)
    third = said(monkeypatch, cached=True, silent=SECONDS / 3)

    assert third == first == ["compiling hash_rows, play_block (once for this folder and machine, up to a minute)"]
    assert second == ["compiling hash_rows, play_block (once for this folder and machine, about 0 s)"]
