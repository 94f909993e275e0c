"""The data dictionary: every stored column, every table of counts and every key of a JSON document, with its unit.

A JSON key is written as the command that prints it and the path: `run.cells[].win_rate`. A key that holds a table by
name (causes, swept parameters) is explained as one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from sim.faults import show
from sim.game import Column, Game


def entries(game: Game) -> list[Column]:
    """Return the dictionary of a game: what it stores itself, then the JSON keys that every game has."""
    own = with_usual(game)
    named = {column.name for column in own if column.where == "json"}
    return own + [column for column in json_keys(game) if column.name not in named]


def with_usual(game: Game) -> list[Column]:
    """Return the columns and tables that a game explains, after those of the contract that it leaves out."""
    own = list(game.columns())
    known = {(column.where, column.name) for column in own}
    stored = {"row": game.result_dtype().names or (), "count": game.counts_dtype().names or ()}
    usual = [column for column in usual_columns(game) if column.name in stored[column.where]]
    return [column for column in usual if (column.where, column.name) not in known] + own


def usual_columns(game: Game) -> Iterable[Column]:
    """Yield what the contract names in rows and counts."""
    length = game.length.replace("_", " ")
    yield Column("index", "row", "number of the playout in its cell", "", "0..")
    codes = ", ".join(f"{code} {cause}" for code, cause in enumerate(game.causes) if code)
    yield Column("cause", "row", "how the playout ended", "code", codes)
    yield Column(game.length, "row", f"{length} of the playout", "", f"1..{game.max_length}")
    yield Column("capped", "row", "how often the limit on actions was hit", "", "0..")
    yield Column("playouts", "count", "playouts", "playouts", "0..")
    yield Column("capped", "count", "playouts in which the limit on actions was hit", "playouts", "0..")
    yield Column("length_by_cause", "count", f"playouts by cause and {length}", "playouts", "0..")


def json_keys(game: Game) -> list[Column]:
    """Return the keys of all JSON documents but the traces of `replay`, which are lines of their own kind."""
    return [
        *(json(f"run.{name}", *rest) for name, *rest in RUN),
        *(json(f"run.cells[].{name}", *rest) for name, *rest in [*cell(game), *lengths(game)]),
        *(json(f"report.{name}", *rest) for name, *rest in [*origin("report"), *REPORT]),
        *(json(f"report.cells[].{name}", *rest) for name, *rest in [*cell(game), *spread(game)]),
        *(json(f"report.levels[].{name}", *rest) for name, *rest in [*PAIR, *DIFFERENCE]),
        *(json(f"report.difficulty[].{name}", *rest) for name, *rest in CURVE),
        *(json(f"report.difficulty[].steps[].{name}", *rest) for name, *rest in LEVEL_STEP),
        *(json(f"ladder.{name}", *rest) for name, *rest in [*origin("ladder"), *LADDER]),
        *(json(f"ladder.cells[].{name}", *rest) for name, *rest in [*rates(game), *STEP]),
        *(json(f"ladder.cells[].gain.{name}", *rest) for name, *rest in DIFFERENCE),
        *(json(f"worth.{name}", *rest) for name, *rest in [*origin("worth"), *WORTH]),
        *(json(f"worth.bases[].{name}", *rest) for name, *rest in [*rates(game), SIGNATURE]),
        *(json(f"worth.worths[].{name}", *rest) for name, *rest in [*rates(game), *WITHOUT]),
        *(json(f"worth.worths[].drop.{name}", *rest) for name, *rest in DROP),
        *(json(f"tune.{name}", *rest) for name, *rest in TUNE),
        *(json(f"tune.cells[].{name}", *rest) for name, *rest in [*which(game), *TUNED]),
        *(json(f"tune.cells[].{kind}[].{name}", *rest) for kind in ("neighbours", "tried") for name, *rest in POINT),
        *(json(f"sensitivity.{name}", *rest) for name, *rest in [*origin("sensitivity"), *SENSITIVITY]),
        *(json(f"sensitivity.cells[].{name}", *rest) for name, *rest in [*rates(game), *VARIED_CELL]),
        *(json(f"sensitivity.effects[].{name}", *rest) for name, *rest in EFFECT),
        *(json(f"sensitivity.indices[].{name}", *rest) for name, *rest in INDEX),
        *(json(f"{kind}.{name}", *rest) for kind in ("check", "compare") for name, *rest in verdicts(kind)),
        *(json(f"{kind}.cells[].{name}", *rest) for kind in ("check", "compare") for name, *rest in shifts(game)),
        *(json(f"plan.{name}", *rest) for name, *rest in PLAN),
        *(json(f"train.{name}", *rest) for name, *rest in [*origin("train"), *TRAIN]),
        *(json(f"train.start.{name}", *rest) for name, *rest in RATE),
        *(json(f"train.result.{name}", *rest) for name, *rest in [*RATE, *DIFFERENCE[:6], VERDICT]),
        *(json(f"train.generations[].{name}.{key}", *rest) for name in ("centre", "best") for key, *rest in RATE),
        *(json(f"train.cells[].{name}", *rest) for name, *rest in [*rates(game), SIGNATURE]),
        *(json(f"train.cells[].start.{name}", *rest) for name, *rest in RATE),
        *(json(f"train.cells[].gain.{name}", *rest) for name, *rest in [*DIFFERENCE[:-1], VERDICT]),
        *(json(name, *rest) for name, *rest in OTHERS),
    ]


def json(name: str, meaning: str, unit: str = "", allowed: str = "") -> Column:
    """Return an entry for a JSON key."""
    return Column(name, "json", meaning, unit, allowed)


def origin(kind: str) -> Iterable[tuple[str, ...]]:
    """Yield what a document that is made of a run says of it."""
    yield "schema", "version of this document's shape", "", "1"
    yield "kind", "what this document is", "", kind
    yield from ORIGIN


def cell(game: Game) -> Iterable[tuple[str, ...]]:
    """Yield what `run` and `report` say of a cell."""
    yield from rates(game)
    yield "causes", "how the playouts ended: " + listed(game.causes[1:]), "playouts", "0..playouts"
    if game.winners:
        yield "winners", "playouts by the side that won: " + listed(game.winners), "playouts", "0..playouts"
    yield "capped", "playouts that hit a safety limit; 0 where a game needs none", "playouts", "0..playouts"
    yield SIGNATURE


def rates(game: Game) -> Iterable[tuple[str, ...]]:
    """Yield what every document says of a cell: (key, meaning, unit, range)."""
    *facts, sweep = which(game)
    yield from facts
    yield "sees_hidden", "the policy knows what players cannot: a yardstick, no balance number", "", "true, false"
    yield sweep
    yield from RATE
    yield "interval", "for a fixed number of playouts, or for whenever one stops", "", "Wilson, time-uniform"


def which(game: Game) -> Iterable[tuple[str, ...]]:
    """Yield what says which cell it is."""
    yield "cell", "number of the cell in the run", "", "0.."
    yield "game", "game", "", game.name
    values = game.axis_values()
    for axis in game.axes:
        yield axis, "axis of the grid; null: not fixed", "", listed(values.get(axis, ()))
    yield "policy", "how the agents play: a policy, or a mix of several", "", listed(game.policies)
    yield "sweep", "swept parameters of this cell, by path; {} without a sweep"


def verdicts(kind: str) -> Iterable[tuple[str, ...]]:
    """Yield what `check` and `compare` say of all cells together."""
    yield "schema", "version of this document's shape", "", "1"
    yield "kind", "what this document is", "", kind
    if kind == "check":
        yield "baseline", "file of the baseline"
        yield "signature_playouts", "playouts of a cell that signatures are compared over, at most", "playouts", "1.."
        yield "changes", "what differs before anything is played, by game: rules, cards, parameters, versions"
        yield "new_cells[]", "a cell that the baseline does not have, in words"
    else:
        yield "game", "game"
        yield "yardsticks[]", "a policy on either side that sees what is hidden: no balance number may come from it"
        yield "rules_version", "version of the rules that were played"
        yield "source_hash", "hash of the sources in force", "", "16 hex digits"
        yield "before", "the first side, as it was named"
        yield "after", "the second side, as it was named"
        yield "same", "what all cells have in common, in words"
    yield from VERDICTS


def shifts(game: Game) -> Iterable[tuple[str, ...]]:
    """Yield what `check` and `compare` say of a cell."""
    yield "title", "the cell in words"
    yield "cell", "number of the cell on the second side", "", "0.."
    yield "game", "game", "", game.name
    values = game.axis_values()
    for axis in game.axes:
        yield axis, "axis of the grid; null: not fixed", "", listed(values.get(axis, ()))
    yield "policy", "how the agents play on the second side", "", listed(game.policies)
    yield "sweep", "swept parameters of this cell, by path; {} without a sweep"
    for side, which in (("before", "first"), ("after", "second")):
        yield f"{side}.cell", f"number of the cell on the {which} side", "", "0.."
        yield f"{side}.policy", f"policy of the {which} side"
        yield f"{side}.sweep", f"swept parameters of the {which} side, by path"
        yield f"{side}.playouts", "playouts that the verdict rests on", "playouts", "0.."
        yield f"{side}.wins", "of these won", "playouts", "0..playouts"
        yield f"{side}.win_rate", "wins over playouts; null without any", "share", "0..1"
        yield f"{side}.low", "lower end of its time-uniform 95 % interval", "share", "0..1"
        yield f"{side}.high", "upper end of its time-uniform 95 % interval", "share", "0..1"
    yield from SHIFT


def lengths(game: Game) -> Iterable[tuple[str, ...]]:
    """Yield what `run` says of the lengths of a cell's playouts."""
    length = game.length.replace("_", " ")
    yield game.length, f"playouts by {length}", "playouts", "0.."
    yield f"mean_{game.length}", f"mean {length}", unit_of(game), f"1..{game.max_length}"
    yield f"sd_{game.length}", f"standard deviation of the {length}; null for one playout", unit_of(game), "0.."


