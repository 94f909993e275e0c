"""Two playouts written by hand: every consequence is worked out from the rules."""

from typing import Any

from .scribe import Scribe

Line = dict[str, Any]


def _done(story: Scribe) -> None:
    story.show("action")


def cooperation() -> list[Line]:
    """Two rounds, and a third one in which Max does not leave a Trapped room."""
    story = Scribe("cooperation")
    story.show("setup")
    story.look("alice", 7, "green", by="setup")
    story.look("max", 11, "yellow", by="setup")
    _first_round(story)
    _second_round(story)
    story.plan(
        frank=("push", None, None), sarah=("move", "look", None), alice=("move", "control", None),
        max=("control", "move", None),
    )  # fmt: skip
    story.turn(1, "sarah")  # Frank's one push waits
    story.go("sarah", 14)
    _done(story)
    story.turn(1, "alice")
    story.go("alice", 5)
    _done(story)
    story.turn(1, "max")
    story.slide("row0", "left")
    story.die("max", "trapped")
    _done(story)
    story.finish(None, "death:trapped", vortex_returns=1)
    return story.lines


def _first_round(story: Scribe) -> None:
    story.plan(
        alice=("move", "look", None), max=("move", "control", "move"), frank=("push", "move", None),
        sarah=("look", "move", None),
    )  # fmt: skip
    story.turn(1, "alice")
    story.go("alice", 7)
    _done(story)
    story.turn(1, "max")
    story.go("max", 11)
    story.say("room_effect", room="vortex", character="max")
    story.go("max", 12, by="room:vortex")
    _done(story)
    story.turn(1, "frank")
    story.say("action_lost", action="push", why="central")
    _done(story)
    story.turn(1, "sarah")
    story.look("sarah", 13, "red")
    _done(story)
    story.turn(2, "alice")
    story.look("alice", 6, "green")
    _done(story)
    story.turn(2, "max")
    story.say("action_lost", action="control", why="central")
    _done(story)
    story.turn(2, "frank")
    story.go("frank", 17)
    story.at(17)["axis"] = "column"
    _done(story)
    story.turn(2, "sarah")
    story.go("sarah", 13)
    _done(story)
    story.turn(3, "max")
    story.go("max", 7)
    _done(story)
    story.close()


def _second_round(story: Scribe) -> None:
    story.plan(
        max=("push", "move", None), frank=("look", "move", None), sarah=("control", None, None),
        alice=("move", None, "control"),
    )  # fmt: skip
    story.turn(1, "max")
    story.go("alice", 6, event="pushed")
    story.slide("col3", "down", by="room:control")
    _done(story)
    story.turn(1, "frank")
    story.look("frank", 22, "yellow")
    _done(story)
    story.turn(1, "alice")
    story.go("alice", 1)
    story.say("key_found")
    story.table["key_found"] = True
    story.at(1)["room"] = "empty"
    _done(story)
    story.turn(2, "max")
    story.go("max", 2)
    story.who("max")["deadline"] = {"room": "trapped"}
    _done(story)
    story.turn(2, "frank")
    story.go("frank", 22)
    _done(story)
    story.turn(2, "sarah")
    story.slide("row3", "right")
    _done(story)
    story.turn(3, "alice")
    story.slide("col1", "down")
    _done(story)
    story.close()


def suspicion() -> list[Line]:
    """Five rounds: a murder, the alert, a guard who reveals himself, masks that fall, and an escape in the last one."""
    story = Scribe("suspicion")
    story.show("setup")
    story.look("jennifer", 7, "green", by="setup")
    story.look("kevin", 13, "green", by="setup")
    story.look("emmett", 17, "red", by="setup")
    story.look("mimic", 11, "green", by="setup")
    _murder(story)
    _alert(story)
    _masks(story)
    _too_early(story)
    story.plan(kevin=("move", None, None), mimic=("look", "control", None))
    story.turn(1, "kevin")
    story.go("kevin", 20)
    _done(story)
    story.turn(1, "mimic")
    story.look("mimic", 15, "red")
    _done(story)
    story.turn(2, "mimic")
    story.slide("row4", "left")
    story.say("escaped", characters=["kevin", "mimic"])
    story.finish("prisoners", "escaped")
    return story.lines


def _murder(story: Scribe) -> None:
    story.plan(
        jennifer=("move", "look", "move"), kevin=("look", "move", "move"), emmett=("move", "push", None),
        mimic=("look", "move", None),
    )  # fmt: skip
    story.turn(1, "jennifer")
    story.go("jennifer", 7)
    _done(story)
    story.turn(1, "kevin")
    story.look("kevin", 11, "green")
    _done(story)
    story.turn(1, "emmett")
    story.go("emmett", 7)
    _done(story)
    story.turn(1, "mimic")
    story.look("mimic", 13, "green")
    _done(story)
    story.turn(2, "jennifer")
    story.look("jennifer", 2, "green")
    _done(story)
    story.turn(2, "kevin")
    story.go("kevin", 7)
    _done(story)
    story.turn(2, "emmett")
    story.go("jennifer", 8, event="pushed")
    story.die("jennifer", "mortal")
    _done(story)
    story.turn(2, "mimic")
    story.go("mimic", 7)
    _done(story)
    story.turn(3, "kevin")
    story.go("kevin", 2)
    _done(story)
    story.close()


def _alert(story: Scribe) -> None:
    story.plan(kevin=("move", "look", None), emmett=("look", "move", None), mimic=("move", None, None))
    story.turn(1, "kevin")
    story.go("kevin", 1)
    story.say("alert")
    story.table["rounds_left"] = 5
    _done(story)
    story.turn(1, "emmett")
    story.unmask("emmett", "guard", "self")
    story.look("emmett", 6)
    _done(story)
    story.turn(1, "mimic")
    story.go("mimic", 2)
    _done(story)
    story.turn(2, "kevin")
    story.look("kevin", 0, "yellow")
    _done(story)
    story.turn(2, "emmett")
    story.go("emmett", 6)
    story.table["rounds_left"] = 4
    story.say("countdown", left=4, by="room:timer")
    story.at(6)["room"] = "empty"
    _done(story)
    story.close()


def _masks(story: Scribe) -> None:
    story.plan(mimic=("move", "push", None), kevin=("control", "look", None))
    story.turn(1, "emmett")
    story.go("emmett", 1)
    story.unmask("mimic", "prisoner", "unmask")
    _done(story)
    story.turn(1, "mimic")
    story.go("mimic", 1)
    _done(story)
    story.turn(1, "kevin")
    story.slide("row0", "left")
    _done(story)
    story.turn(2, "emmett")
    story.go("mimic", 5, event="pushed")
    _done(story)
    story.turn(2, "mimic")
    story.say("action_lost", action="push", why="nobody")
    _done(story)
    story.turn(2, "kevin")
    story.say("action_lost", action="look", why="nothing")
    _done(story)
    story.close()


def _too_early(story: Scribe) -> None:
    """Room 25 slides over the edge, but a prisoner is dead and it is not the last round."""
    story.plan(mimic=("move", "look", None), kevin=("control", "move", None))
    story.turn(1, "mimic")
    story.go("mimic", 0)
    _done(story)
    story.turn(1, "kevin")
    story.slide("col0", "up")
    _done(story)
    story.turn(2, "mimic")
    story.look("mimic", 15, "red")
    _done(story)
    story.turn(2, "kevin")
    story.go("kevin", 21)
    story.unmask("kevin", "prisoner", "unmask")
    _done(story)
    story.close()
