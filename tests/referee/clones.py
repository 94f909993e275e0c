"""Clones: arriving, entering an era, dying; what a supa clone leaves behind (L-ACT-7, L-SCN-2)."""

from .game import Game
from .missions import check_win, progress, take_progress


def locate(game: Game, token: int, era: int, rule: str) -> None:
    """The clone must stand in this era."""
    game.expect(rule, token in game.era(era).clones, f"clone {token} in era {era}", game.table.eras[era].clones)


def enter(game: Game, token: int, era: int, *, moved: bool) -> None:
    """A clone is put into an era: progress if it was moved, death at once if it is its paradox era."""
    game.era(era).clones.append(token)
    if moved:
        progress(game, "clone_moved", era, clone=token)
    if game.content.tokens[token].paradox == era:
        take_progress(game, some=True)
        game.take("L-ACT-7", "clone_destroyed", token=token, era=era)
        destroy(game, token, era)
    take_progress(game)


def destroy(game: Game, token: int, era: int) -> None:
    """Remove a clone, its clone_destroyed line being read; a supa clone has an aftermath."""
    table = game.table
    table.eras[era].clones.remove(token)
    game.tally["clones_destroyed"] += 1
    supa = game.content.tokens[token].supa
    if supa:
        table.supa_destroyed += 1
    elif game.content.assumed("destroyed_clones_return", False):
        table.bag.known.append(token)
        table.bag.forget()
    else:
        table.out_of_game.append(token)
    progress(game, "clone_destroyed", era, clone=token)
    take_progress(game)
    if supa:
        _aftermath(game, era)


def _aftermath(game: Game, era: int) -> None:
    """Win first, then permanent energy, then the k-th supa clone's k ordinary clones in that era (L-SCN-2)."""
    check_win(game)
    game.take("L-SCN-2", "permanent_added", era=era)
    game.era(era).permanent += 1
    drawn, whole = 0, len(game.table.bag)
    while drawn < game.table.supa_destroyed and len(game.table.bag):
        if drawn >= whole and game.next != "clone_arrived":
            return  # clones that die at once may or may not be in the bag again for the same draw
        token = arrive(game, "L-SCN-2", era)
        drawn += 1
        enter(game, token, era, moved=False)


def arrive(game: Game, rule: str, era: int | None = None) -> int:
    """Read a clone's arrival from the bag in its arrival era, or in the era demanded; it is not yet placed."""
    event = game.take(rule, "clone_arrived")
    token = int(event["token"])
    game.expect(rule, game.table.bag.draw(token), f"the next clone of the bag, {game.table.bag}", token)
    due = game.content.tokens[token].arrival if era is None else era
    game.expect(rule, event["era"] == due, f"clone {token} in era {due}", event["era"])
    return token


def spawn(game: Game, rule: str, count: int) -> None:
    """Draw clones to their arrival eras; a short bag gives fewer (L-FOO-3)."""
    for _ in range(min(count, len(game.table.bag))):
        token = arrive(game, rule)
        enter(game, token, game.content.tokens[token].arrival, moved=False)
