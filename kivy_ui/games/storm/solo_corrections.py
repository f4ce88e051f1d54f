"""Corrections of the game against the robot: the table is right."""

from __future__ import annotations

from dataclasses import replace

from companion.games.storm.solo import CorrectPlayer, CorrectRobot, Robot
from companion.games.storm.view import SoloView
from kivy_ui.common.pages import Number, Page, Person, Row
from kivy_ui.common.signs import Sign
from kivy_ui.common.ui_context import UiContext

_BY_HAND = "by hand"
_LIMITS = {"credit": 4, "economy": 5, "stack": 99, "tableau": 40, "vp": 99, "chips": 60}

_SIGNS = {
    "credit": "credits",
    "economy": "chart",
    "stack": "cards",
    "tableau": "tile",
    "vp": "star",
    "chips": "chip",
}


class SoloCorrections:
    """The page on which numbers are put right.

    Attributes:
        open: whether it is shown instead of the game's page.
    """

    def __init__(self, ui: UiContext) -> None:
        self._ui = ui
        self.open = False

    def page(self, view: SoloView, people: tuple[Person, ...]) -> Page:
        """Return the page; the robot has its cards."""
        translate = self._ui.translate
        words = {
            "credit": translate("Credit"),
            "economy": translate("Economy"),
            "stack": translate("Draw stack"),
            "tableau": translate("Cards"),
            "vp": translate("VP of its cards"),
            "chips": translate("VP chips"),
        }
        robot, state = view.state.robot, view.state
        its = tuple(
            Number(
                name,
                getattr(robot, name),
                -99 if name == "vp" else 0,
                most,
                words[name],
                sign=Sign(_SIGNS[name]),
            )
            for name, most in _LIMITS.items()
        )
        mine = (
            Number("my_chips", state.player_chips, 0, 60, words["chips"], sign=Sign("chip")),
            Number("my_tableau", state.player_tableau, 0, 40, words["tableau"], sign=Sign("tile")),
        )
        return Page(
            translate("Correct it"),
            translate("Set the numbers to what lies on the table"),
            people=people,
            rows=(
                Row(translate("The robot"), numbers=its),
                Row(translate("You"), numbers=mine),
            ),
            primary=translate("Back to the game"),
        )

    def change(self, view: SoloView, key: str, delta: int) -> None:
        """A number was changed by one step."""
        state, post = view.state, self._ui.port.post
        chips, cards = state.player_chips, state.player_tableau
        match key:
            case "my_chips":
                post(CorrectPlayer(chips + delta, cards, _BY_HAND))
            case "my_tableau":
                post(CorrectPlayer(chips, cards + delta, _BY_HAND))
            case _ if state.robot is not None:
                post(CorrectRobot(_changed(state.robot, key, delta), _BY_HAND))
            case _:
                pass


def _changed(robot: Robot, key: str, delta: int) -> Robot:
    changed: dict[str, int] = {key: getattr(robot, key) + delta}
    return replace(robot, **changed)  # type: ignore[arg-type]  # names of numbers
