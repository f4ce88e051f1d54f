"""Pages about one mat at the reveal: dice that are entered, read by the camera, or looked at."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum

from companion.games.roll.model.dice import FACES, PHASES, DieType, Phase, Place
from companion.games.roll.phases.reveal import AddDie, RecordSpareDie
from companion.games.roll.view.table_view import SeatView
from companion.session.ports import Problem, Reading
from companion.session.table_port import DeviceState, ScanStage, ScanUpdate
from kivy_ui.asking.telling import halves
from kivy_ui.common.outlines import live_outlines, photograph, upright
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.mats.dice_pages import LyingDice, body, columns, usual
from kivy_ui.games.roll.mats.mat_verdict import check
from kivy_ui.pages.opening import Mat
from kivy_ui.pages.page import Card, Cards, Chip, Main, Note, Page, Picture, Seat, Side
from kivy_ui.pages.photos import Found, Photo
from kivy_ui.pages.rounds import Pick


class MatAction(Enum):
    """Key: what is done with the shown mat.

    The dice are entered by hand, or read by the camera after all; all of them are entered; the
    camera reads again; the profile in use is adapted to the light.
    """

    BY_HAND = "by_hand"
    ENTERED = "entered"
    RESCAN = "rescan"
    TAKE_LIGHT = "take_light"


@dataclass(frozen=True, slots=True)
class Tab:
    """Key: shows the mat of a seat; 0 is the spare die."""

    number: int


def spare_page(ui: RollContext, above: str, main: Main) -> Page:
    """Ask for the face of the spare die of two players (R-4.2)."""
    view, words = ui.view, ui.words
    shown = view.spare_die if view is not None else None
    cards = tuple(
        Card(
            RecordSpareDie(face),
            (Picture(f"die/home/{face.value}"),),
            words.face(face),
            chosen=face is shown,
        )
        for face in dict.fromkeys(FACES[DieType.HOME])
    )
    asked = words.translate("Roll one Home die from the supply and enter its face")
    return Page(above, asked, Cards(cards), main=None if shown is None else main)


def hand_page(ui: RollContext, above: str, seat: SeatView, kind: DieType) -> Page:
    """Ask where the dice lie: the selecting one, then the others, one touch each.

    Args:
        kind: of the next die.
    """
    translate, left = ui.translate, left_of(seat)
    selects = not any(die.place.selecting for die in seat.dice)

    def put(phase: Phase | None) -> object:
        place = Place(phase, selecting=selects)
        return AddDie(seat.seat, usual(kind, place))

    dice = tuple(
        Pick(each, Picture(f"die/{each.value}", count=left[each]), each is kind)
        for each in DieType
        if left[each]
    )
    asked = translate("%(name)s: place the other dice", name=seat.name)
    if selects:
        asked = translate("%(name)s: tap the phase of the selecting die", name=seat.name)
    ends = seat.tracking is None and not selects
    rows = columns(ui.words, seat.dice, put, entering=True)
    return Page(
        f"{above} \N{MIDDLE DOT} {translate('By hand')}",
        asked,
        Mat(rows[: len(PHASES)] if selects else rows, head(seat), dice, translate("To place")),
        note=Note((_placed(ui, seat),), Picture("seat", number=str(seat.seat), colour=seat.colour)),
        main=Main(translate("Done"), MatAction.ENTERED, "tick") if ends else None,
    )


def _placed(ui: RollContext, seat: SeatView) -> str:
    """Return how many dice lie on the mat, and of how many if that is known."""
    translate, count = ui.translate, len(seat.dice)
    if seat.tracking is None:
        return translate.plural("%(count)s die placed", "%(count)s dice placed", count)
    of = count + len(seat.tracking.not_on_mat)
    return translate("%(count)s of %(of)s dice placed", count=count, of=of)


def to_go(ui: RollContext, count: int) -> str:
    """Return how many mats are missing."""
    return ui.translate.plural("%(count)s to go", "%(count)s to go", count)


def left_of(seat: SeatView) -> Counter[DieType]:
    """Return the dice that are not on the mat yet; one of each kind if that is not known."""
    return Counter(DieType if seat.tracking is None else seat.tracking.not_on_mat)


def looking_page(ui: RollContext, above: str, seat: SeatView, main: Main) -> Page:
    """Show the live picture while a mat is to be read."""
    translate, scan = ui.translate, ui.port.latest_scan()
    shown = photograph(scan.picture)
    outlines = live_outlines(scan.reading) if shown and scan.reading is not None else ()
    again = Side(MatAction.RESCAN, translate("Read again"), "rescan")
    if other_light(ui):
        again = Side(MatAction.TAKE_LIGHT, translate("Use this light"), "brightness")
    found = tuple(Found(upright(each.corners), each.doubtful) for each in outlines)
    return Page(
        above,
        translate("Lift the screens. The camera reads the mats."),
        Photo(shown, found, seat=head(seat), lines=(scan_text(ui),), whole=True),
        side=(Side(MatAction.BY_HAND, translate("By hand"), "pencil"), again),
        main=main,
    )


def read_page(ui: RollContext, above: str, seat: SeatView, lying: LyingDice, onward: Main) -> Page:
    """Show a recorded mat: what is doubtful or wrong with it, or what it selects.

    Args:
        onward: the next step, if nothing is.
    """
    translate, wrong = ui.translate, check(ui, seat)
    ready = ui.port.latest_scan().camera is DeviceState.READY
    rescan = (Chip(icon="rescan", key=MatAction.RESCAN),) if ready else ()
    doubts = [index for index, die in enumerate(seat.dice) if die.doubtful]
    if doubts:
        first = doubts[0]
        return Page(
            above,
            translate("%(name)s: is this die read correctly?", name=seat.name),
            body(ui.words, lying, {first}, first),
            chips=rescan,
            side=(Side(lying.show(first), translate("No, correct it"), "pencil"),),
            main=Main(translate("Yes, correct"), lying.agree(first), "tick"),
        )
    note = wrong.text or translate("Tap a phase to correct its dice.")
    icon = "symbol/doubt" if wrong.do else "symbol/info"
    return Page(
        above,
        wrong.do or translate("%(name)s: compare with the mat", name=seat.name),
        body(ui.words, lying, wrong.dice),
        chips=rescan,
        note=Note(halves(note), icon=icon),
        main=onward,
    )


def head(seat: SeatView) -> Seat:
    """Return a player as pages show one."""
    return Seat(seat.seat, seat.name, seat.colour)


# --- what the camera does ------------------------------------------------------------------------


def scan_text(ui: RollContext) -> str:
    """Return what the camera does now, or what prevents it from reading."""
    scan, translate = ui.port.latest_scan(), ui.translate
    if scan.camera is not DeviceState.READY:
        return translate("No camera image. Enter the dice by hand, or wait.")
    if scan.reading_error is not None:
        return ui.error_text.sentence(scan.reading_error)
    if scan.stage is ScanStage.MOVING:
        return translate("Movement detected: hands off the mats, please.")
    if scan.stage is ScanStage.LOOKING and scan.picture is None:
        return translate("The camera is starting.")
    problems = _in_sight(scan.reading) if scan.reading is not None else ()
    return ui.error_text.message(problems[0]) if problems else _looking(ui, scan)


def other_light(ui: RollContext) -> str:
    """Return the profile whose lighting differs from the latest reading; empty if none."""
    reading = ui.port.latest_scan().reading
    problems = reading.problems if reading is not None else ()
    names = (
        str(each.params["profile"]) for each in problems if each.code == "profile_light_differs"
    )
    return next(names, "")


def _looking(ui: RollContext, scan: ScanUpdate) -> str:
    view, translate = ui.view, ui.translate
    if scan.wanted_seats and view is not None:
        who = ui.words.seats(view.seats, scan.wanted_seats)
        return translate("Looking for the mat of %(who)s", who=who)
    return translate("The camera waits: tap “Read again” to read this mat.")


def _in_sight(reading: Reading) -> tuple[Problem, ...]:
    """Return the problems of the visible mats; missing dice of other mats are ignored."""
    mats = {mat.mat_id for mat in (*reading.mats, *reading.drawn)}
    return tuple(
        each
        for each in reading.problems
        if each.code != "count_mismatch" or each.params.get("mat") in mats
    )
