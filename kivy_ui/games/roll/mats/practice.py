"""Practice reveal: reads dice with the camera and explains them, outside any game."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any, Final, TypeAlias

from companion.games.roll.model.dice import Phase, PlacedDie
from companion.games.roll.phases.reveal import CorrectDie, RemoveDie
from companion.games.roll.view.camera import practised
from companion.session.ports import Corners
from companion.session.service_ports import DiceScan
from companion.session.sightings import seen_die
from companion.session.table_port import MatPicture
from kivy_ui.common.background_task import BackgroundTask
from kivy_ui.common.changes import Changes
from kivy_ui.common.outlines import live_outlines
from kivy_ui.common.page_source import Said, Visit
from kivy_ui.common.stacked_pages import do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.mats.dice_pages import DicePages, LyingDice
from kivy_ui.pages.opening import Mat
from kivy_ui.pages.page import Main, Note, Page, Picture, Seat, Side
from kivy_ui.pages.photos import Photo

_NOBODY: Final = Seat(0, "", "blue")
_GUIDE: Final = Visit("guide")
_MOST_STEPS_BACK: Final = 50

_Read: TypeAlias = tuple[PlacedDie, Corners, tuple[tuple[str, str], ...]]
"""A die, its outline, and what it can be instead."""

_State: TypeAlias = tuple[tuple[_Read, ...], frozenset[Phase]]
"""The dice; the selected phases."""


class PracticePages(DicePages):
    """Shows what the camera has read, and lets somebody try selections and corrections."""

    def __init__(self, ui: RollContext) -> None:
        self._changes = Changes[_State](((), frozenset()), _MOST_STEPS_BACK)
        super().__init__(ui, self._changes)
        self._scans = BackgroundTask[DiceScan | None]("practice", None)
        self._readings = 0
        self.enter()

    @property
    def live(self) -> bool:
        return self._scans.busy

    @property
    def can_undo(self) -> bool:
        """Whether there is a correction or a selection to undo, on the first page."""
        return not self.covered and super().can_undo

    def enter(self) -> None:
        """Begin before the first reading."""
        super().enter()
        self._scan: DiceScan | None = None
        self._scans.error = None
        self._changes.begin(((), frozenset()))

    # --- what is shown -------------------------------------------------------------------------

    @property
    def above(self) -> str:
        return self.translate("Practice reveal")

    @property
    def lying(self) -> LyingDice:
        """The dice as they were read, and corrected."""
        dice = tuple(die for die, *_ in self._changes.now[0])
        if self._scan is None:
            return LyingDice(_NOBODY, dice)
        outlines = tuple(corners for _, corners, _ in self._changes.now[0])
        others = tuple(others for *_, others in self._changes.now[0])
        seen = live_outlines(self._scan.reading)[len(self._scan.reading.dice) :]
        unread = tuple(each.corners for each in seen)
        return LyingDice(_NOBODY, dice, MatPicture(0, self._scan.picture, outlines, unread, others))

    def page(self) -> Page:
        """Return the page on top, with what the camera has read."""
        self._take()
        done = self._scan is not None and not self.live and self.doubtful is None
        self.leads_to = None if done else _GUIDE
        return super().page()

    def first(self) -> Page:
        translate = self.translate
        if self._scan is None or self.live:
            return self._before()
        again = Side(do(self.read), translate("Read again"), "rescan")
        return self.doubt() or Page(
            self.above, self._text(), self.body(), side=(again,), main=self._main()
        )

    def _before(self) -> Page:
        """Return what to do before the dice are read."""
        translate, no_camera = self.translate, self._without_camera
        dice, without = translate("Put a few dice under the camera"), translate("No camera image")
        said = translate("This is practice: it does not affect a game.")
        return Page(
            self.above,
            without if no_camera else dice,
            Photo(None, lines=(said,), seat=_NOBODY),
            note=Note((self._text(),), Picture("cup")),
            main=self._main(),
        )

    def body(self, marked: Collection[int] = (), enlarged: int | None = None) -> Photo | Mat:
        """Return the photo; the phases that were selected happen."""
        shown, selected = super().body(marked, enlarged), self._changes.now[1]
        if isinstance(shown, Mat):
            return shown
        phases = {phase.value for phase in selected}
        return replace(
            shown, rows=tuple(replace(row, active=row.phase in phases) for row in shown.rows)
        )

    def phase_key(self, phase: Phase | None) -> object:
        """Return the key that selects a phase; Dictate cannot be selected."""
        return None if phase is None else do(self.select, phase)

    def _main(self) -> Main:
        translate = self.translate
        if self.live:
            return Main(translate("Reading …"))
        if self._scan is not None:
            return Main(translate("Back to the guide"), _GUIDE)
        if self._without_camera:
            return Main(translate("Read an example"), do(self.read))
        return Main(translate("Read the dice"), do(self.read), "camera")

    @property
    def _without_camera(self) -> bool:
        return not self.ui.port.latest_scan().camera_ready

    def _text(self) -> str:
        translate, error = self.translate, self._scans.error
        if self.live:
            return translate("The camera reads the dice.")
        if error is not None:
            return self.ui.error_text.sentence(error)
        if self._scan is None:
            if self._without_camera:
                return translate("Without a camera an example is read.")
            return translate("Put them apart from each other.")
        dice, happens = self._changes.now
        if not dice:
            return translate("No dice were found. Put them apart and read again.")
        if not happens:
            return translate("Tap the phase that you would select.")
        return translate("A phase that somebody selects happens for everybody.")

    # --- touches -------------------------------------------------------------------------------

    def touch(self, key: Any) -> Said:
        dice, happens = self._changes.now
        match key:
            case CorrectDie(index=index, die=die):
                now = (*dice[:index], (die, *dice[index][1:]), *dice[index + 1 :])
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

    # --- the camera ----------------------------------------------------------------------------

    def read(self) -> None:
        self._readings += 1
        self._scans.start(self.ui.settings.services.practice.scan, self._readings)

    def _take(self) -> None:
        found = self._scans.result
        if not self._scans.arrived() or self._scans.error is not None or found is None:
            return
        self._scan = found
        seen = [seen_die(die, "") for die in found.reading.dice]
        placed = zip(practised(seen), live_outlines(found.reading), seen, strict=False)
        dice = tuple((die, area.corners, read.others) for die, area, read in placed if die)
        self._changes.begin((dice, _selected(die for die, *_ in dice)))


def _selected(dice: Iterable[PlacedDie]) -> frozenset[Phase]:
    places = (die.place for die in dice)
    return frozenset(each.phase for each in places if each.selecting and each.phase is not None)
