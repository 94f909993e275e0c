"""Phase I: Foo moves, flings, reveals, spawns, drops rifts (L-FOO)."""

from . import machina
from .clones import spawn
from .content import ERAS, around
from .game import Game
from .missions import refill_hq
from .vortex import make_vortexes


def phase(game: Game) -> None:
    """The Foo phase of the turn that has just begun, in the order of L-FOO-5."""
    _move(game)
    foo = game.table.foo
    assert foo is not None
    _fling(game, foo)
    extra = machina.take_effect(game) if game.content.machina else 0
    _reveal(game)
    spawn(game, "L-FOO-3", (game.turn - 1) // 7 + 1)
    _drop(game, foo, extra)


def _move(game: Game) -> None:
    table = game.table
    if (game.turn - 1) % 7 == 0:
        table.visited = []
    era = game.take("L-FOO-1", "foo_moved")["era"]
    if game.content.machina:
        due = (game.turn - 1) % ERAS
        game.expect("L-SCN-3", era == due, f"Foo one era clockwise to {due}", era)
    game.expect("L-FOO-1", era in range(ERAS) and era not in table.visited, "an era not visited in this cycle", era)
    if not game.content.machina and table.foo_deck:
        game.expect("L-FOO-1", era == table.foo_deck[0], f"the next Foo card {table.foo_deck[0]}", era)
    table.foo_deck = table.foo_deck[1:] if table.foo_deck else None
    table.foo = era
    table.visited.append(era)


def _fling(game: Game, foo: int) -> None:
    if not game.era(foo).centrifuge:
        return
    reached = {foo, *around(foo)}
    due = {agent.name: agent.era for agent in game.table.agents.values() if agent.era in reached}
    while due:
        event = game.take("L-SCN-4", "agent_moved")
        who = event["who"]
        game.expect("L-SCN-4", who in due, f"one of {sorted(due)} flung", who)
        start = due.pop(who)
        path = (event["from"], event["to"])
        game.expect("L-SCN-4", path == (start, around(start)[1]), f"{who} one era clockwise from {start}", path)
        game.table.agents[who].era = event["to"]


def _reveal(game: Game) -> None:
    table = game.table
    refill_hq(game, 1)
    if not len(table.hq) and not table.destroyed:
        return
    event = game.take("L-FOO-2", "artifact_revealed")
    card = str(event["card"])
    game.expect("L-FOO-2", table.hq.draw(card), f"the top of the HQ deck, {table.hq}", card)
    origin = game.content.cards[card].origin
    assert origin is not None
    game.expect("L-FOO-2", event["era"] == origin, f"{card} in its origin era {origin}", event["era"])
    lost = game.era(origin).vortex is not None
    game.expect("L-FOO-2", bool(event["destroyed"]) == lost, f"destroyed {lost}", event["destroyed"])
    (table.destroyed if lost else game.era(origin).artifacts).append(card)


def _drop(game: Game, foo: int, extra: int) -> None:
    count = 2 + len(game.era(foo).clones) + extra
    game.last_drop = (len(game.era(foo).clones), count)
    eras = game.content.landing(foo)
    for _ in range(count):
        era = game.take("L-FOO-4", "rift_landed")["era"]
        game.expect("L-FOO-4", era in eras, f"a rift in one of {sorted(eras)}", era)
        game.era(era).rifts += 1
        game.tally["rifts_dropped"] += 1
    game.expect("L-FOO-4", game.next != "rift_landed", f"{count} rifts dropped", "more")
    make_vortexes(game, (around(foo)[0], foo, around(foo)[1]))
