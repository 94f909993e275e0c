"""One playout as JSON lines: header, events, states, result. The engine emits numbers; a trace speaks in names.

Runs only with the JIT off, from the same source as the batch, so that the result equals the stored row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from sim.game import Cell, Game, recording
from sim.games.loop.content import Content
from sim.games.loop.policies.planner.plan import LOST, ONE, WON
from sim.games.loop.state import Menu, Rules, State
from sim.games.loop.telling.snapshot import Names, snapshot
from sim.games.loop.terms import (
    ABILITIES,
    CAUSES,
    DIMENSIONS,
    DISTINCT_DIMENSION,
    MISSIONS_COMPLETED,
    NONE,
    PHASES,
    SETUP,
)
from sim.games.loop.turn import choose, next_choice
from sim.records import new, table
from sim.tracing import address, plain

SCHEMA = 1
ACTIONS = {"free_move", "paid_move", "artifact_used", "loop", "ability", "centrifuge_down", "turn_ended"}
Line = dict[str, Any]


def play_traced(game: Game, cell: Cell, parameters: Any, content: Content, seed: int, index: int) -> Iterator[Line]:
    """Yield the trace of one playout of a cell, played through the batch's own entry. Needs the JIT off."""
    rules = game.rules(cell.axes, parameters, content, seed)
    recorder = Recorder(rules, names_of(content))
    results, counts = np.zeros(1, game.result_dtype()), np.zeros(1, game.counts_dtype())
    with recording(recorder):
        game.play(cell.player, rules, game.workspace(cell.weights), index, results, counts[0])
    team = [results[0][f"agent_{seat}"] for seat in range(1, rules.n_agents + 1)]
    yield {
        "type": "header",
        "schema": SCHEMA,
        "game": game.name,
        "scenario": cell.axes["scenario"],
        "difficulty": cell.axes["difficulty"],
        "agents": [content.agent_ids[agent] for agent in team],
        "solo": bool(rules.solo),
        "policy": cell.policy,
        "seed": seed,
        "index": index,
        "rules_version": game.rules_version,
        "source_hash": game.source_hash,
        "cell": {"index": cell.index, **cell.axes, "sweep": dict(cell.sweep)},
        "assumptions": game.assumptions(parameters, content),
        "parameters": parameters.model_dump(mode="json", by_alias=True),
        "content": content_form(content, rules),
    }
    yield from recorder.lines
    yield result_line(results[0])


def names_of(content: Content) -> Names:
    """Return what a trace calls the content's things, by number."""
    effects = [card.effects for card in content.machina]
    return Names(content.agent_ids, content.card_ids, content.mission_ids, content.machina_ids, effects)


def content_form(content: Content, rules: Rules) -> dict[str, Any]:
    """Return the content that a cell is played with: what parameters change (slots, tokens) as changed."""
    return {
        "cards": cards_form(content),
        "missions": {
            id_: {
                "name": mission.name,
                "event": mission.event,
                "place": mission.place,
                "distinct": mission.distinct,
                "slots": int(rules.mission_slots[number]),
            }
            for number, (id_, mission) in enumerate(zip(content.mission_ids, content.missions, strict=True))
        },
        "tokens": {
            str(token): {
                "arrival": int(rules.token_arrival[token]),
                "paradox": int(rules.token_paradox[token]),
                "supa": bool(token >= rules.n_tokens),
            }
            for token in range(rules.n_tokens + rules.n_supa_tokens)
        },
        "agents": {
            id_: {"title": agent.title, "start": agent.start, "ability": agent.ability}
            for id_, agent in zip(content.agent_ids, content.agents, strict=True)
        },
    }


def cards_form(content: Content) -> dict[str, Any]:
    """Return every card by id: starting artifacts, artifacts, Ultramachina cards."""
    cards: dict[str, Any] = {
        id_: {
            "name": card.name,
            "kind": "artifact" if card.owner is None else "starting",
            "owner": card.owner,
            "origin": card.origin,
            "dimension": card.dimension,
            "effects": list(card.effects),
        }
        for id_, card in zip(content.card_ids, content.cards, strict=True)
    }
    for id_, machina in zip(content.machina_ids, content.machina, strict=True):
        kind = {"name": machina.name, "kind": "ultramachina", "owner": None, "origin": machina.origin}
        cards[id_] = {**kind, "dimension": None, "effects": list(machina.effects), "slots": machina.slots}
    return cards


def result_line(result: Any) -> Line:
    """Return the last line: how the playout ended, then every column of the stored row, numbers as stored."""
    row = {name: plain(result[name]) for name in result.dtype.names}
    won = row["cause"] == MISSIONS_COMPLETED
    return {"type": "result", "won": won, "turn": row["last_turn"], **row, "cause": CAUSES[row["cause"]]}


