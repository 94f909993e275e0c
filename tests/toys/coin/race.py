"""The rules of the coin race, its records and its compiled entry."""

from __future__ import annotations

from typing import Annotated, Any

from sim import records, rng
from sim.kernel import compiled, entry
from sim.records import Int32, Int64, Int64s

GOAL_REACHED, OUT_OF_TOSSES, THREE_TAILS = 1, 2, 3


class Rules:
    """What a cell plays by."""

    seed: Int64
    heads: Int32  # chance of a head in percent
    goal: Int32
    tosses: Int32
    spare: Int32


class Result:
    """The stored row."""

    index: Int64
    cause: Int32
    last_toss: Int32
    heads: Int32
    capped: Int32


class Counts:
    """The exact counts."""

    playouts: Int64
    capped: Int64
    length_by_cause: Annotated[Int64s, (4, 41)]
    heads: Annotated[Int64s, (41, 2)]


def new_rules(seed: int, heads: int, goal: int, tosses: int) -> Any:
    """Return a rules record."""
    rules = records.new(Rules)
    rules.seed, rules.heads, rules.goal, rules.tosses = seed, heads, goal, tosses
    return rules


@compiled
def is_head(rules: Rules, bold: int, key: int, toss: int) -> bool:
    """Toss; a bold team tosses again half the time after a tail."""
    if rng.bounded(key, 2 * toss, 100) < rules.heads:
        return True
    return bold == 1 and rng.bounded(key, 2 * toss + 1, 200) < rules.heads


@compiled
def race(rules: Rules, bold: int, index: int, result: Result) -> None:
    """Play one race into its row."""
    key = rng.stream(rules.seed, 1, index)
    heads = 0
    tails = 0
    toss = 0
    cause = 0
    while cause == 0:
        if is_head(rules, bold, key, toss):
            heads += 1
            tails = 0
        else:
            tails += 1
        toss += 1
        if heads == rules.goal:
            cause = GOAL_REACHED
        elif tails == 3:
            cause = THREE_TAILS
        elif toss == rules.tosses:
            cause = OUT_OF_TOSSES
    result.index = index
    result.cause = cause
    result.last_toss = toss
    result.heads = heads
    result.capped = 0


@entry
def play_coin(bold: int, rules: Rules, first: int, results: Any, counts: Counts) -> None:
    """Play a block of races."""
    for k in range(len(results)):
        row = results[k]
        race(rules, bold, first + k, row)
        counts.playouts += 1
        counts.length_by_cause[row.cause, row.last_toss] += 1
        counts.heads[row.heads, 1 if row.cause == GOAL_REACHED else 0] += 1
