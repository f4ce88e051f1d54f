"""The wizard that makes a profile: its lights, what to do now, its part of the frame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from companion.games.roll.model.dice import FACES, DieType, Face
from companion.i18n import N_
from companion.session.calibration_ports import (
    Calibration,
    Signal,
    Stage,
    StepLight,
    WizardView,
)
from kivy_ui.calibration.dice_names import TYPES, error_text
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
_UNITS: Final[MappingProxyType[str, Callable[[float], str]]] = MappingProxyType(
    {
        "die_size": lambda value: f"{value:.0f} px",
        "print": lambda value: f"{value:.1f} mm",
        "exposure": lambda value: f"{100 * value:.0f} %",
        "clipping": lambda value: f"{100 * value:.0f} %",
        "banding": lambda value: f"{100 * value:.0f} %",
        "white": lambda value: f"{value:.1f} : 1",
        "colours": lambda value: f"{value:.0f}",
    }
)


_VERDICTS: Final = MappingProxyType(
    {
        Signal.WAIT: N_("not seen yet"),
        Signal.GREEN: "",
        Signal.YELLOW: N_("could be better"),
        Signal.RED: N_("not yet"),
    }
)


@dataclass(frozen=True, slots=True)
class StepRow:
    """A traffic light.

    Attributes:
        verdict: the number behind the light, or the light as a word.
        advice: one sentence: what it looks at, or what to do.
    """

    key: str
    name: str
    icon: str
    signal: Signal
    verdict: str
    advice: str


@dataclass(frozen=True, slots=True)
class WizardModel:
    """Everything of the wizard but the frame.

    Attributes:
        lights: what is to be mended, the worst first, then the others in a line each of one kind;
            at the end how surely the dice will be read.
        advice: one sentence: what to do now.
        name: of the profile to be kept; empty before the last stage.
    """

    stage: Stage
    rows: tuple[StepRow, ...]
    lights: tuple[StepRow, ...]
    advice: str
    picture: PictureModel
    can_skip: bool
    name: str


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
        return WizardModel(
            stage=view.stage,
            rows=rows,
            lights=self._lights(view, rows),
            advice=self._advice(view, rows),
            picture=PictureModel(view.picture, outlines, live=True),
            can_skip=view.stage is Stage.PROVE,
            name=self.name if view.stage is Stage.KEEP else "",
        )

    def replaces(self) -> bool:
        """Whether there is a profile of that name already."""
        return any(line.name == self.name for line in self._machine.profiles())

    def _row(self, step: StepLight) -> StepRow:
        """A light; a good one is only its sign, others have a number or a word."""
        translate = self._ui.translate
        verdict = translate(_VERDICTS[step.signal]) if _VERDICTS[step.signal] else ""
        if step.value is not None and step.key in _UNITS and step.signal is not Signal.GREEN:
            verdict = _UNITS[step.key](step.value)
        name, about = _STEPS.get(step.key, (step.key, ""))
        advice = translate(about) if about else ""
        if step.advice is not None:
            advice = error_text(self._ui).sentence(step.advice)
        return StepRow(step.key, translate(name), _ICONS[step.signal], step.signal, verdict, advice)

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

    def _advice(self, view: WizardView, rows: tuple[StepRow, ...]) -> str:
        translate = self._ui.translate
        if view.hidden:
            return translate("Players choose behind their screens: the camera waits.")
        if view.fault is not None:
            return error_text(self._ui).sentence(view.fault)
        if view.stage is Stage.PROVE:
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
        worst = next((row for row in rows if row.signal is Signal.RED), None) or next(
            (row for row in rows if row.signal is Signal.YELLOW), None
        )
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
            status = translate(
                "Good pictures: %(done)s of %(all)s", done=view.steady, all=view.steady_wanted
            )
            sign = "waiting" if view.picture is not None or view.hidden else "doubt"
            return SideFrame(title, status, sign, translate("Go on"), primary_enabled=False)
        if view.stage is Stage.PROVE:
            doubtful = any(die.doubtful and die.correction is None for die in view.throw)
            status = translate(
                "Test roll %(number)s of %(all)s",
                number=view.throws + 1,
                all=view.throws_wanted,
            )
            return SideFrame(
                title,
                status,
                "info" if view.throw else "waiting",
                translate("Tap the doubtful die") if doubtful else translate("All right"),
                primary_enabled=bool(view.throw) and not doubtful,
                can_undo=True,
            )
        return SideFrame(
            title,
            translate("The profile is used from now on."),
            "info",
            translate("Keep"),
            primary_enabled=bool(self.name.strip()),
            can_undo=True,
        )
