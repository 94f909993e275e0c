"""The referee's chapters one by one, on tables and events written by hand."""

from typing import Any

from referee import actions, closing, foo, machina, missions, solo
from referee.bench import ENERGY_2, TWO_HERE, Event, bench, card_with, died, judged, moved, say, use
from referee.game import Game
from referee.scribe import token

SUPA = 28


def supa(head: dict[str, Any]) -> None:
    """A header with one supa token, arriving in 6, paradox era 3."""
    head["scenario"] = "supa_sayan_clones"
    head["content"]["tokens"][str(SUPA)] = {"arrival": 6, "paradox": 3, "supa": True}
    card_with("banish(1)")(head)


def supa_table(table: dict[str, Any]) -> None:
    """The supa clone stands with V-Girl; of the bag the next clone's paradox era is 6, then another comes."""
    table["eras"][6]["clones"] = [{"token": SUPA, "paradox": 3, "supa": True}]
    first, second = token(1, 6), token(5, 0)
    rest = [t for t in table["bag"] if t not in (first, second)]
    table["bag"], table["supa_destroyed"] = [first, second, *rest], 1


def test_what_a_supa_clone_leaves_behind() -> None:
    """The second one destroyed: permanent energy, then two clones there; the one in its paradox era dies (L-SCN-2)."""
    end = [say("clone_arrived", token=token(1, 6), era=6), died(token(1, 6), 6),
           say("clone_arrived", token=token(5, 0), era=6)]  # fmt: skip
    events = [died(SUPA, 6), say("permanent_added", era=6), *end]
    assert judged(bench(events, header=supa, table=supa_table), use) == []
    assert "L-SCN-2" in judged(bench([events[0], *end], header=supa, table=supa_table), use)[0]
    assert "L-SCN-2" in judged(bench(events[:-1], header=supa, table=supa_table), use)[0]


def test_the_last_supa_clone_wins_first() -> None:
    """With four missions completed the game is won before permanent energy is put (L-SCN-2)."""

    def four(table: dict[str, Any]) -> None:
        supa_table(table)
        table["completed"] = ["m1", "m4", "m5", "m6"]

    assert judged(bench([died(SUPA, 6), say("won")], header=supa, table=four), use) == []
    late = bench([died(SUPA, 6), say("permanent_added", era=6)], header=supa, table=four)
    assert "L-END-1" in judged(late, use)[0]


def test_a_flung_agent() -> None:
    """Foo enters an era with a centrifuge: the agents there and next to it go one era clockwise (L-SCN-4)."""

    def spin(table: dict[str, Any]) -> None:
        table["eras"][0]["centrifuge"] = True
        table["agents"][1]["era"] = 3

    game = bench([moved(6, 0)], table=spin)
    assert judged(game, foo._fling, 0) == []
    assert game.me.era == 0
    assert "L-SCN-4" in judged(bench([moved(6, 5)], table=spin), foo._fling, 0)[0]
    assert judged(bench([moved(6, 0), moved(3, 4, "cztwyzzek")], table=spin), foo._fling, 0) != []


def machina_header(head: dict[str, Any]) -> None:
    """A header with two Ultramachina cards of era 6, of one and of two slots."""
    head["scenario"] = "ultramachina"
    for name, slots, texts in (("u0", 1, ["drain(3)", "exhaust(2)"]), ("u1", 2, ["wreck(1)", "cubes(2)"])):
        head["content"]["cards"][name] = {
            "name": name, "kind": "ultramachina", "owner": None, "origin": 6, "dimension": None, "effects": texts,
            "slots": slots,
        }  # fmt: skip


def machina_table(table: dict[str, Any]) -> None:
    """Both cards lie in era 6, three energy and one artifact too."""
    table["eras"][6].update(ultramachina=[{"card": "u0", "filled": 0}, {"card": "u1", "filled": 0}], energy=2)
    table["agents"][1]["era"] = 3


EFFECTS = [
    say("ultramachina_effect", card="u0", effect="drain(3)"), say("energy_removed", era=6, count=2),
    say("ultramachina_effect", card="u0", effect="exhaust(2)"), say("card_exhausted", card="v1", who="v_girl"),
    say("card_exhausted", card="v0", who="v_girl"), say("ultramachina_effect", card="u1", effect="wreck(1)"),
    say("artifact_destroyed", card="a60"), say("ultramachina_effect", card="u1", effect="cubes(2)"),
]  # fmt: skip


def test_ultramachina_effects() -> None:
    """All energy is drained, two cards of the agent there are exhausted, an artifact destroyed; each omission is found.

    Cztwyzzek in era 3 is not reached (L-SCN-3).
    """

    def game(events: list[Event]) -> Game:
        return bench(events, foo_at=6, header=machina_header, table=machina_table)

    assert judged(game(EFFECTS), machina.take_effect) == []
    for left_out in range(len(EFFECTS)):
        found = judged(game(EFFECTS[:left_out] + EFFECTS[left_out + 1 :]), machina.take_effect)
        assert "L-SCN-3" in found[0], left_out


