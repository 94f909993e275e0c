"""Tests run the rules as plain Python; what needs the compiler runs `python -m sim` in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

# Before `sim` is imported for the first time: the JIT is switched when a rule is defined.
os.environ["SIM_JIT"] = "off"

import pytest

TESTS = Path(__file__).resolve().parent
TOYS = TESTS / "toys"


@dataclass(frozen=True)
class Answer:
    """What a command line came to."""

    code: int
    out: str
    err: str


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add the toy games to those that are discovered, here and in child processes."""
    import sim.games
    from sim.game import discover

    monkeypatch.setenv("SIM_GAMES", str(TOYS))
    monkeypatch.setattr(sim.games, "__path__", [*sim.games.__path__, str(TOYS)])
    discover.cache_clear()
    yield
    discover.cache_clear()


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Callable[..., Answer]:
    """Return a function that runs a command line in this process."""
    from sim.cli import main

    def run(*arguments: object) -> Answer:
        capsys.readouterr()
        with pytest.raises(SystemExit) as caught:
            main([str(argument) for argument in arguments])
        shown = capsys.readouterr()
        return Answer(int(caught.value.code or 0), shown.out, shown.err)

    return run


def start(*arguments: object, jit: str = "on") -> subprocess.Popen[str]:
    """Start `python -m sim` in a process of its own, with the JIT on."""
    path = os.pathsep.join(filter(None, [str(TESTS.parent), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "SIM_JIT": jit, "PYTHONPATH": path}
    return subprocess.Popen(
        [sys.executable, "-m", "sim", *map(str, arguments)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.fixture
def process() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Return `start`; what still runs at the end of the test is ended."""
    started: list[subprocess.Popen[str]] = []

    def begin(*arguments: object, jit: str = "on") -> subprocess.Popen[str]:
        started.append(start(*arguments, jit=jit))
        return started[-1]

    yield begin
    for child in started:
        if child.poll() is None:
            child.kill()
        child.communicate()
