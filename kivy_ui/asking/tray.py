"""The dice tray before the camera, where it can answer a question: its state and its picture."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games.answers import AnswerRefusedError, NoSuchAnswerError, steps
from companion.session.ports import Reading
from companion.session.table_port import DeviceState, ScanStage, ScanUpdate
from kivy_ui.asking.draft import Ask, Draft
from kivy_ui.common.outlines import Outline, die_piece, live_outlines, photograph, upright
from kivy_ui.common.ui_context import UiContext
from kivy_ui.pages.page import Note, Picture, Side
from kivy_ui.pages.photos import Found, Photo

TRAY: Final = "tray"

_MOST_LETTERED: Final = 8
"""With more dice only doubtful ones are labelled, as labels would hide the others."""
_NOT_ENROLLED: Final = "faces_not_enrolled"


class TrayAction(Enum):
    """What a touch does about the tray."""

    READ = "read"
    """Read it at once."""
    ENROL = "enrol"
    """Open the enrolment of dice."""
    LOOK = "look"
    """Show what the camera sees, or the answers again."""


@dataclass(frozen=True, slots=True)
class TrayLine:
    """State of the camera reading of the tray.

    Attributes:
        icon: symbol of the state.
        action: what can be done about it.
    """

    text: str
    icon: str
    action: TrayAction | None = None


def watched(ask: Ask, draft: Draft) -> bool:
    """Return whether the camera can answer the open question, or one on the way to it."""
    try:
        questions = steps(ask(draft.seat), draft.path)
        return any(TRAY in getattr(each, "by", ()) for each in questions)
    except (NoSuchAnswerError, AnswerRefusedError):
        return False


def tray_line(ui: UiContext) -> TrayLine:
    """Return the state of the tray reading while dice are rolled."""
    translate = ui.translate
    scan = ui.port.latest_scan()
    if scan.camera is DeviceState.ABSENT:
        return TrayLine(translate("No camera: tap what the dice show."), "camera_off")
    if scan.camera is DeviceState.LOST:
        text = translate("No camera image. Enter the dice by hand, or wait.")
        return TrayLine(text, "camera_off")
    if TRAY not in scan.wanted_mats:
        text = translate("The camera waits until you ask it.")
        return TrayLine(text, "camera", TrayAction.READ)
    if scan.notes:
        note = scan.notes[0]
        if note.code == _NOT_ENROLLED:
            text = translate("The camera does not know these dice yet.")
            return TrayLine(text, "doubt", TrayAction.ENROL)
        action = TrayAction.READ if note.code == "counted_dice" else None
        return TrayLine(ui.error_text.sentence(note), "doubt", action)
    return _looking(ui, scan)


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


# --- on the page ---------------------------------------------------------------------------------


def tray_note(ui: UiContext, *, looks: bool = False) -> Note:
    """Return the state of the tray with what can be done about it, else a look at its picture.

    Args:
        looks: whether the picture is shown already.
    """
    line, translate = tray_line(ui), ui.translate
    words = {
        TrayAction.READ: Side(TrayAction.READ, translate("Read the tray"), "rescan"),
        TrayAction.ENROL: Side(TrayAction.ENROL, translate("Enrol now"), "camera"),
    }
    scan = ui.port.latest_scan()
    seen = not looks and scan.camera_ready and scan.picture is not None
    look = Side(TrayAction.LOOK, "", "eye") if seen else None
    button = look if line.action is None else words[line.action]
    return Note((line.text,), icon=f"symbol/{line.icon}", button=button)


def tray_photo(ui: UiContext) -> Photo | None:
    """Return what the camera sees now, with the dice as it reads them; None without a picture."""
    scan = ui.port.latest_scan()
    shot = scan.picture
    if shot is None:
        return None
    outlines = live_outlines(scan.reading) if scan.reading is not None else ()
    many = len(outlines) > _MOST_LETTERED
    found = tuple(_found(each, named=each.doubtful or not many) for each in outlines)
    return Photo(photograph(shot), found)


def _found(outline: Outline, *, named: bool) -> Found:
    """Return a die with the upright box around its outline."""
    read = Picture(die_piece(outline.die, outline.face)) if named and outline.face else None
    return Found(upright(outline.corners), outline.doubtful, read)
