"""Practice reveal: reads dice with the camera and explains them, outside any game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from companion.errors import CompanionError
from companion.games.definition import SeenDie
from companion.games.roll.model.dice import DieType, Phase, PlacedDie
from companion.games.roll.view.camera import practised
from companion.session.ports import DieStatus
from companion.session.service_ports import DiceScan, NoDiceCameraError
from kivy_ui.asking.telling import halves
from kivy_ui.common.background_task import BackgroundTask
from kivy_ui.common.outlines import CropModel, Outline, around, live_outlines, photograph
from kivy_ui.common.page_source import Said, Visit
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.mats import die_pages
from kivy_ui.games.roll.mats.die_pages import DieDraft, Elsewhere, Kind, Lies, Remove, Shows
from kivy_ui.games.roll.mats.lying import columns
from kivy_ui.games.roll.mats.mat_pages import Agree, Change, Look, OnPhoto, found_in, nearest_die
from kivy_ui.pages.page import Main, Note, Page, Picture, Seat, Side
from kivy_ui.pages.photos import At, Photo

_NOBODY = Seat(0, "", "blue")


@dataclass(frozen=True, slots=True)
class Read:
    """Key: reads the dice that are in front of the camera."""


_State: TypeAlias = tuple[tuple[PlacedDie | None, ...], frozenset[Phase]]
"""The dice in the order of the outlines, None for a removed one; the selected phases."""


class PracticePages:
    """Shows what the camera has read, and lets somebody try selections and corrections.

    Args:
        ui: context of the presenters.
    """

    def __init__(self, ui: RollContext) -> None:
        self._ui = ui
        self._scans = BackgroundTask[DiceScan | CompanionError | None]("practice", None)
        self._asked = 0
        self._scan: DiceScan | None = None
        self._error: CompanionError | None = None
        self._state: _State = ((), frozenset())
        self._before: list[_State] = []
        self._die: DieDraft | None = None

    @property
    def live(self) -> bool:
        """Whether the camera reads."""
        return self._scans.busy

    def enter(self) -> None:
        """Begin before the first reading."""
        self._scan, self._error, self._die = None, None, None
        self._state, self._before = ((), frozenset()), []

    # --- what is shown -------------------------------------------------------------------------

    def page(self) -> Page:
        """Return the photo with the dice by phase, or the die that is corrected."""
        self._take()
        words, translate = self._ui.words, self._ui.translate
        if self._die is not None:
            return die_pages.die_page(
                words, translate("Practice reveal"), self._die, self._crop(self._die.index)
            )
        doubt, scan = self._doubtful(), self._scan
        main, guide = self._main(doubt), Visit("guide")
        return Page(
            translate("Practice reveal"),
            self._question(),
            self._photo(doubt),
            note=Note(halves(self._text()), Picture("cup")) if scan is None or self.live else None,
            side=tuple(self._side(doubt)),
            main=main,
            back=guide if main.key != guide else None,
            can_undo=bool(self._before),
        )

    def _photo(self, doubt: int | None) -> Photo:
        if self._scan is None:
            return Photo(None, lines=(self._ui.translate("This is practice: it does not affect a "
                                                         "game."),), seat=_NOBODY)  # fmt: skip
        shown = self._outlines()
        places = [each.index for each in shown]
        dice = tuple(die for die in self._state[0] if die is not None)
        marked = [index for index, die in enumerate(dice) if die.doubtful]
        rows = (
            replace(row, active=row.phase in {each.value for each in self._state[1]})
            for row in columns(self._ui.words, dice, Look, marked=marked)
        )
        return Photo(
            photograph(self._scan.picture),
            tuple(map(found_in, shown)),
            tuple(rows),
            _NOBODY,
            places.index(doubt) if doubt in places else None,
            key=OnPhoto(),
        )

    def _outlines(self) -> tuple[Outline, ...]:
        if self._scan is None:
            return ()
        seen, dice = live_outlines(self._scan.reading), self._state[0]
        known = (
            replace(outline, doubtful=die.doubtful, index=index)
            for index, (outline, die) in enumerate(zip(seen, dice, strict=False))
            if die is not None
        )
        return (*known, *seen[len(dice) :])

    def _question(self) -> str:
        translate = self._ui.translate
        if self._scan is None or self.live:
            return translate("Put a few dice under the camera")
        return self._text()

    def _side(self, doubt: int | None) -> Iterator[Side]:
        translate = self._ui.translate
        if doubt is not None:
            yield Side(Change(doubt), translate("No, correct it"), "pencil")
        elif self._scan is not None and not self.live:
            yield Side(Read(), translate("Read again"), "rescan")

    def _main(self, doubt: int | None) -> Main:
        translate = self._ui.translate
        if self.live:
            return Main(translate("Reading …"))
        if doubt is not None:
            return Main(translate("Yes, correct"), Agree(doubt), "tick")
        if self._scan is not None:
            return Main(translate("Back to the guide"), Visit("guide"))
        return Main(translate("Read the dice"), Read(), "camera")

    def _text(self) -> str:
        translate = self._ui.translate
        if self.live:
            return translate("The camera reads the dice.")
        if self._error is not None:
            return self._ui.error_text.sentence(self._error)
        if self._scan is None:
            return translate("Apart from each other. Without a camera an example is read.")
        if not any(self._state[0]):
            return translate("No dice were found. Put them apart and read again.")
        if self._doubtful() is not None:
            return translate("Is this die read correctly?")
        if not self._state[1]:
            return translate("Tap the phase that you would select.")
        return translate("A phase that somebody selects happens for everybody.")

    # --- touches -------------------------------------------------------------------------------

    def touch(self, key: Any) -> Said:
        """Read, select a phase, correct a die."""
        match key:
            case Read():
                self._read()
            case Look(phase=Phase() as phase):
                self._change(self._state[0], self._state[1] ^ {phase})
            case Change(index=index):
                self._edit(index)
            case At(x=x, y=y):
                touched = nearest_die(self._outlines(), x, y)
                if touched is not None:
                    self._edit(touched)
            case Agree(index=index):
                self._edit(index)
                self._correct(None)
            case _:
                self._correct(key)
        return None

    def _correct(self, key: object) -> None:
        """Handle a touch about the open die; None: it is as it was read."""
        draft, self._die = self._die, None
        match key:
            case Kind() | Elsewhere() if draft is not None:
                self._die = die_pages.after(draft, key)
            case Remove() if draft is not None and draft.index is not None:
                self._put(draft.index, None)
            case Shows() | Lies() | None if draft is not None and draft.index is not None:
                answer = Shows(draft.die.face) if key is None else key
                self._put(draft.index, die_pages.answered(draft, answer))
            case _:
                pass

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
        dice = practised(seen)
        self._state, self._before = (dice, _selected(dice)), []

    def _doubtful(self) -> int | None:
        dice = enumerate(self._state[0])
        return next((index for index, die in dice if die is not None and die.doubtful), None)

    def _edit(self, index: int) -> None:
        die = self._state[0][index]
        if die is not None:
            self._die = DieDraft(index, die, tuple(DieType))

    def _put(self, index: int, die: PlacedDie | None) -> None:
        dice = (*self._state[0][:index], die, *self._state[0][index + 1 :])
        self._change(dice, self._state[1] | _selected((die,)))

    def _change(self, dice: tuple[PlacedDie | None, ...], happens: frozenset[Phase]) -> None:
        self._before.append(self._state)
        self._state = (dice, happens)

    def _crop(self, index: int | None) -> CropModel | None:
        corners = {each.index: each.corners for each in self._outlines()}
        if self._scan is None or index not in corners:
            return None
        return CropModel(self._scan.picture, around(corners[index], self._scan.picture))


def _selected(dice: tuple[PlacedDie | None, ...]) -> frozenset[Phase]:
    places = [die.place for die in dice if die is not None]
    return frozenset(each.phase for each in places if each.selecting and each.phase is not None)
