"""Correcting or adding one die: type, face, place."""

from __future__ import annotations

from functools import partial

from kivy.properties import BooleanProperty, StringProperty

from companion.games.roll.model.dice import PHASES, DieType, Face
from kivy_ui import theme
from kivy_ui.games.roll.mats.die_editor import PLACES, DieEditor
from kivy_ui.panels.base import Panel
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TapArea
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.photos import crop  # noqa: F401 - the rules name its widget
from kivy_ui.window.presenters import Presenters


class EditorChoice(TapArea):
    """A cell of the editor; all cells have the same size."""

    face = StringProperty("")
    chosen = BooleanProperty(False)


class DieChoice(EditorChoice):
    """A selectable die type or face; the letters name the type."""

    die = StringProperty("")
    letters = StringProperty("")


class PlaceChoice(EditorChoice):
    """A selectable place."""

    word = StringProperty("")


class DiePanel(Panel):
    """The editor of one die.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        editor: the presenter of the die.
    """

    die_word = StringProperty("")
    face_word = StringProperty("")
    selects_word = StringProperty("")
    place_word = StringProperty("")
    can_remove = BooleanProperty(False)
    narrow = BooleanProperty(False)

    def __init__(self, presenters: Presenters, window: Navigator, editor: DieEditor) -> None:
        self.editor = editor
        super().__init__(presenters, window)
        self.refresh()

    def refresh(self) -> None:
        """Show the choices; close if the die no longer exists."""
        if not self.editor.still_there():
            self.close()
            return
        model = self.editor.model()
        words = self.presenters.ui.words
        seat = self.presenters.table.seat(self.editor.seat)
        if seat is not None:
            self.badge, self.badge_colour = str(seat.seat), theme.seat_colour(seat.colour)
        self.title, self.can_remove = model.title, model.can_remove
        self.die_word, self.face_word = model.die_word, model.face_word
        self.selects_word, self.place_word = model.selects_word, model.place_word
        self.ids.crop.show(self.editor.crop())
        dice = reuse_children(self.ids.dice, len(model.kinds), self._make_kind)
        for view, die in zip(dice, model.kinds, strict=True):
            view.die, view.letters, view.chosen = die.value, words.letters(die), die is model.die
        for view, (face, exists) in zip(
            reuse_children(self.ids.faces, len(model.faces), DieChoice), model.faces, strict=True
        ):
            view.die, view.chosen, view.disabled = model.die.value, face is model.face, not exists
            self._bind(view, "face", face.value, partial(self._choose_face, face))
        self._show_places(model.place)

    def remove(self) -> None:
        """Remove the die from the reading."""
        self.editor.remove()
        self.close()

    def enter(self) -> None:
        """Save the die as shown and close."""
        self.presenters.side.learning.corrected(self.editor)
        self.editor.save()
        self.close()
        self.window.refresh()

    def _show_places(self, chosen: object) -> None:
        words = self.presenters.ui.words
        rows = (self.ids.selections, self.ids.columns)
        for row, places in zip(rows, (PLACES[: len(PHASES)], PLACES[len(PHASES) :]), strict=True):
            views = reuse_children(row, len(places), PlaceChoice)
            for view, place in zip(views, places, strict=True):
                view.chosen = place == chosen
                view.word = words.translate("Dictate") if place.phase is None else ""
                face = place.phase.value if place.phase is not None else ""
                choose = partial(self.editor.choose_place, place.phase, selecting=place.selecting)
                self._bind(view, "face", face, choose)

    def _bind(self, view: TapArea, name: str, value: str, choose: object) -> None:
        """Set a choice's value and, on the first call, bind its tap action."""
        setattr(view, name, value)
        if not getattr(view, "bound", False):
            view.bound = True
            view.bind(on_release=lambda _view: self._then(choose))

    def _then(self, choose: object) -> None:
        choose()  # type: ignore[operator]
        self.refresh()

    def _make_kind(self) -> DieChoice:
        view = DieChoice()
        view.bind(on_release=lambda tapped: self._then(partial(self._choose_die, tapped.die)))
        return view

    def _choose_die(self, die: str) -> None:
        self.editor.choose_die(DieType(die))

    def _choose_face(self, face: Face) -> None:
        self.editor.choose_face(face)


load_kv(__file__)
