"""A config to start from: every key with what it means, in a form that runs as it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from sim.game import Game, SelectionError
from sim.parameters import Parameter, described
from sim.toml import spelt

PLAYOUTS: Final = 1_000
COMMENT_AT: Final = 40  # column where comments begin


def starter(game: Game) -> str:
    """Return a commented config: one value of the first axis, all of the second, the others and the parameters off."""
    return "\n".join([*_head(game), *_cells(game), *_parameters(game), *_sweep(game)]) + "\n"


def _head(game: Game) -> Iterator[str]:
    yield f"# An experiment of {game.title}. A line that begins with # is switched off: take the mark away to use it."
    yield "#   sim validate FILE                                  checks this file and names every fault"
    yield f"#   sim run {game.name} --config FILE --out runs/mine         plays it; the same command resumes it"
    yield "#   sim report runs/mine                               writes the tables, the charts and the page"
    yield ""
    yield _line("game", game.name)
    yield _line("seed", 1, "same seed and version: same results, bit for bit")
    by_policy = ", ".join(
        f"{name} = {PLAYOUTS}" for name in list(dict.fromkeys([game.default_policy, *game.policies]))[:2]
    )
    yield _line("playouts", PLAYOUTS, f"of each cell; by policy: {{ {by_policy} }}")
    yield _line("policy", game.default_policy, f"{', '.join(game.policies)}; or a list of them")
    yield _line("rows", "all", '"all": a stored row a playout; "none": exact counts only')
    yield _line(
        "content", {}, 'cards and other content of your own: a table, or "my_box.toml", a file beside this', off=True
    )
    if weights := list(game.weights()):
        yield _line("weights", {}, f"by name ({', '.join(weights)}): a file of `sim train`, or a table", off=True)
    axis, values = next(iter(game.axis_values().items()))
    yield _line(
        "only",
        {game.default_policy: {axis: [next(iter(values))]}},
        "cells that a policy plays, and no others",
        off=True,
    )
    yield ""


def _cells(game: Game) -> Iterator[str]:
    yield "# Which cells are played. An axis that is left out stands for its whole default grid."
    yield "[cells]"
    content = game.load_content()
    played: dict[str, list[Any]] = {}
    for n, (axis, values) in enumerate(game.axis_values().items()):
        choices = list(values)
        shown = choices[:1] if n == 0 else _example(game, axis, choices, played, content, whole=n == 1)
        allowed = "allowed: " + ", ".join(map(spelt, choices)) if len(shown) < len(choices) else ""
        yield _line(axis, shown, allowed, off=n > 1)
        if n < 2:
            played[axis] = shown
    yield ""


def _example(
    game: Game, axis: str, choices: list[Any], played: Mapping[str, Any], content: Any, *, whole: bool
) -> list[Any]:
    """Return values of an axis that go with those played: the default grid's, all or two, or the first that do."""
    grid = [cell[axis] for cell in game.cells(played, content)]
    usual = [value for value in choices if value in grid]
    candidates = [usual if whole else usual[:2], *([choice] for choice in choices)]
    candidates += [choices[:n] for n in range(2, len(choices) + 1)]  # a team
    return next(values for values in candidates if values and _fits(game, {**played, axis: values}, content))


def _fits(game: Game, selection: Mapping[str, Any], content: Any) -> bool:
    """Whether there are cells of these axes."""
    try:
        return bool(game.cells(selection, content))
    except SelectionError:
        return False


def _parameters(game: Game) -> Iterator[str]:
    yield "# Numbers of the rules that differ; here their defaults. (A): an assumption, the sources being silent."
    yield "[parameters]"
    meaning = ""
    for parameter in described(game.parameters_model(), game.axis_values()):
        if parameter.meaning and parameter.meaning != meaning:
            meaning = parameter.meaning
            yield f"#   {'(A) ' if parameter.assumption else ''}{meaning}"
        yield _line(parameter.path, parameter.default, parameter.allowed, off=True)
    yield ""


def _sweep(game: Game) -> Iterator[str]:
    yield "# Values to compare: the grid is played for each, with the same luck, so that differences show early."
    yield "[sweep]"
    if example := _number(game):
        yield _line(example.path, [example.default, example.default + 1], off=True)


def _number(game: Game) -> Parameter | None:
    """Return a parameter that is a whole number, for the example."""
    return next((one for one in described(game.parameters_model()) if type(one.default) is int), None)


def _line(key: str, value: Any, comment: str = "", *, off: bool = False) -> str:
    line = f"{'# ' if off else ''}{key} = {spelt(value)}"
    return f"{line:<{COMMENT_AT}} # {comment}" if comment else line
