"""`greedy`: a sensible player who plans this turn and no further, by what the board is worth to it (weights.toml)."""
