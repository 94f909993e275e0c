"""`sim train`: better weights for a policy by the cross-entropy method, judged on seeds it never saw."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from sim.cli.comparisons import interval_of
from sim.cli.experiment import Asked, folder, resumable, takes_experiment
from sim.cli.options import Json, Quiet, named_path, words


@takes_experiment
def command(
    asked: Asked,
    only: Annotated[
        str | None, typer.Option(metavar="NAME,NAME", help="Weights to train, see sim list weights. Default: all.")
    ] = None,
    generations: Annotated[int, typer.Option(min=1, max=1000, help="Generations.")] = 10,
    population: Annotated[int, typer.Option(min=2, max=10_000, help="Candidates of a generation.")] = 16,
    elite: Annotated[
        int | None,
        typer.Option(min=1, help="Candidates that the next follows. Default: a quarter.", show_default=False),
    ] = None,
    trials: Annotated[int, typer.Option(min=1, max=10**12, help="Playouts of a candidate in each cell.")] = 200,
    spread: Annotated[float, typer.Option(min=0.001, max=3, help="How far it is drawn at first: 0.3 is 30 %.")] = 0.3,
    out: Annotated[
        Path | None, typer.Option(parser=named_path, metavar="DIR", help="The folder; weights in DIR/weights.toml.")
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Search for weights with which a policy wins more often, and judge them on fresh seeds.

    --playouts is how many playouts of each cell the judgement has. The same command again resumes it.
    """
    from sim.cli.tables import print_json
    from sim.progress import line, nothing
    from sim.report.files import check
    from sim.report.train import FOLDER, SUMMARY, write_training
    from sim.train import Settings, train, training_of

    settings = Settings(generations, population, elite or max(1, population // 4), trials, spread)
    training = training_of(asked.prepared(), words(only) or (), settings)
    target, say = folder(out), nothing if quiet else line
    check(target / FOLDER)
    with resumable():
        judged = train(training, target, quiet=quiet)
    document = write_training(judged, target)
    if json:
        print_json(document)
    else:
        show(document, target)
        say(f"{target / FOLDER / SUMMARY}: the summary; tables/ and charts/ are beside it")


def show(document: Mapping[str, Any], out: Path) -> None:
    """Print the trained weights, what they won on fresh seeds, the verdict and how to play with them."""
    from sim.cli.tables import print_table
    from sim.progress import counted
    from sim.report.train import SENTENCES, WEIGHTS, p_in_words

    rows = [{name: row[name] for name in ("weight", "start", "trained")} for row in document["trained"]]
    moved = [row for row in rows if row["trained"] != row["start"]]
    if moved:
        print_table(moved)
    if len(moved) < len(rows):
        print(f"As at the start: {len(rows) - len(moved)} of {counted(len(rows), 'weight')}")
    start, result = document["start"], document["result"]
    for name, found in (("trained", result), ("start", start)):
        rate = f"{found['win_rate']:.2%} [{100 * found['low']:.2f}, {100 * found['high']:.2f}]"
        print(f"Win rate, {name}: {rate}, n = {found['playouts']:,}")
    flips = f"gained {result['gained']:,}, lost {result['lost']:,}, {p_in_words(result['p'])}"
    print(f"Difference: {100 * result['difference']:+.2f} points [{interval_of(result)}], {flips}")
    print(
        f"On seed {document['seed']}, which no generation played; {document['title']}, source {document['source_hash']}"
    )
    print(SENTENCES[result["verdict"]])
    print(f"Play with them: --weights {shlex.quote('='.join([document['name'], str(out / WEIGHTS)]))}")
