"""The coin race thrown with darts: how often a player has a head is decided by its weights, in a closed form."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sim.games.coin import Coin

from sim.game import Policy, Range, Weights

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


def heads(weights: Mapping[str, Any], best_lead: int) -> int:
    """Return the chance of a head in per cent: 60 at the best lift, 30, and the best lead; less beside them."""
    return max(0, 60 - (weights["lift"] - 30) ** 2 // 16 - (weights["lead"][0] - best_lead) ** 2 // 8)


class Darts(Coin):
    """The race, for players who aim; at the short table the best lead is -12, at the long one 4."""

    name = "darts"
    title = "Darts race"
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

    def play(self, policy: Any, rules: Any, workspace: Any, first: int, results: Any, counts: Any) -> None:
        from sim.games.coin.race import play_block

        rules = rules.copy()
        rules.heads = heads(workspace, -12 if rules.tosses == 20 else 4)
        play_block(0, rules, first, results, counts)


GAME = Darts()
