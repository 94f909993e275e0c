"""Phase II: the actions of the active agent, one between two states (L-ACT)."""

from collections.abc import Callable
from typing import Any

from .consequences import clone_moved, rift_removed, used
from .content import ERAS, around, word
from .effects import carry_out
from .game import Game
from .missions import check_win, progress, take_progress


def phase(game: Game) -> None:
    """All actions of the turn; each is followed by a state."""
    count = 0
    while game.next in ACTIONS:
        count += 1
        game.look()
        limit = game.content.assumed("max_actions", 100)
        if count > limit:
            game.report("L-ACT-9", f"at most {limit} actions a turn", count)
        game.tally["capped"] += count == limit
        if game.content.idle:
            game.report("L-POL-1", "no action under the idle policy")
        ACTIONS[game.next](game)
        take_progress(game)
        if game.late:
            game.miss("L-MIS-1", f"progress {game.late}")
        game.in_use = []
        game.state("action")


def _pay(game: Game, rule: str, cost: int, paid: Any) -> None:
    """A price is paid from the agent's era; permanent energy pays any price (L-ACT-2, L-ACT-8)."""
    era = game.era(game.me.era)
    game.expect(rule, era.permanent > 0 or era.energy >= cost, f"{cost} energy in era {game.me.era}", era.energy)
    due = 0 if era.permanent else cost
    game.expect("L-ACT-8", paid == due, f"{due} cubes paid", paid)
    era.energy -= due


def _depart(game: Game, rule: str, name: str, eras: set[int]) -> dict[str, Any]:
    here = game.me.era
    event = game.line
    game.expect(rule, event["from"] == here, f"a move from {here}", event["from"])
    game.expect(rule, event["to"] in eras, f"a move to one of {sorted(eras)}", event["to"])
    carried = _carried(event)
    allowed = carried == [] or (game.content.can(game.active, "carry_along") and len(carried) == 1)
    game.expect(rule, allowed, "no clone carried but one by Cztwyzzek", carried)
    if name == "paid_move":
        _pay(game, rule, 1, event["paid"])
    return game.take(rule, name)


def _carried(event: dict[str, Any]) -> list[int]:
    carried = event.get("carried")
    if carried is None:
        return []
    return [int(token) for token in carried] if isinstance(carried, list) else [int(carried)]


def _arrive(game: Game, event: dict[str, Any]) -> None:
    game.me.era = event["to"]
    for token in _carried(event):
        clone_moved(game, token=token, verb="carry", **{"from": event["from"], "to": event["to"]})


def _free_move(game: Game) -> None:
    game.expect("L-ACT-1", game.me.free_move, "one free move a turn", "a second one")
    reach = set(range(ERAS)) - {game.me.era} if game.content.can(game.active, "leap") else set(around(game.me.era))
    event = _depart(game, "L-ACT-1", "free_move", reach)
    game.me.free_move = False
    game.tally["free_moves"] += 1
    _arrive(game, event)


def _paid_move(game: Game) -> None:
    event = _depart(game, "L-ACT-2", "paid_move", set(around(game.me.era)))
    game.tally["paid_moves"] += 1
    _arrive(game, event)


def _artifact_used(game: Game) -> None:
    event = game.take("L-ACT-3", "artifact_used")
    carry_out(game, used(game, event))


def _loop(game: Game) -> None:
    dimension = word(game.line["dimension"])
    hand, cards = game.me.hand, game.content.cards
    held = {card for card in hand if cards[card].dimension == dimension}
    game.expect("L-ACT-4", dimension != "black_hole" and bool(held), "an elementary dimension of the hand", dimension)
    number = game.me.loops + 1
    free = game.content.can(game.active, "free_loop") and number == 1
    cost = 0 if free else number + game.era(game.me.era).centrifuge
    game.expect("L-ACT-4", game.line["cost"] == cost, f"LOOP number {number} at {cost} energy", game.line["cost"])
    _pay(game, "L-ACT-4", cost, game.line["paid"])
    game.take("L-ACT-4", "loop")
    game.me.loops = number
    game.tally["loops"] += 1
    progress(game, "loop_performed", game.me.era, dimension=dimension)
    _ready_all(game, held)


def _ready_all(game: Game, held: set[str]) -> None:
    """Exactly the exhausted cards of the dimension become ready."""
    hand = game.me.hand
    while True:
        take_progress(game, some=True)
        if game.next != "card_readied":
            break
        card = str(game.line["card"])
        game.expect("L-ACT-4", card in held and not hand[card], f"exhausted ones of {sorted(held)} readied", card)
        game.take("L-ACT-4", "card_readied")
        hand[card] = True
    left = sorted(card for card in held if not hand[card])
    if left:
        game.miss("L-ACT-4", f"card_readied of {left}")


def _ability(game: Game) -> None:
    me, era = game.me, game.era(game.me.era)
    mend = game.content.can(game.active, "mend") and not me.ability_used and game.line["name"] in (game.active, "mend")
    game.expect("L-ACT-5", mend, "V-Girl's ability, once a turn", game.line)
    game.expect("L-ACT-5", era.vortex is not None and era.rifts > 0, f"a vortex with a rift in {me.era}", era)
    game.take("L-ACT-5", "ability")
    me.ability_used = True
    game.tally["abilities"] += 1
    one = game.look().get("count") == 1 and game.line.get("era") == me.era
    game.expect("L-ACT-5", one, "one rift removed here", game.line)
    rift_removed(game)


def _centrifuge_down(game: Game) -> None:
    here = game.me.era
    cost = 2 + game.content.level
    event = game.line
    game.expect("L-SCN-4", event["era"] == here and game.era(here).centrifuge, f"a centrifuge in {here}", event["era"])
    game.expect("L-SCN-4", event["cost"] == cost, f"a centrifuge at {cost} energy", event["cost"])
    _pay(game, "L-SCN-4", cost, event["paid"])
    game.take("L-SCN-4", "centrifuge_down")
    game.era(here).centrifuge = False
    game.tally["centrifuges_down"] += 1
    check_win(game)


ACTIONS: dict[str, Callable[[Game], None]] = {
    "free_move": _free_move, "paid_move": _paid_move, "artifact_used": _artifact_used, "loop": _loop,
    "ability": _ability, "centrifuge_down": _centrifuge_down,
}  # fmt: skip
