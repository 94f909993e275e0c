"""The referee of Room 25, one rule at a time: what must be accepted, and what must not."""

import pytest

from referee25.scenes import Scene, rules


def entering(room: str, *inside: str, mode: str = "cooperation", up: bool = False, **changes: object) -> Scene:
    """The first seat, in the Empty room 7, moves to this room at 8."""
    scene = Scene(mode, **changes)
    first = scene.lines[0]["agents"][0]
    scene.put(7, "empty", first)
    scene.put(8, room, *inside, up=up or bool(inside))
    scene.put(9, "shredder", up=False)
    scene.begin(first)
    scene.go(first, 8)
    return scene


def test_acid_kills_who_was_inside() -> None:
    """The one inside dies, and in cooperation that is the end; it may not be forgotten, nor kill the entrant."""
    scene = entering("acid", "max")
    scene.die("max", "acid")
    assert scene.judge("move") == []
    assert scene.ending.cause == "death:acid"
    assert rules(entering("acid", "max").judge("move")) == ["R-ROOM-acid"]
    scene = entering("acid", "max")
    scene.die("alice", "acid")
    assert rules(scene.judge("move")) == ["R-ROOM-acid"]


def test_flooded_closes_and_sets_a_deadline() -> None:
    """Flooded is closed from the entry on, and kills at the end of the next round."""
    scene = entering("flooded")
    assert scene.judge("move") == []
    assert scene.desk.table.cells[8].closed
    assert scene.desk.table.characters["alice"].deadline == {"room": "flooded", "round": 3}


def test_a_closed_room_is_not_entered() -> None:
    """Nobody moves into a closed room."""
    scene = Scene()
    scene.put(7, "empty", "alice")
    scene.put(8, "flooded", closed=True)
    scene.begin("alice")
    scene.go("alice", 8)
    assert rules(scene.judge("move")) == ["R-ACT-2"]


def test_shredder_kills_those_left_inside() -> None:
    """Who leaves closes it; whoever stays dies."""
    for dies in (True, False):
        scene = Scene("suspicion")
        scene.put(7, "shredder", "kevin", "mimic")
        scene.put(8, "empty")
        scene.begin("kevin")
        scene.go("kevin", 8)
        if dies:
            scene.die("mimic", "shredder")
        assert rules(scene.judge("move")) == ([] if dies else ["R-ROOM-shredder"])
    assert scene.desk.table.cells[7].closed


def test_mirror_cancels_and_takes_adrenaline() -> None:
    """The entrant has neither actions nor adrenaline left."""
    scene = entering("mirror")
    assert scene.judge("move") == []
    alice = scene.desk.table.characters["alice"]
    assert (alice.cancelled, alice.adrenaline) == (True, False)


def test_timer_kills_in_the_last_round() -> None:
    """No round is left to lose: the entrant dies."""
    scene = Scene()
    scene.table["rounds_left"] = 1
    scene.put(7, "empty", "alice")
    scene.put(8, "timer")
    scene.begin("alice")
    scene.go("alice", 8)
    scene.die("alice", "timer")
    assert scene.judge("move") == []
    assert scene.ending.cause == "death:timer"


@pytest.mark.parametrize(("other", "rule"), [(18, []), (7, ["R-ROOM-illusion"])])
def test_illusion_swaps_with_a_face_down_room(other: int, rule: list[str]) -> None:
    """The face-down room comes under the entrant, is turned up and suffered; a face-up one may not be taken."""
    scene = Scene()
    scene.put(7, "empty", "alice")
    scene.put(8, "illusion")
    scene.put(18, "pivoting", up=False)
    scene.begin("alice")
    scene.go("alice", 8)
    scene.say("swapped", cells=[8, other], by="room:illusion")
    scene.say("room_revealed", cell=8, room="pivoting")
    assert rules(scene.judge("move")) == rule
    if not rule:
        assert scene.desk.table.cells[8].axis == "row"
        assert scene.desk.table.cells[18].room == "illusion"


def test_moving_takes_its_riders_along() -> None:
    """The tile and all on it are where the face-down one was, which stays face down."""
    scene = entering("moving", "max")
    scene.say("swapped", cells=[8, 20], by="room:moving")
    assert scene.judge("move") == []
    assert {scene.desk.table.characters[name].cell for name in ("alice", "max")} == {20}
    assert rules(entering("moving", "max").judge("move")) == ["R-ROOM-moving"]


def test_tunnel_leads_to_another_one() -> None:
    """On to a face-up Tunnel; not to a face-down one."""
    for cell, broken in ((24, []), (20, ["R-ROOM-tunnel"])):
        scene = Scene()
        scene.put(7, "empty", "alice")
        scene.put(8, "tunnel")
        scene.put(24, "tunnel")
        scene.put(20, "tunnel", up=False)
        scene.begin("alice")
        scene.go("alice", 8)
        scene.say("moved", character="alice", start=8, to=cell, by="room:tunnel")
        assert rules(scene.judge("move")) == broken


def test_vision_sees_any_face_down_room_and_tells() -> None:
    """A look anywhere, told as any other; without it the room did not work."""
    scene = entering("vision", up=True)
    scene.look("alice", 0, "blue", by="room:vision")
    assert scene.judge("move") == []
    assert rules(entering("vision", up=True).judge("move")) == ["R-ROOM-vision"]


