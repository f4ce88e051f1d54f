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
from companion.session.table_port import MatPicture
from kivy_ui.asking.telling import halves
from kivy_ui.common.background_task import BackgroundTask
from kivy_ui.common.outlines import live_outlines
from kivy_ui.common.page_source import Said, Visit
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.mats import dice_pages
from kivy_ui.games.roll.mats.dice_pages import Close, LyingDice, ShowDie, ShowPhase, opened
from kivy_ui.pages.page import Main, Note, Page, Picture, Seat, Side
from kivy_ui.pages.photos import At, Photo

READ: Final = "read"
"""Key: reads the dice that are in front of the camera."""
_NOBODY: Final = Seat(0, "", "blue")
_GUIDE: Final = Visit("guide")

_Dice: TypeAlias = tuple[tuple[PlacedDie, Corners], ...]
"""Dice with their outlines."""
_State: TypeAlias = tuple[_Dice, frozenset[Phase]]
"""The dice; the selected phases."""


class PracticePages:
    """Shows what the camera has read, and lets somebody try selections and corrections.

    Args:
        ui: context of the presenters.
    """

    def __init__(self, ui: RollContext) -> None:
        self._ui = ui
        self._scans = BackgroundTask[DiceScan | CompanionError | None]("practice", None)
        self._asked = 0
        self.enter()

    @property
    def live(self) -> bool:
        """Whether the camera reads."""
        return self._scans.busy

    def enter(self) -> None:
        """Begin before the first reading."""
        self._scan: DiceScan | None = None
        self._error: CompanionError | None = None
        self._state: _State = ((), frozenset())
        self._before: list[_State] = []
        self._open: tuple[dice_pages.Shown, ...] = ()

    # --- what is shown -------------------------------------------------------------------------

    @property
    def _lying(self) -> LyingDice:
        dice = tuple(die for die, _ in self._state[0])
        if self._scan is None:
            return LyingDice(_NOBODY, dice)
        outlines = tuple(corners for _, corners in self._state[0])
        seen = live_outlines(self._scan.reading)[len(self._scan.reading.dice) :]
        unread = tuple(each.corners for each in seen)
        return LyingDice(_NOBODY, dice, MatPicture(0, self._scan.picture, outlines, unread))

    def page(self) -> Page:
        """Return the photo with the dice by phase, or the die that is corrected."""
        self._take()
        translate = self._ui.translate
        if self._open:
            above = translate("Practice reveal")
            return dice_pages.page(self._ui.words, above, self._lying, self._open[-1])
        doubt = self._doubtful()
        begins, main = self._scan is None or self.live, self._main(doubt)
        return Page(
            translate("Practice reveal"),
            translate("Put a few dice under the camera") if begins else self._text(),
            self._photo(doubt),
            note=Note(halves(self._text()), Picture("cup")) if begins else None,
            side=() if begins else (self._side(doubt),),
            main=main,
            back=_GUIDE if main.key != _GUIDE else None,
            can_undo=bool(self._before),
        )

    def _photo(self, doubt: int | None) -> Photo:
        marked = [index for index, (die, _) in enumerate(self._state[0]) if die.doubtful]
        shown = dice_pages.body(self._ui.words, self._lying, marked, doubt)
        if not isinstance(shown, Photo):
            said = self._ui.translate("This is practice: it does not affect a game.")
            return Photo(None, lines=(said,), seat=_NOBODY)
        selected = {phase.value for phase in self._state[1]}
        rows = tuple(replace(row, active=row.phase in selected) for row in shown.rows)
        return replace(shown, rows=rows)

    def _side(self, doubt: int | None) -> Side:
        translate = self._ui.translate
        if doubt is None:
            return Side(READ, translate("Read again"), "rescan")
        return Side(self._lying.show(doubt), translate("No, correct it"), "pencil")

    def _main(self, doubt: int | None) -> Main:
        translate = self._ui.translate
        if self.live:
            return Main(translate("Reading …"))
        if doubt is not None:
            return Main(translate("Yes, correct"), self._lying.agree(doubt), "tick")
        if self._scan is not None:
            return Main(translate("Back to the guide"), _GUIDE)
        return Main(translate("Read the dice"), READ, "camera")

    def _text(self) -> str:
        translate = self._ui.translate
        if self.live:
            return translate("The camera reads the dice.")
        if self._error is not None:
            return self._ui.error_text.sentence(self._error)
        if self._scan is None:
            return translate("Apart from each other. Without a camera an example is read.")
        if not self._state[0]:
            return translate("No dice were found. Put them apart and read again.")
        if self._doubtful() is not None:
            return translate("Is this die read correctly?")
        if not self._state[1]:
            return translate("Tap the phase that you would select.")
        return translate("A phase that somebody selects happens for everybody.")

    # --- touches -------------------------------------------------------------------------------

    def touch(self, key: Any) -> Said:
        """Read, select a phase, correct a die."""
        dice, happens = self._state
        match key:
            case x if x == READ:
                self._read()
            case ShowPhase(phase=Phase() as phase):
                self._change(dice, happens ^ {phase})
            case ShowDie() | Close():
                self._open = opened(self._open, key)
            case At(x=x, y=y):
                touched = self._lying.nearest(x, y)
                self._open = () if touched is None else (touched,)
            case CorrectDie(index=index, die=die):
                now = (*dice[:index], (die, dice[index][1]), *dice[index + 1 :])
                self._change(now, happens | _selected((die,)))
            case RemoveDie(index=index):
                self._change((*dice[:index], *dice[index + 1 :]), happens)
            case _:
                pass
        return None

    def undo(self) -> None:
        """Undo the last correction or selection."""
        if self._before:
            self._state = self._before.pop()

    def redo(self) -> None:
        """Do nothing: there is no redo here."""

    # --- internals -----------------------------------------------------------------------------

    def _read(self) -> None:
        self._asked += 1
        self._error = None
        scans = self._ui.settings.services.practice

        def scan() -> DiceScan | CompanionError:
            try:
                return scans.scan()
            except CompanionError as err:
                return err

        self._scans.start(scan, self._asked)

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
        self._state, self._before = (dice, _selected(die for die, _ in dice)), []

    def _doubtful(self) -> int | None:
        dice = enumerate(self._state[0])
        return next((index for index, (die, _) in dice if die.doubtful), None)

    def _change(
        self, dice: tuple[tuple[PlacedDie, Corners], ...], happens: frozenset[Phase]
    ) -> None:
        self._before.append(self._state)
        self._state, self._open = (dice, happens), ()


def _selected(dice: Iterable[PlacedDie]) -> frozenset[Phase]:
    places = (die.place for die in dice)
    return frozenset(each.phase for each in places if each.selecting and each.phase is not None)
