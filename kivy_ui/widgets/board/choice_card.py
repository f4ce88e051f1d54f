"""A choice as a tappable card with pictures, a name and a note."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kivy.metrics import dp, sp
from kivy.properties import (
    BooleanProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
)

from kivy_ui import theme
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.pages import Option, Row
from kivy_ui.widgets import text  # noqa: F401 - the rules name its widget
from kivy_ui.widgets.board import icon_strip  # noqa: F401 - the rules name its widget
from kivy_ui.widgets.board.icon_strip import folded, strip_px
from kivy_ui.widgets.controls import TapArea
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.letters import letters_texture
from kivy_ui.widgets.text import lines_needed

LEAST_DP = theme.TOUCH
LEAST_PICTURED_DP = theme.grid(8)
MOST_DP = theme.grid(22)
LEAST_EDGE_DP = theme.WIDE_GAP
_PICTURE_DP = theme.grid(11.5)
"""Maximum width of a card that shows only pictures."""
_FLAT_DP = theme.grid(12)
_WIDE = 2.2
"""Aspect ratio (width / height) above which the pictures are always beside the text."""
_ROOMY_DP = theme.grid(15)
_FLAT_SHARE = 0.6
"""Maximum share of a low card's width for its pictures."""
_LINE_SHARE = 1.2
"""Line height as a multiple of the font size."""
_TOO_MANY = 99
"""Number of lines assumed for a word that is wider than its box."""
_SHORT = 3
"""Maximum number of letters that is treated as a number."""
_IN_A_LINE = 1
"""Maximum number of pictures in one line on a card without text."""
_FEWEST_LETTERS = 12
"""Minimum number of letters per line of a note."""


class ChoiceCard(TapArea):
    """A card that can be tapped.

    Attributes:
        flat: the pictures are beside the text because the card is low.
        roomy: the text has its full size, in two lines if necessary.
        picture_px: edge of the pictures; 0 makes them as large as fits on each card.
        folded: the pictures are in two lines.
        stacked: the pictures are above the text, however low the card is.
        bare: there is no picture; a check mark is placed beside the text.
        short: the text is a number or a letter, which is large.
        words_px: minimum height of the text below the pictures.
        flat_px: edge of the pictures if they are beside the text; 0 for small ones.
    """

    key = StringProperty("")
    title = StringProperty("")
    note = StringProperty("")
    icons = ObjectProperty(())
    held = BooleanProperty(False)
    flat = BooleanProperty(False)
    roomy = BooleanProperty(False)
    picture_px = NumericProperty(0)
    folded = BooleanProperty(False)
    stacked = BooleanProperty(False)
    bare = BooleanProperty(False)
    short = BooleanProperty(False)
    words_px = NumericProperty(0)
    flat_px = NumericProperty(0)
    kind = OptionProperty("plain", options=("plain", "chosen"))

    def on_height(self, *_change: object) -> None:
        """Use the single-line layout for a low card."""
        low = self.height < max(dp(_FLAT_DP), self.width / _WIDE)
        self.flat = self.bare or (low and not self.stacked)
        self.roomy = self.height >= dp(_ROOMY_DP)

    def on_width(self, *_change: object) -> None:
        """Repeat the check of ``on_height``, which depends on the width too."""
        self.on_height()

    def show(self, option: Option, picture_px: float = 0.0, *, folds: bool = True) -> None:
        """Show a choice; with *picture_px* only its pictures, in at most two lines."""
        self.picture_px = picture_px
        self.bare = not option.icons and not option.icon
        self.short = self.bare and len(option.text) <= _SHORT
        self.on_height()
        alone = bool(picture_px and option.icons)
        self.key, self.held = option.key, option.held
        self.title = "" if alone else option.text
        self.note = option.note
        self.icons = _icons(option)
        self.folded = alone and folds and _folds(option.icons)
        if alone and len(option.icons) == 1 and option.icons[0].times == 1:
            self.picture_px = max(picture_px, dp(theme.ICON_LARGE))
        self.kind = "chosen" if option.chosen else "plain"
        self.disabled = not option.enabled


def picture_edge_px(options: tuple[Option, ...], width_px: float, row: Row) -> float:
    """Return the edge at which the pictures of all cards fit into *width_px*."""
    lines = [line for o in options if o.icons for line in _lines(o.icons, row)]
    edge, room = float(dp(theme.grid(9))), width_px - 2 * dp(theme.HALF_GAP)
    least = float(dp(LEAST_EDGE_DP))
    fitting = [line for line in lines if strip_px(line, least) <= room]  # others are smaller
    while edge > least and any(strip_px(line, edge) > room for line in fitting):
        edge -= 1
    if not row.headed and any(_folds(option.icons) for option in options):
        edge = min(edge, float(dp(theme.ICON_LARGE)))
    return edge


