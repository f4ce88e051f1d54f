"""Practice reveal: reads dice with the camera and explains them, outside any game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from companion.errors import CompanionError
from companion.games.definition import SeenDie
from companion.games.roll.model.dice import PHASES, Phase, PlacedDie
from companion.games.roll.view.camera import practised
from companion.session.ports import DieStatus
from companion.session.service_ports import DiceScan, NoDiceCameraError
from kivy_ui.common.background_task import BackgroundTask
from kivy_ui.common.outlines import CropModel, Outline, PictureModel, around, live_outlines
from kivy_ui.common.side_frame import SideFrame
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.mats.die_editor import DieEditor, EditorModel


@dataclass(frozen=True, slots=True)
class PracticePhase:
    """A phase with the dice under it.

    Attributes:
        dice: the keys of their kinds.
        happens: whether the phase is selected.
        word: what happens to the dice.
    """

    phase: Phase
    name: str
    dice: tuple[str, ...]
    happens: bool
    word: str


@dataclass(frozen=True, slots=True)
class PracticeModel:
    """Content of the page.

    Attributes:
        picture: the last picture; none before the first reading.
        text: instruction or result.
        icon: ``waiting``, ``doubt``, ``info`` or ``check``.
    """

    picture: PictureModel
    phases: tuple[PracticePhase, ...]
    text: str
    icon: str


_State: TypeAlias = tuple[tuple[PlacedDie | None, ...], frozenset[Phase]]
"""The dice in the order of the outlines, None for a removed one; the selected phases."""


class PracticePresenter:
    """Presenter of the practice reveal."""

    def __init__(self, ui: RollContext) -> None:
        self._ui = ui
        self._scans = BackgroundTask[DiceScan | CompanionError | None]("practice", None)
        self._asked = 0
        self._scan: DiceScan | None = None
        self._error: CompanionError | None = None
        self._state: _State = ((), frozenset())
        self._before: list[_State] = []

    # --- page content --------------------------------------------------------------------------

    def model(self) -> PracticeModel:
        """Return the content of the page."""
        text, icon = self._text()
        return PracticeModel(self._picture(), self._phases(), text, icon)

    @property
    def doubts(self) -> int:
        """Number of doubtful dice."""
        return sum(die is not None and die.doubtful for die in self._state[0])

    def tick(self) -> bool:
        """Apply a finished reading; returns whether there was one."""
        if not self._scans.arrived():
            return False
        found = self._scans.result
        if isinstance(found, DiceScan):
            self._take(found)
        else:
            self._error = found or NoDiceCameraError()
        return True

    def frame(self) -> SideFrame:
        """Return the title and the main button: read, resolve doubts, back to the guide."""
        translate = self._ui.translate
        primary = translate("Read the dice")
        if self._scans.busy:
            primary = translate("Reading …")
        elif self.doubts:
            primary = translate("Name this die")
        elif self._scan is not None:
            primary = translate("Back to the guide")
        return SideFrame(
            title=translate("Practice reveal"),
            status=translate("This is practice: it does not affect a game."),
            primary_text=primary,
            primary_enabled=not self._scans.busy,
            can_undo=bool(self._before),
        )

    # --- input ---------------------------------------------------------------------------------

    def enter(self) -> None:
        """Reset to the state before the first reading."""
        self._scan, self._error = None, None
        self._state, self._before = ((), frozenset()), []

    def primary(self) -> None:
        """Read the dice; afterwards, return to the guide if nothing is doubtful."""
        if self._scan is not None and not self.doubts:
            self._ui.visit("guide")
        elif self._scan is None:
            self.read()

    def read(self) -> None:
        """Read the dice that are in front of the camera."""
        self._asked += 1
        self._error = None
        scans = self._ui.settings.services.practice

        def scan() -> DiceScan | CompanionError:
            try:
                return scans.scan()
            except CompanionError as err:
                return err

        self._scans.start(scan, self._asked)

    def toggle(self, phase: Phase) -> None:
        """Toggle the selection of a phase."""
        if self._scan is not None:
            self._change(self._state[0], self._state[1] ^ {phase})

    def doubtful(self) -> int | None:
        """Return the index of the first doubtful die."""
        dice = enumerate(self._state[0])
        return next((index for index, die in dice if die is not None and die.doubtful), None)

    def edit(self, index: int) -> DieEditor | None:
        """Return an editor for a die of the picture."""
        dice = self._state[0]
        die = dice[index] if index < len(dice) else None
        return None if die is None else _PracticeEditor(self._ui, self, index, die)

    def put(self, index: int, die: PlacedDie | None) -> None:
        """Replace a die, or remove it."""
        dice = (*self._state[0][:index], die, *self._state[0][index + 1 :])
        self._change(dice, self._state[1] | _selected((die,)))

    def crop(self, index: int) -> CropModel | None:
        """Return the part of the picture around a die."""
        if self._scan is None:
            return None
        picture = self._scan.picture
        return CropModel(picture, around(live_outlines(self._scan.reading)[index].corners, picture))

    def undo(self) -> None:
        """Undo the last correction or selection."""
        if self._before:
            self._state = self._before.pop()

    def redo(self) -> None:
        """Do nothing: there is no redo here."""

    # --- internals -----------------------------------------------------------------------------

    def _take(self, scan: DiceScan) -> None:
        self._scan = scan
        dice = practised(
            [
                SeenDie(die.type, die.face, die.zone, die.status is DieStatus.CHECK, "")
                for die in scan.reading.dice
            ]
        )
        self._state, self._before = (dice, _selected(dice)), []

    def _change(self, dice: tuple[PlacedDie | None, ...], happens: frozenset[Phase]) -> None:
        self._before.append(self._state)
        self._state = (dice, happens)

    def _picture(self) -> PictureModel:
        if self._scan is None:
            return PictureModel(None, ())
        seen = live_outlines(self._scan.reading)
        dice = tuple(
            Outline(outline.corners, die.type.value, die.face.value, die.doubtful, index)
            for index, (outline, die) in enumerate(zip(seen, self._state[0], strict=False))
            if die is not None
        )
        return PictureModel(self._scan.picture, dice + seen[len(self._state[0]) :])

    def _phases(self) -> tuple[PracticePhase, ...]:
        translate = self._ui.translate
        found = []
        for phase in PHASES:
            dice = [die for die in self._state[0] if die is not None and die.place.phase is phase]
            happens = phase in self._state[1]
            word = translate("happens") if happens else translate("tap to select")
            if self._scan is None:
                word = ""
            elif dice and happens:
                word = translate.plural("%(count)s worker", "%(count)s workers", len(dice))
            elif dice:
                word = translate("back to the cup")
            kinds = tuple(die.type.value for die in dice)
            found.append(PracticePhase(phase, self._ui.words.phase(phase), kinds, happens, word))
        return tuple(found)

    def _text(self) -> tuple[str, str]:
        translate = self._ui.translate
        if self._scans.busy:
            return translate("The camera reads the dice."), "waiting"
        if self._error is not None:
            return self._ui.error_text.sentence(self._error), "doubt"
        if self._scan is None:
            return translate(
                "Put a few dice under the camera, on a mat if you have one, apart from each "
                "other. Then tap “Read the dice”. Without a camera an example is read."
            ), "info"
        if not any(self._state[0]):
            return translate("No dice were found. Put them apart and read again."), "doubt"
        if self.doubts:
            return translate(
                "Dashed frame: the camera is not sure. In a game the round waits for your answer."
            ), "doubt"
        if not self._state[1]:
            return translate(
                "No die is on a selection place: tap the phase that you would select."
            ), "info"
        return translate(
            "A phase that somebody selects happens for everybody. Tap other phases to see what "
            "the others' selections change."
        ), "check"


def _selected(dice: tuple[PlacedDie | None, ...]) -> frozenset[Phase]:
    places = [die.place for die in dice if die is not None]
    return frozenset(each.phase for each in places if each.selecting and each.phase is not None)


class _PracticeEditor(DieEditor):
    """Editor of a die in the practice reveal."""

    def __init__(
        self, ui: RollContext, practice: PracticePresenter, index: int, die: PlacedDie
    ) -> None:
        super().__init__(ui, 0, index, die)
        self._practice, self._index = practice, index

    def model(self) -> EditorModel:
        """Return the content of the editor; the die has no owner."""
        title = self._ui.translate("What does the die show?")
        return replace(super().model(), title=title)

    def save(self) -> None:
        """Store the edited die without a doubt."""
        self._practice.put(self._index, self.die)

    def remove(self) -> None:
        """Remove the die."""
        self._practice.put(self._index, None)

    def still_there(self) -> bool:
        """Return whether the die still exists, i.e. no new reading has replaced it."""
        return self._practice.edit(self._index) is not None

    def crop(self) -> CropModel | None:
        """Return the part of the picture around the die."""
        return self._practice.crop(self._index)
