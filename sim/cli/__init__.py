"""The command line: one file a command; here they are put together, and every error becomes one clear line.

Nothing heavy is imported at the head of these modules: `sim --help` and shell completion must be quick.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib
import io
import os
import pkgutil
import signal
import sys
from pathlib import Path
from typing import Any

from sim.errors import UserError, one_line

COMMANDS = (
    *("run", "report", "replay", "list", "bench", "ladder", "worth", "sensitivity", "train"),
    *("baseline", "check", "compare", "tune", "plan", "validate", "init", "schema"),
)
INTERNAL_ERROR, WRONG_USE, INTERRUPTED = 70, 3, 130

# Until `main` can answer a Ctrl-C, it just ends the program: an interrupted import would show a traceback.
with contextlib.suppress(ValueError):  # not in the main thread: no signals arrive here
    _before = signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
import typer  # noqa: E402

with contextlib.suppress(NameError, ValueError):
    signal.signal(signal.SIGINT, _before)

# The parent of every error in the use of options and arguments, wherever typer keeps it.
USAGE_ERROR: Any = typer.BadParameter.__base__


def build() -> typer.Typer:
    """Return the app with every command whose file is there."""
    app = typer.Typer(
        name="sim",
        help="A Monte Carlo balance simulator for cooperative board games.",
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_version_option)
    there = {module.name for module in pkgutil.iter_modules(__path__)}
    for name in COMMANDS:
        if name in there:
            app.command(name)(importlib.import_module(f"sim.cli.{name}").command)
    return app


def _version_option(version: bool = typer.Option(False, "--version", help="Show the version and stop.")) -> None:
    """A Monte Carlo balance simulator for cooperative board games."""
    if version:
        from sim import __version__

        typer.echo(f"sim {__version__}")
        raise typer.Exit


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit: 0 fine, 3 wrong use or bad input, 70 a fault of ours, 130 interrupted."""
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)  # nothing is left to interrupt
    _prepare_streams()
    code = _answer(arguments)
    if code == INTERRUPTED:
        # A compiler may still be at work in another thread; results are on disk, so nothing is lost by not waiting.
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


def _prepare_streams() -> None:
    """Make standard output and error fit to be written to: there, if closed, and with escapes for what they lack."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115  open until the end
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _answer(arguments: list[str] | None) -> int:
    try:
        code = build()(args=arguments, prog_name="sim", standalone_mode=False) or 0
        sys.stdout.flush()
        return code
    except UserError as error:
        return _complain(*error.faults)
    except USAGE_ERROR as error:
        return _wrong_use(error)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):
        # The reader has gone (`| head`), of which typer and rich make a SystemExit.
        _drop_output()
        return 0
    except OSError as error:
        _drop_output()
        what = error.filename or "standard output"
        return _complain(one_line(f"{what}: cannot be read or written: {error.strerror or error}"))
    except Exception as error:
        if _comes_of_interrupt(error):
            return INTERRUPTED
        if os.environ.get("SIM_DEBUG"):
            raise
        text = " ".join(f"{type(error).__name__}: {error}".split())
        print(f"internal error: {text} (set SIM_DEBUG=1 to see the traceback)", file=sys.stderr)
        return INTERNAL_ERROR


def _comes_of_interrupt(error: BaseException | None) -> bool:
    """Whether a Ctrl-C is behind an error: what it interrupts may make another exception of it."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _wrong_use(error: Any) -> int:
    if type(error).__name__ == "NoArgsIsHelpError":
        print(error.format_message(), file=sys.stderr)
        return WRONG_USE
    help_command = f"{error.ctx.command_path if error.ctx else 'sim'} --help"
    message = error.format_message().replace("Value error, ", "").rstrip(".")
    return _complain(one_line(f"{message}; see `{help_command}`"))


def _complain(*faults: str) -> int:
    # Where nobody can be told, the exit code still tells.
    with contextlib.suppress(OSError):
        for fault in faults:
            print(f"error: {fault}", file=sys.stderr)
    return WRONG_USE


def _drop_output() -> None:
    """Send what is still to be written nowhere: Python would complain when it flushes at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
