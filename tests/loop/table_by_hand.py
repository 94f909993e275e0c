"""A table of The LOOP laid out by hand, for the tests of traces: few cards, two agents, turn 8."""

from sim import records
from sim.games.loop.state import Rules, State
from sim.games.loop.telling.snapshot import Names
from sim.games.loop.terms import (
    ACTION,
    DISTINCT_DIMENSION,
    DISTINCT_ERA,
    DISTINCT_NONE,
    IN_BAG,
    MEGA_VORTEX,
    MISSION_ACTIVE,
    NONE,
    OUT_OF_GAME,
    PILE_OF_SEAT,
)

NAMES = Names(
    agents=("time_prowler", "mr_time", "v_girl"),
    cards=("lamp", "rope", "clock", "kite", "anvil", "comb", "bell"),
    missions=("surge", "seals", "spectrum", "pincer"),
    machina=("roar", "pit"),
    machina_effects=(("clones(1)",), ("cubes(1)", "drain(2)")),
)
LAMP, ROPE, CLOCK, KITE, ANVIL, COMB, BELL = range(7)
SURGE, SEALS, SPECTRUM, PINCER = range(4)


def new_rules() -> Rules:
    """Four ordinary tokens and two supa ones; missions without, by era, by dimension, without distinctness."""
    rules = records.new(Rules)
    rules.n_agents, rules.n_pool, rules.cycles = 2, 3, 3
    rules.n_tokens, rules.n_supa_tokens = 4, 2
    rules.token_arrival[:6] = [0, 1, 2, 3, 4, 5]
    rules.token_paradox[:6] = [2, 3, 4, 5, 6, 0]
    rules.n_missions = 4
    rules.mission_distinct[:4] = [DISTINCT_NONE, DISTINCT_ERA, DISTINCT_DIMENSION, DISTINCT_NONE]
    rules.mission_slots[:4] = [6, 7, 4, 3]
    rules.n_machina = 2
    rules.machina_origin[:2] = [5, 1]
    rules.machina_slots[:2] = [3, 2]
    return rules


def new_state() -> State:
    """V-Girl's action phase in turn 8: Foo in era 2, V-Girl in era 6, Mr. Time in era 3."""
    state = records.new(State)
    state.turn, state.phase, state.active, state.n_agents = 8, ACTION, 0, 2
    state.team[:] = [2, 1, NONE, NONE]
    state.foo, state.visited[2] = 2, 1
    state.foo_deck[:] = [2, 0, 1, 3, 4, 5, 6]
    state.rifts[:] = [0, 1, 2, 0, 0, 0, 3]
    state.energy[:] = [1, 0, 0, 0, 0, 2, 0]
    state.permanent[4], state.vortex[3], state.centrifuge[1] = 1, MEGA_VORTEX, 1
    state.mission_at[:] = [SURGE, SEALS, SPECTRUM, NONE, NONE, NONE, NONE]
    state.mission_status[[SEALS, SPECTRUM]] = MISSION_ACTIVE
    state.progress[SEALS], state.recorded[SEALS] = 2, 1 << 0 | 1 << 6
    state.progress[SPECTRUM], state.recorded[SPECTRUM] = 1, 1 << 3
    state.n_face_up[5], state.face_up[5, :2] = 2, [KITE, ANVIL]
    state.token_era[:6] = [0, OUT_OF_GAME, IN_BAG, IN_BAG, 0, OUT_OF_GAME]
    state.n_bag, state.bag[:4], state.bag_drawn = 2, [0, 1, 2, 3], 2
    state.n_machina, state.machina_card[0], state.machina_filled[0] = 1, 1, 1
    state.agent_era[:2] = [6, 3]
    state.n_hand[:2], state.hand[0, :2], state.hand[1, 0] = [2, 1], [LAMP, ROPE], CLOCK
    state.ready[[LAMP, CLOCK]] = 1
    state.n_draw[:2] = [2, 0]
    state.draw[:2] = [COMB, BELL]
    state.n_discard[:2] = [0, 1]
    state.discard[PILE_OF_SEAT] = BELL
    state.loops, state.ability_used = 1, 1
    state.missions_failed = 1 << PINCER
    return state
