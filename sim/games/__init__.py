"""The games, one folder each. `SIM_GAMES` in the environment names further folders to look for games in."""

import os

__path__ += [folder for folder in os.environ.get("SIM_GAMES", "").split(os.pathsep) if folder]
