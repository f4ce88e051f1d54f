"""The pieces of Galactic Emperor as signs: goods, costs, fleets, tiles, dice."""

from __future__ import annotations

from typing import Final

from companion.games.emperor.commands import Counter
from companion.games.emperor.options import Bill, TileKind
from companion.games.emperor.state import Role, Sector
from companion.games.emperor.war.forces import Force, Ship, Target, Token
from kivy_ui.common.signs import SEAT, Sign

MARKS: Final = "credits"
PLANET: Final = "world/novelty"
VP: Final = "chip"
THRONE: Final = "throne"
_MOST_TIMES: Final = 2
"""More of a piece are a number beside one of them."""

_TARGETS: Final = {
    Target.DREADNOUGHT: "ship/dreadnought",
    Target.DAMAGED: "ship/dreadnought",
    Target.CRUISER: "ship/cruiser",
    Target.FIGHTER: "ship/fighter",
    Target.STARBASE: "token/starbase",
    Target.EMPIRE: "token/empire",
}

_COUNTERS: Final = {
    Counter.VP: VP,
    Counter.MARKS: MARKS,
    Counter.METAL: "cube/metal",
    Counter.ENERGY: "cube/energy",
    Counter.FIGHTERS: "ship/fighter",
    Counter.CRUISERS: "ship/cruiser",
    Counter.DREADNOUGHTS: "ship/dreadnought",
}


def seat_sign(seat: int, colour: str) -> Sign:
    """Return the badge of a seat."""
    return Sign(SEAT, str(seat), colour=colour)


def cube(good: str, text: str = "") -> Sign:
    """Return a cube of a good."""
    return Sign(f"cube/{good}", text)


def pieces(name: str, count: int, colour: str = "") -> Sign:
    """Return so many of a piece: drawn as often, or as a number beside it."""
    if count <= _MOST_TIMES:
        return Sign(name, times=count, colour=colour)
    return Sign(name, f"\u00d7{count}", colour=colour)


def role_sign(role: Role) -> Sign:
    """Return the plate of a role."""
    return Sign(f"role/{role.value}")


def die_sign(value: int) -> Sign:
    """Return a die that shows a number."""
    return Sign(f"d6/{value}")


def ship_sign(ship: Ship, colour: str = "", count: int = 0) -> Sign:
    """Return a kind of ship, with how many of them where that is told."""
    return Sign(f"ship/{ship.value}", str(count) if count else "", colour=colour)


def token_sign(token: Token, colour: str) -> Sign:
    """Return an Empire or a Starbase."""
    return Sign(f"token/{token.value}", colour=colour)


def target_sign(target: Target, colour: str) -> Sign:
    """Return what a hit is put on."""
    return Sign(_TARGETS[target], colour=colour)


def counter_sign(counter: Counter, colour: str) -> Sign:
    """Return what is counted."""
    return Sign(_COUNTERS[counter], colour=colour)


def force_signs(force: Force, colour: str) -> tuple[Sign, ...]:
    """Return a side of a battle."""
    ships = tuple(ship_sign(ship, colour, force.count(ship)) for ship in Ship if force.count(ship))
    token = () if force.token is Token.NONE else (token_sign(force.token, colour),)
    return (*ships, *token)


def bill_signs(bill: Bill) -> tuple[Sign, ...]:
    """Return a price; what costs nothing of a kind is left out."""
    parts = ((MARKS, bill.marks), ("cube/metal", bill.metal), ("cube/energy", bill.energy))
    return tuple(Sign(name, str(count)) for name, count in parts if count)


def kind_signs(kind: TileKind | Sector) -> tuple[Sign, ...]:
    """Return a tile: its planets, then what they yield."""
    goods = ("food", "metal", "energy")
    yields = tuple(pieces(f"cube/{g}", getattr(kind, g)) for g in goods if getattr(kind, g))
    return (pieces(PLANET, kind.planets), *yields)
