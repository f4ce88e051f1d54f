"""Texts of the locations of dice and tiles, for manual corrections."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.games.roll.model.holdings import DieLocation, DieSpot, Spot
from companion.games.roll.phases.tile_corrections import TileLocation, TileSpot
from companion.i18n import N_
from kivy_ui.games.roll.texts.words import Words
from kivy_ui.games.roll.tiles.localised_tiles import LocalisedTiles

_DIE_PLACES: Final = MappingProxyType(
    {
        DieLocation.CUP: N_("cup"),
        DieLocation.CITIZENRY: N_("Citizenry"),
        DieLocation.COLUMN: N_("under a phase"),
        DieLocation.DEVELOPERS: N_("development stack"),
        DieLocation.SETTLERS: N_("world stack"),
        DieLocation.GOOD: N_("goods"),
        DieLocation.MAT: N_("mat"),
        DieLocation.STOCK: N_("supply"),
    }
)
_TILE_PLACES: Final = MappingProxyType(
    {
        TileLocation.BAG: N_("bag"),
        TileLocation.ABANDONED: N_("abandoned tiles"),
        TileLocation.HAND: N_("drawn tiles"),
        TileLocation.STACK: N_("construction stack"),
        TileLocation.TABLEAU: N_("tableau"),
    }
)


def location_text(
    words: Words, tiles: LocalisedTiles, names: Mapping[int, str], spot: DieSpot | TileSpot | Spot
) -> str:
    """Return a location, such as "Ann: cup"; tiles in a stack are not identified."""
    translate = words.translate
    if isinstance(spot, Spot):
        return translate(_TILE_PLACES[TileLocation.STACK])
    if isinstance(spot, DieSpot):
        place = translate(_DIE_PLACES[spot.location])
        if spot.phase is not None:
            place = f"{place} ({words.phase(spot.phase)})"
        if spot.world:
            place = f"{place} ({tiles.name(spot.world)})"
    else:
        place = translate(_TILE_PLACES[spot.location])
        if spot.side:
            place = f"{place} ({tiles.name(spot.side)})"
    return place if spot.seat is None else f"{names.get(spot.seat, '?')}: {place}"
