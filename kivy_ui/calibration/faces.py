"""Pages of the faces that a profile knows: kinds of dice, what was learned, showing a die."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from companion.errors import CompanionError
from companion.games.roll.model.dice import FACES, DieType, Face
from companion.session.calibration_ports import FaceLine, ShowingView
from kivy_ui.calibration.desk import Desk, Part
from kivy_ui.common.outlines import die_piece, nearest, photograph, upright
from kivy_ui.common.stacked_pages import do
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.roll.texts.words import Words
from kivy_ui.pages.forms import Choice
from kivy_ui.pages.listing import List, Row
from kivy_ui.pages.page import MOST_OVER, Card, Cards, Main, Note, Page, Picture, Side
from kivy_ui.pages.photos import Found, Photo

ROBOT_DICE: Final = ("robot_a", "robot_b")
D6: Final = "d6"
_SIDES: Final = 6

ROLL: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {die.value: tuple(dict.fromkeys(face.value for face in FACES[die])) for die in DieType}
)


@cache
def dice_to_show() -> Mapping[str, tuple[str, ...]]:
    """Return every die that can be enrolled, with the keys of its faces."""
    from companion.games.storm.robot import RobotFace  # games are imported on demand

    return MappingProxyType(
        {
            **ROLL,
            D6: tuple(str(pips) for pips in range(1, _SIDES + 1)),
            **{die: tuple(face.value for face in RobotFace) for die in ROBOT_DICE},
        }
    )


class Faces(Part):
    """The pages of a profile's faces.

    Attributes:
        profile: whose faces are shown; empty if these pages are closed.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.profile = ""
        self._can_remember = False
        self.leads_to = do(self._leave)

    @property
    def live(self) -> bool:
        """Whether the camera looks at a die."""
        return self.machine.teaching.showing() is not None

    @property
    def can_undo(self) -> bool:
        """Whether a picture can be taken back, or a removed face restored."""
        view = self.machine.teaching.showing()
        return self._can_remember if view is None else view.looks > 0

    def show(self, profile: str) -> None:
        """Show a profile's faces; none closes them."""
        self.enter()
        self.profile, self._can_remember = profile, False

    def _leave(self) -> None:
        """End the showing without saving, else close these pages."""
        if self.machine.teaching.showing() is not None:
            self.machine.teaching.cancel()
        else:
            self.profile = ""

    def undo(self) -> None:
        """Remove the last picture; in the list restore the face that was removed last."""
        if self.machine.teaching.showing() is not None:
            self.machine.teaching.back()
            return
        try:
            self.machine.teaching.remember(self.profile)
        except CompanionError:  # it can be tried again
            return
        self._can_remember = False

    def _known(self, profile: str) -> tuple[FaceLine, ...]:
        """Return the learned faces; none if they cannot be read."""
        try:
            return self.machine.teaching.listed(profile)
        except CompanionError as error:
            self.desk.fail(error)
            return ()

    # --- the list --------------------------------------------------------------------------------

    def first(self) -> Page:
        view = self.machine.teaching.showing()
        if view is not None:
            return self._showing(view)
        translate, lines = self.translate, self._known(self.profile)
        learned = Side(do(self.open, self._learned), translate("Learned faces"), "picture")
        what = translate("Painted dice, other editions, ordinary ones and the robot's.")
        note = None if lines else Note((what,), icon="symbol/info")
        return Page(
            self.profile,
            translate("Which die do you want to show?"),
            Cards(tuple(self._kind(die, lines) for die in dice_to_show())),
            note=note,
            side=() if note else (learned,),
        )

    def _kind(self, die: str, lines: tuple[FaceLine, ...]) -> Card:
        translate, sides = self.translate, _sides(die)
        known = min(sides, sum(line.die == die for line in lines))
        shown = Picture(die_piece(die), text=f"{known}/{sides}" if known else "")
        return Card(do(self._begin, die), (shown,), Words(translate).die_of(die))

    def _learned(self) -> Page | None:
        """Return the list; None once a die is shown to the camera, from a game too."""
        if self.live:
            return None
        rows = tuple(map(self._row, self._known(self.profile)))
        return Page(self.profile, self.translate("Learned faces"), List(rows))

    def _row(self, line: FaceLine) -> Row:
        translate = self.translate
        text = translate.plural("%(count)s image", "%(count)s images", line.looks)
        if line.corrected:
            text += f", {translate('%(count)s corrected', count=line.corrected)}"
        forget = Choice(do(self._forget, line.die, line.face), "", (Picture("symbol/bin"),))
        seen = Picture("", photo=photograph(line.picture))
        title = f"{Words(translate).die_of(line.die)}: {self._name(line.die, line.face)}"
        return Row(
            None, title, (Picture(die_piece(line.die, line.face)), seen), text, choices=(forget,)
        )

    # --- showing a die ---------------------------------------------------------------------------

    def _showing(self, view: ShowingView) -> Page:
        """Return the live picture with the faces that the die before the camera can have."""
        translate, looks = self.translate, dict(view.shown)
        faces, sides = dice_to_show().get(view.die, ()), _sides(view.die)
        known = self._known(view.profile)
        if view.picked is None:
            asked = translate("Put the die under the camera and remove your hand")
        elif len(view.dice) > 1:
            asked = translate("Which face does the framed die show?")
        else:
            asked = translate("Which face is on top? Then turn the die.")
        done = min(len(looks), sides)
        told = translate("Faces shown: %(done)s of %(all)s", done=done, all=sides)
        return Page(
            Words(translate).die_of(view.die),
            asked,
            Photo(
                photograph(view.picture),
                tuple(
                    Found(upright(corners), chosen=index == view.picked)
                    for index, corners in enumerate(view.dice)
                ),
                close_up=view.picked,
                lines=self.in_the_way(view),
                cards=tuple(self._to_name(view, known, face) for face in faces),
                key=do(self._pick) if len(view.dice) > 1 else None,
                whole=True,
            ),
            note=Note((told,), icon="symbol/check" if done == sides else "symbol/picture"),
            main=Main(translate("Save"), do(self._keep), "tick") if view.looks else None,
        )

    def _to_name(self, view: ShowingView, known: tuple[FaceLine, ...], face: str) -> Card:
        """Return a face that the die can have, with what was learned and shown of it."""
        learned = tuple(
            Picture("", photo=photograph(line.picture))
            for line in known
            if (line.die, line.face) == (view.die, face)
        )
        looks = dict(view.shown).get(face, 0)
        return Card(
            do(self.machine.teaching.name, face) if view.picked is not None else None,
            (Picture(die_piece(view.die, face), over=learned[:MOST_OVER]),),
            self._name(view.die, face),
            gains=(Picture("symbol/picture", count=looks),) if looks else (),
            able=view.picked is not None,
        )

    # --- touches ---------------------------------------------------------------------------------

    def _begin(self, die: str) -> None:
        self.machine.teaching.begin(self.profile, die, dice_to_show()[die])

    def _forget(self, die: str, face: str) -> None:
        self.machine.teaching.forget(self.profile, die, face)
        self._can_remember = True

    def _pick(self, x: float, y: float) -> None:
        view = self.machine.teaching.showing()
        found = nearest(view.dice, x, y) if view else None
        if found is not None:
            self.machine.teaching.pick(found)

    def _keep(self) -> None:
        view = self.machine.teaching.showing()
        self.machine.teaching.keep()
        if view is not None:
            self.show(view.profile)

    def _name(self, die: str, face: str) -> str:
        words = Words(self.translate)
        if die in ROBOT_DICE and face in dice_to_show()[die]:
            from companion.games.storm.robot import RobotFace
            from kivy_ui.games.storm.words import face_word

            return face_word(words.translate, RobotFace(face))
        if die in ROLL and face in {each.value for each in Face}:
            return words.of(Face(face))
        return face


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
    machine = ui.settings.services.calibration()
    used = next((line.name for line in machine.profiles() if line.used), "")
    if not used:
        used = ui.translate("Table")
        machine.create_without_light(used)
    machine.teaching.begin(used, die, dice_to_show()[die])
