"""The last lines: the state at the end and the result, which must agree with what was seen."""

from typing import Any

from .desk import Desk


def judge(desk: Desk) -> None:
    """After the end of the game: states that show it, then the result."""
    desk.phases, desk.passes, desk.actor = ("end",), (0, 1, 2, 3), None
    if desk.ending is None:
        desk.look()
        return
    while desk.line.get("type") == "state" and desk.line["at"] != "end":
        desk.state("action", "end_of_round", "mac")
    desk.state("end")
    line = desk.look()
    if line.get("type") != "result":
        desk.miss("RESULT", "a result")
    for key, allowed in _expected(desk).items():
        if key not in line:
            desk.report("RESULT", f"{key} is given")
        elif (sorted(line[key]) if key == "dead" else line[key]) not in allowed:
            desk.report("RESULT", f"{key}: {' or '.join(map(str, allowed))}", line[key])
    desk.at += 1
    if desk.line:
        desk.look()
        desk.report("TRACE", "nothing after the result", desk.next)


def _expected(desk: Desk) -> dict[str, list[Any]]:
    ending, table = desk.ending, desk.table
    if ending is None:
        return {}
    dead = sorted(who.name for who in table.dead())
    plain: dict[str, list[Any]] = {
        "won": [ending.winner == "prisoners" and not ending.partial],
        "winner": [ending.winner],
        "partial": [ending.partial],
        "cause": [ending.cause],
        "round": [desk.turn],
        "rounds_left": [table.rounds_left],
        "key_found": [table.key_found],
        "dead": [dead],
        "deaths": [len(dead)],  # the dead at the end: a revived character is none of them
    }
    if ending.partial:
        plain["winner"] = [None, "prisoners"]
        plain["cause"] = ["escaped", "escaped_in_part"]
    if not desk.tainted:
        plain["vortex_returns"] = [desk.tally["vortex"]]
    return plain
