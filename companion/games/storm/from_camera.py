"""Converts the camera's reading of the robot's two dice on the tray (section 7)."""

from __future__ import annotations

from typing import Final

from companion.games.definition import MatAnswer, SeenDie
from companion.games.storm import errors
from companion.games.storm.robot import RobotFace
from companion.games.storm.solo import SoloStep
from companion.games.storm.solo_round import RollDice
from companion.games.storm.view import SoloView

TRAY: Final = "tray"
ROBOT_DICE: Final = ("robot_a", "robot_b")


def wanted_mats(view: SoloView) -> tuple[str, ...]:
    """Return the tray while the robot's dice are rolled."""
    return (TRAY,) if view.state.step is SoloStep.DICE else ()


def throws_counted(view: SoloView) -> int:
    """Return a number that increases with each counted throw: one a round."""
    return view.state.round + (view.state.step not in (SoloStep.ACTIONS, SoloStep.DICE))


def mat_command(mat_id: str, dice: tuple[SeenDie, ...]) -> MatAnswer:
    """Return the roll if both dice were read without doubt; else a note."""
    if mat_id != TRAY:
        return MatAnswer(None)
    if sorted(die.type for die in dice) != list(ROBOT_DICE) or any(die.doubtful for die in dice):
        return MatAnswer(None, (errors.ROBOT_DICE_MISSING(),))
    by_type = {die.type: die.face for die in dice}
    try:
        first, second = (RobotFace(by_type[key]) for key in ROBOT_DICE)
    except ValueError:
        return MatAnswer(None, (errors.ROBOT_DICE(),))
    return MatAnswer(RollDice((first, second)))
