"""Positions of Room 25 made by hand: the rules of a cell, a board drawn as text, and what is chosen on it.

    table = lay(new_rules(), "? ? mortal / ? ? .@0")
    table.act(0, MOVE, 2)

A board is drawn row by row, parted by "/", the top row first; what is not drawn is a face-down Empty room.

    ?        Empty, face down          acid!    closed          piv=     its axis is the row
    .        Empty, face up            acid#    locked          piv|     ... the column
    acid     any room by its first letters, face up; ?acid: face down; 25: Room 25
    acid@02  characters 0 and 2 stand there; who is not drawn stands in the Central Room, cell 12

         0  1  2  3  4
         5  6  7  8  9
        10 11 12 13 14      5 * row + column
        15 16 17 18 19
        20 21 22 23 24
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Sequence
from typing import Any
from unittest import mock

from sim import records
from sim.game import recording
from sim.games.room25 import round as course
from sim.games.room25.content import Content, load
from sim.games.room25.parameters import Parameters
from sim.games.room25.setup import set_up
from sim.games.room25.state import Menu, Rules, State
from sim.games.room25.tables import build_rules
from sim.games.room25.terms import (
    AXES,
    BEGIN_ROUND,
    CELL,
    CENTRE,
    CHARACTERS,
    COLUMN_AXIS,
    COLUMN_DIRECTIONS,
    EMPTY,
    END_ROUND,
    LINES,
    N_CELLS,
    NO_MARK,
    NONE,
    ROBOT,
    ROOM_25,
    ROOMS,
    ROW_AXIS,
    ROW_DIRECTIONS,
    RUNNING,
    SECOND,
    SIDE,
    THIRD,
    TURN,
    UNTOLD,
    VERB,
)

TOKEN = re.compile(r"(?P<down>\?)?(?P<room>25|[a-z]*)\.?(?P<signs>[!#=|]*)(@(?P<who>\d+))?")
USUAL = {
    "cooperation": ("coop_easy", "online", 4),
    "suspicion": ("online_suspicion_4_5", "online", 4),
    "solo": ("beginner", "base", 1),
}
BASE = {"cooperation": "beginner", "suspicion": "expert_suspicion", "solo": "beginner"}


@functools.cache
def content() -> Content:
    """The package's own content."""
    return load()


@functools.cache
def built(cell: str) -> Rules:
    """Return the rules of [axes, parameters, seed] as JSON; to be copied, not changed."""
    axes, parameters, seed = json.loads(cell)
    return build_rules(axes, Parameters.model_validate(parameters), content(), seed)


def new_rules(
    mode: str = "cooperation",
    players: int | None = None,
    agents: Sequence[str] | None = None,
    base: bool = False,
    composition: str | None = None,
    mac: str = "off",
    specials: bool = False,
    seed: int = 1,
    **parameters: Any,
) -> Rules:
    """Return the rules of a cell, by the online rules unless `base`; with `agents` in turn order specials are on."""
    usual, rules, size = USUAL[mode]
    axes = {
        "mode": mode,
        "composition": composition or (BASE[mode] if base else usual),
        "rules": "base" if base else rules,
        "players": players or (len(agents) if agents else size),
        "agents": agents,
        "mac": mac,
        "specials": specials or agents is not None,
    }
    copy = records.table(Rules, 1)
    copy[0] = built(json.dumps([axes, parameters, seed]))
    new: Rules = copy[0]
    return new


def team(*agents: str, mode: str = "cooperation", **choice: Any) -> Rules:
    """Return rules with specials for a team that begins with these characters, filled up to four."""
    others = [who for who in ("frank", "alice", "sarah", "kevin", "max") if who not in agents]
    return new_rules(mode, agents=(*agents, *others)[: max(4, len(agents))], **choice)


def lay(rules: Rules, board: str = "", **fields: Any) -> Table:
    """Return a table in pass 1 of round 1: the board as drawn, everybody alive, a prisoner, and without a program."""
    state = records.new(State)
    state.key, state.policy_key = 12345, 54321
    state.turn = state.passing = 1
    state.step, state.rounds_left, state.n_characters = TURN, rules.rounds, rules.n_characters
    state.actor = state.mate = state.carrier = state.mac_card = state.due = NONE
    state.deadline[:] = state.cell[:] = state.team[:] = state.death_room[:] = NONE
    state.mark[:] = NO_MARK
    state.told[:] = UNTOLD
    living = range(rules.n_characters)
    state.team[living] = rules.team[living] if rules.fixed_team else living
    state.cell[living], state.alive[living], state.has_adrenaline[living] = CENTRE, 1, rules.adrenaline
    draw(state, board)
    set_fields(state, **fields)
    return Table(rules, state)


def draw(state: State, board: str) -> None:
    """Draw a board: tile k lies in cell k."""
    state.tile_at[:] = state.cell_of[:] = range(N_CELLS)
    state.room[:] = EMPTY
    state.room[CENTRE], state.face_up[CENTRE] = 0, 1
    for row, line in enumerate(board.split("/")):
        for column, token in enumerate(line.split()):
            put(state, SIDE * row + column, token)


def put(state: State, cell: int, token: str) -> None:
    """Draw one cell."""
    parts = TOKEN.fullmatch(token)
    assert parts, token
    if cell != CENTRE:
        name = parts["room"] or "empty"
        state.room[cell] = ROOM_25 if name == "25" else next(k for k, room in enumerate(ROOMS) if room.startswith(name))
        state.face_up[cell] = parts["down"] is None
        state.closed[cell], state.locked[cell] = "!" in parts["signs"], "#" in parts["signs"]
        state.axis[cell] = ROW_AXIS if "=" in parts["signs"] else COLUMN_AXIS if "|" in parts["signs"] else 0
    for who in parts["who"] or "":
        state.cell[int(who)] = cell


