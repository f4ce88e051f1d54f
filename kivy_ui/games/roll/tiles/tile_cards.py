"""Tiles as cards of a page: the piece with its cost, and its name."""

from __future__ import annotations

from dataclasses import replace

from companion.games.roll.model.tiles import Catalog, Side, World
from companion.tableau.from_picture import FACTION, faction_number
from kivy_ui.common.page_source import Said
from kivy_ui.common.stacked_pages import do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.pages.page import Card, Picture, Seat


def side_picture(side: Side) -> Picture:
    """Return the picture of a side with its cost."""
    if isinstance(side, World):
        return Picture(f"world/{side.colour.value}", number=str(side.cost))
    return Picture("development", number=f"{side.cost}+" if side.six_plus else str(side.cost))


def faction_keys(catalog: Catalog) -> tuple[str, ...]:
    """Return the keys of the factions."""
    return tuple(f"{FACTION}{each.number}" for each in catalog.factions)


def home_keys(catalog: Catalog) -> tuple[str, ...]:
    """Return the keys of the home worlds."""
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


def taken_card(ui: RollContext, card: Card, owner: Seat) -> Card:
    """Return a tile that another player has; a touch says so."""
    pictures = (*card.pictures, owner.badge())
    return replace(card, key=do(_taken, ui, card.title, owner.name), able=False, pictures=pictures)


def _taken(ui: RollContext, tile: str, name: str) -> Said:
    translate = ui.translate
    said = translate("%(tile)s: %(name)s has this tile.", tile=tile, name=name)
    return said, translate("The box contains every tile once.")
