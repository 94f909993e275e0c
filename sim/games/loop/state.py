"""What lies on the table (`State`), what a cell is played by (`Rules`) and the choices on offer (`Menu`)."""

from __future__ import annotations

from typing import Annotated

from sim.games.loop.terms import (
    MAX_AGENTS,
    MAX_CARDS,
    MAX_EFFECTS,
    MAX_FACE_UP,
    MAX_HAND,
    MAX_HQ,
    MAX_MACHINA,
    MAX_MISSIONS,
    MAX_OPTIONS,
    MAX_PILE,
    MAX_SEATS,
    MAX_STARTING,
    MAX_TOKENS,
    N_ERAS,
)
from sim.records import Int8s, Int16, Int16s, Int32, Int32s, Int64, Int64s


class Rules:
    """Everything that a cell of the grid fixes: numbers, cards, team and seed. A playout only reads it."""

    seed: Int64  # [0, 2**63)

    # Team
    n_agents: Int32  # 2..4
    solo: Int32  # 1: L-SOL-1, one common pile
    fixed_team: Int32  # 1: `team` plays every playout; 0: every team of the pool in every order, by playout index
    team: Annotated[Int16s, (MAX_SEATS,)]  # agents in turn order
    n_pool: Int32  # agents to choose from

    # Numbers of the rulebook
    cycles: Int32  # 3; a cycle is 7 turns
    hand_size: Int32  # 3
    missions_to_win: Int32  # 4
    active_missions: Int32  # 2
    safe_rifts: Int32  # 3 rifts an era holds safely
    max_vortexes: Int32  # 3; one more loses
    base_rifts: Int32  # 2 rifts a drop before clones
    rifts_per_clone: Int32  # 1
    spawn: Annotated[Int16s, (8,)]  # clones drawn a turn, by cycle (index 1..)
    revealed_each_turn: Int32  # 1 artifact
    setup_clones: Int32  # of this team size, difficulty's extra included
    setup_artifacts: Int32
    setup_rifts: Int32  # 1, on each of the two drawn eras
    setup_energy: Int32  # 1, on each of the other five
    extra_rewards: Int32  # 1: a reward draws agents + 1 cards

    # Assumptions
    machine_cut: Annotated[Int64s, (2,)]  # of 2**32: below [0] previous era, below [1] Foo's, else next
    max_actions: Int32
    destroyed_clones_return: Int32
    energy_from: Int32  # OWN_ERA, ANY_ERA
    next_mission: Int32  # RANDOM_HIDDEN, CLOCKWISE_HIDDEN
    v_girl_mega_immune: Int32
    supply_rifts: Int32  # UNLIMITED or the number of cubes in the box
    supply_energy: Int32
    supply_permanent: Int32

    # Restricted play
    no_loops: Int32  # 1: nobody may LOOP
    no_taking: Int32  # 1: nobody may take an artifact in phase III

    # Scenario and difficulty
    mega: Int32  # 1: mega vortexes
    n_supa_clones: Int32
    machina: Int32  # 1: Foo goes clockwise and Ultramachina cards are in play
    machina_setup: Int32
    machina_more: Int32  # 3, at the end of a cycle
    n_centrifuges: Int32
    centrifuge_price: Int32
    centrifuge_loop_extra: Int32  # 1

    # Content
    n_tokens: Int32  # ordinary clones, tokens 0..n_tokens-1
    n_supa_tokens: Int32  # supa clones, the tokens after those
    token_arrival: Annotated[Int16s, (MAX_TOKENS + 1,)]
    token_paradox: Annotated[Int16s, (MAX_TOKENS + 1,)]

    n_cards: Int32
    card_dimension: Annotated[Int16s, (MAX_CARDS,)]
    card_origin: Annotated[Int16s, (MAX_CARDS,)]  # era, NONE for a starting card
    card_owner: Annotated[Int16s, (MAX_CARDS,)]  # agent, NONE for an HQ artifact
    card_n_effects: Annotated[Int16s, (MAX_CARDS,)]
    card_steps: Annotated[Int16s, (MAX_CARDS,)]  # how far its moves and carries lead at most
    card_size: Annotated[Int16s, (MAX_CARDS,)]  # how much it does: 1 + n of each effect
    effect_verb: Annotated[Int16s, (MAX_CARDS, MAX_EFFECTS)]
    effect_n: Annotated[Int16s, (MAX_CARDS, MAX_EFFECTS)]
    effect_steps: Annotated[Int16s, (MAX_CARDS, MAX_EFFECTS)]
    effect_where: Annotated[Int16s, (MAX_CARDS, MAX_EFFECTS)]

    n_hq: Int32
    hq_cards: Annotated[Int16s, (MAX_HQ,)]

    agent_start: Annotated[Int16s, (MAX_AGENTS,)]
    agent_ability: Annotated[Int16s, (MAX_AGENTS,)]
    agent_n_starting: Annotated[Int16s, (MAX_AGENTS,)]
    agent_starting: Annotated[Int16s, (MAX_AGENTS, MAX_STARTING)]

    n_missions: Int32
    mission_event: Annotated[Int16s, (MAX_MISSIONS,)]
    mission_place: Annotated[Int16s, (MAX_MISSIONS,)]
    mission_distinct: Annotated[Int16s, (MAX_MISSIONS,)]
    mission_slots: Annotated[Int16s, (MAX_MISSIONS,)]

    n_machina: Int32
    machina_origin: Annotated[Int16s, (MAX_MACHINA,)]
    machina_slots: Annotated[Int16s, (MAX_MACHINA,)]
    machina_n_effects: Annotated[Int16s, (MAX_MACHINA,)]
    machina_verb: Annotated[Int16s, (MAX_MACHINA, MAX_EFFECTS)]
    machina_n: Annotated[Int16s, (MAX_MACHINA, MAX_EFFECTS)]


