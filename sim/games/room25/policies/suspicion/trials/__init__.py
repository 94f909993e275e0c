"""`planner` and `clairvoyant` in suspicion: try out what else could be done, in worlds that may be the true one."""
