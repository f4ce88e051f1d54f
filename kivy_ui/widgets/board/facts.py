"""Information on a page: lines with icons, sentences, tiles on the table."""

from __future__ import annotations

from kivy.metrics import sp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from kivy_ui import theme
from kivy_ui.common.board.icons import IconLine
from kivy_ui.common.board.pages import TileCard
from kivy_ui.widgets.board import icon_strip  # noqa: F401 - the rules name its widget
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.letters import LETTER_SHARE
from kivy_ui.widgets.text import Text


class IconLineView(BoxLayout):
    """Icons followed by a sentence."""

    icons = ObjectProperty(())
    text = StringProperty("")
    large = BooleanProperty(False)

    def show(self, line: IconLine) -> None:
        """Show a line."""
        self.icons, self.text, self.large = line.icons, line.text, line.large


class FactView(Text):
    """A computed fact as a sentence, with as many lines as it needs."""

    lines = NumericProperty(1)
    large = BooleanProperty(False)

    def on_width(self, *_args: object) -> None:
        """Update the number of lines."""
        self.on_text()

    def on_text(self, *_args: object) -> None:
        """Estimate the number of lines from the average letter width."""
        size = theme.TEXT_LARGE if self.large else theme.TEXT_BODY
        letters = max(1.0, self.width / (sp(size) * LETTER_SHARE))
        self.lines = max(1, -int(-len(self.text) // letters))


class CardView(BoxLayout):
    """A tile with its current state."""

    title = StringProperty("")
    text = StringProperty("")
    colour = ColorProperty(theme.LINE)

    def show(self, card: TileCard) -> None:
        """Show a tile."""
        self.title, self.text = card.title, card.text
        self.colour = theme.seat_colour(card.colour) if card.colour else theme.LINE


load_kv(__file__)
