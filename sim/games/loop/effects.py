"""Effects of cards (L-ACT-3, L-EFF-1): one interpreter over the card table, one choice (stage) at a time.

The first stage of an effect is offered by `offer_first_stage` and carried out by `carry_out_first_stage`, later ones by
`offer_later_stage` and `carry_out_later_stage`; in between `state` remembers stage, picked, left, steps_left, chosen.
An era stands for a direction too: with seven eras the previous one and the next one always differ.
"""

from __future__ import annotations

from sim.game import emit
from sim.games.loop.board import add_energy, is_safe, next_era, previous_era, remove_rifts
from sim.games.loop.clones import CARRIED, PULLED, PUSHED, destroy_clone, move_clone
from sim.games.loop.machina import fill_slot, has_machina
from sim.games.loop.menu import offer, offer_clones
from sim.games.loop.missions import note_event
from sim.games.loop.piles import draw_to_hand, pile_of
from sim.games.loop.state import Menu, Rules, State
from sim.games.loop.terms import (
    ADJACENT,
    ANY_STEPS,
    ANYWHERE,
    ARTIFACT_USED,
    AT_FOO,
    BANISH,
    BLACK_HOLE,
    CARRY,
    DRAW,
    EACH_ADJACENT,
    ENERGY,
    HERE,
    HERE_OR_ADJACENT,
    IN_BAG,
    LONG_PUSH,
    MAX_HAND,
    MOVE,
    MOVE_ALLY,
    N_ERAS,
    NONE,
    OUT_OF_GAME,
    PULL,
    PUSH,
    READY,
    REPAIR,
    RUNNING,
    SKIP,
    STAGE,
    TRANSFER_ENERGY,
    TRANSFER_RIFT,
    USE_ALLY,
    WORD,
    Card,
    Era,
    Seat,
)
from sim.games.loop.vortex import make_vortex, replace_failed_missions
from sim.kernel import TRACE, compiled

# Stages after the first. An effect whose stage is FIRST has not begun.
FIRST = 0
ANOTHER = 1  # one more clone or card, or no more
FIRST_STEP = 2  # a picked clone or ally takes its first step: no way back
NEXT_STEP = 3  # one step more, or no more
AMOUNT = 4  # how many cubes of the era picked, at least one
SECOND_AMOUNT = 5  # how many rifts of the next era, after those of the previous one; none is allowed
SLOT = 6  # which Ultramachina card's slot a cube fills


# -- Using a card -----------------------------------------------------------------------------------


@compiled
def first_effect(state: State, rules: Rules, card: Card, allies: bool) -> int:
    """L-ACT-3: the first effect of a card that can change something now; NONE makes the card unusable.

    Without `allies`, `use_ally` does not count.
    """
    for k in range(rules.card_n_effects[card]):
        if can_change(state, rules, card, k, allies):
            return k
    return NONE


@compiled
def begin_card(state: State, rules: Rules, slot: int, value: int) -> None:
    """L-ACT-3: the active agent uses a ready artifact of the own hand; `value` is the first choice."""
    seat = int(state.active)
    card = int(state.hand[seat, slot])
    state.n_cards_used += 1
    begin_use(state, rules, seat, card, first_effect(state, rules, card, True))
    carry_out_first_stage(state, rules, value)


