"""`planner`: each program is tried out."""

from __future__ import annotations

from typing import Any

from sim.games.room25.policies.cooperation.mind import Mind
from sim.games.room25.policies.cooperation.player import choose_greedily
from sim.games.room25.policies.planner.mind import Deal
from sim.games.room25.policies.planner.redraw import redraw
from sim.games.room25.round import choose, next_choice
from sim.games.room25.state import Menu, Rules, State
from sim.games.room25.terms import ASK_ACTION, ASK_PROGRAM, CONTROL, ESCAPED, LOOK, MOVE, PUSH, SECOND, THIRD
from sim.kernel import compiled


@compiled
def choose_by_trial(states: Any, rules: Rules, menu: Menu, other_menu: Menu, mind: Mind, deal: Deal) -> int:
    state = states[0]
    c = int(state.chooser)
    greedy = choose_greedily(state, rules, menu, mind)
    if state.asking != ASK_PROGRAM and state.asking != ASK_ACTION:
        return greedy
    best = greedy
    aim = int(mind.aim) + (3 if state.turn <= 2 else 0)
    best_gain = 0
    for sample in range(deal.samples):
        states[2] = states[0]
        trial = states[2]
        redraw(trial, rules, deal, c, sample)
        deal.held[sample] = roll_out(trial, rules, other_menu, mind, c, int(menu.option[greedy]))
    for i in range(menu.n):
        option = int(menu.option[i])
        if i == greedy or option % SECOND >= PUSH and option % SECOND != CONTROL or option % THIRD // SECOND == PUSH or option // THIRD > 0:
            continue
        if state.asking == ASK_PROGRAM and option < SECOND:
            continue
        gain = 0
        squares = 0
        for sample in range(deal.samples):
            states[2] = states[0]
            trial = states[2]
            redraw(trial, rules, deal, c, sample)
            d = roll_out(trial, rules, other_menu, mind, c, option) - deal.held[sample]
            gain += d
            squares += d * d
            if sample == 7 and gain <= 0:
                break
        if gain > best_gain and gain * gain > deal.width * squares:
            best = i
            best_gain = gain
    if best != greedy:
        deal.log[aim, int(menu.option[greedy]) % THIRD, int(menu.option[best]) % THIRD] += 1
    else:
        deal.log[aim, int(menu.option[greedy]) % THIRD, 0] += 1
    return best


@compiled
def roll_out(trial: State, rules: Rules, menu: Menu, mind: Mind, c: int, option: int) -> int:
    """Play on, the option chosen first."""
    asked = trial.asking
    pending = True
    if asked == ASK_ACTION:
        choose(trial, rules, menu, option)
        pending = False
    while next_choice(trial, rules, menu):
        if pending and trial.chooser == c and trial.asking == asked:
            pending = False
            choose(trial, rules, menu, option)
        else:
            k = 0
            if menu.n > 1:
                k = choose_greedily(trial, rules, menu, mind)
            choose(trial, rules, menu, menu.option[k])
    if trial.cause == ESCAPED:
        return 4 if not trial.partial else 1
    return 0
