"""What the referee lets a card in use cause, effect by effect."""

from typing import Any

import pytest

from referee.bench import (
    CARRIED,
    ENERGY_2,
    PUSHED,
    TWO_HERE,
    Event,
    bench,
    card_with,
    died,
    judged,
    moved,
    push,
    say,
    use,
)
from referee.content import Effect, parse_effect
from referee.scribe import token

READ: list[tuple[str, list[str], list[Event]]] = [
    ("a repair of nothing", ["repair(2, here)"], []),
    ("less repair than allowed", ["repair(2, any)"], [say("rift_removed", era=5, count=1)]),
    ("repair in each adjacent era", ["repair(1, each_adjacent)"], [say("rift_removed", era=5, count=1)]),
    ("effects in order", ["move(1)", "repair(1, here)"], [moved(6, 5), say("rift_removed", era=5, count=1)]),
    ("one clone two eras", ["push(1, 2)"], [push(PUSHED, 6, 5), push(PUSHED, 5, 4)]),
    ("back again", ["push(1, 2)"], [push(PUSHED, 6, 0), push(PUSHED, 0, 6)]),
    ("two clones", ["push(2, 1)"], [push(PUSHED, 6, 5), push(CARRIED, 6, 0)]),
    ("two effects that push", ["push(1, 1)", "push(1, 1)"], [push(PUSHED, 6, 5), push(CARRIED, 6, 5)]),
    ("death on the way", ["push(2, 2)"], [push(PUSHED, 6, 0), push(PUSHED, 0, 1), died(PUSHED, 1)]),
    ("a clone banished", ["banish(1)"], [died(CARRIED, 6)]),
    ("move to any era", ["move(any)"], [moved(6, 2)]),
    ("an ally moved two eras", ["move_ally(2)"], [moved(0, 1, "cztwyzzek"), moved(1, 2, "cztwyzzek")]),
    ("carry two eras", ["carry(1, 2)"], [moved(6, 0), push(PUSHED, 6, 0, "carry"), moved(0, 1),
                                         push(PUSHED, 0, 1, "carry"), died(PUSHED, 1)]),
    ("carry nobody", ["carry(2, 1)"], [moved(6, 0)]),
    ("energy moved", ["transfer(energy, 2)"], [say("energy_moved", start=6, to=0, count=1)]),
    ("two cards drawn", ["draw(2)"], [say("cards_drawn", who="v_girl", cards=["v3", "v4"])]),
    ("draw a card, then ready none", ["draw(1)", "ready(1)"], [say("cards_drawn", who="v_girl", cards=["v3"])]),
    ("energy on both sides", ["energy(1, each_adjacent)"], [
        say("energy_added", era=0, count=1), say("progress", mission="m2", slot=0),
        say("energy_added", era=5, count=1), say("progress", mission="m2", slot=1)]),
    ("an ally's card", ["use_ally"], [say("artifact_used", card="c0", owner="cztwyzzek"), push(PUSHED, 6, 5)]),
    ("an ally's card, then one's own effect", ["use_ally", "energy(2, here)"], [
        say("artifact_used", card="c0", owner="cztwyzzek"), *ENERGY_2]),
    ("no ally's card", ["use_ally"], []),
]  # fmt: skip
NOT_READ: list[tuple[str, str, list[str], list[Event]]] = [
    ("energy skipped", "L-EFF-1", TWO_HERE, []),
    ("effects out of order", "L-EFF-1", ["repair(1, here)", "move(1)"], [
        moved(6, 5), say("rift_removed", era=5, count=1)]),
    ("more repair than rifts", "L-EFF-1", ["repair(2, any)"], [say("rift_removed", era=5, count=2)]),
    ("repair in two eras", "L-EFF-1", ["repair(2, any)"], [
        say("rift_removed", era=5, count=1), say("rift_removed", era=2, count=1)]),
    ("repair too far", "L-EFF-1", ["repair(1, adjacent)"], [say("rift_removed", era=2, count=1)]),
    ("a clone too many", "L-EFF-1", ["push(1, 1)"], [push(PUSHED, 6, 5), push(CARRIED, 6, 5)]),
    ("an era too far", "L-EFF-1", ["push(1, 1)"], [push(PUSHED, 6, 5), push(PUSHED, 5, 4)]),
    ("a jump", "L-ACT-6", ["push(1, 2)"], [push(PUSHED, 6, 4)]),
    ("a pull away", "L-EFF-1", ["pull(1)"], [push(PUSHED, 6, 5, "pull")]),
    ("clones left behind on a carry", "L-EFF-1", ["carry(1, 2)"], [
        moved(6, 0), push(PUSHED, 6, 0, "carry"), moved(0, 1)]),
    ("a clone that joins a carry", "L-EFF-1", ["carry(2, 2)"], [
        moved(6, 5), moved(5, 4), push(token(4, 6), 5, 4, "carry")]),
    ("a clone too many carried", "L-EFF-1", ["carry(1, 1)"], [
        moved(6, 0), push(PUSHED, 6, 0, "carry"), push(CARRIED, 6, 0, "carry")]),
    ("a survivor", "L-ACT-7", ["push(1, 2)"], [push(PUSHED, 6, 0), push(PUSHED, 0, 1)]),
    ("oneself as an ally", "L-EFF-1", ["move_ally(1)"], [moved(6, 0)]),
    ("more energy than there is", "L-EFF-1", ["transfer(energy, 2)"], [say("energy_moved", start=6, to=0, count=2)]),
    ("transfer counted as added", "L-EFF-1", ["transfer(energy, 1)"], [say("energy_added", era=0, count=1)]),
    ("one card of two", "L-EFF-1", ["draw(2)"], [say("cards_drawn", who="v_girl", cards=["v3"])]),
    ("the card itself readied", "L-EFF-1", ["ready(1)", "draw(1)"], [say("card_readied", card="v0")]),
    ("a reshuffle too early", "L-REF-1", ["draw(1)"], [say("pile_reshuffled", pile="v_girl")]),
    ("an ally within an ally's card", "L-ACT-3", ["use_ally"], [
        say("artifact_used", card="c4", owner="cztwyzzek")]),
    ("a card of nobody", "L-ACT-3", ["use_ally"], [say("artifact_used", card="c1", owner="cztwyzzek")]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "texts", "events"), READ, ids=[row[0] for row in READ])
