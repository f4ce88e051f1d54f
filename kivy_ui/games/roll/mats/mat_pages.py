"""Pages about one mat: dice that are entered, read by the camera, or looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from companion.games.roll.model.dice import FACES, DieType, Face, Phase, Place
from companion.games.roll.view.table_view import SeatView
from companion.session.table_port import MatPicture
from kivy_ui.common.outlines import (
    Outline,
    live_outlines,
    nearest,
    photograph,
    recorded_outlines,
    upright,
)
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.mats import die_pages
from kivy_ui.games.roll.mats.lying import columns, die_picture
from kivy_ui.games.roll.mats.scanning import other_light, scan_text
from kivy_ui.pages.bodies import Body
from kivy_ui.pages.opening import Mat
from kivy_ui.pages.page import Card, Cards, Main, Note, Page, Picture, Seat, Side
from kivy_ui.pages.photos import Found, Photo
from kivy_ui.pages.rounds import Pick

# --- what a touch means --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tab:
    """Key: shows the mat of a seat, or the spare die."""

    number: int


@dataclass(frozen=True, slots=True)
class ByHand:
    """Key: the dice of this mat are entered by hand, or read by the camera after all."""


@dataclass(frozen=True, slots=True)
class Entered:
    """Key: all dice of this mat are entered."""


@dataclass(frozen=True, slots=True)
class Colour:
    """Key: the next die is of this kind."""

    kind: DieType


@dataclass(frozen=True, slots=True)
class Put:
    """Key: the chosen die lies here."""

    place: Place


@dataclass(frozen=True, slots=True)
class Look:
    """Key: shows the dice of a phase, to correct them."""

    phase: Phase | None


@dataclass(frozen=True, slots=True)
class Change:
    """Key: corrects a die."""

    index: int


@dataclass(frozen=True, slots=True)
class Add:
    """Key: adds a die to a phase."""

    phase: Phase | None


@dataclass(frozen=True, slots=True)
class Agree:
    """Key: a doubtful die was read correctly."""

    index: int


@dataclass(frozen=True, slots=True)
class Spare:
    """Key: the spare die shows this face."""

    face: Face


@dataclass(frozen=True, slots=True)
class Rescan:
    """Key: reads the mat again."""


@dataclass(frozen=True, slots=True)
class TakeLight:
    """Key: the profile in use is adapted to the light."""


@dataclass(frozen=True, slots=True)
class OnPhoto:
    """Key: a die of the photo."""


@dataclass(frozen=True, slots=True)
class Taught:
    """Key: whether the companion learns from a correction."""

    answer: str


def spare_page(ui: RollContext, above: str, main: Main) -> Page:
    """Ask for the face of the spare die of two players (R-4.2)."""
    view, words = ui.view, ui.words
    shown = view.spare_die if view is not None else None
    cards = tuple(
        Card(
            Spare(face),
            (Picture(f"die/home/{face.value}"),),
            words.face(face),
            chosen=face is shown,
        )
        for face in dict.fromkeys(FACES[DieType.HOME])
    )
    asked = words.translate("Roll one Home die from the supply and enter its face")
    return Page(above, asked, Cards(cards), main=None if shown is None else main)


def column_page(ui: RollContext, above: str, seat: SeatView, phase: Phase | None) -> Page:
    """Show the dice of a phase, to correct one."""
    words = ui.words
    cards = [
        Card(
            Change(index),
            (die_picture(die, marked=die.doubtful),),
            words.die(die.type),
            (words.place(die.place),),
        )
        for index, die in enumerate(seat.dice)
        if die.place.phase is phase
    ]
    cards.append(Card(Add(phase), (Picture("symbol/plus"),), ui.translate("Add a die")))
    asked = ui.translate("Which die is wrong?")
    return Page(above, asked, Cards(tuple(cards)), back=die_pages.Close())


def hand_page(ui: RollContext, above: str, seat: SeatView, kind: DieType) -> Page:
    """Ask where the dice lie: the selecting one, then the others, one touch each.

    Args:
        kind: of the next die.
    """
    translate, left = ui.translate, left_of(seat)
    selects = not any(die.place.selecting for die in seat.dice)

    def put(phase: Phase | None) -> object:
        return None if phase is None and selects else Put(Place(phase, selecting=selects))

    dice = tuple(
        Pick(Colour(each), Picture(f"die/{each.value}", count=left[each]), each is kind)
        for each in DieType
        if left[each]
    )
    asked = translate("%(name)s: where are the other dice?", name=seat.name)
    main = Main(to_go(ui, sum(left.values())))
    if seat.tracking is None:
        main = Main(translate("Done"), Entered(), "tick")
    if selects:
        asked = translate("%(name)s: where is the selecting die?", name=seat.name)
        main = Main(translate("Select a phase"))
    done = translate.plural("%(count)s die entered", "%(count)s dice entered", len(seat.dice))
    lines = (done, translate("Tap a colour, then a phase."))
    return Page(
        f"{above} \N{MIDDLE DOT} {translate('By hand')}",
        asked,
        Mat(columns(ui.words, seat.dice, put, dictate=True), head(seat), dice),
        note=Note(lines, Picture("seat", number=str(seat.seat), colour=seat.colour)),
        main=main,
    )


def to_go(ui: RollContext, count: int) -> str:
    """Return how many dice or mats are missing."""
    return ui.translate.plural("%(count)s to go", "%(count)s to go", count)


def left_of(seat: SeatView) -> Counter[DieType]:
    """Return the dice that are not on the mat yet; one of each kind if that is not known."""
    return Counter(DieType if seat.tracking is None else seat.tracking.not_on_mat)


def looking_page(ui: RollContext, above: str, seat: SeatView, main: Main) -> Page:
    """Show the live picture while a mat is to be read."""
    translate, scan = ui.translate, ui.port.latest_scan()
    shown = photograph(scan.picture)
    outlines = live_outlines(scan.reading) if shown and scan.reading is not None else ()
    side = [Side(ByHand(), translate("By hand"), "pencil")]
    if other_light(ui):
        side.append(Side(TakeLight(), translate("Use this light"), "brightness"))
    else:
        side.append(Side(Rescan(), translate("Read again"), "rescan"))
    found = tuple(map(found_in, outlines))
    return Page(
        above,
        translate("Lift the screens. The camera reads the mats."),
        Photo(shown, found, seat=head(seat), lines=(scan_text(ui),), whole=True),
        side=tuple(side),
        main=main,
    )


def mat_body(
    ui: RollContext, seat: SeatView, marked: frozenset[int], close_up: int | None = None
) -> Body:
    """Show the photo with what was read there; without one, the mat.

    Args:
        marked: correction indices of the dice in question.
        close_up: the one that is shown enlarged.
    """
    rows = columns(ui.words, seat.dice, Look, marked=marked)
    recorded = ui.port.mat_picture(seat.seat)
    if recorded is None:
        return Mat(rows, head(seat))
    outlines = outlines_of(recorded, seat, marked)
    places = [each.index for each in outlines]
    return Photo(
        photograph(recorded.picture),
        tuple(map(found_in, outlines)),
        rows,
        head(seat),
        places.index(close_up) if close_up in places else None,
        key=OnPhoto(),
    )


def nearest_die(outlines: Iterable[Outline], x: float, y: float) -> int | None:
    """Return the index of the die that is nearest to a point of the picture; None without dice."""
    dice = [each for each in outlines if each.index is not None]
    found = nearest([each.corners for each in dice], x, y)
    return None if found is None else dice[found].index


def head(seat: SeatView) -> Seat:
    """Return a player as pages show one."""
    return Seat(seat.seat, seat.name, seat.colour)


def outlines_of(
    recorded: MatPicture, seat: SeatView, marked: frozenset[int]
) -> tuple[Outline, ...]:  # fmt: skip
    """Return the outlines of the dice in a picture as they are now."""
    dice = enumerate(seat.dice)
    read = ((die.type.value, die.face.value, index in marked) for index, die in dice)
    return recorded_outlines(recorded, read)


def found_in(outline: Outline) -> Found:
    """Return an outline as pages show it."""
    return Found(upright(outline.corners), outline.doubtful)
