"""A coin race: heads lead a team to the goal; it loses out of tosses, or with a third tail in a row."""

from collections.abc import Mapping
from typing import Any

from sim.game import Axis, Column, Game, Policy, View


class Coin(Game):
    """The coin race, as the harness meets it. Heavy imports stand inside the methods: `sim --help` imports this."""

    name = "coin"
    title = "Coin race"
    rules_version = "1"
    length = "last_toss"
    max_length = 40
    causes = ("running", "goal_reached", "out_of_tosses", "three_tails")
    wins = ("goal_reached",)
    policies: Mapping[str, Policy] = {
        "plain": Policy("plain", "tosses once a turn", stochastic=False),
        "bold": Policy("bold", "tosses again after a tail, half the time", stochastic=True),
    }
    default_policy = "plain"

    def axis_values(self) -> Any:
        return {"table": ("short", "long"), "players": (2, 3)}

    def parameters_model(self) -> Any:
        from sim.games.coin.race import Parameters

        return Parameters

    def records(self) -> Any:
        from sim.games.coin.race import Counts, Result

        return Result, Counts

    def rules(self, axes: Any, parameters: Any, content: Any, seed: int) -> Any:
        from sim.games.coin.race import new_rules

        return new_rules(axes, parameters, seed)

    def play(self, policy: str, rules: Any, workspace: Any, first: int, results: Any, counts: Any) -> None:
        from sim.games.coin.race import play_block

        play_block(int(policy == "bold"), rules, first, results, counts)

    def columns(self) -> Any:
        return [
            Column("heads", "row", "heads tossed", "heads", "0..40"),
            Column("tails", "row", "tails in a row at the end", "tails", "0..3"),
            Column("heads", "count", "races by heads, lost and won", "races", "0.."),
        ]

    def views(self, content: Any) -> Any:
        axes = (Axis("heads"), Axis("won", ("lost", "won")))
        return [View("heads", "Win rate by heads", "An association.", "heads", axes, "win_rate", section="heads")]


GAME = Coin()
