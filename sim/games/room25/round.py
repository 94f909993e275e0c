"""The course of play (R-RND): set-up looks, rounds of a plan and up to three passes, from one choice to the next."""

from __future__ import annotations

from sim.game import emit
from sim.games.room25.actions import control, look, move, offer_targets, push, target_question
from sim.games.room25.board import room_at
from sim.games.room25.characters import use_special
from sim.games.room25.ends import judge_time, show_role, unmask
from sim.games.room25.entry import die, drown, is_trapped, next_entrant
from sim.games.room25.knowledge import forget, look_at, offer_face_down_neighbours, offer_to_tell, tell
from sim.games.room25.mac import (
    draw_mac_card,
    due_before_pass,
    due_before_round,
    offer_next_penalty,
    take_penalty,
)
from sim.games.room25.robots import order_robot
from sim.games.room25.rooms import (
    resolve_entry,
    revive,
    use_control_room,
    use_illusion,
    use_moving,
    use_tunnel,
    use_vision,
)
from sim.games.room25.slides import clear_marks
from sim.games.room25.state import Menu, Rules, State
from sim.games.room25.terms import (
    ACID,
    ACT,
    ACTIONS,
    AFTER,
    ASK_ACID,
    ASK_ACTION,
    ASK_CONTROL,
    ASK_CONTROL_ROOM,
    ASK_ILLUSION,
    ASK_LOOK,
    ASK_MOVE,
    ASK_MOVING,
    ASK_PENALTY,
    ASK_PROGRAM,
    ASK_PUSH,
    ASK_REGENERATION,
    ASK_REVEAL,
    ASK_ROBOT,
    ASK_SETUP_LOOK,
    ASK_SPECIAL,
    ASK_TELL,
    ASK_TIMING,
    ASK_TUNNEL,
    ASK_VISION,
    BEGIN_PASS,
    BEGIN_ROUND,
    BY_END,
    BY_SETUP,
    CENTRE,
    COLD,
    CONTROL,
    END_ROUND,
    GUARD,
    LOOK,
    N_PASSES,
    NO_ACTION,
    NONE,
    P_PARANOIA,
    PARANOIA,
    PLAN,
    RUNNING,
    SECOND,
    SET_UP,
    SHOWN_BY_SELF,
    SILENT,
    SOLO,
    SPECIAL,
    SUSPICION,
    THIRD,
    TRAPPED,
    TURN,
    Character,
)
from sim.games.room25.witness import note_silence
from sim.kernel import TRACE, compiled
from sim.rng import bounded, stream


@compiled
def next_choice(state: State, rules: Rules, menu: Menu) -> bool:
    """Play on until somebody must choose; `menu` then holds the options. False when the game has ended."""
    while state.cause == RUNNING:
        if state.pending:
            state.pending = 0
            return True
        if state.mac_card != NONE:
            if offer_next_penalty(state, rules, menu):
                return True
        elif state.n_queue > 0:
            if resolve_entry(state, rules, menu, next_entrant(state)):
                return True
            unmask(state, rules)
        elif state.mac_due > 0:
            draw_mac_card(state, rules)
        elif take_step(state, rules, menu):
            return True
    return False


@compiled
def take_step(state: State, rules: Rules, menu: Menu) -> bool:
    """The next step of the course of play. True if somebody must choose."""
    step = state.step
    if step == SET_UP:
        return offer_setup_look(state, rules, menu)
    if step == BEGIN_ROUND:
        begin_round(state, rules)
    elif step == PLAN:
        return offer_program(state, rules, menu)
    elif step == BEGIN_PASS:
        begin_pass(state)
    elif step == TURN:
        return offer_turn(state, rules, menu)
    elif step == ACT:
        return offer_act(state, rules, menu)
    elif step == AFTER:
        end_action(state, rules)
    else:
        end_round(state, rules)
    return False


# -- Set-up -----------------------------------------------------------------------------------------


@compiled
def offer_setup_look(state: State, rules: Rules, menu: Menu) -> bool:
    """R-SET-3: every player starts by looking at one room next to the centre."""
    if state.place == 0 and TRACE:
        emit(state, "state", at="setup")
    if state.place >= rules.n_players:
        state.step = BEGIN_ROUND
        return False
    for c in range(state.n_characters):
        if rules.player_of[c] == state.place:
            state.chooser = c
            break
    state.place += 1
    state.asking = ASK_SETUP_LOOK
    offer_face_down_neighbours(state, menu, CENTRE)
    return True


