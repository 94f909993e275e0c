"""M.A.C. cards: slides and penalties (R-MAC-1)."""

from typing import Any

from . import slides
from .desk import Desk

PENALTIES = ("look", "control", "special")


def draw(desk: Desk, rule: str = "R-MAC-1") -> None:
    """One card off the top of the deck, and what it does."""
    event = desk.take(rule, "mac_card")
    card = str(event["card"])
    _off_the_deck(desk, card)
    facts = desk.setting.cards[card]
    desk.expect("R-MAC-1", desk.setting.mac == "frenzy" or not facts["frenzy_only"], "a card for all", card)
    if facts["kind"] == "penalty":
        _penalties(desk, facts["characters"])
        return
    for _ in range(2 if facts["twice"] else 1):
        desk.take("R-MAC-1", "slid", line=facts["line"], direction=facts["direction"], by="mac")
        slides.apply(desk, facts["line"], facts["direction"])
    if facts["again"]:
        desk.state("mac", optional=True)
        draw(desk)


def _off_the_deck(desk: Desk, card: str) -> None:
    """The card must be the top one; an empty deck is the shuffled discard (whose order the next state shows)."""
    deck = desk.table.deck
    if not deck:
        pool, desk.discard = desk.discard, []
        desk.expect("R-MAC-1", card in pool, "a card of the reshuffled deck", card)
        pool.remove(card)
        desk.reshuffled = pool
    elif desk.reshuffled is not None:
        desk.expect("R-MAC-1", card in desk.reshuffled, "a card of the reshuffled deck", card)
        desk.reshuffled.remove(card)
    else:
        desk.expect("R-MAC-1", deck[0] == card, f"the top card {deck[0]}", card)
        deck.pop(0)
    desk.discard.append(card)


def _penalties(desk: Desk, pictured: list[Any]) -> None:
    """Each pictured character in play loses one of look, control, special that it still has, its choice."""
    table, kinds = desk.table, PENALTIES if desk.setting.specials else PENALTIES[:2]
    due = {who.name for who in table.living() if who.name in pictured and set(kinds) - set(who.penalties)}
    while due:
        if desk.next != "penalty":
            desk.miss("R-MAC-1", f"a penalty for {sorted(due)}")
        event = desk.look()
        name, action = event["character"], event["action"]
        desk.expect("R-MAC-1", name in due, f"a penalty for one of {sorted(due)}", name)
        who = desk.who(name)
        left = [kind for kind in kinds if kind not in who.penalties]
        desk.expect("R-MAC-1", action in left, f"one of {left}", action)
        desk.take("R-MAC-1", "penalty")
        who.penalties.append(action)
        due.remove(name)


def before_round(desk: Desk) -> None:
    """Normal: two cards before every round but the last."""
    if desk.setting.mac != "normal" or desk.last_round:
        return
    desk.phase("plan", passes=(0,))
    while desk.drawn < 2:
        desk.drawn += 1
        draw(desk)
        desk.state("mac", optional=desk.drawn < 2)


def before_pass(desk: Desk) -> None:
    """Frenzy: one card before each pass, but in the last round (as it was when the round began)."""
    if desk.setting.mac != "frenzy" or desk.last_round or desk.number > 2:
        return
    desk.phase(f"pass{desk.number}", "plan", passes=(0, desk.number))
    draw(desk)
    desk.state("mac")
