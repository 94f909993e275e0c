"""An independent referee of The LOOP: it re-derives one playout from its trace and the rules, never from the engine.

Nothing here imports the simulator. A violation names the line, the event, the rule that is broken and what was found.
"""

from .turn import check

__all__ = ["check"]
