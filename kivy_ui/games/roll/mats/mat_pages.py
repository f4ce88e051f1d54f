"""Pages about one mat at the reveal: dice that are entered, read by the camera, or looked at."""

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.roll.model.dice import FACES, PHASES, DieType, Phase, Place
from companion.games.roll.phases.reveal import AddDie, RecordSpareDie
from companion.games.roll.view.table_view import SeatView
from companion.i18n import Translator
from companion.session.ports import Problem, Reading
from companion.session.table_port import ScanStage, ScanUpdate
from kivy_ui.common.outlines import die_piece, live_outlines, photograph, upright
from kivy_ui.common.stacked_pages import do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.looks import shown_seat
from kivy_ui.games.roll.mats.dice_pages import columns, usual
from kivy_ui.games.roll.mats.mat_verdict import check
from kivy_ui.pages.opening import Mat
from kivy_ui.pages.page import Card, Cards, Chip, Main, Note, Page, Picture, Side
from kivy_ui.pages.photos import Found, Photo
from kivy_ui.pages.rounds import Pick

if TYPE_CHECKING:
    from kivy_ui.games.roll.mats.reveal import RevealPages


def spare_page(on: "RevealPages", main: Main) -> Page:
    """Ask for the face of the spare die of two players (R-4.2)."""
    view, words = on.ui.view, on.ui.words
    shown = view.spare_die if view is not None else None
    cards = tuple(
        Card(
            RecordSpareDie(face),
            (Picture(f"die/home/{face.value}"),),
            words.of(face),
            chosen=face is shown,
        )
        for face in dict.fromkeys(FACES[DieType.HOME])
    )
    asked = words.translate("Roll one Home die from the supply and enter its face")
    return Page(on.above, asked, Cards(cards), main=None if shown is None else main)


def hand_page(on: "RevealPages", seat: SeatView, kind: DieType) -> Page:
    """Ask where the dice lie: the selecting one, then the others, one touch each."""
    translate, left = on.translate, left_of(seat)
    selects = not any(die.place.selecting for die in seat.dice)

    def put(phase: Phase | None) -> object:
        return AddDie(seat.seat, usual(kind, Place(phase, selecting=selects)))

    dice = tuple(
        Pick(do(on.choose, each), Picture(f"die/{each.value}", count=left[each]), each is kind)
        for each in DieType
        if left[each]
    )
    asked = translate("%(name)s: tap where each die lies", name=seat.name)
    if selects:
        asked = translate("Tap the phase that %(name)s selected", name=seat.name)
    now = translate("Next die: %(die)s", die=on.ui.words.of(kind))
    main = Main(translate("All entered"), do(on.entered), "tick")
    if seat.tracking is not None:
        now = translate("%(die)s: %(count)s left", die=on.ui.words.of(kind), count=left[kind])
        main = to_go(translate, left.total())
    begins, shown = seat.tracking is None and selects, shown_seat(seat)
    rows = columns(on.ui.words, seat.dice, put, entering=True)
    return Page(
        f"{on.above} \N{MIDDLE DOT} {translate('By hand')}",
        asked,
        Mat(rows[: len(PHASES)] if selects else rows, shown, dice, translate("To place")),
        note=Note((now, _placed(on.ui, seat)), Picture(f"die/{kind.value}")),
        main=None if begins else main,
    )


def _placed(ui: RollContext, seat: SeatView) -> str:
    """Return how many dice lie on the mat, and of how many if that is known."""
    translate, count = ui.translate, len(seat.dice)
    if seat.tracking is None:
        return translate.plural("%(count)s die placed", "%(count)s dice placed", count)
    of = count + len(seat.tracking.not_on_mat)
    return translate("%(count)s of %(of)s dice placed", count=count, of=of)


def to_go(translate: Translator, dice: int) -> Main:
    """Return that so many dice are still to be named, in place of the main button."""
    return Main(translate.plural("%(count)s die to go", "%(count)s dice to go", dice))


def left_of(seat: SeatView) -> Counter[DieType]:
    """Return the dice that are not on the mat yet; one of each kind if that is not known."""
    return Counter(DieType if seat.tracking is None else seat.tracking.not_on_mat)


