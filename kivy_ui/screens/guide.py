"""The guide for a group that plays for the first time."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from kivy_ui.games.roll.guide import FIRST_ROUND_STEP, STEPS, GuidePresenter
from kivy_ui.screens.base import TableScreen
from kivy_ui.widgets import controls, guide_drawing  # noqa: F401 - the rules name their widgets
from kivy_ui.widgets.rules import load_rules


class Guide(TableScreen):
    """One step: its drawing, what to do, and why."""

    heading = StringProperty("")
    text = StringProperty("")
    why = StringProperty("")
    first = BooleanProperty(True)
    before_play = BooleanProperty(True)
    share = NumericProperty(0)

    @property
    def presenter(self) -> GuidePresenter:
        """The behaviour behind this screen."""
        return self.presenters.side.guide

    def refresh(self) -> None:
        """Show the step."""
        presenter, translate = self.presenter, self.presenters.ui.translate
        step = presenter.step
        self.heading = f"{presenter.number + 1}. {translate(step.title)}"
        self.text, self.why = translate(step.text), translate(step.why)
        self.share = (presenter.number + 1) / len(STEPS)
        self.first = presenter.number == 0
        self.before_play = presenter.number < FIRST_ROUND_STEP
        self.ids.drawing.show(step.pieces)

    def go(self, delta: int) -> None:
        """Show another step."""
        self.presenter.go(delta)
        self.window.refresh()

    def help(self) -> None:
        """Read everything about it."""
        self.window.visit("help")

    def practise(self) -> None:
        """Let the camera read some dice."""
        self.window.visit("practice")

    def players(self) -> None:
        """Choose the players, so that the screen follows the game."""
        self.window.visit("start")


load_rules(__file__)
