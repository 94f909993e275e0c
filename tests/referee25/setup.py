"""The header and the table at the beginning (R-BRD-1, R-SET)."""

from collections import Counter

from . import knowledge
from .board import Table, read
from .desk import Desk
from .setting import CENTRE, COLOUR, COLOURS, ROUNDS, Setting, around, far

# Compositions of which every room is named (R-SET-2); the Central Room is not counted.
BASE = (
    "empty", "dark", "cold", "trapped", "flooded", "acid", "vortex", "mortal", "vision", "control", "tunnel", "prison",
    "illusion", "moving", "room_25",
)  # fmt: skip
COUNTS = {
    "beginner": (8, 2, 2, 2, 2, 2, 2, 1, 1, 1, 0, 0, 0, 0, 1),
    "expert_competition": (4, 2, 2, 2, 2, 2, 1, 1, 1, 1, 2, 2, 1, 0, 1),
    "expert_suspicion": (6, 2, 2, 2, 2, 2, 1, 2, 1, 1, 0, 0, 1, 1, 1),
}
EASY = Counter(
    pivoting=2, prison=2, vortex=2, cold=2, dark=2, acid=2, trapped=2, shredder=2, flooded=2, mortal=1, empty=1,
    vision=1, control=1, room_25=1, key=1,
)  # fmt: skip
MEDIUM = EASY - Counter(vortex=1, empty=1, vision=1, control=1) + Counter(mortal=1, tunnel=3)
HARD = (
    MEDIUM
    - Counter(pivoting=1, cold=1, dark=1, acid=1, trapped=1)
    + Counter(mirror=1, jamming=1, illusion=1, paranoia=1, timer=1)
)
EXACT = {name: +Counter(dict(zip(BASE, counts, strict=True))) for name, counts in COUNTS.items()}
EXACT |= {"coop_easy": EASY, "coop_medium": MEDIUM, "coop_hard": HARD}
# Compositions with random rooms: what is fixed, and how many of each colour there are besides Room 25.
DRAWN = {
    "online_suspicion_4_5": (Counter(jamming=1, mortal=2, timer=1), {"green": 5, "yellow": 8, "red": 10}),
    "online_suspicion_6": (
        Counter(regeneration=1, robot=1, jamming=1, mortal=1, shredder=2), {"green": 5, "yellow": 8, "red": 10},
    ),
}  # fmt: skip
SUPPLY = Counter(
    empty=8, vision=1, control=1, moving=1, tunnel=3, regeneration=1, robot=2, vortex=2, prison=2, cold=2, dark=2,
    pivoting=2, mirror=1, jamming=1, mac=1, trapped=2, flooded=2, acid=2, mortal=2, illusion=1, shredder=2, timer=1,
    paranoia=1, key=1, room_25=1,
)  # fmt: skip


def judge(desk: Desk) -> None:
    """The header, the state at set-up, and the first looks."""
    _header(desk)
    line = desk.look()
    if line.get("type") != "state" or line["at"] != "setup":
        desk.miss("TRACE", "a state at setup")
    desk.table = read(line, desk.setting)
    for complaint in _table(desk.table, desk.setting):
        desk.report("R-SET-1", complaint)
    desk.at += 1
    _looks(desk)


def _header(desk: Desk) -> None:
    setting = desk.setting
    if (setting.rules, setting.mode) not in ROUNDS:
        desk.report("HEADER", "a mode with rules that are judged", (setting.rules, setting.mode))
    elif _rounds(setting) != setting.rounds:
        desk.report("R-SET-4", f"{_rounds(setting)} rounds with {len(setting.seats)} characters", setting.rounds)
    wrong = {room: colour for room, colour in setting.colours.items() if COLOUR.get(room) != colour}
    if wrong or set(COLOUR) - set(setting.colours) - {"central"}:
        desk.report("HEADER", f"the rooms and colours {COLOURS}", wrong)
    adrenaline = setting.online and setting.mac != "frenzy" and setting.assumed("adrenaline", "") != "none"
    if setting.adrenaline != adrenaline:
        desk.report("R-RND-3", f"adrenaline: {adrenaline}", setting.adrenaline)
    if (setting.specials or setting.mac != "off") and (not setting.online or setting.solo):
        desk.report("R-SET-0", "neither specials nor M.A.C. cards by the base rules")
    for complaint in _composition(setting):
        desk.report("R-SET-2", complaint)
    has_key = bool(setting.composition["rooms"].get("key"))  # without the room there is nothing to find
    if setting.key != (setting.online and setting.mode == "cooperation" and has_key):
        desk.report("R-ROOM-key", "a key in online cooperation, and only there", setting.key)
    seated = sorted(name for group in setting.players.values() for name in group)
    if seated != sorted(setting.seats):
        desk.report("R-SET-4", f"the characters {sorted(setting.seats)} shared out", seated)


