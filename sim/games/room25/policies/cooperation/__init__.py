"""`greedy` in cooperation and solo: a careful player who plans one round at a time, by weights.toml."""
