"""One record as plain Python: its fields are attributes of the record in the table, as numpy's own record has them."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import pytest

from sim import records
from sim.records import Int16, Int32, Int32s


class Sample:
    """Two numbers and a table."""

    count: Int16
    key: Int32
    ways: Annotated[Int32s, (2, 3)]


def test_a_field_is_read_and_set_where_the_record_lies() -> None:
    """A record is a view of its place in the table: what is set in it is set there, and a copy is on its own."""
    rows = records.table(Sample, 2)
    one = rows[1]
    one.count = 5
    one.count += 2
    one.ways[1, 2] = 9
    one.ways[0] = [1, 2, 3]
    other = one.copy()
    other.key = 1

    assert rows["count"].tolist() == [0, 7]
    assert rows[1].ways.tolist() == [[1, 2, 3], [0, 0, 9]]
    assert (rows[1].key, other.key, other.count) == (0, 1, 7)


def test_numbers_keep_their_size() -> None:
    """A field holds what its type holds, and is a numpy number, which overflows as compiled code does."""
    one = records.new(Sample)
    one.count = 32767

    assert isinstance(one.count, np.int16)
    with pytest.raises(OverflowError):
        one.count = 32768


def test_only_fields_are_there() -> None:
    """A name that is none of the fields is neither read nor set."""
    one = records.new(Sample)
    with pytest.raises(AttributeError, match="cuont"):
        one.cuont  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match="cuont"):
        one.cuont = 3  # type: ignore[attr-defined]


def test_the_layout_is_that_of_numpy_s_own_records() -> None:
    """Compiled code reads and writes the same bytes."""
    layout = records.dtype_of(Sample)
    assert layout == np.dtype([("count", np.int16), ("key", np.int32), ("ways", np.int32, (2, 3))], align=True)
    assert layout.itemsize == 2 + 2 + 4 + 24
