"""Strict parser of the file with the expected dice of each mat."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.cli.arguments import json_object
from companion.games.roll.model.dice import DieType
from companion.session.ports import Expectation
from vision.core.errors import ExpectationError

MATS: Final = ("tray", "calibration", *(f"strip-{seat}" for seat in range(1, 6)))
DICE: Final = (*(die.value for die in DieType), "d6", "robot_a", "robot_b")

_MOST = 111  # dice in a box


def read_expectation(path: Path) -> Expectation:
    """Return mat -> die key -> number.

    Raises:
        ExpectationError: the file is missing, not JSON, or invalid.
    """
    content = json_object(path, ExpectationError)
    return {mat: _dice(path, mat, dice) for mat, dice in content.items()}


def _dice(path: Path, mat: str, dice: object) -> dict[str, int]:
    if mat not in MATS:
        raise ExpectationError(path=path, reason=f"there is no mat {mat!r}")
    if not isinstance(dice, dict):
        raise ExpectationError(path=path, reason=f"{mat} has no object of dice")
    for kind, count in dice.items():
        if kind not in DICE:
            raise ExpectationError(path=path, reason=f"there are no dice {kind!r}")
        if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= _MOST:
            raise ExpectationError(path=path, reason=f"{kind} needs a number from 0 to {_MOST}")
    return dict(dice)
