"""Tiles as cards of a page: the piece with its cost, and its name."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from companion.games.roll.model.effects import Category
from companion.games.roll.model.tiles import Catalog, Side, World
from companion.tableau.from_picture import FACTION, faction_number
from kivy_ui.common.page_source import Said
from kivy_ui.common.stacked_pages import do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.pages.forms import Choice
from kivy_ui.pages.page import Card, Picture, Seat


@dataclass(frozen=True, slots=True)
class TileGroup:
    """Tiles that are shown together, behind one tab.

    Attributes:
        category: None for home worlds and factions.
    """

    category: Category | None = None
    costs: tuple[int, ...] = ()

    def has(self, side: Side) -> bool:
        """Whether a side of a game tile belongs to the group."""
        return side.category is self.category and side.cost in self.costs

    @property
    def picture(self) -> Picture:
        """What its tab shows."""
        if self.category is None:
            return Picture("symbol/flag")
        number = f"{self.costs[0]}+" if self.costs[1:] else str(self.costs[0])
        piece = "world/gray" if self.category is Category.WORLD else "development"
        return Picture(piece, number=number)


_COSTS: Final = ((1,), (2,), (3,), (4,), (5, 6))
TILE_GROUPS: Final = tuple(TileGroup(category, costs) for category in Category for costs in _COSTS)
"""One touch on a tab leads to any tile."""
STARTS: Final = TileGroup()


def group_tabs(
    groups: Iterable[TileGroup], chosen: TileGroup | None, key: Callable[[TileGroup], object]
) -> tuple[Choice, ...]:
    """Return the tabs of groups; *key* gives what a touch on one does."""
    return tuple(Choice(key(each), "", (each.picture,), chosen=each == chosen) for each in groups)


def side_picture(side: Side) -> Picture:
    if isinstance(side, World):
        return Picture(f"world/{side.colour.value}", number=str(side.cost))
    return Picture("development", number=f"{side.cost}+" if side.six_plus else str(side.cost))


def faction_keys(catalog: Catalog) -> tuple[str, ...]:
    return tuple(f"{FACTION}{each.number}" for each in catalog.factions)


def home_keys(catalog: Catalog) -> tuple[str, ...]:
    return tuple(each.world.key for each in catalog.home_worlds)


def tile_card(ui: RollContext, key: str, *, seen: bool = False) -> Card:
    """Return a side, home world or faction as an answer with its key; *seen* by the camera.

    A faction has the pictures and names of both halves, and its printed number.
    """
    catalog, number = ui.tiles.catalog, faction_number(key)
    sides = (catalog.sides[key],) if number is None else catalog.faction(number).halves
    name, *names = (ui.tiles.name(side.key) for side in sides)
    return Card(
        key,
        tuple(map(side_picture, sides)),
        name,
        (*names, ui.translate("seen by the camera")) if seen else tuple(names),
        number="" if number is None else str(number),
        suggested=seen,
    )


def owned_cards(
    ui: RollContext,
    keys: Iterable[str],
    take: Callable[[str], object],
    owner: Callable[[str], Seat | None],
    mine: Seat,
    seen: frozenset[str] = frozenset(),
) -> Iterator[Card]:
    """Yield pieces of which each has one owner; a touch on another player's says whose it is.

    Those of other players are the last.

    Args:
        take: key of a piece -> what a touch does.
        mine: who is asked; the pieces of this player are chosen.
        seen: what the camera sees.
    """
    owners = {key: by if (by := owner(key)) is None or by.number != mine.number else mine
              for key in keys}  # fmt: skip
    for key in sorted(owners, key=lambda key: owners[key] not in {None, mine}):
        card, by = tile_card(ui, key), owners[key]
        if by is not None and by is not mine:
            why, pictures = do(_taken, ui, card.title, by.name), (*card.pictures, by.badge())
            yield replace(card, key=why, able=False, pictures=pictures)
        else:
            yield replace(card, key=take(key), chosen=by is not None, suggested=key in seen)


def _taken(ui: RollContext, tile: str, name: str) -> Said:
    translate = ui.translate
    said = translate("%(tile)s: %(name)s has this tile.", tile=tile, name=name)
    return said, translate("The box contains every tile once.")
