"""A trace told as a player at the table would tell it: turn by turn, with the board drawn twice a turn."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from sim.game import assumptions_of
from sim.games.loop.parameters import Parameters
from sim.games.loop.telling.card_text import counted
from sim.games.loop.telling.drawing import draw_board
from sim.games.loop.telling.sentences import ALARM, ENDINGS, Line, Titles, sentence, the
from sim.games.loop.telling.trace import ACTIONS
from sim.games.loop.terms import ERA_NAMES, N_ERAS

PAGE = 100
LEGEND = (
    "The board: ● rift, ◇ energy, ◆ permanent energy, ? hidden mission; a clone is shown by the era that it must be "
    "brought to, a supa clone with a star."
)
TOGETHER = {"clone_arrived", "rift_landed", "progress", "solo_revealed", "ultramachina_progress", "card_readied"}


def narrate(lines: Sequence[Line]) -> Iterator[str]:
    """Yield the text of a trace, line by line, at most 100 characters each."""
    yield from Narrator(lines[0]).tell(lines)


class Narrator:
    """What a teller keeps in mind: names, how far each mission is, whose turn it is, where everybody stands."""

    def __init__(self, header: Line) -> None:
        self.header = header
        self.titles = Titles(header)
        content = header["content"]
        slotted = {**content["missions"], **{id_: card for id_, card in content["cards"].items() if "slots" in card}}
        self.slots = {id_: int(thing["slots"]) for id_, thing in slotted.items()}
        self.names = {agent: self.titles.agent(agent) for agent in content["agents"]}
        self.names |= {mission: self.titles.mission(mission) for mission in content["missions"]}
        self.progress: dict[str, int] = {}
        self.where: dict[str, int] = dict.fromkeys(header["agents"], -1)
        self.drawn = (-1, "")
        self.turn = -1
        self.agent: str | None = None

    def tell(self, lines: Sequence[Line]) -> Iterator[str]:
        """Yield the whole text."""
        yield from self.title()
        for _, group in groupby(lines[1:], key=self.kin()):
            events = list(group)
            kind = events[0]["type"]
            if kind == "event":
                yield from self.tell_events(events)
            elif kind == "state":
                yield from self.tell_state(events[0])
            else:
                yield from self.tell_result(events[0])

    def kin(self) -> Any:
        """Return a key by which neighbours are told in one sentence: events of some kinds about the same thing."""
        alone = iter(range(10**9))

        def key(line: Line) -> Any:
            if line["type"] == "event" and line["event"] in TOGETHER:
                return line["event"], line["turn"], line.get("mission")
            return next(alone)

        return key

    def title(self) -> Iterator[str]:
        """Yield the heading: what was played, by whom, under which assumptions."""
        head = self.header
        words = [head["scenario"].replace("_", " ").title(), head["difficulty"], "solo" if head.get("solo") else ""]
        yield "═" * PAGE
        yield f"The LOOP: {', '.join(word for word in words if word)}"
        yield from wrapped(
            f"{', '.join(self.titles.agent(agent) for agent in head['agents'])}; policy {head['policy']}, "
            f"seed {head['seed']}, playout {head['index']}"
        )
        defaults = assumptions_of(Parameters())
        for name, value in head["assumptions"].items():
            if value != defaults[name]:
                yield from wrapped(f"Assumed otherwise than by default: {name} = {spelt(value)}")
        yield from wrapped(LEGEND)
        yield "═" * PAGE

    # -- Events ------------------------------------------------------------------------------------------------------

    def tell_events(self, events: Sequence[Line]) -> Iterator[str]:
        """Yield one sentence for a group of events, indented under what caused it."""
        event = events[0]
        if event["turn"] != self.turn:
            yield from self.heading(event)
        if event["agent"] != self.agent and event["turn"]:
            self.agent = event["agent"]
            yield f"  {self.titles.agent(self.agent)} takes the turn in {the(self.where[self.agent])}."
        for planned in [event["planned"] for event in events if "planned" in event]:
            yield from wrapped(self.tell_plan(planned), "  * ", "    ")
        name = event["event"]
        if name == "won":
            return
        told = self.tell_progress(events) if name == "progress" else sentence(self.titles, events)
        if told.startswith(ALARM):
            yield from wrapped(told, "", " " * 4)
        elif event["phase"] != "action":
            yield from wrapped(told, "  ", "    ")
        elif name in ACTIONS and event.get("owner", self.agent) == self.agent:
            yield from wrapped(told, "  > ", "    ")
        else:
            yield from wrapped(told, "      ", "        ")

    def tell_plan(self, planned: Line) -> str:
        """Return what a planner has in mind, and what it makes of it."""
        now = "" if planned["before"] is None else f"from {planned['before']} now "
        line = " ".join(step_in_words(self.titles, step) for step in planned["line"])
        return f"Plan, {now}to {planned['after']}: {line or 'as begun.'}"

    def heading(self, event: Line) -> Iterator[str]:
        """Yield the heading of a turn."""
        self.turn, self.agent = event["turn"], event["agent"]
        yield ""
        if not self.turn:
            yield "Set-up"
            return
        cycle = (self.turn - 1) // N_ERAS + 1
        who = f" - {self.titles.agent(self.agent)} at {ERA_NAMES[self.where[self.agent]]}" if self.agent else ""
        yield f"Turn {self.turn} (cycle {cycle}){who}"

    def tell_progress(self, events: Sequence[Line]) -> str:
        """Return how far a mission is."""
        mission = events[0]["mission"]
        self.progress[mission] = self.progress.get(mission, 0) + len(events)
        return f"Mission {self.titles.mission(mission)}: {self.progress[mission]}/{self.slots[mission]}."

    # -- States and the end ------------------------------------------------------------------------------------------

    def tell_state(self, state: Line) -> Iterator[str]:
        """Keep in mind where everybody stands; draw the board, but not after each action."""
        self.where = {agent["name"]: agent["era"] for agent in state["agents"]}
        drawn, self.drawn = self.drawn, (state["turn"], state["at"])
        again = state["at"] == "end" and drawn == (state["turn"], "end_of_turn")
        if state["at"] != "action" and not again:
            yield ""
            yield from draw_board(state, self.slots, self.names)
            if state["at"] == "foo":
                yield ""

    def tell_result(self, result: Line) -> Iterator[str]:
        """Yield how it ended."""
        yield ""
        yield "═" * PAGE
        yield f"{ENDINGS[result['cause']]} Turn {result['turn']}."
        if result["fatal_era"] >= 0:
            yield from wrapped(fatal_moment(result))
        yield from wrapped(
            f"Missions completed {result['missions_completed']}, failed {result['missions_failed']}; "
            f"vortexes {result['vortexes']}; clones destroyed {result['clones_destroyed']}; LOOPs {result['loops']}; "
            f"cards used {result['cards_used']}."
        )
        yield "═" * PAGE


def step_in_words(titles: Titles, step: Line) -> str:
    """Return an action of a plan in short: what a card does is told when it is used."""
    if step["event"] == "artifact_used":
        return f"Uses {titles.card(step['card'])}."
    return sentence(titles, [step])


def fatal_moment(result: Line) -> str:
    """Return what lost the game to a vortex."""
    era = ERA_NAMES[result["fatal_era"]]
    drop = f"{counted(result['fatal_cubes'], 'rift')} with {counted(result['fatal_clones'], 'clone')} in Foo's era"
    if result["cause"] == "ended_in_mega_vortex":
        return f"The mega vortex: {era}. The last drop was {drop}."
    when = "made by the agents themselves" if result["fatal_in_action"] else "in Foo's phase"
    return f"The fatal vortex: {era}, {when}. The last drop was {drop}."


def wrapped(text: str, first: str = "", rest: str = "") -> list[str]:
    """Return a text wrapped to the page."""
    return textwrap.wrap(text, PAGE, initial_indent=first, subsequent_indent=rest)


def spelt(value: Any) -> str:
    """Return an assumption's value as text."""
    return ", ".join(f"{key}: {part}" for key, part in value.items()) if isinstance(value, Mapping) else str(value)
