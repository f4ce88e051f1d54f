"""The screen of the active phases in order, then Manage Empire."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty

from companion.games.roll.phases.counters import Correctable
from kivy_ui import theme
from kivy_ui.games.roll.turn.counters import SEAT_COUNTERS
from kivy_ui.games.roll.turn.phases import SeatLine
from kivy_ui.panels.seat import SeatPanel
from kivy_ui.screens import parts  # noqa: F401 - the .kv file uses it
from kivy_ui.screens.base import TableScreen
from kivy_ui.widgets import dice_row  # noqa: F401 - the rules name its widget
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.mirrored import MirroredRow
from kivy_ui.widgets.move_list import StepLine


class SeatLineView(MirroredRow):
    """A seat's row: workers of this phase, then a stepper for each counter.

    Attributes:
        flat: whether the dice are beside the name, for lack of height.
    """

    __events__ = ("on_open", "on_toggle", "on_change")

    number = NumericProperty(0)
    name = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)
    workers = StringProperty("")
    to_cup = StringProperty("")
    working = BooleanProperty(False)
    managing = BooleanProperty(False)
    narrow = BooleanProperty(False)
    flat = BooleanProperty(False)

    def on_open(self) -> None:
        """Event: the name was tapped."""

    def on_toggle(self) -> None:
        """Event: the ready light was tapped."""

    def on_change(self, what: Correctable, delta: int) -> None:
        """Event: a stepper asks to change counter *what* by *delta*."""

    def show(self, line: SeatLine) -> None:
        """Show a seat."""
        self.number, self.name = line.seat, line.name
        self.colour = theme.seat_colour(line.colour)
        self.workers, self.to_cup = line.workers_text, line.to_cup
        self.working = bool(line.workers)
        self.managing = line.workers is None
        self.ids.light.show(line.light)
        self.ids.dice.show([die for die, _ in line.dice])
        steppers = (self.ids.credits, self.ids.chips, self.ids.tiles)
        for stepper, counter in zip(steppers, line.counters, strict=True):
            stepper.value = str(counter.value)
            stepper.can_lower, stepper.can_raise = counter.can_lower, counter.can_raise

    def change(self, index: int, delta: int) -> None:
        """Handle a tap on the stepper with number *index*."""
        self.dispatch("on_change", SEAT_COUNTERS[index], delta)


class Phases(TableScreen):
    """The screen from the first active phase to the end of the round."""

    notice = StringProperty("")
    narrow = BooleanProperty(False)
    managing = BooleanProperty(False)
    credits = StringProperty("")
    chips = StringProperty("")
    tiles = StringProperty("")

    def refresh(self) -> None:
        """Show phases and seats."""
        model = self.presenters.phases.model()
        colours = {line.seat: line.colour for line in model.lines}
        self.ids.phases.show(model.tiles, colours)
        self.credits, self.chips, self.tiles = model.headings
        self.managing = model.managing
        lines = reuse_children(self.ids.lines, len(model.lines), self._make_line)
        for view, line in zip(lines, model.lines, strict=True):
            view.show(line)
        steps = reuse_children(self.ids.steps, len(model.steps.steps), StepLine)
        for step, (name, text) in zip(steps, model.steps.steps, strict=True):
            step.icon, step.text = name, text

    def _make_line(self) -> SeatLineView:
        view = SeatLineView()
        table = self.presenters.table
        view.bind(on_open=lambda line: self._open(line.number))
        view.bind(on_toggle=lambda line: table.toggle_ready(line.number))
        view.bind(
            on_change=lambda line, what, delta: table.counters.change(what, line.number, delta)
        )
        return view

    def _open(self, number: int) -> None:
        self.window.open_panel(SeatPanel(self.presenters, self.window, number))


load_kv(__file__)
