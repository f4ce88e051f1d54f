"""Pages of the faces that a profile knows: kinds of dice, what was learned, showing a die."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import Final

from companion.errors import CompanionError
from companion.games.roll.model.dice import FACES, DieType, Face
from companion.session.calibration_ports import FaceLine, ShowingView
from kivy_ui.calibration.desk import Desk, Go, Part
from kivy_ui.calibration.dice_names import die_name
from kivy_ui.common.outlines import nearest, photograph, upright
from kivy_ui.common.page_source import Said
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.roll.texts.words import Words
from kivy_ui.pages.forms import Choice
from kivy_ui.pages.listing import List, Row
from kivy_ui.pages.page import Card, Cards, Main, Note, Page, Picture, Side
from kivy_ui.pages.photos import At, Found, Photo

ROBOT_DICE: Final = ("robot_a", "robot_b")
D6: Final = "d6"
_SIDES: Final = 6

_ROLL: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {die.value: tuple(dict.fromkeys(face.value for face in FACES[die])) for die in DieType}
)
_ROBOT_ICONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{face: f"phase/{face}/active" for face in ("explore", "develop", "settle", "produce")},
        "trade": "symbol/credits",
        "x2": "symbol/double",
        "robot": "symbol/robot",
        "match": "symbol/match",
    }
)
"""Face of the robot's dice -> piece."""


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


class Do(Enum):
    """Keys of the pages of faces."""

    KNOWN = "known"
    DICE = "dice"
    SAVE = "save"


@dataclass(frozen=True, slots=True)
class Kind:
    """Key: a die to show to the camera."""

    die: str


@dataclass(frozen=True, slots=True)
class Shown:
    """Key: the face that the camera sees."""

    face: str


@dataclass(frozen=True, slots=True)
class Forget:
    """Key: a learned face is removed."""

    die: str
    face: str


