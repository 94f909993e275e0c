"""I. Foo phase (L-FOO): Foo moves, an artifact is revealed, clones arrive, rifts drop."""

from __future__ import annotations

from sim.game import emit
from sim.games.loop.board import has_vortex, land_cube, next_era, rifts_in_supply
from sim.games.loop.clones import spawn_clones
from sim.games.loop.machina import fling_agents, resolve_machina
from sim.games.loop.piles import destroy_artifact, draw_from_hq, next_foo_era
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import N_ERAS, NONE, P_CUBES, Card
from sim.games.loop.vortex import make_vortexes
from sim.kernel import TRACE, compiled
from sim.rng import stream


@compiled
def play_foo_phase(state: State, rules: Rules) -> None:
    """L-FOO-5: the order of the Foo phase."""
    move_foo(state, rules)
    fling_agents(state)
    resolve_machina(state, rules)
    for _ in range(rules.revealed_each_turn):
        reveal_artifact(state, rules, draw_from_hq(state))
    spawn_clones(state, rules, rules.spawn[cycle_of(state)])
    drop_rifts(state, rules)


@compiled
def cycle_of(state: State) -> int:
    """Return the cycle of the turn: 1, 2, 3; 1 in set-up."""
    return (max(state.turn, 1) - 1) // N_ERAS + 1


@compiled
def move_foo(state: State, rules: Rules) -> None:
    """L-FOO-1: Foo moves to an era not visited in this cycle; in Ultramachina one era clockwise (L-SCN-3)."""
    n_visited = (state.turn - 1) % N_ERAS
    if n_visited == 0:
        begin_cycle(state)
    if rules.machina:
        state.foo = next_era(state.foo)
    else:
        state.foo = next_foo_era(state, cycle_of(state), n_visited)
    state.visited[state.foo] = 1
    if TRACE:
        emit(state, "foo_moved", era=int(state.foo))


@compiled
def begin_cycle(state: State) -> None:
    """L-FOO-1: all seven eras are to be visited again."""
    for era in range(N_ERAS):
        state.visited[era] = 0
        state.foo_deck[era] = era


@compiled
def reveal_artifact(state: State, rules: Rules, card: Card) -> None:
    """L-FOO-2: an artifact is revealed in its origin era, or destroyed if a vortex is there."""
    if card == NONE:
        return
    era = rules.card_origin[card]
    if has_vortex(state, era):
        destroy_artifact(state, card)
    else:
        state.face_up[era, state.n_face_up[era]] = card
        state.n_face_up[era] += 1
    if TRACE:
        emit(state, "artifact_revealed", card=card, era=int(era), destroyed=bool(has_vortex(state, era)))


@compiled
def drop_rifts(state: State, rules: Rules) -> None:
    """L-FOO-4: two rifts and one per clone in Foo's era drop into the Machine; all land, then vortexes are made."""
    state.drop_clones = state.n_clones[state.foo]
    n_cubes = rules.base_rifts + rules.rifts_per_clone * state.drop_clones + state.extra_cubes
    n_cubes = min(n_cubes, rifts_in_supply(state, rules))
    state.drop_cubes = n_cubes
    state.n_rifts_dropped += n_cubes
    key = stream(state.key, P_CUBES, state.turn)
    for k in range(n_cubes):
        era = land_cube(rules, state.foo, key, k)
        state.rifts[era] += 1
        if TRACE:
            emit(state, "rift_landed", era=int(era))
    make_vortexes(state, rules)
