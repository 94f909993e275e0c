"""The command line: one file a command; here they are put together, and every error becomes one clear line.

Nothing heavy is imported at the head of these modules: `sim --help` and shell completion must be quick.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
from typing import Any

import typer

from sim.errors import UserError

COMMANDS = ("run", "report", "replay", "list", "bench", "validate", "init", "schema")
INTERNAL_ERROR, WRONG_USE, INTERRUPTED = 70, 3, 130

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
    code = 0
    try:
        code = _answer(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone (`| head`). Python would complain when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if code == INTERRUPTED:
        # A compiler may still be at work in another thread; results are on disk, so nothing is lost by not waiting.
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


def _answer(arguments: list[str] | None) -> int:
    try:
        return build()(args=arguments, prog_name="sim", standalone_mode=False) or 0
    except UserError as error:
        return _complain(str(error))
    except USAGE_ERROR as error:
        return _wrong_use(error)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except Exception as error:
        if os.environ.get("SIM_DEBUG"):
            raise
        text = " ".join(f"{type(error).__name__}: {error}".split())
        print(f"internal error: {text} (set SIM_DEBUG=1 to see the traceback)", file=sys.stderr)
        return INTERNAL_ERROR


def _wrong_use(error: Any) -> int:
    if type(error).__name__ == "NoArgsIsHelpError":
        print(error.format_message(), file=sys.stderr)
        return WRONG_USE
    help_command = f"{error.ctx.command_path if error.ctx else 'sim'} --help"
    return _complain(f"{error.format_message().rstrip('.')}; see `{help_command}`")


def _complain(message: str) -> int:
    for line in message.splitlines():
        print(f"error: {line}", file=sys.stderr)
    return WRONG_USE
