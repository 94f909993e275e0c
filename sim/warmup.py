"""Compiling before the first playout, with a line that says why it takes a while."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from sim import kernel
from sim.mixes import read

if TYPE_CHECKING:
    from sim.game import Cell, Game


HASH: Final = "hash_rows"  # the one entry that all games share
SILENT: Final = 5.0  # seconds without a word; what takes longer is no loading
Unit = tuple[str, Callable[[], None]]


def warm_up(game: Game, cells: Sequence[Cell], say: Callable[[str], None], stop: threading.Event) -> float:
    """Compile, or load from the cache, all that these cells need; return the seconds it took.

    It happens in a thread of its own, so that Ctrl-C (a `KeyboardInterrupt` here) need not wait for the compiler.
    What the cache holds may have been compiled for a checkout elsewhere or another processor: that shows by its time.
    """
    if not kernel.JIT:
        return 0.0
    tables = [(cell.axes, read(cell.policy, game).policies) for cell in cells]
    units = [(HASH, _compile_hash_rows), *game.compile_units(tables)]
    compiling = [name for name, _ in units if not kernel.is_cached(name, None if name == HASH else game.folder)]
    if compiling:
        say(f"compiling {', '.join(compiling)} (once for this version of the rules, {_guess(game, compiling)})")
    begun = time.monotonic()
    failed: list[BaseException] = []
    thread = threading.Thread(target=_compile, args=(game, units, failed), daemon=True)
    thread.start()
    while thread.is_alive() and not stop.is_set():
        thread.join(0.05)
        if not compiling and time.monotonic() - begun > SILENT:
            compiling = [name for name, _ in units]
            say(f"compiling {', '.join(compiling)} (once for this folder and machine, {_guess(game, compiling)})")
    if failed:
        raise failed[0]
    if stop.is_set():
        raise KeyboardInterrupt
    seconds = time.monotonic() - begun
    if compiling:
        _remember(game, compiling, seconds)
    return seconds


def _compile(game: Game, units: Sequence[Unit], failed: list[BaseException]) -> None:
    try:
        for name, compile_unit in units:
            try:
                compile_unit()
            except Exception:  # noqa: BLE001  a cache that cannot be read or written; any other error comes again
                _drop_cached(name, game)
                compile_unit()
    except BaseException as error:  # noqa: BLE001  it is raised again in the thread that waits
        failed.append(error)


def _drop_cached(name: str, game: Game) -> None:
    """Remove what the cache holds of a unit."""
    for file in kernel.cache_folder(None if name == HASH else game.folder).rglob(f"*.{name}-*"):
        with contextlib.suppress(OSError):
            file.unlink()


def _compile_hash_rows() -> None:
    import numpy as np

    from sim.rng import hash_rows

    hash_rows(np.zeros((1, 1), np.int64))


# The last compile of the same units, in an earlier version of the rules, is the best guess for the next.


def _guess(game: Game, units: Sequence[str]) -> str:
    seconds = _known().get(_key(game, units))
    return f"about {seconds:.0f} s" if isinstance(seconds, (int, float)) else "up to a minute"


def _remember(game: Game, units: Sequence[str], seconds: float) -> None:
    file = kernel.cache_root() / "compile-seconds.json"
    with contextlib.suppress(OSError):
        file.write_text(json.dumps({**_known(), _key(game, units): round(seconds, 1)}))


def _known() -> dict[str, float]:
    with contextlib.suppress(OSError, ValueError, RecursionError):
        known = json.loads((kernel.cache_root() / "compile-seconds.json").read_text())
        return known if isinstance(known, dict) else {}
    return {}


def _key(game: Game, units: Sequence[str]) -> str:
    return f"{game.name}: {', '.join(units)}"
