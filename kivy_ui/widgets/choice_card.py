"""A choice as a card: its picture, its name, what it brings."""

from __future__ import annotations

from kivy.metrics import dp, sp
from kivy.properties import (
    BooleanProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
)

from kivy_ui import theme
from kivy_ui.common.pages import Option
from kivy_ui.common.signs import Sign
from kivy_ui.widgets import sign_strip, text  # noqa: F401 - the rules name their widgets
from kivy_ui.widgets.controls import TapArea
from kivy_ui.widgets.letters import letters_texture
from kivy_ui.widgets.rules import load_rules
from kivy_ui.widgets.sign_strip import strip_px
from kivy_ui.widgets.text import lines_needed

LEAST_DP = theme.grid(7)
LEAST_PICTURED_DP = theme.grid(8)
MOST_DP = theme.grid(22)
LEAST_EDGE_DP = theme.WIDE_GAP
_PICTURE_DP = theme.grid(11.5)
"""A card of pictures alone is never wider."""
_FLAT_DP = theme.grid(12)
_FEWEST_LETTERS = 12
"""A note is broken into lines of at least so many letters."""


class ChoiceCard(TapArea):
    """A card that can be tapped.

    Attributes:
        flat: the picture stands beside the words, for want of height.
        picture_px: edge of the pictures; 0 where each card has as large ones as fit.
    """

    key = StringProperty("")
    title = StringProperty("")
    note = StringProperty("")
    signs = ObjectProperty(())
    held = BooleanProperty(False)
    flat = BooleanProperty(False)
    picture_px = NumericProperty(0)
    kind = OptionProperty("plain", options=("plain", "chosen"))

    def on_height(self, *_change: object) -> None:
        """A low card is laid out in one line."""
        self.flat = self.height < dp(_FLAT_DP)

    def show(self, option: Option, picture_px: float = 0.0) -> None:
        """Show a choice; with an edge for the pictures they stand alone."""
        self.picture_px = picture_px
        alone = bool(picture_px and option.signs)
        self.key, self.held = option.key, option.held
        self.title = "" if alone else option.text
        self.note = option.note
        self.signs = _signs(option)
        self.kind = "chosen" if option.chosen else "plain"
        self.disabled = not option.enabled


def picture_edge_px(options: tuple[Option, ...], width_px: float) -> float:
    """Return the edge with which the pictures of all cards fit into a width."""
    edge, room = float(dp(theme.grid(7))), width_px - 2 * dp(theme.HALF_GAP)
    least = float(dp(LEAST_EDGE_DP))
    fitting = [o.signs for o in options if strip_px(o.signs, least) <= room]  # others are smaller
    while edge > least and any(strip_px(signs, edge) > room for signs in fitting):
        edge -= 1
    return edge


def least_width_px(option: Option, *, pictures: bool = False) -> float:
    """Return the width below which the card's words would break inside of a word."""
    if pictures and option.signs:
        strip = strip_px(option.signs, dp(LEAST_EDGE_DP)) + float(2 * dp(theme.HALF_GAP))
        return min(strip, float(dp(_PICTURE_DP)))
    size = float(sp(theme.TEXT_BODY))
    word = max((letters_texture(each, size).width for each in option.text.split()), default=0)
    noted = max((letters_texture(each).width for each in option.note.split()), default=0)
    if option.note:
        noted = max(noted, letters_texture("n" * _FEWEST_LETTERS).width)
    strip = strip_px(_signs(option), dp(theme.ICON_LARGE))
    words = max(word, noted)
    if strip and words:
        words += strip + dp(theme.GAP)
    return float(max(words, strip, dp(theme.grid(4))) + 2 * dp(theme.GAP))


def least_height_px(option: Option, width_px: float) -> float:
    """Return the height that a card's words take beside its pictures."""
    room = width_px - 2 * dp(theme.GAP)
    strip = strip_px(_signs(option), dp(theme.ICON_LARGE))
    if strip and (option.text or option.note):
        room -= strip + dp(theme.GAP)
    lines = sum(
        lines_needed(words, max(1.0, room), lambda each: float(letters_texture(each).width)) or 1
        for words in (option.text, option.note)
        if words
    )
    least = LEAST_PICTURED_DP if option.signs or option.note else LEAST_DP
    return float(max(dp(least), lines * dp(theme.TEXT_ROW) + 2 * dp(theme.HALF_GAP)))


def _signs(option: Option) -> tuple[Sign, ...]:
    icon = "check" if option.chosen else option.icon
    return option.signs or ((Sign(icon),) if icon else ())


load_rules(__file__)
