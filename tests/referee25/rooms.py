"""What each room does to those who enter it (R-ROOM); the other rooms act on programs and actions."""

from . import ends, knowledge, mac, robots, slides
from .board import Character
from .desk import Desk
from .entry import effect, enter, moved, noted, suffer, turn_up
from .setting import CENTRE, LINES

Group = list[Character]


@effect("room_25")
def room_25(desk: Desk, group: Group, cell: int, axis: str | None) -> None:
    """The alert shortens the game to five rounds (R-SUS-2)."""
    table, most = desk.table, desk.setting.number(5, "alert_rounds")
    if not desk.setting.suspicion or desk.turn > most:
        return
    if table.rounds_left > most:
        desk.take("R-SUS-2", "alert")
        table.rounds_left = most
    else:
        desk.maybe("R-SUS-2", "alert")


@effect("key")
def key(desk: Desk, group: Group, cell: int, axis: str | None) -> None:
    """The exit is unlocked, and the room is an Empty one from now on."""
    if desk.setting.key:
        desk.take("R-ROOM-key", "key_found")
        desk.table.key_found = True
        desk.table.cells[cell].room = "empty"


@effect("control")
def control(desk: Desk, group: Group, cell: int, axis: str | None) -> None:
    """Any movable line slides, bound by the marks."""
    if desk.next != "slid":
        desk.miss("R-ROOM-control", "a slide")
    slides.chosen(desk, "R-ROOM-control", LINES, "room:control", group[0])


@effect("vision")
def vision(desk: Desk, group: Group, cell: int, axis: str | None) -> None:
    """The entrant looks at any face-down room."""
    if targets := desk.table.face_down():
        if desk.next != "looked":
            desk.miss("R-ROOM-vision", "a look at a face-down room")
        knowledge.looked(desk, "R-ROOM-vision", group[0], targets, "room:vision")


def _swap(desk: Desk, rule: str, cell: int, by: str) -> int:
    """Read a swap of this cell with a face-down one; return the other cell."""
    down = desk.table.face_down()
    if desk.next != "swapped":
        desk.miss(rule, f"a swap with one of {down}")
    cells = [desk.cell(number) for number in desk.look()["cells"]]
    others = [number for number in cells if number != cell]
    fits = cell in cells and len(others) == 1 and others[0] in down
    desk.expect(rule, fits, f"a swap of {cell} with one of {down}", cells)
    desk.take(rule, "swapped", by=by)
    return others[0]


def swap_tiles(desk: Desk, one: int, two: int, *, riders: bool) -> None:
    """Two tiles change places with the robots on them; `riders`: with the characters too."""
    table = desk.table
    table.cells[one], table.cells[two] = table.cells[two], table.cells[one]
    other = {one: two, two: one}
    for robot, cell in table.robots.items():
        table.robots[robot] = other.get(cell, cell)
    for who in table.living():
        if riders and who.cell in other:
            who.cell = other[who.cell]


@effect("moving")
def moving(desk: Desk, group: Group, cell: int, axis: str | None) -> None:
    """The tile swaps with a face-down one, everybody on it riding; nothing is triggered."""
    if desk.table.face_down():
        other = _swap(desk, "R-ROOM-moving", cell, "room:moving")
        swap_tiles(desk, cell, other, riders=True)


@effect("tunnel")
def tunnel(desk: Desk, group: Group, cell: int, axis: str | None) -> None:
    """On to another face-up Tunnel that may be entered, without a chain."""
    table = desk.table
    tunnels = [to for to, tile in enumerate(table.cells) if tile.room == "tunnel" and tile.face_up and to != cell]
    targets = [to for to in tunnels if table.open_to(to, group[0])]
    if not targets:
        return
    if desk.next != "moved":
        desk.miss("R-ROOM-tunnel", f"a move to one of {targets}")
    to = desk.cell(desk.look()["to"])
    desk.expect("R-ROOM-tunnel", to in targets, f"a move to one of {targets}", to)
    for who in group:
        moved(desk, "R-ROOM-tunnel", who, to, "room:tunnel")
        noted(desk, "tunnel", group)
    enter(desk, group, to, act=False)


