"""The last lines: the state at the end and the result, which must agree with what was seen (L-END)."""

from typing import Any

from .game import Game


def judge(game: Game) -> None:
    """After lost or won: states that show the end, then the result."""
    while game.line.get("type") == "state" and game.line["at"] != "end":
        game.state("foo", "action", "end_of_turn")
    game.state("end")
    line = game.look()
    if line.get("type") != "result":
        game.miss("TRACE", "a result")
    for key, allowed in _expected(game).items():
        if key in line and line[key] not in allowed and (key in PLAIN or not game.tainted):
            game.report("RESULT", f"{key}: {' or '.join(map(str, allowed))}", line[key])
    for key in PLAIN:
        if key not in line:
            game.report("RESULT", f"{key} is given")
    game.at += 1
    if game.line:
        game.look()
        game.report("TRACE", "nothing after the result", game.next)


def _expected(game: Game) -> dict[str, list[Any]]:
    """The values that each key of the result may have."""
    table, tally = game.table, game.tally
    active_only, failed = tally["active_failed"], len(table.failed)
    own, ally = tally["cards_used"], tally["ally_cards"]
    foo = table.eras[table.foo] if table.foo is not None else None
    return {
        "won": [game.outcome == "missions_completed"],
        "cause": [game.outcome],
        "turn": [game.turn],
        "last_turn": [game.turn],
        "cycle": [(game.turn - 1) // 7 + 1],
        "missions_completed": [len(table.completed)],
        "missions_failed": [failed, active_only],
        "vortexes": [tally["vortexes"]],
        "clones": [len(table.clones()), len(foo.clones) if foo else 0],
        "cards_used": [own, own + ally],
        "supa_destroyed": [table.supa_destroyed],
        **{key: [tally[key]] for key in COUNTED},
    }


PLAIN = ("won", "cause", "turn")
COUNTED = (
    "loops", "free_moves", "paid_moves", "centrifuges_down", "energy_added", "rifts_dropped", "rifts_removed",
    "clones_destroyed",
)  # fmt: skip
