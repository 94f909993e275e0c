"""The one place that names numba: how rule functions are compiled, cached and identified.

`SIM_JIT=off` in the environment runs the same source as plain Python. Only then is a playout traced:
with the JIT on, `TRACE` is the constant False and numba prunes every `if TRACE:` before typing.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])

# numba's own switch counts too: with it on, a decorated function would be plain Python that expects to be compiled.
JIT: bool = os.environ.get("SIM_JIT", "on").lower() not in ("off", "0", "false", "no") and (
    os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
)
TRACE: bool = not JIT

PACKAGE = Path(__file__).resolve().parent
SHARED_SOURCES = ("kernel.py", "records.py", "rng.py", "game.py", "mixes.py", "spelling.py")


@functools.cache
def source_hash(folder: Path) -> str:
    """Name the sources that decide a playout's bits: 16 hex digits over every file that a rule or a player can call.

    `folder` is a game's. The hash is stamped on every result. A player's `weights.toml` counts: with other weights it
    is another player. A subfolder `telling` does not: it only tells of playouts.
    """
    return _digest([*_code(folder), *sorted(folder.rglob("weights.toml"))])


def _code(folder: Path | None) -> list[Path]:
    """Return the modules that are compiled: those that all games share, then a game's."""
    shared = [PACKAGE / name for name in SHARED_SOURCES]
    if folder is None:
        return shared
    return shared + sorted(path for path in folder.rglob("*.py") if "telling" not in path.relative_to(folder).parts)


def _digest(files: list[Path]) -> str:
    """Return 16 hex digits over names and contents."""
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def game_folder(module: str) -> Path | None:
    """Return the folder of the game that a module belongs to, None for a module that all games share."""
    parts = module.split(".")
    file = sys.modules[module].__file__
    if parts[:2] != ["sim", "games"] or len(parts) < 3 or file is None:
        return None
    is_package = Path(file).name == "__init__.py"
    return Path(file).parents[len(parts) - (3 if is_package else 4)]


def cache_root() -> Path:
    """Return the folder that holds compiled code: `SIM_CACHE`, else the user's cache folder."""
    if named := os.environ.get("SIM_CACHE"):
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "sim-balance"


@functools.cache
def cache_folder(game: Path | None = None) -> Path:
    """Return a game's own cache folder for its present source, made if need be.

    It is a temporary one where nothing can be written. None stands for what all games share. numba's own cache does
    not see an edit in another file, so a hash of all of them names the folder.
    """
    place = Path(game.name if game else "shared") / _digest(_code(game))
    folder = cache_root() / place
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        return Path(tempfile.gettempdir()) / f"sim-balance-{os.getuid()}" / place
    _remove_old(folder)
    return folder


def _remove_old(current: Path, keep: int = 4) -> None:
    """Drop the oldest caches of other sources; a few stay, so that switching branches costs nothing."""
    with contextlib.suppress(OSError):  # another process may be removing the same ones
        others = [path for path in current.parent.iterdir() if path.is_dir() and path != current]
        others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        for path in others[keep:]:
            shutil.rmtree(path, ignore_errors=True)


def is_cached(name: str, game: Path | None = None) -> bool:
    """Tell whether an entry of this name is in the cache, so that a caller can announce a compile."""
    return any(cache_folder(game).rglob(f"*.{name}-*.nbc"))


@functools.cache
def _decorators() -> tuple[Any, Any, Any]:
    """Return numba's decorators for a rule function and for an entry."""
    # Imported here: `sim --help` and the JIT-off mode never pay for it.
    import numba

    _refuse_negative_indices()
    # Only an entry is called from Python and found in the cache; a rule function without the two wrappers and
    # without a cache file of its own compiles in three quarters of the time.
    rule = numba.njit(nogil=True, boundscheck=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)
    inner = numba.njit(nogil=True, boundscheck=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True)
    return rule, numba.njit(nogil=True, boundscheck=True, cache=True), inner


def compiled(function: Function) -> Function:
    """Compile a rule function, which only compiled code calls, or leave it plain Python when the JIT is off."""
    if not JIT:
        return function
    return cast("Function", _for_compiled_code(_decorators()[0](function)))


def inlined(function: Function) -> Function:
    """Compile a rule function into each of its callers: for one so small that a call costs more than what it does."""
    if not JIT:
        return function
    return cast("Function", _for_compiled_code(_decorators()[2](function)))


def one_instruction(name: str) -> Callable[[Function], Function]:
    """Compile a function of a positive int64 into the processor's own instruction, by numba's name for that."""

    def replaced(function: Function) -> Function:
        if not JIT:
            return function
        from numba.cpython.unsafe import numbers

        return cast("Function", getattr(numbers, name))

    return replaced


def entry(function: Function) -> Function:
    """Compile a function that Python calls, with all that it calls, and keep it in the cache folder."""
    if not JIT:
        return function
    import numba

    numba.config.CACHE_DIR = str(cache_folder(game_folder(function.__module__)))
    return cast("Function", _decorators()[1](function))


def _refuse_negative_indices() -> None:
    """Let a negative index be out of bounds in code whose bounds are checked.

    To count it from the end, as Python does, costs as much as the check, at each index; no rule asks for that.
    """
    from numba.core import types
    from numba.np import arrayobj

    wrapping = arrayobj.fix_integer_index

    def fix_integer_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        if context.enable_boundscheck and kind.signed:
            return context.cast(builder, index, kind, types.intp)
        return wrapping(context, builder, kind, index, size)

    arrayobj.fix_integer_index = fix_integer_index


def _for_compiled_code(dispatcher: Any) -> Any:
    """Return a rule function that compiled code calls alone: it has no wrapper, so Python's call would end the process.

    Its class says so instead; compiled code never asks it.
    """
    _pass_whole_numbers_alike(dispatcher)
    dispatcher.__class__ = _uncallable()
    return dispatcher


@functools.cache
def _uncallable() -> Any:
    """Return numba's class of compiled functions as one that Python cannot call."""
    from numba.core.registry import CPUDispatcher

    def refuse(self: Any, *_arguments: Any, **_named: Any) -> Any:
        name = f"{self.py_func.__module__}.{self.py_func.__name__}"
        raise TypeError(f"{name} is for compiled code; Python calls an @entry, or anything with SIM_JIT=off")

    return type("Uncallable", (CPUDispatcher,), {"__call__": refuse})


def _pass_whole_numbers_alike(dispatcher: Any) -> None:
    """Make compiled callers pass every signed whole number as int64, so that a function is compiled once.

    numba would compile it anew for an int16 field, an int32 field, and for every literal: 336 compiles for
    150 functions, and half as much time again.
    """
    from numba import types

    get_call_template = dispatcher.get_call_template

    def alike(kind: Any) -> Any:
        plain = types.unliteral(kind)
        return types.int64 if isinstance(plain, types.Integer) and plain.signed else plain

    def get_call_template_alike(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return get_call_template(tuple(map(alike, args)), {name: alike(kind) for name, kind in kws.items()})

    dispatcher.get_call_template = get_call_template_alike
