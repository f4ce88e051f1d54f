"""What a mat must show by the account: the camera reads the likeliest dice that fit."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.roll.account import Dice
from companion.games.roll.dice import DieType
from companion.games.roll.rules import holdings
from companion.games.roll.state import GameState
from companion.games.roll.view import Step


def expected_dice(state: GameState) -> Mapping[str, Mapping[str, int]]:
    """Return mat -> kind -> number of dice, in the form of ``companion scan --expect``.

    Until Reveal is confirmed all dice of a cup lie on the mat of its owner, after that the unused
    workers do. In other steps, and before set-up, nothing is expected.

    Raises:
        NoAccountError: the table keeps its counters by hand.
    """
    return {
        f"strip-{seat}": _by_kind(_on_mat(state, seat))
        for seat in state.seats
        if state.step in (Step.ASSIGN, Step.REVEAL, Step.PHASE)
    }


def _on_mat(state: GameState, seat: int) -> Dice:
    held = holdings(state, seat)
    return held.strip if state.step is Step.PHASE else (*held.cup, *held.strip)


def _by_kind(dice: Dice) -> dict[str, int]:
    counts = {die.value: dice.count(die) for die in DieType}
    return {kind: count for kind, count in counts.items() if count}