def _rounds(setting: Setting) -> int | None:
    """How many rounds there are (R-SET-4)."""
    size = len(setting.seats)
    due = ROUNDS[setting.rules, setting.mode].get(size)
    if due is None:
        return None
    if setting.solo:
        return setting.number(due, "rounds", "solo")
    if setting.mode == "cooperation" and not setting.online:
        return setting.number(due, "rounds", "base_cooperation")
    return setting.number(due, "rounds", setting.mode, str(size))


def _composition(setting: Setting) -> list[str]:
    name, rooms = setting.composition["name"], Counter(setting.composition["rooms"])
    rooms = +(rooms - Counter(central=1))
    found = []
    if rooms.total() != 24 or rooms["room_25"] != 1:
        found.append(f"24 rooms, one of them Room 25; found {dict(rooms)}")
    if name in EXACT and rooms != EXACT[name]:
        found.append(f"{name}: due {dict(EXACT[name])}; found {dict(rooms)}")
    if name in DRAWN:
        fixed, colours = DRAWN[name]
        shown = Counter({colour: sum(rooms[room] for room in rooms if COLOUR[room] == colour) for colour in colours})
        out = rooms["key"] + (rooms["mac"] if setting.mac == "off" else 0)
        if fixed - rooms or shown != Counter(colours) or rooms - SUPPLY or out:
            found.append(f"{name}: {dict(fixed)} and {colours} from the supply; found {dict(rooms)}")
    return found


def _table(table: Table, setting: Setting) -> list[str]:
    found = []
    rooms = Counter(tile.room for tile in table.cells)
    due = Counter(setting.composition["rooms"]) | Counter(central=1)
    if rooms != due:
        found.append(f"the rooms {dict(due)}; found {dict(rooms)}")
    if [cell for cell, tile in enumerate(table.cells) if tile.face_up or tile.room == "central"] != [CENTRE]:
        found.append("the Central Room face up in the middle, all others face down")
    if any(tile.closed or tile.locked or tile.axis for tile in table.cells):
        found.append("no room closed, locked or turned")
    if len({tile.id for tile in table.cells}) != 25:
        found.append("25 different tiles")
    outer = {"room_25", "vision"} | ({"key", "moving", "robot"} if setting.online else set())
    near = [tile.room for cell, tile in enumerate(table.cells) if tile.room in outer and far(cell) < 3]
    if near:
        found.append(f"these in the exit zone: {near}")
    found += _people(table, setting)
    return found


def _people(table: Table, setting: Setting) -> list[str]:
    found = []
    for who in table.characters.values():
        state = (who.cell, who.alive, who.revealed, who.adrenaline, who.program, who.knows, who.deadline, who.hidden)
        fresh = (CENTRE, True, False, setting.adrenaline, [None] * 3, set(), None, False)
        if state != fresh or who.penalties:
            found.append(f"{who.name} as new in the Central Room; found {state}")
    dealt = Counter(who.role for who in table.characters.values())
    if setting.suspicion:
        prisoners, guards = setting.pool()
        if dealt["prisoner"] > prisoners or dealt["guard"] > guards or len(dealt) > 2:
            found.append(f"roles from {prisoners} prisoners and {guards} guards; found {dict(dealt)}")
    elif dealt["guard"]:
        found.append("no guards")
    if set(table.characters) != set(setting.seats) or table.order not in (setting.seats, setting.order(1)):
        found.append(f"the order {setting.seats}; found {table.order}")
    if table.robots or table.key_found or table.slides or table.told or table.rounds_left != setting.rounds:
        found.append(f"no robots, key, marks, told colours; {setting.rounds} rounds; found {table.rounds_left}")
    cards = [card for card, facts in setting.cards.items() if setting.mac == "frenzy" or not facts["frenzy_only"]]
    if setting.mac != "off" and sorted(table.deck) != sorted(cards):
        found.append(f"the M.A.C. deck {sorted(cards)}; found {sorted(table.deck)}")
    return found


def _looks(desk: Desk) -> None:
    """Every player looks at one room next to the centre (R-SET-3)."""
    left = dict(desk.setting.players)
    desk.phase("setup", passes=(0,))
    while left:
        if desk.next != "looked":
            desk.miss("R-SET-3", f"a first look of {list(left)}")
        event = desk.look()
        who = desk.who(event["character"])
        player = next((player for player, group in left.items() if who.name in group), None)
        desk.expect("R-SET-3", player is not None, f"a first look of one of {list(left)}", who.name)
        knowledge.looked(desk, "R-SET-3", who, around(CENTRE), "setup")
        del left[str(player)]
