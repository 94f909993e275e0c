"""Annotated class -> numpy record: one declaration for numba, for plain Python and for mypy.

A field is `Int16`, `Int32` or `Int64` for a number, or `Annotated[Int16s, (7,)]` for a table of fixed
shape. Fields are signed on purpose: unsigned arithmetic differs between numba and numpy scalars.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Annotated, Any, TypeVar, cast, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

from sim.kernel import JIT

Int16 = Annotated[int, np.int16]
Int32 = Annotated[int, np.int32]
Int64 = Annotated[int, np.int64]
Int8s = Annotated[npt.NDArray[np.int8], np.int8]
Int16s = Annotated[npt.NDArray[np.int16], np.int16]
Int32s = Annotated[npt.NDArray[np.int32], np.int32]
Int64s = Annotated[npt.NDArray[np.int64], np.int64]

RecordClass = TypeVar("RecordClass")


def fields(record: type[Any]) -> list[tuple[str, type[Any], tuple[int, ...]]]:
    """List a record class's fields in order: (name, scalar type, shape)."""
    rows: list[tuple[str, type[Any], tuple[int, ...]]] = []
    for name, hint in get_type_hints(record, include_extras=True).items():
        if get_origin(hint) is not Annotated:
            raise TypeError(f"{record.__name__}.{name}: not a record field: {hint}")
        if hasattr(np.record, name):
            raise TypeError(f"{record.__name__}.{name}: numpy records have a method of that name")
        _, scalar, *shape = get_args(hint)
        rows.append((name, scalar, shape[0] if shape else ()))
    return rows


@functools.cache
def dtype_of(record: type[Any]) -> np.dtype[np.record]:
    """Return the aligned numpy record dtype of an annotated class."""
    layout = [(name, scalar, shape) for name, scalar, shape in fields(record)]
    one = np.record if JIT else plain_record(record.__name__, [name for name, _, _ in layout])
    return cast("np.dtype[np.record]", np.dtype((one, np.dtype(layout, align=True))))


def plain_record(name: str, names: Iterable[str]) -> type[np.void]:
    """Return the class of a single record for plain Python: numpy's own takes several times as long to find a field."""
    fields_of = {field: property(itemgetter(field), setter(field)) for field in names}
    return type(name, (np.void,), {"__slots__": (), **fields_of})


def setter(field: str) -> Callable[[Any, Any], None]:
    """Return a function that sets a field of a record."""

    def set_field(record: Any, value: Any) -> None:
        record[field] = value

    return set_field


def table(record: type[Any], n: int) -> npt.NDArray[Any]:
    """Return `n` zeroed records, shape (n,)."""
    return np.zeros(n, dtype=dtype_of(record))  # type: ignore[arg-type]  # a class can be hashed, whatever mypy says


def new(record: type[RecordClass]) -> RecordClass:
    """Return one zeroed record. It keeps the array that owns its memory alive."""
    return cast("RecordClass", table(record, 1)[0])
