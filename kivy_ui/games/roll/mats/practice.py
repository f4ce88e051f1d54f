"""Practice reveal: reads dice with the camera and explains them, outside any game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final, TypeAlias

from companion.errors import CompanionError
from companion.games.definition import SeenDie
from companion.games.roll.model.dice import Phase, PlacedDie
from companion.games.roll.phases.reveal import CorrectDie, RemoveDie
from companion.games.roll.view.camera import practised
from companion.session.ports import Corners, DieStatus
from companion.session.service_ports import DiceScan, NoDiceCameraError
from companion.session.table_port import DeviceState, MatPicture
from kivy_ui.asking.telling import halves
from kivy_ui.common.background_task import BackgroundTask
from kivy_ui.common.changes import Changes
from kivy_ui.common.outlines import live_outlines
from kivy_ui.common.page_source import Said, Visit
from kivy_ui.common.stacked_pages import do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.mats.dice_pages import DicePages, LyingDice
from kivy_ui.pages.page import Main, Note, Page, Picture, Seat, Side
from kivy_ui.pages.photos import Photo

_NOBODY: Final = Seat(0, "", "blue")
_GUIDE: Final = Visit("guide")
_MOST_STEPS_BACK: Final = 50

_State: TypeAlias = tuple[tuple[tuple[PlacedDie, Corners], ...], frozenset[Phase]]
"""The dice with their outlines; the selected phases."""


class PracticePages(DicePages):
    """Shows what the camera has read, and lets somebody try selections and corrections.

    Args:
        ui: context of the presenters.
    """

    def __init__(self, ui: RollContext) -> None:
        super().__init__(ui)
        self._scans = BackgroundTask[DiceScan | CompanionError | None]("practice", None)
        self._readings = 0
        self._changes = Changes[_State](((), frozenset()), _MOST_STEPS_BACK)
        self.enter()

    @property
    def live(self) -> bool:
        """Whether the camera reads."""
        return self._scans.busy

    @property
    def can_undo(self) -> bool:
        """Whether there is a correction or a selection to undo, on the first page."""
        return not self.covered and self._changes.can_undo

    def enter(self) -> None:
        """Begin before the first reading."""
        super().enter()
        self._scan: DiceScan | None = None
        self._error: CompanionError | None = None
        self._changes.begin(((), frozenset()))

    # --- what is shown -------------------------------------------------------------------------

    @property
    def above(self) -> str:
        """What these pages are."""
        return self.translate("Practice reveal")

    @property
    def lying(self) -> LyingDice:
        """The dice as they were read, and corrected."""
        dice = tuple(die for die, _ in self._changes.now[0])
        if self._scan is None:
            return LyingDice(_NOBODY, dice)
        outlines = tuple(corners for _, corners in self._changes.now[0])
        seen = live_outlines(self._scan.reading)[len(self._scan.reading.dice) :]
        unread = tuple(each.corners for each in seen)
        return LyingDice(_NOBODY, dice, MatPicture(0, self._scan.picture, outlines, unread))

    def page(self) -> Page:
        """Return the page on top, with what the camera has read."""
        self._take()
        self.leads_to = _GUIDE if self._main().key != _GUIDE else None
        return super().page()

    def first(self) -> Page:
        """Return the photo with the dice by phase."""
        translate, begins = self.translate, self._scan is None or self.live
        asked = translate("Put a few dice under the camera")
        if self._without_camera:
            asked = translate("No camera image")
        return Page(
            self.above,
            asked if begins else self._text(),
            self._photo(),
            note=Note(halves(self._text()), Picture("cup")) if begins else None,
            side=() if begins else (self._side(),),
            main=self._main(),
        )

    def _photo(self) -> Photo:
        dice, happens = self._changes.now
        marked = [index for index, (die, _) in enumerate(dice) if die.doubtful]
        shown = self.body(marked, self._doubtful)
        if not isinstance(shown, Photo):
            said = self.translate("This is practice: it does not affect a game.")
            return Photo(None, lines=(said,), seat=_NOBODY)
        selected = {phase.value for phase in happens}
        rows = tuple(replace(row, active=row.phase in selected) for row in shown.rows)
        return replace(shown, rows=rows)

    def phase_key(self, phase: Phase | None) -> object:
        """Return the key that selects a phase; Dictate cannot be selected."""
        return None if phase is None else do(self.select, phase)

    def _side(self) -> Side:
        if self._doubtful is None:
            return Side(do(self.read), self.translate("Read again"), "rescan")
        return Side(do(self.correct, self._doubtful), self.translate("No, correct it"), "pencil")

    def _main(self) -> Main:
        translate = self.translate
        if self.live:
            return Main(translate("Reading …"))
        if self._doubtful is not None:
            return Main(translate("Yes, correct"), self.lying.agree(self._doubtful), "tick")
        if self._scan is not None:
            return Main(translate("Back to the guide"), _GUIDE)
        if self._without_camera:
            return Main(translate("Read an example"), do(self.read))
        return Main(translate("Read the dice"), do(self.read), "camera")

    @property
    def _without_camera(self) -> bool:
        return self.ui.port.latest_scan().camera is not DeviceState.READY

    def _text(self) -> str:
        translate = self.translate
        if self.live:
            return translate("The camera reads the dice.")
        if self._error is not None:
            return self.ui.error_text.sentence(self._error)
        if self._scan is None:
            if self._without_camera:
                return translate("Without a camera an example is read.")
            return translate("Put them apart from each other.")
        dice, happens = self._changes.now
        if not dice:
            return translate("No dice were found. Put them apart and read again.")
        if self._doubtful is not None:
            return translate("Is this die read correctly?")
        if not happens:
            return translate("Tap the phase that you would select.")
        return translate("A phase that somebody selects happens for everybody.")

    @property
    def _doubtful(self) -> int | None:
        dice = enumerate(self._changes.now[0])
        return next((index for index, (die, _) in dice if die.doubtful), None)

    # --- touches -------------------------------------------------------------------------------

    def touch(self, key: Any) -> Said:
        """Correct a die; other keys say themselves what they do."""
        dice, happens = self._changes.now
        match key:
            case CorrectDie(index=index, die=die):
                now = (*dice[:index], (die, dice[index][1]), *dice[index + 1 :])
                self._change((now, happens | _selected((die,))))
            case RemoveDie(index=index):
                self._change(((*dice[:index], *dice[index + 1 :]), happens))
            case _:
                return super().touch(key)
        return None

    def select(self, phase: Phase) -> None:
        """Select a phase, or no more."""
        dice, happens = self._changes.now
        self._change((dice, happens ^ {phase}))

    def _change(self, state: _State) -> None:
        self._changes.change(state)
        self._opened.clear()

    def undo(self) -> None:
        """Undo the last correction or selection."""
        self._changes.undo()

    def redo(self) -> None:
        """Redo what was undone."""
        self._changes.redo()

    # --- the camera ----------------------------------------------------------------------------

    def read(self) -> None:
        """Read the dice that are in front of the camera."""
        self._readings += 1
        self._error = None
        scans = self.ui.settings.services.practice

        def scan() -> DiceScan | CompanionError:
            try:
                return scans.scan()
            except CompanionError as err:
                return err

        self._scans.start(scan, self._readings)

    def _take(self) -> None:
        """Apply a finished reading."""
        if not self._scans.arrived():
            return
        found = self._scans.result
        if not isinstance(found, DiceScan):
            self._error = found or NoDiceCameraError()
            return
        self._scan = found
        seen = [
            SeenDie(die.type, die.face, die.zone, die.status is DieStatus.CHECK, "")
            for die in found.reading.dice
        ]
        placed = zip(practised(seen), live_outlines(found.reading), strict=False)
        dice = tuple((die, outline.corners) for die, outline in placed if die is not None)
        self._changes.begin((dice, _selected(die for die, _ in dice)))


def _selected(dice: Iterable[PlacedDie]) -> frozenset[Phase]:
    places = (die.place for die in dice)
    return frozenset(each.phase for each in places if each.selecting and each.phase is not None)