def spread(game: Game) -> Iterable[tuple[str, ...]]:
    """Yield what `report` says of them."""
    length = game.length.replace("_", " ")
    yield game.length, f"{length}: n, mean with its 95 % interval, standard deviation, quantiles", unit_of(game)


def unit_of(game: Game) -> str:
    """Return the unit of a playout's length, "turns"."""
    return next((one.unit for one in game.columns() if (one.where, one.name) == ("row", game.length)), "")


def listed(values: Any) -> str:
    """Return allowed values in words."""
    return ", ".join(show(value) if isinstance(value, bool) else str(value) for value in values)


RATE: Final = (
    ("playouts", "playouts stored, those of earlier calls included", "playouts", "0.."),
    ("wins", "playouts won", "playouts", "0..playouts"),
    ("win_rate", "wins over playouts", "share", "0..1"),
    ("low", "lower end of the win rate's 95 % interval", "share", "0..1"),
    ("high", "upper end of the win rate's 95 % interval", "share", "0..1"),
)

SIGNATURE: Final = ("signature", "hash of all results in playout order", "", "16 hex digits")

WEIGHTS: Final = ("weights", "players' weights that are not the package's own, by name; null: none")

RUN: Final = (
    ("schema", "version of this document's shape", "", "1"),
    WEIGHTS,
    ("seconds", "wall time of the playouts of this call, compiling left out", "s", "0.."),
    ("playouts_per_second", "playouts played by this call over `seconds`", "1/s", "0.."),
)

