"""Reveal: the recognised dice of each mat, doubtful ones first, and what is missing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from companion.games.roll.model.dice import FACES, DieType, Face, Phase, Place, PlacedDie
from companion.games.roll.phases.reveal import RecordSpareDie
from companion.games.roll.view.table_view import SeatView, TableView
from companion.session.ports import Problem, Reading
from companion.session.table_port import DeviceState, ScanStage, ScanUpdate
from kivy_ui.common.outlines import PictureModel, live_outlines, recorded_outlines
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.mats.die_editor import DieEditor
from kivy_ui.games.roll.mats.mat_verdict import (
    VerdictModel,
    check_mat,
    first_missing,
    is_inconsistent,
)
from kivy_ui.games.roll.texts.dice_text import dice_text
from kivy_ui.games.roll.texts.words import Words

SPARE = 0
"""Tab number of the two-player spare die; the other tabs are seats."""


class TabState(Enum):
    """State of a seat's mat; the value is the tab's icon."""

    MISSING = "waiting"
    DOUBTFUL = "doubt"
    FINE = "check"


_OTHER_LIGHT: Final = "profile_light_differs"


@dataclass(frozen=True, slots=True)
class Tab:
    """The tab of a seat or of the spare die."""

    number: int
    name: str
    colour: str
    state: TabState
    chosen: bool


@dataclass(frozen=True, slots=True)
class DieRow:
    """A recorded die in the list; *wrong* marks an illegal placement.

    Attributes:
        place: its place, preceded by its face if that differs from the column.
        short: its place only.
    """

    index: int
    die: DieType
    face: Face
    title: str
    place: str
    short: str
    doubtful: bool
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class ScanModel:
    """Status of the camera as a sentence with an icon; whether it is still searching."""

    text: str
    icon: str
    searching: bool = False


@dataclass(frozen=True, slots=True)
class RevealModel:
    """Content of the screen for the chosen tab."""

    tabs: tuple[Tab, ...]
    chosen: int
    recorded: bool
    selection: str
    selected: Phase | None
    rows: tuple[DieRow, ...]
    spare: Face | None
    has_camera: bool
    verdict: VerdictModel | None = None


class RevealPresenter:
    """Presenter of the reveal screen."""

    def __init__(self, ui: RollContext) -> None:
        self._ui = ui
        self._followed: int | None = None
        self._other_light = ""

    # --- page content --------------------------------------------------------------------------

    def model(self) -> RevealModel | None:
        """Return the content of the screen; None without a game."""
        view = self._ui.view
        if view is None or not view.seats:
            return None
        chosen = shown_tab(self._ui, view)
        seat = _seat(view, chosen)
        verdict = check_mat(self._ui, seat)
        wrong = verdict.dice if verdict is not None else frozenset[int]()
        return RevealModel(
            tabs=self._tabs(view, chosen),
            chosen=chosen,
            recorded=seat is not None and seat.recorded,
            selection=self._selection(seat),
            selected=_selected(seat),
            rows=self._rows(seat, wrong),
            spare=view.spare_die,
            has_camera=self._ui.port.latest_scan().camera is not DeviceState.ABSENT,
            verdict=verdict,
        )

    def picture(self) -> PictureModel:
        """Return the picture for the chosen tab: the recorded one, else the live camera picture."""
        seat = self._chosen_seat()
        if seat is not None and seat.recorded:
            recorded = self._ui.port.mat_picture(seat.seat)
            if recorded is not None:
                dice = ((die.type.value, die.face.value, die.doubtful) for die in self.placed())
                outlines = recorded_outlines(recorded, dice)
                return PictureModel(recorded.picture, outlines)
            return PictureModel(None, ())
        scan = self._ui.port.latest_scan()
        outlines = live_outlines(scan.reading) if scan.reading is not None else ()
        return PictureModel(scan.picture, outlines)

    def other_light(self) -> str:
        """Return the profile whose lighting differs from the latest reading; empty if none."""
        reading = self._ui.port.latest_scan().reading
        if reading is not None:
            names = (each.params for each in reading.problems if each.code == _OTHER_LIGHT)
            self._other_light = next((str(params["profile"]) for params in names), "")
        return self._other_light

    def light_taken(self) -> None:
        """Clear the lighting warning because the light is being measured again."""
        self._other_light = ""

    def scan(self) -> ScanModel:
        """Return the camera status and recognition problems as text."""
        scan = self._ui.port.latest_scan()
        translate = self._ui.translate
        match scan.camera:
            case DeviceState.ABSENT:
                return ScanModel(self._by_hand(), "mat")
            case DeviceState.LOST:
                text = translate("No camera image. Enter the dice by hand, or wait.")
                return ScanModel(text, "camera_off")
            case DeviceState.READY:
                return self._looking(scan)

    # --- input ---------------------------------------------------------------------------------

    def choose(self, number: int) -> None:
        """Show another seat or the spare die."""
        self._ui.mat_tab = number

    def follow(self) -> bool:
        """Switch to the most urgent tab once the current one is complete.

        Returns whether another tab is shown now.
        """
        view = self._ui.view
        if view is None or not view.seats:
            return False
        chosen = shown_tab(self._ui, view)
        if _state(self._ui, view, chosen) is not TabState.FINE:
            self._followed = chosen
        elif self._followed == chosen:
            self._ui.mat_tab, self._followed = None, None
        return shown_tab(self._ui, view) != chosen

    def edit(self, index: int) -> DieEditor | None:
        """Return an editor for a recorded die of the chosen seat."""
        seat = self._chosen_seat()
        if seat is None or not 0 <= index < len(seat.dice):
            return None
        return DieEditor(self._ui, seat.seat, index, seat.dice[index])

    def add(self, place: Place | None = None) -> DieEditor | None:
        """Return an editor for a missing die, at *place* if given."""
        seat = self._chosen_seat()
        if seat is None:
            return None
        phase = place.phase if place is not None else Phase.EXPLORE
        face = Face(phase.value) if phase is not None else Face.EXPLORE
        where = place if place is not None else Place(Phase.EXPLORE)
        view = self._ui.view
        kind = (first_missing(view, seat) if view is not None else None) or DieType.HOME
        if face not in FACES[kind]:
            face = Face.WILD if Face.WILD in FACES[kind] else FACES[kind][0]
        return DieEditor(self._ui, seat.seat, None, PlacedDie(kind, face, where))

    def enter(self, place: Place) -> DieEditor | None:
        """Enter a die at *place*; returns an editor if its kind has to be asked for.

        If only one kind is left in the cup, the die is entered at once.
        """
        editor, seat = self.add(place), self._chosen_seat()
        left = seat.tracking.not_on_mat if seat is not None and seat.tracking else ()
        if editor is None or len(set(left)) != 1:
            return editor
        editor.save()
        return None

    def agree(self, index: int) -> None:
        """Confirm that a doubtful die was recognised correctly."""
        editor = self.edit(index)
        if editor is not None:
            editor.save()

    def rescan(self) -> None:
        """Read the chosen seat's mat again."""
        seat = self._chosen_seat()
        self._ui.port.rescan(seat.seat if seat is not None else None)

    def record_spare(self, face: Face) -> None:
        """Enter the face of the two-player die (R-4.2)."""
        self._ui.port.post(RecordSpareDie(face))

    def spare_faces(self) -> tuple[Face, ...]:
        """Return the different faces of the spare Home die."""
        return tuple(dict.fromkeys(FACES[DieType.HOME]))

    def placed(self) -> tuple[PlacedDie, ...]:
        """Return the chosen seat's dice in the order of their correction index.

        Dice with an illegal placement are marked like doubtful ones.
        """
        seat = self._chosen_seat()
        if seat is None:
            return ()
        verdict = check_mat(self._ui, seat)
        if verdict is None or not verdict.dice:
            return seat.dice
        return tuple(
            replace(die, doubtful=die.doubtful or number in verdict.dice)
            for number, die in enumerate(seat.dice)
        )

    # --- internals -----------------------------------------------------------------------------

    def _chosen_seat(self) -> SeatView | None:
        view = self._ui.view
        return _seat(view, shown_tab(self._ui, view)) if view is not None else None

    def _tabs(self, view: TableView, chosen: int) -> tuple[Tab, ...]:
        translate = self._ui.translate
        tabs = []
        for number in _numbers(view):
            seat = _seat(view, number)
            name = seat.name if seat is not None else translate("Spare die")
            colour = seat.colour if seat is not None else ""
            tabs.append(Tab(number, name, colour, _state(self._ui, view, number), number == chosen))
        return tuple(tabs)

    def _selection(self, seat: SeatView | None) -> str:
        translate = self._ui.translate
        if seat is None:
            return ""
        if not seat.recorded:
            camera = self._ui.port.latest_scan().camera
            if camera is DeviceState.ABSENT:
                return translate("Not entered yet")
            return translate("Not read yet")
        selecting = {die.place.phase for die in seat.dice if die.place.selecting}
        if not selecting:
            return translate("No phase selected")
        if sum(die.place.selecting for die in seat.dice) > 1:
            return translate("More than one selection")
        phase = selecting.pop()
        name = self._ui.words.phase(phase) if phase is not None else ""
        return translate("%(name)s selects %(phase)s", name=seat.name, phase=name)

    def _rows(self, seat: SeatView | None, wrong: frozenset[int]) -> tuple[DieRow, ...]:
        if seat is None:
            return ()
        words = self._ui.words
        rows = [
            DieRow(
                index=index,
                die=die.type,
                face=die.face,
                title=words.die(die.type),
                place=_lying(words, die),
                short=words.place(die.place),
                doubtful=die.doubtful,
                wrong=index in wrong,
            )
            for index, die in enumerate(seat.dice)
        ]
        return tuple(sorted(rows, key=lambda row: (not row.doubtful, not row.wrong, row.index)))

    def _by_hand(self) -> str:
        seat, words = self._chosen_seat(), self._ui.words
        left = seat.tracking.not_on_mat if seat is not None and seat.tracking else ()
        if not left:
            return words.translate("No camera: tap a place on the mat to enter its dice.")
        steps = words.translate(
            "1. Upper row: tap the phase of the selection die.\n"
            "2. Lower row: tap the column of each other die."
        )
        if len(set(left)) > 1:
            steps += " " + words.translate("Each time say which kind.")
        still = words.translate("Still to enter: %(dice)s", dice=dice_text(words, left))
        return f"{steps}\n{still}"

    def _looking(self, scan: ScanUpdate) -> ScanModel:
        words = self._ui.words
        translate = words.translate
        if scan.reading_error is not None:
            return ScanModel(self._ui.error_text.sentence(scan.reading_error), "doubt")
        if scan.stage is ScanStage.MOVING:
            return ScanModel(translate("Movement detected: hands off the mats, please."), "hand")
        if scan.stage is ScanStage.LOOKING and scan.picture is None:
            return ScanModel(translate("The camera is starting."), "waiting")
        problems = _in_sight(scan.reading) if scan.reading is not None else ()
        if problems:
            return ScanModel(self._ui.error_text.message(problems[0]), "doubt")
        view = self._ui.view
        if scan.wanted_seats and view is not None:
            who = words.seats(view.seats, scan.wanted_seats)
            text = translate("Looking for the mat of %(who)s", who=who)
            return ScanModel(text, "camera", searching=True)
        return ScanModel(
            translate("The camera waits: tap “Read again” to read this mat."), "camera"
        )


