"""`planner` and `clairvoyant`: what else could be done races with what `greedy` would do, or with what all expect."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from sim.game import emit
from sim.games.room25.policies.cooperation.goals import set_goal
from sim.games.room25.policies.cooperation.mind import GATHER, Mind
from sim.games.room25.policies.cooperation.player import choose_greedily
from sim.games.room25.policies.planner.outlook.signs import outlook
from sim.games.room25.policies.planner.plan import (
    CERTAIN,
    COMMON,
    DRAWN,
    MAX_NOTES,
    N_FIRST,
    PLAYOUT,
    PUBLIC,
    SURE,
    TRIAL,
    Note,
    Plan,
)
from sim.games.room25.policies.planner.redraw import redraw, take_back_token
from sim.games.room25.policies.planner.risk import dare
from sim.games.room25.policies.reading import index_of
from sim.games.room25.round import actor_at, choose, list_programs, next_choice
from sim.games.room25.state import Menu, Rules, State
from sim.games.room25.terms import (
    ASK_ACTION,
    ASK_PROGRAM,
    CENTRE,
    CONTROL,
    ESCAPED,
    ESCAPED_IN_PART,
    MAX_ROUNDS,
    MOVE,
    NO_ACTION,
    NONE,
    PUSH,
    SECOND,
    THIRD,
    Character,
)
from sim.kernel import TRACE, compiled

Records = npt.NDArray[Any]


@compiled
def choose_by_trial(
    states: Records, rules: Rules, menu: Menu, scratch: Menu, mind: Mind, plan: Plan, notes: Records
) -> int:
    """Does what wins clearly more often than the default on complexes that may be the true one; or what is noted."""
    note = notes[min(int(plan.n_notes), MAX_NOTES - 1)]
    if not plan.follows or plan.n_notes >= MAX_NOTES:
        decide(states, rules, menu, scratch, mind, plan, note)
    plan.n_notes += 1
    if TRACE and note.complexes:
        explain(states[PLAYOUT], note)
    return index_of(menu, int(note.option))


@compiled
def decide(states: Records, rules: Rules, menu: Menu, scratch: Menu, mind: Mind, plan: Plan, note: Note) -> None:
    """Make a choice; of programs the one to depart from is what the others must expect."""
    state = states[PLAYOUT]
    default = NONE
    if state.asking == ASK_PROGRAM and plan.width > 0 and not plan.sees_hidden:
        if plan.expected_round != state.turn:
            expect_programs(states, rules, scratch, mind, plan, note)
        default = int(plan.expected[state.chooser])
    if default == NONE:
        default = int(menu.option[choose_greedily(state, rules, menu, mind)])
    plan.origin = PLAYOUT
    think(states, rules, menu, scratch, mind, plan, note, default)


@compiled
def expect_programs(states: Records, rules: Rules, scratch: Menu, mind: Mind, plan: Plan, note: Note) -> None:
    """R-RND-1: programs are made unseen. What those who think alike must expect of each other, by what all know.

    So everybody comes to the same, and can count on it.
    """
    states[PUBLIC] = states[PLAYOUT]
    state = states[PUBLIC]
    for c in range(state.n_characters):
        state.knows[c] = 0
        take_back_token(state, c)
        plan.expected[c] = NONE
    plan.expected_round = state.turn
    plan.origin = PUBLIC
    for place in range(state.n_characters):
        if is_to_program(state, rules, scratch, place):
            plan.expected[state.chooser] = scratch.option[choose_greedily(state, rules, scratch, mind)]
    for place in range(state.n_characters):
        if is_to_program(state, rules, scratch, place) and (plan.planners >> state.chooser) & 1:
            think(states, rules, scratch, scratch, mind, plan, note, int(plan.expected[state.chooser]))
            plan.expected[state.chooser] = note.option


@compiled
def is_to_program(state: State, rules: Rules, scratch: Menu, place: int) -> bool:
    """R-RND-1: ask who is at a place of the turn order for a program; False if it makes none."""
    c = actor_at(state, place)
    if not state.alive[c] or state.cancelled[c]:
        return False
    state.place = place + 1
    state.chooser = c
    list_programs(state, rules, scratch, c)
    return True


@compiled
def think(  # all that compiled code works in comes from Python
    states: Records, rules: Rules, menu: Menu, scratch: Menu, mind: Mind, plan: Plan, note: Note, default: int
) -> None:
    """Make a choice, and note it with what was tried: on how many complexes, what came of the default and of it."""
    state = states[plan.origin]
    note.default = default
    note.option = default
    note.complexes = 0
    if (plan.questions >> state.asking) & 1:
        plan.until = last_round(state, rules, mind, plan) + 1
        enter(state, menu, plan, default)
        race(states, rules, scratch, mind, plan)
        note_race(plan, note)


@compiled
def note_race(plan: Plan, note: Note) -> None:
    """Note who won a race, and on how many complexes; what came of the default on these, and of it."""
    best = leader(plan)
    note.option = plan.option[best]
    note.complexes = plan.tried
    note.before = 0
    for sample in range(plan.tried):
        note.before += plan.held[sample]
    note.after = note.before + plan.gain[best]
    note.most = plan.escaped * plan.tried


@compiled
def last_round(state: State, rules: Rules, mind: Mind, plan: Plan) -> int:
    """The last round of trials that begin here: soon over in a search, which only lays open what was drawn."""
    if plan.sees_hidden:
        return MAX_ROUNDS
    set_goal(state, rules, mind, int(state.chooser))
    return int(state.turn + (plan.rounds_to_go if mind.aim == GATHER else plan.rounds) - 1)


def explain(state: State, note: Note) -> None:
    """Tell a trace what was tried out."""
    emit(
        state,
        "planned",
        character=int(state.chooser),
        complexes=int(note.complexes),
        before=int(note.before),
        after=int(note.after),
        most=int(note.most),
        asking=int(state.asking),
        greedy=int(note.default),
        chosen=int(note.option),
    )


@compiled
def enter(state: State, menu: Menu, plan: Plan, default: int) -> None:
    """Enter the options for the race: the default, then as many others as the width admits."""
    plan.n = 0
    enter_one(plan, default)
    for i in range(menu.n):
        option = int(menu.option[i])
        if plan.n <= plan.width and option != default and is_worth_trying(state, option, default):
            enter_one(plan, option)


@compiled
def enter_one(plan: Plan, option: int) -> None:
    """Enter an option that has not gained or lost anything yet."""
    plan.option[plan.n] = option
    plan.gain[plan.n] = 0
    plan.squares[plan.n] = 0
    plan.n += 1


@compiled
def is_worth_trying(state: State, option: int, default: int) -> bool:
    """All targets; of the programs a lone move and those as long as they can be, of use, with the same adrenaline."""
    if state.asking == ASK_ACTION:
        return is_of_use(option)
    if state.asking != ASK_PROGRAM:
        return True
    first = option % SECOND
    second = option % THIRD // SECOND
    if second == NO_ACTION and first != MOVE and not state.one_action[state.chooser]:
        return False
    if first == CONTROL and state.cell[state.chooser] == CENTRE:  # R-ACT-5: it would be lost
        return False
    return option // THIRD == default // THIRD and is_of_use(first) and is_of_use(second)


@compiled
def is_of_use(action: int) -> bool:
    """Whether an action leads to Room 25: a look, a move, a slide, or none."""
    return action < PUSH or action == CONTROL


@compiled
def race(states: Records, rules: Rules, scratch: Menu, mind: Mind, plan: Plan) -> None:
    """Try out the options in heats, each on as many complexes as all before it; drop those that will not gain enough.

    An option can gain only where the default fails: where this, at a glance, does well enough, nothing else is tried.
    """
    begun = 0
    plan.tried = 0
    plan.n_dead = states[plan.origin].n_deaths
    plan.in_hand = min(int(plan.late_most), int(plan.late) * (int(states[plan.origin].rounds_left) - 1))
    if plan.n > 1:
        try_first(states, rules, scratch, mind, plan, begun, int(plan.glance))
        plan.n = 1 if is_ahead(plan) else plan.n
    while plan.n > 1 and begun < plan.samples:
        try_first(states, rules, scratch, mind, plan, begun, max(int(plan.first), 2 * begun))
        n = 1 if is_ahead(plan) else int(plan.n)
        plan.n = 1
        for i in range(1, n):
            if stands_the_heat(states, rules, scratch, mind, plan, i, begun):
                keep(plan, i)
        begun = int(plan.tried)


@compiled
def keep(plan: Plan, i: int) -> None:
    """Let an option take part in the next heat."""
    plan.option[plan.n] = plan.option[i]
    plan.gain[plan.n] = plan.gain[i]
    plan.squares[plan.n] = plan.squares[i]
    plan.n += 1


@compiled
def leader(plan: Plan) -> int:
    """The option that gains most, of those that gain enough; the default if none does."""
    best = 0
    for i in range(1, plan.n):
        if plan.gain[i] > plan.gain[best]:
            best = i
    return best


@compiled
def gains_enough(plan: Plan, gain: int, squares: int) -> bool:
    """Whether a gain is worth it and, if it went on like this to the last complex, could hardly be chance."""
    if plan.sees_hidden:
        return gain > 0
    if gain <= int(plan.least) * int(plan.tried):
        return False
    return gain * gain * int(plan.samples) > int(plan.caution) * squares * int(plan.tried)


@compiled
def is_ahead(plan: Plan) -> bool:
    """Whether the default is good enough, or even an option that wins everywhere would not gain enough on it."""
    gain = 0
    squares = 0
    for sample in range(plan.tried):
        missed = int(plan.escaped - plan.held[sample])
        gain += missed
        squares += missed * missed
    if not plan.sees_hidden and gain <= int(plan.spare) * int(plan.tried):
        return True
    return not gains_enough(plan, gain, squares)


@compiled
def at_most(plan: Plan, sample: int) -> int:
    """What an option is taken to gain at the most on a complex."""
    missed = int(plan.escaped - plan.held[sample])
    return missed if plan.sees_hidden else min(missed, int(plan.reach))


@compiled
def try_first(states: Records, rules: Rules, scratch: Menu, mind: Mind, plan: Plan, begun: int, tried: int) -> None:
    """Draw complexes until so many are tried, and see what the default comes to; of a heat those where least first."""
    for sample in range(plan.tried, min(tried, int(plan.samples))):
        draw(states, rules, mind, plan, sample)
        held = try_on(states, rules, scratch, mind, plan, int(plan.option[0]), sample)
        plan.held[sample] = held
        plan.tried += 1
        k = sample
        while k > begun and plan.held[plan.order[k - 1]] > held:
            plan.order[k] = plan.order[k - 1]
            k -= 1
        plan.order[k] = sample


@compiled
def stands_the_heat(states: Records, rules: Rules, scratch: Menu, mind: Mind, plan: Plan, i: int, begun: int) -> bool:
    """Whether an option gains enough by the end of a heat; it is over where it no longer could."""
    left = 0
    for sample in range(begun, plan.tried):
        left += at_most(plan, sample)
    for k in range(begun, plan.tried):
        sample = int(plan.order[k])
        gain = try_on(states, rules, scratch, mind, plan, int(plan.option[i]), sample) - int(plan.held[sample])
        left -= at_most(plan, sample)
        plan.gain[i] += gain
        plan.squares[i] += gain * gain
        if not gains_enough(plan, int(plan.gain[i]) + left, int(plan.squares[i])):
            return False
    return True


@compiled
def draw(states: Records, rules: Rules, mind: Mind, plan: Plan, sample: int) -> None:
    """Lay out a complex that may be the true one: every option is tried on it."""
    states[DRAWN + sample] = states[plan.origin]
    state = states[DRAWN + sample]
    plan.kept[sample, :] = 0
    if not plan.sees_hidden:
        redraw(state, rules, mind, plan, int(state.chooser), sample)


@compiled
def try_on(states: Records, rules: Rules, scratch: Menu, mind: Mind, plan: Plan, option: int, sample: int) -> int:
    """What an option comes to on one complex, if all play as expected or as `greedy` does after it."""
    drawn = states[DRAWN + sample]
    who = int(drawn.chooser)
    is_program = drawn.asking == ASK_PROGRAM
    trial = states[TRIAL]
    if not is_program or not resume(states, plan, option, sample):
        states[TRIAL] = drawn
        plan.alive = SURE
        carry_on(trial, rules, scratch, plan, who, option)
    while plan.alive > 0 and next_choice(trial, rules, scratch):
        if trial.turn >= plan.until:
            return foretell(trial, rules, mind, plan) * int(plan.alive) // SURE
        carry_on(trial, rules, scratch, plan, who, answer(trial, rules, scratch, mind, plan))
        if is_program and trial.turn == drawn.turn and trial.chooser != who and not trial.pending:
            keep_in_common(states, plan, who, sample)
    return worth(trial, plan) * int(plan.alive) // SURE


@compiled
def carry_on(trial: State, rules: Rules, scratch: Menu, plan: Plan, who: Character, option: int) -> None:
    """Choose in a trial; a step that neither who takes it nor `who` tries this can judge is dared."""
    if not plan.sees_hidden:
        dare(trial, rules, plan, who, option)
    choose(trial, rules, scratch, option)


# Nobody sees a program before it is played. Until its first action begins, the trials of all programs are the same on a
# complex, and until its second, those of all pairs with the same first: what was played so far is kept for the others.


@compiled
def keep_in_common(states: Records, plan: Plan, who: Character, sample: int) -> None:
    """R-RND-1: keep a trial while the first or the second action of the program that is tried is still to come."""
    trial = states[TRIAL]
    n = int(trial.n_acted[who])
    first = int(trial.program[who, 0])  # NO_ACTION where it was put off
    if n < 2 and first != NO_ACTION and trial.program[who, n] != NO_ACTION:
        k = first if n == 1 else 0
        states[COMMON + N_FIRST * sample + k] = trial
        plan.kept[sample, k] = plan.alive


@compiled
def resume(states: Records, plan: Plan, option: int, sample: int) -> bool:
    """R-RND-1: begin the trial of a program where it parts from those that were tried; False if none was kept."""
    first = option % SECOND
    second = option % THIRD // SECOND
    k = first if second != NO_ACTION and plan.kept[sample, first] > 0 else 0
    if plan.kept[sample, k] == 0:
        return False
    states[TRIAL] = states[COMMON + N_FIRST * sample + k]
    plan.alive = plan.kept[sample, k]
    who = int(states[DRAWN + sample].chooser)
    states[TRIAL].program[who, 0] = first
    states[TRIAL].program[who, 1] = second
    return True


@compiled
def answer(trial: State, rules: Rules, scratch: Menu, mind: Mind, plan: Plan) -> int:
    """What is chosen in a trial: a program as all expect it, all else as `greedy` does."""
    if trial.asking == ASK_PROGRAM and trial.turn == plan.expected_round and not plan.sees_hidden:
        return int(plan.expected[trial.chooser])
    return int(scratch.option[choose_greedily(trial, rules, scratch, mind) if scratch.n > 1 else 0])


@compiled
def worth(trial: State, plan: Plan) -> int:
    """What the end of a trial counts: that those who live now escape, some of them, time up with all of them alive."""
    all_live = trial.n_deaths == plan.n_dead
    if trial.cause == ESCAPED or (trial.cause == ESCAPED_IN_PART and all_live):
        return int(plan.escaped)
    if trial.cause == ESCAPED_IN_PART:
        return int(plan.in_part)
    return int(plan.in_hand) if all_live else 0


@compiled
def foretell(trial: State, rules: Rules, mind: Mind, plan: Plan) -> int:
    """What a trial counts that goes on after its round: how likely all get out; nothing if somebody has died in it."""
    return int(plan.escaped) * outlook(trial, rules, mind, plan) // CERTAIN if trial.n_deaths == plan.n_dead else 0