@compiled
def begin_use(state: State, rules: Rules, seat: Seat, card: Card, effect: int) -> None:
    """L-ACT-3: a card of a seat's hand is in use from here to `finish_card`."""
    state.use_card[state.depth] = card
    state.use_seat[state.depth] = seat
    state.use_effect[state.depth] = effect
    state.depth += 1
    state.stage = FIRST
    state.used[card // WORD] |= 1 << (int(card) % WORD)
    if TRACE:
        emit(state, "artifact_used", card=card, owner=seat)
    note_event(state, rules, ARTIFACT_USED, state.agent_era[state.active], rules.card_dimension[card], 1)


@compiled
def finish_card(state: State) -> None:
    """L-ACT-3: its effects carried out, a card is exhausted."""
    state.depth -= 1
    state.ready[state.use_card[state.depth]] = 0
    if state.depth > 0:
        end_effect(state)


@compiled
def end_effect(state: State) -> None:
    """L-ACT-3: effects are carried out in order."""
    state.use_effect[state.depth - 1] += 1
    state.stage = FIRST


@compiled
def offer_next_stage(state: State, rules: Rules, menu: Menu) -> bool:
    """L-ACT-3: carry a card in use on to its next choice; False when it is finished (or the game is)."""
    while state.depth > 0 and state.cause == RUNNING:
        card = int(state.use_card[state.depth - 1])
        effect = int(state.use_effect[state.depth - 1])
        if effect >= rules.card_n_effects[card]:
            finish_card(state)
            continue
        menu.n = 0
        if state.stage != FIRST:
            offer_later_stage(state, rules, menu, card, effect)
        elif can_change(state, rules, card, effect, state.depth == 1):
            offer_first_stage(state, rules, menu, STAGE, card, effect)
        if menu.n > 0:
            return True
        end_effect(state)
    return False


@compiled
def carry_out_stage(state: State, rules: Rules, value: int) -> None:
    """L-EFF-1: carry out the choice that `offer_next_stage` offered."""
    if state.stage == FIRST:
        carry_out_first_stage(state, rules, value)
    else:
        carry_out_later_stage(state, rules, value)


# -- Can an effect change something? ----------------------------------------------------------------


@compiled
def can_change(state: State, rules: Rules, card: Card, k: int, allies: bool) -> bool:
    """L-ACT-3: whether an effect can change something now; `use_ally` only if the ally's card itself can."""
    verb = rules.effect_verb[card, k]
    if verb != USE_ALLY:
        return can_change_alone(state, rules, verb, rules.effect_where[card, k])
    if not allies:
        return False
    for seat in range(state.n_agents):
        if seat != state.active:
            for slot in range(state.n_hand[seat]):
                if is_usable_by_ally(state, rules, state.hand[seat, slot]):
                    return True
    return False


@compiled
def is_usable_by_ally(state: State, rules: Rules, card: Card) -> bool:
    """L-ACT-3: whether a card of another hand is ready and can change something without a `use_ally`."""
    if not state.ready[card]:
        return False
    for k in range(rules.card_n_effects[card]):
        verb = rules.effect_verb[card, k]
        if verb != USE_ALLY and can_change_alone(state, rules, verb, rules.effect_where[card, k]):
            return True
    return False


@compiled
def can_change_alone(state: State, rules: Rules, verb: int, where: int) -> bool:
    """L-ACT-3: the same for every effect but `use_ally`."""
    era = state.agent_era[state.active]
    if verb == REPAIR:
        targets = eras_of(state, where, era)
        for other in range(N_ERAS):
            if (targets >> other) & 1 and state.rifts[other] > 0:
                return True
        return False
    if verb == PUSH or verb == BANISH:
        return state.n_clones[era] > 0
    if verb == PULL:
        return state.n_clones[previous_era(era)] + state.n_clones[next_era(era)] > 0
    if verb == MOVE_ALLY:
        return state.n_agents > 1
    if verb == READY:
        return n_exhausted(state, rules) > 0
    if verb == DRAW:
        pile = pile_of(rules, state.active)
        return state.n_draw[pile] + state.n_discard[pile] > 0 and state.n_hand[state.active] < MAX_HAND
    if verb == TRANSFER_ENERGY:
        return state.energy[era] > 0
    if verb == TRANSFER_RIFT:
        return state.rifts[era] > 0
    return True  # energy, carry, move


@compiled
def n_exhausted(state: State, rules: Rules) -> int:
    """Return how many exhausted cards of the active hand a `ready` may take: no Black Hole card (L-BRD-3)."""
    n = 0
    for slot in range(state.n_hand[state.active]):
        if is_readiable(state, rules, state.hand[state.active, slot]):
            n += 1
    return n


@compiled
def is_readiable(state: State, rules: Rules, card: Card) -> bool:
    """L-EFF-1: `ready` takes exhausted cards; a card in use is not yet exhausted."""
    return state.ready[card] == 0 and rules.card_dimension[card] != BLACK_HOLE


@compiled
def eras_of(state: State, where: int, era: Era) -> int:
    """L-EFF-1: the eras that a `where` allows, seen from an era, as a bit set."""
    era = int(era)
    if where == HERE:
        return 1 << era
    if where == AT_FOO:
        return 1 << int(state.foo)
    if where == ANYWHERE:
        return (1 << N_ERAS) - 1
    neighbours = (1 << previous_era(era)) | (1 << next_era(era))
    if where == HERE_OR_ADJACENT:
        return neighbours | (1 << era)
    return neighbours  # ADJACENT, EACH_ADJACENT


# -- First stage ------------------------------------------------------------------------------------


@compiled
def offer_first_stage(state: State, rules: Rules, menu: Menu, action: int, card: Card, k: int) -> None:
    """L-POL-2: each option of the first stage of an effect that can change something."""
    verb = rules.effect_verb[card, k]
    n = int(rules.effect_n[card, k])
    where = rules.effect_where[card, k]
    era = int(state.agent_era[state.active])
    if verb == ENERGY:
        offer_energy(state, menu, action, where, era)
        return
    if verb == DRAW:
        offer(menu, action, 0)
        return
    if verb == REPAIR:
        offer_repair(state, menu, action, n, where, era)
    elif verb == PUSH or verb == BANISH:
        offer_clones(state, rules, menu, action, era, 0)
    elif verb == PULL:
        offer_clones(state, rules, menu, action, previous_era(era), 0)
        offer_clones(state, rules, menu, action, next_era(era), 0)
    elif verb == CARRY and state.n_clones[era] > 0:
        offer_clones(state, rules, menu, action, era, 0)
    elif verb == MOVE and rules.effect_steps[card, k] == ANY_STEPS:
        for other in range(N_ERAS):
            if other != era:
                offer(menu, action, other)
    elif verb == MOVE_ALLY:
        for seat in range(state.n_agents):
            if seat != state.active:
                offer(menu, action, seat)
    elif verb == READY:
        offer_exhausted(state, rules, menu, action)
    elif verb == USE_ALLY:
        offer_ally_cards(state, rules, menu, action)
    else:  # carry without a clone, move, transfer
        offer_neighbours(menu, action, era)
    if verb != REPAIR or not is_amount_first(where):
        offer(menu, action, SKIP)


@compiled
def is_amount_first(where: int) -> bool:
    """Whether a `repair` begins with an amount (none is one), its era being given."""
    return where == HERE or where == AT_FOO or where == EACH_ADJACENT


@compiled
def offer_neighbours(menu: Menu, action: int, era: Era) -> None:
    """L-BRD-1: offer both directions, each as the era it leads to."""
    offer(menu, action, previous_era(era))
    offer(menu, action, next_era(era))


@compiled
def offer_energy(state: State, menu: Menu, action: int, where: int, era: Era) -> None:
    """L-EFF-1: energy is added in full; the era is chosen where there is a choice."""
    if where == ADJACENT or where == ANYWHERE or where == HERE_OR_ADJACENT:
        targets = eras_of(state, where, era)
        for other in range(N_ERAS):
            if (targets >> other) & 1:
                offer(menu, action, other)
    else:
        offer(menu, action, 0)


@compiled
def offer_repair(state: State, menu: Menu, action: int, n: int, where: int, era: Era) -> None:
    """L-EFF-1: up to n rifts; first the era where there is a choice, else the amount."""
    targets = eras_of(state, where, era)
    if is_amount_first(where):
        offer_amounts(menu, action, 0, min(n, int(state.rifts[first_repair_era(state, where, era)])))
        return
    for other in range(N_ERAS):
        if (targets >> other) & 1 and state.rifts[other] > 0:
            offer(menu, action, other)


@compiled
def offer_amounts(menu: Menu, action: int, least: int, most: int) -> None:
    """L-EFF-1: offer each amount."""
    for amount in range(least, most + 1):
        offer(menu, action, amount)


@compiled
def first_repair_era(state: State, where: int, era: Era) -> Era:
    """L-EFF-1: the era that a `repair` serves first: of each_adjacent the previous one, if it has a rift."""
    if where == HERE:
        return era
    if where == AT_FOO:
        return int(state.foo)
    before = previous_era(era)
    return before if state.rifts[before] > 0 else next_era(era)


@compiled
def offer_exhausted(state: State, rules: Rules, menu: Menu, action: int) -> None:
    """L-EFF-1: offer each exhausted card that `ready` may take, by its slot."""
    for slot in range(state.n_hand[state.active]):
        if is_readiable(state, rules, state.hand[state.active, slot]):
            offer(menu, action, slot)


@compiled
def offer_ally_cards(state: State, rules: Rules, menu: Menu, action: int) -> None:
    """L-ACT-3: offer each card of another hand that `use_ally` may use."""
    for seat in range(state.n_agents):
        if seat != state.active:
            for slot in range(state.n_hand[seat]):
                card = state.hand[seat, slot]
                if is_usable_by_ally(state, rules, card):
                    offer(menu, action, card)


@compiled
def carry_out_first_stage(state: State, rules: Rules, value: int) -> None:
    """L-EFF-1: carry out the first choice of the effect at hand."""
    card = int(state.use_card[state.depth - 1])
    k = int(state.use_effect[state.depth - 1])
    verb = rules.effect_verb[card, k]
    state.left = rules.effect_n[card, k]
    state.steps_left = rules.effect_steps[card, k]
    state.chosen = 0
    if value == SKIP:
        skip_first_stage(state, verb)
    elif verb == ENERGY:
        begin_energy(state, rules, rules.effect_where[card, k], value)
    elif verb == REPAIR:
        begin_repair(state, rules, rules.effect_where[card, k], value)
    elif verb == PUSH:
        begin_push(state, rules, value)
    elif verb == PULL or verb == BANISH:
        take_clone(state, rules, verb, value)
    elif verb == CARRY:
        begin_carry(state, rules, value)
    elif verb == MOVE:
        take_step(state, rules, verb, value)
    elif verb == MOVE_ALLY:
        state.picked = value
        state.stage = FIRST_STEP
    elif verb == READY:
        ready_card(state, value)
    elif verb == USE_ALLY:
        use_ally(state, rules, value)
    elif verb == DRAW:
        draw_to_hand(state, rules, state.active, state.left)
        end_effect(state)
    else:
        state.picked = value
        state.stage = AMOUNT


@compiled
def skip_first_stage(state: State, verb: int) -> None:
    """L-EFF-1: none is a number too; a `carry` without clones still moves."""
    if verb == CARRY and state.n_clones[state.agent_era[state.active]] > 0:
        state.stage = NEXT_STEP
    else:
        end_effect(state)


# -- Later stages -----------------------------------------------------------------------------------


@compiled
def offer_later_stage(state: State, rules: Rules, menu: Menu, card: Card, k: int) -> None:
    """L-EFF-1: the options of the next choice; none where there is nothing left to choose."""
    verb = rules.effect_verb[card, k]
    era = int(state.agent_era[state.active])
    stage = state.stage
    if stage == ANOTHER:
        offer_another(state, rules, menu, verb, era)
        if menu.n > 0:
            offer(menu, STAGE, SKIP)
        elif verb == CARRY:
            state.stage = NEXT_STEP
            offer_neighbours(menu, STAGE, era)
            offer(menu, STAGE, SKIP)
    elif stage == FIRST_STEP:
        offer_neighbours(menu, STAGE, walker_era(state, verb))
    elif stage == NEXT_STEP:
        offer_neighbours(menu, STAGE, walker_era(state, verb))
        offer(menu, STAGE, SKIP)
    elif stage == AMOUNT:
        offer_amounts(menu, STAGE, 1, min(int(state.left), cubes_to_choose(state, verb)))
    elif stage == SECOND_AMOUNT:
        offer_amounts(menu, STAGE, 0, min(int(state.left), int(state.rifts[state.picked])))
    elif stage == SLOT:
        for i in range(state.n_machina):
            if rules.machina_origin[state.machina_card[i]] == state.picked:
                offer(menu, STAGE, i)


@compiled
def offer_another(state: State, rules: Rules, menu: Menu, verb: int, era: Era) -> None:
    """L-EFF-1: up to n: one more clone or card of those not yet handled."""
    if state.left == 0:
        return
    if verb == READY:
        offer_exhausted(state, rules, menu, STAGE)
    elif verb == PULL:
        offer_clones(state, rules, menu, STAGE, previous_era(era), 0)
        offer_clones(state, rules, menu, STAGE, next_era(era), 0)
    else:
        offer_clones(state, rules, menu, STAGE, era, state.chosen)


@compiled
def walker_era(state: State, verb: int) -> Era:
    """Return where the clone, ally or agent that takes a step stands."""
    if verb == PUSH:
        return int(state.token_era[state.picked])
    if verb == MOVE_ALLY:
        return int(state.agent_era[state.picked])
    return int(state.agent_era[state.active])


@compiled
def cubes_to_choose(state: State, verb: int) -> int:
    """Return the cubes there are to remove from the era picked, or to transfer from the agent's."""
    era = state.agent_era[state.active]
    if verb == TRANSFER_ENERGY:
        return int(state.energy[era])
    if verb == TRANSFER_RIFT:
        return int(state.rifts[era])
    return int(state.rifts[state.picked])


@compiled
def carry_out_later_stage(state: State, rules: Rules, value: int) -> None:
    """L-EFF-1: carry out a later choice of the effect at hand."""
    verb = rules.effect_verb[state.use_card[state.depth - 1], state.use_effect[state.depth - 1]]
    stage = state.stage
    if stage == ANOTHER:
        if value == SKIP:
            stop_choosing(state, verb)
        elif verb == PUSH:
            begin_push(state, rules, value)
        elif verb == CARRY:
            begin_carry(state, rules, value)
        elif verb == READY:
            ready_card(state, value)
        else:
            take_clone(state, rules, verb, value)
    elif stage == FIRST_STEP or stage == NEXT_STEP:
        if value == SKIP:
            stop_walking(state, verb)
        else:
            take_step(state, rules, verb, value)
    elif stage == AMOUNT:
        if verb == REPAIR:
            remove_rifts(state, rules, state.picked, value)
        else:
            transfer(state, rules, verb, value)
        end_effect(state)
    elif stage == SECOND_AMOUNT:
        remove_rifts(state, rules, state.picked, value)
        end_effect(state)
    else:
        fill_slot(state, rules, value)
        state.left -= 1
        serve_energy(state, rules)


@compiled
def stop_choosing(state: State, verb: int) -> None:
    """L-EFF-1: no more clones or cards; the carried ones set out."""
    if verb == CARRY:
        state.stage = NEXT_STEP
    else:
        end_effect(state)


@compiled
def stop_walking(state: State, verb: int) -> None:
    """L-EFF-1: no more steps; the next clone may be pushed."""
    if verb == PUSH:
        finish_push(state)
    else:
        end_effect(state)


# -- The verbs --------------------------------------------------------------------------------------


@compiled
def begin_energy(state: State, rules: Rules, where: int, era: Era) -> None:
    """L-EFF-1: `energy(n, where)`: add n energy; into each adjacent era n."""
    if where == ADJACENT or where == ANYWHERE or where == HERE_OR_ADJACENT:
        state.targets = 1 << int(era)
    else:
        state.targets = eras_of(state, where, state.agent_era[state.active])
    state.picked = NONE
    state.left = 0
    serve_energy(state, rules)


@compiled
def serve_energy(state: State, rules: Rules) -> None:
    """L-SCN-3: add the energy era by era, the previous first; each cube fills a slot of a card of choice."""
    if state.picked != NONE and state.left > 0 and has_machina(state, rules, state.picked):
        return  # one more cube of this era has a slot to fill
    card = int(state.use_card[state.depth - 1])
    n = int(rules.effect_n[card, state.use_effect[state.depth - 1]])
    era = previous_era(state.agent_era[state.active])
    for _ in range(N_ERAS):
        if (state.targets >> era) & 1:
            state.targets &= ~(1 << int(era))
            state.left = add_energy(state, rules, era, n)
            if state.left > 0 and has_machina(state, rules, era):
                state.picked = era
                state.stage = SLOT
                return
        era = next_era(era)
    end_effect(state)


@compiled
def begin_repair(state: State, rules: Rules, where: int, value: int) -> None:
    """L-EFF-1: `repair(n, where)`: remove up to n rifts; in each adjacent era up to n."""
    if not is_amount_first(where):
        state.picked = value
        state.stage = AMOUNT
        return
    era = int(state.agent_era[state.active])
    first = first_repair_era(state, where, era)
    remove_rifts(state, rules, first, value)
    if where == EACH_ADJACENT and first == previous_era(era) and state.rifts[next_era(era)] > 0:
        state.picked = next_era(era)
        state.stage = SECOND_AMOUNT
    else:
        end_effect(state)


@compiled
def begin_push(state: State, rules: Rules, token: int) -> None:
    """L-EFF-1: `push(n, steps)`: up to n different clones of the agent's era, each up to `steps` eras."""
    card = int(state.use_card[state.depth - 1])
    state.picked = token
    state.chosen |= 1 << int(token)
    state.steps_left = rules.effect_steps[card, state.use_effect[state.depth - 1]]
    if rules.agent_ability[state.team[state.active]] == LONG_PUSH:
        state.steps_left += 1
    state.stage = FIRST_STEP


@compiled
def finish_push(state: State) -> None:
    """L-EFF-1: one clone is pushed; perhaps another."""
    state.left -= 1
    state.stage = ANOTHER


@compiled
def take_clone(state: State, rules: Rules, verb: int, token: int) -> None:
    """L-EFF-1: `pull(n)`: a clone comes to the agent's era; `banish(n)`: a clone there is destroyed."""
    if verb == PULL:
        move_clone(state, rules, token, state.agent_era[state.active], PULLED)
    else:
        destroy_clone(state, rules, token)
    state.left -= 1
    state.stage = ANOTHER


@compiled
def begin_carry(state: State, rules: Rules, value: int) -> None:
    """L-EFF-1: `carry(n, steps)`: the clones are chosen first and go along at every step."""
    if state.stage == FIRST and state.n_clones[state.agent_era[state.active]] == 0:
        take_step(state, rules, CARRY, value)
        return
    state.chosen |= 1 << int(value)
    state.left -= 1
    state.stage = ANOTHER


@compiled
def take_step(state: State, rules: Rules, verb: int, to: Era) -> None:
    """L-EFF-1: a pushed clone, an ally or the agent goes one era on (`move(any)`: to any era)."""
    if verb == PUSH:
        push_one_step(state, rules, to)
        return
    seat = state.picked if verb == MOVE_ALLY else state.active
    origin = int(state.agent_era[seat])
    state.agent_era[seat] = to
    if TRACE:
        emit(state, "agent_moved", who=int(seat), from_=origin, to=int(to))
    if verb == CARRY:
        carry_clones(state, rules, origin, to)
    if state.steps_left <= 1:  # ANY_STEPS too
        end_effect(state)
    else:
        state.steps_left -= 1
        state.stage = NEXT_STEP


@compiled
def push_one_step(state: State, rules: Rules, to: Era) -> None:
    """L-EFF-1: a pushed clone goes on until its steps are used up or it dies."""
    move_clone(state, rules, state.picked, to, PUSHED)
    state.steps_left -= 1
    if state.steps_left == 0 or is_gone(state, state.picked):
        finish_push(state)
    else:
        state.stage = NEXT_STEP


@compiled
def is_gone(state: State, token: int) -> bool:
    """Whether a clone is no longer on the board."""
    return state.token_era[token] == OUT_OF_GAME or state.token_era[token] == IN_BAG


@compiled
def carry_clones(state: State, rules: Rules, origin: Era, to: Era) -> None:
    """L-EFF-1: the clones carried go along with the agent; one that dies is carried no further."""
    token = 0
    rest = state.chosen
    while rest > 0 and state.cause == RUNNING:
        if rest & 1:
            if state.token_era[token] == origin:
                move_clone(state, rules, token, to, CARRIED)
            if state.token_era[token] != to:
                state.chosen &= ~(1 << int(token))
        rest >>= 1
        token += 1


@compiled
def ready_card(state: State, slot: int) -> None:
    """L-EFF-1: `ready(n)`: an exhausted card of the hand becomes ready."""
    card = state.hand[state.active, slot]
    state.ready[card] = 1
    if TRACE:
        emit(state, "card_readied", card=int(card))
    state.left -= 1
    state.stage = ANOTHER


@compiled
def use_ally(state: State, rules: Rules, card: Card) -> None:
    """L-EFF-1: `use_ally`: a ready card of another hand is used as if the active agent had played it."""
    owner = NONE
    for seat in range(state.n_agents):
        for slot in range(state.n_hand[seat]):
            if state.hand[seat, slot] == card:
                owner = seat
    begin_use(state, rules, owner, card, 0)


@compiled
def transfer(state: State, rules: Rules, verb: int, n: int) -> None:
    """L-EFF-1: `transfer(energy|rift, n)`: cubes go to an adjacent era; all land, then a vortex is made."""
    era = int(state.agent_era[state.active])
    to = int(state.picked)
    if verb == TRANSFER_ENERGY:
        state.energy[era] -= n
        state.energy[to] += n
        if TRACE:
            emit(state, "energy_moved", count=n, from_=era, to=to)
        return
    state.rifts[era] -= n
    state.rifts[to] += n
    if TRACE:
        emit(state, "rift_moved", count=n, from_=era, to=to)
    if not is_safe(state, rules, to):
        state.fatal_in_action = 1
        make_vortex(state, rules, to)
        if state.cause == RUNNING:
            state.fatal_in_action = 0
            replace_failed_missions(state, rules)