ORIGIN: Final = (
    ("game", "game"),
    ("title", "the game's name in print"),
    ("complete", "all cells have all their playouts", "", "true, false"),
    ("seed", "seed of the run", "", "0.."),
    ("rules_version", "version of the rules that were played"),
    ("source_hash", "hash of the sources that played the run", "", "16 hex digits"),
    ("source_matches", "the sources are still the same", "", "true, false"),
    ("content_hash", "hash of the cards and other content", "", "16 hex digits"),
    ("content_status", "entries of the content by kind and status", "entries", "0.."),
    ("versions", "versions of what the run was played with, by name"),
    ("assumptions", "assumptions in force, by parameter"),
    WEIGHTS,
    ("interval", "confidence of every interval", "", "95 %"),
)

REPORT: Final = (
    ("policies", "policies of the run"),
    ("sensitivity", "how far assumptions move win rates: `misfit` (why not known) and `cells`; null: not asked for"),
    ("tables", "tables by name: title, note and rows; counts in playouts, shares and rates in 0..1 with low and high"),
)

CURVE: Final = (
    ("axis", "the axis that has the levels"),
    ("levels[]", "value of the axis, the easiest level first"),
    ("cells[]", "number of the cell at that level", "", "0.."),
    ("ratios[].ratio", "a step over the next one; null where the next one may be none"),
    ("ratios[].low", "lower end of its 95 % interval (Fieller); null as above"),
    ("ratios[].high", "upper end of its 95 % interval; null as above"),
    ("ratios[].verdict", "which step is larger", "", "not told apart, first larger, second larger, cannot be said"),
)

