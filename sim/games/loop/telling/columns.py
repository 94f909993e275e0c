"""The data dictionary of stored rows and counts, and rows as words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.game import Column
from sim.games.loop.results import MANY_CLONES, MANY_COMPLETED, MANY_LOOPS, MANY_VORTEXES, TOTALS
from sim.games.loop.terms import CAUSES, WORD

ROW_COLUMNS = [
    Column("index", "row", "number of the playout in its cell", "", "0.."),
    Column("missions_done", "row", "bit set of the missions completed, by number", "bits", ""),
    Column("missions_lost", "row", "bit set of the missions that failed because of a vortex", "bits", ""),
    Column("taken_0", "row", "bit set of artifacts taken from an era or as a reward, cards 0 to 62", "bits", ""),
    Column("taken_1", "row", "the same, cards 63 to 125", "bits", ""),
    Column("used_0", "row", "bit set of cards used at least once, cards 0 to 62", "bits", ""),
    Column("used_1", "row", "the same, cards 63 to 125", "bits", ""),
    Column("cause", "row", "how the playout ended", "code", ", ".join(f"{i} {c}" for i, c in enumerate(CAUSES) if i)),
    Column("last_turn", "row", "turn in which the playout ended", "turns", "1..21 (28 with four cycles)"),
    Column("cycle", "row", "cycle of the last turn", "cycles", "1..3 (4)"),
    Column("seat", "row", "seat whose turn was the last, the first seat being 0; -1: nobody's (solo)", "seat", "-1..3"),
    *[
        Column(f"agent_{k}", "row", f"agent in seat {k}, by number; -1: no such seat", "agent", "-1..7")
        for k in range(1, 5)
    ],
    Column("missions_completed", "row", "missions completed", "missions", "0.."),
    Column("missions_failed", "row", "missions that failed", "missions", "0..7"),
    Column("vortexes", "row", "vortexes made, mega vortexes included", "vortexes", "0..7"),
    Column("clones", "row", "clones on the board at the end, supa clones included", "clones", "0.."),
    Column("clones_destroyed", "row", "clones destroyed, supa clones included", "clones", "0.."),
    Column("supa_destroyed", "row", "supa clones destroyed", "clones", "0.."),
    Column("rifts_dropped", "row", "rifts dropped by the Machine", "cubes", "0.."),
    Column("rifts_removed", "row", "rifts removed by agents", "cubes", "0.."),
    Column("energy_added", "row", "energy added by agents", "cubes", "0.."),
    Column("free_moves", "row", "free moves", "actions", "0..21"),
    Column("paid_moves", "row", "paid moves", "actions", "0.."),
    Column("cards_used", "row", "cards used from the own hand", "actions", "0.."),
    Column("loops", "row", "LOOPs performed", "actions", "0.."),
    Column("abilities", "row", "uses of an ability that is an action of its own", "actions", "0.."),
    Column("centrifuges_down", "row", "centrifuges taken down", "actions", "0..3"),
    Column("capped", "row", "turns that hit the action limit", "turns", "0..21"),
    Column("foo_era", "row", "Foo's era at the end", "era", "0..6"),
    Column("fatal_era", "row", "era of the vortex that lost the game; -1: none did", "era", "-1..6"),
    Column(
        "fatal_clones",
        "row",
        "clones in Foo's era at the last drop of a vortex loss; -1: no vortex loss",
        "clones",
        "-1..",
    ),
    Column("fatal_cubes", "row", "rifts of that drop; -1: no vortex loss", "cubes", "-1.."),
    Column("fatal_in_action", "row", "1: the fatal vortex came from a transfer in the action phase", "", "0, 1"),
    Column("end_era", "row", "era of the agent whose turn was the last; -1: nobody's", "era", "-1..6"),
]
COUNT_COLUMNS = [
    Column("playouts", "count", "playouts", "playouts", "0.."),
    Column("capped", "count", "playouts in which a turn hit the action limit", "playouts", "0.."),
    Column("length_by_cause", "count", "playouts by cause and last turn", "playouts", "0.."),
    Column(
        "fatal",
        "count",
        "vortex losses by cause, cycle, era of the vortex, clones in Foo's era at the last drop "
        f"({MANY_CLONES}: or more)",
        "playouts",
        "0..",
    ),
    Column(
        "fatal_in_action",
        "count",
        "vortex losses that came from a transfer in the action phase, by cause",
        "playouts",
        "0..",
    ),
    Column(
        "completed_by_cause",
        "count",
        f"playouts by cause and missions completed ({MANY_COMPLETED}: or more)",
        "playouts",
        "0..",
    ),
    Column("mission_done", "count", "playouts in which a mission was completed, lost and won", "playouts", "0.."),
    Column("mission_failed", "count", "playouts in which a mission failed, lost and won", "playouts", "0.."),
    Column("agent", "count", "playouts by agent in the team, lost and won", "playouts", "0.."),
    Column("seat_agent", "count", "playouts by seat and agent, lost and won", "playouts", "0.."),
    Column("pair", "count", "playouts by pair of agents, lost and won", "playouts", "0.."),
    Column("taken", "count", "playouts in which an artifact was taken, lost and won", "playouts", "0.."),
    Column("used", "count", "playouts in which a card was used, lost and won", "playouts", "0.."),
    Column("turns_left_at_win", "count", "won playouts by turns left", "playouts", "0.."),
    Column("one_short", "count", "lost playouts with all missions but one completed, by cause", "playouts", "0.."),
    Column(
        "vortexes",
        "count",
        f"playouts by vortexes at the end ({MANY_VORTEXES}: or more), lost and won",
        "playouts",
        "0..",
    ),
    Column("loops", "count", f"playouts by LOOPs performed ({MANY_LOOPS}: or more)", "playouts", "0.."),
    Column("totals", "count", "sums over playouts: " + ", ".join(TOTALS), "", "0.."),
]


def columns() -> list[Column]:
    """Return the data dictionary of the stored rows and of the counts."""
    return ROW_COLUMNS + COUNT_COLUMNS


def decode(rows: Any, agents: Sequence[str], missions: Sequence[str], cards: Sequence[str]) -> dict[str, Any]:
    """Return rows as columns of plain values: causes, agents, missions and cards by name."""
    columns: dict[str, Any] = {}
    for name in rows.dtype.names:
        values = rows[name].tolist()
        if name == "cause":
            columns[name] = [CAUSES[code] for code in values]
        elif name.startswith("agent_"):
            columns[name] = [agents[agent] if agent >= 0 else None for agent in values]
        elif name in ("missions_done", "missions_lost"):
            columns[name] = [names_in(bits, missions) for bits in values]
        elif name.endswith("_0"):
            pairs = zip(values, rows[name[:-1] + "1"].tolist(), strict=True)
            columns[name[:-2]] = [names_in(low, cards[:WORD]) + names_in(high, cards[WORD:]) for low, high in pairs]
        elif not name.endswith("_1"):
            columns[name] = values
    return columns


def names_in(bits: int, names: Sequence[str]) -> list[str]:
    """Return the names whose bits are set."""
    return [name for number, name in enumerate(names) if bits >> number & 1]
