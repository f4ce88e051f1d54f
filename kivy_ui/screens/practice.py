"""The practice reveal: the dice that the camera recognised and their effect on the phases."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty

from companion.games.roll.model.dice import DieType, Phase
from kivy_ui.games.roll.guide import PRACTICE_PIECES
from kivy_ui.games.roll.mats.practice import PracticePhase, PracticePresenter
from kivy_ui.panels.dice.die import DiePanel
from kivy_ui.screens.base import TableScreen
from kivy_ui.widgets import dice_row, guide_drawing  # noqa: F401 - the .kv file uses them
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TapArea
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.photos import photo  # noqa: F401 - the rules name its widget


class PractisePhaseView(TapArea):
    """A phase with its dice; a tap selects it."""

    phase = StringProperty("")
    name = StringProperty("")
    word = StringProperty("")
    happens = BooleanProperty(False)

    def show(self, model: PracticePhase) -> None:
        """Show a phase."""
        self.phase, self.name, self.word = model.phase.value, model.name, model.word
        self.happens = model.happens
        self.ids.dice.show(model.dice)


class Practice(TableScreen):
    """The picture at the left, the phases at the right, instructions below them."""

    text = StringProperty("")
    icon = StringProperty("")
    seen = BooleanProperty(False)

    @property
    def presenter(self) -> PracticePresenter:
        """The presenter of this screen."""
        return self.presenters.side.practice

    def refresh(self) -> None:
        """Show the latest reading."""
        model = self.presenter.model()
        self.seen = model.picture.picture is not None
        self.text, self.icon = model.text, model.icon
        self.ids.drawing.show(() if self.seen else PRACTICE_PIECES)
        words = self.presenters.ui.words
        letters = {die.value: words.letters(die) for die in DieType}
        self.ids.photo.show(model.picture, letters)
        rows = reuse_children(self.ids.phases, len(model.phases), self._make_phase)
        for row, phase in zip(rows, model.phases, strict=True):
            row.show(phase)

    def tick(self) -> None:
        """Show a new reading."""
        if self.presenter.tick():
            self.window.refresh()

    def primary(self) -> None:
        """Ask about a doubtful die first, else perform the main action."""
        index = self.presenter.doubtful()
        if index is None:
            super().primary()
        else:
            self.edit(index)

    def read(self) -> None:
        """Read the dice that are under the camera now."""
        self.presenter.read()
        self.window.refresh()

    def edit(self, index: int) -> None:
        """Open the editor to correct a die."""
        editor = self.presenter.edit(index)
        if editor is not None:
            self.window.open_panel(DiePanel(self.presenters, self.window, editor))

    def _make_phase(self) -> PractisePhaseView:
        view = PractisePhaseView()
        view.bind(on_release=lambda tapped: self._toggle(Phase(tapped.phase)))
        return view

    def _toggle(self, phase: Phase) -> None:
        self.presenter.toggle(phase)
        self.window.refresh()


load_kv(__file__)
