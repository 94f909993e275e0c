"""Set-up (L-SET) of one playout. What is drawn here comes from the bottom of each pile (see `piles`)."""

from __future__ import annotations

from sim.games.loop.clones import place_clone
from sim.games.loop.foo import begin_cycle, reveal_artifact
from sim.games.loop.machina import reveal_machina
from sim.games.loop.missions import activate_mission
from sim.games.loop.piles import (
    draw_from_bottom_of_bag,
    draw_from_bottom_of_hq,
    draw_from_bottom_of_machina,
    draw_to_hand,
    put_on_top,
    shuffle_bag,
    shuffle_hq,
    shuffle_machina,
    shuffle_pile,
)
from sim.games.loop.state import Rules, State
from sim.games.loop.terms import (
    IN_BAG,
    LAST_ERA,
    MISSION_HIDDEN,
    N_ERAS,
    NONE,
    OUT_OF_GAME,
    P_CENTRIFUGES,
    P_MISSIONS,
    P_PLAYOUT,
    P_POLICY,
    P_SETUP_ERAS,
    P_SUPA,
    SETUP,
)
from sim.kernel import compiled
from sim.rng import bounded, stream

STRIDE = 7919  # a prime: it runs through the teams in an order that a short run samples evenly


@compiled
def set_up(state: State, rules: Rules, index: int) -> None:
    """L-SET-1..8: lay out the table for a playout; the record comes in as zeros."""
    state.index = index
    state.key = stream(rules.seed, P_PLAYOUT, index)
    state.policy_key = stream(state.key, P_POLICY, 0)
    state.phase = SETUP
    state.active = NONE
    state.moving = NONE
    state.solo_card = NONE
    state.fatal_era = NONE
    state.foo = LAST_ERA if rules.machina else NONE
    begin_cycle(state)
    seat_team(state, rules, index)
    deal_missions(state, rules)
    open_eras(state, rules)
    fill_bag(state, rules)
    place_setup_clones(state, rules)
    place_supa_clones(state, rules)
    place_centrifuges(state, rules)
    fill_hq(state, rules)
    build_decks(state, rules)
    reveal_setup_machina(state, rules)


