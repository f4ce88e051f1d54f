"""Presenter of the enrolled faces of a profile, and of enrolling a die's faces with the camera."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

from companion.errors import CompanionError
from companion.games.roll.model.dice import FACES, DieType, Face
from companion.session.calibration_ports import FaceLine, ShowingView, Teaching
from companion.session.table_port import Picture
from kivy_ui.calibration.dice_names import die_name
from kivy_ui.common.outlines import Outline, PictureModel
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.roll.texts.words import Words

ROBOT_DICE: Final = ("robot_a", "robot_b")
D6: Final = "d6"
D6_ICON: Final = "pips"
_SIDES: Final = 6
ENOUGH: Final = 2
"""Number of pictures of a face after which more help little."""

_ROLL: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {die.value: tuple(dict.fromkeys(face.value for face in FACES[die])) for die in DieType}
)


_ICONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{face: face for face in ("explore", "develop", "settle", "produce")},
        "trade": "credits",
        "x2": "chip",
        "robot": "robot",
        "match": "match",
    }
)
"""Icons of the faces of the robot's dice."""


def icon_of(die: str) -> str:
    """Return the icon of a die that is not from Roll for the Galaxy; empty for one that is."""
    return "" if die in _ROLL else D6_ICON if die == D6 else "robot"


@cache
def dice_to_show() -> Mapping[str, tuple[str, ...]]:
    """Return every die that can be enrolled, with the keys of its faces."""
    from companion.games.storm.robot import RobotFace  # games are imported on demand

    return MappingProxyType(
        {
            **_ROLL,
            D6: tuple(str(pips) for pips in range(1, _SIDES + 1)),
            **{die: tuple(face.value for face in RobotFace) for die in ROBOT_DICE},
        }
    )


@dataclass(frozen=True, slots=True)
class KindChoice:
    """A die that can be enrolled; ``die`` is set for dice of Roll for the Galaxy, which are drawn.

    Attributes:
        known: number of enrolled faces.
        sides: number of different faces.
    """

    key: str
    name: str
    die: str
    known: int
    sides: int


@dataclass(frozen=True, slots=True)
class FaceRow:
    """An enrolled face with its icon: drawn on a die for Roll for the Galaxy, else alone."""

    die: str
    face: str
    glyph: str
    title: str
    note: str
    picture: Picture


@dataclass(frozen=True, slots=True)
class FacesModel:
    """The list of a profile's faces."""

    kinds: tuple[KindChoice, ...]
    rows: tuple[FaceRow, ...]


@dataclass(frozen=True, slots=True)
class FaceButton:
    """A button that names the face in view, with its icon.

    Attributes:
        looks: number of pictures taken.
        die: the die on which the icon is drawn; empty to draw it alone.
    """

    key: str
    word: str
    glyph: str
    looks: int
    die: str = ""


@dataclass(frozen=True, slots=True)
class ShowingModel:
    """Content of the screen during enrolment.

    Attributes:
        die: the enrolled die, if it belongs to Roll for the Galaxy.
        icon: icon of other dice.
        done: number of faces enrolled.
        sides: number of different faces.
    """

    die: str
    icon: str
    done: int
    sides: int
    picture: PictureModel
    advice: str
    buttons: tuple[FaceButton, ...]
    can_name: bool


