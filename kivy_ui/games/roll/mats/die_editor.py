"""Correction of one die: its kind, face and place."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.roll.model.dice import FACES, PHASES, DieType, Face, Phase, Place, PlacedDie
from companion.games.roll.phases.reveal import AddDie, CorrectDie, RemoveDie
from companion.games.roll.view.table_view import SeatView
from kivy_ui.common.outlines import CropModel, around
from kivy_ui.games.roll.context import RollContext

PLACES = (
    *(Place(phase, selecting=True) for phase in PHASES),
    *(Place(phase) for phase in PHASES),
    Place(None),
)
"""All places of a mat: the selection places, the columns, Dictate."""


@dataclass(frozen=True, slots=True)
class EditorModel:
    """Content of the editor.

    Attributes:
        kinds: the kinds of dice to choose from.
        faces: the six faces and whether the chosen kind of die has them.
    """

    title: str
    kinds: tuple[DieType, ...]
    die: DieType
    face: Face
    place: Place
    faces: tuple[tuple[Face, bool], ...]
    die_word: str
    face_word: str
    selects_word: str
    place_word: str
    can_remove: bool


class DieEditor:
    """Editor of a corrected or added die. Nothing is sent before ``save``.

    Args:
        ui: context of the presenters.
        seat: seat of the mat.
        index: the die's correction index; None for a die that is added.
        die: initial state.
    """

    def __init__(self, ui: RollContext, seat: int, index: int | None, die: PlacedDie) -> None:
        self._ui = ui
        self.seat = seat
        self.index = index
        self._mark = die.mark
        self._die = die.type
        self._face = die.face
        self._place = die.place

    def model(self) -> EditorModel:
        """Return the current content of the editor."""
        words = self._ui.words
        seat = self._seat()
        name = seat.name if seat is not None else ""
        title = words.translate("A new die of %(name)s", name=name)
        if self.index is not None:
            title = words.translate("Correct a die of %(name)s", name=name)
        place = self._place
        lies = words.translate("Dictate") if place.phase is None else words.phase(place.phase)
        return EditorModel(
            title=title,
            kinds=self._kinds(),
            die=self._die,
            face=self._face,
            place=self._place,
            faces=tuple((face, face in FACES[self._die]) for face in Face),
            die_word=words.die(self._die),
            face_word=words.face(self._face),
            selects_word=lies if place.selecting else "",
            place_word="" if place.selecting else lies,
            can_remove=self.index is not None,
        )

    def _kinds(self) -> tuple[DieType, ...]:
        """Return the kinds in the player's cup (those left for a new die); all if unknown."""
        seat = self._seat()
        tracking = seat.tracking if seat is not None else None
        if tracking is None or not tracking.cup:
            return tuple(DieType)
        left = tracking.not_on_mat if self.index is None else ()
        known = {self._die, *(left or tracking.cup)}
        return tuple(kind for kind in DieType if kind in known)

    def choose_die(self, die: DieType) -> None:
        """Choose the kind; a face that it lacks is replaced by its first face."""
        self._die = die
        if self._face not in FACES[die]:
            self._face = FACES[die][0]

    def choose_face(self, face: Face) -> None:
        """Choose the face; ignored if the kind lacks it."""
        if face in FACES[self._die]:
            self._face = face

    def choose_place(self, phase: Phase | None, *, selecting: bool) -> None:
        """Choose the place; no phase means Dictate."""
        self._place = Place(phase, selecting=selecting)

    def save(self) -> None:
        """Send the edited die; clears its doubt."""
        post = self._ui.port.post
        if self.index is not None:
            post(CorrectDie(self.seat, self.index, self.die))
            return
        post(AddDie(self.seat, self.die))

    @property
    def die(self) -> PlacedDie:
        """The die as edited."""
        return PlacedDie(self._die, self._face, self._place)

    def crop(self) -> CropModel | None:
        """Return the part of the recorded picture around the die; None if there is none."""
        recorded = self._ui.port.mat_picture(self.seat)
        if recorded is None or self.index is None or self.index >= len(recorded.outlines):
            return None
        corners = recorded.outlines[self.index]
        return CropModel(recorded.picture, around(corners, recorded.picture)) if corners else None

    def lesson(self) -> tuple[str, str, str] | None:
        """Return a recorded die's mark, kind and face; None for an added die."""
        return (self._mark, self._die.value, self._face.value) if self._mark else None

    def remove(self) -> None:
        """Remove the die from the mat."""
        if self.index is not None:
            self._ui.port.post(RemoveDie(self.seat, self.index))

    def still_there(self) -> bool:
        """Return whether the edited die still exists (undo or a rescan may remove it)."""
        seat = self._seat()
        return seat is not None and (self.index is None or self.index < len(seat.dice))

    def _seat(self) -> SeatView | None:
        view = self._ui.view
        if view is None:
            return None
        return next((seat for seat in view.seats if seat.seat == self.seat), None)
