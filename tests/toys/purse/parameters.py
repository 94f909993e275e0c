"""The numbers of the coin race with a purse."""

from typing import Annotated

from pydantic import Field
from sim.games.coin.race import Parameters as Race

Weight = Annotated[float, Field(ge=0, le=1)]


class Parameters(Race):
    """Those of the coin race, and one of each other type."""

    coin: str = "penny"
    weights: tuple[Weight, Weight] = (0.5, 0.5)
    fast: bool = False
