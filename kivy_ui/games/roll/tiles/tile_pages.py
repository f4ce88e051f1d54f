"""The pages that ask for a tile: cards, narrowed by cost, colour or the first letter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from companion.catalog.tile_search import TileFilter, fold
from companion.games.roll.model.effects import Category, WorldColour
from companion.games.roll.model.tiles import Side
from kivy_ui.asking.telling import halves
from kivy_ui.common.changes import Changes
from kivy_ui.common.stacked_pages import Do, Over, StackedPages, do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.looks import shown_seat
from kivy_ui.games.roll.tiles.new_tile import NewTile
from kivy_ui.games.roll.tiles.sought import COSTS, Sought
from kivy_ui.games.roll.tiles.tile_cards import faction_keys, home_keys, tile_card
from kivy_ui.pages.forms import Choice
from kivy_ui.pages.page import Card, Cards, Chip, Note, Page, Picture
from kivy_ui.pages.page import Side as Button

_MOST_STEPS_BACK: Final = 50


@dataclass(frozen=True, slots=True)
class Shown:
    """Which tiles are shown.

    Attributes:
        wanted: kind, cost and colour.
        letters: whether the tabs are first letters; *letter* the chosen one, empty for all.
        starts: whether home worlds and factions are shown instead.
    """

    wanted: TileFilter = field(default_factory=TileFilter)
    letters: bool = False
    letter: str = ""
    starts: bool = False


class TilePages(Over):
    """Asks for one tile at a time, over the pages of what asks.

    Args:
        ui: context of the presenters.
    """

    def __init__(self, ui: RollContext) -> None:
        self._ui = ui
        self._sought = Sought("")
        self._found: Callable[[str], None] = lambda _key: None
        self._changes = Changes(Shown(), _MOST_STEPS_BACK)
        self._new = NewTile(ui)

    def ask(self, on: StackedPages, sought: Sought, found: Callable[[str], None]) -> None:
        """Show the question; *found* gets the key of the side, home world or faction."""

        def take(key: str) -> None:
            on.back()
            found(key)

        self._sought, self._found = sought, take
        self._changes.begin(Shown(sought.begun()))
        self._new.begin(sought)
        if not on.shows(self.page):
            on.open(self.page)

    # --- what is shown -------------------------------------------------------------------------

    @property
    def live(self) -> bool:  # type: ignore[override] # the camera may see the tile at any moment
        """Whether the camera may see the tile at any moment."""
        return self._new.waiting

    @property
    def can_undo(self) -> bool:  # type: ignore[override] # it changes
        """Whether what is shown was narrowed."""
        return self._changes.can_undo

    @property
    def _shown(self) -> Shown:
        return self._changes.now

    def page(self) -> Page | None:
        """Return the tiles that may be the answer; None if the question is over."""
        if not self._sought.lasts():
            return None
        self._new.tick()
        translate = self._ui.translate
        cards = tuple(self._cards())
        text = self._new.text() if cards else translate("No tile matches.")
        everything = (Button(do(self.show, self._whole, "all"), translate("All tiles"), "rows"),)
        return Page(
            translate("Name the tile"),
            self._sought.question,
            Cards(cards, tabs=tuple(self._tabs())),
            chips=tuple(self._chips()),
            note=Note(halves(text), icon="symbol/camera") if text else None,
            side=() if text or self._shown == self._whole else everything,
        )

    def _cards(self) -> Iterator[Card]:
        """Yield what the camera proposes, then the likely ones."""
        if not self._shown.starts:
            seen = self._new.proposals()
            yield from (self._card(key, seen=True) for key in seen)
            for side in self._sides():
                if side.key not in seen and self._shown.letter in {"", self._letter(side)}:
                    yield self._card(side.key)
        if self._shown.starts or (self._sought.starts and self._shown == self._whole):
            yield from self._start_cards()

    def _start_cards(self) -> Iterator[Card]:
        catalog = self._ui.tiles.catalog
        for key in filter(self._sought.shows, (*home_keys(catalog), *faction_keys(catalog))):
            yield self._card(key)

    def _card(self, key: str, *, seen: bool = False) -> Card:
        return replace(tile_card(self._ui, key, seen=seen), key=do(self.take, key))

    @property
    def _whole(self) -> Shown:
        """Everything that may be the tile."""
        return Shown(TileFilter(category=self._sought.category))

    def _sides(self) -> tuple[Side, ...]:
        return self._sought.sides(self._ui, self._shown.wanted)

    def _letter(self, side: Side) -> str:
        return fold(self._ui.tiles.name(side.key))[:1]

    def _tabs(self) -> Iterator[Choice]:
        """Yield what narrows the tiles; a touch on what is chosen widens them again."""
        shown, category = self._shown, self._sought.category
        if shown.letters:
            for each in sorted({self._letter(side) for side in self._sides()}):
                chosen = each == shown.letter
                key = self._key(replace(shown, letter="" if chosen else each))
                yield Choice(key, each.upper(), chosen=chosen)
            return
        if category is None:
            yield self._kind()
        yield from map(self._cost, COSTS)
        if category is not Category.DEVELOPMENT:
            yield from map(self._colour, WorldColour)
        if self._sought.starts:
            starts = self._key(replace(self._whole, starts=not shown.starts))
            yield Choice(starts, "", (Picture("symbol/flag"),), chosen=shown.starts)

    def _kind(self) -> Choice:
        """Return the tab of developments, where worlds are asked for, too."""
        wanted, kind = self._shown.wanted, Category.DEVELOPMENT
        chosen = wanted.category is kind
        key = self._narrowed(replace(wanted, category=None if chosen else kind, colour=None))
        return Choice(key, "", (Picture("development"),), chosen=chosen)

    def _cost(self, cost: int) -> Choice:
        wanted, more = self._shown.wanted, self._sought.category is not Category.WORLD
        chosen, text = wanted.cost == cost, f"{cost}+" if more and cost == COSTS[-1] else str(cost)
        key = self._narrowed(replace(wanted, cost=None if chosen else cost))
        return Choice(key, text, chosen=chosen)

    def _colour(self, colour: WorldColour) -> Choice:
        wanted, category = self._shown.wanted, self._sought.category
        chosen = wanted.colour is colour
        wanted = replace(wanted, category=category, colour=None if chosen else colour)
        picture = (Picture(f"world/{colour.value}"),)
        return Choice(self._narrowed(wanted), "", picture, chosen=chosen)

    def _narrowed(self, wanted: TileFilter) -> Do:
        return self._key(replace(self._shown, wanted=wanted, starts=False))

    def _key(self, shown: Shown) -> Do:
        return do(self.show, shown)

    def _chips(self) -> Iterator[Chip]:
        letters = self._shown.letters
        key = self._key(replace(self._whole, letters=not letters))
        yield Chip(icon="letters", key=key, chosen=letters)
        seat = self._ui.seat(self._sought.seat)
        if seat is not None:
            yield Chip(seat=shown_seat(seat))

    # --- touches -------------------------------------------------------------------------------

    def take(self, key: str) -> None:
        """Answer with a side, home world or faction."""
        self._ui.tile_frequency.named(key)
        self._found(key)

    def show(self, shown: Shown, *_by: str) -> None:
        """Show other tiles; *by* tells apart two buttons that do it."""
        self._changes.change(shown)

    def undo(self) -> None:
        """Show what was shown before."""
        self._changes.undo()

    def redo(self) -> None:
        """Show again what was narrowed."""
        self._changes.redo()