# -- Rounds and passes ------------------------------------------------------------------------------


@compiled
def begin_round(state: State, rules: Rules) -> None:
    """R-RND-2: a new round: nobody has acted, no line is marked, no penalty stands."""
    state.turn += 1
    state.passing = 0
    state.place = 0
    state.policy_draws = 0
    state.chance_draws = 0
    clear_marks(state)
    forget(state, rules)
    for c in range(state.n_characters):
        state.acted[c] = 0
        state.n_acted[c] = 0
        state.cancelled[c] = 0
        state.penalties[c] = 0
        state.one_action[c] = 1 if state.alive[c] and room_at(state, state.cell[c]) == COLD else 0
        for k in range(N_PASSES):
            state.program[c, k] = NO_ACTION
    state.mac_due += due_before_round(state, rules)
    state.mac_a_pass = due_before_pass(state, rules)
    state.step = PLAN


@compiled
def actor_at(state: State, place: int) -> Character:
    """R-RND-2: who is at a place of the turn order: the seats rotated by the rounds played."""
    return (state.turn - 1 + place) % int(state.n_characters)


@compiled
def is_free(state: State, rules: Rules, c: Character) -> bool:
    """R-SUS-4, R-SOLO-1: whether a character chooses its actions when it acts."""
    return rules.mode == SOLO or (state.free_from[c] > 0 and state.turn >= state.free_from[c])


@compiled
def begin_pass(state: State) -> None:
    """R-RND-1, R-RND-3: pass 1, 2, and 3 for adrenaline; then the round ends."""
    state.passing += 1
    state.place = 0
    if state.passing > N_PASSES:
        state.step = END_ROUND
        return
    if state.passing < N_PASSES:
        state.mac_due += state.mac_a_pass
    state.step = TURN


@compiled
def end_round(state: State, rules: Rules) -> None:
    """R-RND-2: Flooded deaths, then the countdown, then time-out."""
    for k in range(state.n_characters):
        drown(state, rules, actor_at(state, k))
        if state.cause != RUNNING:
            return
    state.rounds_left -= 1
    if TRACE:
        emit(state, "countdown", left=int(state.rounds_left), by=BY_END)
        emit(state, "state", at="end_of_round")
    if state.rounds_left <= 0:
        judge_time(state, rules)
    state.step = BEGIN_ROUND


# -- Plan -------------------------------------------------------------------------------------------


@compiled
def offer_program(state: State, rules: Rules, menu: Menu) -> bool:
    """R-RND-1: each living character programs two different actions or one, unseen by the others."""
    while state.place < state.n_characters:
        c = actor_at(state, state.place)
        state.place += 1
        if not state.alive[c] or state.cancelled[c] or is_free(state, rules, c):
            continue
        if room_at(state, state.cell[c]) == PARANOIA:
            program_at_random(state, rules, c)
            continue
        list_programs(state, rules, menu, c)
        state.asking = ASK_PROGRAM
        state.chooser = c
        return True
    if TRACE:
        tell_programs(state, rules)
        emit(state, "state", at="plan")
    state.step = BEGIN_PASS
    return False


@compiled
def n_actions(rules: Rules) -> int:
    """R-RND-1: how many kinds of action there are: a special is the fifth."""
    return SPECIAL if rules.specials else CONTROL


@compiled
def list_programs(state: State, rules: Rules, menu: Menu, c: Character) -> None:
    """R-RND-1, R-RND-3, R-ROOM-cold: every program: two different actions or one, with adrenaline or without."""
    menu.n = 0
    most = n_actions(rules)
    adrenaline = state.has_adrenaline[c] == 1 and not state.one_action[c]
    for first in range(0 if rules.program_zero else 1, most + 1):
        for second in range(most + 1):
            if second != NO_ACTION and (second == first or first == NO_ACTION or state.one_action[c]):
                continue
            menu.option[menu.n] = first + SECOND * second
            menu.n += 1
            if adrenaline and first != NO_ACTION:
                for third in range(LOOK, CONTROL + 1):
                    menu.option[menu.n] = first + SECOND * second + THIRD * third
                    menu.n += 1


