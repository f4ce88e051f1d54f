"""The large-text status over the whole window, rotatable towards any side of the table."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label

from kivy_ui import theme
from kivy_ui.panels.base import Panel
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.large_status import AwaitedPlayer, broken
from kivy_ui.window.presenters import Presenters

_MOST_NAMES = 1
"""With more awaited players there is room for their numbers only."""


class LargeWord(Label):
    """One word, as large as its box and ``most_px`` allow.

    Attributes:
        breaks: whether it may wrap onto two lines if the text would be too small on one.
    """

    word = StringProperty("")
    most_px = NumericProperty(theme.TEXT_ACROSS)
    breaks = BooleanProperty(False)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._refit = Clock.create_trigger(self._fit, -1)
        for name in ("word", "size", "most_px"):
            self.fbind(name, self._refit)
        self._refit()

    def _fit(self, *_args: object) -> None:
        self._show(self.word)
        if self.breaks and self.font_size < dp(theme.TEXT_ACROSS):
            self._show(broken(self.word))

    def _show(self, text: str) -> None:
        self._label.options["font_size"] = most = int(self.most_px)
        lines = text.split("\n")
        sizes = [self._label.get_extents(line) for line in lines]
        width, height = max(size[0] for size in sizes), sum(size[1] for size in sizes)
        room = min(self.width / max(1, width), self.height / max(1, height))
        size_px = max(1, int(most * min(1.0, room)))
        self.text, self.font_size = text, size_px


class AwaitedPlayerView(BoxLayout):
    """An awaited player: the seat number on the seat colour, and the name."""

    number = StringProperty("")
    name = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)

    def show(self, awaited: AwaitedPlayer, *, named: bool) -> None:
        """Show a player."""
        self.number, self.name = str(awaited.number), awaited.name if named else ""
        self.colour = theme.seat_colour(awaited.colour)


class LargeStatusPanel(Panel):
    """Step and awaited players, readable from two metres; a tap returns to the game.

    Attributes:
        angle_deg: counterclockwise rotation of the text.
    """

    icon = StringProperty("")
    word = StringProperty("")
    note = StringProperty("")
    waiting = StringProperty("")
    angle_deg = NumericProperty(0)
    passes_ready = True

    def __init__(self, presenters: Presenters, window: Navigator) -> None:
        super().__init__(presenters, window)
        self.refresh()

    def refresh(self) -> None:
        """Show the current status."""
        model = self.presenters.large_status.model()
        self.icon, self.word, self.note = model.icon, model.word.upper(), model.note
        self.angle_deg = 90 * self.presenters.ui.preferences.quarter_turns
        self.waiting = "waiting" if model.awaited else ""
        named = len(model.awaited) <= _MOST_NAMES
        views = reuse_children(self.ids.awaited, len(model.awaited), AwaitedPlayerView)
        for view, awaited in zip(views, model.awaited, strict=True):
            view.show(awaited, named=named)

    def turn(self) -> None:
        """Rotate the text to the next side of the table, and save that setting."""
        ui = self.presenters.ui
        ui.choose(quarter_turns=(ui.preferences.quarter_turns + 1) % 4)
        self.refresh()


load_kv(__file__)
