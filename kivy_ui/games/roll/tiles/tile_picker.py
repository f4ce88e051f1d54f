"""Search for any tile by text: sides, home worlds and factions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from companion.catalog.tile_search import TileFilter
from companion.games.roll.model.tiles import World
from companion.tableau.from_picture import FACTION
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.tiles.tile_cards import tile_name
from kivy_ui.games.roll.tiles.tile_filters import Filter, filters, narrowed
from kivy_ui.games.roll.tiles.tile_finder import KEYS, FoundTile, matches

_LONGEST: Final = 24


class TilePicker:
    """A searchable list of tiles.

    Args:
        ui: context of the presenters.
        title: the question.
        shows: whether a key belongs to the list.
        can_type: whether there is a keyboard; without one the list is read-only.
    """

    def __init__(
        self,
        ui: RollContext,
        title: str,
        shows: Callable[[str], bool],
        *,
        can_type: bool = True,
    ) -> None:
        self._ui = ui
        self.title = title
        self._shows = shows
        self._can_type = can_type
        self._wanted = TileFilter()

    @property
    def text(self) -> str:
        """The search text."""
        return self._wanted.text

    @property
    def narrows(self) -> bool:
        """Whether a kind, cost or colour filter is set, which excludes start tiles."""
        return self._wanted != TileFilter(text=self.text)

    @property
    def filters(self) -> tuple[Filter, ...]:
        """The filter buttons."""
        return filters(self._ui.words, self._wanted, kinds=True) if self._can_type else ()

    @property
    def keys(self) -> tuple[str, ...]:
        """The rows of the keyboard."""
        return KEYS if self._can_type else ()

    def found(self) -> tuple[FoundTile, ...]:
        """Return the matching tiles: first sides, then home worlds and factions."""
        ui, catalog, translate = self._ui, self._ui.tiles.catalog, self._ui.translate
        found = []
        for side in ui.find_tiles(self._wanted):
            note = translate("cost %(cost)s", cost=side.cost)
            die = side.colour.value if isinstance(side, World) and side.produces else ""
            found.append(FoundTile(side.key, ui.tiles.name(side.key), note, die=die, side=side))
        starts = [(home.world.key, translate("Home world")) for home in catalog.home_worlds]
        starts += [
            (f"{FACTION}{faction.number}", translate("Faction %(number)s", number=faction.number))
            for faction in catalog.factions
        ]
        for key, note in starts:
            name = tile_name(ui, key)
            if not self.narrows and matches(self.text, name):
                found.append(FoundTile(key, name, note))
        return tuple(each for each in found if self._shows(each.key))

    def type(self, text: str) -> None:
        """Append to the search text."""
        if self._can_type:
            letters = self.text + "".join(c for c in text if c.isprintable())
            self._wanted = replace(self._wanted, text=letters[:_LONGEST])

    def erase(self) -> None:
        """Delete the last character."""
        self._wanted = replace(self._wanted, text=self.text[:-1])

    def narrow(self, key: str) -> None:
        """Toggle the filter of a kind, a cost or a colour."""
        self._wanted = narrowed(self._wanted, key)

    def widen(self) -> None:
        """Clear the filters and the text."""
        self._wanted = TileFilter()
