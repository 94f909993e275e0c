"""The referee of Room 25 on M.A.C. cards, carried characters and the ends of the other modes."""

import contextlib
from typing import Any

from referee25 import mac
from referee25.desk import Fault
from referee25.scenes import Scene, rules
from referee25.scribe import CARDS


def deck(*cards: str) -> Scene:
    """A scene with this M.A.C. deck, before the cards are drawn."""
    scene = Scene(mac="normal", mac_cards=CARDS)
    scene.table["mac_deck"] = list(cards)
    scene.begin("alice")
    return scene


def drawn(scene: Scene) -> list[str]:
    """What the referee finds in the drawing of one card."""
    scene.desk.lines = scene.lines
    with contextlib.suppress(Fault):
        mac.draw(scene.desk)
    return rules(scene.desk.found)


def test_a_card_slides_its_line_twice_and_draws_another() -> None:
    """What the card shows is done, no more and no less, with the card on top."""
    for lines, broken in ((2, []), (1, ["R-MAC-1"])):
        scene = deck("s2", "s1", "p1")
        scene.say("mac_card", card="s2")
        scene.slide("col4", "down", by="mac")
        scene.say("mac_card", card="s1")
        for _ in range(lines):
            scene.slide("row0", "left", by="mac")
        assert drawn(scene) == broken
    assert scene.desk.table.slides == {}
    scene = deck("s2", "s1")
    scene.say("mac_card", card="s1")
    assert drawn(scene) == ["R-MAC-1"]


def test_a_penalty_meets_the_pictured_in_play() -> None:
    """Alice and Max lose one kind each; Kevin is not in play, and nobody is left out."""
    cases: list[tuple[dict[str, str], list[str]]] = [
        ({"alice": "look", "max": "control"}, []),
        ({"alice": "look"}, ["R-MAC-1"]),
        ({"alice": "look", "frank": "look"}, ["R-MAC-1"]),
        ({"alice": "special", "max": "look"}, ["R-MAC-1"]),
    ]
    for choices, broken in cases:
        scene = deck("p1")
        scene.say("mac_card", card="p1")
        for name, action in choices.items():
            scene.say("penalty", character=name, action=action)
        assert drawn(scene) == broken


def test_a_penalised_action_is_lost() -> None:
    """It was programmed, and it is lost."""
    for lost, broken in ((True, []), (False, ["R-MAC-1"])):
        scene = Scene()
        scene.put(7, "empty", "alice")
        scene.who("alice")["penalties"] = ["look"]
        scene.begin("alice")
        if lost:
            scene.say("action_lost", action="look", why="penalty")
        else:
            scene.look("alice", 8, "red")
        assert rules(scene.judge("look")) == broken


def test_max_takes_one_along() -> None:
    """Both enter; in a Mortal room both would die, and the first death ends the game in cooperation."""
    scene = Scene(specials=True)
    scene.put(7, "empty", "max", "frank")
    scene.put(8, "trapped")
    scene.begin("max")
    scene.say("special", character="max", target="frank", name="max", verb="carry", cell=8)
    scene.go("max", 8, by="special:max")
    scene.go("frank", 8, by="special:max")
    assert scene.judge("special") == []
    people = scene.desk.table.characters
    assert people["max"].deadline == people["frank"].deadline == {"room": "trapped"}


def test_two_dead_prisoners_end_the_game() -> None:
    """Both are shown, and the guards have won."""
    scene = Scene("suspicion")
    scene.put(7, "empty", "emmett", "kevin")
    scene.put(8, "mortal")
    scene.who("jennifer").update(alive=False, cell=None)
    scene.begin("emmett")
    scene.go("kevin", 8, event="pushed")
    scene.die("kevin", "mortal")
    for name in ("jennifer", "kevin"):
        scene.unmask(name, "prisoner", "second_death")
    assert scene.judge("push") == []
    assert scene.ending == ("guards", "two_prisoners_dead", False)


def base(mode: str, **changes: Any) -> Scene:
    """A scene by the base rules."""
    return Scene(mode, rules="base", adrenaline=False, key=False, **changes)


def test_base_flooded_kills_after_the_second_action() -> None:
    """The second action of the round after the entry is the last one."""
    for used, broken in (([], []), (["look"], ["R-ROOM-flooded"])):
        scene = base("cooperation")
        scene.put(7, "flooded", "alice", closed=True)
        scene.put(1, "empty", "max")
        scene.who("alice")["deadline"] = {"room": "flooded", "round": 2}
        scene.begin("alice")
        scene.desk.table.characters["alice"].used = list(used)
        scene.slide("row1", "left")
        assert rules(scene.judge("control")) == broken


def test_base_cooperation_survives_one_death() -> None:
    """One death is no end; the living win in part."""
    scene = base("cooperation")
    scene.put(5, "room_25", "alice", "max", "frank")
    scene.who("sarah").update(alive=False, cell=None)
    scene.begin("alice")
    scene.slide("row1", "left")
    scene.say("escaped", characters=["alice", "max", "frank"])
    assert scene.judge("control") == []
    assert scene.ending == ("prisoners", "escaped", True)
