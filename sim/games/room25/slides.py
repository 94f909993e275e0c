"""Slides (R-ACT-4): a row or column goes on by one, the tile that leaves comes back at the other end.

row1 right       a b c d e   ->   e a b c d
col3 up          a b c d e (top to bottom)   ->   b c d e a
"""

from __future__ import annotations

from sim.game import emit
from sim.games.room25.board import column_of, row_of
from sim.games.room25.state import State
from sim.games.room25.terms import (
    COLUMN_DIRECTIONS,
    LINES,
    MIDDLE,
    N_LINES,
    NO_MARK,
    NONE,
    ROW_DIRECTIONS,
    SIDE,
    Cell,
    Line,
    Tile,
)
from sim.kernel import TRACE, compiled


@compiled
def cell_on(line: Line, k: int) -> Cell:
    """The k-th cell of a line, from the left or from the top."""
    return SIDE * line + k if line < SIDE else SIDE * k + line - SIDE


@compiled
def is_on(line: Line, cell: Cell) -> bool:
    """Whether a cell is on a line."""
    return row_of(cell) == line if line < SIDE else column_of(cell) == line - SIDE


@compiled
def can_slide(state: State, line: Line, direction: int) -> bool:
    """R-ACT-4: row 2 and column 2 never slide; a line slid this round goes on only in the same direction."""
    if line % SIDE == MIDDLE:
        return False
    return state.mark[line] == NO_MARK or state.mark[line] == direction


@compiled
def leaving_cell(line: Line, direction: int) -> Cell:
    """The cell whose tile leaves the complex in a slide."""
    return cell_on(line, 0 if direction == 0 else SIDE - 1)


@compiled
def slide_line(state: State, line: Line, direction: int, by: int) -> None:
    """R-ACT-4: slide a line by one; characters and robots ride along. Sliding triggers no room."""
    step = -1 if direction == 0 else 1
    end = 0 if direction == 0 else SIDE - 1
    wrapped = state.tile_at[cell_on(line, end)]
    for i in range(SIDE - 1):
        k = i if direction == 0 else SIDE - 1 - i
        put_tile(state, state.tile_at[cell_on(line, k - step)], cell_on(line, k))
    put_tile(state, wrapped, cell_on(line, SIDE - 1 - end))
    for c in range(state.n_characters):
        if state.alive[c] and is_on(line, state.cell[c]):
            state.cell[c] = ride(line, state.cell[c], step)
    for robot in range(state.n_robots):
        if state.robot_cell[robot] != NONE and is_on(line, state.robot_cell[robot]):
            state.robot_cell[robot] = ride(line, state.robot_cell[robot], step)
    if TRACE:
        tell_slide(state, line, direction, by)


@compiled
def ride(line: Line, cell: Cell, step: int) -> Cell:
    """Where somebody in a cell of a sliding line goes."""
    k = column_of(cell) if line < SIDE else row_of(cell)
    return cell_on(line, (k + step + SIDE) % SIDE)


@compiled
def put_tile(state: State, tile: Tile, cell: Cell) -> None:
    """Put a tile in a cell."""
    state.tile_at[cell] = tile
    state.cell_of[tile] = cell


@compiled
def mark_line(state: State, line: Line, direction: int) -> None:
    """R-ACT-4: marks are per line and round."""
    state.mark[line] = direction


@compiled
def clear_marks(state: State) -> None:
    """R-ACT-4: a new round begins without marks."""
    for line in range(N_LINES):
        state.mark[line] = NO_MARK


def tell_slide(state: State, line: Line, direction: int, by: int) -> None:
    """Emit a slide."""
    names = ROW_DIRECTIONS if line < SIDE else COLUMN_DIRECTIONS
    emit(state, "slid", line=LINES[line], direction=names[direction], by=by)