def _folds(icons: tuple[Icon, ...]) -> bool:
    """Return whether there are so many pictures that they need two lines."""
    return sum(icon.times for icon in icons) > _IN_A_LINE


def _lines(icons: tuple[Icon, ...], row: Row) -> tuple[Sequence[Icon], ...]:
    return folded(icons) if _folds(icons) and not row.headed else (icons,)


def least_picture_px(option: Option, row: Row) -> float:
    """Return the height below which the pictures of a card without text are too small."""
    lines = len(_lines(option.icons, row))
    wanted = lines * (theme.ICON_SMALL + theme.HAIR) + 2 * theme.HALF_GAP
    return float(dp(max(theme.TOUCH, wanted)))


def least_width_px(option: Option, row: Row) -> float:
    """Return the width below which a word on the card would be broken."""
    if row.pictures and option.icons:
        few = row.headed or not _folds(option.icons)
        edge = dp(LEAST_EDGE_DP if few else theme.ICON_SMALL)
        strip = max(strip_px(line, edge) for line in _lines(option.icons, row))
        return min(strip + float(2 * dp(theme.HALF_GAP)), float(dp(_PICTURE_DP)))
    size = float(sp(theme.TEXT_BODY))
    word = max((letters_texture(each, size).width for each in option.text.split()), default=0)
    noted = max((letters_texture(each).width for each in option.note.split()), default=0)
    if option.note:
        noted = max(noted, letters_texture("n" * _FEWEST_LETTERS).width)
    strip = strip_px(_icons(option), dp(theme.ICON_LARGE))
    words = max(word, noted)
    if row.stacked:
        strip = strip_px(_icons(option), dp(theme.ICON))
    elif strip and words:
        words += strip + dp(theme.GAP)
    return float(max(words, strip, dp(theme.grid(4))) + 2 * dp(theme.GAP))


@lru_cache(maxsize=64)
def flat_edge_px(options: tuple[Option, ...], width_px: float, high_px: float) -> float:
    """Return the largest edge of pictures beside the text on low cards that costs no extra line."""
    pictured = tuple(each for each in options if each.icons)
    edge = least = float(dp(theme.ICON_LARGE))
    free = high_px - 2 * dp(theme.HALF_GAP)
    room = int(free / (sp(theme.TEXT_SMALL) * _LINE_SHARE))
    few = [max(room, _lines_beside(each, width_px, least)) for each in pictured]
    for tried in (theme.grid(steps) for steps in range(5, int(free / dp(theme.STEP)) + 1)):
        fits = all(
            strip_px(each.icons, dp(tried)) <= width_px * _FLAT_SHARE
            and _lines_beside(each, width_px, dp(tried)) <= lines
            for each, lines in zip(pictured, few, strict=True)
        )
        if not fits:
            break
        edge = float(dp(tried))
    return edge if pictured else 0.0


def _lines_beside(option: Option, width_px: float, edge_px: float) -> int:
    """Return the number of lines of the text beside pictures of edge *edge_px*."""
    room = max(1.0, width_px - strip_px(option.icons, edge_px) - 3 * dp(theme.GAP))
    size_px = float(sp(theme.TEXT_SMALL))
    return sum(
        lines_needed(words, room, lambda each: float(letters_texture(each, size_px).width))
        or _TOO_MANY
        for words in (option.text, option.note)
        if words
    )


def words_high_px(option: Option, width_px: float, row: Row) -> float:
    """Return the height of a card's text, beside or below its pictures."""
    room = width_px - 2 * dp(theme.GAP)
    strip = strip_px(_icons(option), dp(theme.ICON_LARGE))
    if strip and not row.stacked and (option.text or option.note):
        room -= strip + dp(theme.GAP)
    lines = sum(
        lines_needed(words, max(1.0, room), lambda each: float(letters_texture(each).width)) or 1
        for words in (option.text, option.note)
        if words
    )
    return float(lines * dp(theme.TEXT_ROW))


def least_height_px(option: Option, width_px: float, row: Row) -> float:
    """Return the minimum height of a card: its text, with small pictures above if stacked."""
    above = float(dp(theme.ICON_LARGE)) if row.stacked and _icons(option) else 0.0
    least = LEAST_PICTURED_DP if option.icons or option.note else LEAST_DP
    words = words_high_px(option, width_px, row)
    return float(max(dp(least), above + words + 2 * dp(theme.HALF_GAP)))


def _icons(option: Option) -> tuple[Icon, ...]:
    icon = "check" if option.chosen else option.icon
    return option.icons or ((Icon(icon),) if icon else ())


load_kv(__file__)