@effect("regeneration")
def regeneration(desk: Desk, group: Group, cell: int, axis: str | None) -> None:
    """One of the dead comes back in the Central Room, without a program in this round."""
    if not (dead := desk.table.dead()):
        return
    event = desk.take("R-ROOM-regeneration", "revived")
    who = desk.who(event["character"])
    desk.expect("R-ROOM-regeneration", who in dead, "a dead character revived", who.name)
    who.alive, who.cell, who.cancelled = True, CENTRE, True
    who.deadline, who.hidden = None, False
    who.entries += 1


@effect("robot")
def robot(desk: Desk, group: Group, cell: int, axis: str | None) -> None:
    """The room's robot appears, once; then any robot is ordered."""
    tile = desk.table.cells[cell]
    if tile.id not in desk.spawned:
        event = desk.take("R-ROOM-robot", "robot_appeared", cell=cell)
        new = event["robot"] not in desk.spawned.values()
        desk.expect("R-ROOM-robot", new, "a robot of its own for each Robot room", event["robot"])
        desk.spawned[tile.id] = event["robot"]
        desk.table.robots[event["robot"]] = cell
    robots.order(desk, "R-ROOM-robot")


@effect("vortex")
def vortex(desk: Desk, group: Group, cell: int, axis: str | None) -> None:
    """Back to the Central Room."""
    for who in group:
        ends.masks(desk)
        noted(desk, "vortex", group)
        moved(desk, "R-ROOM-vortex", who, CENTRE, "room:vortex")
        desk.tally["vortex"] += 1
    enter(desk, group, CENTRE)


@effect("pivoting")
def pivoting(desk: Desk, group: Group, cell: int, axis: str | None) -> None:
    """The last entrant turns the room; without a direction it is free."""
    desk.table.cells[cell].axis = axis


@effect("mirror")
def mirror(desk: Desk, group: Group, cell: int, axis: str | None) -> None:
    """No more actions in this round, and no adrenaline any more."""
    for who in group:
        who.cancelled, who.adrenaline = True, False


@effect("mac")
def mac_room(desk: Desk, group: Group, cell: int, axis: str | None) -> None:
    """A M.A.C. card is drawn, when they are used."""
    if desk.setting.mac != "off":
        mac.draw(desk, "R-ROOM-mac")


@effect("trapped")
def trapped(desk: Desk, group: Group, cell: int, axis: str | None) -> None:
    """To be left with the next action."""
    for who in group:
        who.deadline = {"room": "trapped"}


@effect("flooded")
def flooded(desk: Desk, group: Group, cell: int, axis: str | None) -> None:
    """Closed at once and for good; to be left before the end of the next round."""
    desk.table.cells[cell].closed = True
    for who in group:
        who.deadline = {"room": "flooded", "round": desk.turn + 1}


@effect("acid")
def acid(desk: Desk, group: Group, cell: int, axis: str | None) -> None:
    """Who was inside dies; of two who enter together one dies after that. An Illusion's bystanders suffer nothing."""
    if not desk.by_illusion:
        ends.die(desk, "R-ROOM-acid", [who for who in desk.table.living(cell) if who not in group], "acid")
    if len(group) > 1:
        noted(desk, "acid", group)
        ends.die(desk, "R-ROOM-acid", group, "acid", one=True)


@effect("mortal")
def mortal(desk: Desk, group: Group, cell: int, axis: str | None) -> None:
    """Death."""
    for who in group:
        noted(desk, "mortal", group)
        ends.die(desk, "R-ROOM-mortal", [who], "mortal")


@effect("timer")
def timer(desk: Desk, group: Group, cell: int, axis: str | None) -> None:
    """A round is lost and the room is Empty; in the last round it kills the entrant, of two who enter the first."""
    table = desk.table
    if table.rounds_left <= 1:
        ends.die(desk, "R-ROOM-timer", group[:1], "timer")
        return
    table.rounds_left -= 1
    desk.take("R-ROOM-timer", "countdown", left=table.rounds_left, by="room:timer")
    table.cells[cell].room = "empty"


@effect("illusion")
def illusion(desk: Desk, group: Group, cell: int, axis: str | None) -> None:
    """A face-down room comes under the entrant, is turned up and suffered; others keep their cell."""
    if not desk.table.face_down():
        return
    other = _swap(desk, "R-ROOM-illusion", cell, "room:illusion")
    swap_tiles(desk, cell, other, riders=False)
    noted(desk, "illusion", group)
    desk.by_illusion = True
    turn_up(desk, cell)
    suffer(desk, group, cell, axis)
