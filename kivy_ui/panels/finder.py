"""Naming a tile: a list that a few letters, a cost or a colour make short."""

from __future__ import annotations

import time
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
from kivy_ui.games.roll.corrections import Naming
from kivy_ui.games.roll.start import StartTile
from kivy_ui.games.roll.tiles.new_tile import NewTile
from kivy_ui.games.roll.tiles.tile_camera import TileCamera
from kivy_ui.games.roll.tiles.tile_filters import Filter
from kivy_ui.games.roll.tiles.tile_finder import KEYS, WIDE_KEYS, FoundTile, TileFinder
from kivy_ui.games.roll.tiles.tile_signs import signs
from kivy_ui.panels.base import Panel
from kivy_ui.panels.name import TypingRow
from kivy_ui.screens.base import Opener
from kivy_ui.widgets import settling, sign_row, tile_marks  # noqa: F401 - the rules name two
from kivy_ui.widgets.children import keep_children
from kivy_ui.widgets.controls import Key, TapArea, TextButton
from kivy_ui.widgets.row_scroll import WholeRows
from kivy_ui.widgets.rules import load_rules
from kivy_ui.window.presenters import Presenters

_ERASE = "erase"
_TICK_S = 0.1
_HEIGHTS_DP = {1: theme.grid(10.5), 2: theme.grid(10.5), 3: theme.grid(8)}
"""Few rows are higher, in large letters: number of rows -> height."""
_FACTIONS_IN_A_ROW = 3


class FoundView(RecycleDataViewBehavior, TapArea):
    """A tile of the list; a view is used again for another tile when it scrolls out of sight."""

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
        """Show the mark and the signs of a tile, or none."""
        self.ids.mark.show(side)
        self._sign()

    def on_halves(self, *_change: object) -> None:
        """A faction has the signs of both."""
        self._sign()

    def on_free(self, *_change: object) -> None:
        """Who has a tile is said instead of what it does."""
        self._sign()

    def on_proposed(self, *_change: object) -> None:
        """Likewise that the camera sees it."""
        self._sign()

    def _sign(self) -> None:
        sides = (*self.halves, *((self.side,) if self.side is not None else ()))
        shown = sides if self.free and not self.proposed else ()
        self.ids.signs.signs = tuple(sign for side in shown for sign in signs(side))
        self.signed = bool(self.ids.signs.signs)

    def on_press(self) -> None:
        """Remember what the finger went down on; the list may change before it goes up."""
        self._pressed = self.key, self.question

    def on_release(self) -> None:
        """Take the tile, if it is still the same and answers the same question."""
        if self.choose is not None and (self.key, self.question) == self._pressed:
            self.choose(self.key, self.question)


class TileList(WholeRows, RecycleView):
    """Tiles of which only those in sight are built and drawn: all fifty-odd scroll smoothly."""

    columns = NumericProperty(2)
    row_dp = NumericProperty(theme.TOUCH)
    _shown: tuple[str, ...] = ()
    _question = 0
    _choose: Callable[[str], None] | None = None

    def show(self, found: Sequence[FoundTile], choose: Callable[[str], None]) -> None:
        """Show tiles; a tap hands the key on."""
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
        """Rows that are there already are laid out anew."""
        Clock.schedule_once(lambda _dt: self.refresh_from_data(), -1)

    def ask_again(self) -> None:
        """The next tiles shown answer another question.

        Views follow with the next frame. Until then a tap on one of them, such as the second of a
        double tap, is none.
        """
        self._question += 1

    def _take(self, key: str, question: int) -> None:
        if question == self._question and self._choose is not None:
            self._choose(key)


class FilterButton(TextButton):
    """A kind, a cost or a colour that narrows the list."""

    key = StringProperty("")
    die = StringProperty("")
    chosen = BooleanProperty(False)

    def show(self, shown: Filter) -> None:
        """Show a filter."""
        self.key, self.chosen = shown.key, shown.chosen
        self.text = "" if shown.die else shown.text  # it stands on the die
        self.die, self.icon = shown.die, shown.sign


class FinderPanel(Panel):
    """A list of tiles, filters and a keyboard."""

    letters = StringProperty("")
    empty = StringProperty("")
    camera_text = StringProperty("")
    columns = NumericProperty(2)
    has_filters = BooleanProperty(True)
    has_keys = BooleanProperty(True)
    grows = True
    """Whether the rows are higher where few tiles are left."""
    narrow_keys = BooleanProperty(True)
    _count = 0
    _keys: Sequence[str] = ()

    def on_kv_post(self, _base_widget: object) -> None:
        """Four rows of tiles stay in view above the keyboard."""
        self.ids.body.spacing = dp(theme.HALF_GAP)
        self.ids.found.bind(columns=self._choose_height)

    def on_narrow_keys(self, *_change: object) -> None:
        """More keys in a row where there is room."""
        self.show_keys(self._keys)

    def show_list(self, found: Sequence[FoundTile]) -> None:
        """Show the tiles of the list; few of them in higher rows."""
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
        views = keep_children(self.ids.filters, len(filters), self._make_filter)
        for view, each in zip(views, filters, strict=True):
            view.show(each)

    def show_keys(self, rows: Sequence[str]) -> None:
        """Show the keyboard."""
        self.has_keys, self._keys = bool(rows), rows
        rows = WIDE_KEYS if rows and not self.narrow_keys else rows
        for index, (row, keys) in enumerate(
            zip(keep_children(self.ids.key_rows, len(rows), TypingRow), rows, strict=True)
        ):
            last = (_ERASE,) if index == len(rows) - 1 else ()
            keys_and_erase = (*keys, *last)
            buttons = keep_children(row, len(keys_and_erase), self._make_key)
            for button, key in zip(buttons, keys_and_erase, strict=True):
                button.text = "" if key == _ERASE else key
                button.icon = _ERASE if key == _ERASE else ""

    def choose(self, key: str) -> None:
        """A tile was tapped."""

    def narrow(self, key: str) -> None:
        """A filter was tapped."""

    def show_all(self) -> None:
        """Nothing narrows the list any more."""

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


