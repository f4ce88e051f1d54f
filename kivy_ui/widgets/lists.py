"""Lists of lines, tabs and text to read, for the screens beside the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label

from companion.games.roll.model.tiles import Side
from kivy_ui import theme
from kivy_ui.widgets import drawn, text, tile_marks  # noqa: F401 - the rules name their widgets
from kivy_ui.widgets.children import keep_children
from kivy_ui.widgets.controls import TapArea, TextButton
from kivy_ui.widgets.row_scroll import RowScroll
from kivy_ui.widgets.rules import load_rules


class LineView(TapArea):
    """A line: symbol, title, a note below, a value at the right.

    Attributes:
        share: 0 to 1, the length of a bar along the lower edge; below 0 there is none.
        ink: colour of the bar, and of the symbol where it means something.
        rank: place among the others, before the badge.
        headline: whether it says what the lines below it are about.
        leads: whether a tap opens a page: an arrow stands at the end.
    """

    key = ""
    title = StringProperty("")
    note = StringProperty("")
    value = StringProperty("")
    value_share = NumericProperty(0.3)
    face = StringProperty("")
    die = StringProperty("")
    rank = StringProperty("")
    number = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)
    value_ink = ColorProperty(theme.TEXT)
    value_large = BooleanProperty(False)
    share = NumericProperty(-1)
    barred = BooleanProperty(False)
    ink = ColorProperty(theme.ACCENT)
    chosen = BooleanProperty(False)
    leads = BooleanProperty(False)
    small = BooleanProperty(False)
    strong = BooleanProperty(False)
    headline = BooleanProperty(False)
    stacked = BooleanProperty(False)

    def show_side(self, side: Side | None) -> None:
        """Show a tile's mark, or none."""
        self.ids.mark.show(side)


class LineList(RowScroll):
    """Lines under each other."""

    def fill(self, count: int, tapped: Callable[[LineView], None]) -> list[LineView]:
        """Return *count* lines, kept where possible; *tapped* is bound to new ones."""

        def make() -> LineView:
            line = LineView()
            line.bind(on_release=tapped)
            return line

        return keep_children(self.ids.lines, count, make)


class ReadingText(RowScroll):
    """Text that may be longer than its box: it scrolls."""

    text = StringProperty("")

    def on_text(self, *_change: object) -> None:
        """Show each line of the text as a paragraph."""
        lines = [line for line in self.text.split("\n") if line]
        views = keep_children(self.ids.paragraphs, len(lines), Paragraph)
        for view, line in zip(views, lines, strict=True):
            view.text = line


class Paragraph(Label):
    """A part of a text to read."""


class Emptiness(BoxLayout):
    """Where nothing is listed yet: what will be, as signs, and sentences, the first one large."""

    text = StringProperty("")
    said = StringProperty("")
    why = StringProperty("")
    signs = ListProperty()

    def on_text(self, *_change: object) -> None:
        """Show the first sentence, and below it the others."""
        self.said, end, self.why = self.text.partition(". ")
        self.said += end.strip()

    def on_signs(self, *_change: object) -> None:
        """Draw the signs in a row."""
        row = self.ids.signs
        row.clear_widgets()
        for name in self.signs:
            edge = dp(theme.grid(11))
            row.add_widget(
                drawn.IconView(
                    name=name, colour=theme.ACCENT, size_hint=(None, None), size=(edge, edge)
                )
            )


class Tabs(BoxLayout):
    """A row of choices."""

    def show(
        self,
        choices: Sequence[tuple[object, str]],
        chosen: object,
        tapped: Callable[[object], None],
    ) -> None:
        """Show choices (value, word); a tap hands the value on."""
        self._tapped = tapped

        def make() -> TextButton:
            button = TextButton(padding=(dp(theme.HAIR), dp(theme.HALF_GAP)))
            button.bind(on_release=lambda each: self._tapped(each.choice))
            return button

        for button, (value, word) in zip(
            keep_children(self, len(choices), make), choices, strict=True
        ):
            button.choice, button.text = value, word
            button.kind = "chosen" if value == chosen else "plain"


load_rules(__file__)