PAIR: Final = (
    ("cell", "number of a cell that an earlier policy plays too", "", "0.."),
    ("base", "number of the same cell by the first policy, which it is compared with", "", "0.."),
)

LADDER: Final = (
    ("comparisons", "comparisons that the verdicts are corrected for", "", "1.."),
    ("rungs[].policy", "policy, the weakest first"),
    ("rungs[].summary", "how it plays"),
    ("rungs[].sees_hidden", "it is a yardstick: no balance number may come from it", "", "true, false"),
    ("cells[].gain", "what the cell gains on the same cell one rung below; null on the lowest rung"),
    ("speed[].cell", "number of the cell", "", "0.."),
    ("speed[].playouts_per_second", "on one thread, warm, from a short trial on the machine at hand", "1/s", "0.."),
)

STEP: Final = (
    SIGNATURE,
    ("rung", "place of its policy on the ladder, from the lowest up", "", "0.."),
)

DIFFERENCE: Final = (
    ("pairs", "playouts compared: the first that both cells have", "playouts", "0..playouts"),
    ("gained", "playouts that this cell won and the other, on the same seeds, did not", "playouts", "0..playouts"),
    ("lost", "playouts that the other won and this cell did not", "playouts", "0..playouts"),
    ("difference", "win rate less that of the other", "share", "-1..1"),
    ("difference_low", "lower end of the difference's paired 95 % interval", "share", "-1..1"),
    ("difference_high", "upper end of the difference's paired 95 % interval", "share", "-1..1"),
    ("p", "McNemar's exact test, two-sided", "", "0..1"),
    ("p_holm", "p, corrected by Holm for all comparisons", "", "0..1"),
    (
        "verdict",
        "at 95 % for all comparisons together",
        "",
        "apart, not apart; downwards apart (worse) of policies, apart (more without) of worth; same results of worth",
    ),
)

LEVEL_STEP: Final = (
    ("easier", "number of the cell at the easier level", "", "0.."),
    ("harder", "number of the same cell at the next level", "", "0.."),
    DIFFERENCE[0],
    ("gained", "playouts won at the easier level alone, on the same seeds", "playouts", "0..playouts"),
    ("lost", "playouts won at the harder level alone", "playouts", "0..playouts"),
    ("difference", "win rate at the easier level less that at the harder one", "share", "-1..1"),
    *DIFFERENCE[4:8],
    ("verdict", "at 95 % for all steps together", "", "in order, out of order, not apart"),
)

WORTH: Final = (
    ("comparisons", "comparisons that the verdicts are corrected for", "", "1.."),
    ("parameter", "the parameter that leaves one thing out after the other"),
)

WITHOUT: Final = (
    SIGNATURE,
    ("kind", "kind of the thing that is left out", "", "rules, cards, others"),
    ("title", "the thing that is left out"),
    ("base", "number of the cell with everything there", "", "0.."),
)

