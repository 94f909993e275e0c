"""Sets of cells as whole numbers, bit k for cell k: what lies beside them, where a slide takes them."""

from __future__ import annotations

import numpy as np

from sim.games.room25.terms import N_CELLS, SIDE, Cell, Line
from sim.kernel import compiled, inlined

ALL_CELLS = (1 << N_CELLS) - 1
ALL_TILES = ALL_CELLS
ROW = 31  # the cells of row 0
COLUMN = 0x108421  # ... of column 0
NOT_LEFT = ALL_CELLS & ~COLUMN
NOT_RIGHT = ALL_CELLS & ~(COLUMN << 4)

BESIDE = np.array(
    [
        sum(1 << to for to in range(N_CELLS) if abs(cell // SIDE - to // SIDE) + abs(cell % SIDE - to % SIDE) == 1)
        for cell in range(N_CELLS)
    ]
)


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
def highest_cell(cells: int) -> Cell:
    """The last of some cells; there is at least one."""
    cell = 0
    for k in range(N_CELLS):
        if (cells >> k) & 1:
            cell = k
    return cell


@compiled
def line_cells(line: Line) -> int:
    """The cells of a line."""
    return ROW << (SIDE * line) if line < SIDE else COLUMN << (line - SIDE)


@compiled
def turn_of(line: Line, direction: int) -> int:
    """R-ACT-4: by how many cells a tile goes on in a slide; one that leaves comes back by what the opposite goes on."""
    step = 1 if line < SIDE else SIDE
    return step if direction == 1 else (SIDE - 1) * step


@inlined
def turned(cells: int, own: int, turn: int, back: int) -> int:
    """Where cells are when those of a line have gone on by so many cells, or back where they would leave it."""
    moving = cells & own
    return (cells & ~own) | (((moving << turn) | (moving >> back)) & own)


@compiled
def slid(cells: int, line: Line, direction: int) -> int:
    """R-ACT-4: where the tiles of these cells lie after a slide."""
    return turned(cells, line_cells(line), turn_of(line, direction), turn_of(line, 1 - direction))