def test_what_a_card_may_cause(name: str, texts: list[str], events: list[Event]) -> None:
    """Every event lies within the effects of the card: no violation."""
    assert judged(bench(events, header=card_with(*texts)), use) == [], name


@pytest.mark.parametrize(("name", "rule", "texts", "events"), NOT_READ, ids=[row[0] for row in NOT_READ])
def test_what_a_card_may_not_cause(name: str, rule: str, texts: list[str], events: list[Event]) -> None:
    """One event is out of bounds, and the rule is named."""
    found = judged(bench(events, header=card_with(*texts)), use)
    assert len(found) == 1, (name, found)
    assert f": {rule}: " in found[0], found


def test_robofinisher_pushes_one_era_further() -> None:
    """His push(1, 1) may go two eras, not three (L-ACT-5 and Agents)."""

    def crew(head: dict[str, Any]) -> None:
        card_with("push(1, 1)")(head)
        head["agents"][0] = "robofinisher_404"

    def seat(table: dict[str, Any]) -> None:
        table["agents"][0]["name"] = "robofinisher_404"

    way = [push(PUSHED, 6, 5), push(PUSHED, 5, 4), push(PUSHED, 4, 3)]
    for steps, violations in ((1, 0), (2, 0), (3, 1)):
        game = bench(way[:steps], agent="robofinisher_404", header=crew, table=seat)
        assert len(judged(game, use)) == violations


def test_a_transfer_of_rifts_makes_a_vortex() -> None:
    """Two rifts moved to an era with two make four: a vortex at once, its hidden mission fails (L-VTX-1)."""

    def rifts(table: dict[str, Any]) -> None:
        table["eras"][6]["rifts"], table["eras"][0]["rifts"] = 2, 2

    events = [say("rift_moved", start=6, to=0, count=2), say("vortex", era=0, mega=False)]
    failed = say("mission_failed", mission="m0", era=0)
    assert judged(bench([*events, failed], header=card_with("transfer(rift, 2)"), table=rifts), use) == []
    assert "L-VTX-1" in judged(bench(events, header=card_with("transfer(rift, 2)"), table=rifts), use)[0]


def test_a_reshuffle_within_a_draw() -> None:
    """The pile gives one card, the discard pile is shuffled in, its cards may come in any order (L-REF-1)."""

    def piles(table: dict[str, Any]) -> None:
        table["agents"][0].update(draw=["v3"], discard=["v4", "v5"])

    events = [say("cards_drawn", who="v_girl", cards=["v3"]), say("pile_reshuffled", pile="v_girl"),
              say("cards_drawn", who="v_girl", cards=["v5"])]  # fmt: skip
    assert judged(bench(events, header=card_with("draw(2)"), table=piles), use) == []
    events[2] = say("cards_drawn", who="v_girl", cards=["v3"])
    assert judged(bench(events, header=card_with("draw(2)"), table=piles), use) != []


def test_how_effects_are_read() -> None:
    """The forms of the vocabulary."""
    assert parse_effect("energy(2, here)") == Effect("energy", (2, "here"), "energy(2, here)")
    assert parse_effect("transfer(rift, 1)").n == 1
    assert parse_effect("move(any)").last == "any"
    assert parse_effect("use_ally").args == ()