DROP: Final = (
    DIFFERENCE[0],
    ("gained", "playouts won only with the thing there, on the same seeds", "playouts", "0..playouts"),
    ("lost", "playouts won only without it", "playouts", "0..playouts"),
    ("difference", "win rate with the thing less that without it", "share", "-1..1"),
    *DIFFERENCE[4:],
)

TUNE: Final = (
    ("schema", "version of this document's shape", "", "1"),
    ("kind", "what this document is", "", "tune"),
    ("complete", "the tuning came to its end", "", "true, false"),
    ("game", "game"),
    ("title", "the game's name in print"),
    ("rules_version", "version of the rules that were played"),
    ("source_hash", "hash of the sources that played it", "", "16 hex digits"),
    ("content_hash", "hash of the cards and other content, untuned", "", "16 hex digits"),
    ("same", "what all cells share, in words"),
    ("seed", "seed of the confirmation, which no search used", "", "0.."),
    ("search_seed", "seed of the search: all settings meet its playouts", "", "0.."),
    ("playouts", "playouts of a setting while searching, at most", "playouts", "1.."),
    ("confirm", "playouts of the confirmation, and of the best settings at the end of the search", "playouts", "1.."),
    ("tolerance", "how far from a target that is a single number is reached", "share", "0..0.5"),
    ("knobs[].path", "parameter that is varied"),
    ("knobs[].whole", "it takes whole numbers", "", "true, false"),
    ("knobs[].low", "least value that may be tried"),
    ("knobs[].high", "largest value that may be tried"),
    ("knobs[].step", "distance of the values that may be tried"),
    ("knobs[].untuned", "value in the first cell before tuning; null: content, whose value is not looked up"),
    ("verdict", "not reached if a cell's is, else undecided if a cell's is", "", "reached, not reached, undecided"),
)

TUNED: Final = (
    ("title", "what tells the cell from the others, in words"),
    ("target.aim", "win rate aimed at", "share", "0..1"),
    ("target.low", "least win rate that counts as reached", "share"),
    ("target.high", "largest win rate that counts as reached", "share"),
    ("untuned", "values before tuning, by path"),
    ("nearest", "values that come nearest to the target, by path"),
    ("recommended", "the same where they reach the target; else null"),
    ("confirmed.playouts", "playouts of the nearest setting on fresh seeds", "playouts", "1.."),
    ("confirmed.wins", "playouts of them won", "playouts", "0..playouts"),
    ("confirmed.win_rate", "wins over playouts", "share", "0..1"),
    ("confirmed.low", "lower end of Wilson's 95 % interval", "share", "0..1"),
    ("confirmed.high", "upper end of Wilson's 95 % interval", "share", "0..1"),
    ("confirmed.signature", "their hash, as `sim run` of its config has it", "", "16 hex digits"),
    ("verdict", "that interval is within the target, outside, or neither", "", "reached, not reached, undecided"),
    ("more_playouts", "further ones that would decide it; 0: decided; null: too near the edge", "playouts", "0.."),
    ("shape", "the win rate along one parameter; null: several", "", "rising, falling, flat, neither"),
    ("notes", "what is to be said of the result, in sentences"),
    ("tried[].fit", "win rate by isotonic regression; the rate itself where the shape is neither", "share", "0..1"),
    ("shift", "what changed against the untuned cell on fresh seeds, as a cell of compare; null: nothing was changed"),
)

POINT: Final = (
    ("setting", "values by path"),
    ("playouts", "playouts at this setting", "playouts", "1.."),
    ("wins", "playouts won", "playouts", "0..playouts"),
    ("win_rate", "wins over playouts", "share", "0..1"),
    ("low", "lower end of the 95 % interval that holds whenever one stops", "share", "0..1"),
    ("high", "upper end of that interval", "share", "0..1"),
    ("distance", "how far the win rate is from the one aimed at", "share", "0..1"),
)

