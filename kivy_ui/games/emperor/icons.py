"""Icons of Galactic Emperor's pieces: goods, costs, fleets, tiles, dice."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.emperor.options import GOODS, Bill, TileKind
from companion.games.emperor.state import Role, Sector
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Force, Ship, Target, Token
from companion.games.question import Piece
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.pages import Option
from kivy_ui.common.board.question_page import PieceLooks
from kivy_ui.games.emperor.words import piece_word

MARKS: Final = "credits"
PLANET: Final = "world/novelty"
VP: Final = "chip"
THRONE: Final = "throne"
_MOST_TIMES: Final = 2
"""Largest count drawn as repeated icons; a larger count is a number beside one icon."""

_PICTURES: Final = {
    "counter/vp": VP,
    "counter/marks": MARKS,
    "counter/metal": "cube/metal",
    "counter/energy": "cube/energy",
    "counter/fighters": "ship/fighter",
    "counter/cruisers": "ship/cruiser",
    "counter/dreadnoughts": "ship/dreadnought",
    "unit/dreadnought": "ship/dreadnought",
    "unit/damaged": "ship/dreadnought",
    "unit/cruiser": "ship/cruiser",
    "unit/fighter": "ship/fighter",
    "unit/starbase": "token/starbase",
    "unit/empire": "token/empire",
    "tile/empty": "tile/empty",
    "tile/sun": "sun",
    "tile/black_hole": "black_hole",
    "tile/other": "plus",
    "tile": PLANET,
    "sector": PLANET,
    "planets": PLANET,
    "hex": "hexes",
    "vp": VP,
}
"""Pictures of pieces and kinds of pieces whose key is not the name of their picture."""


_TECHNOLOGIES: Final = {
    Technology.AMBASSADOR: (Icon(PLANET), Icon("token/empire")),
    Technology.SHIELD_GENERATORS: (Icon("shield"), Icon("burst")),
    Technology.ION_CANNONS: (Icon("token/starbase"), Icon("d6/6", "+1")),
    Technology.PLASMA_WEAPONS: (Icon("ship/cruiser"), Icon("burst")),
    Technology.FUSION_ENGINES: (Icon("ship/cruiser"), Icon("hexes", "+1")),
    Technology.ROBOTICS: (Icon("ship/cruiser"), Icon("cube/metal", "\N{MINUS SIGN}2")),
    Technology.PROTEIN_FIELDS: (Icon("cube/food", "0"), Icon("cube/metal")),
    Technology.SABOTEUR: (Icon("flask"), Icon("close")),
    Technology.DIPLOMAT: (Icon(MARKS, "2"), Icon("token/empire")),
    Technology.TIME_WARP: (Icon("d6/1"), Icon("redo")),
    Technology.STAR_PIRATE: (Icon("hand"), Icon("cube/metal")),
    Technology.LONG_RANGE_SCANNERS: (Icon("search"), Icon("tile/back")),
}


_REASONS: Final = {
    "planets": (Icon(PLANET),),
    "full_storage": (Icon("cube/metal"), Icon("cube/energy")),
    "most_marks": (Icon(MARKS),),
}


def reason_icons(reason: str) -> tuple[Icon, ...]:
    """Return the icons of a reason for VP at the end."""
    return _REASONS[reason]


def technology_icons(technology: Technology) -> tuple[Icon, ...]:
    """Return the icons of a technology."""
    return _TECHNOLOGIES[technology]


def switch(option: Option, *icons: Icon) -> Option:
    """Return an option as a check box before its icons and *icons*."""
    box = "checked" if option.chosen else "unchecked"
    return replace(option, icon=box, icons=(Icon(box), *option.icons, *icons))


def cube(good: str, text: str = "") -> Icon:
    """Return the icon of a good's cube."""
    return Icon(f"cube/{good}", text)


def pieces(name: str, count: int, colour: str = "") -> Icon:
    """Return a piece's icon with its count, repeated or with a number beside it."""
    if count <= _MOST_TIMES:
        return Icon(name, times=count, colour=colour)
    return Icon(name, f"\u00d7{count}", colour=colour)


def role_icon(role: Role) -> Icon:
    """Return the icon of a role."""
    return Icon(f"role/{role.value}")


def die_icon(value: int) -> Icon:
    """Return the icon of a die that shows *value*."""
    return Icon(f"d6/{value}")


def ship_icon(ship: Ship, colour: str = "", count: int = 0) -> Icon:
    """Return the icon of a ship class with its count; a count of 0 is not shown."""
    return Icon(f"ship/{ship.value}", str(count) if count else "", colour=colour)


def token_icon(token: Token, colour: str) -> Icon:
    """Return the icon of an Empire or a Starbase."""
    return Icon(f"token/{token.value}", colour=colour)


def target_icon(target: Target, colour: str, force: Force) -> Icon:
    """Return the icon of what takes a hit, with the count of Fighters or Cruisers."""
    ships = {Target.FIGHTER: force.fighters, Target.CRUISER: force.cruisers}
    return Icon(_PICTURES[f"unit/{target.value}"], str(ships.get(target, "")), colour=colour)


def piece_icon(piece: Piece) -> Icon:
    """Return the icon of a piece of a question."""
    kind, _, name = piece.key.partition("/")
    if kind == "die":
        return die_icon(int(name))
    if kind == "technology":
        return technology_icons(Technology(name))[0]
    return Icon(_PICTURES.get(piece.key) or _PICTURES.get(kind) or piece.key)


LOOKS: Final = PieceLooks(piece_word, piece_icon)


def force_icons(force: Force, colour: str) -> tuple[Icon, ...]:
    """Return the icons of a force: its ships, then its token."""
    ships = tuple(ship_icon(ship, colour, force.count(ship)) for ship in Ship if force.count(ship))
    token = () if force.token is Token.NONE else (token_icon(force.token, colour),)
    return (*ships, *token)


def bill_icons(bill: Bill) -> tuple[Icon, ...]:
    """Return the icons of a price; components that cost nothing are omitted."""
    parts = ((MARKS, bill.marks), ("cube/metal", bill.metal), ("cube/energy", bill.energy))
    return tuple(Icon(name, str(count)) for name, count in parts if count)


def kind_icons(kind: TileKind | Sector) -> tuple[Icon, ...]:
    """Return the icons of a tile: its planets, then its yields."""
    yields = tuple(pieces(f"cube/{g}", getattr(kind, g)) for g in GOODS if getattr(kind, g))
    return (pieces(PLANET, kind.planets), *yields)