class Faces(Part):
    """The pages of a profile's faces.

    Attributes:
        profile: whose faces are shown; empty if these pages are closed.
        can_remember: whether a removed face can be restored.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.profile = ""
        self.can_remember = False
        self._lists = False
        self._lines: tuple[FaceLine, ...] | None = None

    def open(self, profile: str = "") -> None:
        """Show a profile's faces; none closes them."""
        self.profile, self.can_remember, self._lists, self._lines = profile, False, False, None

    def back(self) -> None:
        """End the showing without saving, else go back one page."""
        if self.machine.teaching.showing() is not None:
            self.machine.teaching.cancel()
        else:
            self.open(self.profile if self._lists else "")

    def _known(self, profile: str) -> tuple[FaceLine, ...]:
        """Return the learned faces, read once."""
        if self._lines is None:
            try:
                self._lines = self.machine.teaching.listed(profile)
            except CompanionError as error:
                self._desk.tell(*self._desk.said(error), icon="error")
                self._lines = ()
        return self._lines

    # --- the list --------------------------------------------------------------------------------

    def page(self) -> Page:
        """Return the die before the camera, else the learned faces, else all dice."""
        view = self.machine.teaching.showing()
        if view is not None:
            return self._showing(view)
        translate, lines = self.translate, self._known(self.profile)
        if self._lists:
            return Page(
                self.profile,
                translate("Learned faces"),
                List(tuple(self._row(line) for line in lines)),
                back=Go.BACK,
                can_undo=self.can_remember,
            )
        learned = Side(Do.KNOWN, translate("Learned faces"), "picture")
        what = translate("Painted dice, other editions, ordinary ones and the robot's.")
        note = None if lines else Note((what,), icon="symbol/info")
        return Page(
            self.profile,
            translate("Which die do you want to show?"),
            Cards(tuple(self._kind(die, lines) for die in dice_to_show())),
            note=note,
            side=() if note else (learned,),
            back=Go.BACK,
            can_undo=self.can_remember,
        )

    def _kind(self, die: str, lines: tuple[FaceLine, ...]) -> Card:
        translate, sides = self.translate, _sides(die)
        known = min(sides, sum(line.die == die for line in lines))
        piece = f"die/{die}" if die in _ROLL else "symbol/pips" if die == D6 else "symbol/robot"
        shown = Picture(piece, text=f"{known}/{sides}" if known else "")
        return Card(Kind(die), (shown,), die_name(translate, die))

    def _row(self, line: FaceLine) -> Row:
        translate = self.translate
        text = translate.plural("%(count)s image", "%(count)s images", line.looks)
        if line.corrected:
            text += f", {translate('%(count)s corrected', count=line.corrected)}"
        forget = Choice(Forget(line.die, line.face), "", (Picture("symbol/bin"),))
        seen = Picture("", photo=photograph(line.picture))
        title = f"{die_name(translate, line.die)}: {self._name(line.die, line.face)}"
        return Row(None, title, (_picture(line.die, line.face), seen), text, choices=(forget,))

    # --- showing a die ---------------------------------------------------------------------------

    def _showing(self, view: ShowingView) -> Page:
        """Return the live picture with the faces that the die before the camera can have."""
        translate, looks = self.translate, dict(view.shown)
        faces, sides = dice_to_show().get(view.die, ()), _sides(view.die)
        if view.picked is None:
            asked = translate("Put the die under the camera and remove your hand")
        elif len(view.dice) > 1:
            asked = translate("Which face does the framed die show?")
        else:
            asked = translate("Which face is on top? Then turn the die.")
        done = min(len(looks), sides)
        told = translate("Faces shown: %(done)s of %(all)s", done=done, all=sides)
        return Page(
            die_name(translate, view.die),
            asked,
            Photo(
                photograph(view.picture),
                tuple(
                    Found(upright(corners), chosen=index == view.picked)
                    for index, corners in enumerate(view.dice)
                ),
                close_up=view.picked,
                lines=self._desk.in_the_way(view),
                cards=tuple(self._to_name(view, face) for face in faces),
                key=Do.DICE if len(view.dice) > 1 else None,
                whole=True,
            ),
            note=Note((told,), icon="symbol/check" if done == sides else "symbol/picture"),
            main=Main(translate("Save"), Do.SAVE, "tick") if view.looks else None,
            back=Go.BACK,
            can_undo=view.looks > 0,
        )

    def _to_name(self, view: ShowingView, face: str) -> Card:
        """Return a face that the die can have, with what was learned and shown of it."""
        learned = tuple(
            Picture("", photo=photograph(line.picture))
            for line in self._known(view.profile)
            if (line.die, line.face) == (view.die, face)
        )
        looks = dict(view.shown).get(face, 0)
        return Card(
            Shown(face) if view.picked is not None else None,
            (replace(_picture(view.die, face), over=learned),),
            self._name(view.die, face),
            gains=(Picture("symbol/picture", count=looks),) if looks else (),
            able=view.picked is not None,
        )

    # --- touches ---------------------------------------------------------------------------------

    def touch(self, key: object) -> Said:
        """Handle a touch."""
        teaching, attempt, profile = self.machine.teaching, self._desk.attempt, self.profile
        self._lines = None
        match key:
            case Do.KNOWN:
                self._lists = True
            case Kind(die):
                return attempt(lambda: teaching.begin(profile, die, dice_to_show()[die]))
            case Shown(face):
                return attempt(lambda: teaching.name(face))
            case Forget(die, face):
                why = attempt(lambda: teaching.forget(profile, die, face))
                self.can_remember = why is None
                return why
            case At(Do.DICE, x, y):
                self._pick(x, y)
            case Do.SAVE:
                return attempt(self._keep)
            case _:
                pass
        return None

    def undo(self) -> None:
        """Remove the last picture; in the list restore the face that was removed last."""
        self._lines = None
        if self.machine.teaching.showing() is not None:
            self.machine.teaching.back()
        elif self._desk.attempt(lambda: self.machine.teaching.remember(self.profile)) is None:
            self.can_remember = False

    def _pick(self, x: float, y: float) -> None:
        view = self.machine.teaching.showing()
        found = nearest(view.dice, x, y) if view else None
        if found is not None:
            self.machine.teaching.pick(found)

    def _keep(self) -> None:
        view = self.machine.teaching.showing()
        self.machine.teaching.keep()
        if view is not None:
            self.open(view.profile)

    def _name(self, die: str, face: str) -> str:
        words = Words(self.translate)
        if die in ROBOT_DICE and face in dice_to_show()[die]:
            from companion.games.storm.robot import RobotFace
            from kivy_ui.games.storm.words import face_word

            return face_word(words.translate, RobotFace(face))
        if die in _ROLL and face in {each.value for each in Face}:
            return words.face(Face(face))
        return face


def _picture(die: str, face: str) -> Picture:
    if die in _ROLL:
        return Picture(f"die/{die}/{face}")
    return Picture(_ROBOT_ICONS.get(face, f"symbol/pips/{face}"))


def _sides(die: str) -> int:
    """Return the number of different faces of a die."""
    return min(_SIDES, len(dice_to_show().get(die, ())))


def show_robot_dice(ui: UiContext, die: str = ROBOT_DICE[0]) -> None:
    """Open the calibration and start the enrolment of one of the robot's dice.

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