def looking_page(on: "RevealPages", seat: SeatView) -> Page:
    """Show the live picture while a mat is to be read; without one the dice are entered by hand."""
    translate, scan = on.translate, on.ui.port.latest_scan()
    shown, camera = photograph(scan.picture), scan.camera_ready
    outlines = live_outlines(scan.reading) if shown and scan.reading is not None else ()
    by_hand = Side(do(on.toggle_by_hand), translate("By hand"), "pencil")
    light = Side(do(on.take_light), translate("Use this light"), "brightness")
    side, reads = (by_hand, light)[: 1 + bool(other_light(on.ui))], seat.seat in scan.wanted_seats
    read = translate("Read mat %(number)s", number=seat.seat)
    main = Main(read, do(on.rescan), "rescan", quiet=reads)
    asked = translate("Lift the screens, then tap “%(button)s”", button=read)
    if reads:
        asked = translate("Lift the screens. The camera reads the mats.")
    lines = tuple(filter(None, (scan_text(on.ui), found_text(on.ui, len(outlines)))))
    found = tuple(
        Found(
            upright(each.corners),
            each.doubtful,
            Picture(die_piece(each.die, each.face)) if each.face else None,
        )
        for each in outlines
    )
    return Page(
        on.above,
        asked if camera else translate("Enter the dice by hand, or wait"),
        Photo(shown, found, seat=shown_seat(seat), lines=lines, whole=True),
        side=side if camera else (),
        main=main if camera else Main(by_hand.text, by_hand.key, by_hand.icon),
    )


def read_page(on: "RevealPages", seat: SeatView, onward: Main) -> Page:
    """Show a recorded mat: what is doubtful or wrong with it, or what it selects.

    Args:
        onward: the next step, if nothing is.
    """
    translate, wrong = on.translate, check(on.ui, seat)
    ready = on.ui.port.latest_scan().camera_ready
    rescan = (Chip(icon="rescan", key=do(on.rescan)),) if ready else ()
    page = on.doubt()
    if page is not None:
        return replace(page, chips=rescan)
    icon = "symbol/doubt" if wrong.do else "symbol/info"
    tap = "" if wrong.text and not wrong.do else translate("Tap a phase to correct its dice.")
    differs, count = on.ui.read_again.get(seat.seat, (frozenset(), None))
    again = "" if count is None else translate("Everything is as before.")
    if count:
        again = translate.plural(
            "%(count)s die differs from before.", "%(count)s dice differ from before.", count
        )
    return Page(
        on.above,
        wrong.do or translate("%(name)s: compare with the mat", name=seat.name),
        on.body(wrong.dice or differs),
        chips=rescan,
        note=Note(tuple(filter(None, (wrong.text, again, tap))), icon=icon),
        main=onward,
    )


# --- what the camera does ------------------------------------------------------------------------


def scan_text(ui: RollContext) -> str:
    """Return what the camera does now, or what prevents it from reading; empty if it waits."""
    scan, translate = ui.port.latest_scan(), ui.translate
    if not scan.camera_ready:
        return translate("No camera image")
    if scan.reading_error is not None:
        return ui.error_text.sentence(scan.reading_error)
    if scan.stage is ScanStage.MOVING:
        return translate("Movement detected: hands off the mats, please.")
    if scan.stage is ScanStage.LOOKING and scan.picture is None:
        return translate("The camera is starting.")
    problems = _in_sight(scan.reading) if scan.reading is not None else ()
    return ui.error_text.message(problems[0]) if problems else _looking(ui, scan)


def found_text(ui: RollContext, dice: int) -> str:
    """Return how many dice the camera sees; empty without an image of it."""
    scan, translate = ui.port.latest_scan(), ui.translate
    if scan.picture is None or not scan.camera_ready:
        return ""
    if not dice:
        return translate("No dice seen. Lay the mat where the camera sees it.")
    return translate.plural("%(count)s die seen", "%(count)s dice seen", dice)


def other_light(ui: RollContext) -> str:
    """Return the profile whose lighting differs from the latest reading; empty if none."""
    reading = ui.port.latest_scan().reading
    problems = reading.problems if reading is not None else ()
    names = (
        str(each.params["profile"]) for each in problems if each.code == "profile_light_differs"
    )
    return next(names, "")


def _looking(ui: RollContext, scan: ScanUpdate) -> str:
    translate = ui.translate
    names = tuple(seat.name for seat in ui.seats if seat.seat in scan.wanted_seats)
    return translate("Looking for the mat of %(who)s", who=translate.list_of(names)) * bool(names)


def _in_sight(reading: Reading) -> tuple[Problem, ...]:
    """Return the problems of the visible mats; missing dice of other mats are ignored."""
    mats = {mat.mat_id for mat in (*reading.mats, *reading.drawn)}
    return tuple(
        each
        for each in reading.problems
        if each.code != "count_mismatch" or each.params.get("mat") in mats
    )
