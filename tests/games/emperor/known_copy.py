"""The game with a copy whose prices and costs were entered."""

from dataclasses import replace
from typing import Final

from companion.games.emperor import GAME as ANY_COPY
from companion.games.emperor.options import Bill, Options, TechnologyCost
from companion.games.emperor.set_up import set_up
from companion.games.emperor.state import GameState, Step
from companion.games.emperor.technologies import Technology
from companion.games.question import Question

COPY: Final = Options(
    metal_prices=(1, 2, 2, 3, 3, 4),
    energy_prices=(2, 3, 3, 4, 5, 6),
    fighter=Bill(marks=2),
    cruiser=Bill(marks=2, metal=2),
    dreadnought=Bill(marks=3, metal=3, energy=1),
    technology_costs=tuple(TechnologyCost(each, 1) for each in Technology),
)


def _question(state: GameState, seat: int) -> Question | None:
    if state.step is Step.SET_UP and seat == 0:
        return set_up(options=COPY)
    return ANY_COPY.question(state, seat)


GAME: Final = replace(ANY_COPY, question=_question)