@compiled
def program_at_random(state: State, rules: Rules, c: Character) -> None:
    """R-ROOM-paranoia: a program made inside is two random different actions, no adrenaline."""
    most = n_actions(rules)
    first = 1 + chance(state, most)
    second = 1 + chance(state, most - 1)
    if second >= first:
        second += 1
    state.program[c, 0] = first
    state.program[c, 1] = second


@compiled
def chance(state: State, n: int) -> int:
    """One of n things by chance, from the stream of the round."""
    state.chance_draws += 1
    return bounded(stream(state.key, P_PARANOIA, state.turn), state.chance_draws, n)


@compiled
def set_program(state: State, program: int) -> None:
    """R-RND-3: a program is set; adrenaline is spent when programmed."""
    c = state.chooser
    state.program[c, 0] = program % SECOND
    state.program[c, 1] = program % THIRD // SECOND
    state.program[c, N_PASSES - 1] = program // THIRD
    if state.program[c, N_PASSES - 1] != NO_ACTION:
        state.has_adrenaline[c] = 0


def tell_programs(state: State, rules: Rules) -> None:
    """Emit every program in turn order, when all are made."""
    for k in range(state.n_characters):
        c = actor_at(state, k)
        if not state.alive[c] or is_free(state, rules, c):
            continue
        actions = [ACTIONS[action] for action in state.program[c, :2] if action != NO_ACTION]
        emit(state, "programmed", character=c, actions=actions, adrenaline=ACTIONS[state.program[c, 2]])


# -- A character's turn -----------------------------------------------------------------------------


@compiled
def offer_turn(state: State, rules: Rules, menu: Menu) -> bool:
    """R-RND-1, R-SUS-4: the next character of the pass, and what it must decide before it acts."""
    if state.place >= state.n_characters:
        state.step = BEGIN_PASS
        return False
    c = actor_at(state, state.place)
    state.actor = c
    state.chooser = c
    k = int(state.passing) - 1
    if not state.alive[c] or state.cancelled[c]:
        next_actor(state)
        return False
    if is_free(state, rules, c):
        return offer_free_action(state, rules, menu, c)
    if state.program[c, k] == NO_ACTION:
        next_actor(state)
        return False
    if rules.mode == SUSPICION and state.role[c] == GUARD and not state.shown[c] and not state.moot:
        state.asking = ASK_REVEAL
        two_options(menu)
        return True
    if state.passing == 1 and state.program[c, 1] == NO_ACTION and not state.timed:
        state.asking = ASK_TIMING
        two_options(menu)
        return True
    begin_action(state, int(state.program[c, k]))
    return False


@compiled
def two_options(menu: Menu) -> None:
    """A question of no (0) or yes (1)."""
    menu.n = 2
    menu.option[0] = 0
    menu.option[1] = 1


@compiled
def offer_free_action(state: State, rules: Rules, menu: Menu, c: Character) -> bool:
    """R-SUS-4, R-SOLO-1: two different actions a round or fewer, chosen when acting; none in the third pass."""
    limit = 1 if state.one_action[c] else 2
    if state.passing == N_PASSES or state.n_acted[c] >= limit:
        next_actor(state)
        return False
    n = 1
    for action in range(LOOK, n_actions(rules) + 1):
        if not (state.acted[c] >> action) & 1:
            offer_targets(state, rules, menu, c, action)
            if menu.n > 0:
                state.free_options[n] = action
                n += 1
    menu.n = n
    menu.option[0] = NO_ACTION
    for i in range(1, n):
        menu.option[i] = state.free_options[i]
    state.asking = ASK_ACTION
    return True


@compiled
def begin_action(state: State, action: int) -> None:
    """R-RND-1: an action begins: the character no longer hides, and a Trapped room counts it."""
    c = int(state.actor)
    state.action = action
    state.acted[c] |= 1 << action
    state.n_acted[c] += 1
    state.hidden[c] = 0
    state.n_orders = 0
    state.due = state.entered[c] if is_trapped(state, c) else NONE
    state.step = ACT


@compiled
def offer_act(state: State, rules: Rules, menu: Menu) -> bool:
    """R-RND-1: an action that can be carried out must be; one that cannot is lost."""
    c = int(state.actor)
    state.step = AFTER
    if (state.penalties[c] >> state.action) & 1:
        lose_action(state, "penalty")
        return False
    offer_targets(state, rules, menu, c, state.action)
    if menu.n == 0:
        lose_action(state, "impossible")
        return False
    state.n_done[state.action] += 1
    state.asking = target_question(state.action)
    state.chooser = c
    if room_at(state, state.cell[c]) == PARANOIA:
        carry_out(state, rules, menu, int(menu.option[chance(state, menu.n)]))
        return False
    return True