def set_fields(record: Any, **fields: Any) -> None:
    """Set fields of a record; a list fills the beginning of a field."""
    for name, value in fields.items():
        if isinstance(value, list | tuple | range):
            record[name][: len(value)] = list(value)
        else:
            setattr(record, name, value)


def laid_out(rules: Rules, index: int = 0) -> Table:
    """Return a playout just after the complex was laid out: the first thing asked is where to look."""
    state = records.new(State)
    set_up(state, rules, index)
    return Table(rules, state)


# -- Options -------------------------------------------------------------------------------------------------------


def slide(line: str, direction: str) -> int:
    """Return the option of a slide: `slide("row1", "left")`."""
    ways = ROW_DIRECTIONS if line.startswith("row") else COLUMN_DIRECTIONS
    return 2 * LINES.index(line) + ways.index(direction)


def push(who: int, to: int) -> int:
    """Return the option of a push."""
    return CELL * who + to


def order(robot: int, to: int, who: int | None = None) -> int:
    """Return the option of an order to a robot: to move, or to push a character."""
    return ROBOT * robot + (0 if who is None else CELL * (who + 1)) + to


def special(verb: int, target: int = 0, cell: int = 0) -> int:
    """Return the option of a special."""
    return VERB * verb + CELL * target + cell


def program(first: int, second: int = 0, third: int = 0) -> int:
    """Return the option of a program."""
    return first + SECOND * second + THIRD * third


# -- Playing on ----------------------------------------------------------------------------------------------------


class Pause(BaseException):
    """Play stops here."""


class Table:
    """A position, its rules, and the choice on offer."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules, self.state, self.menu = rules, state, records.new(Menu)
        self.waits = False

    def play_on(self, *stops: int) -> list[int]:
        """Play on until somebody must choose and return the options; [] when the game ends, or at a step of `stops`."""
        step = course.take_step

        def take_step(*arguments: Any) -> bool:
            if self.state.step in stops:
                raise Pause
            return step(*arguments)

        if not self.waits:
            with mock.patch.object(course, "take_step", take_step):
                try:
                    self.waits = course.next_choice(self.state, self.rules, self.menu)
                except Pause:
                    return []
        return self.options

    @property
    def options(self) -> list[int]:
        """What is on offer."""
        return self.menu.option[: self.menu.n].tolist() if self.waits else []

    def choose(self, value: int, asking: int | None = None) -> None:
        """Choose an option that is on offer, after playing on to it; the question may be named."""
        offered = self.play_on()
        assert value in offered, f"{value} is not among {offered}"
        assert asking in (None, self.state.asking), f"question {self.state.asking}, not {asking}"
        self.waits = False
        course.choose(self.state, self.rules, self.menu, value)

    def act(self, who: int, action: int, *values: int) -> list[int]:
        """Let a character take an action with these choices; return what is asked then, [] when the action is over."""
        state = self.state
        self.waits = False
        state.actor, state.place = who, (who - (state.turn - 1)) % state.n_characters
        course.begin_action(state, action)
        for value in values:
            self.play_on(TURN)
            self.choose(value)
        return self.play_on(TURN)

    def offered(self, who: int, action: int) -> list[int]:
        """Return the ways in which a character could carry out an action; nothing changes."""
        return sorted(self.copy().act(who, action))

    def end_round(self) -> None:
        """Let the round end, whoever has not acted yet."""
        self.state.step, self.waits = END_ROUND, False
        self.play_on(BEGIN_ROUND)

    def begin_round(self) -> list[int]:
        """Let a round begin, and return what is asked first."""
        self.state.step, self.waits = BEGIN_ROUND, False
        return self.play_on()

    def plan(self, *programs: int) -> None:
        """Let the characters that are asked program these, in turn order."""
        for one in programs:
            self.choose(one)

    def copy(self, **fields: Any) -> Table:
        """Return the same position once more, with fields set anew."""
        state: State = self.state.copy()  # type: ignore[attr-defined]  # a State is a numpy record
        set_fields(state, **fields)
        return Table(self.rules, state)

    # What lies where

    def room(self, cell: int) -> str:
        """The room in a cell."""
        return ROOMS[self.state.room[self.state.tile_at[cell]]]

    def is_up(self, cell: int) -> bool:
        """Whether the room in a cell is face up."""
        return bool(self.state.face_up[self.state.tile_at[cell]])

    def is_closed(self, cell: int) -> bool:
        """Whether the room in a cell is closed."""
        return bool(self.state.closed[self.state.tile_at[cell]])

    def axis(self, cell: int) -> str | None:
        """The axis of the room in a cell."""
        return AXES[self.state.axis[self.state.tile_at[cell]]]

    def cells(self) -> list[int]:
        """Where the characters are, -1 for the dead."""
        return self.state.cell[: self.state.n_characters].tolist()

    def is_running(self) -> bool:
        """Whether the game goes on."""
        return self.state.cause == RUNNING


def told(rule: Callable[..., Any], *arguments: Any) -> list[tuple[str, dict[str, Any]]]:
    """Call a rule and return the events that it emits, in order, as (name, facts)."""
    events: list[tuple[str, dict[str, Any]]] = []
    with recording(lambda _, name, facts: events.append((name, facts))):
        rule(*arguments)
    return events


def seat_of(rules: Rules, agent: str) -> int:
    """Return the seat of a character of a fixed team."""
    return rules.team.tolist().index(CHARACTERS.index(agent))
