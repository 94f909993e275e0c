"""The referee's desk: the lines still to be read, the table, and what has been found."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, NoReturn

from .board import Agent, Era, Table, differences, read
from .content import ERAS, Content
from .custody import lost_pieces

ENDINGS = ("lost", "won")


class Fault(Exception):  # noqa: N818
    """A line that the rules do not allow here; the rest of its segment cannot be judged."""


class GameOver(Exception):  # noqa: N818
    """The game is won or lost."""


class Game:
    """One playout under examination.

    The model `table` is what the rules demand; every `state` line is compared with it and then adopted, so that one
    fault is reported once. `due` holds progress events that must come next, `late` those that may wait until the card
    in use is done (L-MIS-5 fixes the era of artifact_used, not the moment of its event).
    """

    def __init__(self, lines: Iterable[dict[str, Any]]) -> None:
        self.lines = list(lines)
        self.at = 0
        self.focus = 0
        self.found: list[str] = []
        self.turn = 0
        self.active: str | None = None
        self.phases: tuple[str, ...] = ("setup",)
        self.next_n: int | None = None
        self.due: list[tuple[str, Any]] = []
        self.late: list[tuple[str, Any]] = []
        self.in_use: list[str] = []
        self.wrecked_machina: list[str] = []
        self.tally: Counter[str] = Counter()
        self.used: set[str] = set()
        self.taken: set[str] = set()
        self.last_drop = (0, 0)
        self.fatal_era = -1
        self.outcome: str | None = None
        self.tainted = False
        self.content = Content(self.lines[0])
        self.table: Table = None  # type: ignore[assignment]

    # -- reading ------------------------------------------------------------------------------------------------------

    @property
    def line(self) -> dict[str, Any]:
        """The next line, empty at the end of the trace."""
        return self.lines[self.at] if self.at < len(self.lines) else {}

    def name(self, at: int) -> str:
        """The name of the event in this line; of another line its type in brackets."""
        line = self.lines[at] if at < len(self.lines) else {}
        return str(line["event"]) if line.get("type") == "event" else f"[{line.get('type', 'end of trace')}]"

    @property
    def next(self) -> str:
        """The name of the next event."""
        return self.name(self.at)

    def look(self) -> dict[str, Any]:
        """The next line, which becomes the one that a violation names; `take` does the same."""
        self.focus = self.at
        return self.line

    def take(self, rule: str, *names: str, **fields: Any) -> dict[str, Any]:
        """The next event, which must be one of these and carry these values."""
        event = self.look()
        if self.next not in names:
            wanted = " or ".join(names) + (f" {fields}" if fields else "")
            self.fail(rule, f"{wanted} is due", self.next)
        for key, value in fields.items():
            self.expect(rule, event.get(key) == value, f"{event['event']} with {key} {value}", event.get(key))
        self._check_frame(event)
        self.at += 1
        return event

    def _check_frame(self, event: dict[str, Any]) -> None:
        if self.next_n is not None and event["n"] != self.next_n:
            self.report("TRACE", f"event number {self.next_n}", event["n"])
        self.next_n = event["n"] + 1
        if event["turn"] != self.turn:
            self.report("TRACE", f"turn {self.turn}", event["turn"])
        solo_choice = self.content.solo and event["event"] == "solo_revealed"
        if event["agent"] != self.active and not (solo_choice and event["agent"] == event["who"]):
            self.report("L-SET-6", f"agent {self.active}", event["agent"])
        if event["phase"] not in self.phases + (("end",) if event["event"] in ENDINGS else ()):
            self.report("TRACE", f"phase {' or '.join(self.phases)}", event["phase"])

    # -- judging ------------------------------------------------------------------------------------------------------

    def report(self, rule: str, demand: str, found: Any = "") -> None:
        """Note a violation at the line looked at last and go on."""
        tail = f"; found {found}" if found != "" else ""
        self.found.append(f"line {self.focus + 1} ({self.name(self.focus)}, turn {self.turn}): {rule}: {demand}{tail}")

    def miss(self, rule: str, demand: str) -> NoReturn:
        """Something else is due where the next line stands."""
        self.look()
        self.fail(rule, f"{demand} is due", self.next)

    def fail(self, rule: str, demand: str, found: Any = "") -> NoReturn:
        """Note a violation after which the segment cannot be followed."""
        self.report(rule, demand, found)
        raise Fault

    def expect(self, rule: str, holds: bool, demand: str, found: Any = "") -> None:
        """Fail unless this holds."""
        if not holds:
            self.fail(rule, demand, found)

    def era(self, number: int) -> Era:
        """An era of the table; an impossible number is a fault."""
        self.expect("L-BRD-1", number in range(7), "an era from 0 to 6", number)
        return self.table.eras[number]

    @property
    def me(self) -> Agent:
        """The agent whose turn it is."""
        if self.active is None:
            self.fail("L-SOL-1", "a turn of an agent with three cards")
        return self.table.agents[self.active]

    # -- states -------------------------------------------------------------------------------------------------------

    def state(self, *at: str) -> None:
        """Compare the next line, which must be a state, with the table, and adopt it."""
        line = self.look()
        if line.get("type") != "state":
            self.miss("TRACE", f"a state at {' or '.join(at)}")
        if line["at"] not in at or line["turn"] != self.turn:
            self.report("TRACE", f"a state at {' or '.join(at)} of turn {self.turn}", (line["at"], line["turn"]))
        if len(line["eras"]) != ERAS or {agent["name"] for agent in line["agents"]} != set(self.content.names):
            self.at += 1
            self.fail("STATE", f"{ERAS} eras and the agents {self.content.names}")
        for difference in differences(self.table, read(line), self.content):
            self.report("STATE", difference)
        self.adopt()

    def adopt(self) -> None:
        """Take the next line, a state, as the table; check that no piece is lost or doubled."""
        old, self.table = self.table, read(self.line)
        if old is not None:
            if "failed" in self.line and sorted(old.failed) != sorted(self.table.failed):
                self.report("STATE", f"failed missions: due {old.failed}", self.table.failed)
            self.table.failed, self.table.missions_out = old.failed, old.missions_out
        cycle = max((self.turn - 1) // 7 + 1, 0)
        if self.line["cycle"] not in ({cycle} if self.turn else {0, 1, None}):
            self.report("L-FOO-1", f"cycle {cycle}", self.line["cycle"])
        for complaint in lost_pieces(self.table, self.content, self.wrecked_machina):
            self.report("CONSERVATION", complaint)
        self._check_printed_tokens()
        self.at += 1

    def _check_printed_tokens(self) -> None:
        for era in self.line["eras"]:
            for clone in era["clones"]:
                token = self.content.tokens[int(clone["token"])]
                if (clone["paradox"], bool(clone["supa"])) != (token.paradox, token.supa):
                    self.report("L-SET-3", f"token {clone['token']} as in the header: {token}", clone)

    def resume(self) -> None:
        """After a fault: skip to the next state and adopt it unjudged."""
        self.due, self.late, self.in_use = [], [], []
        while self.line and self.line.get("type") != "state":
            if self.line.get("type") == "event":
                self.next_n = self.line["n"] + 1
                if self.line["event"] in ("won", "lost"):
                    self.outcome = self.line.get("cause", "missions_completed")
                if self.line["event"] == "ultramachina_destroyed":
                    self.wrecked_machina.append(str(self.line["card"]))
                if self.line["event"] == "mission_failed":
                    self.table.failed.append(str(self.line["mission"]))
                if self.line["event"] == "solo_revealed":
                    self.active = self.line["who"]
            self.at += 1
        self.tainted = True
        if self.line:
            before = len(self.found)
            self._catch_up()
            self.adopt()
            del self.found[before:]

    def _catch_up(self) -> None:
        if self.line["turn"] != self.turn:
            self.turn = self.line["turn"]
            names = self.content.names
            self.active = None if self.content.solo else names[(self.turn - 1) % len(names)]

    @property
    def last_state(self) -> str:
        """Where the state that was read last stands in its turn."""
        return str(self.lines[self.at - 1].get("at"))