@compiled
def lose_action(state: State, why: str) -> None:
    """R-RND-1: an action is lost."""
    state.n_lost += 1
    if TRACE:
        emit(state, "action_lost", action=ACTIONS[state.action], why=why)


@compiled
def end_action(state: State, rules: Rules) -> None:
    """R-ROOM-trapped, R-ROOM-flooded, R-SUS-3: what an action brings to an end."""
    c = int(state.actor)
    if state.due != NONE and state.entered[c] == state.due and is_trapped(state, c):
        die(state, rules, c, TRAPPED)
    elif rules.printed and state.n_acted[c] == 2 and state.alive[c]:
        drown(state, rules, c)
    state.due = NONE
    state.carrier = NONE
    state.mate = NONE
    unmask(state, rules)
    if TRACE and state.cause == RUNNING:
        emit(state, "state", at="action")
    state.step = TURN
    next_actor(state)


@compiled
def next_actor(state: State) -> None:
    """R-RND-1: the next character of the pass."""
    state.place += 1
    state.moot = 0
    state.timed = 0


# -- Choices ----------------------------------------------------------------------------------------


@compiled
def choose(state: State, rules: Rules, menu: Menu, value: int) -> None:
    """Carry out the option chosen from the menu."""
    value = int(value)
    asking = state.asking
    c = int(state.chooser)
    if asking == ASK_SETUP_LOOK:
        look_at(state, rules, c, value, BY_SETUP)
        offer_to_tell(state, rules, menu, c, value)
    elif asking == ASK_TELL:
        if value != SILENT:
            tell(state, state.last_looked, value)
        elif rules.prisoners_truthful:
            note_silence(state, c)
    elif asking == ASK_PROGRAM:
        set_program(state, value)
    elif asking == ASK_TIMING:
        time_action(state, value)
    elif asking == ASK_REVEAL:
        decide_reveal(state, rules, value)
    elif asking == ASK_ACTION:
        if value == NO_ACTION:
            next_actor(state)
        else:
            begin_action(state, value)
    elif asking == ASK_PENALTY:
        take_penalty(state, value)
    else:
        carry_out(state, rules, menu, value)


@compiled
def carry_out(state: State, rules: Rules, menu: Menu, value: int) -> None:
    """R-RND-4: carry out an action or a room's choice."""
    asking = state.asking
    c = int(state.chooser)
    if asking == ASK_LOOK:
        look(state, rules, menu, c, value)
    elif asking == ASK_VISION:
        use_vision(state, rules, menu, c, value)
    elif asking == ASK_MOVE:
        move(state, rules, c, value)
    elif asking == ASK_PUSH:
        push(state, rules, value)
    elif asking == ASK_CONTROL:
        control(state, rules, c, value)
    elif asking == ASK_SPECIAL:
        use_special(state, rules, c, value)
    elif asking == ASK_CONTROL_ROOM:
        use_control_room(state, rules, c, value)
    elif asking == ASK_MOVING:
        use_moving(state, c, value)
    elif asking == ASK_TUNNEL:
        use_tunnel(state, rules, c, value)
    elif asking == ASK_REGENERATION:
        revive(state, value)
    elif asking == ASK_ROBOT:
        order_robot(state, rules, value)
    elif asking == ASK_ILLUSION:
        use_illusion(state, c, value)
    elif asking == ASK_ACID:
        die(state, rules, value, ACID)


@compiled
def time_action(state: State, now: int) -> None:
    """R-RND-1: a single action may be played in pass 1 or 2, decided in the pass."""
    c = int(state.actor)
    state.timed = now
    if not now:
        state.program[c, 1] = state.program[c, 0]
        state.program[c, 0] = NO_ACTION


@compiled
def decide_reveal(state: State, rules: Rules, shows: int) -> None:
    """R-SUS-4: a guard shows himself on his action, or goes on behaving."""
    c = int(state.actor)
    state.moot = 1
    if not shows:
        return
    show_role(state, rules, c, SHOWN_BY_SELF)
    if not rules.printed:
        for k in range(N_PASSES):
            state.program[c, k] = NO_ACTION
