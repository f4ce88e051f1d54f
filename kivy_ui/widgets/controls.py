"""Buttons, steppers and badges shared by all screens."""

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
from kivy_ui.widgets import drawn, mirrored, text  # noqa: F401 - the .kv file uses them
from kivy_ui.widgets.kv_file import load_kv

_REPEAT_AFTER_S = 0.45
_REPEAT_EVERY_S = 0.12


class TapArea(ButtonBehavior, BoxLayout):
    """Base of tappable boxes, with pressed state and outline."""

    __events__ = ("on_why",)

    fill = ColorProperty(theme.RAISED)
    pressed_fill = ColorProperty(theme.PRESSED)
    outline = ColorProperty(theme.CLEAR)
    radius = NumericProperty(theme.RADIUS)

    def on_why(self) -> None:
        """Event: it was touched while it is disabled."""

    def on_touch_down(self, touch: object) -> bool:
        """Report a touch that has no other effect."""
        if self.disabled and self.collide_point(*touch.pos):  # type: ignore[attr-defined]
            self.dispatch("on_why")
        return bool(super().on_touch_down(touch))


class TextButton(TapArea):
    """A button with an icon, a text, or both."""

    text = StringProperty("")
    icon = StringProperty("")
    ink = ColorProperty(theme.TEXT)
    kind = OptionProperty("plain", options=("plain", "primary", "quiet", "chosen", "danger"))
    base_size = NumericProperty(theme.TEXT_BODY)
    bold = BooleanProperty(False)


class Key(TextButton):
    """A letter or digit key of an on-screen keyboard."""


class RepeatButton(TextButton):
    """A button that acts on touch down and repeats while it is held."""

    __events__ = ("on_step",)

    def on_press(self) -> None:
        """Act at once; waiting for ``on_release`` would feel slow."""
        self.dispatch("on_step")
        self._repeating = Clock.schedule_once(self._begin, _REPEAT_AFTER_S)

    def on_touch_up(self, touch: object) -> bool:
        """Stop repeating, wherever the finger is lifted."""
        repeating = getattr(self, "_repeating", None)
        if repeating is not None and touch.grab_current is self:  # type: ignore[attr-defined]
            repeating.cancel()
            self._repeating = None
        return bool(super().on_touch_up(touch))

    def on_step(self) -> None:
        """Event: one step was requested."""

    def _begin(self, _dt: float) -> None:
        self._repeating = Clock.schedule_interval(self._again, _REPEAT_EVERY_S)

    def _again(self, _dt: float) -> None:
        if self.disabled or self.state != "down" or self.get_root_window() is None:
            self._repeating.cancel()
            return
        self.dispatch("on_step")


class LeapButton(TextButton):
    """A button beside plus and minus that changes the number by several."""

    delta = NumericProperty(0)


class Stepper(BoxLayout):
    """A number between a minus and a plus button.

    Attributes:
        leap: change made by the outer two buttons; 0 for none.
    """

    __events__ = ("on_change",)

    value = StringProperty("")
    icon = StringProperty("")
    can_lower = BooleanProperty(True)
    can_raise = BooleanProperty(True)
    leap = NumericProperty(0)

    def on_change(self, delta: int) -> None:
        """Event: *delta* was added, one or a leap."""

    def on_leap(self, *_change: object) -> None:
        """Add or remove the leap buttons at both ends."""
        for button in [each for each in self.children if isinstance(each, LeapButton)]:
            self.remove_widget(button)
        if self.leap:
            for delta, place in ((-self.leap, len(self.children)), (self.leap, 0)):
                button = LeapButton(delta=delta)
                button.bind(on_release=lambda me: self.dispatch("on_change", me.delta))
                self.add_widget(button, index=place)
            self.on_can_lower()

    def on_can_lower(self, *_change: object) -> None:
        """Enable each leap button under the same condition as the step button in its direction."""
        for button in self.children:
            if isinstance(button, LeapButton):
                button.disabled = not (self.can_lower if button.delta < 0 else self.can_raise)

    on_can_raise = on_can_lower


class Mark(BoxLayout):
    """A word with an icon on a coloured background: colour is never the only distinction."""

    text = StringProperty("")
    icon = StringProperty("")
    ink = ColorProperty(theme.TEXT)
    ground = ColorProperty(theme.RAISED)


class SeatBadge(Widget):
    """A seat number on the seat's colour."""

    number = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)


class Divider(Widget):
    """A thin separator line."""


load_kv(__file__)