def test_energy_fills_ultramachina_slots() -> None:
    """Two cubes: the card with one slot is full and destroyed, its cube lands next to Foo, the other gains a slot."""

    def game(landed: int, *more: Event) -> Game:
        events = [
            *ENERGY_2, say("ultramachina_progress", card="u0"), say("ultramachina_destroyed", card="u0", era=6),
            say("energy_landed", era=landed), *more,
        ]  # fmt: skip

        def head(line: dict[str, Any]) -> None:
            machina_header(line)
            card_with(*TWO_HERE)(line)

        return bench(events, foo_at=5, header=head, table=machina_table)

    second = say("ultramachina_progress", card="u1")
    assert judged(game(4, second), use) == []
    assert "L-SCN-3" in judged(game(2, second), use)[0]
    assert "L-SCN-3" in judged(game(4), use)[0]


def test_v_girl_and_the_mega_vortex() -> None:
    """Another agent loses where it ends its turn in a mega vortex; V-Girl goes on (L-VTX-7)."""

    def mega(table: dict[str, Any]) -> None:
        table["eras"][6]["vortex"] = table["eras"][0]["vortex"] = "mega"

    lost = say("lost", cause="ended_in_mega_vortex")
    assert judged(bench([lost], agent="cztwyzzek", table=mega), closing.phase) == []
    assert "L-MIS-5" in judged(bench([lost], table=mega), closing.phase)[0]


def test_v_girls_ability() -> None:
    """One rift of a vortex in her era, once a turn (Agents)."""

    def vortex(table: dict[str, Any]) -> None:
        table["eras"][6].update(vortex="vortex", rifts=2)

    def tried(game: Game) -> None:
        actions._ability(game)

    once = [say("ability", name="v_girl"), say("rift_removed", era=6, count=1)]
    assert judged(bench(once, table=vortex), tried) == []
    assert "L-ACT-5" in judged(bench(once), tried)[0]
    used_up = bench(once, table=vortex)
    used_up.me.ability_used = True
    assert "L-ACT-5" in judged(used_up, tried)[0]


def test_mr_times_loops() -> None:
    """The first costs nothing even at a centrifuge, the second 2, at a centrifuge 3 (Agents, L-SCN-4)."""

    def crew(head: dict[str, Any]) -> None:
        head["agents"][0] = "mr_time"

    def seat(table: dict[str, Any]) -> None:
        table["agents"][0]["name"] = "mr_time"
        table["eras"][6].update(centrifuge=True, energy=3)

    progressed = say("progress", mission="m5", slot=0)
    for loops, cost, violations in ((0, 0, 0), (0, 1, 1), (1, 3, 0), (1, 2, 1)):
        loop = say("loop", dimension="Star", cost=cost, paid=cost)
        game = bench([loop, progressed], agent="mr_time", header=crew, table=seat)
        game.me.loops = loops
        assert len(judged(game, actions._loop)) == violations, (loops, cost)


def test_permanent_energy_pays() -> None:
    """Where permanent energy stands a move costs no cube (L-ACT-8)."""

    def permanent(table: dict[str, Any]) -> None:
        table["eras"][6]["permanent"] = 1

    for paid, violations in ((0, 0), (1, 1)):
        move = say("paid_move", start=6, to=0, carried=None, paid=paid)
        assert len(judged(bench([move], table=permanent), actions._paid_move)) == violations


def test_a_centrifuge_taken_down() -> None:
    """It costs 2 in the easiest difficulty; as the last it wins with four missions completed (L-SCN-4, L-END-1)."""

    def last(table: dict[str, Any]) -> None:
        table["eras"][6].update(centrifuge=True, energy=3)
        table["completed"] = ["m1", "m4", "m5", "m7"]

    down = say("centrifuge_down", era=6, cost=2, paid=2)
    assert judged(bench([down, say("won")], table=last), actions._centrifuge_down) == []
    assert "L-END-1" in judged(bench([down], table=last), actions._centrifuge_down)[0]


def test_a_short_reward() -> None:
    """Two artifacts for two agents: both take one, none is destroyed (L-MIS-3)."""

    def short(table: dict[str, Any]) -> None:
        table["hq_deck"], table["destroyed"] = ["a30"], ["a31"]

    events = [say("reward_drawn", cards=["a30"]), say("pile_reshuffled", pile="hq_deck"),
              say("reward_drawn", cards=["a31"]), say("reward", who="v_girl", card="a31"),
              say("reward", who="cztwyzzek", card="a30")]  # fmt: skip
    assert judged(bench(events, table=short), missions.attendance_reward, "v_girl") == []
    events.append(say("artifact_destroyed", card="a30"))
    assert judged(bench(events, table=short), missions.attendance_reward, "v_girl") != []


def test_a_solo_choice() -> None:
    """A starting card goes to its agent, an artifact to any hand with room; three cards take the turn (L-SOL-1)."""

    def alone(head: dict[str, Any]) -> None:
        head["solo"] = True

    def hands(table: dict[str, Any]) -> None:
        table["common_pile"], table["common_discard"] = ["c1", "a30", "v4"], []
        for agent in table["agents"]:
            agent["hand"] = agent["hand"][:1]

    def shown(card: str, who: str) -> Event:
        return say("solo_revealed", card=card, who=who)

    def found(*events: Event) -> list[str]:
        game = bench(list(events), header=alone, table=hands)
        game.active = None
        for line in game.lines[1:]:
            line.update(agent=None, phase="solo")
        return judged(game, solo.phase)

    assert found(shown("c1", "cztwyzzek"), shown("a30", "cztwyzzek")) == []
    assert "L-SOL-1" in found(shown("c1", "v_girl"))[0]
    assert "L-SOL-1" in found(shown("a30", "v_girl"))[0]
    assert "L-SOL-1" in found(shown("c1", "cztwyzzek"))[0]
