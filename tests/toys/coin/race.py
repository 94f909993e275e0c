"""The rules of the coin race, its numbers, its records and its compiled entry."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from sim import records, rng
from sim.game import emit
from sim.kernel import TRACE, compiled, entry
from sim.records import Int32, Int64, Int64s

GOAL_REACHED, OUT_OF_TOSSES, THREE_TAILS = 1, 2, 3  # places in `causes`
TOSSES = 1  # a purpose of random numbers; each has a stream of its own

Goal = Annotated[int, Field(ge=1, le=40)]


class Parameters(BaseModel):
    """Every number that a designer may change, with the rules' own as default."""

    model_config = ConfigDict(extra="forbid", strict=True)

    goal: dict[str, Goal] = Field({"2": 8, "3": 9}, description="heads that win, by number of players")
    long_tosses: int = Field(
        30,
        ge=1,
        le=40,
        description="tosses at the long table",
        json_schema_extra={"assumption": True, "range": [20, 40]},  # which else it may plausibly be
    )


class Rules:
    """What a cell is played by."""

    seed: Int64
    heads: Int32  # chance of a head, in per cent
    goal: Int32
    tosses: Int32


class Result:
    """The row that is stored of a race: the 8-byte field first, then an even number of 4-byte ones."""

    index: Int64
    cause: Int32
    last_toss: Int32
    heads: Int32
    tails: Int32  # in a row


class Counts:
    """The exact counts of a cell."""

    length_by_cause: Annotated[Int64s, (4, 41)]
    heads: Annotated[Int64s, (41, 2)]


def new_rules(axes: Any, parameters: Any, seed: int, heads: int = 50) -> Rules:
    """Return the record that a cell is played by."""
    rules = records.new(Rules)
    rules.seed, rules.heads, rules.goal = seed, heads, parameters.goal[str(axes["players"])]
    rules.tosses = 20 if axes["table"] == "short" else parameters.long_tosses
    return rules


@compiled
def is_head(rules: Rules, bold: int, key: int, toss: int) -> bool:
    """Toss; a bold team tosses again half the time after a tail."""
    if rng.bounded(key, 2 * toss, 100) < rules.heads:
        return True
    return bold == 1 and rng.bounded(key, 2 * toss + 1, 200) < rules.heads


@compiled
def race(rules: Rules, bold: int, index: int, result: Result) -> None:
    """Play one race into its row, whatever that held before."""
    key = rng.stream(rules.seed, TOSSES, index)
    result.index = index
    result.cause = result.last_toss = result.heads = result.tails = 0
    while result.cause == 0:
        head = is_head(rules, bold, key, result.last_toss)
        result.last_toss += 1
        result.heads += 1 if head else 0
        result.tails = 0 if head else result.tails + 1
        if TRACE:
            emit(result, "head" if head else "tail", toss=result.last_toss, heads=result.heads)
        if result.heads == rules.goal:
            result.cause = GOAL_REACHED
        elif result.tails == 3:
            result.cause = THREE_TAILS
        elif result.last_toss == rules.tosses:
            result.cause = OUT_OF_TOSSES


@entry
def play_block(bold: int, rules: Rules, first: int, results: Any, counts: Counts) -> None:
    """Play `len(results)` races from index `first`, and count them."""
    for k in range(len(results)):
        row = results[k]
        race(rules, bold, first + k, row)
        counts.length_by_cause[row.cause, row.last_toss] += 1
        counts.heads[row.heads, 1 if row.cause == GOAL_REACHED else 0] += 1
