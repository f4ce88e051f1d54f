"""Correcting a misread die of a test roll: tap the die type if necessary, then the face."""

from __future__ import annotations

from functools import partial

from companion.games.roll.model.dice import FACES, DieType, Face
from kivy_ui.panels.base import Panel
from kivy_ui.panels.dice.die import DieChoice
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.presenters import Presenters


class ProofDiePanel(Panel):
    """The choices for one die; a tap on a face saves it and closes the panel.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        index: the die's number in the test roll.
    """

    def __init__(self, presenters: Presenters, window: Navigator, index: int) -> None:
        self._index = index
        found = presenters.side.calibrate.wizard.die_at(index)
        self._die, self._face = found if found is not None else (DieType.HOME, None)
        super().__init__(presenters, window)
        self.refresh()

    def refresh(self) -> None:
        """Show the choices; close if the test roll no longer exists."""
        if self.presenters.side.calibrate.wizard.die_at(self._index) is None:
            self.close()
            return
        words = self.presenters.ui.words
        self.title = words.translate("What does the die show?")
        dice = reuse_children(self.ids.dice, len(DieType), DieChoice)
        for view, die in zip(dice, DieType, strict=True):
            view.die, view.chosen = die.value, die is self._die
            self._bind(view, partial(self._choose_die, die))
        faces = reuse_children(self.ids.faces, len(Face), DieChoice)
        for view, face in zip(faces, Face, strict=True):
            view.die, view.face, view.chosen = self._die.value, face.value, face is self._face
            view.disabled = face not in FACES[self._die]
            view.opacity = 0 if view.disabled else 1
            self._bind(view, partial(self._choose_face, face))

    def _bind(self, view: DieChoice, choose: partial[None]) -> None:
        if not getattr(view, "bound", False):
            view.bound = True
            view.bind(on_release=lambda _view: choose())

    def _choose_die(self, die: DieType) -> None:
        self._die = die
        self.refresh()

    def _choose_face(self, face: Face) -> None:
        self.presenters.side.calibrate.wizard.correct(self._index, self._die, face)
        self.close()
        self.window.refresh()


load_kv(__file__)
