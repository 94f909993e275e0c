"""One playout as JSON lines: header, events, states, result. The engine emits numbers; a trace speaks in names.

Runs only with the JIT off, from the same source as the batch, so that the result equals the stored row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from sim.game import Cell, Game, recording
from sim.games.room25.content import Content
from sim.games.room25.state import Rules, State
from sim.games.room25.tables import composition_of
from sim.games.room25.telling.snapshot import name_of, snapshot
from sim.games.room25.terms import (
    ACT,
    ACTIONS,
    AFTER,
    ASK_ACTION,
    ASK_CONTROL,
    ASK_PROGRAM,
    ASK_PUSH,
    ASK_REVEAL,
    ASK_TELL,
    ASK_TIMING,
    BY_ROOM,
    BY_SPECIAL,
    CAUSES,
    CELL,
    COLOURS,
    COLUMN_DIRECTIONS,
    END_ROUND,
    ESCAPED,
    LINES,
    MAC_FRENZY,
    MAC_OFF,
    MAC_USES,
    MODES,
    NO_ACTION,
    ROOMS,
    ROW_DIRECTIONS,
    RUNNING,
    SECOND,
    THIRD,
    WINNERS,
)
from sim.tracing import address, plain

SCHEMA = 1
Line = dict[str, Any]
BY = ("setup", "action", "room", "special", "mac", "robot", "end")  # by code BY_*
OWNER = {  # whose special a verb is
    "call": "jennifer", "hide": "alice", "carry": "max", "regain": "frank", "reopen": "emmett", "lock": "emmett",
    "empty": "sarah", "destroy": "sarah", "swap": "kevin", "robot": "kevin",
}  # fmt: skip
IN_WORDS = {  # options that are neither places nor actions
    ASK_TELL: (*COLOURS, "silent"),
    ASK_TIMING: ("later", "now"),
    ASK_REVEAL: ("hidden", "shown"),
}


def play_traced(
    game: Game, cell: Cell, parameters: Any, content: Content, seed: int, index: int, space: Any = None
) -> Iterator[Line]:
    """Yield the trace of one playout of a cell, played through the batch's own entry. Needs the JIT off.

    `space`: a workspace that holds notes of the playout.
    """
    rules = game.rules(cell.axes, parameters, content, seed)
    recorder = Recorder(rules, content.mac_ids)
    results, counts = np.zeros(1, game.result_dtype()), np.zeros(1, game.counts_dtype())
    with recording(recorder):
        game.play(cell.player, rules, space or game.workspace(cell.weights), index, results, counts[0])
    composition = composition_of(cell.axes, parameters)
    yield {
        "type": "header",
        "schema": SCHEMA,
        "game": game.name,
        "scenario": cell.axes["mode"],
        "difficulty": composition,
        "agents": recorder.team,
        "policy": cell.policy,
        "seed": seed,
        "index": index,
        "rules_version": game.rules_version,
        "source_hash": game.source_hash,
        "cell": {"index": cell.index, **cell.axes, "sweep": dict(cell.sweep)},
        "assumptions": game.assumptions(parameters, content),
        "parameters": parameters.model_dump(mode="json", by_alias=True),
        "content": content_form(content, rules, recorder, composition),
    }
    yield from recorder.lines
    yield result_line(results[0], recorder)


def content_form(content: Content, rules: Rules, recorder: Recorder, composition: str) -> dict[str, Any]:
    """Return what a playout was played with: rooms as dealt, characters, M.A.C. cards, and the rules in force."""
    dealt = recorder.dealt
    return {
        "rules": "base" if rules.printed else "online",
        "mode": MODES[rules.mode],
        "players": players_form(rules, recorder.team),
        "teams": None,
        "rounds": int(rules.rounds),
        "adrenaline": bool(rules.adrenaline),
        "specials": bool(rules.specials),
        "mac": MAC_USES[rules.mac],
        "key": bool(rules.key),
        "rooms": {
            id_: {"title": room.title, "colour": room.colour, "count": dealt.get(id_, 0), "supply": room.supply}
            for id_, room in zip(content.room_ids, content.rooms, strict=True)
        },
        "composition": {
            "name": composition,
            "title": content.compositions[composition].title,
            "rooms": {id_: n for id_, n in dealt.items() if id_ != "central"},
        },
        "characters": {
            id_: {"title": character.title, "special": character.special}
            for id_, character in zip(content.character_ids, content.characters, strict=True)
        },
        "mac_cards": mac_form(content, rules),
    }


def players_form(rules: Rules, team: Sequence[str]) -> dict[str, list[str]]:
    """Return each player's characters; players are called A, B and so on."""
    players: dict[str, list[str]] = {}
    for name, player in zip(team, rules.player_of.tolist(), strict=False):
        players.setdefault(chr(ord("A") + player), []).append(name)
    return dict(sorted(players.items()))


