"""`planner`: searches the whole action phase of a turn, and weighs what it leads to."""
