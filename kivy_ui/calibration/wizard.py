"""Pages of the wizard that makes a profile: the checks, test rolls with corrections, the name."""

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from companion.errors import CompanionError
from companion.games.roll.model.dice import FACES, DieType, Place, PlacedDie
from companion.games.roll.phases.reveal import CorrectDie
from companion.i18n import N_
from companion.session.calibration_ports import ProofDie, Signal, Stage, StepLight, WizardView
from companion.session.table_port import MatPicture
from kivy_ui.calibration.desk import DOUBT, GOOD, Desk, Part
from kivy_ui.calibration.faces import ROLL
from kivy_ui.common.outlines import photograph, upright
from kivy_ui.common.page_source import Said
from kivy_ui.common.stacked_pages import do
from kivy_ui.games.roll.mats.dice_pages import DicePages, LyingDice
from kivy_ui.games.roll.texts.error_text import DICE_PARAMS
from kivy_ui.pages.listing import List, Row
from kivy_ui.pages.page import Card, Main, Note, Page, Picture, Seat, Side
from kivy_ui.pages.photos import Found, Photo

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


class Wizard(DicePages, Part):
    """The pages of the wizard."""

    live = True

    def __init__(self, desk: Desk, keep: Callable[[str], None]) -> None:
        super().__init__(desk)
        self._keep = keep
        self._name = ""
        self._check = ""
        self.leads_to = do(self.cancel)

    def begin(self, name: str) -> None:
        """Start the wizard, for a profile of this name."""
        self.enter()
        self._name, self._check = name, ""
        self.machine.begin()

    @property
    def can_undo(self) -> bool:
        return self._view.stage is not Stage.LOOK and not self.covered

    def undo(self) -> None:
        self.machine.back()

    @property
    def _view(self) -> WizardView:
        view = self.machine.wizard()
        if view is None:
            raise LookupError("the wizard does not run")
        return view

    def first(self) -> Page:
        view = self._view
        match view.stage:
            case Stage.LOOK:
                return self._looking(view)
            case Stage.PROVE:
                return self._proving(view)
            case Stage.KEEP:
                return self._keeping(view)

    # --- the checks ------------------------------------------------------------------------------

    def _looking(self, view: WizardView) -> Page:
        """Return the picture with the first thing to put right, and what else is wrong."""
        translate = self.translate
        failed = [step for signal in _BAD for step in view.steps if step.signal is signal]
        told = next((step for step in failed if step.key == self._check), None)
        told = told or next(iter(failed), None)
        lines = self.in_the_way(view)
        asked = translate("Do this first")
        dice = _dice_of(told.advice if told else None)
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
        )

    def _advice(self, step: StepLight) -> tuple[str, ...]:
        if step.advice is None:
            return (self.translate(_CHECKS.get(step.key, step.key)),)
        lines = self.what_to_do(step.advice)
        return lines[:1] if step.advice.code == _MISSING else lines

    def _checks(
        self, view: WizardView, failed: list[StepLight], told: StepLight | None
    ) -> tuple[Card, ...]:
        """Return a card for each failed check, if there are several, then the numbers of others."""
        translate = self.translate
        icons = {Signal.RED: Picture("symbol/error"), Signal.YELLOW: DOUBT}
        cards = [
            Card(do(self._tell, step.key), (icons[step.signal],),
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

    def _tell(self, check: str) -> None:
        self._check = check

    # --- test rolls ------------------------------------------------------------------------------

    def _proving(self, view: WizardView) -> Page:
        """Return the picture of a test roll with how each die was read."""
        translate, lines = self.translate, self.in_the_way(view)
        roll = translate("Test roll %(number)s of %(all)s", number=view.throws + 1,
                         all=view.throws_wanted)  # fmt: skip
        doubtful = next(iter(_doubtful(view.throw)), None)
        skip = Side(do(self.machine.skip), translate("Skip"), "skip")
        misread = translate("Tap a die that was misread.")
        main = Main(translate("All right"), do(self.machine.confirm), "tick")
        asked = translate("Do the dice show this?")
        if not view.throw:
            asked, main = translate("Roll the dice under the camera"), Main(roll)
            lines = lines or (translate("Take the dice off the mat and roll them."),)
        elif doubtful is not None:
            asked = translate("The camera is not sure of one die")
            main = Main(translate("Name this die"), do(self.correct, doubtful), "pencil")
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
                key=do(self.correct_nearest) if view.throw else None,
            ),
            note=Note((misread,), icon="symbol/hand", button=skip) if view.throw else None,
            side=() if view.throw else (skip,),
            main=main,
        )

    @property
    def above(self) -> str:
        return self.translate("New calibration")

    @property
    def lying(self) -> LyingDice:
        """The dice of the test roll; one that is of no known kind may be any."""
        view, dice = self._view, []
        for each in view.throw:
            kind, face = each.shows
            die = DieType(kind) if kind in ROLL else DieType.HOME
            shown = next((each for each in FACES[die] if each.value == face), FACES[die][0])
            dice.append(PlacedDie(die, shown, Place(None)))
        outlines = tuple(die.corners for die in view.throw)
        seen = MatPicture(0, view.picture, outlines) if view.picture else None
        return LyingDice(Seat(0, "", ""), tuple(dice), seen)

    def die(self, die: PlacedDie, index: int | None) -> Page | None:
        """Ask what a die of the test roll shows; it lies nowhere else."""
        page = super().die(die, index)
        return None if page is None else replace(page, side=())

    def touch(self, key: object) -> Said:
        if not isinstance(key, CorrectDie):
            return super().touch(key)
        self.machine.correct(key.index, key.die.type.value, key.die.face.value)
        self.back()
        return None

    # --- the end ---------------------------------------------------------------------------------

    def _keeping(self, view: WizardView) -> Page:
        """Return the name, and how the dice of the test rolls were read."""
        translate = self.translate
        exists = any(line.name == self._name for line in self.machine.profiles())
        told = translate("Dice are read with it as soon as it is saved.")
        if exists:
            told = translate("It replaces the profile of this name; faces and places are kept.")
        seen = Picture("symbol/brightness")
        if view.picture is not None:
            seen = Picture("", photo=photograph(view.picture))
        hint = translate("the room, the lamp, the time of day")
        return Page(
            translate("New calibration"),
            translate("Name the profile"),
            List(
                (
                    Row(do(self.ask_name, self._name, do(self._rename)), self._name, (seen,), hint),
                    Row(None, self.how_read(view.proof), (Picture("symbol/pips"),)),
                )
            ),
            note=Note((told,), icon="symbol/swap" if exists else "symbol/info"),
            main=Main(translate("Save"), do(self._keep, self._name), "tick"),
        )

    def _rename(self, name: str) -> None:
        self._name = name
        self.back()


def _is_doubtful(die: ProofDie) -> bool:
    return die.doubtful and die.correction is None


def _doubtful(throw: tuple[ProofDie, ...]) -> list[int]:
    """Return the indices of the doubtful dice, from left to right."""
    found = [index for index, die in enumerate(throw) if _is_doubtful(die)]
    return sorted(found, key=lambda index: upright(throw[index].corners)[0])


def _picture(die: ProofDie) -> Picture:
    kind, face = die.shows
    known = face in ROLL.get(kind, ())
    return Picture(f"die/{kind}/{face}" if known else "symbol/pips")


def _dice_of(error: CompanionError | None) -> tuple[str, ...]:
    """Return the keys of the dice named in an error."""
    values = error.params if error is not None else {}
    named = [str(values[name]) for name in DICE_PARAMS if name in values]
    keys = (part.strip().replace(" ", "_") for text in named for part in text.split(","))
    return tuple(key for key in keys if key in ROLL)