def mac_form(content: Content, rules: Rules) -> dict[str, Any]:
    """Return the M.A.C. cards in use by id."""
    cards: dict[str, Any] = {}
    if rules.mac == MAC_OFF:
        return cards
    deck = content.mac_deck(frenzy=rules.mac == MAC_FRENZY)
    for id_, card in zip(content.mac_ids, deck, strict=False):
        if card.characters is not None:
            facts: dict[str, Any] = {"kind": "penalty", "characters": list(card.characters)}
        else:
            facts = {"kind": "slide", "line": card.line, "direction": card.direction, "twice": card.twice}
        cards[id_] = {**facts, "again": card.again, "frenzy_only": card.frenzy_only}
    return cards


def result_line(result: Any, recorder: Recorder) -> Line:
    """Return the last line: how the playout ended, then every column of the stored row; sets of seats as names."""
    row = {name: plain(result[name]) for name in result.dtype.names}
    return {
        "type": "result",
        "won": row["cause"] == ESCAPED,
        "turn": row["last_round"],
        "round": row["last_round"],
        **row,
        "cause": CAUSES[row["cause"]],
        "winner": WINNERS[row["winner"]],
        "partial": bool(row["partial"]),
        "key_found": bool(row["key_found"]),
        "dead": recorder.names_in(row["dead_seats"]),
        "guards": recorder.names_in(row["guard_seats"]),
    }


