"""`greedy` in suspicion: prisoners and guards who act on what they believe of one another (weights.toml)."""
