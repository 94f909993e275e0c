"""Scenario rules: Ultramachina cards (L-SCN-3) and centrifuges (L-SCN-4)."""

from __future__ import annotations

from sim.game import emit
from sim.games.loop.board import can_pay, energy_in_supply, is_adjacent, land_cube, next_era, pay
from sim.games.loop.clones import spawn_clones
from sim.games.loop.missions import check_win
from sim.games.loop.piles import destroy_artifact, next_machina
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import (
    LAST_ERA,
    M_CLONES,
    M_CUBES,
    M_DRAIN,
    M_EXHAUST,
    M_WRECK,
    N_ERAS,
    NONE,
    P_ENERGY_CUBE,
    P_MACHINA_CHANCE,
    Card,
    Era,
    Seat,
)
from sim.kernel import TRACE, compiled, inlined
from sim.rng import bounded, stream

# -- Ultramachina -----------------------------------------------------------------------------------


@compiled
def reveal_machina(state: State, rules: Rules, card: Card) -> None:
    """L-SCN-3: an Ultramachina card is revealed in its origin era."""
    state.machina_card[state.n_machina] = card
    state.machina_filled[state.n_machina] = 0
    state.n_machina += 1
    if TRACE:
        emit(state, "ultramachina_revealed", card=int(card), era=int(rules.machina_origin[card]))


@compiled
def end_machina_cycle(state: State, rules: Rules) -> None:
    """L-SCN-3: at the end of any turn but the last with Foo in era 6, three more cards are revealed."""
    if not rules.machina or state.foo != LAST_ERA or state.turn >= rules.cycles * N_ERAS:
        return
    for _ in range(rules.machina_more):
        card = next_machina(state)
        if card != NONE:
            reveal_machina(state, rules, card)


@compiled
def resolve_machina(state: State, rules: Rules) -> None:
    """L-SCN-3: the cards of the era that Foo enters take effect in the order in which they were revealed."""
    for i in range(state.n_machina):
        card = state.machina_card[i]
        if rules.machina_origin[card] == state.foo:
            for k in range(rules.machina_n_effects[card]):
                if TRACE:
                    emit(state, "ultramachina_effect", card=int(card), effect=k)
                resolve_machina_effect(state, rules, rules.machina_verb[card, k], rules.machina_n[card, k])


@compiled
def resolve_machina_effect(state: State, rules: Rules, verb: int, n: int) -> None:
    """L-SCN-3: one effect of an Ultramachina card."""
    if verb == M_CLONES:
        spawn_clones(state, rules, n)
    elif verb == M_CUBES:
        state.extra_cubes += n
    elif verb == M_DRAIN:
        drain_energy(state, n)
    elif verb == M_EXHAUST:
        for seat in range(state.n_agents):
            if state.agent_era[seat] == state.foo or is_adjacent(state.agent_era[seat], state.foo):
                exhaust_cards(state, seat, n)
    elif verb == M_WRECK:
        wreck_artifacts(state, n)


@compiled
def drain_energy(state: State, n: int) -> None:
    """L-SCN-3: up to n energy in Foo's era is removed."""
    cubes = min(n, state.energy[state.foo])
    state.energy[state.foo] -= cubes
    if TRACE and cubes:
        emit(state, "energy_removed", era=int(state.foo), count=int(cubes))


@compiled
def pick_by_chance(state: State, n: int) -> int:
    """Return one of n things by chance (L-SCN-3: which ones is chance)."""
    key = stream(state.key, P_MACHINA_CHANCE, state.turn)
    state.chance_draws += 1
    return bounded(key, state.chance_draws, n)


@compiled
def exhaust_cards(state: State, seat: Seat, n: int) -> None:
    """L-SCN-3: up to n ready cards of an agent are exhausted."""
    for _ in range(n):
        n_ready = 0
        for slot in range(state.n_hand[seat]):
            n_ready += state.ready[state.hand[seat, slot]]
        if n_ready == 0:
            return
        skipped = pick_by_chance(state, n_ready)
        for slot in range(state.n_hand[seat]):
            card = state.hand[seat, slot]
            if state.ready[card]:
                if skipped == 0:
                    state.ready[card] = 0
                    if TRACE:
                        emit(state, "card_exhausted", card=int(card), who=int(seat))
                    break
                skipped -= 1


