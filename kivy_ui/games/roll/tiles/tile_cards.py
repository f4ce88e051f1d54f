"""Tiles as cards of a page: the piece with its cost, and its name."""

from __future__ import annotations

from dataclasses import replace

from companion.games.roll.model.tiles import Faction, HomeWorld, Side, World
from companion.tableau.from_picture import FACTION, faction_number
from kivy_ui.common.page_source import Said
from kivy_ui.common.stacked_pages import do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.pages.page import Card, Picture, Seat


def tile_name(ui: RollContext, key: str) -> str:
    """Return the name of a side, a home world or a faction."""
    number = faction_number(key)
    return ui.tiles.name(key) if number is None else ui.tiles.faction(number)


def sides_of_key(ui: RollContext, key: str) -> tuple[Side, ...]:
    """Return what lies on the table: a side, or both halves of a faction."""
    catalog, number = ui.tiles.catalog, faction_number(key)
    return (catalog.sides[key],) if number is None else catalog.faction(number).halves


def side_picture(side: Side) -> Picture:
    """Return the picture of a side with its cost."""
    if isinstance(side, World):
        return Picture(f"world/{side.colour.value}", number=str(side.cost))
    return Picture("development", number=f"{side.cost}+" if side.six_plus else str(side.cost))


def key_card(ui: RollContext, key: str, answer: object, *, suggested: bool = False) -> Card:
    """Return a side, a home world or a faction with its whole name."""
    pictures = tuple(map(side_picture, sides_of_key(ui, key)))
    return Card(answer, pictures, tile_name(ui, key), suggested=suggested)


def side_card(ui: RollContext, side: Side, *, seen: bool = False) -> Card:
    """Return a side as an answer with its key; *seen* by the camera."""
    text = (ui.translate("seen by the camera"),) if seen else ()
    return Card(side.key, (side_picture(side),), ui.tiles.name(side.key), text, suggested=seen)


def home_card(ui: RollContext, home: HomeWorld) -> Card:
    """Return a home world as an answer with its key."""
    return side_card(ui, home.world)


def faction_card(ui: RollContext, faction: Faction) -> Card:
    """Return a faction as an answer: the pictures and names of both halves, its printed number."""
    first, second = faction.halves
    return Card(
        f"{FACTION}{faction.number}",
        (side_picture(first), side_picture(second)),
        ui.tiles.name(first.key),
        (ui.tiles.name(second.key),),
        number=str(faction.number),
    )


def taken_card(ui: RollContext, card: Card, owner: Seat) -> Card:
    """Return a tile that another player has; a touch says so."""
    pictures = (*card.pictures, owner.badge())
    return replace(card, key=do(_taken, ui, card.title, owner.name), able=False, pictures=pictures)


def _taken(ui: RollContext, tile: str, name: str) -> Said:
    translate = ui.translate
    said = translate("%(tile)s: %(name)s has this tile.", tile=tile, name=name)
    return said, translate("The box contains every tile once.")
