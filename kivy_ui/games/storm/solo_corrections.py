"""Corrections of the game against the robot; the physical table is authoritative."""

from __future__ import annotations

from dataclasses import replace

from companion.games.storm.solo import CorrectPlayer, CorrectRobot, Robot
from companion.games.storm.view import SoloView
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.page_table import ROBOT, Cell, Head, Line, PageTable
from kivy_ui.common.board.pages import Number, Page, Person
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.storm.icons import ROBOT_COLOUR

_BY_HAND = "by hand"
_LIMITS = {"credit": 4, "economy": 5, "stack": 99, "tableau": 40, "vp": 99, "chips": 60}

_ICONS = {
    "credit": "credits",
    "economy": "chart",
    "stack": "cards",
    "tableau": "tile",
    "vp": "star",
    "chips": "chip",
}


class SoloCorrections:
    """Page for correcting numbers.

    Attributes:
        open: whether it is shown instead of the game's page.
    """

    def __init__(self, ui: UiContext) -> None:
        self._ui = ui
        self.open = False

    def page(self, view: SoloView, people: tuple[Person, ...]) -> Page:
        """Return the page: a row for each number, with columns for player and robot."""
        translate = self._ui.translate
        robot, state = view.state.robot, view.state
        words = {
            "chips": translate("VP chips"),
            "tableau": translate("Cards"),
            "vp": translate("VP of its cards"),
            "credit": translate("Credit"),
            "economy": translate("Economy"),
            "stack": translate("Draw stack"),
        }
        mine = {"chips": state.player_chips, "tableau": state.player_tableau}
        lines = tuple(
            Line(
                word,
                (
                    Cell(number=Number(f"my_{name}", mine[name], 0, _LIMITS[name]))
                    if name in mine
                    else Cell(),
                    Cell(
                        number=Number(
                            name, getattr(robot, name), -99 if name == "vp" else 0, _LIMITS[name]
                        )
                    ),
                ),
                icons=(Icon(_ICONS[name]),),
            )
            for name, word in words.items()
        )
        player = people[0]
        heads = (
            Head(player.name.split()[0], player.seat, player.colour),
            Head(translate("The robot"), ROBOT, ROBOT_COLOUR),
        )
        return Page(
            translate("Correct it"),
            translate("Set what is on the table"),
            table=PageTable(heads, lines),
            primary=translate("Back to the game"),
        )

    def change(self, view: SoloView, key: str, delta: int) -> None:
        """Change a number by one step."""
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
