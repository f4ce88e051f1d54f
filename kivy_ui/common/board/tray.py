"""The dice tray on the board screen: what can be done about it, and its picture."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Final

from kivy_ui.asking.tray import TrayAction, TrayLine
from kivy_ui.common.board.pages import Option
from kivy_ui.common.outlines import Outline, PictureModel, live_outlines
from kivy_ui.common.ui_context import UiContext

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


def tray_option(ui: UiContext, line: TrayLine) -> Option | None:
    """Return the button for a state of the tray."""
    match line.action:
        case TrayAction.READ:
            return Option(READ, ui.translate("Read the tray"), icon="rescan")
        case TrayAction.ENROL:
            return Option(ENROL, ui.translate("Enrol now"), icon="camera")
        case _:
            return None


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
