"""Corrections of the game against the robot; the physical table is authoritative."""

from __future__ import annotations

from companion.games.storm.ask_solo import ROBOT
from companion.games.storm.view import SoloView
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.page_table import ROBOT as ROBOT_COLUMN
from kivy_ui.common.board.page_table import Cell, Head, Line, PageTable
from kivy_ui.common.board.pages import Page, Person
from kivy_ui.common.board.question_page import Asking
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.storm.icons import ROBOT_COLOUR

_ICONS = {
    "chips": "chip",
    "tableau": "tile",
    "vp": "star",
    "credit": "credits",
    "economy": "chart",
    "stack": "cards",
}


def corrections_page(ui: UiContext, asking: Asking, view: SoloView, player: Person) -> Page:
    """Return the page: a row for each number, with columns for player and robot."""
    translate, state = ui.translate, view.state
    answers = asking.answers(state, ROBOT, "correct")

    def cell(name: str) -> Cell:
        number = asking.number(state, ROBOT, "correct", name) if name in answers else None
        return Cell(number=number)

    lines = tuple(
        Line(
            asking.said(answers[name].text),
            (cell(f"my_{name}"), cell(name)),
            icons=(Icon(icon),),
        )
        for name, icon in _ICONS.items()
    )
    heads = (
        Head(player.name.split()[0], player.seat, player.colour),
        Head(translate("The robot"), ROBOT_COLUMN, ROBOT_COLOUR),
    )
    return Page(
        translate("Correct it"),
        asking.asked(state, ROBOT, "correct"),
        table=PageTable(heads, lines),
        primary=translate("Back to the game"),
    )