SENSITIVITY: Final = (
    ("parameters", "parameters as they stand"),
    ("policies[]", "policy of the cells"),
    ("same", "what all cells share, in words"),
    ("n", "playouts of each cell and value, in words"),
    ("subject", "what was varied, in words"),
    ("comparisons", "comparisons that the verdicts are corrected for", "", "0.."),
    ("ranges[].path", "parameter that was varied"),
    ("ranges[].assumption", "the sources are silent or disagree on it", "", "true, false"),
    ("ranges[].meaning", "what it is"),
    ("ranges[].names[]", "plausible value, in words"),
    ("ranges[].values", "plausible values, as in a config"),
    ("ranges[].between", "all between the two values belong to the range", "", "true, false"),
    ("left_out", "values that cannot be played: `path`, `value`, `reason`"),
)

SPREAD: Final = (("mean", "mean win rate"), ("low", "5th percentile"), ("high", "95th percentile"))

VARIED_CELL: Final = (
    SIGNATURE,
    ("label", "what tells the cell from the others, in words"),
    ("title", "the cell in words"),
    ("alone.low", "lowest win rate of the values that are apart, the cell as it stands included", "share", "0..1"),
    ("alone.high", "highest win rate of those", "share", "0..1"),
    ("joint", "null: no joint design was played"),
    ("joint.rows", "rows of the joint design, each on seeds of its own", "", "2.."),
    ("joint.points", "points of all rows", "", "1.."),
    ("joint.playouts", "playouts of each point", "playouts", "2.."),
    *((f"joint.{name}", f"{what} over the joint range, luck taken out", "share", "0..1") for name, what in SPREAD),
    *((f"joint.{name}_ends", f"95 % interval of {name} (bootstrap of rows)", "share", "0..1") for name, _ in SPREAD),
    ("joint.noise_share", "share of luck in the variance that was seen", "share", "0..1"),
    ("joint.told_from_noise", "the parameters do more than luck; else there are no indices", "", "true, false"),
    ("sentence", "how far the cell is moved, in words"),
)

EFFECT: Final = (
    ("cell", "number of the cell", "", "0.."),
    ("path", "parameter"),
    ("value", "its value"),
    ("name", "its value in words"),
    ("same_rules", "the value changes nothing in this cell, and was not played", "", "true, false"),
    (
        "same_results_as",
        "what its playouts are the same as, to the bit: `as it stands`, or an earlier value; else null",
    ),
    ("playouts", "playouts with the value", "playouts", "1.."),
    ("wins", "playouts won with it", "playouts", "0..playouts"),
    ("win_rate", "wins over playouts", "share", "0..1"),
    ("low", "lower end of the win rate's 95 % interval", "share", "0..1"),
    ("high", "upper end of the win rate's 95 % interval", "share", "0..1"),
    ("pairs", "playouts compared with the cell as it stands", "playouts", "0..playouts"),
    ("gained", "playouts won only with the value, on the same seeds", "playouts", "0..playouts"),
    ("lost", "playouts won only without it", "playouts", "0..playouts"),
    ("difference", "win rate with the value less that as it stands", "share", "-1..1"),
    *DIFFERENCE[4:8],
    ("verdict", "at 95 % for all comparisons together", "", "apart, not apart, same results, same rules"),
    ("floor", "difference that luck alone exceeds in 5 of 100 cases, with as many flips", "share", "0..1"),
)

INDEX: Final = (
    ("cell", "number of the cell", "", "0.."),
    ("path", "parameter"),
    *(
        entry
        for name, what in (("first", "first-order"), ("total", "total"))
        for entry in (
            (name, f"{what} index of Sobol, below 0 shown as 0, above 1 as 1", "share", "0..1"),
            (f"{name}_low", "lower end of its 95 % interval (bootstrap of rows)", "share", "0..1"),
            (f"{name}_high", "upper end of its 95 % interval", "share", "0..1"),
            (f"{name}_estimated", "the estimate as it came out; luck may take it below 0 or above 1", "share"),
        )
    ),
)

