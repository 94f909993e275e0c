"""The coin race with coins as content and parameters of every type: what configs can hold is tested on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.games.coin import Coin

from sim.game import Argument, ContentError, Policy, SelectionError


class Purse(Coin):
    """The coin race, with a coin chosen from a purse."""

    name = "purse"
    title = "Coin race with a purse"
    policies: Mapping[str, Policy] = {
        **Coin.policies,
        "seer": Policy(
            "seer",
            "knows every toss before it is made",
            stochastic=True,
            sees_hidden=True,
            arguments=(
                Argument("again", "1: tosses again after a tail, half the time", 0, 1, 1),
                Argument("patience", "what it does not need here", -5, 5, -2),
            ),
        ),
    }

    def parameters_model(self) -> Any:
        from sim.games.purse.parameters import Parameters

        return Parameters

    def load_content(self, overrides: Mapping[str, Any] | None = None, source: str = "") -> Any:
        coins = {"penny": {"heads": 50}, "euro": {"heads": 56}}
        faults = []
        for key, table in (overrides or {}).items():
            if key != "coins":
                faults.append(f"{source}: {key}: is unknown; allowed: coins")
                continue
            for name, coin in table.items():
                heads = coin.get("heads")
                if type(heads) is not int or not 0 <= heads <= 100:
                    faults.append(f"{source}: coins.{name}.heads: must be a whole number from 0 to 100, not {heads!r}")
                coins[name] = coin
        if faults:
            raise ContentError(faults)
        return {"coins": coins}

    def content_schema(self) -> dict[str, Any]:
        return {"type": "object", "properties": {"coins": {"type": "object"}}}

    def rules(self, axes: Any, parameters: Any, content: Any, seed: int) -> Any:
        from sim.games.coin.race import new_rules

        if parameters.coin not in content["coins"]:
            raise SelectionError(f"coin: {parameters.coin!r} is no coin; allowed: {', '.join(content['coins'])}")
        return new_rules(axes, parameters, seed, content["coins"][parameters.coin]["heads"])

    def play(self, player: Any, rules: Any, workspace: Any, first: int, results: Any, counts: Any) -> None:
        from sim.games.coin.race import play_block

        code, again, _ = self.coded(player) if isinstance(player, str) else player[0, 0, 0]
        play_block(int(code == 1 or again), rules, first, results, counts)


GAME = Purse()
