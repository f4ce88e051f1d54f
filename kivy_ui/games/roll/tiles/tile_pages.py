"""The pages that ask for a tile: cards behind tabs by kind and cost, or found by a few letters."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from kivy_ui.common.stacked_pages import Over, StackedPages, do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.looks import shown_seat
from kivy_ui.games.roll.tiles.new_tile import NewTile
from kivy_ui.games.roll.tiles.sought import Sought
from kivy_ui.games.roll.tiles.tile_cards import (
    STARTS,
    TileGroup,
    faction_keys,
    group_tabs,
    home_keys,
    tile_card,
)
from kivy_ui.pages.letters import Typing
from kivy_ui.pages.page import Card, Cards, Chip, Note, Page, Picture, Side


class TilePages(Over):
    """Asks for one tile at a time, over the pages of what asks."""

    def __init__(self, ui: RollContext) -> None:
        self._ui = ui
        self._sought = Sought("")
        self._found: Callable[[str], None] = lambda _key: None
        self._group: TileGroup | None = None
        self._new = NewTile(ui)

    def ask(self, on: StackedPages, sought: Sought, found: Callable[[str], None]) -> None:
        """Show the question; *found* gets the key of the side, home world or faction."""

        def take(key: str) -> None:
            while on.over is self:
                on.back()
            found(key)

        self._sought, self._found = sought, take
        self._group = sought.begun
        self._new.begin(sought)
        if on.over is not self:
            on.open(self.page, on)

    # --- what is shown -------------------------------------------------------------------------

    @property
    def live(self) -> bool:  # type: ignore[override] # the camera may see the tile at any moment
        return self._new.waiting

    def page(self, on: StackedPages) -> Page | None:
        """Return the tiles that may be the answer; None if the question is over."""
        if not self._sought.lasts():
            return None
        self._new.tick()
        translate = self._ui.translate
        cards = tuple(self._cards())
        text = self._new.text() if cards else translate("No tile matches.")
        everything = Side(do(self.show, None), translate("All tiles"), "rows")
        seat = self._ui.seat(self._sought.seat)
        return Page(
            translate("Name the tile"),
            self._sought.question,
            Cards(cards, tabs=group_tabs(self._sought.groups, self._group, partial(do, self.show))),
            chips=(
                Chip(icon="search", key=do(self.search, on)),
                *(() if seat is None else (Chip(seat=shown_seat(seat)),)),
            ),
            note=Note((text,), icon="symbol/camera") if text else None,
            side=() if text or self._group is None else (everything,),
        )

    def _cards(self) -> Iterator[Card]:
        """Yield what the camera proposes, then the likely ones."""
        group = self._group
        if group != STARTS:
            seen = self._new.proposals()
            sides = self._sought.sides(self._ui)
            likely = (e.key for e in sides if group is None or group.has(e))
            yield from self._cards_of(seen, seen=True)
            yield from self._cards_of(key for key in likely if key not in seen)
        if self._sought.starts and group in (None, STARTS):
            catalog = self._ui.tiles.catalog
            keys = *home_keys(catalog), *faction_keys(catalog)
            yield from self._cards_of(filter(self._sought.shows, keys))

    def _cards_of(self, keys: Iterable[str], *, seen: bool = False) -> Iterator[Card]:
        for key in keys:
            yield replace(tile_card(self._ui, key, seen=seen), key=do(self.take, key))

    def letters(self, on: StackedPages) -> Page | None:
        """Return the tiles whose names, in any language, or texts have the typed letters."""
        if not self._sought.lasts():
            return None
        translate, typing = self._ui.translate, on.typing or Typing()
        keys = (side.key for side in self._sought.sides(self._ui, typing.text.strip()))
        none = Card(None, (Picture("symbol/info"),), translate("No tile matches."))
        cards = tuple(self._cards_of(keys)) or (none,)
        body = typing.body(translate("A few letters"), cards=cards)
        return Page(translate("Name the tile"), self._sought.question, body)

    # --- touches -------------------------------------------------------------------------------

    def take(self, key: str) -> None:
        """Answer with a side, home world or faction."""
        self._ui.tile_frequency.named(key)
        self._found(key)

    def show(self, group: TileGroup | None) -> None:
        """Show the tiles of a group, or all of them if it is shown already; None for all."""
        self._group = None if group == self._group else group

    def search(self, on: StackedPages) -> None:
        """Let a few letters be typed."""
        on.typing = Typing(searches=True)
        on.open(self.letters, on)
