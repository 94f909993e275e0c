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


def n_parts(playouts: int) -> int:
    """Return how many files hold this many playouts."""
    return -(-playouts // PART)


def encode_part(rows: Records) -> bytes:
    """Return rows, shape (n,), as the bytes of one Parquet file: a column a field."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq

    names = rows.dtype.names or ()
    table = pa.table({name: np.ascontiguousarray(rows[name]) for name in names})
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd", write_page_checksum=True, row_group_size=PART)
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]


def check_part(path: Path, n: int, dtype: np.dtype[Any]) -> None:
    """Check from a file's footer that it holds at least `n` rows of this dtype's columns."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        metadata = pq.read_metadata(path)
    except FileNotFoundError:
        raise UserError(f"{path}: is missing") from None
    except (OSError, pa.ArrowException) as error:
        raise UserError(f"{path}: is damaged: {_first_line(error)}") from None
    if metadata.num_rows < n:
        raise UserError(f"{path}: is damaged: {metadata.num_rows} rows where there should be {n}")
    if metadata.schema.names != list(dtype.names or ()):
        raise UserError(f"{path}: its columns are not those of this version of the rules")


def read_part(path: Path, n: int, dtype: np.dtype[Any]) -> Records:
    """Return the first `n` rows of a file, shape (n,)."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq

    check_part(path, n, dtype)
    rows = np.zeros(n, dtype)
    try:
        table = pq.read_table(path, page_checksum_verification=True)
        for name in dtype.names or ():
            rows[name] = table.column(name).to_numpy()[:n]
    except (OSError, ValueError, pa.ArrowException) as error:
        raise UserError(f"{path}: is damaged: {_first_line(error)}") from None
    return rows


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
