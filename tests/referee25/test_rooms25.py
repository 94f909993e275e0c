"""The referee of Room 25, one rule at a time: what must be accepted, and what must not."""

import pytest

from referee25 import knowledge
from referee25.scenes import Scene, rules
from referee25.scribe import header
from referee25.setting import Setting


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


# -- Readings that the header names -----------------------------------------------------------------------------------


def assuming(mode: str, **readings: object) -> Scene:
    """A table on which the rules are read like this."""
    scene = Scene(mode)
    scene.lines[0]["assumptions"] = readings
    return scene


def escaping(scene: Scene, *names: str) -> Scene:
    """In the last round Mimic walks into the Control room and slides Room 25, in cell 5, out."""
    scene.table["rounds_left"] = 1
    scene.put(1, "empty", up=False)  # where Room 25 was
    scene.put(5, "room_25", *names)
    scene.put(7, "empty", "mimic")
    scene.put(8, "control")
    scene.begin("mimic")
    scene.go("mimic", 8)
    scene.slide("row1", "left", by="room:control")
    return scene


def test_the_control_room_may_be_the_way_out() -> None:
    """Where it may, the escape is due, all the others inside; else, or with two missing, there is none."""
    for allowed, inside, out in (
        (True, ("jennifer", "kevin"), True),
        (False, ("jennifer", "kevin"), False),
        (True, ("jennifer", "emmett"), False),
    ):
        scene = escaping(assuming("suspicion", exit_by_control_room=allowed), *inside)
        assert rules(scene.judge("move")) == (["R-EXIT-1"] if out else [])
        scene = escaping(assuming("suspicion", exit_by_control_room=allowed), *inside)
        scene.say("escaped", characters=list(inside))
        assert (scene.judge("move") == []) == out


def test_a_dead_prisoner_is_missing_or_does_not_count() -> None:
    """Last round, one dead, one outside: by the first reading two are missing, by the second one may be."""
    for missing in (True, False):
        scene = assuming("suspicion", dead_prisoner_is_missing=missing)
        scene.table["rounds_left"] = 1
        scene.put(5, "room_25", "jennifer")
        scene.who("kevin").update(alive=False, cell=None)
        scene.begin("jennifer")
        scene.slide("row1", "left")
        assert rules(scene.judge("control")) == ([] if missing else ["R-EXIT-1"])


def test_a_robot_pushes_along_the_axis() -> None:
    """Out of a Pivoting room along its axis, or anywhere where that is assumed."""
    for bound, to, broken in ((True, 9, []), (True, 13, ["R-ROOM-robot"]), (False, 13, [])):
        scene = assuming("cooperation", robot_push_axis=bound)
        scene.put(6, "empty", "alice")
        scene.put(7, "robot")
        scene.put(8, "pivoting", "max", axis="row")
        scene.put(9, "empty")
        scene.put(13, "empty")
        scene.table["robots"] = [{"id": 0, "cell": 8}]
        scene.begin("alice", spawned={scene.at(7)["tile"]: 0})
        scene.go("alice", 7)
        scene.go("max", to, event="pushed", by="robot")
        assert rules(scene.judge("move")) == broken


def test_told_or_not_as_one_chooses() -> None:
    """With `tell=choice` silence is allowed, a lie is not."""
    for told, broken in ((None, []), ("green", []), ("red", ["R-ACT-1"])):
        scene = assuming("cooperation", tell="choice")
        scene.put(7, "empty", "alice")
        scene.put(8, "vision", up=False)
        scene.begin("alice")
        scene.look("alice", 8, told)
        assert rules(scene.judge("look")) == broken


def test_an_illusion_spares_who_was_there() -> None:
    """Acid comes under Jennifer; Kevin, who was there, did not enter it."""
    for dies, broken in ((False, []), (True, ["TEST"])):
        scene = Scene("suspicion")
        scene.put(7, "empty", "jennifer")
        scene.put(8, "illusion", "kevin")
        scene.put(18, "acid", up=False)
        scene.begin("jennifer")
        scene.go("jennifer", 8)
        scene.say("swapped", cells=[8, 18], by="room:illusion")
        scene.say("room_revealed", cell=8, room="acid")
        if dies:
            scene.die("kevin", "acid")
        assert rules(scene.judge("move")) == broken


def test_masks_fall_after_each_death() -> None:
    """Masks fall with two outside: they are, after the first of two deaths in a Shredder."""
    for shown, broken in ((True, []), (False, ["R-SUS-3"])):
        scene = assuming("suspicion", unmask_count=2)
        scene.put(5, "room_25", "mimic")
        scene.put(7, "shredder", "jennifer", "kevin", "emmett")
        scene.put(8, "empty")
        scene.begin("jennifer")
        scene.go("jennifer", 8)
        scene.die("emmett", "shredder")
        for name in ("jennifer", "kevin") if shown else ():
            scene.unmask(name, "prisoner", "unmask")
        scene.die("kevin", "shredder")
        scene.unmask("emmett", "guard", "second_death")
        assert rules(scene.judge("move")) == broken


def test_what_is_forgotten_in_frenzy() -> None:
    """Seen in round 2, a room is known in round 4, and no more in round 5."""
    for turn, known in ((4, {3}), (5, set())):
        scene = Scene(mac="frenzy")
        scene.lines[0]["assumptions"] = {"memory": "marks"}
        scene.begin("alice")
        alice = scene.desk.table.characters["alice"]
        knowledge.learn(scene.desk, alice, 3)
        scene.desk.begin_round(turn)
        assert alice.knows == known


def test_numbers_are_those_of_the_header() -> None:
    """Parameters that the header names take the place of the rules' own numbers."""
    line = header("suspicion") | {"parameters": {"alert_rounds": 3, "guard_cards": {"4": 2}}}
    setting = Setting(line)
    assert (setting.number(5, "alert_rounds"), setting.pool(), setting.unmask_count()) == (3, (4, 2), 2)
    assert (setting.number(2, "max_locks"), setting.deaths_to_lose) == (2, 1)
