"""Conservation: every token, card, mission and Ultramachina card is in exactly one place."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from .board import Table
from .content import Content


def _compare(kind: str, due: Iterable[Any], there: Iterable[Any]) -> list[str]:
    wanted, counted = Counter(list(due)), Counter(list(there))
    if wanted == counted:
        return []
    missing, doubled = sorted((wanted - counted).elements(), key=str), sorted((counted - wanted).elements(), key=str)
    return [f"every {kind} in exactly one place; missing {missing}, too many {doubled}"]


def _tokens(table: Table, content: Content) -> list[str]:
    ordinary = [t for t, token in content.tokens.items() if not token.supa]
    supa = [t for t, token in content.tokens.items() if token.supa]
    board = table.clones()
    found = _compare("clone token", ordinary, [t for t in board if t not in supa] + table.bag.known + table.out_of_game)
    away = [t for t in board if t in supa] + table.supa_out
    doubled = [t for t, count in Counter(away).items() if count > 1 or t not in supa]
    if doubled or (content.supa and len(away) + table.supa_destroyed != len(supa)):
        found.append(f"every supa token in exactly one place; {away} and {table.supa_destroyed} destroyed of {supa}")
    if not content.supa and any(t in supa for t in board):
        found.append("no supa clone in this scenario")
    return found


def _artifacts(table: Table, content: Content) -> list[str]:
    cards = content.cards
    due = [c for c, card in cards.items() if card.kind == "artifact"]
    due += [c for c, card in cards.items() if card.kind == "starting" and card.owner in content.names]
    there = table.hq.known + table.destroyed + table.common.known + table.common_discard
    there += [card for era in table.eras for card in era.artifacts]
    found = []
    for agent in table.agents.values():
        own = [*agent.hand, *agent.draw.known, *agent.discard]
        there += own
        if not content.solo and any(cards[c].kind == "starting" and cards[c].owner != agent.name for c in own):
            found.append(f"{agent.name} holds no other agent's starting card")
    shared = table.hq.known + table.destroyed + [card for era in table.eras for card in era.artifacts]
    if any(cards[c].kind != "artifact" for c in shared if c in cards):
        found.append("only artifacts lie in the HQ deck, on the board and in the destroyed pile")
    return found + _compare("artifact", due, there)


def lost_pieces(table: Table, content: Content, wrecked: list[str]) -> list[str]:
    """Complaints about pieces that are missing or doubled."""
    found = _tokens(table, content) + _artifacts(table, content)
    board = [era.mission.id for era in table.eras if era.mission]
    found += _compare("mission", content.missions, board + table.missions_out + table.completed + table.failed)
    if content.machina:
        due = [c for c, card in content.cards.items() if card.kind == "ultramachina"]
        there = [name for era in table.eras for name, _ in era.machina]
        found += _compare("Ultramachina card", due, there + table.machina_deck.known + wrecked)
    elif any(era.machina for era in table.eras):
        found.append("no Ultramachina card in this scenario")
    return found
