"""The data dictionary: every stored column, every table of counts and every key of a JSON document, with its unit."""

from __future__ import annotations

from sim.game import Column, Game


def entries(game: Game) -> list[Column]:
    """Return the dictionary of a game: its own entries, then the JSON keys that every game has."""
    own = list(game.columns())
    named = {(column.where, column.name) for column in own}
    return own + [column for column in [*run_keys(game), *BENCH_KEYS] if (column.where, column.name) not in named]


def run_keys(game: Game) -> list[Column]:
    """Return the keys of `sim run --json`."""
    values = game.axis_values()
    axes = [
        Column(f"cells[].{axis}", "json", "axis of the grid", "", _allowed(values.get(axis, ()))) for axis in game.axes
    ]
    return [
        Column("schema", "json", "version of this document's shape", "", "1"),
        Column("seconds", "json", "wall time of the playouts of this call, compiling left out", "s", "0.."),
        Column("playouts_per_second", "json", "playouts played by this call over `seconds`", "1/s", "0.."),
        Column("cells[].cell", "json", "number of the cell in the run", "", "0.."),
        Column("cells[].game", "json", "game", "", game.name),
        *axes,
        Column("cells[].policy", "json", "how the agents play", "", _allowed(game.policies)),
        Column("cells[].sweep", "json", "swept parameters of the cell by path; {} without a sweep", "", ""),
        Column("cells[].playouts", "json", "playouts stored, those of earlier calls included", "playouts", "0.."),
        Column("cells[].wins", "json", "playouts won", "playouts", "0..playouts"),
        Column("cells[].win_rate", "json", "wins over playouts", "share", "0..1"),
        Column("cells[].low", "json", "lower end of the win rate's 95 % interval", "share", "0..1"),
        Column("cells[].high", "json", "upper end of the win rate's 95 % interval", "share", "0..1"),
        Column("cells[].causes", "json", "playouts by how they ended: " + _allowed(game.causes[1:]), "playouts", "0.."),
        Column(f"cells[].{game.length}", "json", f"playouts by {game.length.replace('_', ' ')}", "playouts", "0.."),
        Column(f"cells[].mean_{game.length}", "json", f"mean {game.length.replace('_', ' ')}", "", "0.."),
        Column(f"cells[].sd_{game.length}", "json", "its standard deviation; null for one playout", "", "0.."),
        Column("cells[].capped", "json", "playouts that hit a safety limit", "playouts", "0..playouts"),
        Column("cells[].signature", "json", "hash of all results in playout order", "", "16 hex digits"),
    ]


BENCH_KEYS = [
    Column("results[].policy", "json", "policy measured", "", ""),
    Column("results[].scenario", "json", "scenario measured (the game's first axis)", "", ""),
    Column("results[].threads", "json", "worker threads", "threads", "1.."),
    Column("results[].playouts_per_second", "json", "median over the rounds", "1/s", "0.."),
    Column("results[].ratio", "json", "speed over that with the fewest threads, median over the rounds", "", "0.."),
    Column("results[].actions_per_turn", "json", "actions of all kinds over turns played", "actions", "0.."),
    Column("results[].win_rate", "json", "wins over playouts, of the playouts measured", "share", "0..1"),
    Column("results[].compile_seconds", "json", "time until the policy could play its first playout", "s", "0.."),
    Column("results[].cold", "json", "compile_seconds began without compiled code on disk (--cold)", "", "true, false"),
    Column("results[].peak_mib", "json", "peak memory of the process so far", "MiB", "0.."),
]


def _allowed(values: object) -> str:
    return ", ".join(str(value) for value in values) if hasattr(values, "__iter__") else str(values)
