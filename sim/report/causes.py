"""How playouts end, as readers see it: wins, wins in part, losses; many causes of one family are taken together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sim.game import Game
from sim.report import estimates, style
from sim.report.cells import Counts, Part
from sim.report.names import Names, percent

MANY_CAUSES = 10  # a game with more shows only those that occurred, and takes families together


@dataclass(frozen=True)
class Ending:
    """A cause, or the causes that have the same word before the colon (`death:acid`, `death:mortal`: `death`)."""

    name: str
    codes: tuple[int, ...]

    def in_words(self, names: Names) -> str:
        """Return what readers call it."""
        return names.cause(self.name)

    def count(self, counts: Counts) -> int:
        """Return how many playouts ended so."""
        return int(counts["length_by_cause"][list(self.codes)].sum())


def endings(game: Game, counts: Counts) -> list[Ending]:
    """Return the ways to end that are worth showing: wins first, then wins in part, then losses."""
    every = [Ending(cause, (code,)) for code, cause in enumerate(game.causes) if code]
    shown = every
    if len(every) > MANY_CAUSES:
        shown = [ending for ending in every if ending.count(counts)]
        while len(shown) > MANY_CAUSES and (family := largest_family(shown)):
            shown = merged(shown, family)
    rank = {**dict.fromkeys(game.wins, 0), **dict.fromkeys(game.partial, 1)}
    return sorted(shown, key=lambda ending: rank.get(ending.name, 2))


def largest_family(shown: list[Ending]) -> str:
    """Return the word before the colon that most causes share; "" if no two share one."""
    heads = [ending.name.partition(":")[0] for ending in shown if ":" in ending.name]
    most = max(heads, key=heads.count, default="")
    return most if heads.count(most) > 1 else ""


def merged(shown: list[Ending], family: str) -> list[Ending]:
    """Return the endings with those of a family as one, in the place of the first."""
    members = [ending for ending in shown if ending.name.startswith(f"{family}:")]
    whole = Ending(family, tuple(code for member in members for code in member.codes))
    return [whole if ending is members[0] else ending for ending in shown if ending not in members[1:]]


def occurring(shown: list[Ending], game: Game, counts: Counts) -> list[Ending]:
    """Return the endings to list for some cells: of a game with many causes only those that occurred there."""
    if len(game.causes) - 1 <= MANY_CAUSES:
        return shown
    return [ending for ending in shown if ending.count(counts)]


def looks(game: Game, shown: list[Ending]) -> list[tuple[str, str]]:
    """Return (colour, hatch) of each ending."""
    marks = style.cause_colours([ending.name for ending in shown], game.wins, game.partial)
    return [marks[ending.name] for ending in shown]


def losses(game: Game, counts: Counts) -> int:
    """Return the playouts that were lost: neither won nor won in part."""
    kept = [code for code, cause in enumerate(game.causes) if cause not in (*game.wins, *game.partial)]
    return int(counts["length_by_cause"][kept].sum())


def rates(shown: list[Ending], counts: Counts) -> list[tuple[float, float, float]]:
    """Return (share, low, high) of each ending, of all playouts."""
    found = estimates.wilson([ending.count(counts) for ending in shown], counts["length_by_cause"].sum())
    return [(float(share), float(low), float(high)) for share, low, high in zip(*found, strict=True)]


def in_words(game: Game, part: Part) -> str:
    """Return the shares of all endings over each of a part's pools, largest first."""
    texts = []
    for group in part.pools()[: None if part.apart else 1]:
        found = occurring(endings(game, group.counts), game, group.counts)
        shown = sorted(found, key=lambda ending: ending.count(group.counts), reverse=True)
        shares = [share for share, _, _ in rates(shown, group.counts)]
        told = [
            f"{end.in_words(part.names).lower()} {percent(share)}" for end, share in zip(shown, shares, strict=True)
        ]
        texts.append(f"{group.label}: {', '.join(told)}.")
    return " ".join(texts)


def cause_rates(game: Game, counts: Any) -> list[tuple[str, int, float, float, float]]:
    """Return (cause, count, share, low, high) for every way a playout can end."""
    by_cause = counts["length_by_cause"].sum(axis=1)[1:]
    shares = estimates.wilson(by_cause, by_cause.sum())
    return [
        (cause, int(count), float(share), float(low), float(high))
        for cause, count, share, low, high in zip(game.causes[1:], by_cause, *shares, strict=True)
    ]
