"""Playouts found by conditions on their rows: the language, its errors, and the sample."""

from types import SimpleNamespace

import numpy as np
import pytest

from sim.errors import UserError
from sim.find import find, parse

DTYPE = np.dtype([("index", "i8"), ("cause", "i4"), ("last_turn", "i4"), ("done", "i8"), ("low", "i8")])
CAUSES = ("running", "won", "late", "crash")
NAMES = ("alpha", "beta", "gamma")


def names_in(bits):
    """Return the names of a bit set."""
    return [name for k, name in enumerate(NAMES) if bits >> k & 1]


class Game:
    """Stored columns `cause` (a word), `done` (a list), `low` (decoded into the list `taken`)."""

    def result_dtype(self):
        """Return the dtype of a row."""
        return DTYPE

    def decode(self, rows, content):
        """Return rows as words and lists."""
        columns = {name: rows[name].tolist() for name in ("index", "last_turn")}
        columns["cause"] = [CAUSES[code] for code in rows["cause"].tolist()]
        columns["done"] = [names_in(bits) for bits in rows["done"].tolist()]
        columns["taken"] = [names_in(bits) for bits in rows["low"].tolist()]
        return columns


def rows(*values):
    """Return rows of (cause, last_turn, done, low), numbered from 0."""
    return np.array([(index, *row) for index, row in enumerate(values)], DTYPE)


CELLS = [
    rows((1, 9, 0b011, 0b001), (2, 21, 0b000, 0b100), (3, 5, 0b100, 0b000)),
    rows((3, 6, 0b001, 0b110), (3, 7, 0b111, 0b111)),
]


def run_of(cells):
    """Return a run whose rows are kept, read in parts of two."""
    stored = [SimpleNamespace(cell=SimpleNamespace(index=k), playouts=len(one)) for k, one in enumerate(cells)]
    parts = lambda k: (cells[k][i : i + 2] for i in range(0, len(cells[k]), 2))  # noqa: E731
    experiment = SimpleNamespace(rows="all")
    return SimpleNamespace(game=Game(), content=None, cells=stored, experiment=experiment, rows=parts)


def found(text, sample=100, cell=None, seed=0, cells=CELLS):
    """Return (cell, index) of what is found."""
    return [(one.cell.index, one.index) for one in find(run_of(cells), text, sample, cell, seed)]


@pytest.mark.parametrize(
    ("text", "playouts"),
    [
        ("cause=crash", [(0, 2), (1, 0), (1, 1)]),
        ("cause=3", [(0, 2), (1, 0), (1, 1)]),
        ("cause!=crash", [(0, 0), (0, 1)]),
        ("last_turn<7", [(0, 2), (1, 0)]),
        ("last_turn<=7", [(0, 2), (1, 0), (1, 1)]),
        ("last_turn>9", [(0, 1)]),
        ("last_turn>=9", [(0, 0), (0, 1)]),
        ("last_turn!=21", [(0, 0), (0, 2), (1, 0), (1, 1)]),
        ("done~alpha", [(0, 0), (1, 0), (1, 1)]),
        ("taken~gamma", [(0, 1), (1, 0), (1, 1)]),
        ("done=4", [(0, 2)]),
        (" cause = Crash ,last_turn>=6,  taken ~ alpha", [(1, 1)]),
    ],
)
def test_conditions(text, playouts):
    """All conditions hold at once; words and numbers both name a stored value; a list has an entry or not."""
    assert found(text) == playouts


def test_one_cell():
    """With a cell only its playouts are looked at."""
    assert found("cause=crash", cell=1) == [(1, 0), (1, 1)]


def test_rows_come_along():
    """What is found brings its stored row."""
    (one,) = find(run_of(CELLS), "last_turn=21", 1)

    assert one.row.tobytes() == CELLS[0][1].tobytes()


def test_sample_is_seeded_and_ordered():
    """The same seed finds the same playouts, another one others; none comes twice; they are in order."""
    many = [rows(*[(1, turn, 0, 0) for turn in range(200)]), rows(*[(1, 5, 0, 0)] * 100)]
    first = found("cause=won", sample=8, cells=many)

    assert first == found("cause=won", sample=8, cells=many)
    assert first != found("cause=won", sample=8, cells=many, seed=1)
    assert first == sorted(set(first))
    assert len(first) == 8


def test_sample_is_fair():
    """Every match is drawn about equally often, from whichever cell and part: 3 of 5 in 2000 draws is 1200 each."""
    cells = [rows(*[(1, 5, 0, 0)] * 4), rows((1, 5, 0, 0))]
    times = dict.fromkeys([(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)], 0)
    for seed in range(2000):
        for playout in found("cause=won", sample=3, cells=cells, seed=seed):
            times[playout] += 1

    # Standard deviation of each: sqrt(2000 * 0.6 * 0.4) = 22.
    assert all(abs(n - 1200) < 4.5 * 22 for n in times.values())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("caus=won", "no column 'caus'; did you mean 'cause'?"),
        ("zzz=won", "no column 'zzz'; allowed: index, "),
        ("cause", "'cause' is not a condition; allowed: COLUMN OPERATOR VALUE"),
        ("", "'' is not a condition"),
        ("cause=won,", "'' is not a condition"),
        ("cause==won", "'cause==won' is not a condition"),
        ("last_turn<soon", "last_turn<soon: < needs a number, not 'soon'"),
        ("taken<3", "taken is a list; use taken~ENTRY"),
        ("done=alpha", "done is a list; use done~ENTRY"),
        ("cause~won", "cause is not a list; use = instead of ~"),
        ("last_turn>30", "none of the 5 playouts of the run matches"),
        ("cause=crush", "cause is never 'crush' there; did you mean 'crash'?"),
        ("last_turn=21, done~alpha", "done is empty in each of them"),
        ("taken~gama", "taken is never 'gama' there; did you mean 'gamma'?"),
    ],
)
def test_what_cannot_be_found(text, message):
    """A bad condition and an empty result are each explained."""
    with pytest.raises(UserError) as caught:
        found(text)
    assert message in str(caught.value)


def test_conditions_on_stored_columns_come_first():
    """They cost less, so that fewer rows are decoded."""
    conditions = parse("taken~alpha, last_turn<7", {"taken": False, "last_turn": True})

    assert [str(condition) for condition in conditions] == ["last_turn<7", "taken~alpha"]
