"""The wizard that makes a profile: its lights, what to do now, its part of the frame."""

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
        "camera": (N_("Camera"), N_("Whether the camera gives pictures.")),
        "mats": (N_("Calibration mat"), N_("Whether the whole calibration mat is in view.")),
        "die_size": (
            N_("Size of the dice"), N_("Width of a die in the picture: closer is more reliable.")
        ),
        "sharpness": (N_("Sharpness"), N_("How sharp the picture is: lens, focus, steady camera.")),
        "exposure": (N_("Exposure"), N_("How bright white paper is in the picture.")),
        "clipping": (N_("Glare on the dice"), N_("How much of the dice is plain white or black.")),
        "banding": (N_("Flicker of the lamp"), N_("How much the lamp flickers with the mains.")),
        "print": (
            N_("Size of the print"), N_("How wide a die is by the mat: tells how it was printed.")
        ),
        "white": (N_("White paper"), N_("How much brighter the mat is at one side.")),
        "dice": (N_("Dice on their places"), N_("Whether one die of each colour is on its place.")),
        "colours": (N_("Dice colours"), N_("How far the two most alike colours are apart.")),
        "lock": (
            N_("Camera held still"),
            N_("Whether exposure, gain, white balance and focus stay as they are."),
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
    """A traffic light.

    Attributes:
        value: how good it is, where a number says it.
        advice: one sentence: what it looks at, or what to do.
        dice: that it names; they are drawn.
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
    """A die of a throw as it was read; ``index`` corrects it."""

    index: int
    die: str
    face: str
    doubtful: bool


@dataclass(frozen=True, slots=True)
class WizardModel:
    """Everything of the wizard but the frame.

    Attributes:
        lights: what is to be mended, the worst first, then the others in a line each of one kind;
            at the end how surely the dice will be read.
        worst: key of the light that the advice is about.
        dice: that the advice is about.
        throw: the dice of a throw from left to right.
        advice: one sentence: what to do now.
        share: 0 to 1, how surely the dice will be read; below 0 before the last stage.
        name: of the profile to be kept; empty before the last stage.
    """

    stage: Stage
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
    """Behaviour of the wizard.

    Attributes:
        name: of the profile that is made.

    Args:
        ui: the presenters' ui.
    """

    def __init__(self, ui: UiContext) -> None:
        self._ui = ui
        self.name = ""

    @property
    def _machine(self) -> Calibration:
        return self._ui.settings.services.calibration

    def view(self) -> WizardView | None:
        """The machine's wizard; None while none runs."""
        return self._machine.wizard()

    def begin(self) -> None:
        """Start the wizard."""
        self.name = self.free_name()
        self._machine.begin()

    def cancel(self) -> None:
        """End the wizard; everything is as it was."""
        self._machine.cancel()

    def skip(self) -> None:
        """Do without more proof throws."""
        self._machine.skip()

    def correct(self, index: int, die: DieType, face: Face) -> None:
        """A die of the throw shows something else."""
        if face in FACES[die]:
            self._machine.correct(index, die.value, face.value)

    def die_at(self, index: int) -> tuple[DieType, Face | None] | None:
        """The die of the throw with this index, for correcting it; None where it is gone."""
        view = self._machine.wizard()
        if view is None or index >= len(view.throw):
            return None
        die = view.throw[index]
        kind = DieType(die.die) if die.die in TYPES else DieType.HOME
        known = {face.value for face in FACES[kind]}
        return kind, Face(die.face) if die.face in known else None

    def model(self) -> WizardModel | None:
        """What the wizard shows; None while none runs."""
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
            stage=view.stage,
            rows=rows,
            lights=self._lights(view, rows),
            advice=self._advice(view, worst),
            picture=PictureModel(view.picture, outlines, live=True),
            can_skip=view.stage is Stage.PROVE,
            name=self.name if view.stage is Stage.KEEP else "",
            worst=worst.key if worst is not None else "",
            dice=worst.dice if worst is not None else (),
            throw=_as_they_lie(view.throw),
            share=view.accuracy if view.stage is Stage.KEEP else -1.0,
        )

    @property
    def doubtful(self) -> int | None:
        """Index of the first die of the throw that nobody is sure of."""
        view = self._machine.wizard()
        throw = view.throw if view is not None and view.stage is Stage.PROVE else ()
        return next((each.index for each in _as_they_lie(throw) if each.doubtful), None)

    def replaces(self) -> bool:
        """Whether there is a profile of that name already."""
        return any(line.name == self.name for line in self._machine.profiles())

    def _row(self, step: StepLight) -> StepRow:
        """A light: a sign of its own for each signal, its sentence at a tap."""
        translate = self._ui.translate
        name, about = _STEPS.get(step.key, (step.key, ""))
        advice = translate(about) if about else ""
        if step.advice is not None:
            text = error_text(self._ui)
            missing = step.advice.code == _MISSING
            # The missing dice are drawn below the words.
            advice = text.hint(step.advice) if missing else text.sentence(step.advice)
        dice, icon = dice_of(step.advice), _ICONS[step.signal]
        return StepRow(step.key, translate(name), icon, step.signal, "", advice, dice)

    def _lights(self, view: WizardView, rows: tuple[StepRow, ...]) -> tuple[StepRow, ...]:
        """What is to be mended first, what is good or not seen yet folded."""
        translate = self._ui.translate
        if view.stage is Stage.KEEP:
            share = f"{100 * view.accuracy:.1f} %"
            read, sign = translate("Dice read right"), _ICONS[Signal.GREEN]
            return (StepRow("accuracy", read, sign, Signal.GREEN, share, ""),)
        if view.stage is not Stage.LOOK or view.picture is None:
            return ()

        def of(signal: Signal) -> list[StepRow]:
            return [row for row in rows if row.signal is signal]

        good, unseen = len(of(Signal.GREEN)), len(of(Signal.WAIT))
        passed = translate.plural("%(count)s check passed", "%(count)s checks passed", good)
        coming = translate.plural("%(count)s check to come", "%(count)s checks to come", unseen)
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
            return translate("Players choose behind their screens: the camera waits.")
        if view.fault is not None:
            return error_text(self._ui).sentence(view.fault)
        if view.stage is Stage.PROVE:
            if self.doubtful is not None:
                return translate("The camera is not sure of the dashed die.")
            if view.throw:
                return translate("Do the dice show this? Tap a die that was misread.")
            return translate("Take the dice off their places and throw them under the camera.")
        if view.stage is Stage.KEEP:
            if self.replaces():
                return translate(
                    "There is a profile of this name: it will be replaced. Its faces and drawn "
                    "places stay."
                )
            return translate("Give the profile a name: the room, the lamp, the time of day.")
        if worst is not None:
            return worst.advice
        return translate(
            "Put the calibration mat under the camera, one die of each colour on its place."
        )

    def free_name(self) -> str:
        """A name that no profile has yet."""
        taken = {line.name for line in self._machine.profiles()}
        translate = self._ui.translate
        number = 1
        while translate("Light %(number)s", number=number) in taken:
            number += 1
        return translate("Light %(number)s", number=number)

    def frame(self, view: WizardView) -> SideFrame:
        """Title, what is awaited, and the next step."""
        translate = self._ui.translate
        title = translate("New calibration")
        if view.stage is Stage.LOOK:
            if view.picture is None and not view.hidden:
                return SideFrame(
                    title,
                    translate("It goes on as soon as there is one."),
                    "waiting",
                    primary_enabled=False,
                )
            status = translate(
                "Good pictures: %(done)s of %(all)s. Then it goes on by itself.",
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
            translate("The dice are read by this profile once it is kept."),
            "info",
            translate("Keep"),
            primary_enabled=bool(self.name.strip()),
            can_undo=True,
        )


def _worst(rows: tuple[StepRow, ...]) -> StepRow | None:
    """The light that is to be mended first."""
    signals = (Signal.RED, Signal.YELLOW)
    return next((row for signal in signals for row in rows if row.signal is signal), None)


def _as_they_lie(throw: tuple[ProofDie, ...]) -> tuple[ThrownDie, ...]:
    """The dice from left to right, as in the picture."""
    dice = [
        ThrownDie(index, *die.shows, die.doubtful and die.correction is None)
        for index, die in enumerate(throw)
    ]
    return tuple(sorted(dice, key=lambda each: throw[each.index].corners[0][0]))
