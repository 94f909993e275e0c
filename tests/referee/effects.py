"""Cards in use: which events may follow, effect by effect (L-EFF-1, L-ACT-3, L-ACT-6).

A trace does not say which effect causes an event, so all readings are followed at once. A *reading* is a stack of
frames (card, number of the current effect, memo of what that effect has done); the ally's card in use is the upper
frame, the empty stack means that the card is done. Whether the event itself is possible is for `consequences`.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from .change import available, eras_of, readiable
from .consequences import VERBS, apply
from .content import ERAS, Effect, around
from .game import Game


class Frame(NamedTuple):
    """How far one card in use has come; `memo` is None until its current effect has done something."""

    card: str
    number: int
    memo: Any


Reading = tuple[Frame, ...]


def carry_out(game: Game, card: str) -> None:
    """Read everything that a card in use causes; its artifact_used line has been read."""
    readings: set[Reading] = {(Frame(card, 0, None),)}
    while True:
        readings = _with_later_effects(game, readings)
        if game.next not in VERBS:
            break
        followed = {new for reading in readings for new in _follow(game, reading, game.look())}
        if not followed:
            game.fail("L-EFF-1", f"an event within the effects {_due(game, readings)} of {card}", game.line)
        apply(game, game.line)
        readings = followed
    if () not in readings:
        game.miss("L-EFF-1", f"{_due(game, readings)} of {card} in full")


def _effect(game: Game, frame: Frame) -> Effect:
    return game.content.cards[frame.card].effects[frame.number]


def _due(game: Game, readings: set[Reading]) -> list[str]:
    return sorted({_effect(game, reading[-1]).text for reading in readings if reading})


def _with_later_effects(game: Game, readings: set[Reading]) -> set[Reading]:
    """The readings and all that arise by ending or skipping the current effects where that is allowed."""
    found: set[Reading] = set()
    todo = list(readings)
    while todo:
        reading = todo.pop()
        if reading in found:
            continue
        if reading and reading[-1].number == len(game.content.cards[reading[-1].card].effects):
            below = reading[:-1]
            todo.append((*below[:-1], _past(below[-1])) if below else ())
            continue
        found.add(reading)
        if reading and _may_end(game, _effect(game, reading[-1]), reading[-1].memo):
            todo.append((*reading[:-1], _past(reading[-1])))
    return found


def _past(frame: Frame) -> Frame:
    return Frame(frame.card, frame.number + 1, None)


def _may_end(game: Game, effect: Effect, memo: Any) -> bool:
    """Energy and draw are carried out in full, carried clones arrive; all else is up to."""
    if effect.verb == "energy":
        if effect.last == "each_adjacent":
            return effect.n == 0 or (memo is not None and len(memo) == 2 and all(c == effect.n for _, c in memo))
        return effect.n == 0 or (memo is not None and sum(c for _, c in memo) == effect.n)
    if effect.verb == "draw":
        return (memo or 0) == effect.n or available(game) == 0
    if effect.verb == "carry":
        return memo is None or memo.complete
    return True


def _follow(game: Game, reading: Reading, event: dict[str, Any]) -> Iterator[Reading]:
    if not reading:
        return
    frame = reading[-1]
    effect = _effect(game, frame)
    if effect.verb == "use_ally":
        if len(reading) == 1 and frame.memo is None and event["event"] == "artifact_used":
            yield (*reading, Frame(str(event["card"]), 0, None))
        return
    for memo in STEPS[effect.verb](game, effect, frame.memo, event):
        yield (*reading[:-1], Frame(frame.card, frame.number, memo))


def _cubes(game: Game, effect: Effect, memo: Any, event: dict[str, Any]) -> Iterator[Any]:
    """Effects energy and repair: n cubes in one era of the place, or n in each adjacent one."""
    if event["event"] != {"energy": "energy_added", "repair": "rift_removed"}[effect.verb]:
        return
    where, done = str(effect.last), dict(memo or ())
    era = event["era"]
    if era not in eras_of(game, where) or (done and era not in done and where != "each_adjacent"):
        return
    done[era] = done.get(era, 0) + event["count"]
    if done[era] <= effect.n:
        yield tuple(sorted(done.items()))


def _transfer(game: Game, effect: Effect, memo: Any, event: dict[str, Any]) -> Iterator[Any]:
    """Effect transfer: up to n cubes from the agent's era to one adjacent era, in one event (all land together)."""
    name = {"energy": "energy_moved", "rift": "rift_moved"}[effect.args[0]]
    if event["event"] != name or memo is not None or event["from"] != game.me.era:
        return
    if event["to"] in around(game.me.era) and event["count"] <= effect.n:
        yield True


