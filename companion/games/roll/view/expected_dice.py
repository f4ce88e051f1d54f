"""Expected position of each die by the tracking, and differences from counted dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.roll.model.dice import DieType
from companion.games.roll.model.holdings import Dice
from companion.games.roll.model.state import GameState, holdings, tracking
from companion.games.roll.model.steps import Step

_ON_MATS = (Step.ASSIGN, Step.REVEAL, Step.PHASE)
_ROLLING = (Step.ASSIGN, Step.REVEAL)


def expected_dice(state: GameState) -> Mapping[str, Mapping[str, int]]:
    """Return mat -> kind -> number of dice, in the form of ``companion scan --expect``.

    Until Reveal is confirmed the rolled dice are on their owner's mat (the whole cup if no roll was
    entered), after that the unused workers. In other steps, and before set-up, nothing is expected.

    Raises:
        NotTrackedError: the table keeps its counters by hand.
    """
    if state.step not in _ON_MATS:
        return {}
    return {f"strip-{seat}": _by_kind(_on_mat(state, seat)) for seat in state.seats}


def expected_places(state: GameState) -> Mapping[str, Mapping[str, int]]:
    """Return place -> kind -> number of dice for every place of the table.

    Places are ``stock`` and, for each seat, ``strip-1``, ``cup-1``, ``citizenry-1``,
    ``developers-1``, ``settlers-1`` and ``goods-1``. All 111 dice are there once.

    Raises:
        NotTrackedError: the table keeps its counters by hand.
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


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A place where the counted number of dice of a kind differs from the tracked one."""

    place: str
    die: DieType
    expected: int
    counted: int


def mismatches(state: GameState, counted: Mapping[str, Mapping[str, int]]) -> tuple[Mismatch, ...]:
    """Return the differences by place and kind.

    Args:
        state: a fully tracked game.
        counted: dice counted by the camera or by hand, in the form of ``expected_places``; places
            that are left out were not counted, kinds that are left out count as 0.

    Raises:
        NotTrackedError: the table keeps its counters by hand.
        KeyError: there is no such place.
    """
    expected = expected_places(state)
    return tuple(
        Mismatch(place, die, wanted, found)
        for place, dice in counted.items()
        for die in DieType
        if (wanted := expected[place].get(die.value, 0)) != (found := dice.get(die.value, 0))
    )


def _on_mat(state: GameState, seat: int) -> Dice:
    held = holdings(state, seat)
    if state.step in _ROLLING and not held.rolled:
        return held.cup
    return held.strip


def _by_kind(dice: Dice) -> dict[str, int]:
    counts = {die.value: dice.count(die) for die in DieType}
    return {kind: count for kind, count in counts.items() if count}
