"""The screen of the other games: players, facts, rows of choices."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    StringProperty,
)

from kivy_ui import theme
from kivy_ui.asking.tray import TrayLine
from kivy_ui.common.board.hex_map import HEX
from kivy_ui.common.board.pages import VISIT, Option, Page
from kivy_ui.common.board.tray import LETTERS
from kivy_ui.common.outlines import PictureModel
from kivy_ui.screens.base import Navigator, TableScreen
from kivy_ui.widgets import controls, mirrored  # noqa: F401 - the .kv file uses them
from kivy_ui.widgets.board import (  # noqa: F401 - the .kv file uses them
    hex_canvas,
    icon_strip,
    moves_band,
    people,
    pile,
    share_bar,
    table_grid,
)
from kivy_ui.widgets.board.choice_card import MOST_DP
from kivy_ui.widgets.board.facts import CardView, FactView, IconLineView
from kivy_ui.widgets.board.icon_strip import strip_px
from kivy_ui.widgets.board.rows import RowView
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.photos import photo  # noqa: F401 - the rules name its widget
from kivy_ui.window.presenters import Presenters

_NARROW_DP = theme.grid(95)
_PICTURE_DP = theme.grid(31)
_FEW_MOVES, _FEW_DRAWN = 6, 9
_SHORT_NOTES = 150
"""Maximum number of characters of notes that are shown above the choices."""
_LEAST_LEFT_DP = theme.grid(3)
"""Minimum free height that is distributed above and below the content."""
_ABOVE_SHARE = 0.4
_MOST_SHARE = 0.6
"""Maximum height of a row of cards, as a fraction of the page height."""
_MOST_HEAD_DP, _HEAD_SHARE = theme.grid(22), 0.14
_FRAMES_UNTIL_LAID_OUT = 3
_MOVES_SHARE = 0.38
"""Width of the list of moves, as a fraction of the page width."""


def shared_px(free_px: float, parts: Sequence[tuple[int, float, float]]) -> list[float]:
    """Return the row height of each part, as equal as their minimums and maximums allow.

    Args:
        free_px: total height of all rows.
        parts: for each part the number of rows, and the minimum and maximum height of a row.
    """

    def heights(level: float) -> list[float]:
        return [max(least, min(level, most)) for _, least, most in parts]

    low, high = 0.0, max((most for _, _, most in parts), default=0.0)
    while high - low > 1:
        level = (low + high) / 2
        needed = sum(lines * px for (lines, _, _), px in zip(parts, heights(level), strict=True))
        low, high = (level, high) if needed <= free_px else (low, level)
    return heights(low)


def _question(page: Page) -> object:
    """Return a key that identifies the page by its question and its moves."""
    return page.title, page.status, page.moves, len(page.rows)


class Board(TableScreen):
    """The page of a game that is not Roll for the Galaxy."""

    moves_beside = BooleanProperty(False)
    narrow = BooleanProperty(False)
    accent = ColorProperty(theme.CLEAR)
    tray_shown = BooleanProperty(False)
    map_shown = BooleanProperty(False)
    tray_text = StringProperty("")
    tray_icon = StringProperty("")
    picture_shown = BooleanProperty(False)
    _shown = ("", "")
    _page = Page("", "")
    _frames_left = 0
    _crowded: object = None
    """Identity of the page (see ``_question``) whose moves leave no room for the choices below."""
    _facts_last = False
    _tray_doubt = False
    _dice_shown = False
    """Whether the page itself shows the dice that were read, so that no text line is needed."""

    def __init__(self, presenters: Presenters, window: Navigator) -> None:
        self._spread = Clock.create_trigger(self._share_out)
        self._relieve = Clock.create_trigger(self._make_room)
        super().__init__(presenters, window)
        self.ids.headline.bind(on_option=lambda _view, key: self._tap(key))
        for name in ("strip", "leads", "acting"):
            self.ids[name].bind(on_option=lambda _strip, key: self._tap(key))
            self.ids[name].bind(on_number=lambda _strip, key, delta: self._change(key, delta))
        self.ids.scroll.bind(height=self._spread)
        self.ids.content.bind(height=self._spread)

    def refresh(self) -> None:
        """Show the page."""
        page = self._page = self.presenters.side.board.page()
        self.accent = theme.GAME_ACCENTS.get(self.presenters.ui.update.game or "", theme.CLEAR)
        self._complain()
        keys = tuple(option.key for option in page.options)
        self.ask((page.title, page.status, keys))
        self.narrow = self.width < dp(_NARROW_DP)
        self.map_shown = bool(page.hexes)
        self.ids.hexes.show(page.hexes)
        self.ids.table.table = page.table
        beside_map = self.map_shown and not self.narrow
        self._show_people(page, beside_map=beside_map)
        self._order(page)
        self._show_moves(page)
        lines = reuse_children(self.ids.lines, len(page.lines), IconLineView)
        for line_view, icon_line in zip(lines, page.lines, strict=True):
            line_view.show(icon_line)
        self.ids.shares.shares = page.shares
        facts = reuse_children(self.ids.facts, len(page.facts), FactView)
        for number, (fact, text) in enumerate(zip(facts, page.facts, strict=True)):
            fact.large, fact.text = page.first_large and not number, text
        cards = reuse_children(self.ids.cards, len(page.cards), CardView)
        for card_view, card in zip(cards, page.cards, strict=True):
            card_view.show(card)
        self.ids.headline.show(page.headline, page.beside, 0 if self.narrow else self.width / 3)
        rows = reuse_children(self.ids.rows, len(page.rows), self._make_row)
        self.tray_shown, self._tray_doubt = page.tray, page.tray_doubt
        self._dice_shown = any(each.large for each in page.lines)
        self._show_tray()
        beside = dp(_PICTURE_DP + theme.GAP) if self.picture_shown and not self.narrow else 0
        if beside_map:
            beside += self.ids.hexes.width + dp(theme.GAP)
        if self.moves_beside:
            beside += (self.width - beside) * _MOVES_SHARE
        widest = max(dp(theme.grid(20)), self.width - beside - dp(theme.grid(3)))
        heads = [each for row in page.rows if row.headed for each in (row.icons, row.trailing)]
        head = max((strip_px(each, dp(theme.ICON_LARGE)) for each in heads), default=0.0)
        words = any(icon.text for each in heads for icon in each)
        head = min(head, dp(_MOST_HEAD_DP) if words else widest * _HEAD_SHARE)
        for row_view, row in zip(rows, page.rows, strict=True):
            row_view.show(row, widest, head + dp(theme.GAP))
        self.ids.piles.show(page.piles, widest)
        self._spread()

    def _show_people(self, page: Page, *, beside_map: bool) -> None:
        """Show all players above the page; beside a map only the active ones, above the choices."""
        acting = tuple(each for each in page.people if each.active) or page.people[:1]
        count = len(page.people)
        columns = min(count, 2 if self.narrow else 3 if count > 4 else 4)
        lead, buttons = page.lead, () if page.headline is not None else page.beside
        below = bool(page.people) or self.narrow or beside_map  # no room beside the names
        self.ids.leads.show((), (), 1, lead if below else None)
        if beside_map:
            self.ids.strip.show((), (), 1)
            self.ids.acting.show(acting[:2], buttons, 1)
        else:
            apart = self.narrow and bool(page.people or lead)  # names need the width
            here = () if apart else buttons
            self.ids.strip.show(page.people, here, columns, None if below else lead)
            self.ids.acting.show((), buttons if apart else (), 1)

    def _show_moves(self, page: Page) -> None:
        """Show the moves above the choices; a long list left of them, so that both stay visible."""
        notes = sum(len(move.note) for move in page.moves if not move.drawn)
        drawn = sum(bool(move.icons) for move in page.moves)
        long = len(page.moves) > (_FEW_DRAWN if drawn == len(page.moves) else _FEW_MOVES)
        long = long or notes > _SHORT_NOTES or self._crowded == _question(page)
        room = not self.narrow and not self.map_shown
        self.moves_beside = long and room and page.table is None
        here, other = self.ids.moves, self.ids.moves_beside
        if self.moves_beside:
            here, other = other, here
        other.show((), 0)
        share = _MOVES_SHARE if self.moves_beside else 1
        here.show(page.moves, self.ids.content.width * share)

    def _share_out(self, *_args: object) -> None:
        """Distribute the remaining height among cards, piles and tables."""
        ids = self.ids
        rows = [row for row in ids.rows.children if row.stretches]
        for row in rows:
            row.most_px = max(dp(MOST_DP), ids.scroll.height * _MOST_SHARE)
        parts = [each for each in (ids.table, ids.piles, *rows) if each.stretches]
        now = sum(each.stretches * each.line_px for each in parts)
        free = ids.scroll.height - (ids.content.height - ids.above.height - now)
        least = [max(e.least_px, e.wish_px) for e in parts]
        if sum(e.stretches * px for e, px in zip(parts, least, strict=True)) > free:
            least = [e.least_px for e in parts]
        sizes = [(e.stretches, px, e.most_px) for e, px in zip(parts, least, strict=True)]
        wanted = shared_px(free, sizes)
        for part, line_px in zip(parts, wanted, strict=True):
            part.line_px = int(line_px)
            free -= part.stretches * part.line_px
        flat_px = min((row.flat_px for row in rows if row.flat_px), default=0.0)
        for row in rows:  # equal picture size in the low cards of all rows
            row.set_pictures(flat_px)
        ids.above.height = round(free * _ABOVE_SHARE) if free > dp(_LEAST_LEFT_DP) else 0
        if free < -1 and ids.moves.shown:
            self._frames_left = _FRAMES_UNTIL_LAID_OUT
            self._relieve()

    def _make_room(self, *_args: object) -> None:
        """After layout: put the moves left of the choices if the choices do not fit below."""
        self._frames_left -= 1
        if self._frames_left > 0:
            self._relieve()
            return
        above = self.ids.moves.shown and self.ids.content.height > self.ids.scroll.height + 1
        if above and self._crowded != _question(self._page):
            self._crowded = _question(self._page)
            self.refresh()

    def _order(self, page: Page) -> None:
        """Put the facts above or below the rows; scroll a new page to its top."""
        content, facts = self.ids.content, self.ids.told
        if self._facts_last != page.facts_last:
            self._facts_last = page.facts_last
            content.remove_widget(facts)
            content.add_widget(facts, index=1 if page.facts_last else 3)  # between piles and cards
        if self._shown != (page.title, page.status):
            self._shown = page.title, page.status
            self.ids.scroll.scroll_y = 1.0

    def on_width(self, *_args: object) -> None:
        """Lay the page out again."""
        self.refresh()

    def tick(self) -> None:
        """Show the camera picture while dice are rolled."""
        if self.tray_shown:
            self._show_tray()

    def _show_tray(self) -> None:
        board = self.presenters.side.board
        line = board.tray() if self.tray_shown else TrayLine("", "")
        model = board.picture() if self.tray_shown else PictureModel(None, ())
        self.picture_shown = model.picture is not None
        self.ids.photo.show(model, dict(LETTERS))
        wrong = self._tray_doubt and line.icon == "check"
        read = self._dice_shown and line.icon == "check" and line.action is None
        self.tray_text = "" if read else line.text
        self.tray_icon = "doubt" if wrong else line.icon
        option = board.tray_option() if self.tray_shown else None
        button = self.ids.tray_button
        button.show(option or Option("", ""), self.width / 2)
        button.opacity, button.disabled = (1, False) if option else (0, True)
        if option is None:
            button.width = 0

    def _complain(self) -> None:
        ui = self.presenters.ui
        error, ui.complaint = ui.complaint, None
        if error is not None:
            text = ui.error_text
            self.window.show_banner(text.message(error), text.hint(error), "error")

    def _make_row(self) -> RowView:
        view = RowView()
        view.bind(on_number=lambda _row, key, delta: self._change(key, delta))
        view.bind(on_option=lambda _row, key: self._tap(key))
        return view

    def _tap(self, key: str) -> None:
        """Handle a tap on a button; some open a side screen, a disabled one says why."""
        option = next((each for each in self._page.options if each.key == key), None)
        if option is not None and not option.enabled:
            if option.why is not None:
                self.window.show_banner(*option.why, "info")
            return
        if key.startswith(VISIT):
            self.window.visit(key.removeprefix(VISIT))
            return
        self.presenters.side.board.tap(key)
        self.window.refresh()

    def _tap_hex(self, number: int) -> None:
        self._tap(f"{HEX}{number}")

    def _change(self, key: str, delta: int) -> None:
        self.presenters.side.board.change(key, delta)
        self.window.refresh()


load_kv(__file__)