class Recorder:
    """Turn what the engine emits into trace lines: the recorder to hand to `sim.game.recording`.

    `lines` grows by one an event. The engine's facts are numbers (eras, tokens, cards, missions, seats for `who`
    and `owner`, codes for dimensions and causes); a line has their public form.
    """

    def __init__(self, rules: Rules, names: Names) -> None:
        self.rules = rules
        self.names = names
        self.lines: list[Line] = []
        self.n_events = 0
        self.completed: list[str] = []  # in the order of completion, which the state does not keep
        self.supa_out: list[int] | None = None  # those that set-up left out; later the destroyed ones look the same
        self.table: int | None = None  # where in memory the played state is
        self.planned: Line | None = None  # what a planner says of the choice that comes next

    def __call__(self, state: State, event: str, facts: Mapping[str, Any]) -> None:
        """Add the line of an event; the event `state` asks for the whole state.

        A policy that looks ahead plays on copies of the state; what happens there is not part of the playout.
        """
        self.table = self.table or address(state)
        if address(state) != self.table:
            return
        if event == "planned":
            self.planned = self.plan_form(state, facts)
        elif event == "state":
            self.lines.append(self.state_line(state, str(facts["at"])))
        else:
            self.lines.append(self.event_line(state, event, facts))

    def event_line(self, state: State, event: str, facts: Mapping[str, Any]) -> Line:
        """Return an event with its running number, turn, phase and the agent whose turn it is."""
        fields = {key: self.public(state, event, key, facts) for key in facts}
        if event == "mission_completed":
            self.completed.append(fields["mission"])
        self.n_events += 1
        explained = {} if self.planned is None else {"planned": self.planned}
        self.planned = None
        return {
            "type": "event",
            "n": self.n_events - 1,
            "turn": int(state.turn),
            "phase": PHASES[state.phase if state.turn else SETUP],
            "agent": self.agent(state, state.active) if state.turn else None,
            "event": event,
            **fields,
            **explained,
        }

    def plan_form(self, state: State, facts: Mapping[str, Any]) -> Line:
        """Return a plan: what the turn is worth if it ended at once (null amid an action) and at the end planned, and
        the actions up to there, or to where something hidden comes up.
        """
        before, after = (None if facts[key] is None else worth(facts[key]) for key in ("before", "after"))
        return {"before": before, "after": after, "line": self.line_form(state, facts["line"])}

    def line_form(self, state: State, items: Sequence[int]) -> list[Line]:
        """Return the actions that a line's choices come to, as events: found by playing them on a copy."""
        copy, menu, actions = table(State, 1), new(Menu), list[Line]()
        copy[0] = state
        agent = self.agent(state, state.active)

        def note(at: State, event: str, facts: Mapping[str, Any]) -> None:
            if event in ACTIONS:
                fields = {key: self.public(at, event, key, facts) for key in facts}
                actions.append({"agent": agent, "event": event, **fields})

        with recording(note):
            for item in items:
                next_choice(copy[0], self.rules, menu)
                choose(copy[0], self.rules, menu.option[0] if item == NONE else item)
        return actions

    def state_line(self, state: State, at: str) -> Line:
        """Return the whole state. At the end of a turn what the turn had used up is full again."""
        table = snapshot(state, self.rules, self.names)
        if self.supa_out is None:
            self.supa_out = table["supa_out"]
        table |= {"supa_out": list(self.supa_out), "completed": list(self.completed)}
        if at == "end_of_turn":
            for agent in table["agents"]:
                agent.update(free_move=True, loops=0, ability_used=False)
        return {"type": "state", "turn": int(state.turn), "at": at, **table}

    def public(self, state: State, event: str, key: str, facts: Mapping[str, Any]) -> Any:
        """Return the public form of one fact of an event."""
        value = facts[key]
        machina = event.startswith("ultramachina_")
        cards = self.names.machina if machina else self.names.cards
        match key:
            case "card":
                return cards[value]
            case "cards":
                return [cards[card] for card in value]
            case "effect" if machina and not isinstance(value, str):
                return self.names.machina_effects[facts["card"]][value]
            case "mission":
                return self.names.missions[value]
            case "who" | "owner":
                return self.agent(state, value)
            case "pile" if not isinstance(value, str):
                return self.agent(state, value)
            case "slot" if self.rules.mission_distinct[facts["mission"]] == DISTINCT_DIMENSION:
                return DIMENSIONS[value]
            case "carried" if value is not None and value == NONE:
                return None
            case "destroyed" | "mega":
                return bool(value)
        words = WORDS.get(key)
        return words[value] if words and not isinstance(value, str) else plain(value)

    def agent(self, state: State, seat: int) -> str | None:
        """Return the name of the agent in a seat; nobody's is null."""
        return None if seat == NONE else self.names.agents[state.team[seat]]


def worth(value: int) -> float | str:
    """Return a planner's value in the unit of its weights: the logarithm of the odds of winning; or that it is sure."""
    return "won" if value >= WON else "lost" if value <= LOST else round(value / (1000 * ONE), 3)


WORDS = {"dimension": DIMENSIONS, "cause": CAUSES, "name": ABILITIES}
