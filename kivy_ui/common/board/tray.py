"""State of the camera reading of the dice tray, as text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from companion.session.ports import Reading
from companion.session.table_port import DeviceState, ScanStage, ScanUpdate
from kivy_ui.common.board.pages import Option
from kivy_ui.common.outlines import Outline, PictureModel, live_outlines
from kivy_ui.common.ui_context import UiContext

TRAY: Final = "tray"
READ: Final = "tray:read"
"""Key of the button that starts reading the tray at once."""


ENROL: Final = "tray:enrol"
"""Key of the button that opens the enrolment of dice."""

LETTERS: Final = MappingProxyType(
    {str(pips): str(pips) for pips in range(1, 7)}
    | {"trade": "$", "x2": "2x", "robot": "R", "match": "*"}
)
"""Text beside a die in the picture, for faces without an icon."""

_MOST_LETTERED: Final = 8
"""With more dice only doubtful ones are labelled, as labels would hide the others."""

_NOT_ENROLLED: Final = "faces_not_enrolled"


@dataclass(frozen=True, slots=True)
class TrayLine:
    """State of the camera reading of the tray.

    Attributes:
        icon: icon of the state.
        button: action offered, if any.
    """

    text: str
    icon: str
    button: Option | None = None


def tray_line(ui: UiContext) -> TrayLine:
    """Return the state of the tray reading while dice are rolled."""
    translate = ui.translate
    scan = ui.port.latest_scan()
    if scan.camera is DeviceState.ABSENT:
        return TrayLine(translate("No camera: tap what the dice show."), "camera_off")
    if scan.camera is DeviceState.LOST:
        text = translate("No camera image. Enter the dice by hand, or wait.")
        return TrayLine(text, "camera_off")
    read = Option(READ, translate("Read the tray"), icon="rescan")
    if TRAY not in scan.wanted_mats:
        return TrayLine(translate("The camera waits until you ask it."), "camera", read)
    if scan.notes:
        note = scan.notes[0]
        if note.code == _NOT_ENROLLED:
            text = translate("The camera does not know these dice yet.")
            return TrayLine(text, "doubt", Option(ENROL, translate("Enrol now"), icon="camera"))
        text = ui.error_text.sentence(note)
        return TrayLine(text, "doubt", read if note.code == "counted_dice" else None)
    return _looking(ui, scan)


def tray_picture(ui: UiContext) -> PictureModel:
    """Return the live camera picture, with the dice outlined."""
    scan = ui.port.latest_scan()
    if any(note.code == _NOT_ENROLLED for note in scan.notes):
        return PictureModel(None, ())  # no die can be recognised yet
    outlines = live_outlines(scan.reading) if scan.reading is not None else ()
    many = len(outlines) > _MOST_LETTERED
    shown = (replace(each, face="") if many and not each.doubtful else each for each in outlines)
    return PictureModel(scan.picture, tuple(map(_lettered, shown)))


def _lettered(outline: Outline) -> Outline:
    return replace(outline, die=outline.face, face="" if outline.face in LETTERS else outline.face)


def _looking(ui: UiContext, scan: ScanUpdate) -> TrayLine:
    translate = ui.translate
    if scan.stage is ScanStage.MOVING:
        return TrayLine(translate("Movement detected: hands off the tray, please."), "hand")
    reading = scan.reading
    if reading is None or all(mat.mat_id != TRAY for mat in reading.mats):
        return TrayLine(translate("Looking for the tray."), "camera")
    problem = next((p for p in reading.problems if p.code != "count_mismatch"), None)
    if problem is not None:
        return TrayLine(ui.error_text.message(problem), "doubt")
    count = _on_tray(reading)
    if not count:
        return TrayLine(translate("Roll the dice onto the tray."), "camera")
    text = translate.plural(
        "%(count)s die is on the tray.", "%(count)s dice are on the tray.", count
    )
    return TrayLine(text, "check")


def _on_tray(reading: Reading) -> int:
    return sum(die.mat == TRAY for die in reading.dice)
