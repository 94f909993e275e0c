"""The end of a turn: mega vortex check, phases III to V (L-VTX-7, L-TAK-1, L-MIS-2, L-REF-1)."""

from collections import Counter

from . import machina
from .consequences import cards_drawn, draw_pile, reshuffle
from .game import Game
from .missions import complete, progress, take_progress
from .solo import HAND
from .vortex import lose


def phase(game: Game) -> None:
    """All that follows the last action, up to the state at the end of the turn."""
    immune = game.active == "v_girl" and game.content.assumed("v_girl_mega_immune", True)
    if game.era(game.me.era).vortex == "mega" and not immune:
        lose(game, "L-VTX-7", "ended_in_mega_vortex", game.me.era)
    game.phases = ("action", "take", "end")  # the trace's form does not say to which phase it belongs
    game.take("L-MIS-5", "turn_ended")
    progress(game, "turn_ended", game.me.era)
    take_progress(game)
    game.phases = ("take",)
    _take(game)
    game.phases = ("mission",)
    complete(game)
    game.phases = ("refresh",)
    _refresh(game)
    game.phases = ("refresh", "end")
    machina.reveal(game)
    game.state("end_of_turn")


def _take(game: Game) -> None:
    if game.next != "artifact_taken":
        return
    event = game.take("L-TAK-1", "artifact_taken")
    card, here = str(event["card"]), game.era(game.me.era)
    if game.content.idle:
        game.report("L-POL-1", "no artifact under the idle policy", card)
    game.expect("L-TAK-1", card in here.artifacts, f"one of {here.artifacts} in era {game.me.era}", card)
    here.artifacts.remove(card)
    game.taken.add(card)
    (game.table.common if game.content.solo else game.me.draw).put(card)


def _refresh(game: Game) -> None:
    me = game.me
    if me.hand or game.next == "hand_discarded":
        cards = [str(card) for card in game.take("L-REF-1", "hand_discarded", who=me.name)["cards"]]
        game.expect("L-REF-1", Counter(cards) == Counter(list(me.hand)), f"the whole hand {list(me.hand)}", cards)
    _, discard, _ = draw_pile(game, me.name)
    discard += me.hand
    me.hand = {}
    me.free_move, me.loops, me.ability_used = True, 0, False
    if not game.content.solo:
        _draw_up(game)


def _draw_up(game: Game) -> None:
    """Every agent draws up to three, in any order; a draw across a reshuffle is two events."""
    agents = game.table.agents
    due = {name: HAND - len(agent.hand) for name, agent in agents.items()}
    due = {name: min(count, len(agents[name].draw) + len(agents[name].discard)) for name, count in due.items()}
    while any(count > 0 for count in due.values()):
        line = game.look()
        who = line.get("pile") if game.next == "pile_reshuffled" else line.get("who")
        if game.next not in ("pile_reshuffled", "cards_drawn") or due.get(str(who), 0) <= 0:
            game.miss("L-REF-1", f"drawing {due}")
        if game.next == "pile_reshuffled":
            reshuffle(game, str(who))
            continue
        drawn = cards_drawn(game, str(who))
        due[str(who)] -= drawn
        game.expect("L-REF-1", due[str(who)] >= 0 and drawn > 0, f"{who} drawing up to {HAND}", line["cards"])
