"""The books of a playout: every token, card and mission in one place, every rift accounted for."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sim.games.loop.state import Rules, State
from sim.games.loop.terms import (
    IN_BAG,
    MISSION_ACTIVE,
    N_ERAS,
    NONE,
    OUT_OF_GAME,
    PILE_OF_SEAT,
    RUNNING,
    UNLIMITED,
)


class Ledger:
    """Keeps its own count of rifts and of what is gone for good, from the events of a playout."""

    def __init__(self, state: State, rules: Rules) -> None:
        self.rules = rules
        self.rifts = Counter({era: int(state.rifts[era]) for era in range(N_ERAS)})
        self.landed = self.removed = self.swallowed = 0
        self.laid_out = self.rifts.total()
        self.machina = self.machina_in_play(state) | machina_in_deck(state)

    def record(self, state: State, event: str, facts: dict[str, Any]) -> None:
        """Book an event: hand this to `recording`."""
        if event == "rift_landed":
            self.rifts[facts["era"]] += 1
            self.landed += 1
        elif event == "rift_removed":
            self.rifts[facts["era"]] -= facts["count"]
            self.removed += facts["count"]
        elif event == "rift_moved":
            self.rifts[facts["from"]] -= facts["count"]
            self.rifts[facts["to"]] += facts["count"]
        elif event == "vortex":
            self.swallowed += self.rifts[facts["era"]]
            self.rifts[facts["era"]] = 0
        elif event == "ultramachina_destroyed":
            self.machina -= {facts["card"]}

    def check(self, state: State) -> None:
        """Check all books against the table."""
        self.check_rifts(state)
        self.check_tokens(state)
        self.check_cards(state)
        self.check_missions(state)
        assert self.machina_in_play(state) | machina_in_deck(state) == self.machina
        assert not self.machina_in_play(state) & machina_in_deck(state)

    def check_rifts(self, state: State) -> None:
        """Rifts dropped are on the board, removed, or gone in a vortex; no pile of cubes is negative or too high."""
        assert state.rifts.tolist() == [self.rifts[era] for era in range(N_ERAS)]
        assert state.n_rifts_dropped == self.landed
        assert state.n_rifts_removed == self.removed
        assert self.laid_out + self.landed == state.rifts.sum() + self.removed + self.swallowed
        supplies = (self.rules.supply_rifts, self.rules.supply_energy, self.rules.supply_permanent)
        for cubes, supply in zip((state.rifts, state.energy, state.permanent), supplies, strict=True):
            assert cubes.min() >= 0
            assert supply == UNLIMITED or cubes.sum() <= supply
        assert (state.vortex != 0).sum() == state.n_vortexes <= self.rules.max_vortexes + 1
        if state.cause == RUNNING:
            assert state.rifts.max() <= self.rules.safe_rifts
            assert state.n_vortexes <= self.rules.max_vortexes

    def check_tokens(self, state: State) -> None:
        """Each clone is in one era, in the bag, or out of the game; eras and bag hold what they say."""
        rules = self.rules
        tokens = state.token_era[: rules.n_tokens + rules.n_supa_tokens].tolist()
        bag = state.bag[state.bag_drawn : state.bag_drawn + state.n_bag].tolist()
        assert sorted(bag) == [token for token, era in enumerate(tokens) if era == IN_BAG]
        assert all(token < rules.n_tokens for token in bag)
        assert state.n_clones.tolist() == [tokens.count(era) for era in range(N_ERAS)]
        for era in range(N_ERAS):
            assert state.clones[era] == sum(1 << token for token, at in enumerate(tokens) if at == era)
        assert set(tokens) <= {IN_BAG, OUT_OF_GAME, *range(N_ERAS)}
        assert all(rules.token_paradox[token] != era for token, era in enumerate(tokens))
        supa = tokens[rules.n_tokens :]
        assert sum(era >= 0 for era in supa) == state.supa_left == rules.n_supa_clones - state.supa_destroyed
        if not rules.destroyed_clones_return:
            dead = tokens[: rules.n_tokens].count(OUT_OF_GAME) + state.supa_destroyed
            assert dead == state.n_clones_destroyed

    def check_cards(self, state: State) -> None:
        """Each artifact, and each starting card of the team, is in one place; no other card is anywhere."""
        rules = self.rules
        team = state.team[: state.n_agents]
        wanted = rules.hq_cards[: rules.n_hq].tolist()
        wanted += [card for agent in team for card in rules.agent_starting[agent, : rules.agent_n_starting[agent]]]
        found = state.hq[state.hq_drawn : state.hq_drawn + state.n_hq].tolist()
        found += state.destroyed[: state.n_destroyed].tolist() + state.reward[: state.n_reward].tolist()
        found += [card for era in range(N_ERAS) for card in state.face_up[era, : state.n_face_up[era]]]
        found += [int(state.solo_card)] * int(state.solo_card != NONE)
        for seat in range(state.n_agents):
            base = seat * PILE_OF_SEAT
            found += state.hand[seat, : state.n_hand[seat]].tolist()
            found += state.draw[base : base + state.n_draw[seat]].tolist()
            found += state.discard[base : base + state.n_discard[seat]].tolist()
            assert 0 <= state.n_known[seat] <= state.n_draw[seat]
        assert sorted(found) == sorted(wanted)
        assert not any(state.vortex[era] and state.n_face_up[era] for era in range(N_ERAS))
        in_hand = {card for seat in range(state.n_agents) for card in state.hand[seat, : state.n_hand[seat]]}
        assert set(state.ready.nonzero()[0]) <= in_hand

    def check_missions(self, state: State) -> None:
        """Seven missions were dealt: each lies in an era, or is completed, or failed; two are active if they can be."""
        on_board = [int(mission) for mission in state.mission_at if mission != NONE]
        done, failed = bits(state.missions_done), bits(state.missions_failed)
        assert sorted({*on_board, *done, *failed}) == sorted([*on_board, *done, *failed])
        assert (len(on_board) + len(done) + len(failed), len(done), len(failed)) == (
            N_ERAS,
            state.n_completed,
            state.n_failed,
        )
        active = [mission for mission in on_board if state.mission_status[mission] == MISSION_ACTIVE]
        assert (len(active), len(on_board) - len(active)) == (state.n_active, state.n_hidden)
        assert state.active_eras == sum(1 << era for era in range(N_ERAS) if state.mission_at[era] in active)
        if state.cause == RUNNING:
            assert state.n_active == min(self.rules.active_missions, len(on_board))
        for mission in on_board:
            assert 0 <= state.progress[mission] <= self.rules.mission_slots[mission]
            assert mission in active or state.progress[mission] == 0

    def machina_in_play(self, state: State) -> set[int]:
        """Return the Ultramachina cards on the board; each lies there once and has a free slot."""
        cards = state.machina_card[: state.n_machina].tolist()
        assert len(set(cards)) == len(cards)
        assert all(state.machina_filled[i] < self.rules.machina_slots[card] for i, card in enumerate(cards))
        return set(cards)


def machina_in_deck(state: State) -> set[int]:
    """Return the Ultramachina cards still to come."""
    return set(state.machina_deck[state.machina_drawn : state.machina_drawn + state.n_machina_deck].tolist())


def bits(word: int) -> list[int]:
    """Return the members of a bit set."""
    return [k for k in range(63) if int(word) >> k & 1]
