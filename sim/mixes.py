"""Policies mixed at one table: `greedy+guard=random` is greedy, but guards play random.

Roles, characters and seats can be named; seats count from 1, in the order of the first round. What is said of a seat
comes before what is said of a character, that before a role's, and a role's before the policy that is named first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sim.faults import not_allowed, show
from sim.game import JOINS, Party, Policy, SelectionError

if TYPE_CHECKING:
    from sim.game import Game, Players

ROLE, CHARACTER, SEAT = range(3)  # the later comes first
SEAT_NAME = re.compile("seat([1-9][0-9]*)")
NOBODY, IDLE = "none", "idle"


@dataclass(frozen=True)
class Mix:
    """The policy of most, and who plays by another: `others` maps a role, a character or a seat to a policy."""

    base: str
    others: Mapping[str, str]

    def __str__(self) -> str:
        return JOINS.join([self.base, *(f"{who}={policy}" for who, policy in self.others.items())])


def read(text: str, game: Game) -> Mix:
    """Return the mix (of one policy, too) that a text names, in the form in which a run stores it.

    That form is sorted, and what changes nothing falls away: `greedy + seat1=greedy` is `greedy`. Raises
    `SelectionError` with one line that says what is wrong and what is allowed.
    """
    base, *parts = [part.strip() for part in text.split(JOINS)]
    at = f"{show(text)}: " if parts else ""
    others: dict[str, str] = {}
    for policy in (base, *(part.partition("=")[2].strip() for part in parts if "=" in part)):
        if policy not in game.policies:
            raise SelectionError(f"{at}{not_allowed(policy, list(game.policies))}")
    for part in parts:
        who, equals, policy = (word.strip() for word in part.partition("="))
        if not (who and equals):
            raise SelectionError(f"{at}{show(part)} must have the form WHO=POLICY")
        if who in others:
            raise SelectionError(f"{at}{show(who)} is there twice")
        others[who] = policy
    return Mix(base, telling(base, others, game))


def telling(base: str, others: Mapping[str, str], game: Game) -> dict[str, str]:
    """Return those who play by another policy, sorted, without what changes nothing."""
    told: dict[str, str] = {}
    for who in sorted(others, key=lambda who: place(who, game)):
        comes_before_another = any(kind(other, game) < kind(who, game) for other in told)
        if others[who] != base or comes_before_another:
            told[who] = others[who]
    return told


def kind(who: str, game: Game) -> int:
    """Return what a name names: ROLE, CHARACTER or SEAT."""
    if SEAT_NAME.fullmatch(who):
        return SEAT
    return ROLE if who in game.roles else CHARACTER


def is_seats(text: str) -> bool:
    """Whether a text names seats alone: `seat2`, `seat1+seat2`."""
    return all(SEAT_NAME.fullmatch(who) for who in text.split(JOINS))


def without(policy: str, seats: str) -> str:
    """Return the mix in which these seats are idle; the policy itself where they are `NOBODY`."""
    idle = [] if seats == NOBODY else [f"{seat}={IDLE}" for seat in seats.split(JOINS)]
    return JOINS.join([policy, *idle])


def place(who: str, game: Game) -> tuple[int, int, str]:
    """Return where a name stands in a mix: roles, characters, then seats by number."""
    seat = SEAT_NAME.fullmatch(who)
    return kind(who, game), int(seat[1]) if seat else 0, who


def names(party: Party) -> list[str]:
    """Return all that a mix may name in a cell."""
    who = party.characters if party.team is None else party.team
    return [*party.roles, *who, *(f"seat{seat + 1}" for seat in range(party.seats))]


def resolve(text: str, game: Game, axes: Mapping[str, Any], content: Any) -> Players | None:
    """Return who plays by which policy in a cell; None if all play by the one named.

    Raises `SelectionError` where the mix names somebody who cannot be at the cell's table.
    """
    import numpy as np

    mix = read(text, game)
    if not mix.others:
        return None
    party, codes = game.party(axes, content), {name: code for code, name in enumerate(game.policies)}
    if not party.seats:
        raise SelectionError(f"{show(text)}: the policies of {game.name} cannot be mixed")
    for who in mix.others:
        if who not in names(party):
            raise SelectionError(f"{show(text)}: {not_allowed(who, names(party))}")
    table = np.full((party.seats + 1, max(1, len(party.characters)), max(1, len(game.roles))), codes[mix.base])
    for who, policy in mix.others.items():  # in the order in which the later comes first
        if kind(who, game) == SEAT:
            table[int(who.removeprefix("seat")) - 1] = codes[policy]
        elif kind(who, game) == ROLE:
            table[:, :, game.roles.index(who)] = codes[policy]
        else:
            table[:, party.characters.index(who)] = codes[policy]
    table[party.seats] = codes[mix.base]
    return table


def described(text: str, game: Game) -> Policy:
    """Return a policy or a mix as a policy: it sees what is hidden if any part of it does."""
    mix = read(text, game)
    if not mix.others:
        return game.policies[mix.base]
    parts = [game.policies[name] for name in (mix.base, *mix.others.values())]
    others = ", ".join(f"{who} {policy}" for who, policy in mix.others.items())
    return Policy(
        str(mix),
        f"{mix.base}, but {others}",
        stochastic=any(part.stochastic for part in parts),
        sees_hidden=any(part.sees_hidden for part in parts),
    )