class NameTilePanel(FinderPanel):
    """Which tile a player has completed.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        number: the player's seat; 0 builds the panel to be kept until ``begin``.
        naming: a correction that needs the name; None completes the top tile.
    """

    def __init__(
        self, presenters: Presenters, window: Opener, number: int, naming: Naming | None = None
    ) -> None:
        self._seen = NewTile(presenters.ui, TileCamera(presenters.ui.settings.services.tiles))
        self._proposed: tuple[FoundTile, ...] = ()
        self._changed_s = 0.0
        self._ticker = Clock.schedule_interval(self._tick, _TICK_S)
        super().__init__(presenters, window)
        self._ticker.cancel()
        self.show_keys(KEYS)
        self.begin(number, naming)

    def begin(self, number: int, naming: Naming | None = None) -> None:
        """Ask about another tile; the list and the keyboard are used again."""
        self.number, self.closed = number, False
        self._finder = TileFinder(self.presenters.ui, number, naming)
        self.ids.found.ask_again()
        if number:
            self._seen.begin(self._finder)
            self._ticker()
        self.refresh()

    def refresh(self) -> None:
        """Show the list; close where nothing can be named any more."""
        model = self._finder.model()
        if model is None:
            self.close()
            return
        seat = self.presenters.ui.seat(self.number)
        self.head(model.title, self.number, seat.colour if seat is not None else "")
        self.letters = model.text
        self.show_filters(model.filters)
        proposed = () if model.text else self._seen.proposals()
        if proposed != self._proposed:
            self._proposed, self._changed_s = proposed, time.monotonic()
        keys = {each.key for each in proposed}
        self.show_list((*proposed, *(each for each in model.found if each.key not in keys)))
        self.camera_text = self._seen.text()
        self.show_keys(model.keys)

    def on_parent(self, _panel: object, parent: object) -> None:
        """Wait for no picture once the panel is gone."""
        if parent is None:
            self._ticker.cancel()
            self._seen.close()

    def _tick(self, _dt: float) -> None:
        if self._seen.tick():
            self.refresh()

    def typed(self, text: str) -> bool:
        """Take letters."""
        self._finder.type(text)
        self.refresh()
        return True

    def erased(self) -> None:
        """Take a backspace."""
        self._finder.erase()
        self.refresh()

    def enter(self) -> None:
        """Take the first tile of the list."""
        first = self._proposed[0].key if self._proposed else self._finder.first()
        if first is not None:
            self.choose(first)

    def choose(self, key: str) -> None:
        """Build this tile; a list that has just changed under the finger is not meant."""
        if time.monotonic() - self._changed_s < settling.SETTLE_S:
            return
        command = self._finder.choose(key)
        self.close()  # first: the answer may bring the next question
        self.presenters.tasks.send(self.number, command, time.monotonic())

    def narrow(self, key: str) -> None:
        """Show one cost or colour only."""
        self._finder.narrow(key)
        self.refresh()

    def show_all(self) -> None:
        """Show every tile that it can be."""
        self._finder.widen()
        self.refresh()


class StartTilePanel(FinderPanel):
    """The faction or the home world that a player drew; goes on to what is missing next.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        seat: whose tile.
        what: which of the two.
    """

    def __init__(self, presenters: Presenters, window: Opener, seat: int, what: StartTile) -> None:
        self.seat, self.what = seat, what
        self._letters = ""
        super().__init__(presenters, window)
        self.grows = False
        self.columns = _FACTIONS_IN_A_ROW
        self.ids.found.row_dp = theme.grid(16)
        self.refresh()

    def refresh(self) -> None:
        """Show the nine tiles, or those with the letters typed so far."""
        start = self.presenters.start
        row = next((row for row in start.rows() if row.seat == self.seat), None)
        if row is None:
            self.close()
            return
        translate = self.presenters.ui.translate
        title = (
            translate("%(name)s: which faction was drawn?", name=row.shown_name)
            if self.what is StartTile.FACTION
            else translate("%(name)s: which home world was drawn?", name=row.shown_name)
        )
        self.head(title, self.seat, row.colour)
        self.letters = self._letters
        self.show_filters(())
        self.show_list(start.offers(self.seat, self.what, self._letters))
        self.show_keys(())

    def typed(self, text: str) -> bool:
        """Take letters of a real keyboard."""
        self._letters = (self._letters + text)[:24]
        self.refresh()
        return True

    def show_all(self) -> None:
        """Take no letters into account any more."""
        self._letters = ""
        self.refresh()

    def erased(self) -> None:
        """Take a backspace."""
        self._letters = self._letters[:-1]
        self.refresh()

    def enter(self) -> None:
        """Take the only tile of the list."""
        found = self.presenters.start.offers(self.seat, self.what, self._letters)
        free = [each for each in found if each.free]
        if len(free) == 1:
            self.choose(free[0].key)

    def choose(self, key: str) -> None:
        """Keep the tile and ask for the next one."""
        self.presenters.start.pick(self.seat, self.what, key)
        following = self.presenters.start.missing()
        if following is None:
            self.close()
        else:
            self.seat, self.what = following
            self._letters = ""
            self.ids.found.ask_again()
            self.refresh()
        self.window.refresh()


load_rules(__file__)
