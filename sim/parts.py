"""Rows of playouts as Parquet files with fixed boundaries, so that equal rows give equal bytes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sim.errors import UserError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Records = npt.NDArray[Any]

PART: Final = 65_536  # playouts a file
WORD: Final = 1 << 64
SIGNATURE: Final = b"signature"  # key in a file's metadata: `signature_of` its rows


def n_parts(playouts: int) -> int:
    """Return how many files hold this many playouts."""
    return -(-playouts // PART)


def signature_of(rows: Records) -> int:
    """Return the signature of rows, shape (n,), in [0, 2**64): `rng.hash_rows` as numpy on whole columns.

    Compiling or loading `hash_rows` would take longer than reading most runs.
    """
    import numpy as np

    from sim import rng

    mix: Any = getattr(rng.mix, "py_func", rng.mix)
    words = rows.view(np.int64).reshape(len(rows), -1).astype(np.uint64)
    hashes: Any = np.full(len(rows), rng.GOLDEN_GAMMA)
    for k in range(words.shape[1]):
        hashes = mix(hashes ^ words[:, k]) + rng.GOLDEN_GAMMA
    return int(hashes.sum(dtype=np.uint64))


def encode_part(rows: Records) -> bytes:
    """Return rows, shape (n,), as the bytes of one Parquet file: a column a field, their signature beside them."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table({name: _column(rows[name]) for name in rows.dtype.names or ()})
    table = table.replace_schema_metadata({SIGNATURE: f"{signature_of(rows):016x}"})
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd", write_page_checksum=True, row_group_size=PART)
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]


def _column(values: Records) -> Any:
    """Return numbers, shape (n,), as a column. Its buffer is handed over, because `pa.array` would import pandas."""
    import numpy as np
    import pyarrow as pa

    buffer = pa.py_buffer(np.ascontiguousarray(values))
    return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), len(values), [None, buffer])


def check_part(path: Path, first: int, n: int, dtype: np.dtype[Any]) -> int | None:
    """Check from a file's footer that it holds at least `n` rows of this dtype's columns, from playout `first` on.

    Return their signature; None if the file holds more: a run was killed between writing rows and counting them.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        # pyarrow opens no file whose name is not UTF-8; Python does.
        with path.open("rb") as file:
            metadata = pq.read_metadata(file)
        signature = int(metadata.metadata[SIGNATURE], 16)
    except FileNotFoundError:
        raise UserError(f"{path}: is missing") from None
    except (OSError, TypeError, KeyError, ValueError, pa.ArrowException) as error:
        raise UserError(f"{path}: is damaged: {_first_line(error)}") from None
    if metadata.num_rows < n:
        raise UserError(f"{path}: is damaged: {metadata.num_rows} rows where there should be {n}")
    if metadata.schema.names != list(dtype.names or ()):
        raise UserError(f"{path}: its columns are not those of this version of the rules")
    if first_index(metadata) != first:
        raise UserError(f"{path}: is damaged: it does not begin with playout {first}")
    return signature if metadata.num_rows == n else None


def first_index(metadata: Any) -> int | None:
    """Return the smallest `index` of a file's rows; None if its footer does not tell."""
    statistics = metadata.row_group(0).column(metadata.schema.names.index("index")).statistics
    return statistics.min if statistics is not None and statistics.has_min_max else None


def read_part(path: Path, first: int, n: int, dtype: np.dtype[Any]) -> Records:
    """Return the first `n` rows of a file, shape (n,), after checking all of it against its signature."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq

    check_part(path, first, n, dtype)
    try:
        with path.open("rb") as file:
            table = pq.read_table(file, page_checksum_verification=True)
        rows = np.zeros(table.num_rows, dtype)
        for name in dtype.names or ():
            rows[name] = table.column(name).to_numpy()
        if signature_of(rows) != int(table.schema.metadata[SIGNATURE], 16):
            raise ValueError("its rows do not fit their signature")
    except (OSError, TypeError, KeyError, ValueError, pa.ArrowException) as error:
        raise UserError(f"{path}: is damaged: {_first_line(error)}") from None
    return rows[:n]


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
