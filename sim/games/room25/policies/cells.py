"""Sets of cells as whole numbers, bit k for cell k: what lies beside them, where a slide takes them."""

from __future__ import annotations

import numpy as np

from sim.games.room25.terms import N_CELLS, SIDE, Cell, Line
from sim.kernel import compiled

ALL_CELLS = (1 << N_CELLS) - 1
ROW = 31  # the cells of row 0
COLUMN = 0x108421  # ... of column 0
NOT_LEFT = ALL_CELLS & ~COLUMN
NOT_RIGHT = ALL_CELLS & ~(COLUMN << 4)

# A number with one bit set, times this, has a different top five bits for each bit: a de Bruijn sequence.
DE_BRUIJN = 0x077CB531
BY_TOP_BITS = np.argsort([((DE_BRUIJN << k) & 0xFFFFFFFF) >> 27 for k in range(32)])


@compiled
def lowest_cell(cells: int) -> Cell:
    """The first of some cells; there is at least one."""
    return int(BY_TOP_BITS[((cells & -cells) * DE_BRUIJN & 0xFFFFFFFF) >> 27])


@compiled
def beside_in_row(cells: int) -> int:
    """R-BRD-1: the cells to the left and to the right of these."""
    return ((cells & NOT_RIGHT) << 1) | ((cells & NOT_LEFT) >> 1)


@compiled
def beside_in_column(cells: int) -> int:
    """R-BRD-1: the cells above and below these."""
    return ((cells << SIDE) & ALL_CELLS) | (cells >> SIDE)


@compiled
def neighbours(cells: int) -> int:
    """R-BRD-1: the cells that share a wall with one of these."""
    return beside_in_row(cells) | beside_in_column(cells)


@compiled
def slid(cells: int, line: Line, direction: int) -> int:
    """R-ACT-4: where the tiles of these cells lie after a slide."""
    if line < SIDE:
        shift = SIDE * line
        row = (cells >> shift) & ROW
        moved = (row >> 1) | (row << 4) if direction == 0 else (row << 1) | (row >> 4)
        return (cells & ~(ROW << shift)) | ((moved & ROW) << shift)
    own = COLUMN << (line - SIDE)
    column = cells & own
    moved = (column >> SIDE) | (column << 20) if direction == 0 else (column << SIDE) | (column >> 20)
    return (cells & ~own) | (moved & own)