@compiled
def wreck_artifacts(state: State, n: int) -> None:
    """L-SCN-3: n face-up artifacts in Foo's era are destroyed, or all if they are fewer."""
    era = state.foo
    for _ in range(n):
        if state.n_face_up[era] == 0:
            return
        card = take_face_up(state, era, pick_by_chance(state, state.n_face_up[era]))
        destroy_artifact(state, card)
        if TRACE:
            emit(state, "artifact_destroyed", card=int(card))


@compiled
def take_face_up(state: State, era: Era, k: int) -> Card:
    """Take the k-th face-up artifact off an era."""
    card = state.face_up[era, k]
    state.n_face_up[era] -= 1
    for i in range(k, state.n_face_up[era]):
        state.face_up[era, i] = state.face_up[era, i + 1]
    return int(card)


@compiled
def has_machina(state: State, rules: Rules, era: Era) -> bool:
    """Whether an Ultramachina card lies in an era; each one there has a free slot, a full one is gone."""
    for i in range(state.n_machina):
        if rules.machina_origin[state.machina_card[i]] == era:
            return True
    return False


@compiled
def fill_slot(state: State, rules: Rules, i: int) -> None:
    """L-SCN-3: one slot of the i-th card in play is filled; a full card is destroyed and drops an energy cube."""
    card = state.machina_card[i]
    state.machina_filled[i] += 1
    if TRACE:
        emit(state, "ultramachina_progress", card=int(card))
    if state.machina_filled[i] < rules.machina_slots[card]:
        return
    state.n_machina -= 1
    for k in range(i, state.n_machina):
        state.machina_card[k] = state.machina_card[k + 1]
        state.machina_filled[k] = state.machina_filled[k + 1]
    if TRACE:
        emit(state, "ultramachina_destroyed", card=int(card), era=int(rules.machina_origin[card]))
    drop_energy_cube(state, rules)


@compiled
def drop_energy_cube(state: State, rules: Rules) -> None:
    """L-SCN-3: one energy cube drops through the Machine; this is no energy_added and fills no slot."""
    if energy_in_supply(state, rules) == 0:
        return
    era = land_cube(rules, state.foo, stream(state.key, P_ENERGY_CUBE, state.turn), state.energy_drops)
    state.energy_drops += 1
    state.energy[era] += 1
    if TRACE:
        emit(state, "energy_landed", era=int(era))


# -- Centrifuges ------------------------------------------------------------------------------------


@compiled
def fling_agents(state: State) -> None:
    """L-SCN-4: where Foo enters an era with a centrifuge, every agent there or adjacent is flung one era clockwise."""
    if not state.centrifuge[state.foo]:
        return
    for seat in range(state.n_agents):
        era = state.agent_era[seat]
        if era == state.foo or is_adjacent(era, state.foo):
            state.agent_era[seat] = next_era(era)
            if TRACE:
                emit(state, "agent_moved", who=seat, from_=int(era), to=int(state.agent_era[seat]))


@inlined
def can_take_down_centrifuge(state: State, rules: Rules) -> bool:
    """L-SCN-4: whether the active agent stands at a centrifuge and can pay for it."""
    era = state.agent_era[state.active]
    return state.centrifuge[era] == 1 and can_pay(state, rules, era, rules.centrifuge_price)


@compiled
def take_down_centrifuge(state: State, rules: Rules) -> None:
    """L-SCN-4: the active agent spends energy and takes the centrifuge of its era down."""
    era = state.agent_era[state.active]
    paid = pay(state, rules, era, rules.centrifuge_price)
    state.centrifuge[era] = 0
    state.n_centrifuges_down += 1
    if TRACE:
        emit(state, "centrifuge_down", era=int(era), cost=int(rules.centrifuge_price), paid=paid)
    check_win(state, rules)
