"""One dart at one target: how often it hits is a closed form of the player's weights."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sim.games.coin import Coin

from sim.game import Policy, Range, Weights, emit

WEIGHTS = Weights(
    Path(__file__).parent / "weights.toml",
    policy="aimed",
    ranges={
        "lift": Range(0, 100, step=2),
        "lead": Range(-40, 40, unit=10),
        "lead[1]": Range(-9, 9),
        "grip": Range(0, 1),
    },
)
THROW = 1  # a purpose of random numbers


def chance(weights: Mapping[str, Any], best_lead: int) -> int:
    """Return how many darts of 1000 hit: 900 with a lift of 30 and the best lead, less the farther from these."""
    return int(max(0, 900 - (weights["lift"] - 30) ** 2 - (weights["lead"][0] - best_lead) ** 2))


class Darts(Coin):
    """Rows and counts are those of the coin race; at the short table the best lead is -12, at the long one 4."""

    name = "darts"
    title = "Darts"
    policies: Mapping[str, Policy] = {
        "aimed": Policy("aimed", "aims by its weights", stochastic=False),
        "blind": Policy("blind", "throws anywhere", stochastic=True),
        "seer": Policy("seer", "knows the wind", stochastic=False, sees_hidden=True),
    }
    default_policy = "aimed"

    def weights(self) -> Any:
        return {"hand": WEIGHTS}

    def workspace(self, weights: Any = None) -> Any:
        return (weights or {}).get("hand") or tomllib.loads(WEIGHTS.file.read_text())

    def compile_units(self, tables: Any) -> Any:
        return []

    def play(self, policy: Any, rules: Any, workspace: Any, first: int, results: Any, counts: Any) -> None:
        from sim.rng import bounded, stream

        hits = chance(workspace, -12 if rules.tosses == 20 else 4)
        for k in range(len(results)):
            row = results[k]
            hit = int(bounded(stream(rules.seed, THROW, first + k), 0, 1000) < hits)
            row.index, row.cause, row.last_toss, row.heads, row.tails = first + k, 2 - hit, 1, hit, 1 - hit
            emit(row, "thrown", hit=hit)
            counts.length_by_cause[row.cause, 1] += 1
            counts.heads[hit, hit] += 1


GAME = Darts()