class Recorder:
    """Turn what the engine emits into trace lines: the recorder to hand to `sim.game.recording`.

    `lines` grows by one an event. The engine's facts are numbers (cells, tiles, robots, seats, codes) or words; a line
    has their public form.
    """

    def __init__(self, rules: Rules, mac_ids: Sequence[str]) -> None:
        self.rules = rules
        self.mac_ids = mac_ids
        self.lines: list[Line] = []
        self.n_events = 0
        self.team: list[str] = []  # by seat
        self.dealt: dict[str, int] = {}  # rooms on the board before round 1
        self.room = ""  # whose effect is being resolved
        self.special = ""  # whose special was used last
        self.table: int | None = None  # where in memory the played state is
        self.planned: dict[int, Line] = {}  # by seat: what a planner says of a choice of which no event has told yet

    def __call__(self, state: State, event: str, facts: Mapping[str, Any]) -> None:
        """Add the line of an event; the event `state` asks for the whole state.

        A policy that looks ahead plays on copies of the state; what happens there is not part of the playout.
        """
        self.table = self.table or address(state)
        if address(state) != self.table:
            return
        if event == "planned":
            self.planned[facts["character"]] = plan_form(facts, self.team)
        elif event == "state":
            self.lines.append(self.state_line(state, str(facts["at"])))
        else:
            self.lines.append(self.event_line(state, event, facts))

    def event_line(self, state: State, event: str, facts: Mapping[str, Any]) -> Line:
        """Return an event with its running number, round, pass, phase and the character whose turn it is."""
        if event == "room_effect":
            self.room = facts["room"]
        fields = {}
        if event == "special":
            self.special = OWNER[facts["verb"]]
            fields["name"] = self.special
        fields |= {key: self.public(state, key, fact) for key, fact in facts.items()}
        planned = self.planned.pop(facts["character"] if event == "programmed" else int(state.actor), None)
        explained = {} if planned is None else {"planned": planned}
        self.n_events += 1
        return {
            "type": "event",
            "n": self.n_events - 1,
            "turn": int(state.turn),
            "round": int(state.turn),
            "pass": pass_of(state),
            "phase": phase_of(state),
            "agent": name_of(state, state.actor) if is_acting(state) else None,
            "event": event,
            **fields,
            **explained,
        }

    def state_line(self, state: State, at: str) -> Line:
        """Return the whole state."""
        whole = snapshot(state, self.rules, self.mac_ids)
        if at == "setup":
            self.team = [character["name"] for character in whole["characters"]]
            for tile in whole["board"]:
                self.dealt[tile["room"]] = self.dealt.get(tile["room"], 0) + 1
        turn = int(state.turn)
        return {"type": "state", "turn": turn, "round": turn, "pass": pass_of(state), "at": at, **whole}

    def public(self, state: State, key: str, fact: Any) -> Any:
        """Return the public form of one fact of an event."""
        match key:
            case "character" | "target":
                return name_of(state, fact)
            case "characters":
                return [name_of(state, c) for c in fact]
            case "card":
                return self.mac_ids[fact]
            case "room" if not isinstance(fact, str):
                return ROOMS[fact]
            case "by" if not isinstance(fact, str):
                return self.by(fact)
        return plain(fact)

    def by(self, code: int) -> str:
        """Return what brought an event about; a room and a special by name."""
        return BY[code] + {BY_ROOM: f":{self.room}", BY_SPECIAL: f":{self.special}"}.get(code, "")

    def names_in(self, seats: int) -> list[str]:
        """Return the characters in a bit set of seats, sorted."""
        return sorted(name for seat, name in enumerate(self.team) if seats >> seat & 1)


def plan_form(facts: Mapping[str, Any], team: Sequence[str]) -> Line:
    """Return what a planner tried out: on how many complexes, what greedy's option came to there, and the one taken.

    `instead_of` is null where that of greedy was taken.
    """
    greedy, chosen, most = facts["greedy"], facts["chosen"], facts["most"]
    return {
        "complexes": facts["complexes"],
        "before": round(facts["before"] / most, 3),
        "after": round(facts["after"] / most, 3),
        "instead_of": None if greedy == chosen else option_form(facts["asking"], greedy, team),
    }


def option_form(asking: int, option: int, team: Sequence[str]) -> Any:
    """Return an option as a trace has it: the actions of a program, an action, a cell, a line and its direction.

    A push is who is pushed, and the cell. What is told, whether a role is shown and when an action comes are words.
    """
    if asking == ASK_PROGRAM:
        actions = (option % SECOND, option % THIRD // SECOND, option // THIRD)
        return [ACTIONS[action] for action in actions if action != NO_ACTION]
    if asking == ASK_ACTION:
        return ACTIONS[option] or "nothing"
    if asking == ASK_CONTROL:
        line = LINES[option // 2]
        ways = ROW_DIRECTIONS if line.startswith("row") else COLUMN_DIRECTIONS
        return [line, ways[option % 2]]
    if asking == ASK_PUSH:
        return [team[option // CELL], option % CELL]
    if asking in IN_WORDS:
        return IN_WORDS[asking][option]
    return option


def pass_of(state: State) -> int:
    """Return the pass: 0 in set-up, in the plan and at the end of a round."""
    return 0 if state.step == END_ROUND else int(state.passing)


def phase_of(state: State) -> str:
    """Return the phase of the round."""
    if state.cause != RUNNING:
        return "end"
    if state.turn == 0:
        return "setup"
    if state.step == END_ROUND:
        return "end_of_round"
    return f"pass{state.passing}" if state.passing else "plan"


def is_acting(state: State) -> bool:
    """Whether it is somebody's turn: an action or its consequences, or the decision to show a role before it."""
    return state.step in (ACT, AFTER) or state.moot == 1