def shown_tab(ui: RollContext, view: TableView) -> int:
    """Return the seat whose mat is shown, or ``SPARE``: the chosen one, else the most urgent."""
    numbers = _numbers(view)
    if ui.mat_tab is not None and ui.mat_tab in numbers:
        return ui.mat_tab
    for wanted in (TabState.DOUBTFUL, TabState.MISSING):
        for number in numbers:
            if _state(ui, view, number) is wanted:
                return number
    return numbers[0] if numbers else SPARE


def _numbers(view: TableView) -> tuple[int, ...]:
    seats = tuple(seat.seat for seat in view.seats)
    return (*seats, SPARE) if len(seats) == 2 else seats  # two players only


def _state(ui: RollContext, view: TableView, number: int) -> TabState:
    if number == SPARE:
        return TabState.FINE if view.spare_die is not None else TabState.MISSING
    seat = _seat(view, number)
    if seat is None or not seat.recorded:
        return TabState.MISSING
    troubled = any(
        need.seat == number and need.blocking for need in view.needs if need.code != "scan_mat"
    )
    doubtful = any(die.doubtful for die in seat.dice) or is_inconsistent(ui, seat)
    return TabState.DOUBTFUL if doubtful or troubled else TabState.FINE


def _in_sight(reading: Reading) -> tuple[Problem, ...]:
    """Return the problems of the visible mats; missing dice of other mats are ignored."""
    mats = {mat.mat_id for mat in (*reading.mats, *reading.drawn)}
    return tuple(
        each
        for each in reading.problems
        if each.code != "count_mismatch" or each.params.get("mat") in mats
    )


def _seat(view: TableView, number: int) -> SeatView | None:
    return next((seat for seat in view.seats if seat.seat == number), None)


def _lying(words: Words, die: PlacedDie) -> str:
    """Return a die's place, preceded by its face if that differs from the column (R-3.6)."""
    place = words.place(die.place)
    if die.place.phase is not None and die.face.value == die.place.phase.value:
        return place
    return f"{words.face(die.face)}, {place}"


def _selected(seat: SeatView | None) -> Phase | None:
    if seat is None:
        return None
    phases = [die.place.phase for die in seat.dice if die.place.selecting]
    return phases[0] if len(phases) == 1 else None
