"""Pictures of Galactic Emperor's pieces, by the keys of the pieces."""

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from companion.games.emperor.options import GOODS, TileKind
from companion.games.emperor.state import Sector
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Force, Ship, Token
from companion.games.question import Piece
from kivy_ui.asking.telling import PieceLooks
from kivy_ui.games.emperor.words import piece_word
from kivy_ui.pages.page import Picture

MARKS: Final = "coin"
THRONE: Final = "throne"
VP: Final = "chip"
_HOME: Final = "world/novelty"
_WORLDS: Final = MappingProxyType(
    {"food": "world/genes", "metal": "world/rare_elements", "energy": "world/alien_technology"}
)
"""A planet by the good that it yields most."""
_PICTURES: Final = MappingProxyType(
    {
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
        "tile/sun": "sun",
        "tile/black_hole": "black_hole",
        "tile/other": "symbol/plus",
        "marks": MARKS,
        "metal": "cube/metal",
        "energy": "cube/energy",
        "planets": "world/gray",
        "technologies": "symbol/flask",
        "hexes": "symbol/hexes",
        "rows": "symbol/rows",
        "nobody": "symbol/close",
        "hit": "symbol/burst",
        "destroyed": "symbol/burst",
        "eye": "symbol/eye",
        "withdraw": "symbol/undo",
        "direction/left": "symbol/arrow_left",
        "direction/right": "symbol/arrow",
    }
)
"""Pictures of pieces and kinds of pieces whose key is not the name of their picture."""
_TECHNOLOGIES: Final = MappingProxyType(
    {
        Technology.AMBASSADOR: ("world/gray", "token/empire"),
        Technology.SHIELD_GENERATORS: ("symbol/shield", ""),
        Technology.ION_CANNONS: ("token/starbase", "d6/6"),
        Technology.PLASMA_WEAPONS: ("ship/cruiser", "symbol/burst"),
        Technology.FUSION_ENGINES: ("ship/cruiser", "symbol/chevrons"),
        Technology.ROBOTICS: ("ship/cruiser", "cube/metal"),
        Technology.PROTEIN_FIELDS: ("world/genes", "cube/metal"),
        Technology.SABOTEUR: ("symbol/flask", "symbol/close"),
        Technology.DIPLOMAT: ("token/empire", MARKS),
        Technology.TIME_WARP: ("d6/1", "symbol/redo"),
        Technology.STAR_PIRATE: ("symbol/hand", "cube/metal"),
        Technology.LONG_RANGE_SCANNERS: ("tile/back", "symbol/search"),
    }
)
"""Two pictures of each technology, the second one on the first."""


def world(kind: TileKind | Sector, *, home: bool = False) -> Picture:
    """Return the planets of a tile; their colour says what they yield most."""
    most = max(GOODS, key=lambda good: int(getattr(kind, good)))
    found = _WORLDS[most] if getattr(kind, most) else "world/gray"
    return Picture(_HOME if home else found, count=kind.planets)


def force_pictures(force: Force, colour: str) -> tuple[Picture, ...]:
    """Return the ships of a force with their numbers, then its token."""
    kinds = ((ship, force.count(ship)) for ship in Ship)
    ships = tuple(
        Picture(f"ship/{ship.value}", count=count, colour=colour) for ship, count in kinds if count
    )
    if force.token is Token.NONE:
        return ships
    return (*ships, Picture(f"token/{force.token.value}", colour=colour))


def _picture(piece: Piece) -> Picture:
    kind, _, name = piece.key.partition("/")
    if kind == "die":
        return Picture(f"d6/{name}")
    if kind in ("sector", "hex"):
        return Picture("tile/sector" if piece.owner else "tile/empty", number=name)
    if kind == "technology":
        below, over = _TECHNOLOGIES[Technology(name)]
        return Picture(below, over=(Picture(over),) if over else ())
    tile = TileKind.named(name) if kind in ("tile", "food_on") else None
    if tile is not None:
        food = (Picture("cube/food"),) if kind == "food_on" else ()
        return replace(world(tile), count=1, over=food)
    return Picture(_PICTURES.get(piece.key) or _PICTURES.get(kind) or piece.key)


def _place(_key: str, pieces: Iterable[Piece]) -> str:
    """Return the number of the hex among some pieces."""
    places = (piece.key.partition("/") for piece in pieces)
    return next((number for kind, _, number in places if kind in ("hex", "sector")), "")


LOOKS: Final = PieceLooks(piece_word, _picture, _place)
