"""Lists, tabs, scrolling text and empty states for the side screens."""

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
from kivy_ui.widgets import drawn, text, tile_marks  # noqa: F401 - the .kv file uses them
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TapArea, TextButton
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.row_scroll import RowScroll


class LineView(TapArea):
    """A list row: icon, title, note below, value at the right.

    Attributes:
        share: 0..1, length of a bar along the lower edge; negative for none.
        ink: colour of the bar, and of the icon where it carries meaning.
        rank: position in a ranking, shown before the badge.
        headline: whether the row is the heading of the rows below.
        leads: whether a tap opens a page; shows an arrow at the end.
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
    """A scrolling list of rows."""

    def fill(self, count: int, tapped: Callable[[LineView], None]) -> list[LineView]:
        """Return *count* rows, reused where possible; *tapped* is bound to new ones."""

        def make() -> LineView:
            line = LineView()
            line.bind(on_release=tapped)
            return line

        return reuse_children(self.ids.lines, count, make)


class ReadingText(RowScroll):
    """Text that scrolls if it is longer than its box."""

    text = StringProperty("")

    def on_text(self, *_change: object) -> None:
        """Show each line of the text as a paragraph."""
        lines = [line for line in self.text.split("\n") if line]
        views = reuse_children(self.ids.paragraphs, len(lines), Paragraph)
        for view, line in zip(views, lines, strict=True):
            view.text = line


class Paragraph(Label):
    """A paragraph of a ``ReadingText``."""


class EmptyState(BoxLayout):
    """Empty state of a list: icons of its future content and text, the first sentence large."""

    text = StringProperty("")
    said = StringProperty("")
    why = StringProperty("")
    icons = ListProperty()

    def on_text(self, *_change: object) -> None:
        """Split the text into the first sentence and the rest."""
        self.said, end, self.why = self.text.partition(". ")
        self.said += end.strip()

    def on_icons(self, *_change: object) -> None:
        """Show the icons in a row."""
        row = self.ids.icons
        row.clear_widgets()
        for name in self.icons:
            edge = dp(theme.grid(11))
            row.add_widget(
                drawn.IconView(
                    name=name, colour=theme.ACCENT, size_hint=(None, None), size=(edge, edge)
                )
            )


class Tabs(BoxLayout):
    """A row of tabs."""

    def show(
        self,
        choices: Sequence[tuple[object, str]],
        chosen: object,
        tapped: Callable[[object], None],
    ) -> None:
        """Show choices (value, label); a tap calls *tapped* with the value."""
        self._tapped = tapped

        def make() -> TextButton:
            button = TextButton(padding=(dp(theme.HAIR), dp(theme.HALF_GAP)))
            button.bind(on_release=lambda each: self._tapped(each.choice))
            return button

        for button, (value, word) in zip(
            reuse_children(self, len(choices), make), choices, strict=True
        ):
            button.choice, button.text = value, word
            button.kind = "chosen" if value == chosen else "plain"


load_kv(__file__)
