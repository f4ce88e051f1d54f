"""Finding a tile by name: a list filtered by letters, kind, cost or colour."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.recyclegridlayout import RecycleGridLayout  # noqa: F401 - the rules name it
from kivy.uix.recycleview import RecycleView
from kivy.uix.recycleview.views import RecycleDataViewBehavior

from companion.games.roll.model.tiles import Side
from kivy_ui import theme
from kivy_ui.games.roll.tiles.tile_filters import Filter
from kivy_ui.games.roll.tiles.tile_finder import WIDE_KEYS, FoundTile
from kivy_ui.games.roll.tiles.tile_icons import icons
from kivy_ui.panels.base import Panel
from kivy_ui.panels.name import TypingRow
from kivy_ui.widgets import icon_row, tile_marks, touch_guard  # noqa: F401 - the rules name two
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import Key, TapArea, TextButton
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.row_scroll import WholeRows

_ERASE = "erase"
_HEIGHTS_DP = {1: theme.grid(10.5), 2: theme.grid(10.5), 3: theme.grid(8)}
"""Row height by number of rows: few rows are higher, with larger text."""


class FoundView(RecycleDataViewBehavior, TapArea):
    """A tile of the list; the view is recycled for another tile when scrolled out of view."""

    key = StringProperty("")
    choose = ObjectProperty(None, allownone=True)
    question = NumericProperty(0)
    large = BooleanProperty(False)
    name = StringProperty("")
    note = StringProperty("")
    side = ObjectProperty(None, allownone=True)
    halves = ObjectProperty(())
    signed = BooleanProperty(False)
    free = BooleanProperty(True)
    proposed = BooleanProperty(False)

    def on_side(self, _view: object, side: Side | None) -> None:
        """Show the mark and the icons of the tile, if any."""
        self.ids.mark.show(side)
        self._icon()

    def on_halves(self, *_change: object) -> None:
        """Show the icons of both halves of a faction."""
        self._icon()

    def on_free(self, *_change: object) -> None:
        """Hide the icons of a taken tile; its note names the owner."""
        self._icon()

    def on_proposed(self, *_change: object) -> None:
        """Hide the icons of a tile proposed by the camera; its note explains that."""
        self._icon()

    def _icon(self) -> None:
        sides = (*self.halves, *((self.side,) if self.side is not None else ()))
        shown = sides if self.free and not self.proposed else ()
        self.ids.icons.icons = tuple(icon for side in shown for icon in icons(side))
        self.signed = bool(self.ids.icons.icons)

    def on_press(self) -> None:
        """Remember the pressed tile; the list may be updated before the release."""
        self._pressed = self.key, self.question

    def on_release(self) -> None:
        """Choose the tile if both the tile and the question are unchanged since the press."""
        if self.choose is not None and (self.key, self.question) == self._pressed:
            self.choose(self.key, self.question)


class TileList(WholeRows, RecycleView):
    """A recycling list: only the visible ones of over fifty tiles have widgets."""

    columns = NumericProperty(2)
    row_dp = NumericProperty(theme.TOUCH)
    _shown: tuple[str, ...] = ()
    _question = 0
    _choose: Callable[[str], None] | None = None

    def show(self, found: Sequence[FoundTile], choose: Callable[[str], None]) -> None:
        """Show tiles; a tap calls *choose* with the tile's key."""
        shown = tuple(each.key for each in found)
        if shown != self._shown:
            self.scroll_y = 1.0
            self.ask_again()
        self._choose = choose
        self._shown = shown
        self.data = [
            {
                "key": each.key,
                "name": each.name,
                "note": each.note,
                "side": each.side,
                "halves": each.halves,
                "free": each.free,
                "proposed": each.proposed,
                "choose": self._take,
                "question": self._question,
            }
            for each in found
        ]

    def on_row_dp(self, *_change: object) -> None:
        """Update the layout of existing rows."""
        Clock.schedule_once(lambda _dt: self.refresh_from_data(), -1)

    def ask_again(self) -> None:
        """Start a new question: taps on views of the previous one are ignored.

        Views are updated with the next frame. Until then a tap on one of them, such as the second
        of a double tap, has no effect.
        """
        self._question += 1

    def _take(self, key: str, question: int) -> None:
        if question == self._question and self._choose is not None:
            self._choose(key)