def test_jamming_silences_everybody() -> None:
    """While somebody is in, nothing is told."""
    for told, broken in ((None, []), ("red", ["R-ROOM-jamming"])):
        scene = Scene()
        scene.put(7, "empty", "alice")
        scene.put(20, "jamming", "max")
        scene.begin("alice")
        scene.look("alice", 8, told)
        assert rules(scene.judge("look")) == broken


def test_regeneration_revives_one() -> None:
    """A dead character comes back in the middle."""
    scene = Scene("suspicion")
    scene.put(7, "empty", "jennifer")
    scene.put(8, "regeneration")
    scene.who("kevin").update(alive=False, cell=None)
    scene.begin("jennifer")
    scene.go("jennifer", 8)
    scene.say("revived", character="kevin")
    assert scene.judge("move") == []
    assert scene.desk.table.characters["kevin"].cell == 12


def test_robot_appears_and_is_ordered() -> None:
    """One robot a room; it opens a door, and a Shredder destroys it."""
    scene = entering("robot")
    scene.say("robot_appeared", robot=0, cell=8)
    scene.say("robot_moved", robot=0, start=8, to=9)
    scene.say("room_revealed", cell=9, room="shredder")
    scene.say("robot_destroyed", robot=0, cell=9)
    assert scene.judge("move") == []
    assert scene.desk.table.cells[9].closed
    scene = entering("robot")
    scene.say("robot_appeared", robot=0, cell=8)
    assert rules(scene.judge("move")) == ["R-ROOM-robot"]


def test_prison_lets_nobody_out_alone() -> None:
    """Only to the Central Room or to company; otherwise the move is lost."""
    for cell, broken in ((8, ["R-ACT-2"]), (6, []), (12, [])):
        scene = Scene()
        scene.put(7, "prison", "alice")
        scene.put(6, "empty", "max")
        scene.put(8, "empty")
        scene.begin("alice")
        scene.go("alice", cell)
        assert rules(scene.judge("move")) == broken


def test_slides_do_not_save_from_a_trap() -> None:
    """Sliding along is no leaving: the action is over, and it kills; a push before it saves."""
    for cell, broken in ((1, ["R-ROOM-trapped"]), (0, [])):
        scene = Scene()
        scene.put(1, "trapped", "alice")
        scene.put(0, "empty")
        scene.who("alice")["deadline"] = {"room": "trapped"}
        scene.begin("alice")
        if cell == 1:
            scene.slide("row0", "left")
            assert rules(scene.judge("control")) == broken
        else:
            scene.go("alice", 0)
            assert rules(scene.judge("move")) == broken


def test_cooperation_escapes_only_together_and_with_the_key() -> None:
    """All in Room 25, the key found, the tile over the edge."""
    for key, together, way in (
        (True, True, "left"),
        (False, True, "left"),
        (True, False, "left"),
        (True, True, "right"),
    ):
        scene = Scene()
        everybody = ["alice", "max", "frank", "sarah"]
        scene.put(5, "room_25", *(everybody if together else everybody[:3]))
        scene.table["key_found"] = key
        scene.begin("alice")
        scene.slide("row1", way)
        scene.say("escaped", characters=everybody)
        found = rules(scene.judge("control"))
        assert (found == []) == (key and together and way == "left")


def special(actor: str, **changes: object) -> Scene:
    """A table with specials, everybody in the Empty room 7."""
    mode = "suspicion" if actor in ("jennifer", "kevin", "emmett", "mimic") else "cooperation"
    scene = Scene(mode, specials=True, **changes)
    scene.put(7, "empty", *scene.lines[0]["agents"])
    return scene


def test_jennifer_calls_an_adjacent_character() -> None:
    """Not from afar, not the hidden."""
    for cell, hidden, broken in ((8, False, []), (18, False, ["R-CHR-1"]), (8, True, ["R-CHR-1"])):
        scene = special("jennifer")
        scene.put(cell, "empty", "kevin")
        scene.who("kevin")["hidden"] = hidden
        scene.begin("jennifer")
        scene.say("special", character="jennifer", target="kevin", name="jennifer", verb="call")
        scene.go("kevin", 7, by="special:jennifer")
        assert rules(scene.judge("special")) == broken


def test_emmett_locks_two_rooms_at_most() -> None:
    """A third lock is not there; a blue room has none."""
    for locks, room, broken in ((1, "cold", []), (2, "cold", ["R-CHR-1"]), (0, "room_25", ["R-CHR-1"])):
        scene = special("emmett")
        scene.put(8, room)
        for cell in (0, 4)[:locks]:
            scene.put(cell, "cold", locked=True)
        scene.begin("emmett")
        scene.say("special", character="emmett", target=None, name="emmett", verb="lock", cell=8)
        assert rules(scene.judge("special")) == broken


def test_sarah_empties_her_room() -> None:
    """A Trapped room made Empty saves her."""
    scene = special("sarah")
    scene.put(8, "trapped", "sarah")
    scene.who("sarah")["deadline"] = {"room": "trapped"}
    scene.begin("sarah")
    scene.say("special", character="sarah", target=None, name="sarah", verb="empty")
    assert scene.judge("special") == []
    assert scene.desk.table.cells[8].room == "empty"


def test_a_special_that_is_not_hers() -> None:
    """Only Mimic copies."""
    for actor, broken in (("mimic", []), ("jennifer", ["R-CHR-1"])):
        scene = special(actor)
        scene.put(8, "cold")
        scene.begin(actor)
        scene.say("special", character=actor, target=None, name="emmett", verb="lock", cell=8)
        assert rules(scene.judge("special")) == broken
