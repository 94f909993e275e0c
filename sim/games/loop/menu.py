"""The options of a choice: how rules offer them. An item is `action * ACTION_SIZE + value`."""

from __future__ import annotations

from sim.bits import lowest_bit
from sim.games.loop.state import Menu, Rules, State
from sim.games.loop.terms import ACTION_SIZE, Era
from sim.kernel import compiled


@compiled
def offer(menu: Menu, action: int, value: int) -> None:
    """Add an option to a menu."""
    menu.option[menu.n] = action * ACTION_SIZE + int(value)
    menu.n += 1


@compiled
def offer_eras(menu: Menu, action: int, eras: int) -> None:
    """Offer each era of a set."""
    while eras > 0:
        offer(menu, action, lowest_bit(eras))
        eras &= eras - 1


@compiled
def offer_clones(state: State, rules: Rules, menu: Menu, action: int, era: Era, but: int) -> None:
    """Offer each clone of an era, except those of the bit set `but`."""
    rest = int(state.clones[era]) & ~int(but)
    while rest > 0:
        offer(menu, action, lowest_bit(rest))
        rest &= rest - 1