VERDICTS: Final = (
    ("verdict", "moved if any cell has, else undecided if any is", "", "unchanged, moved, undecided"),
    ("margin", "difference of win rates that matters", "share", "0..1"),
    ("alpha", "chance of any false `moved` among all cells, at most", "", "0..1"),
    ("beta", "chance of a false `unchanged`, a cell, at most", "", "0..1"),
    ("family", "cells that are judged together", "cells", "1.."),
)

SHIFT: Final = (
    ("pairs", "pairs of playouts that the verdict rests on", "playouts", "0.."),
    ("gained", "pairs won on the second side alone", "playouts", "0..pairs"),
    ("lost", "pairs won on the first side alone", "playouts", "0..pairs"),
    ("difference", "win rate of the second side less that of the first", "share", "-1..1"),
    ("difference_low", "lower end of its time-uniform interval at 1 - alpha, for this cell alone", "share", "-1..1"),
    ("difference_high", "upper end of that interval", "share", "-1..1"),
    ("p_moved", "p-value, whenever one stops, of a shift within the margin; corrected by Holm", "", "0..1"),
    ("p_unchanged", "p-value, whenever one stops, of a shift beyond the margin; of this cell alone", "", "0..1"),
    ("verdict", "verdict on the cell", "", "unchanged, moved, undecided"),
    ("same_bits", "unchanged because the signatures of the first playouts are equal", "", "true, false"),
    ("more_pairs", "pairs still needed if they flip as so far; 0: decided; null: hopelessly many", "playouts", "0.."),
    ("variance_ratio", "variance of the paired difference over that of separate samples; null: no spread", "", "0.."),
    ("causes[].cause", "cause of loss that occurred on either side, the one that changed most first"),
    ("causes[].before", "how often on the first side", "playouts", "0..pairs"),
    ("causes[].after", "how often on the second side", "playouts", "0..pairs"),
    ("causes[].difference", "share on the second side less that on the first", "share", "-1..1"),
    ("causes[].difference_low", "lower end of its time-uniform 95 % interval", "share", "-1..1"),
    ("causes[].difference_high", "upper end of that interval", "share", "-1..1"),
    ("length", "mean turns or rounds on either side, with the column; null where they were not kept"),
    ("flipped[].index", "number of a playout that flipped; the first few either way", "", "0.."),
    ("flipped[].before", "how it ended on the first side"),
    ("flipped[].after", "how it ended on the second side"),
)

PLAN: Final = (
    ("schema", "version of this document's shape", "", "1"),
    ("kind", "what this document is", "", "plan"),
    ("game", "game"),
    ("threads", "threads that the seconds are for", "threads", "1.."),
    ("margin", "difference of win rates that matters", "share", "0..1"),
    ("playouts", "playouts of all cells", "playouts", "1.."),
    ("seconds", "time that they take on this machine, compiling left out", "s", "0.."),
    ("cells[].cell", "number of the cell", "", "0.."),
    ("cells[].title", "the cell in words"),
    ("cells[].pilot", "what was tried: playouts, wins, win rate with its 95 % Wilson interval"),
    ("cells[].playouts", "playouts asked for, or needed at most for the precision, by the pilot", "playouts", "1.."),
    ("cells[].seconds", "time that they take", "s", "0.."),
    ("cells[].half_width", "half of Wilson's 95 % interval at that number, at most by the pilot", "share", "0..1"),
    ("cells[].half_width_always", "half of the time-uniform 95 % interval at that number, likewise", "share", "0..1"),
    ("shifts[].flips", "share of the playouts that a change flips", "share", "0..1"),
    ("shifts[].pairs", "pairs of the cell that has fewest", "playouts", "1.."),
    ("shifts[].apart", "least shift that is told from 0 in 80 of 100 cases; null: none is", "share", "0..1"),
    (
        "shifts[].moved",
        "least shift called moved in 80 of 100 cases, Holm over cells; null: none",
        "share",
        "0..1",
    ),
)

