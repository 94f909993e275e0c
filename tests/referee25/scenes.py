"""Single actions on a table set by hand, for tests of one rule at a time."""

import contextlib
from typing import Any

from .actions import carry_out
from .board import read
from .desk import Desk, Fault, GameOver
from .scribe import Scribe


class Scene(Scribe):
    """A table in the second round, pass 1; `judge` lets the referee read what was said since."""

    def __init__(self, mode: str = "cooperation", **changes: Any) -> None:
        super().__init__(mode, **changes)
        self.round, self.number, self.phase = 2, 1, "pass1"
        self.ending: Any = None
        self.desk: Desk = None  # type: ignore[assignment]

    def put(self, cell: int, room: str, *names: str, up: bool = True, **fields: Any) -> None:
        """Lay a room, face up, with these characters in it."""
        self.at(cell).update(room=room, face_up=up, **fields)
        for name in names:
            self.who(name)["cell"] = cell

    def begin(self, agent: str, **fields: Any) -> None:
        """The table is set; this character acts. `fields` are those of the desk."""
        self.agent = agent
        self.show("action")
        self.desk = Desk(self.lines)
        self.desk.table = read(self.lines.pop(), self.desk.setting)
        self.desk.lines.pop()
        self.desk.turn, self.desk.number = self.round, 1
        self.desk.phase("pass1", passes=(1,), actor=agent)
        for key, value in fields.items():
            setattr(self.desk, key, value)

    def judge(self, kind: str) -> list[str]:
        """What the referee finds in this action; unread events are a violation too."""
        desk = self.desk
        desk.lines = self.lines
        with contextlib.suppress(Fault, GameOver):
            carry_out(desk, desk.table.characters[str(self.agent)], "R-RND-1", [kind])
        self.ending = desk.ending
        if not desk.found and desk.line:
            desk.look()
            desk.report("TEST", "all events read")
        return desk.found


def rules(found: list[str]) -> list[str]:
    """The rules that are broken."""
    return [violation.split("): ")[1].split(":")[0] for violation in found]
