"""The numbers of the coin race."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Goal = Annotated[int, Field(ge=1, le=40)]
Weight = Annotated[float, Field(ge=0, le=1)]


class Parameters(BaseModel):
    """Every number that may be changed."""

    model_config = ConfigDict(extra="forbid", strict=True)

    goal: dict[str, Goal] = {"2": 8, "3": 9}
    long_tosses: Annotated[int, Field(ge=1, le=40)] = 30
    coin: str = "penny"
    weights: tuple[Weight, Weight] = (0.5, 0.5)
    fast: bool = False
