"""Properties of the owner's copy for the game against the robot: dice faces, back of the mat."""

from __future__ import annotations

from dataclasses import replace

from companion.games.storm import SOLO
from companion.games.storm.box import SoloBox
from companion.games.storm.robot import (
    GUESSED_DICE,
    START_WORLDS,
    RobotFace,
    Space,
    StartWorld,
    doubts_about,
)
from kivy_ui.common.board.box_facts import load_box_facts, save_box_facts
from kivy_ui.common.board.icons import Icon, IconLine
from kivy_ui.common.board.pages import Option, Page, Row, part_tabs
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.storm.icons import action_card, die_face, space_icon
from kivy_ui.games.storm.start_worlds import robot_face_line, world_row
from kivy_ui.games.storm.words import doubt_words, face_word, space_word, world_word

_SIDES = 6
_NAMES = ("A", "B")
_MAT = "mat"
"""Key of the tab for the play mat; the other tabs are the dice by index."""


def _equals(box: SoloBox, world: StartWorld) -> Space | None:
    """Return what a robot face stands for with a start world, if known."""
    return box.equals_of(world) or world.equals


class SoloBoxPages:
    """Page for entering properties of the copy; each change is saved at once.

    Attributes:
        open: whether it is shown instead of the game's page.
    """

    def __init__(self, ui: UiContext) -> None:
        self._ui = ui
        self._world: int | None = None
        self._part = "0"
        self._entered: list[RobotFace] = []
        self.open = False

    def page(self) -> Page:
        """Return the page."""
        translate = self._ui.translate
        box = self._box()
        dice = box.dice or GUESSED_DICE
        parts = {str(i): translate("Die %(name)s", name=name) for i, name in enumerate(_NAMES)}
        parts[_MAT] = translate("Back of the mat")
        page = Page(
            translate("Box data"),
            self._asked(),
            lead=part_tabs(parts, self._part),
            rows=self._equals_rows(box) if self._part == _MAT else (),
            lines=(robot_face_line(translate, self._world),) if self._part == _MAT else (),
            primary=translate("Back to the game"),
            progress=translate("They are saved for all games"),
        )
        if self._part == _MAT:
            return page
        icons = tuple(Icon(die_face(face)) for face in dice[int(self._part)])
        facts = [doubt_words(translate, doubt) for doubt in doubts_about(dice)]
        guess = translate("These faces are a guess: look at your dice.")
        faces = tuple(
            Option(f"side:{f.value}", face_word(translate, f), icons=(Icon(die_face(f)),))
            for f in RobotFace
        )
        said = "" if box.dice else guess
        if self._entered:
            icons = tuple(Icon(die_face(face)) for face in self._entered)
            said = translate("%(step)s of %(steps)s", step=len(self._entered), steps=_SIDES)
        return replace(
            page,
            lines=(IconLine(icons, said, large=True),),
            facts=tuple(facts),
            rows=(Row("", faces, cards=True, stacked=True),),
        )

    def _asked(self) -> str:
        translate = self._ui.translate
        if self._part != _MAT:
            name = _NAMES[int(self._part)]
            return translate("Tap the six faces of die %(name)s", name=name)
        if self._world is None:
            return translate("Which world do you look up?")
        return translate("What does the robot face mean?")

    def _equals_rows(self, box: SoloBox) -> tuple[Row, ...]:
        translate = self._ui.translate
        if self._world is None:
            known = {
                world.number: Icon("", "= ?")
                if (space := _equals(box, world)) is None
                else Icon(space_icon(space))
                for world in START_WORLDS
            }
            worlds = [Option(f"world:{w.number}", world_word(w)) for w in START_WORLDS]
            return (world_row(translate, worlds, known, noted=False),)
        now = _equals(box, START_WORLDS[self._world])
        spaces = tuple(
            Option(
                f"means:{each.value}",
                space_word(translate, each),
                chosen=each is now,
                icons=(Icon(action_card(each)),),
            )
            for each in Space
        )
        return (Row("", spaces, cards=True, stacked=True),)

    def _box(self) -> SoloBox:
        return load_box_facts(self._ui, SOLO.key) or SoloBox()

    def tap(self, key: str) -> None:
        """Handle a tap on a button."""
        verb, _, value = key.partition(":")
        match verb:
            case "part":
                self._part, self._world, self._entered = value, None, []
            case "side":
                self._add(RobotFace(value))
            case "world":
                self._world = int(value)
            case "means" if self._world is not None:
                save_box_facts(
                    self._ui, SOLO.key, self._box().with_equals(self._world, Space(value))
                )
            case _:
                pass

    def _add(self, face: RobotFace) -> None:
        self._entered.append(face)
        if len(self._entered) < _SIDES:
            return
        die, self._entered = tuple(self._entered), []
        first, second = self._box().dice or GUESSED_DICE
        dice = (die, second) if self._part == "0" else (first, die)
        save_box_facts(self._ui, SOLO.key, replace(self._box(), dice=dice))
        self._part = "1" if self._part == "0" else "0"
