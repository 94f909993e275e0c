"""`planner`: plans the rest of its turn as a whole, and plays the line it finds."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from sim.game import emit
from sim.games.loop.policies.greedy.mind import Mind
from sim.games.loop.policies.planner.foresight import survey
from sim.games.loop.policies.planner.outlook import best_artifact, look_ahead
from sim.games.loop.policies.planner.plan import OWN, WON, Plan
from sim.games.loop.policies.planner.redraw import redraw
from sim.games.loop.policies.planner.search import search, write_line
from sim.games.loop.policies.planner.value import value_of_end
from sim.games.loop.state import Menu, Rules, State
from sim.games.loop.terms import ACTION, ACTION_SIZE, NONE, REWARD, TAKE
from sim.kernel import TRACE, compiled

Records = npt.NDArray[Any]


@compiled
def choose_by_plan(
    state: State, rules: Rules, menu: Menu, plans: Records, beam: Records, scratch: Menu, mind: Mind
) -> int:
    """Follows the best line of the turn; thinks anew where something hidden has come up."""
    plan = plans[OWN]
    if state.phase == TAKE or state.phase == REWARD:
        return best_artifact(menu, plan)
    if state.phase != ACTION:
        return fullest_hand(state, menu)
    k = next_of_line(state, menu, plan)
    if k == NONE:
        beam[0] = state
        if not plan.sees_hidden:
            redraw(beam[0], rules, 0)
        beam[1] = beam[0]
        survey(beam[0], rules, plan, mind, beam[1])
        search(rules, scratch, plan, beam)
        if plan.samples > 0 and plan.n_ends > 1 and plan.best_value != WON:
            end = look_ahead(rules, scratch, plans, beam, mind)
            plan.best_value = plan.end_value[end]
            write_line(plan, plan.end_log[end])
        plan.turn = state.turn
        if TRACE:
            explain(state, rules, plan)
        k = next_of_line(state, menu, plan)
    return max(k, 0)


def explain(state: State, rules: Rules, plan: Plan) -> None:
    """Tell a trace what was planned: what the turn is worth if it ended now and at the end planned, and the line."""
    before = None if state.under_way else value_of_end(state, rules, plan)
    emit(state, "planned", before=before, after=int(plan.best_value), line=plan.line[: plan.n_line].tolist())


@compiled
def next_of_line(state: State, menu: Menu, plan: Plan) -> int:
    """The next choice of the line, by its place in the menu; NONE if there is no line, or none that fits."""
    if plan.turn != state.turn:
        return NONE
    while plan.at < plan.n_line:
        item = plan.line[plan.at]
        plan.at += 1
        if item != NONE:
            for i in range(menu.n):
                if menu.option[i] == item:
                    return i
            return NONE
    return NONE


@compiled
def fullest_hand(state: State, menu: Menu) -> int:
    """Solo: a card of nobody's goes to the fullest hand, so that somebody acts soon."""
    best = 0
    for i in range(menu.n):
        seat = menu.option[i] % ACTION_SIZE
        if state.n_hand[seat] > state.n_hand[menu.option[best] % ACTION_SIZE]:
            best = i
    return best
