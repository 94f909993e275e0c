"""Policies mixed at one table: `greedy+guard=random` is greedy, but guards play random.

Roles, characters and seats can be named; seats count from 1, in the order of the first round. What is said of a seat
comes before what is said of a character, that before a role's, and a role's before the policy that is named first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from sim.faults import not_allowed, show
from sim.game import Party, Policy, SelectionError
from sim.spelling import Spelt, read_policy, split

if TYPE_CHECKING:
    from sim.game import Game, Players

JOINS: Final = "+"
ROLE, CHARACTER, SEAT = range(3)  # the later comes first
SEAT_NAME: Final = re.compile("seat([1-9][0-9]*)")
NOBODY, IDLE = "none", "idle"


@dataclass(frozen=True)
class Mix:
    """The policy of most, and who plays by another: `others` maps a role, a character or a seat to a policy."""

    base: Spelt
    others: Mapping[str, Spelt]

    def __str__(self) -> str:
        return JOINS.join([str(self.base), *(f"{who}={spelt}" for who, spelt in self.others.items())])

    @property
    def policies(self) -> dict[str, Policy]:
        """Every policy that is played, by name."""
        return {spelt.policy.name: spelt.policy for spelt in (self.base, *self.others.values())}


def read(text: str, game: Game) -> Mix:
    """Return the mix (of one policy, too) that a text names, in the form in which a run stores it.

    That form is sorted, and what changes nothing falls away: `greedy + seat1=greedy` is `greedy`. Raises
    `SelectionError` with one line that says what is wrong and what is allowed.
    """
    base, *parts = split(text, JOINS)
    try:
        spelt, others = read_policy(base, game.policies), read_others(parts, game)
    except SelectionError as error:
        at = "" if str(error).startswith(show(text)) else f"{show(text)}: "
        raise SelectionError(f"{at}{error}") from None
    return Mix(spelt, telling(spelt, others, game))


def read_others(parts: Sequence[str], game: Game) -> dict[str, Spelt]:
    """Return who plays by what in the parts of a mix behind the first."""
    others: dict[str, Spelt] = {}
    for part in parts:
        who, equals, policy = (word.strip() for word in part.partition("="))
        if not (who and equals) or "(" in who:
            raise SelectionError(f"{show(part)} must have the form WHO=POLICY")
        if who in others:
            raise SelectionError(f"{show(who)} is there twice")
        others[who] = read_policy(policy, game.policies)
    return others


def telling(base: Spelt, others: Mapping[str, Spelt], game: Game) -> dict[str, Spelt]:
    """Return those who play by another policy, sorted, without what changes nothing."""
    told: dict[str, Spelt] = {}
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
    """Return who plays by which policy in a cell; None if all play by one with its arguments at their defaults.

    Raises `SelectionError` where the mix names somebody who cannot be at the cell's table.
    """
    import numpy as np

    mix = read(text, game)
    if str(mix) in game.policies:
        return None
    party = game.party(axes, content)
    if mix.others and not party.seats:
        raise SelectionError(f"{show(text)}: the policies of {game.name} cannot be mixed")
    for who in mix.others:
        if who not in names(party):
            raise SelectionError(f"{show(text)}: {not_allowed(who, names(party))}")
    base = game.coded(mix.base.policy.name, mix.base.values)
    table = np.empty((party.seats + 1, max(1, len(party.characters)), max(1, len(game.roles)), len(base)), np.int64)
    table[:] = base
    for who, spelt in mix.others.items():  # in the order in which the later comes first
        code = game.coded(spelt.policy.name, spelt.values)
        if kind(who, game) == SEAT:
            table[int(who.removeprefix("seat")) - 1] = code
        elif kind(who, game) == ROLE:
            table[:, :, game.roles.index(who)] = code
        else:
            table[:, party.characters.index(who)] = code
    table[party.seats] = base
    return table


def described(text: str, game: Game) -> Policy:
    """Return a policy with its arguments, or a mix, as a policy: it sees what is hidden if any part of it does."""
    mix = read(text, game)
    if not mix.others:
        return replace(mix.base.policy, name=str(mix))
    others = ", ".join(f"{who} {spelt}" for who, spelt in mix.others.items())
    parts = mix.policies.values()
    return Policy(
        str(mix),
        f"{mix.base}, but {others}",
        stochastic=any(part.stochastic for part in parts),
        sees_hidden=any(part.sees_hidden for part in parts),
    )


def yardsticks(game: Game, policies: Iterable[str]) -> list[str]:
    """Return those of these policies and mixes that see what is hidden: no balance number may come from them."""
    return [policy for policy in policies if described(policy, game).sees_hidden]
