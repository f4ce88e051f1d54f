"""The wizard that makes a profile, and what the calibration's screen puts into the frame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from companion.errors import CompanionError
from companion.games.roll.dice import FACES, DieType, Face
from companion.i18n import N_
from companion.session.calibration_ports import (
    Calibration,
    Signal,
    Stage,
    StepLight,
    WizardView,
)
from kivy_ui.presenters.desk import Desk
from kivy_ui.presenters.outlines import Outline, PictureModel
from kivy_ui.presenters.profiles import Mode, ProfilesPresenter, die_name
from kivy_ui.presenters.side_frame import SideFrame

_STEPS: Final = MappingProxyType(
    {
        "camera": N_("Camera"),
        "mats": N_("Calibration mat"),
        "die_size": N_("Size of the dice"),
        "sharpness": N_("Sharpness"),
        "exposure": N_("Exposure"),
        "clipping": N_("Blown-out dice"),
        "banding": N_("Stripes of the lamp"),
        "print": N_("Print"),
        "white": N_("White paper"),
        "dice": N_("Dice on their places"),
        "colours": N_("Colours apart"),
    }
)
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
        "colours": lambda value: f"ΔE {value:.0f}",
    }
)
_TYPES: Final = frozenset(die.value for die in DieType)


@dataclass(frozen=True, slots=True)
class StepRow:
    """A traffic light: symbol, name, the number behind it, and what to do."""

    key: str
    name: str
    icon: str
    signal: Signal
    value: str
    advice: str


@dataclass(frozen=True, slots=True)
class WizardModel:
    """Everything of the wizard but the frame.

    Attributes:
        advice: one sentence: what to do now.
        name: of the profile to be kept; empty before the last stage.
    """

    stage: Stage
    rows: tuple[StepRow, ...]
    advice: str
    picture: PictureModel
    can_skip: bool
    name: str


class CalibratePresenter:
    """Behaviour of the calibration's screen.

    Attributes:
        profiles: the list and the page.
        name: of the profile that is made.
        said: the newest error.
        notice: the newest good news, told once.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.profiles = ProfilesPresenter(desk, self._tell)
        self._refreshing = ""
        self.name = ""
        self.said: CompanionError | None = None
        self.notice = ""

    # --- coming and going ------------------------------------------------------------------------

    def enter(self) -> None:
        """Show the profiles, and how they fit the present light."""
        self.profiles.close()
        self.said, self.notice, self._refreshing = None, "", ""
        self._machine.compare()

    @property
    def mode(self) -> Mode:
        """What is shown."""
        if self._machine.wizard() is not None:
            return Mode.WIZARD
        return Mode.PAGE if self.profiles.opened else Mode.LIST

    def state(self) -> object:
        """What is shown and may change by itself."""
        machine = self._machine
        return machine.profiles(), machine.wizard(), self._refreshing, self.notice, self.said

    def tick(self) -> None:
        """Hear how taking the light went."""
        outcome = self._machine.refreshed()
        if outcome is None:
            return
        name, self._refreshing = self._refreshing, ""
        if isinstance(outcome, CompanionError):
            self.said = outcome
        else:
            self.notice = self._desk.words.translate("%(name)s has the light of now.", name=name)

    def take_news(self) -> tuple[str, str, str] | None:
        """Return what is to be told, once: sentence, what to do, symbol."""
        said, notice = self.said, self.notice
        self.said, self.notice = None, ""
        if said is not None:
            return self.message(said), self.hint(said), "error"
        return (notice, "", "info") if notice else None

    @property
    def _machine(self) -> Calibration:
        return self._desk.settings.services.calibration

    # --- a profile -------------------------------------------------------------------------------

    def delete(self) -> None:
        """Remove the opened profile."""
        name = self.profiles.opened
        self.profiles.close()
        self._guarded(lambda: self._machine.delete(name))

    def refresh_light(self, name: str = "") -> None:
        """Take the light of the next picture into the opened profile, or into *name*."""
        self._refreshing = name or self.profiles.opened
        self._machine.refresh_light(self._refreshing)

    # --- the wizard ------------------------------------------------------------------------------

    def begin(self) -> None:
        """Start the wizard."""
        self.said = None
        self.name = self._free_name()
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
        kind = DieType(die.die) if die.die in _TYPES else DieType.HOME
        known = {face.value for face in FACES[kind]}
        return kind, Face(die.face) if die.face in known else None

    def wizard_model(self) -> WizardModel | None:
        """What the wizard shows; None while none runs."""
        view = self._machine.wizard()
        if view is None:
            return None
        outlines = tuple(
            Outline(die.corners, die.die, die.face, die.doubtful, index)
            for index, die in enumerate(view.throw)
        )
        rows = tuple(self._row(step) for step in view.steps)
        return WizardModel(
            stage=view.stage,
            rows=rows,
            advice=self._advice(view, rows),
            picture=PictureModel(view.picture, outlines, live=True),
            can_skip=view.stage is Stage.PROVE,
            name=self.name if view.stage is Stage.KEEP else "",
        )

    def replaces(self) -> bool:
        """Whether there is a profile of that name already."""
        return any(line.name == self.name for line in self._machine.profiles())

    def _row(self, step: StepLight) -> StepRow:
        name = self._desk.words.translate(_STEPS[step.key]) if step.key in _STEPS else step.key
        value = ""
        if step.value is not None and step.key in _UNITS:
            value = _UNITS[step.key](step.value)
        advice = ""
        if step.advice is not None:
            advice = self.sentence(step.advice)
        return StepRow(step.key, name, _ICONS[step.signal], step.signal, value, advice)

    def _advice(self, view: WizardView, rows: tuple[StepRow, ...]) -> str:
        translate = self._desk.words.translate
        if view.hidden:
            return translate("Players choose behind their screens: the camera waits.")
        if view.fault is not None:
            return self.sentence(view.fault)
        if view.stage is Stage.PROVE:
            if view.throw:
                return translate("Do the dice show this? Tap a die that was misread.")
            return translate("Take the dice off their places and throw them under the camera.")
        if view.stage is Stage.KEEP:
            if self.replaces():
                return translate("There is a profile of this name: it will be replaced.")
            return translate("Give the profile a name: the room, the lamp, the time of day.")
        worst = next((row for row in rows if row.signal is Signal.RED), None) or next(
            (row for row in rows if row.signal is Signal.YELLOW), None
        )
        if worst is not None:
            return worst.advice
        return translate(
            "Put the calibration mat under the camera, one die of each colour on its place."
        )

    def _free_name(self) -> str:
        taken = {line.name for line in self._machine.profiles()}
        translate = self._desk.words.translate
        number = 1
        while translate("Light %(number)s", number=number) in taken:
            number += 1
        return translate("Light %(number)s", number=number)

    # --- the frame -------------------------------------------------------------------------------

    def frame(self) -> SideFrame:
        """Title, what is awaited, and the next step."""
        translate = self._desk.words.translate
        view = self._machine.wizard()
        if view is not None:
            return self._wizard_frame(view)
        opened = self.profiles.opened
        if self._refreshing:
            return SideFrame(
                title=opened or translate("Calibration"),
                status=translate("Looking at the light: leave a mat in view."),
                status_icon="waiting",
            )
        if opened:
            used = any(line.used for line in self._machine.profiles() if line.name == opened)
            return SideFrame(
                title=opened,
                status=translate("In use") if used else "",
                primary_text="" if used else translate("Use this profile"),
            )
        return SideFrame(
            title=translate("Calibration"),
            status=translate("A profile holds camera, light and dice of one place."),
            primary_text=translate("New calibration"),
        )

    def _wizard_frame(self, view: WizardView) -> SideFrame:
        translate = self._desk.words.translate
        title = translate("New calibration")
        if view.stage is Stage.LOOK:
            status = translate(
                "Good pictures: %(done)s of %(all)s", done=view.steady, all=view.steady_wanted
            )
            return SideFrame(title, status, "waiting", translate("Go on"), primary_enabled=False)
        if view.stage is Stage.PROVE:
            status = translate(
                "Proof throw %(number)s of %(all)s",
                number=view.throws + 1,
                all=view.throws_wanted,
            )
            return SideFrame(
                title,
                status,
                "info" if view.throw else "waiting",
                translate("All right"),
                primary_enabled=bool(view.throw),
                can_undo=True,
            )
        share = f"{100 * view.accuracy:.1f} %"
        status = translate("About %(share)s of the dice will be read right.", share=share)
        return SideFrame(
            title,
            status,
            "info",
            translate("Keep"),
            primary_enabled=bool(self.name.strip()),
            can_undo=True,
        )

    def primary(self) -> None:
        """The main button: the next step of what is shown."""
        view = self._machine.wizard()
        if view is None:
            if self._refreshing:
                return
            if self.profiles.opened:
                self._machine.choose(self.profiles.opened)
            else:
                self.begin()
        elif view.stage is Stage.PROVE:
            self._machine.confirm()
        elif view.stage is Stage.KEEP and self.name.strip():
            self._keep(self.name.strip())

    def undo(self) -> None:
        """The wizard's stage before."""
        self._machine.back()

    def redo(self) -> None:
        """Nothing to do again: the camera looks anew."""

    # --- inside ----------------------------------------------------------------------------------

    def sentence(self, error: CompanionError) -> str:
        """What is wrong and what to do, with the dice's names in the chosen language."""
        return f"{self.message(error)} {self.hint(error)}".strip()

    def message(self, error: CompanionError) -> str:
        """What is wrong."""
        return self._desk.words.translate.message(error, **self._named(error))

    def hint(self, error: CompanionError) -> str:
        """What to do."""
        return self._desk.words.translate.hint(error, **self._named(error))

    def _keep(self, name: str) -> None:
        if self._guarded(lambda: self._machine.keep(name)):
            self.profiles.open(name)

    def _tell(self, error: CompanionError) -> None:
        self.said = error

    def _guarded(self, action: Callable[[], None]) -> bool:
        self.said = None
        try:
            action()
        except CompanionError as error:
            self.said = error
        return self.said is None

    def _named(self, error: CompanionError) -> dict[str, object]:
        """The dice among an error's values, which come as keys with spaces."""
        named: dict[str, object] = {}
        for name in ("die", "other", "first", "second", "dice"):
            value = error.params.get(name)
            if isinstance(value, str):
                keys = [part.strip().replace(" ", "_") for part in value.split(",")]
                named[name] = ", ".join(die_name(self._desk.words, key) for key in keys)
        return named
