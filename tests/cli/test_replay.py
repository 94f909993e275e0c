"""`sim replay`: playouts of a run as stories and as JSON lines, by number and by conditions."""

import json

import pytest

CELLS = ["--scenario", "sabotage,ultramachina", "--difficulty", "month", "--agents", "v_girl,mr_time"]
OPTIONS = [*CELLS, "--policy", "random", "--seed", "5"]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Return a run of two cells of six playouts."""
    folder = tmp_path_factory.mktemp("runs") / "small"
    from sim.cli import main

    with pytest.raises(SystemExit) as caught:
        main(["run", "loop", *OPTIONS, "--playouts", "6", "--quiet", "--out", str(folder)])
    assert not caught.value.code
    return folder


def traces(out):
    """Return JSON lines as traces, from header to result."""
    found = []
    for line in map(json.loads, out.splitlines()):
        if line["type"] == "header":
            found.append([])
        found[-1].append(line)
    return found


def test_playouts_by_number(run, cli):
    """Cell, index and count name playouts; standard output holds JSON lines alone, the check is said elsewhere."""
    answer = cli("replay", run, "--cell", 1, "--index", 3, "--count", 2, "--json")

    assert answer.code == 0
    told = traces(answer.out)
    assert [(lines[0]["scenario"], lines[0]["seed"], lines[0]["index"]) for lines in told] == [
        ("ultramachina", 5, 3),
        ("ultramachina", 5, 4),
    ]
    assert [lines[-1]["index"] for lines in told] == [3, 4]
    assert "cell 1, playout 3: ends exactly as the stored row" in answer.err


def test_story(run, cli):
    """Without --json the playout is told in words, at most 100 characters a line, without colours in a pipe."""
    answer = cli("replay", run, "--cell", 0, "--index", 0)

    assert answer.code == 0
    assert "The LOOP: Sabotage, month" in answer.out
    assert "Turn 1 (cycle 1) - V-Girl at End of Times" in answer.out
    assert max(map(len, answer.out.splitlines())) <= 100
    assert "\x1b" not in answer.out


def test_playouts_by_condition(run, cli):
    """What is found meets the conditions, is as many as asked for, and is the same each time."""
    question = ("replay", run, "--find", "agent_1=v_girl, last_turn>=1", "--sample", 3, "--json")
    answer = cli(*question)

    told = traces(answer.out)
    assert len(told) == 3
    assert all(lines[0]["agents"][0] == "v_girl" for lines in told)
    assert cli(*question).out == answer.out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--cell", 2, "--index", 0), "--cell 2: "),
        (("--cell", 0, "--index", 6), "playout 6: cell 0 has 6 playouts"),
        (("--cell", 0), "either --cell N --index I, or --find CONDITIONS"),
        ((), "either --cell N --index I, or --find CONDITIONS"),
        (("--find", "cause=won", "--index", 1), "--index and --find exclude each other"),
        (("--find", "caus=won"), "did you mean 'cause'?"),
        (("--find", "cause ist won"), "is not a condition"),
        (("--find", "cause=forth_vortex"), "did you mean 'fourth_vortex'?"),
        (("--find", "last_turn>99"), "none of the 12 playouts of the run matches"),
        (("--find", "last_turn>99", "--cell", 1), "none of the 6 playouts of cell 1 matches"),
        (("--find", "last_turn>1", "--sample", 0), "--sample: must be at least 1"),
        (("--cell", 0, "--index", 0, "--count", 0), "--count: must be at least 1"),
        (("--cell", 0, "--index", "x"), "--index"),
        (("--find", "last_turn>1", "--seed", -1), "--seed: must be at least 0"),
    ],
)
def test_wrong_use(run, cli, options, message):
    """One clear line and exit code 3."""
    answer = cli("replay", run, *options)

    assert (answer.code, answer.out) == (3, "")
    assert message in answer.err
    assert len(answer.err.splitlines()) == 1


def test_no_such_run(tmp_path, cli):
    """The folder is named."""
    answer = cli("replay", tmp_path / "none", "--cell", 0, "--index", 0)

    assert answer.code == 3
    assert "none: no such folder" in answer.err


@pytest.mark.parity
def test_compiled_rows_are_those_of_the_traces(tmp_path, process):
    """Playouts played by compiled code end, traced as plain Python, in the same bits; with and without stored rows."""
    for rows in ("all", "none"):
        folder = tmp_path / rows
        played = process("run", "loop", *OPTIONS, "--playouts", 40, "--rows", rows, "--quiet", "--out", folder)
        assert played.communicate()[1] == "" or played.returncode == 0

        replayed = process("replay", folder, "--find", "last_turn>=1", "--sample", 6, "--json")
        out, err = replayed.communicate()

        assert replayed.returncode == 0, err
        assert len(traces(out)) == 6
        assert err.count("ends exactly as") == 6
