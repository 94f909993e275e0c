"""`sim sensitivity`: which assumption of the rules, or other parameter, moves the win rate."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from sim.cli.comparisons import interval_of, verdicts_told
from sim.cli.experiment import Asked, folder, resumable, takes_experiment
from sim.cli.options import Json, Quiet, named_path, words


@takes_experiment
def command(
    asked: Asked,
    only: Annotated[
        str, typer.Option(metavar="assumptions|parameters|PATH,...", help="What is varied.")
    ] = "assumptions",
    joint: Annotated[
        int, typer.Option(metavar="N", help="Rows of the joint design, a power of 2; 0: one at a time alone.")
    ] = 64,
    joint_playouts: Annotated[int, typer.Option(metavar="M", help="Playouts of each of its points.")] = 120,
    out: Annotated[
        Path | None,
        typer.Option(parser=named_path, metavar="DIR", help="The folder of the runs; results in DIR/sensitivity."),
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Vary the rules' assumptions over their plausible ranges on the same seeds, one at a time, then all at once.

    The same command again resumes it, or extends it with larger --playouts or --joint.
    """
    from sim.cli.tables import print_json
    from sim.files import check_own
    from sim.progress import line, nothing
    from sim.ranges import chosen
    from sim.report.files import check
    from sim.report.sensitivity import write_sensitivity
    from sim.sensitivity import JOINT, RUNS, play, study

    base = asked.prepared()
    whole = study(asked.prepared, chosen(base.game, words(only) or []), joint, joint_playouts)
    say, target = nothing if quiet else line, folder(out) / "sensitivity"
    check_own(folder(out), (RUNS, JOINT, target.name), "sensitivity")
    check(target)
    for path, value, reason in whole.left_out:
        say(f"left out: {path} = {value}: {reason}")
    with resumable():
        found, rates = play(whole, folder(out), quiet=quiet)
    document = write_sensitivity(whole, found, rates, folder(out), target)
    if json:
        print_json(document)
    else:
        show(document)
        say(f"{target / 'sensitivity.md'}: the summary; tables/ and charts/ are beside it")


def show(document: Mapping[str, Any]) -> None:
    """Print a line a value, what moves the most in a cell first; then each cell in a sentence."""
    from sim.cli.tables import cells_told, print_fitting

    several = len(document["cells"]) > 1
    titles = {cell["cell"]: cell["label"] for cell in document["cells"]}
    totals = {(entry["cell"], entry["path"]): entry["total"] for entry in document["indices"]}
    played = [effect for effect in document["effects"] if not effect["same_rules"]]
    rows = [row_of(effect, titles[effect["cell"]], totals) for effect in played]
    if rows:
        gone = print_fitting(rows, ["gained, lost", "floor", "total index", "interval"], shortened="value")
        if gone:
            print(f"Not shown for want of room: {'; '.join(gone)}; --json has them")
    print(cells_told(titles.values(), "; ".join(filter(None, (document["same"], document["n"])))))
    if rows:
        print("Points: win rate with the value less that as it stands, playout by playout on the same seeds")
        print(verdicts_told(document["comparisons"]))
    for cell in document["cells"]:
        print(f"{cell['label'] + ': ' if several else ''}{cell['sentence']}")


def row_of(effect: Mapping[str, Any], cell: str, totals: Mapping[tuple[int, str], float]) -> dict[str, Any]:
    """Return a line of the table."""
    from sim.report.sensitivity import verdict_text

    total = totals.get((effect["cell"], effect["path"]))
    return {
        "cell": cell,
        "parameter": effect["path"],
        "value": effect["name"],
        "win rate": f"{effect['win_rate']:.2%}",
        **moves_of(effect),
        "verdict": verdict_text(effect),
        "total index": "" if total is None else f"{total:.2f}",
    }


def moves_of(effect: Mapping[str, Any]) -> dict[str, str]:
    """Return what a value moves, in points; nothing where its playouts are the same to the bit."""
    from sim.report.sensitivity import does_something

    if not does_something(effect):
        return dict.fromkeys(("points", "interval", "floor", "gained, lost"), "")
    return {
        "points": f"{100 * effect['difference']:+.2f}",
        "interval": interval_of(effect),
        "floor": f"{100 * effect['floor']:.2f}",
        "gained, lost": f"{effect['gained']:,}, {effect['lost']:,}",
    }
