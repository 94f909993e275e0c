"""`planner` and `clairvoyant`: try out what else could be done, and do it where it wins more often."""
