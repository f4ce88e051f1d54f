"""The pages that ask for a tile: cards, narrowed by cost, colour or the first letter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from companion.catalog.tile_search import TileFilter, fold
from companion.games.roll.model.effects import Category, WorldColour
from companion.games.roll.model.tiles import Side
from kivy_ui.asking.telling import halves
from kivy_ui.common.page_source import Said
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.tiles.new_tile import NewTile
from kivy_ui.games.roll.tiles.sought import COSTS, Sought
from kivy_ui.games.roll.tiles.tile_camera import TileCamera
from kivy_ui.games.roll.tiles.tile_cards import faction_card, home_card, side_card
from kivy_ui.pages.forms import Choice
from kivy_ui.pages.page import Card, Cards, Chip, Note, Page, Picture, Seat
from kivy_ui.pages.page import Side as Button

SCREEN: Final = "tile"
"""Name under which the window shows the pages."""
_START: Final = "start"


@dataclass(frozen=True, slots=True)
class Narrow:
    """Key of a tab: shows only this cost, colour, kind or first letter; once more, all."""

    by: object


@dataclass(frozen=True, slots=True)
class Letters:
    """Key: the tabs are first letters instead of costs and colours, or the other way round."""


@dataclass(frozen=True, slots=True)
class Widen:
    """Key: shows all tiles."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Key: returns without an answer."""


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


class TilePages:
    """Asks for one tile at a time and returns to where it was asked from.

    Args:
        ui: context of the presenters.
    """

    def __init__(self, ui: RollContext) -> None:
        self._ui = ui
        self._sought = Sought("")
        self._found: Callable[[str], None] = lambda _key: None
        self._shown = Shown()
        self._before: tuple[Shown, ...] = ()
        self._new = NewTile(ui, TileCamera(ui.settings.services.tiles))

    def ask(self, sought: Sought, found: Callable[[str], None]) -> None:
        """Show the question; *found* gets the key of the side, home world or faction."""
        self._sought, self._found = sought, found
        self._shown, self._before = Shown(sought.begun(self._ui)), ()
        self._ui.detour(SCREEN, sought.lasts)
        if sought.new:
            self._new.begin(sought)

    # --- what is shown -------------------------------------------------------------------------

    @property
    def live(self) -> bool:
        """Whether the camera may see the tile at any moment."""
        return self._new.waiting

    def enter(self) -> None:
        """Go on with what is asked."""

    def page(self) -> Page:
        """Return the tiles that may be the answer."""
        self._new.tick()
        ui, sought = self._ui, self._sought
        text = self._new.text() if sought.new else ""
        cards = tuple(self._cards())
        if not cards:
            text = ui.translate("No tile matches.")
        widened = self._shown == self._whole
        everything = (Button(Widen(), ui.translate("All tiles"), "rows"),)
        return Page(
            ui.translate("Name the tile"),
            sought.question,
            Cards(cards, tabs=tuple(self._tabs())),
            chips=tuple(self._chips()),
            note=Note(halves(text), icon="symbol/camera") if text else None,
            side=() if text or widened else everything,
            back=Leave(),
            can_undo=bool(self._before),
        )

    def _cards(self) -> Iterator[Card]:
        """Yield what the camera proposes, then the likely ones."""
        if self._shown.starts:
            yield from self._start_cards()
            return
        seen = self._new.proposals() if self._sought.new else ()
        yield from (side_card(self._ui, self._ui.tiles.side(key), seen=True) for key in seen)
        for side in self._sides():
            if side.key not in seen and self._shown.letter in {"", self._letter(side)}:
                yield side_card(self._ui, side)
        if self._sought.starts and self._shown == self._whole:
            yield from self._start_cards()

    def _start_cards(self) -> Iterator[Card]:
        catalog = self._ui.tiles.catalog
        cards = [
            *(home_card(self._ui, each) for each in catalog.home_worlds),
            *(faction_card(self._ui, each) for each in catalog.factions),
        ]
        yield from (each for each in cards if self._sought.shows(str(each.key)))

    @property
    def _whole(self) -> Shown:
        """Everything that may be the tile."""
        return Shown(TileFilter(category=self._sought.category))

    def _sides(self) -> tuple[Side, ...]:
        return self._sought.sides(self._ui, self._shown.wanted)

    def _letter(self, side: Side) -> str:
        return fold(self._ui.tiles.name(side.key))[:1]

    def _tabs(self) -> Iterator[Choice]:
        shown = self._shown
        if shown.letters:
            for each in sorted({self._letter(side) for side in self._sides()}):
                yield Choice(Narrow(each), each.upper(), chosen=each == shown.letter)
            return
        wanted, category = shown.wanted, self._sought.category
        if category is None:
            kind = Category.DEVELOPMENT
            picture = (Picture("development"),)
            yield Choice(Narrow(kind), "", picture, chosen=wanted.category is kind)
        for cost in COSTS:
            more = cost == COSTS[-1] and category is not Category.WORLD
            yield Choice(Narrow(cost), f"{cost}+" * more or str(cost), chosen=wanted.cost == cost)
        if category is not Category.DEVELOPMENT:
            for colour in WorldColour:
                picture = (Picture(f"world/{colour.value}"),)
                yield Choice(Narrow(colour), "", picture, chosen=wanted.colour is colour)
        if self._sought.starts:
            yield Choice(Narrow(_START), "", (Picture("symbol/flag"),), chosen=shown.starts)

    def _chips(self) -> Iterator[Chip]:
        yield Chip(icon="letters", key=Letters(), chosen=self._shown.letters)
        seat = self._ui.seat(self._sought.seat)
        if seat is not None:
            yield Chip(seat=Seat(seat.seat, seat.name, seat.colour))

    # --- touches -------------------------------------------------------------------------------

    def touch(self, key: object) -> Said:
        """Narrow what is shown, answer with a tile, or return without an answer."""
        match key:
            case Leave():
                self._leave()
            case Letters():
                self._show(replace(self._whole, letters=not self._shown.letters))
            case Widen():
                self._show(self._whole)
            case Narrow(by=by):
                self._show(narrowed(self._shown, self._sought.category, by))
            case str():
                self._leave()
                self._ui.tile_frequency.named(key)
                self._found(key)
            case _:
                pass
        return None

    def undo(self) -> None:
        """Show what was shown before."""
        if self._before:
            *before, self._shown = self._before
            self._before = tuple(before)

    def redo(self) -> None:
        """Do nothing: what is shown is no step."""

    def _show(self, shown: Shown) -> None:
        self._before, self._shown = (*self._before, self._shown), shown

    def _leave(self) -> None:
        self._new.close()
        self._ui.turn_back()


def narrowed(shown: Shown, category: Category | None, by: object) -> Shown:
    """Return what is shown after a touch on a tab; the same tab again takes its filter away.

    Args:
        category: the side that is asked for; None for either.
    """
    wanted = shown.wanted
    match by:
        case int():
            wanted = replace(wanted, cost=None if by == wanted.cost else by)
        case Category():
            kind = category if by is wanted.category else by
            wanted = replace(wanted, category=kind, colour=None)
        case WorldColour():
            colour = None if by is wanted.colour else by
            wanted = replace(wanted, category=category, colour=colour)
        case x if x == _START and not shown.letters:
            return Shown(TileFilter(category=category), starts=not shown.starts)
        case _:
            letter = "" if by == shown.letter else str(by)
            return replace(shown, letter=letter)
    return replace(shown, wanted=wanted, starts=False)