def _push(game: Game, effect: Effect, memo: Any, event: dict[str, Any]) -> Iterator[Any]:
    """Effect push: up to n different clones from the agent's era, each up to `steps` eras."""
    if event["event"] != "clone_moved" or event["verb"] != "push":
        return
    steps = (effect.args[1] if len(effect.args) > 1 else 1) + (game.content.can(game.active, "long_push"))
    moved = dict(memo or ())
    token = int(event["token"])
    if token not in moved and (len(moved) >= effect.n or event["from"] != game.me.era):
        return
    moved[token] = moved.get(token, 0) + 1
    if moved[token] <= steps:
        yield tuple(sorted(moved.items()))


def _pull(game: Game, effect: Effect, memo: Any, event: dict[str, Any]) -> Iterator[Any]:
    """Effect pull: up to n clones from adjacent eras into the agent's."""
    pulled = event["event"] == "clone_moved" and event["verb"] == "pull" and event["to"] == game.me.era
    if pulled and (memo or 0) < effect.n:
        yield (memo or 0) + 1


class Carry(NamedTuple):
    """A carry under way: steps made, the last one, clones taken along, those alive and those moved in this step."""

    steps: int
    way: tuple[int, int]
    chosen: int
    alive: frozenset[int]
    moved: frozenset[int]

    @property
    def complete(self) -> bool:
        """Whether every clone that goes along has made the last step."""
        return self.alive == self.moved


def _carry(game: Game, effect: Effect, memo: Carry | None, event: dict[str, Any]) -> Iterator[Any]:
    """Effect carry: the agent moves up to `steps` eras, up to n clones chosen at the start move along at every step."""
    steps = effect.args[1] if len(effect.args) > 1 else 1
    way = (event.get("from", -1), event.get("to", -1))
    if event["event"] == "agent_moved":
        done = memo.steps if memo else 0
        if event["who"] == game.active and done < steps and way[1] in around(way[0]) and (not memo or memo.complete):
            alive = memo.alive if memo else frozenset()
            yield Carry(done + 1, way, memo.chosen if memo else 0, alive, frozenset())
    elif event["event"] == "clone_moved" and event["verb"] == "carry" and memo and way == memo.way:
        token = int(event["token"])
        new = token not in memo.alive
        if (memo.steps > 1 or memo.chosen >= effect.n) if new else token in memo.moved:
            return
        dies = {token} if game.content.tokens[token].paradox == way[1] else set()
        yield memo._replace(
            chosen=memo.chosen + new, alive=(memo.alive | {token}) - dies, moved=(memo.moved | {token}) - dies
        )


def _move(game: Game, effect: Effect, memo: Any, event: dict[str, Any]) -> Iterator[Any]:
    """Effects move and move_ally: up to `steps` adjacent eras, or once to any other era."""
    if event["event"] != "agent_moved":
        return
    who, done = memo or (event["who"], 0)
    if event["who"] != who or (who == game.active) != (effect.verb == "move"):
        return
    if effect.last == "any":
        allowed = done == 0 and event["to"] in set(range(ERAS)) - {event["from"]}
    else:
        allowed = done < effect.n and event["to"] in around(event["from"])
    if allowed:
        yield (who, done + 1)


def _banish(game: Game, effect: Effect, memo: Any, event: dict[str, Any]) -> Iterator[Any]:
    """Effect banish: up to n clones of the agent's era."""
    if event["event"] == "clone_destroyed" and event["era"] == game.me.era and (memo or 0) < effect.n:
        yield (memo or 0) + 1


def _ready(game: Game, effect: Effect, memo: Any, event: dict[str, Any]) -> Iterator[Any]:
    """Effect ready: up to n other exhausted elementary cards of the hand."""
    if event["event"] == "card_readied" and str(event["card"]) in readiable(game) and (memo or 0) < effect.n:
        yield (memo or 0) + 1


def _draw(game: Game, effect: Effect, memo: Any, event: dict[str, Any]) -> Iterator[Any]:
    """Effect draw: n cards, or all there are; a reshuffle may come between."""
    done = memo or 0
    if event["event"] == "pile_reshuffled" and done < effect.n:
        yield done
    elif event["event"] == "cards_drawn" and event["who"] == game.active and done + len(event["cards"]) <= effect.n:
        yield done + len(event["cards"])


STEPS = {
    "energy": _cubes, "repair": _cubes, "transfer": _transfer, "push": _push, "pull": _pull, "carry": _carry,
    "move": _move, "move_ally": _move, "banish": _banish, "ready": _ready, "draw": _draw,
}  # fmt: skip
