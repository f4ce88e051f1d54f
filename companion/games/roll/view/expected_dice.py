"""Expected position of each die by the tracking."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.roll.model.dice import DieType
from companion.games.roll.model.holdings import Dice
from companion.games.roll.model.state import GameState, Step, holdings

_ON_MATS = (Step.ASSIGN, Step.REVEAL, Step.PHASE)
_ROLLING = (Step.ASSIGN, Step.REVEAL)


def expected_dice(state: GameState) -> Mapping[str, Mapping[str, int]]:
    """Return mat -> kind -> number of dice, in the form of ``companion scan --expect``.

    Until Reveal is confirmed the rolled dice are on their owner's mat (the whole cup if no roll was
    entered), after that the unused workers. In other steps, and before set-up, nothing is expected.

    Raises:
        RefusedError: the table keeps its counters by hand.
    """
    if state.step not in _ON_MATS:
        return {}
    return {f"strip-{seat}": _by_kind(_on_mat(state, seat)) for seat in state.seats}


def _on_mat(state: GameState, seat: int) -> Dice:
    held = holdings(state, seat)
    if state.step in _ROLLING and not held.rolled:
        return held.cup
    return held.strip


def _by_kind(dice: Dice) -> dict[str, int]:
    counts = {die.value: dice.count(die) for die in DieType}
    return {kind: count for kind, count in counts.items() if count}
