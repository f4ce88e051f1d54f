"""Where each of the 111 dice is by the tracking."""

from collections.abc import Mapping

from companion.games.roll.model.dice import DieType
from companion.games.roll.model.state import GameState, holdings, tracking
from companion.games.roll.view.observe import _ROLLING, _by_kind, _on_mat


def expected_places(state: GameState) -> Mapping[str, Mapping[str, int]]:
    """Return place -> kind -> number of dice for every place of the table.

    Places are ``stock`` and, for each seat, ``strip-1``, ``cup-1``, ``citizenry-1``,
    ``developers-1``, ``settlers-1`` and ``goods-1``. All 111 dice are there once.

    Raises:
        RefusedError: the table keeps its counters by hand.
    """
    stock = zip(DieType, tracking(state).stock, strict=True)
    places = {"stock": {die.value: count for die, count in stock if count}}
    for seat in state.seats:
        held = holdings(state, seat)
        on_mat = _on_mat(state, seat)
        rolled_cup = state.step in _ROLLING and not held.rolled
        for place, dice in (
            ("strip", on_mat),
            ("cup", () if rolled_cup else held.cup),
            ("citizenry", held.citizenry),
            ("developers", held.developers),
            ("settlers", held.settlers),
            ("goods", tuple(good.die for good in held.goods)),
        ):
            places[f"{place}-{seat}"] = _by_kind(dice)
    return places
