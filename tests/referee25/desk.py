"""The referee's desk: the lines still to be read, the table, and what has been found."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple, NoReturn

from referee.game import Fault, Game, GameOver

from .board import Character, Table, adopt, differences, read
from .setting import Setting

__all__ = ["Desk", "Ending", "Fault", "GameOver"]

# Events that may close a game, and so may stand in the phase `end`.
CLOSING = ("escaped", "died", "role_shown", "countdown")


class Ending(NamedTuple):
    """How a game ended."""

    winner: str | None
    cause: str
    partial: bool = False


class Desk(Game):
    """One playout of Room 25 under examination; reading and judging as in the referee of The LOOP.

    Where the next event stands in the game: `turn` is the round, `number` the pass, `seat` the next place in the order,
    `stage` what comes next (`setup`, `open`, `pass`, `close`, `end`).
    """

    def __init__(self, lines: Iterable[dict[str, Any]]) -> None:
        self.lines = list(lines)
        self.at, self.focus, self.next_n = 1, 0, None
        self.found: list[str] = []
        self.turn, self.number, self.seat = 0, 0, 0
        self.stage = "setup"
        self.phases: tuple[str, ...] = ("setup",)
        self.passes: tuple[int, ...] = (0,)
        self.actor: str | None = None  # None where nobody acts
        self.tainted = False
        self.setting = Setting(self.lines[0])
        self.table: Table = None  # type: ignore[assignment]
        self.ending: Ending | None = None
        self.opened = False  # this round has begun
        self.last_round = False  # at the beginning of this round
        self.drawn = 0  # M.A.C. cards due in this round that were drawn
        self.discard: list[str] = []  # M.A.C. cards
        self.reshuffled: list[str] | None = None  # the deck after a reshuffle, until a state shows its order
        self.spawned: dict[int, Any] = {}  # tile of a Robot room -> its robot
        self.exit_found = False
        self.by_illusion = False  # Illusion brought the room that is at work
        self.tally: Counter[str] = Counter()

    # -- reading ------------------------------------------------------------------------------------------------------

    def maybe(self, rule: str, name: str, **fields: Any) -> dict[str, Any] | None:
        """The next event if it is this one with these values, else None."""
        if self.next != name or any(self.line.get(key) != value for key, value in fields.items()):
            return None
        return self.take(rule, name)

    def who(self, name: Any) -> Character:
        """A character by name; one that is not in play is a fault."""
        self.expect("R-RND-1", name in self.table.characters, "a character in play", name)
        return self.table.characters[name]

    def cell(self, number: Any) -> int:
        """A cell by number; an impossible number is a fault."""
        self.expect("R-BRD-1", number in range(25), "a cell from 0 to 24", number)
        return int(number)

    def _check_frame(self, event: dict[str, Any]) -> None:
        if self.next_n is not None and event["n"] != self.next_n:
            self.report("TRACE", f"event number {self.next_n}", event["n"])
        self.next_n = event["n"] + 1
        if not event["turn"] == event["round"] == self.turn:
            self.report("TRACE", f"round {self.turn}", (event["turn"], event["round"]))
        if event["phase"] not in self.phases + (("end",) if event["event"] in CLOSING else ()):
            self.report("TRACE", f"phase {' or '.join(self.phases)}", event["phase"])
        if event["pass"] not in self.passes:
            self.report("TRACE", f"pass {self.passes}", event["pass"])
        if self.actor is not None and event["agent"] != self.actor:
            self.report("R-RND-2", f"agent {self.actor}", event["agent"])

    def phase(self, *phases: str, passes: tuple[int, ...], actor: str | None = None) -> None:
        """Where the next events stand."""
        self.phases, self.passes, self.actor = phases, passes, actor

    # -- judging ------------------------------------------------------------------------------------------------------

    def over(self, ending: Ending) -> NoReturn:
        """The first end that is reached stands (R-RND-4)."""
        self.ending = ending
        raise GameOver

    def state(self, *at: str, optional: bool = False) -> None:
        """Compare the next line, which must be a state, with the table, and adopt it."""
        line = self.look()
        if line.get("type") != "state" or (optional and line["at"] not in at):
            if optional:
                return
            self.miss("TRACE", f"a state at {' or '.join(at)}")
        if line["at"] not in at or not line["turn"] == line["round"] == self.turn:
            self.report("TRACE", f"a state at {' or '.join(at)} of round {self.turn}", (line["at"], line["turn"]))
        if line["pass"] not in self.passes and line["at"] not in ("end", "end_of_round"):
            self.report("TRACE", f"pass {self.passes}", line["pass"])
        shown = self._shown()
        self._reshuffle(shown)
        if not (self.ending and self.ending.cause == "escaped"):
            for difference in differences(self.table, shown, line["at"]):
                self.report("STATE", difference)
        adopt(self.table, shown)
        self.at += 1

    def _reshuffle(self, shown: Table) -> None:
        """A deck that has become empty may be the shuffled discard: its order is unknown until it is shown."""
        if self.reshuffled is None and not self.table.deck and shown.deck:
            self.reshuffled, self.discard = self.discard, []
        if self.reshuffled is not None:
            if sorted(self.reshuffled) == sorted(shown.deck):
                self.table.deck = shown.deck
            self.reshuffled = None

    def _shown(self) -> Table:
        shown = read(self.line, self.setting)
        if len(shown.cells) != 25 or set(shown.characters) != set(self.setting.seats):
            self.at += 1
            self.fail("STATE", f"25 cells and the characters {self.setting.seats}")
        return shown

    # -- after a fault ------------------------------------------------------------------------------------------------

    def resume(self) -> None:
        """Skip to the next state and adopt it unjudged; what was skipped is counted as far as it can be."""
        self.tainted = True
        while self.line and self.line.get("type") != "state":
            if self.line.get("type") == "event":
                self._skip(self.line)
            self.at += 1
        if not self.line:
            raise GameOver
        line = self.line
        self._catch_up(line)
        if line["at"] == "end":
            raise GameOver
        adopt(self.table, read(line, self.setting))
        self.at += 1

    def _skip(self, event: dict[str, Any]) -> None:
        self.next_n = event["n"] + 1
        name, agent = event["event"], self.table.characters.get(event["agent"])
        if name == "programmed":
            actions = [action for action in event["actions"] if action]
            program = [*[*actions, None][:2], event["adrenaline"]]
            self.table.characters[event["character"]].program = program
        if agent and (name in ("special", "action_lost") or event.get("by") == "action"):
            kinds = {"looked": "look", "moved": "move", "pushed": "push", "slid": "control", "special": "special"}
            agent.used.append(kinds.get(name) or event["action"])
        if name == "mac_card":
            self.drawn += 1
        self.tally["vortex"] += name == "moved" and event.get("by") == "room:vortex"
        self.exit_found |= name == "room_revealed" and event["room"] == "room_25"

    def _catch_up(self, line: dict[str, Any]) -> None:
        if line["round"] != self.turn:
            self.begin_round(line["round"])
        agent = self.lines[self.at - 1].get("agent")
        at = line["at"]
        if at == "plan":
            self.stage, self.number, self.seat = "pass", 1, 0
        elif at == "action":
            order = self.table.order
            self.stage, self.number = "pass", line["pass"]
            self.seat = order.index(agent) + 1 if agent in order else self.seat
        elif at == "end_of_round":
            self.stage, self.opened = "open", False
        elif at == "mac" and not line["pass"]:
            self.stage = "open"
        elif at == "mac":
            self.stage, self.number, self.seat = "pass", line["pass"], 0

    def begin_round(self, turn: int) -> None:
        """A round begins: nothing of the last one counts any more."""
        self.turn, self.number, self.seat, self.drawn = turn, 0, 0, 0
        table, self.opened = self.table, True
        self.last_round = table.rounds_left <= 1
        table.order, table.slides = self.setting.order(turn), {}
        for who in table.characters.values():
            who.used, who.cancelled, who.penalties = [], not who.alive, []
            who.program = [None, None, None]
            who.chilled = who.alive and table.room(who) == "cold"
            if self.setting.forgetful:
                who.knows -= {tile for tile in who.knows if who.seen.get(tile, 0) < turn - 2}

    def free(self, who: Character) -> bool:
        """Whether the character acts without a program (R-SOLO-1, R-SUS-4)."""
        return self.setting.solo or (who.free_from is not None and who.free_from <= self.turn)
