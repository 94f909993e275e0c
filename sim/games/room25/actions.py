"""Actions (R-ACT): look, move, push, control; their targets, and carrying them out."""

from __future__ import annotations

from sim.games.room25.board import (
    can_enter,
    can_leave_for,
    follows_axis,
    is_in_central,
    neighbour,
    room_at,
)
from sim.games.room25.characters import offer_specials
from sim.games.room25.ends import escape, escapes
from sim.games.room25.entry import relocate
from sim.games.room25.knowledge import look_at, offer_to_tell
from sim.games.room25.robots import is_pushable
from sim.games.room25.slides import can_slide, is_on, mark_line, slide_line
from sim.games.room25.state import Menu, Rules, State
from sim.games.room25.terms import (
    ASK_CONTROL,
    ASK_LOOK,
    ASK_MOVE,
    ASK_PUSH,
    ASK_SPECIAL,
    BY_ACTION,
    CELL,
    CONTROL,
    DARK,
    LOOK,
    MOVE,
    N_LINES,
    NONE,
    PUSH,
    SPECIAL,
    Cell,
    Character,
)
from sim.games.room25.witness import note_push
from sim.kernel import compiled

# -- Targets ----------------------------------------------------------------------------------------


@compiled
def offer_targets(state: State, rules: Rules, menu: Menu, c: Character, action: int) -> None:
    """R-RND-1: every way to carry out an action now; none: the action is lost."""
    menu.n = 0
    if action == LOOK:
        offer_looks(state, menu, c)
    elif action == MOVE:
        offer_moves(state, rules, menu, c)
    elif action == PUSH:
        offer_pushes(state, rules, menu, c)
    elif action == CONTROL:
        offer_controls(state, menu, c)
    elif action == SPECIAL:
        offer_specials(state, rules, menu, c)


@compiled
def target_question(action: int) -> int:
    """Which question asks for the target of an action."""
    if action == LOOK:
        return ASK_LOOK
    if action == MOVE:
        return ASK_MOVE
    if action == PUSH:
        return ASK_PUSH
    if action == CONTROL:
        return ASK_CONTROL
    return ASK_SPECIAL


@compiled
def offer_looks(state: State, menu: Menu, c: Character) -> None:
    """R-ACT-1, R-ROOM-dark: each adjacent face-down room; none from a Dark room."""
    cell = int(state.cell[c])
    if room_at(state, cell) == DARK:
        return
    for side in range(4):
        to = neighbour(cell, side)
        if to != NONE and not state.face_up[state.tile_at[to]] and follows_axis(state, cell, to):
            menu.option[menu.n] = to
            menu.n += 1


@compiled
def offer_moves(state: State, rules: Rules, menu: Menu, c: Character) -> None:
    """R-ACT-2: each adjacent room that lets the character in, if its own lets it go."""
    cell = int(state.cell[c])
    for side in range(4):
        to = neighbour(cell, side)
        if to != NONE and can_enter(state, rules, c, to) and can_leave_for(state, c, to):
            menu.option[menu.n] = to
            menu.n += 1


@compiled
def offer_pushes(state: State, rules: Rules, menu: Menu, c: Character) -> None:
    """R-ACT-3: each other character of the room to each adjacent room; not from the Central Room (R-ACT-5)."""
    cell = int(state.cell[c])
    if is_in_central(state, c):
        return
    for other in range(state.n_characters):
        if other == c or not is_pushable(state, other, cell):
            continue
        for side in range(4):
            to = neighbour(cell, side)
            if to != NONE and can_enter(state, rules, other, to) and follows_axis(state, cell, to):
                menu.option[menu.n] = other * CELL + to
                menu.n += 1


@compiled
def offer_controls(state: State, menu: Menu, c: Character) -> None:
    """R-ACT-4: the row and the column of the character's room; not from the Central Room (R-ACT-5)."""
    if is_in_central(state, c):
        return
    for line in range(N_LINES):
        if is_on(line, state.cell[c]):
            for direction in range(2):
                if can_slide(state, line, direction):
                    menu.option[menu.n] = 2 * line + direction
                    menu.n += 1


# -- Carrying out -----------------------------------------------------------------------------------


@compiled
def look(state: State, rules: Rules, menu: Menu, c: Character, cell: Cell) -> None:
    """R-ACT-1: look at an adjacent room; its colour may be told."""
    look_at(state, rules, c, cell, BY_ACTION)
    offer_to_tell(state, rules, menu, c, cell)


@compiled
def move(state: State, rules: Rules, c: Character, cell: Cell) -> None:
    """R-ACT-2: go to an adjacent room."""
    relocate(state, rules, c, cell, BY_ACTION)


@compiled
def push(state: State, rules: Rules, target: int) -> None:
    """R-ACT-3: another character goes to an adjacent room and suffers it."""
    note_push(state, int(state.actor), target // CELL, target % CELL)
    relocate(state, rules, target // CELL, target % CELL, BY_ACTION)


@compiled
def control(state: State, rules: Rules, c: Character, slide: int) -> None:
    """R-ACT-4, R-EXIT-1: slide the row or column of the own room; Room 25 may leave the complex by it."""
    line = slide // 2
    direction = slide % 2
    leaves = escapes(state, rules, c, line, direction)
    mark_line(state, line, direction)
    slide_line(state, line, direction, BY_ACTION)
    if leaves:
        escape(state, rules)
