"""A panel over the screen: shade around it, a title, a way to close it."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from kivy_ui import theme
from kivy_ui.screens.base import Opener
from kivy_ui.widgets import controls  # noqa: F401 - the rules name its widgets
from kivy_ui.widgets.rules import load_rules
from kivy_ui.widgets.settling import Settling
from kivy_ui.window.presenters import Presenters


class PanelBox(BoxLayout):
    """The visible part of a panel.

    Attributes:
        fills: whether it is as large as the window.
    """

    fills = BooleanProperty(False)


class Panel(Settling, FloatLayout):
    """Base of all panels; touches beside it close it, touches never reach what lies below.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.

    Attributes:
        passes_ready: whether the keys of the ready lights go on working.
        entry: what is typed, beside the title; empty shows no field.
        searching: whether the field is shown in any case.
        news: what the camera does, beside the title.
        covers: whether next to nothing of the screen can be seen behind it.
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

    def __init__(self, presenters: Presenters, window: Opener) -> None:
        self.presenters = presenters
        self.window = window
        self.closed = False
        super().__init__()

    def refresh(self) -> None:
        """Show the newest update."""

    def head(self, title: str, seat: int, colour: str) -> None:
        """Show whose panel it is: the title, and the seat's badge in its colour (by its key)."""
        self.title, self.badge = title, str(seat)
        self.badge_colour = theme.seat_colour(colour)

    def close(self) -> None:
        """Close this panel; one that finds nothing to show never opens."""
        self.closed = True
        self.window.close_panel(self)

    def enter(self) -> None:
        """Do what the Enter key means here; nothing by default."""

    def typed(self, text: str) -> bool:
        """Take a typed letter; returns whether it was taken."""
        del text
        return False

    def erased(self) -> None:
        """Take a typed backspace."""

    def add_widget(self, widget: object, *args: object, **kwargs: object) -> None:
        """Add to the panel's body once it exists."""
        body = self.ids.get("body")
        if body is None or widget is self.ids.get("box"):
            super().add_widget(widget, *args, **kwargs)
        else:
            body.add_widget(widget, *args, **kwargs)

    def on_title(self, _panel: Panel, title: str) -> None:
        """Another title asks something else; a finger on its way meant what was there."""
        self.ask(title, about="title")

    def on_touch_down(self, touch: object) -> bool:
        """Pass the touch on; keep it from everything below."""
        box = self.ids.box
        if not box.collide_point(*touch.pos):  # type: ignore[attr-defined]
            touch.ud["beside_panel"] = self  # type: ignore[attr-defined]
            return True
        super().on_touch_down(touch)
        return True

    def on_touch_move(self, touch: object) -> bool:
        """Keep the touch."""
        super().on_touch_move(touch)
        return True

    def on_touch_up(self, touch: object) -> bool:
        """Close when finger went down and up beside the panel."""
        inside = self.ids.box.collide_point(*touch.pos)  # type: ignore[attr-defined]
        began = touch.ud.get("beside_panel") is self  # type: ignore[attr-defined]
        if began and not inside:
            self.close()
            return True
        super().on_touch_up(touch)
        return True


load_rules(__file__)