@compiled
def seat_team(state: State, rules: Rules, index: int) -> None:
    """L-SET-6, L-SET-7: who plays, in which order, and where they start.

    Without a fixed team the playout's index runs through every team in every order (permutations of n_agents out of
    the pool), so that whole rounds give all of them equal shares.
    """
    state.n_agents = rules.n_agents
    n_orders = 1
    for k in range(rules.n_agents):
        n_orders *= rules.n_pool - k
    rank = index % n_orders * STRIDE % n_orders
    chosen = 0
    for seat in range(len(state.team)):
        if seat >= rules.n_agents:
            state.team[seat] = NONE
            continue
        agent = int(rules.team[seat])
        if not rules.fixed_team:
            n_orders //= rules.n_pool - seat
            agent = nth_free(chosen, rank // n_orders)
            rank %= n_orders
            chosen |= 1 << agent
        state.team[seat] = agent
        state.agent_era[seat] = rules.agent_start[agent]
    state.free_move = 1


@compiled
def nth_free(chosen: int, n: int) -> int:
    """Return the n-th (from 0) agent that is not in the bit set."""
    agent = 0
    while True:
        if not (chosen >> agent) & 1:
            if n == 0:
                return agent
            n -= 1
        agent += 1


@compiled
def deal_missions(state: State, rules: Rules) -> None:
    """L-SET-1: the missions are shuffled, one is dealt face down to each era, the others stay out."""
    key = stream(state.key, P_MISSIONS, 0)
    for i in range(rules.n_missions):
        # `recorded` serves as the deck until the missions lie on the board.
        state.recorded[i] = i
    for era in range(N_ERAS):
        other = era + bounded(key, era, rules.n_missions - era)
        mission = state.recorded[other]
        state.recorded[other] = state.recorded[era]
        state.mission_at[era] = mission
    for i in range(rules.n_missions):
        state.recorded[i] = 0
        state.mission_status[i] = MISSION_HIDDEN
    state.n_hidden = N_ERAS


@compiled
def open_eras(state: State, rules: Rules) -> None:
    """L-SET-2: two eras drawn get a rift each and an active mission; the other five get energy."""
    key = stream(state.key, P_SETUP_ERAS, 0)
    drawn = 0
    for k in range(rules.active_missions):
        left = bounded(key, k, N_ERAS - k)
        for era in range(N_ERAS):
            if not (drawn >> era) & 1:
                if left == 0:
                    drawn |= 1 << era
                    state.rifts[era] = rules.setup_rifts
                    activate_mission(state, era)
                    break
                left -= 1
    for era in range(N_ERAS):
        if not (drawn >> era) & 1:
            state.energy[era] = rules.setup_energy


@compiled
def fill_bag(state: State, rules: Rules) -> None:
    """L-SET-3: all clone tokens are in the bag, the supa clones apart."""
    state.n_bag = rules.n_tokens
    for token in range(len(state.token_era)):
        state.bag[token] = token
        state.token_era[token] = IN_BAG if token < rules.n_tokens else OUT_OF_GAME
    shuffle_bag(state)


@compiled
def place_setup_clones(state: State, rules: Rules) -> None:
    """L-SET-4: clones are drawn and put on their arrival eras."""
    for _ in range(rules.setup_clones):
        token = draw_from_bottom_of_bag(state)
        place_clone(state, rules, token, rules.token_arrival[token])


@compiled
def place_supa_clones(state: State, rules: Rules) -> None:
    """L-SCN-2: supa clones are drawn at random from their tokens and put on their arrival eras."""
    key = stream(state.key, P_SUPA, 0)
    for k in range(rules.n_supa_clones):
        left = bounded(key, k, rules.n_supa_tokens - k)
        for token in range(rules.n_tokens, rules.n_tokens + rules.n_supa_tokens):
            if state.token_era[token] == OUT_OF_GAME:
                if left == 0:
                    place_clone(state, rules, token, rules.token_arrival[token])
                    state.supa_left += 1
                    break
                left -= 1


@compiled
def place_centrifuges(state: State, rules: Rules) -> None:
    """L-SCN-4: centrifuges stand on distinct random eras without an active mission."""
    key = stream(state.key, P_CENTRIFUGES, 0)
    n_free = N_ERAS - state.n_active
    for k in range(rules.n_centrifuges):
        left = bounded(key, k, n_free - k)
        for era in range(N_ERAS):
            if state.mission_status[state.mission_at[era]] == MISSION_HIDDEN and not state.centrifuge[era]:
                if left == 0:
                    state.centrifuge[era] = 1
                    break
                left -= 1


@compiled
def fill_hq(state: State, rules: Rules) -> None:
    """L-SET-8, L-SET-5: the artifacts make up the HQ deck, and some are revealed."""
    state.n_hq = rules.n_hq
    for i in range(rules.n_hq):
        state.hq[i] = rules.hq_cards[i]
    shuffle_hq(state)
    for _ in range(rules.setup_artifacts):
        reveal_artifact(state, rules, draw_from_bottom_of_hq(state))


@compiled
def build_decks(state: State, rules: Rules) -> None:
    """L-SET-6: each agent's starting artifacts are shuffled into a draw pile; in solo all into one (L-SOL-1)."""
    for seat in range(state.n_agents):
        agent = state.team[seat]
        for k in range(rules.agent_n_starting[agent]):
            put_on_top(state, rules, seat, rules.agent_starting[agent, k])
    for pile in range(1 if rules.solo else state.n_agents):
        shuffle_pile(state, rules, pile)


@compiled
def reveal_setup_machina(state: State, rules: Rules) -> None:
    """L-SCN-3: some Ultramachina cards are revealed at set-up."""
    if not rules.machina:
        return
    state.n_machina_deck = rules.n_machina
    for i in range(rules.n_machina):
        state.machina_deck[i] = i
    shuffle_machina(state)
    for _ in range(rules.machina_setup):
        reveal_machina(state, rules, draw_from_bottom_of_machina(state))


@compiled
def deal_opening_hands(state: State, rules: Rules) -> None:
    """L-SET-6: each agent draws three; in solo there are no opening hands (L-SOL-1)."""
    if rules.solo:
        return
    for seat in range(state.n_agents):
        draw_to_hand(state, rules, seat, rules.hand_size)
