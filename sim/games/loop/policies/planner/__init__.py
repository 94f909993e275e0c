"""`planner` and `clairvoyant`: search the whole action phase of a turn, and weigh what it leads to."""