class FacesPresenter:
    """Presenter of the list of faces and of the enrolment.

    Attributes:
        profile: the profile whose faces are listed; empty if the list is closed.
        can_remember: whether a removed face can be restored.

    Args:
        ui: the shared context of all presenters.
        tell: called with errors.
    """

    def __init__(self, ui: UiContext, tell: Callable[[CompanionError], None]) -> None:
        self._ui = ui
        self._tell = tell
        self.profile = ""
        self.can_remember = False

    @property
    def _machine(self) -> Teaching:
        return self._ui.settings.services.calibration.teaching

    # --- the list --------------------------------------------------------------------------------

    def open(self, profile: str) -> None:
        """Show a profile's faces."""
        self.profile = profile

    def close(self) -> None:
        """Return to the profile's page."""
        self.profile = ""
        self.can_remember = False

    def model(self) -> FacesModel | None:
        """Return the list; None, after reporting an error, if the profile cannot be read."""
        try:
            lines = self._machine.listed(self.profile)
        except CompanionError as error:
            self.profile = ""
            self._tell(error)
            return None
        kinds = tuple(
            KindChoice(
                key,
                die_name(self._ui.translate, key),
                key if key in _ROLL else "",
                min(_sides(key), sum(line.die == key for line in lines)),
                _sides(key),
            )
            for key in dice_to_show()
        )
        return FacesModel(kinds, tuple(self._row(line) for line in lines))

    def forget(self, die: str, face: str) -> None:
        """Remove a face; ``remember`` restores it."""
        self.can_remember = self._guarded(lambda: self._machine.forget(self.profile, die, face))

    def remember(self) -> None:
        """Restore the face that was removed last."""
        if self._guarded(lambda: self._machine.remember(self.profile)):
            self.can_remember = False

    def _row(self, line: FaceLine) -> FaceRow:
        translate = self._ui.translate
        note = translate.plural("%(count)s image", "%(count)s images", line.looks)
        if line.corrected:
            learnt = translate("%(count)s corrected", count=line.corrected)
            note = f"{note}, {learnt}"
        title = f"{die_name(self._ui.translate, line.die)}: {self.face_name(line.die, line.face)}"
        glyph = line.face if line.die in _ROLL else _ICONS.get(line.face, f"{D6_ICON}/{line.face}")
        return FaceRow(line.die, line.face, glyph, title, note, line.picture)

    # --- enrolment -------------------------------------------------------------------------------

    def begin(self, die: str) -> None:
        """Start the enrolment of a die."""
        if die in dice_to_show():
            self._guarded(lambda: self._machine.begin(self.profile, die, dice_to_show()[die]))

    def showing(self) -> ShowingView | None:
        """Return the state of the enrolment; None if none is in progress."""
        return self._machine.showing()

    def showing_model(self) -> ShowingModel | None:
        """Return the content of the enrolment screen; None if no enrolment is in progress."""
        view = self._machine.showing()
        if view is None:
            return None
        outlines = tuple(
            Outline(corners, "", "", doubtful=False, index=index, chosen=index == view.picked)
            for index, corners in enumerate(view.dice)
        )
        looks = dict(view.shown)
        buttons = tuple(
            FaceButton(
                face,
                self.face_name(view.die, face),
                face if view.die in _ROLL else _ICONS.get(face, f"{D6_ICON}/{face}"),
                looks.get(face, 0),
                die=view.die if view.die in _ROLL else "",
            )
            for face in dice_to_show().get(view.die, ())
        )
        return ShowingModel(
            view.die if view.die in _ROLL else "",
            icon_of(view.die),
            min(len(view.shown), _sides(view.die)),
            _sides(view.die),
            PictureModel(view.picture, outlines),
            self._advice(view),
            buttons,
            view.picked is not None,
        )

    def name(self, face: str) -> None:
        """Store the current picture as this face."""
        self._guarded(lambda: self._machine.name(face))

    def pick(self, index: int) -> None:
        """Select one of several dice in view."""
        self._machine.pick(index)

    def back(self) -> None:
        """Remove the last picture."""
        self._machine.back()

    def keep(self) -> bool:
        """Save the enrolled faces; return whether that succeeded."""
        return self._guarded(self._machine.keep)

    def cancel(self) -> None:
        """End the enrolment without saving."""
        self._machine.cancel()

    def progress(self, view: ShowingView) -> str:
        """Return how many faces were enrolled, as text."""
        shown, sides = len(view.shown), _sides(view.die)
        return self._ui.translate(
            "Faces shown: %(done)s of %(all)s", done=min(shown, sides), all=sides
        )

    def is_complete(self, view: ShowingView) -> bool:
        """Return whether every face was enrolled."""
        return len(view.shown) >= _sides(view.die)

    def _advice(self, view: ShowingView) -> str:
        translate = self._ui.translate
        if view.hidden:
            return translate("Players choose behind their screens: the camera is paused.")
        if view.fault is not None:
            return f"{translate.message(view.fault)} {translate.hint(view.fault)}"
        if not view.dice:
            return translate("Put the die under the camera and remove your hand.")
        if len(view.dice) > 1:
            return translate("Tap the top face of the die in the blue frame, or another die.")
        return translate("Tap the top face, then turn the die. Two images of each face are best.")

    # --- texts -----------------------------------------------------------------------------------

    def face_name(self, die: str, face: str) -> str:
        """Return the name of a face."""
        words = Words(self._ui.translate)
        if die in ROBOT_DICE and face in dice_to_show()[die]:
            from companion.games.storm.robot import RobotFace
            from kivy_ui.games.storm.words import face_word

            return face_word(words.translate, RobotFace(face))
        if die in _ROLL and face in {each.value for each in Face}:
            return words.face(Face(face))
        return face

    def _guarded(self, action: Callable[[], object]) -> bool:
        try:
            action()
        except CompanionError as error:
            self._tell(error)
            return False
        return True


def _sides(die: str) -> int:
    """Return the number of different faces of a die."""
    return min(_SIDES, len(dice_to_show().get(die, ())))


def show_robot_dice(ui: UiContext, die: str = ROBOT_DICE[0]) -> None:
    """Open the calibration screen and start the enrolment of one of the robot's dice.

    The faces are stored in the profile in use; without one a plain profile is created.

    Raises:
        CompanionError: there is no camera, or writing to disk fails.
    """
    ui.visit("calibrate")
    machine = ui.settings.services.calibration
    used = next((line.name for line in machine.profiles() if line.used), "")
    if not used:
        used = ui.translate("Table")
        machine.create_without_light(used)
    machine.teaching.begin(used, die, dice_to_show()[die])
