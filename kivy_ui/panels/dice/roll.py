"""Entering the roll of a cup by touch: one tap per die."""

from __future__ import annotations

from typing import Final

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.games.roll.model.dice import Face
from kivy_ui import theme
from kivy_ui.games.roll.rolling import RollEntry, RollRow
from kivy_ui.panels.base import Panel
from kivy_ui.panels.dice.die import DieChoice
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.presenters import Presenters

_MOST_IN_A_COLUMN: Final = 5


class RollRowView(BoxLayout):
    """The faces of one die."""

    __events__ = ("on_face",)

    index = NumericProperty(0)

    def on_face(self, face: Face) -> None:
        """Event: a face was tapped."""

    def show(self, row: RollRow) -> None:
        """Show a die."""
        self.index = row.index
        views = reuse_children(self, len(row.faces), self._make)
        for view, face in zip(views, row.faces, strict=True):
            view.die, view.face, view.chosen = row.die.value, face.value, face is row.shown

    def _make(self) -> DieChoice:
        view = DieChoice()
        view.bind(on_release=lambda tapped: self.dispatch("on_face", Face(tapped.face)))
        return view


class RollPanel(Panel):
    """Asks for the rolled faces of the dice of a cup.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        entry: the dice of the cup.
    """

    complete = BooleanProperty(False)
    many = BooleanProperty(False)
    note = StringProperty("")

    def __init__(self, presenters: Presenters, window: Navigator, entry: RollEntry) -> None:
        self._entry = entry
        super().__init__(presenters, window)
        self.refresh()

    def refresh(self) -> None:
        """Show the dice; close if no entry is needed (the camera has read them)."""
        rows, seat = self._entry.rows(), self.presenters.table.seat(self._entry.number)
        if not rows or seat is None:
            self.close()
            return
        self.note = self._entry.note
        self.title = self.presenters.ui.translate("%(name)s: what was rolled?", name=seat.name)
        self.badge, self.badge_colour = str(seat.seat), theme.seat_colour(seat.colour)
        self.complete, self.many = self._entry.complete, len(rows) > _MOST_IN_A_COLUMN
        for view, row in zip(
            reuse_children(self.ids.rows, len(rows), self._make), rows, strict=True
        ):
            view.show(row)

    def enter(self) -> None:
        """Save the roll if it is complete, and close."""
        if self._entry.complete:
            self.close()
            self._entry.save()

    def _make(self) -> RollRowView:
        view = RollRowView()
        view.bind(on_face=lambda row, face: self._choose(row.index, face))
        return view

    def _choose(self, index: int, face: Face) -> None:
        self._entry.choose(index, face)
        self.refresh()


load_kv(__file__)
