"""Past the end of the turn: the best ends are compared by what the next agent can make of them."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from sim.games.loop.policies.greedy.mind import Mind
from sim.games.loop.policies.planner.foresight import survey
from sim.games.loop.policies.planner.plan import BEAM, ENDS, LOST, NEXT, ONE, OWN, UNSET, WON, Plan
from sim.games.loop.policies.planner.redraw import redraw
from sim.games.loop.policies.planner.search import search
from sim.games.loop.state import Menu, Rules, State
from sim.games.loop.terms import ACTION, ACTION_SIZE, MISSIONS_COMPLETED, REWARD, RUNNING, SKIP, TAKE
from sim.games.loop.turn import choose, next_choice
from sim.kernel import compiled

Records = npt.NDArray[Any]
CERTAIN = 8000 * ONE  # what a won or lost game counts in an average


@compiled
def look_ahead(rules: Rules, menu: Menu, plans: Records, beam: Records, mind: Mind) -> int:
    """Return the end (its number) that is best after the next agent's turn, over several futures, the same for all.

    A planner adds what the end is worth by itself: a few futures tell nothing of small risks. For `clairvoyant` the
    one future is certain.
    """
    plan = plans[OWN]
    ally = plans[NEXT]
    ally_beam = beam[BEAM:]
    best = 0
    best_value = UNSET
    for k in range(plan.n_ends):
        total = 0
        n = 0
        for sample in range(plan.samples):
            ally_beam[0] = beam[ENDS + k]
            future = ally_beam[0]
            if not plan.sees_hidden:
                redraw(future, rules, 1 + sample)
            play_until_action(future, rules, menu, plan)
            if future.cause == RUNNING:
                ally_beam[1] = ally_beam[0]
                survey(future, rules, ally, mind, ally_beam[1])
                search(rules, menu, ally, ally_beam)
                value = ally.best_value
            else:
                value = WON if future.cause == MISSIONS_COMPLETED else LOST
            if value > LOST or plan.sees_hidden:
                n += 1
                total += max(min(value, CERTAIN), -CERTAIN)
        value = total // n if n else -CERTAIN
        if not plan.sees_hidden:
            value += plan.own_value * plan.end_value[k]
        if value > best_value:
            best_value = value
            best = k
    return best


@compiled
def play_until_action(state: State, rules: Rules, menu: Menu, plan: Plan) -> None:
    """Play on to the next agent's action phase; artifacts are taken by their worth."""
    turn = state.turn
    while next_choice(state, rules, menu):
        if state.phase == ACTION and state.turn > turn:
            return
        k = 0  # the first option ends the turn
        if state.phase == TAKE or state.phase == REWARD:
            k = best_artifact(menu, plan)
        choose(state, rules, menu.option[k])


@compiled
def best_artifact(menu: Menu, plan: Plan) -> int:
    """The artifact that is worth most; none rather than a blank one."""
    best = 0
    best_value = UNSET
    for i in range(menu.n):
        card = int(menu.option[i] % ACTION_SIZE)
        value = 0 if card == SKIP else int(plan.card_value[card])
        if value > best_value:
            best = i
            best_value = value
    return best
