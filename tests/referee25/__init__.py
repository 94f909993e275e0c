"""An independent referee of Room 25: it re-derives one playout from its trace and the rules, never from the engine.

Nothing here imports the simulator. A violation names the line, the event, the rule that is broken and what was found.
"""

from .turns import check

__all__ = ["check"]