TRAIN: Final = (
    ("policy", "policy that was trained"),
    ("name", "name of its weights, as `--weights NAME=FILE` has it"),
    ("command", "command that trains the same again"),
    ("config", "the experiment, with the weights that it began with; parameters and cells in force"),
    ("population", "candidates of a generation", "", "2.."),
    ("elite", "candidates that the next generation follows", "", "1..population"),
    ("trials", "playouts of a candidate in each cell", "playouts", "1.."),
    ("spread", "first standard deviation: of the logarithm of 1 + weight, or as a share of one that may be below 0"),
    ("trained[].weight", "weight that was trained"),
    ("trained[].start", "its value at the start"),
    ("trained[].trained", "its value at the end"),
    ("trained[].least", "the least that it may be"),
    ("trained[].most", "the most that it may be"),
    ("generations[].generation", "number of the generation", "", "0.."),
    ("generations[].seed", "seed of its playouts, derived from that of the training", "", "0.."),
    ("generations[].playouts", "playouts of each candidate, in all cells", "playouts", "1.."),
    ("generations[].elite", "mean win rate of the elite, part of it luck", "share", "0..1"),
    ("generations[].values[]", "a trained weight at the next centre, in the order of `trained`"),
    ("generations[].spread[]", "its standard deviation then, of the logarithm of 1 + weight or of the weight"),
    ("start", "the weights at the start on fresh seeds, all cells together"),
    ("result", "the trained weights on the same seeds, and the paired difference"),
)

VERDICT: Final = (
    "verdict",
    "at 95 %, on fresh seeds; not better: what differs may be luck",
    "",
    "better, not better, worse",
)

OTHERS: Final = (
    ("baseline.schema", "version of this document's shape", "", "1"),
    ("baseline.kind", "what this document is", "", "baseline"),
    ("baseline.file", "the file that was written"),
    ("baseline.cells", "cells in it", "cells", "1.."),
    ("baseline.rekeyed.margin", "difference of win rates that matters", "share", "0..1"),
    ("baseline.rekeyed.beta", "chance of a false `unchanged`, a cell", "share", "0..1"),
    ("baseline.rekeyed.pairs", "that call every cell unchanged if each random number were another", "pairs", "1.."),
    ("baseline.rekeyed.short", "cells that keep fewer than they need for that", "cells", "0.."),
    ("baseline.since", "what moved since the baseline that was there, as `check` says it; null: there was none"),
    ("bench.schema", "version of this document's shape", "", "1"),
    ("bench.results[].policy", "policy measured"),
    ("bench.results[].scenario", "scenario measured (a value of the game's first axis)"),
    ("bench.results[].threads", "worker threads", "threads", "1.."),
    ("bench.results[].playouts_per_second", "median over the rounds", "1/s", "0.."),
    ("bench.results[].ratio", "speed over that with the fewest threads, median over the rounds", "", "0.."),
    ("bench.results[].actions_per_turn", "actions of all kinds over turns played", "actions", "0.."),
    ("bench.results[].playouts", "playouts measured", "playouts", "1.."),
    ("bench.results[].win_rate", "wins over playouts, of the playouts measured", "share", "0..1"),
    ("bench.results[].compile_seconds", "time until the policy could play its first playout", "s", "0.."),
    ("bench.results[].cold", "it began without compiled code on disk (--cold)", "", "true, false"),
    ("bench.results[].peak_mib", "peak memory of the process so far", "MiB", "0.."),
    ("validate.schema", "version of this document's shape", "", "1"),
    ("validate.file", "the file"),
    ("validate.kind", "what the file is; null: unknown", "", "config, content, weights of NAME, weights of A or B"),
    ("validate.game", "the game that it is for; null: unknown, or several"),
    ("validate.valid", "it has no fault", "", "true, false"),
    ("validate.faults[]", "one fault: file, key, what is wrong, what is allowed"),
    (
        "validate.holds",
        "what a faultless file holds: cells and playouts of each (by policy where they differ), or entries by kind",
        "",
        "0..",
    ),
    ("list.schema", "version of this document's shape", "", "1"),
    ("list.what", "what is listed"),
    ("list.rows[]", "one entry, with its game; keys as in the table for people"),
)
