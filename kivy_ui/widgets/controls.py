"""Buttons, steppers and small marks that all screens share."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    OptionProperty,
    StringProperty,
)
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from kivy_ui import theme
from kivy_ui.widgets import drawn, handed, text  # noqa: F401 - the rules name their widgets
from kivy_ui.widgets.rules import load_rules

EXPLAINED = "explained"
"""Mark of a touch that has opened the legend."""

_REPEAT_AFTER_S = 0.45
_REPEAT_EVERY_S = 0.12


class TapArea(ButtonBehavior, BoxLayout):
    """A box that can be tapped and shows that it is."""

    fill = ColorProperty(theme.RAISED)
    pressed_fill = ColorProperty(theme.PRESSED)
    outline = ColorProperty(theme.CLEAR)
    radius = NumericProperty(theme.RADIUS)

    def on_touch_up(self, touch: object) -> bool:
        """A finger that asked what a symbol means presses nothing when it leaves."""
        if touch.grab_current is self and touch.ud.get(EXPLAINED):  # type: ignore[attr-defined]
            touch.ungrab(self)  # type: ignore[attr-defined]
            self.state = "normal"
            return True
        return bool(super().on_touch_up(touch))


class TextButton(TapArea):
    """A button with an icon, a text, or both."""

    text = StringProperty("")
    icon = StringProperty("")
    ink = ColorProperty(theme.TEXT)
    kind = OptionProperty("plain", options=("plain", "primary", "quiet", "chosen", "danger"))
    base_size = NumericProperty(theme.TEXT_BODY)
    bold = BooleanProperty(False)


class Key(TextButton):
    """A letter or a digit among others; they are hit as on a telephone."""


class HoldButton(TextButton):
    """Acts when it is touched, and again and again while it is held."""

    __events__ = ("on_step",)

    def on_press(self) -> None:
        """Act at once; ``on_release`` would come too late to feel quick."""
        self.dispatch("on_step")
        self._repeating = Clock.schedule_once(self._begin, _REPEAT_AFTER_S)

    def on_touch_up(self, touch: object) -> bool:
        """Stop repeating, wherever the finger leaves."""
        repeating = getattr(self, "_repeating", None)
        if repeating is not None and touch.grab_current is self:  # type: ignore[attr-defined]
            repeating.cancel()
            self._repeating = None
        return bool(super().on_touch_up(touch))

    def on_step(self) -> None:
        """One step was asked for."""

    def _begin(self, _dt: float) -> None:
        self._repeating = Clock.schedule_interval(self._again, _REPEAT_EVERY_S)

    def _again(self, _dt: float) -> None:
        if self.disabled or self.state != "down" or self.get_root_window() is None:
            self._repeating.cancel()
            return
        self.dispatch("on_step")


class LeapButton(TextButton):
    """Beside plus and minus: many at once."""

    delta = NumericProperty(0)


class Stepper(BoxLayout):
    """A number between a minus and a plus.

    Attributes:
        leap: how far the outer two buttons go; 0 for none.
    """

    __events__ = ("on_change",)

    value = StringProperty("")
    icon = StringProperty("")
    can_lower = BooleanProperty(True)
    can_raise = BooleanProperty(True)
    leap = NumericProperty(0)

    def on_change(self, delta: int) -> None:
        """*delta* is what was added: one, or a leap."""

    def on_leap(self, *_change: object) -> None:
        """Buttons for a long way stand at both ends."""
        for button in [each for each in self.children if isinstance(each, LeapButton)]:
            self.remove_widget(button)
        if self.leap:
            for delta, place in ((-self.leap, len(self.children)), (self.leap, 0)):
                button = LeapButton(delta=delta)
                button.bind(on_release=lambda me: self.dispatch("on_change", me.delta))
                self.add_widget(button, index=place)
            self.on_can_lower()

    def on_can_lower(self, *_change: object) -> None:
        """A leap goes as far as a step does."""
        for button in self.children:
            if isinstance(button, LeapButton):
                button.disabled = not (self.can_lower if button.delta < 0 else self.can_raise)

    on_can_raise = on_can_lower


class Mark(BoxLayout):
    """A word with a symbol on a coloured ground: never the colour alone."""

    text = StringProperty("")
    icon = StringProperty("")
    ink = ColorProperty(theme.TEXT)
    ground = ColorProperty(theme.RAISED)


class SeatBadge(Widget):
    """The number of a seat on its colour."""

    number = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)


class Divider(Widget):
    """A thin line between two parts."""


load_rules(__file__)
