"""Base class of the panels: a dialog over a dimmed screen, with a title and a close button."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from kivy_ui import theme
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets import controls  # noqa: F401 - the .kv file uses it
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.touch_guard import TouchGuard
from kivy_ui.window.presenters import Presenters


class PanelBox(BoxLayout):
    """The visible box of a panel.

    Attributes:
        fills: whether it fills the window.
    """

    fills = BooleanProperty(False)


class Panel(TouchGuard, FloatLayout):
    """Base class of all panels; a tap outside closes it, touches never reach widgets below.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.

    Attributes:
        passes_ready: whether the keyboard keys of the ready lights still work.
        entry: the typed text, beside the title; empty hides the text field.
        searching: whether the text field is shown even if empty.
        news: the camera's activity, beside the title.
        covers: whether it hides nearly all of the screen.
    """

    title = StringProperty("")
    entry = StringProperty("")
    news = StringProperty("")
    searching = BooleanProperty(False)
    badge = StringProperty("")
    badge_colour = ColorProperty(theme.SEAT_UNKNOWN)
    wanted_width = NumericProperty(theme.grid(70))
    wanted_height = NumericProperty(theme.grid(45))
    covers = BooleanProperty(False)
    passes_ready = False
    list_ground = theme.SURFACE

    def __init__(self, presenters: Presenters, window: Navigator) -> None:
        self.presenters = presenters
        self.window = window
        self.closed = False
        super().__init__()

    def refresh(self) -> None:
        """Update the widgets from the presenters."""

    def head(self, title: str, seat: int, colour: str) -> None:
        """Set the title and the badge of a seat in its colour (*colour* is a key)."""
        self.title, self.badge = title, str(seat)
        self.badge_colour = theme.seat_colour(colour)

    def close(self) -> None:
        """Close this panel; called before it is opened, it prevents opening."""
        self.closed = True
        self.window.close_panel(self)

    def enter(self) -> None:
        """Handle the Enter key; does nothing by default."""

    def typed(self, text: str) -> bool:
        """Handle a typed letter; return whether it was handled."""
        del text
        return False

    def erased(self) -> None:
        """Handle a typed backspace."""

    def add_widget(self, widget: object, *args: object, **kwargs: object) -> None:
        """Add the widget to the panel's body once the body exists."""
        body = self.ids.get("body")
        if body is None or widget is self.ids.get("box"):
            super().add_widget(widget, *args, **kwargs)
        else:
            body.add_widget(widget, *args, **kwargs)

    def on_title(self, _panel: Panel, title: str) -> None:
        """Ignore touches briefly after a change of title: they may be meant for the old content."""
        self.ask(title, about="title")

    def on_touch_down(self, touch: object) -> bool:
        """Pass a touch inside to the content; consume all touches, so that none reaches below."""
        box = self.ids.box
        if not box.collide_point(*touch.pos):  # type: ignore[attr-defined]
            touch.ud["beside_panel"] = self  # type: ignore[attr-defined]
            return True
        super().on_touch_down(touch)
        return True

    def on_touch_move(self, touch: object) -> bool:
        """Pass the touch to the content and consume it."""
        super().on_touch_move(touch)
        return True

    def on_touch_up(self, touch: object) -> bool:
        """Close the panel if the touch began and ended outside."""
        inside = self.ids.box.collide_point(*touch.pos)  # type: ignore[attr-defined]
        began = touch.ud.get("beside_panel") is self  # type: ignore[attr-defined]
        if began and not inside:
            self.close()
            return True
        super().on_touch_up(touch)
        return True


load_kv(__file__)
