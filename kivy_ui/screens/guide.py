"""The step-by-step guide to a first game."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from kivy_ui.games.roll.guide import FIRST_ROUND_STEP, STEPS, GuidePresenter
from kivy_ui.screens.base import TableScreen
from kivy_ui.widgets import controls, guide_drawing  # noqa: F401 - the .kv file uses them
from kivy_ui.widgets.kv_file import load_kv


class Guide(TableScreen):
    """One step of the guide: a drawing, the instruction, and its reason."""

    heading = StringProperty("")
    text = StringProperty("")
    why = StringProperty("")
    first = BooleanProperty(True)
    before_play = BooleanProperty(True)
    share = NumericProperty(0)

    @property
    def presenter(self) -> GuidePresenter:
        """The presenter of this screen."""
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
        """Open the help."""
        self.window.visit("help")

    def practise(self) -> None:
        """Open the practice screen, where the camera reads some dice."""
        self.window.visit("practice")

    def players(self) -> None:
        """Open the start screen to choose the players of a real game."""
        self.window.visit("start")


load_kv(__file__)
