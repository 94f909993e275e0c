"""A coin race: a game of thirty lines in the shape of a real one, on which the harness is tested."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sim.game import Axis, Cell, Column, ContentError, Game, Party, Policy, SelectionError, View

TABLES = ("short", "long")
PLAYERS = (2, 3)


class Coin(Game):
    """Heads move a team forward; it wins at the goal, loses at its last toss or with a third tail in a row."""

    name = "coin"
    title = "Coin race"
    rules_version = "1"
    axes = ("table", "players")
    length = "last_toss"
    max_length = 40
    causes = ("running", "goal_reached", "out_of_tosses", "three_tails")
    wins = ("goal_reached",)
    policies: Mapping[str, Policy] = {
        "plain": Policy("plain", "Tosses once a turn.", stochastic=False),
        "bold": Policy("bold", "Tosses again after a tail, at random.", stochastic=True),
    }
    default_policy = "plain"

    def axis_values(self) -> Mapping[str, Sequence[Any]]:
        return {"table": TABLES, "players": PLAYERS}

    def parameters_model(self) -> Any:
        from sim.games.coin.parameters import Parameters

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
        return {"type": "object"}

    def cells(self, selection: Mapping[str, Any], content: Any) -> list[dict[str, Any]]:
        tables, players = selection.get("table", TABLES), selection.get("players", PLAYERS)
        return [{"table": table, "players": n} for table in tables for n in players]

    def party(self, axes: Mapping[str, Any], content: Any) -> Party:
        return Party(0)

    def rules(self, axes: Mapping[str, Any], parameters: Any, content: Any, seed: int) -> Any:
        from sim.games.coin.race import new_rules

        if parameters.coin not in content["coins"]:
            raise SelectionError(f"coin: {parameters.coin!r} is no coin; allowed: {', '.join(content['coins'])}")
        heads = content["coins"][parameters.coin]["heads"]
        goal = parameters.goal[str(axes["players"])]
        return new_rules(seed, heads, goal, 20 if axes["table"] == "short" else parameters.long_tosses)

    def assumptions(self, parameters: Any, content: Any) -> dict[str, Any]:
        return {"long_tosses": parameters.long_tosses}

    def result_dtype(self) -> Any:
        from sim.games.coin.race import Result

        from sim.records import dtype_of

        return dtype_of(Result)

    def counts_dtype(self) -> Any:
        from sim.games.coin.race import Counts

        from sim.records import dtype_of

        return dtype_of(Counts)

    def workspace(self) -> Any:
        return None

    def play(self, player: Any, rules: Any, workspace: Any, first: int, results: Any, counts: Any) -> None:
        from sim.games.coin.race import play_coin

        play_coin(int(player == "bold"), rules, first, results, counts)

    def compile_units(self, policies: Sequence[str]) -> Sequence[tuple[str, Callable[[], None]]]:
        import numpy as np

        def compile_race() -> None:
            rules = self.rules({"table": "short", "players": 2}, self.parameters_model()(), self.load_content(), 1)
            self.play("plain", rules, None, 0, np.zeros(0, self.result_dtype()), np.zeros(1, self.counts_dtype())[0])

        return [("play_coin", compile_race)]

    def columns(self) -> Sequence[Column]:
        return [
            Column("index", "row", "number of the playout in its cell", "", "0.."),
            Column("cause", "row", "how the race ended", "code", "1..3"),
            Column("last_toss", "row", "tosses made", "tosses", "1..40"),
            Column("heads", "row", "heads tossed", "heads", "0.."),
            Column("capped", "row", "never", "", "0"),
        ]

    def decode(self, rows: Any, content: Any) -> dict[str, Any]:
        columns = {name: rows[name].tolist() for name in rows.dtype.names}
        return {**columns, "cause": [self.causes[code] for code in columns["cause"]]}

    def views(self, content: Any) -> Sequence[View]:
        axes = (Axis("heads"), Axis("won", ("lost", "won")))
        return [View("heads", "Win rate by heads", "40: or more.", "heads", axes, "win_rate")]

    def listing(self, what: str, content: Any) -> list[dict[str, Any]]:
        return []

    def trace(self, cell: Cell, parameters: Any, content: Any, seed: int, index: int) -> Iterator[dict[str, Any]]:
        return iter(())

    def narrate(self, lines: Sequence[Mapping[str, Any]]) -> Iterator[str]:
        return iter(())


GAME = Coin()
