"""A trace told as a player at the table would tell it: round by round, with the complex drawn after each."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from sim.game import assumptions_of
from sim.games.room25.parameters import Parameters
from sim.games.room25.telling.drawing import draw_board, place
from sim.games.room25.telling.sentences import ALARM, ENDINGS, Line, Titles, sentence

PAGE = 100
LEGEND = (
    "The board: columns A to E, rows 1 to 5, the exit zone in the corners; ? lies face down, with the colour told of "
    "it, or in the end with what it is; an arrow shows how a Pivoting room turns; name! must get out, (name) hides."
)


def narrate(lines: Sequence[Line]) -> Iterator[str]:
    """Yield the text of a trace, line by line, at most 100 characters each."""
    yield from Narrator(lines).tell()


class Narrator:
    """What a teller keeps in mind: names, how the table looked last, which round and pass it is."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.header, *self.lines = lines
        self.titles = Titles(self.header)
        self.table: Line = next(line for line in self.lines if line["type"] == "state")
        self.round = -1
        self.number = 0

    def tell(self) -> Iterator[str]:
        """Yield the whole text."""
        yield from self.title()
        for line, after in pairwise([*self.lines, {}]):
            if line["type"] == "result":
                yield from self.tell_result(line)
                continue
            if line["turn"] != self.round:
                yield from self.heading(line)
            if line["type"] == "event":
                yield from self.tell_event(line)
            elif line["at"] != "end_of_round" or after.get("at") != "end":  # else the same complex twice
                yield from self.tell_state(line)

    def title(self) -> Iterator[str]:
        """Yield what was played, by whom, by which rules, under which assumptions."""
        head, content = self.header, self.header["content"]
        yield "═" * PAGE
        yield from wrapped(
            f"Room 25: {head['scenario']} by the {content['rules']} rules; rooms: {content['composition']['title']}"
        )
        yield from wrapped(f"{self.cast()}; policy {head['policy']}, seed {head['seed']}, playout {head['index']}")
        switches = {
            "with key": content["key"],
            "with adrenaline": content["adrenaline"],
            "with specials": content["specials"],
            f"M.A.C. cards {content['mac']}": content["mac"] != "off",
        }
        yield from wrapped(", ".join([f"{content['rounds']} rounds", *(name for name, on in switches.items() if on)]))
        defaults = assumptions_of(Parameters())
        for name, value in head["assumptions"].items():
            if value != defaults[name]:
                yield from wrapped(f"Assumed otherwise than by default: {name} = {value}")
        yield from wrapped(LEGEND)
        yield "═" * PAGE

    def cast(self) -> str:
        """Return the players with their characters, in suspicion with the guards among them."""
        guards = {one["name"] for one in self.table["characters"] if one["role"] == "guard"}
        named = {name: self.titles.who(name) + (" (guard)" if name in guards else "") for name in self.header["agents"]}
        players = self.header["content"]["players"]
        return "; ".join(f"{player}: {', '.join(named[name] for name in group)}" for player, group in players.items())

    # -- Events ------------------------------------------------------------------------------------------------------

    def heading(self, line: Line) -> Iterator[str]:
        """Yield the heading of a round: how many are left, and who acts in which order."""
        self.round, self.number = line["turn"], 0
        yield ""
        if not self.round:
            yield "Set-up"
            return
        agents = self.header["agents"]
        first = (self.round - 1) % len(agents)
        dead = {one["name"] for one in self.table["characters"] if not one["alive"]}
        order = [self.titles.who(name) for name in agents[first:] + agents[:first] if name not in dead]
        yield from wrapped(f"Round {self.round} ({self.table['rounds_left']} left) - {', '.join(order)}", "", "  ")

    def tell_event(self, event: Line) -> Iterator[str]:
        """Yield one sentence, indented under the action that caused it."""
        if event["pass"] != self.number:
            yield from self.pass_heading(event)
        if event["event"] == "programmed":
            yield self.program(event)
        if planned := event.get("planned"):
            yield from wrapped(tell_plan(planned), "      * ", "        ")
        if event["event"] == "programmed":
            return
        told = sentence(self.titles, event, self.table)
        if told.startswith(ALARM):
            yield from wrapped(told, "", " " * 4)
        elif is_action(event):
            yield from wrapped(told, "  > ", "    ")
        elif event["agent"] is None and event["event"] != "told":
            yield from wrapped(told, "  ", "    ")
        else:
            yield from wrapped(told, "      ", "        ")

    def pass_heading(self, event: Line) -> Iterator[str]:
        """Yield the heading of a pass."""
        self.number = event["pass"]
        if self.number:
            yield f"  Pass {self.number}{', adrenaline' if self.number == 3 else ''}"

    def program(self, event: Line) -> str:
        """Return what a character plans."""
        adrenaline = f" + {event['adrenaline']} on adrenaline" if event["adrenaline"] else ""
        plan = " - ".join(event["actions"]) or "nothing"
        return f"    {self.titles.who(event['character']):10} plans {plan}{adrenaline}"

    # -- States and the end ------------------------------------------------------------------------------------------

    def tell_state(self, state: Line) -> Iterator[str]:
        """Keep in mind how the table looks; draw it after set-up, after each round, and laid open at the end."""
        self.table = state
        if state["at"] not in ("setup", "end_of_round", "end"):
            return
        yield ""
        yield from draw_board(state, self.titles.room, self.titles.who, is_open=state["at"] == "end")
        yield from wrapped(self.standing(state), "   ", "   ")

    def standing(self, state: Line) -> str:
        """Return what the board does not show."""
        people = state["characters"]
        key = [] if not self.header["content"]["key"] else [f"key {'found' if state['key_found'] else 'not found'}"]
        dead = [self.titles.who(one["name"]) for one in people if not one["alive"]]
        parts = [f"rounds left {state['rounds_left']}", *key]
        if dead:
            parts.append(f"dead: {', '.join(dead)}")
        if self.header["content"]["adrenaline"]:
            fit = [self.titles.who(one["name"]) for one in people if one["alive"] and one["adrenaline"]]
            parts.append(f"adrenaline: {', '.join(fit) or 'nobody'}")
        parts += [
            f"{self.titles.who(one['name'])} {deadline(self.titles, one['deadline'])}"
            for one in people
            if one["deadline"]
        ]
        return "; ".join(parts)

    def tell_result(self, result: Line) -> Iterator[str]:
        """Yield how it ended."""
        yield ""
        yield "═" * PAGE
        yield from wrapped(f"{self.ending(result)} Round {result['round']}, rounds left {result['rounds_left']}.")
        found = "turned up" if result["exit_found"] else "never turned up"
        dead = self.titles.all_of(result["dead"]) or "nobody"
        guards = f"; guards: {self.titles.all_of(result['guards'])}" if result["guards"] else ""
        yield from wrapped(f"Dead: {dead}{guards}. Room 25, {found}, lay at {place(result['exit_cell'])}.")
        yield from wrapped(
            f"Looks {result['looks']}, moves {result['moves']}, pushes {result['pushes']}, controls "
            f"{result['controls']}, specials {result['specials']}, lost {result['lost']}; "
            f"vortex returns {result['vortex_returns']}, steps undone {result['vortex_actions']}."
        )
        yield "═" * PAGE

    def ending(self, result: Line) -> str:
        """Return what decided the game."""
        cause = str(result["cause"])
        kind, _, room = cause.partition(":")
        return f"LOST: one death too many ({self.titles.room(room)})." if kind == "death" else ENDINGS[cause]


def tell_plan(planned: Mapping[str, Any]) -> str:
    """Return what a planner tried out before it chose."""
    tried = f"Tried on {planned['complexes']} complexes: "
    if planned["instead_of"] is None:
        return f"{tried}worth {planned['before']:.0%}."
    other = planned["instead_of"]
    parts = other if isinstance(other, list) else [other]
    words = " - ".join(place(part) if isinstance(part, int) else part for part in parts)
    return f"{tried}worth {planned['after']:.0%}, {words} only {planned['before']:.0%}."


def is_action(event: Line) -> bool:
    """Whether an event is what a character does in its turn, not what follows from it."""
    return event["event"] in ("special", "action_lost") or event.get("by") in ("action", "self")


def deadline(titles: Titles, what: Mapping[str, Any]) -> str:
    """Return what a character must do, or die."""
    when = f"by the end of round {what['round']}" if "round" in what else "by the next action"
    return f"must leave {titles.room(what['room'])} {when}"


def wrapped(text: str, first: str = "", rest: str = "") -> list[str]:
    """Return a text wrapped to the page; no text is no line."""
    return textwrap.wrap(text, PAGE, initial_indent=first, subsequent_indent=rest)
