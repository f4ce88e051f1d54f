"""Tile names, tile texts and tile search in the chosen language."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Final

from companion.catalog.roll_loader import LANGUAGES, load_roll_catalog
from companion.catalog.roll_texts import load_tile_texts
from companion.catalog.tile_search import TileFilter, fold, search
from companion.games.roll.model.effects import Category
from companion.games.roll.model.tiles import Catalog, Side
from companion.tableau.from_picture import faction_number

_NOTHING: Final[Mapping[str, int]] = MappingProxyType({})


class LocalisedTiles:
    """All tiles of the game; the data files are loaded on first use."""

    def __init__(self, language: str) -> None:
        self.language = language if language in LANGUAGES else LANGUAGES[0]

    @cached_property
    def catalog(self) -> Catalog:
        return load_roll_catalog()

    def side(self, key: str) -> Side:
        return self.catalog.sides[key]

    def name(self, key: str) -> str:
        """Return the name of a side, home world or faction; an unknown key is returned as it is."""
        number, found = faction_number(key), self.catalog.sides.get(key)
        if number is not None:
            return " / ".join(self.name(half.key) for half in self.catalog.faction(number).halves)
        return load_tile_texts(self.language).name(found) if found is not None else key

    def text(self, key: str) -> str:
        """Return the text of a side's effect; empty for an unknown key."""
        found = self.catalog.sides.get(key)
        return load_tile_texts(self.language).of(found) if found is not None else ""

    def of_tile(self, number: int, category: Category) -> Side | None:
        """Return the side of a tile by category; None if the tile is unknown."""
        tile = self.catalog.tile_by_id.get(number)
        if tile is None:
            return None
        return tile.development if category is Category.DEVELOPMENT else tile.world

    def number(self, key: str) -> int:
        return self.catalog.tile_by_side[key].id

    def find(self, letters: str = "", often: Mapping[str, int] = _NOTHING) -> tuple[Side, ...]:
        """Return the sides of game tiles that have some letters, the most likely first.

        They match in any language; a single letter must be the first one of the displayed name.

        Args:
            letters: of a name, or of a text if there are more than two.
            often: how likely each side is, by key.
        """
        sides: Iterable[Side] = (
            side for tile in self.catalog.tiles for side in (tile.development, tile.world)
        )
        first = fold(letters)
        if len(first) == 1:
            sides = (side for side in sides if fold(self.name(side.key)).startswith(first))
        texts = [load_tile_texts(key) for key in LANGUAGES] if len(letters) > 2 else []
        return search(sides, TileFilter(letters), texts=texts, often=often)
