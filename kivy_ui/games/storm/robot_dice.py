"""The robot's dice as recognised by the camera, to be confirmed with one tap."""

from __future__ import annotations

from companion.games.storm.from_camera import ROBOT_DICE
from companion.games.storm.robot import RobotFace
from kivy_ui.asking.tray import TRAY
from kivy_ui.common.ui_context import UiContext


def seen_faces(ui: UiContext) -> tuple[RobotFace, RobotFace] | None:
    """Return the recognised faces of both dice on the tray; None if these two are not found."""
    reading = ui.port.latest_scan().reading
    if reading is None:
        return None
    faces = {die.type: die.face for die in reading.dice if die.mat == TRAY}
    found = sorted(die.type for die in reading.dice if die.mat == TRAY)
    if found != list(ROBOT_DICE) or not set(faces.values()) <= {face.value for face in RobotFace}:
        return None
    first, second = (RobotFace(faces[kind]) for kind in ROBOT_DICE)
    return first, second
