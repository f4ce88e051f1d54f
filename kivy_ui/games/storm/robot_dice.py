"""The robot's dice as the camera sees them now, to be agreed with by one tap."""

from __future__ import annotations

from companion.games.storm.robot import RobotFace
from kivy_ui.common.board.tray import TRAY
from kivy_ui.common.ui_context import UiContext

_DICE = ("robot_a", "robot_b")


def seen_faces(ui: UiContext) -> tuple[RobotFace, RobotFace] | None:
    """Return what both dice on the tray seem to show; None where there are not these two."""
    reading = ui.port.latest_scan().reading
    if reading is None:
        return None
    faces = {die.type: die.face for die in reading.dice if die.mat == TRAY}
    count = sum(die.mat == TRAY for die in reading.dice)
    known = {face.value for face in RobotFace}
    if count != len(_DICE) or sorted(faces) != list(_DICE) or not set(faces.values()) <= known:
        return None
    first, second = (RobotFace(faces[kind]) for kind in _DICE)
    return first, second
