"""`planner`: searches the whole action phase of a turn, and weighs what it leads to.

Not a policy that can be named yet: `play.py` does not know it.
"""