class FilterButton(TextButton):
    """A button that filters the list by a kind, a cost or a colour."""

    key = StringProperty("")
    die = StringProperty("")
    chosen = BooleanProperty(False)

    def show(self, shown: Filter) -> None:
        """Show a filter."""
        self.key, self.chosen = shown.key, shown.chosen
        self.text = "" if shown.die else shown.text  # drawn on the die
        self.die, self.icon = shown.die, shown.icon


class FinderPanel(Panel):
    """Base class of the tile finders: a list of tiles, filters and an on-screen keyboard."""

    letters = StringProperty("")
    empty = StringProperty("")
    camera_text = StringProperty("")
    columns = NumericProperty(2)
    has_filters = BooleanProperty(True)
    has_keys = BooleanProperty(True)
    grows = True
    """Whether rows are higher if few tiles are left."""
    narrow_keys = BooleanProperty(True)
    _count = 0
    _keys: Sequence[str] = ()

    def on_kv_post(self, _base_widget: object) -> None:
        """Reduce the spacing, so that four rows of tiles are visible above the keyboard."""
        self.ids.body.spacing = dp(theme.HALF_GAP)
        self.ids.found.bind(columns=self._choose_height)

    def on_narrow_keys(self, *_change: object) -> None:
        """Adapt the number of keys in a row to the width."""
        self.show_keys(self._keys)

    def show_list(self, found: Sequence[FoundTile]) -> None:
        """Show the tiles; few of them in higher rows."""
        if self.grows:
            self._count = len(found)
            self._choose_height()
        self.ids.found.show(found, self.choose)
        translate = self.presenters.ui.translate
        self.empty = "" if found else translate("No tile matches.")

    def _choose_height(self, *_change: object) -> None:
        rows = -(-self._count // self.ids.found.columns)
        if self.grows:
            self.ids.found.row_dp = _HEIGHTS_DP.get(rows, theme.TOUCH)

    def show_filters(self, filters: Sequence[Filter]) -> None:
        """Show the filters."""
        self.has_filters = bool(filters)
        views = reuse_children(self.ids.filters, len(filters), self._make_filter)
        for view, each in zip(views, filters, strict=True):
            view.show(each)

    def show_keys(self, rows: Sequence[str]) -> None:
        """Show the keyboard."""
        self.has_keys, self._keys = bool(rows), rows
        rows = WIDE_KEYS if rows and not self.narrow_keys else rows
        for index, (row, keys) in enumerate(
            zip(reuse_children(self.ids.key_rows, len(rows), TypingRow), rows, strict=True)
        ):
            last = (_ERASE,) if index == len(rows) - 1 else ()
            keys_and_erase = (*keys, *last)
            buttons = reuse_children(row, len(keys_and_erase), self._make_key)
            for button, key in zip(buttons, keys_and_erase, strict=True):
                button.text = "" if key == _ERASE else key
                button.icon = _ERASE if key == _ERASE else ""

    def choose(self, key: str) -> None:
        """Handle a tap on a tile."""

    def narrow(self, key: str) -> None:
        """Handle a tap on a filter."""

    def show_all(self) -> None:
        """Remove all filters."""

    def _make_filter(self) -> FilterButton:
        button = FilterButton()
        button.bind(on_release=lambda tapped: self.narrow(tapped.key))
        return button

    def _make_key(self) -> TextButton:
        button = Key()
        button.bind(on_release=partial(self._key))
        return button

    def _key(self, button: TextButton) -> None:
        if button.icon:
            self.erased()
        else:
            self.typed(button.text)


load_kv(__file__)
