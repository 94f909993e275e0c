"""A Monte Carlo balance simulator for cooperative board games, from Python: `from sim import run, load`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    from sim.store import Run

__version__ = "0.1.0"
__all__ = ["__version__", "load", "run"]


def run(
    game: str,
    *,
    out: Path | str | None = None,
    config: Path | str | None = None,
    sets: Sequence[str] = (),
    parameters: Mapping[str, Any] | None = None,
    quiet: bool = True,
    **options: Any,
) -> pd.DataFrame:
    """Run an experiment and return one row a cell: axes, policy, playouts, wins, win rate with interval, causes.

    `options` are a config's keys (`playouts`, `seed`, `policy`, `content`, `rows`, `threads`, `sweep`) and the game's
    axes (`scenario="sabotage"`, `players=[2, 3]`). `parameters` and `sets` (texts `PATH=VALUE`) change the rules.
    With `out`, the run is kept in that folder and may be resumed or extended. Raises `sim.errors.UserError`.
    """
    import pandas as pd

    from sim.config import load as load_experiment
    from sim.errors import UserError
    from sim.experiment import execute
    from sim.results import flat

    keys = {"game": game, "parameters": parameters, **options}
    prepared = load_experiment(config, options=with_axes(keys, game), sets=sets)
    if out is not None and not str(out):
        raise UserError('out: "" names no folder')
    outcome = execute(prepared, Path(out) if out is not None else None, quiet=quiet)
    return pd.DataFrame([flat(document) for document in outcome.cells])


def with_axes(options: Mapping[str, Any], game: str) -> dict[str, Any]:
    """Return options with the game's axes put under `cells`; a tuple counts as a list."""
    from sim.game import discover

    axes = discover()[game].axes if game in discover() else ()
    plain = {key: list(value) if isinstance(value, tuple) else value for key, value in options.items()}
    return {f"cells.{key}" if key in axes else key: value for key, value in plain.items()}


def load(path: Path | str, *, rows: bool = False) -> pd.DataFrame:
    """Return a run's cells, one row each; with `rows`, all its stored playouts, decoded, with their cell.

    Rows need memory: about 300 bytes a playout. Raises `sim.errors.UserError`.
    """
    import pandas as pd

    from sim.results import cell_document, flat
    from sim.store import open_run

    stored = open_run(path)
    if rows:
        return pd.concat(list(_decoded(stored)), ignore_index=True)
    always = stored.experiment.precision is not None
    return pd.DataFrame([flat(cell_document(stored.game, cell, cell.counts, always=always)) for cell in stored.cells])


def _decoded(stored: Run) -> Iterator[pd.DataFrame]:
    import pandas as pd

    for index, cell in enumerate(stored.cells):
        for rows in stored.rows(index):
            yield pd.DataFrame({"cell": cell.cell.index, **stored.game.decode(rows, stored.content)})
