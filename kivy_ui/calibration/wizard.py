"""Pages of the wizard that makes a profile: the checks, test rolls with corrections, the name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Final

from companion.games.roll.model.dice import FACES, DieType, Place, PlacedDie
from companion.games.roll.phases.reveal import CorrectDie
from companion.i18n import N_
from companion.session.calibration_ports import ProofDie, Signal, Stage, StepLight, WizardView
from companion.session.table_port import MatPicture
from kivy_ui.calibration.desk import DOUBT, GOOD, Desk, Go, Naming, Part
from kivy_ui.calibration.dice_names import TYPES, dice_of
from kivy_ui.common.numbers import percent
from kivy_ui.common.outlines import nearest, photograph, upright
from kivy_ui.common.page_source import Said
from kivy_ui.games.roll.mats import dice_pages
from kivy_ui.games.roll.mats.dice_pages import Close, LyingDice, ShowDie
from kivy_ui.games.roll.texts.words import Words
from kivy_ui.pages.listing import List, Row
from kivy_ui.pages.page import Card, Main, Note, Page, Picture, Seat, Side
from kivy_ui.pages.photos import At, Found, Photo

_CHECKS: Final = MappingProxyType(
    {
        "camera": N_("Camera"),
        "mats": N_("Calibration mat"),
        "die_size": N_("Size of the dice"),
        "sharpness": N_("Sharpness"),
        "exposure": N_("Exposure"),
        "clipping": N_("Glare on the dice"),
        "banding": N_("Lamp flicker"),
        "print": N_("Print scale"),
        "white": N_("White paper"),
        "dice": N_("Dice on their places"),
        "colours": N_("Dice colours"),
        "lock": N_("Camera locked"),
    }
)
_BAD: Final = (Signal.RED, Signal.YELLOW)
_MISSING: Final = "die_missing"
"""Code of the error for places without a die: these dice are drawn instead of named."""


class Do(Enum):
    """Keys of the pages of the wizard."""

    THROW = "throw"
    ALL_RIGHT = "all_right"
    SKIP = "skip"
    NAME = "name"
    SAVE = "save"


@dataclass(frozen=True, slots=True)
class Check:
    """Key: a check that failed."""

    key: str


@dataclass(frozen=True, slots=True)
class Correct:
    """Key: a die of the test roll that was misread."""

    index: int


class Wizard(Part):
    """The pages of the wizard.

    Attributes:
        name: of the new profile.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.name = ""
        self._check = ""
        self._corrected: ShowDie | None = None

    def begin(self, name: str) -> None:
        """Start the wizard."""
        self.name, self._check, self._corrected = name, "", None
        self.machine.begin()

    @property
    def _view(self) -> WizardView:
        view = self.machine.wizard()
        if view is None:
            raise LookupError("the wizard does not run")
        return view

    def page(self) -> Page:
        """Return the page of the stage, or of the die that is corrected."""
        view, draft = self._view, self._corrected
        if view.stage is Stage.LOOK:
            return self._looking(view)
        if view.stage is Stage.KEEP:
            return self._keeping(view)
        if draft is not None and draft.index is not None and draft.index < len(view.throw):
            return self._correcting(view, draft)
        return self._proving(view)

    # --- the checks ------------------------------------------------------------------------------

    def _looking(self, view: WizardView) -> Page:
        """Return the picture with the first thing to put right, and what else is wrong."""
        translate = self.translate
        failed = [step for signal in _BAD for step in view.steps if step.signal is signal]
        told = next((step for step in failed if step.key == self._check), None)
        told = told or next(iter(failed), None)
        lines = self._desk.in_the_way(view)
        asked = translate("Do this first")
        dice = dice_of(told.advice if told else None)
        if not lines and told is not None:
            lines = self._advice(told)
        elif not lines and all(step.signal is Signal.GREEN for step in view.steps):
            asked = translate("Everything is right")
            lines = (translate("Leave the mat and the dice where they are."),)
        elif not lines:
            asked = translate("Put the calibration mat under the camera")
            lines = (translate("One die of each colour on its place."),)
        good = translate("Good images: %(done)s of %(all)s", done=view.steady,
                         all=view.steady_wanted)  # fmt: skip
        return Page(
            translate("New calibration"),
            asked,
            Photo(
                photograph(view.picture),
                lines=lines,
                pictures=tuple(Picture(f"die/{die}") for die in dice),
                cards=self._checks(view, failed, told) if view.picture else (),
                whole=True,
            ),
            note=Note((translate("Then it continues automatically."),), icon="symbol/clock"),
            main=Main(good),
            back=Go.BACK,
            can_undo=False,
        )

    def _advice(self, step: StepLight) -> tuple[str, ...]:
        """Return what to do, and why."""
        if step.advice is None:
            return (self.translate(_CHECKS.get(step.key, step.key)),)
        message, hint = self._desk.said(step.advice)
        missing = step.advice.code == _MISSING
        return tuple(each for each in (hint, "" if missing else message) if each)

    def _checks(
        self, view: WizardView, failed: list[StepLight], told: StepLight | None
    ) -> tuple[Card, ...]:
        """Return a card for each failed check, if there are several, then the numbers of others."""
        translate = self.translate
        icons = {Signal.RED: Picture("symbol/error"), Signal.YELLOW: DOUBT}
        cards = [
            Card(Check(step.key), (icons[step.signal],),
                 translate(_CHECKS.get(step.key, step.key)), chosen=step is told)
            for step in failed
        ]  # fmt: skip
        good = sum(step.signal is Signal.GREEN for step in view.steps)
        waiting = sum(step.signal is Signal.WAIT for step in view.steps)
        passed = translate.plural("%(count)s check passed", "%(count)s checks passed", good)
        pending = translate.plural("%(count)s check pending", "%(count)s checks pending", waiting)
        if good:
            cards.append(Card(None, (GOOD,), passed))
        if waiting:
            cards.append(Card(None, (Picture("symbol/clock"),), pending))
        return tuple(cards)

    # --- test rolls ------------------------------------------------------------------------------

    def _proving(self, view: WizardView) -> Page:
        """Return the picture of a test roll with how each die was read."""
        translate, lines = self.translate, self._desk.in_the_way(view)
        roll = translate("Test roll %(number)s of %(all)s", number=view.throws + 1,
                         all=view.throws_wanted)  # fmt: skip
        doubtful = next(iter(_doubtful(view.throw)), None)
        skip = Side(Do.SKIP, translate("Skip"), "skip")
        misread = translate("Tap a die that was misread.")
        main = Main(translate("All right"), Do.ALL_RIGHT, "tick")
        asked = translate("Do the dice show this?")
        if not view.throw:
            asked, main = translate("Roll the dice under the camera"), Main(roll)
            lines = lines or (translate("Take the dice off the mat and roll them."),)
        elif doubtful is not None:
            asked = translate("The camera is not sure of one die")
            main = Main(translate("Name this die"), Correct(doubtful), "pencil")
        return Page(
            roll,
            asked,
            Photo(
                photograph(view.picture),
                tuple(
                    Found(upright(die.corners), _is_doubtful(die), _picture(die))
                    for die in view.throw
                ),
                close_up=doubtful,
                lines=lines,
                key=Do.THROW if view.throw else None,
            ),
            note=Note((misread,), icon="symbol/hand", button=skip) if view.throw else None,
            side=() if view.throw else (skip,),
            main=main,
            back=Go.BACK,
        )

    def _correcting(self, view: WizardView, shown: ShowDie) -> Page:
        """Return what a die may show, as a correction during a game asks for it."""
        outlines = tuple(die.corners for die in view.throw)
        seen = MatPicture(0, view.picture, outlines) if view.picture else None
        lying = LyingDice(Seat(0, "", ""), (shown.die,) * len(outlines), seen)
        above = self.translate("New calibration")
        page = dice_pages.page(Words(self.translate), above, lying, shown)
        return replace(page, side=(), can_undo=False)

    # --- the end ---------------------------------------------------------------------------------

    def _keeping(self, view: WizardView) -> Page:
        """Return the name and how well the dice are expected to be read."""
        translate = self.translate
        exists = any(line.name == self.name for line in self.machine.profiles())
        told = translate("Dice are read with it as soon as it is saved.")
        if exists:
            told = translate("It replaces the profile of this name; faces and places are kept.")
        seen = Picture("symbol/brightness")
        if view.picture is not None:
            seen = Picture("", photo=photograph(view.picture))
        hint = translate("the room, the lamp, the time of day")
        read = translate("Dice recognised")
        return Page(
            translate("New calibration"),
            translate("Name the profile"),
            List(
                (
                    Row(Do.NAME, self.name, (seen,), hint),
                    Row(None, read, (GOOD,), value=percent(self.translate.language, view.accuracy)),
                )
            ),
            note=Note((told,), icon="symbol/swap" if exists else "symbol/info"),
            main=Main(translate("Save"), Do.SAVE, "tick"),
            back=Go.BACK,
        )

    # --- touches ---------------------------------------------------------------------------------

    def touch(self, key: object) -> Said:
        """Handle a touch, except on the button that saves."""
        match key:
            case Check(check):
                self._check = check
            case At(Do.THROW, x, y):
                self._correct(nearest([die.corners for die in self._view.throw], x, y))
            case Correct(index):
                self._correct(index)
            case ShowDie():
                self._corrected = key
            case CorrectDie(index=index, die=die):
                self.machine.correct(index, die.type.value, die.face.value)
                self._corrected = None
            case Close():
                self._corrected = None
            case Do.ALL_RIGHT:
                self.machine.confirm()
            case Do.SKIP:
                self.machine.skip()
            case Do.NAME:
                self._desk.naming = Naming(self._desk, self.name, self._rename)
            case _:
                pass
        return None

    def back(self) -> None:
        """End the wizard without a profile."""
        self.machine.cancel()

    def undo(self) -> None:
        """Go back to the stage before."""
        self.machine.back()

    def _correct(self, index: int | None) -> None:
        """Ask what a die of the test roll shows."""
        throw = self._view.throw
        if index is None or index >= len(throw):
            return
        kind, face = throw[index].shows
        die = DieType(kind) if kind in TYPES else DieType.HOME
        shown = next((each for each in FACES[die] if each.value == face), FACES[die][0])
        self._corrected = ShowDie(PlacedDie(die, shown, Place(None)), index)

    def _rename(self, name: str) -> None:
        self.name = name


def _is_doubtful(die: ProofDie) -> bool:
    return die.doubtful and die.correction is None


def _doubtful(throw: tuple[ProofDie, ...]) -> list[int]:
    """Return the indices of the doubtful dice, from left to right."""
    found = [index for index, die in enumerate(throw) if _is_doubtful(die)]
    return sorted(found, key=lambda index: upright(throw[index].corners)[0])


def _picture(die: ProofDie) -> Picture:
    kind, face = die.shows
    known = kind in TYPES and face in {each.value for each in FACES[DieType(kind)]}
    return Picture(f"die/{kind}/{face}" if known else "symbol/pips")
