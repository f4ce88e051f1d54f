"""Presenter of the wizard that creates a profile: its checks, instructions and frame content."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from companion.games.roll.model.dice import FACES, DieType, Face
from companion.i18n import N_
from companion.session.calibration_ports import (
    Calibration,
    ProofDie,
    Signal,
    Stage,
    StepLight,
    WizardView,
)
from kivy_ui.calibration.dice_names import TYPES, dice_of, error_text
from kivy_ui.common.outlines import Outline, PictureModel
from kivy_ui.common.side_frame import SideFrame
from kivy_ui.common.ui_context import UiContext

_STEPS: Final = MappingProxyType(
    {
        "camera": (N_("Camera"), N_("Whether the camera delivers images.")),
        "mats": (N_("Calibration mat"), N_("Whether the whole calibration mat is in view.")),
        "die_size": (
            N_("Size of the dice"), N_("Width of a die in the image: closer is more reliable.")
        ),
        "sharpness": (N_("Sharpness"), N_("How sharp the image is: lens, focus, steady camera.")),
        "exposure": (N_("Exposure"), N_("How bright white paper is in the image.")),
        "clipping": (N_("Glare on the dice"), N_("How much of the dice is over- or underexposed.")),
        "banding": (N_("Lamp flicker"), N_("How much the lamp flickers at mains frequency.")),
        "print": (
            N_("Print scale"), N_("How wide a die is, measured on the mat: shows the print scale.")
        ),
        "white": (N_("White paper"), N_("How much brighter one side of the mat is.")),
        "dice": (N_("Dice on their places"), N_("Whether one die of each colour is on its place.")),
        "colours": (N_("Dice colours"), N_("How different the two most similar colours are.")),
        "lock": (
            N_("Camera locked"),
            N_("Whether exposure, gain, white balance and focus stay constant."),
        ),
    }
)  # fmt: skip
_ICONS: Final = MappingProxyType(
    {Signal.WAIT: "minus", Signal.GREEN: "check", Signal.YELLOW: "doubt", Signal.RED: "error"}
)
_MISSING: Final = "die_missing"
"""Code of the error for places without a die."""


@dataclass(frozen=True, slots=True)
class StepRow:
    """A check with its traffic light.

    Attributes:
        value: the result as a number, if there is one.
        advice: one sentence: what is checked, or what to do.
        dice: dice named in the advice; they are drawn.
    """

    key: str
    name: str
    icon: str
    signal: Signal
    value: str
    advice: str
    dice: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ThrownDie:
    """A die of a test roll as read by the camera; ``index`` identifies it for a correction."""

    index: int
    die: str
    face: str
    doubtful: bool


@dataclass(frozen=True, slots=True)
class WizardModel:
    """Content of the wizard without the window frame.

    Attributes:
        lights: failed checks, the worst first, then one row each for passed and pending checks; in
            the last stage the expected reading accuracy.
        worst: key of the check that the advice is about.
        dice: dice that the advice is about.
        throw: the dice of a test roll from left to right.
        advice: one sentence: what to do now.
        share: 0..1, expected reading accuracy; negative before the last stage.
        name: name of the new profile; empty before the last stage.
    """

    rows: tuple[StepRow, ...]
    lights: tuple[StepRow, ...]
    advice: str
    picture: PictureModel
    can_skip: bool
    name: str
    worst: str = ""
    dice: tuple[str, ...] = ()
    throw: tuple[ThrownDie, ...] = ()
    share: float = -1.0


class WizardPresenter:
    """Presenter of the wizard.

    Attributes:
        name: name of the new profile.

    Args:
        ui: the shared context of all presenters.
    """

    def __init__(self, ui: UiContext) -> None:
        self._ui = ui
        self.name = ""

    @property
    def _machine(self) -> Calibration:
        return self._ui.settings.services.calibration

    def view(self) -> WizardView | None:
        """Return the state of the wizard; None if it is not running."""
        return self._machine.wizard()

    def begin(self) -> None:
        """Start the wizard."""
        self.name = self.free_name()
        self._machine.begin()

    def cancel(self) -> None:
        """Cancel the wizard without any change."""
        self._machine.cancel()

    def skip(self) -> None:
        """Skip the remaining test rolls."""
        self._machine.skip()

    def correct(self, index: int, die: DieType, face: Face) -> None:
        """Correct a misread die of the test roll."""
        if face in FACES[die]:
            self._machine.correct(index, die.value, face.value)

    def die_at(self, index: int) -> tuple[DieType, Face | None] | None:
        """Return the die of the test roll with this index, for correction; None if it is gone."""
        view = self._machine.wizard()
        if view is None or index >= len(view.throw):
            return None
        die = view.throw[index]
        kind = DieType(die.die) if die.die in TYPES else DieType.HOME
        known = {face.value for face in FACES[kind]}
        return kind, Face(die.face) if die.face in known else None

    def model(self) -> WizardModel | None:
        """Return the content of the wizard; None if it is not running."""
        view = self._machine.wizard()
        if view is None:
            return None
        outlines = tuple(
            Outline(die.corners, *die.shows, die.doubtful and die.correction is None, index)
            for index, die in enumerate(view.throw)
        )
        rows = tuple(self._row(step) for step in view.steps)
        worst = _worst(rows) if view.stage is Stage.LOOK else None
        return WizardModel(
            rows=rows,
            lights=self._lights(view, rows),
            advice=self._advice(view, worst),
            picture=PictureModel(view.picture, outlines),
            can_skip=view.stage is Stage.PROVE,
            name=self.name if view.stage is Stage.KEEP else "",
            worst=worst.key if worst is not None else "",
            dice=worst.dice if worst is not None else (),
            throw=_as_they_lie(view.throw),
            share=view.accuracy if view.stage is Stage.KEEP else -1.0,
        )

    @property
    def doubtful(self) -> int | None:
        """Index of the first doubtful die of the test roll."""
        view = self._machine.wizard()
        throw = view.throw if view is not None and view.stage is Stage.PROVE else ()
        return next((each.index for each in _as_they_lie(throw) if each.doubtful), None)

    def replaces(self) -> bool:
        """Return whether a profile of this name exists."""
        return any(line.name == self.name for line in self._machine.profiles())

    def _row(self, step: StepLight) -> StepRow:
        """Return a check as a row, with a different icon for each signal."""
        translate = self._ui.translate
        name, about = _STEPS.get(step.key, (step.key, ""))
        advice = translate(about) if about else ""
        if step.advice is not None:
            text = error_text(self._ui)
            missing = step.advice.code == _MISSING
            # The missing dice are drawn below the text.
            advice = text.hint(step.advice) if missing else text.sentence(step.advice)
        dice, icon = dice_of(step.advice), _ICONS[step.signal]
        return StepRow(step.key, translate(name), icon, step.signal, "", advice, dice)

    def _lights(self, view: WizardView, rows: tuple[StepRow, ...]) -> tuple[StepRow, ...]:
        """Return failed checks, and one row each for the numbers of passed and pending checks."""
        translate = self._ui.translate
        if view.stage is Stage.KEEP:
            share = f"{100 * view.accuracy:.1f} %"
            read, icon = translate("Dice recognised"), _ICONS[Signal.GREEN]
            return (StepRow("accuracy", read, icon, Signal.GREEN, share, ""),)
        if view.stage is not Stage.LOOK or view.picture is None:
            return ()

        def of(signal: Signal) -> list[StepRow]:
            return [row for row in rows if row.signal is signal]

        good, unseen = len(of(Signal.GREEN)), len(of(Signal.WAIT))
        passed = translate.plural("%(count)s check passed", "%(count)s checks passed", good)
        coming = translate.plural("%(count)s check pending", "%(count)s checks pending", unseen)
        folded = ((good, Signal.GREEN, passed), (unseen, Signal.WAIT, coming))
        return (
            *of(Signal.RED),
            *of(Signal.YELLOW),
            *(
                StepRow(signal.value, words, _ICONS[signal], signal, "", "")
                for count, signal, words in folded
                if count
            ),
        )

    def _advice(self, view: WizardView, worst: StepRow | None) -> str:
        translate = self._ui.translate
        if view.hidden:
            return translate("Players choose behind their screens: the camera is paused.")
        if view.fault is not None:
            return error_text(self._ui).sentence(view.fault)
        if view.stage is Stage.PROVE:
            if self.doubtful is not None:
                return translate("The camera is not sure of the dashed die.")
            if view.throw:
                return translate("Do the dice show this? Tap a die that was misread.")
            return translate("Take the dice off the mat and roll them under the camera.")
        if view.stage is Stage.KEEP:
            if self.replaces():
                return translate(
                    "A profile with this name exists and will be replaced. Its faces and drawn "
                    "places are kept."
                )
            return translate("Give the profile a name: the room, the lamp, the time of day.")
        if worst is not None:
            return worst.advice
        return translate(
            "Put the calibration mat under the camera, one die of each colour on its place."
        )

    def free_name(self) -> str:
        """Return a default name that no profile has."""
        taken = {line.name for line in self._machine.profiles()}
        translate = self._ui.translate
        number = 1
        while translate("Light %(number)s", number=number) in taken:
            number += 1
        return translate("Light %(number)s", number=number)

    def frame(self, view: WizardView) -> SideFrame:
        """Return the content of the window's frame."""
        translate = self._ui.translate
        title = translate("New calibration")
        if view.stage is Stage.LOOK:
            if view.picture is None and not view.hidden:
                return SideFrame(
                    title,
                    translate("It continues as soon as there is one."),
                    "waiting",
                    primary_enabled=False,
                )
            status = translate(
                "Good images: %(done)s of %(all)s. Then it continues automatically.",
                done=view.steady,
                all=view.steady_wanted,
            )
            return SideFrame(title, status, "waiting", primary_enabled=False)
        if view.stage is Stage.PROVE:
            doubtful = self.doubtful is not None
            status = translate(
                "Test roll %(number)s of %(all)s",
                number=view.throws + 1,
                all=view.throws_wanted,
            )
            return SideFrame(
                title,
                status,
                "info" if view.throw else "waiting",
                translate("Name this die") if doubtful else translate("All right"),
                primary_enabled=bool(view.throw),
                can_undo=True,
            )
        return SideFrame(
            title,
            translate("This profile is used to read the dice once it is saved."),
            "info",
            translate("Save"),
            primary_enabled=bool(self.name.strip()),
            can_undo=True,
        )


def _worst(rows: tuple[StepRow, ...]) -> StepRow | None:
    """Return the check to fix first."""
    signals = (Signal.RED, Signal.YELLOW)
    return next((row for signal in signals for row in rows if row.signal is signal), None)


def _as_they_lie(throw: tuple[ProofDie, ...]) -> tuple[ThrownDie, ...]:
    """Return the dice from left to right, as in the picture."""
    dice = [
        ThrownDie(index, *die.shows, die.doubtful and die.correction is None)
        for index, die in enumerate(throw)
    ]
    return tuple(sorted(dice, key=lambda each: throw[each.index].corners[0][0]))