class State:
    """One playout in progress: the whole table, the choice under way, and what has been counted so far.

    Tables of cards, tokens and eras are of bytes: who searches copies the record for each option that it tries.
    """

    # Randomness. Everything hidden follows from `key`; a policy's own choices follow from `policy_key`.
    key: Int64
    policy_key: Int64
    policy_draws: Int32  # numbers that the policy used this turn
    index: Int64  # of the playout

    # Course of play
    cause: Int16  # RUNNING, else how it ended
    phase: Int16
    turn: Int16  # 0 in set-up, then 1..21
    active: Int16  # seat whose turn it is, NONE in solo before an agent has three cards
    n_agents: Int16
    team: Annotated[Int16s, (MAX_SEATS,)]  # agent by seat

    # Eras
    foo: Int16  # Foo's era, NONE before turn 1
    visited: Annotated[Int16s, (N_ERAS,)]  # 1: Foo was there in this cycle
    rifts: Annotated[Int16s, (N_ERAS,)]
    energy: Annotated[Int16s, (N_ERAS,)]
    permanent: Annotated[Int16s, (N_ERAS,)]  # permanent energy cubes
    vortex: Annotated[Int16s, (N_ERAS,)]  # NO_VORTEX, VORTEX, MEGA_VORTEX
    centrifuge: Annotated[Int16s, (N_ERAS,)]
    mission_at: Annotated[Int16s, (N_ERAS,)]  # mission, NONE
    n_face_up: Annotated[Int16s, (N_ERAS,)]
    face_up: Annotated[Int8s, (N_ERAS, MAX_FACE_UP)]  # artifacts, first revealed first

    # Clones
    token_era: Annotated[Int8s, (MAX_TOKENS + 1,)]  # era, IN_BAG, OUT_OF_GAME
    n_clones: Annotated[Int16s, (N_ERAS,)]  # derivable from token_era; saves a scan at every drop and option
    clones: Annotated[Int64s, (N_ERAS,)]  # the tokens in an era as a bit set; derivable from token_era too
    n_bag: Int16
    bag_drawn: Int16  # drawn from the top since the last shuffle
    bag_shuffles: Int16
    bag: Annotated[Int8s, (MAX_TOKENS + 1,)]  # bag[bag_drawn : bag_drawn + n_bag], in hidden order
    supa_left: Int16  # supa clones on the board
    supa_destroyed: Int16

    # Missions
    mission_status: Annotated[Int16s, (MAX_MISSIONS,)]  # MISSION_HIDDEN, MISSION_ACTIVE
    progress: Annotated[Int16s, (MAX_MISSIONS,)]
    recorded: Annotated[Int64s, (MAX_MISSIONS,)]  # bit set of the eras, dimensions or tokens that count already
    n_active: Int16
    active_eras: Int16  # bit set of the eras whose mission is active; derivable, saves a scan at every event
    n_hidden: Int16
    n_activations: Int16  # counter of the stream that draws the next mission
    n_completed: Int16

    # HQ
    n_hq: Int16
    hq_drawn: Int16
    hq_shuffles: Int16
    hq: Annotated[Int8s, (MAX_HQ,)]  # hq[hq_drawn : hq_drawn + n_hq], in hidden order
    n_destroyed: Int16
    destroyed: Annotated[Int8s, (MAX_HQ,)]
    foo_deck: Annotated[Int8s, (N_ERAS,)]  # eras; foo_deck[turn in cycle:] are still to come, in hidden order

    # Ultramachina
    n_machina: Int16  # cards in play
    machina_card: Annotated[Int8s, (MAX_MACHINA,)]  # in the order in which they were revealed
    machina_filled: Annotated[Int16s, (MAX_MACHINA,)]
    n_machina_deck: Int16
    machina_drawn: Int16
    machina_deck: Annotated[Int8s, (MAX_MACHINA,)]
    chance_draws: Int16  # numbers used this turn by Ultramachina effects
    energy_drops: Int16  # energy cubes dropped this turn by destroyed Ultramachina cards
    extra_cubes: Int16  # rifts that Ultramachina effects add to this turn's drop

    # Agents, by seat
    agent_era: Annotated[Int16s, (MAX_SEATS,)]
    n_hand: Annotated[Int16s, (MAX_SEATS,)]
    hand: Annotated[Int8s, (MAX_SEATS, MAX_HAND)]
    ready: Annotated[Int8s, (MAX_CARDS,)]  # 1: this card, in whosever hand, is ready
    # Draw piles share one array, a quarter a seat (solo: the common pile has it all); the top is the last card.
    draw: Annotated[Int8s, (MAX_PILE,)]
    n_draw: Annotated[Int16s, (MAX_SEATS,)]
    n_known: Annotated[Int16s, (MAX_SEATS,)]  # cards on top of the draw pile that everybody has seen put there
    n_shuffles: Annotated[Int16s, (MAX_SEATS,)]
    discard: Annotated[Int8s, (MAX_PILE,)]
    n_discard: Annotated[Int16s, (MAX_SEATS,)]

    # The active agent's turn
    free_move: Int16  # 1: not yet used
    loops: Int16  # LOOPs this turn
    ability_used: Int16
    actions: Int16  # this turn
    under_way: Int16  # 1: an action has begun and its later choices are still to come

    # The choice under way. Depth 0: none; 1: the active agent's card; 2: an ally's card used by it.
    depth: Int16
    use_card: Annotated[Int16s, (2,)]
    use_seat: Annotated[Int16s, (2,)]  # whose hand it is in
    use_effect: Annotated[Int16s, (2,)]
    stage: Int16  # which choice of the effect comes next, 0: the first
    left: Int16  # clones, cards or cubes that the effect may still handle
    steps_left: Int16
    picked: Int16  # the era, clone or seat chosen in an earlier stage
    targets: Int32  # bit set of eras still to serve
    chosen: Int64  # bit set of tokens handled or carried by this effect
    moving: Int16  # CARRY_ALONG: a free or paid move waits for its clone; era where it goes, else NONE
    moving_action: Int16  # FREE_MOVE or PAID_MOVE

    # Rewards: cards on offer; `reward_taker` counts agents served
    n_reward: Int16
    reward: Annotated[Int16s, (MAX_SEATS + 8,)]
    reward_taker: Int16
    solo_card: Int16  # the card that waits to be given, else NONE

    # What is counted for the result
    drop_clones: Int16  # clones in Foo's era at the last drop
    drop_cubes: Int16
    n_vortexes: Int16
    n_failed: Int16
    n_loops: Int32
    n_free_moves: Int32
    n_paid_moves: Int32
    n_cards_used: Int32
    n_abilities: Int32
    n_centrifuges_down: Int32
    n_capped_turns: Int32
    n_energy_added: Int32
    n_rifts_dropped: Int32
    n_rifts_removed: Int32
    n_clones_destroyed: Int32
    missions_done: Int64  # bit set
    missions_failed: Int64  # bit set
    taken: Annotated[Int64s, (2,)]  # bit set of artifacts taken from an era or as a reward
    used: Annotated[Int64s, (2,)]  # bit set of cards used
    fatal_era: Int16  # era of the vortex that lost, NONE
    fatal_in_action: Int16  # 1: the fatal vortex came from a transfer in phase II


class Menu:
    """The options of one choice, each `action * ACTION_SIZE + value`."""

    n: Int32
    option: Annotated[Int32s, (MAX_OPTIONS,)]
