"""Icons of Galactic Emperor's pieces: goods, costs, fleets, tiles, dice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from companion.games.emperor.commands import Counter
from companion.games.emperor.options import Bill, TileKind
from companion.games.emperor.state import Role, Sector
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Force, Ship, Target, Token
from kivy_ui.common.board.pages import Option
from kivy_ui.common.board.signs import Sign, seat_sign

MARKS: Final = "credits"
PLANET: Final = "world/novelty"
VP: Final = "chip"
THRONE: Final = "throne"
_MOST_TIMES: Final = 2
"""Largest count drawn as repeated icons; a larger count is a number beside one icon."""

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


_TECHNOLOGIES: Final = {
    Technology.AMBASSADOR: (Sign(PLANET), Sign("token/empire")),
    Technology.SHIELD_GENERATORS: (Sign("shield"), Sign("burst")),
    Technology.ION_CANNONS: (Sign("token/starbase"), Sign("d6/6", "+1")),
    Technology.PLASMA_WEAPONS: (Sign("ship/cruiser"), Sign("burst")),
    Technology.FUSION_ENGINES: (Sign("ship/cruiser"), Sign("hexes", "+1")),
    Technology.ROBOTICS: (Sign("ship/cruiser"), Sign("cube/metal", "\N{MINUS SIGN}2")),
    Technology.PROTEIN_FIELDS: (Sign("cube/food", "0"), Sign("cube/metal")),
    Technology.SABOTEUR: (Sign("flask"), Sign("close")),
    Technology.DIPLOMAT: (Sign(MARKS, "2"), Sign("token/empire")),
    Technology.TIME_WARP: (Sign("d6/1"), Sign("redo")),
    Technology.STAR_PIRATE: (Sign("hand"), Sign("cube/metal")),
    Technology.LONG_RANGE_SCANNERS: (Sign("search"), Sign("tile/back")),
}


_REASONS: Final = {
    "planets": (Sign(PLANET),),
    "full_storage": (Sign("cube/metal"), Sign("cube/energy")),
    "most_marks": (Sign(MARKS),),
}


def reason_signs(reason: str) -> tuple[Sign, ...]:
    """Return the icons of a reason for VP at the end."""
    return _REASONS[reason]


def technology_signs(technology: Technology) -> tuple[Sign, ...]:
    """Return the icons of a technology."""
    return _TECHNOLOGIES[technology]


def switch(option: Option, *signs: Sign) -> Option:
    """Return an option as a check box followed by *signs*."""
    box = "checked" if option.chosen else "unchecked"
    return replace(option, icon=box, signs=(Sign(box), *signs))


def throne_options(people: Iterable[tuple[int, str, str]], throne: int) -> tuple[Option, ...]:
    """Return a card per seat, name and colour; the owner of the Throne is chosen."""
    return tuple(
        Option(
            f"throne:{seat}",
            name,
            chosen=seat == throne,
            signs=(seat_sign(seat, colour), *((Sign(THRONE),) if seat == throne else ())),
        )
        for seat, name, colour in people
    )


def cube(good: str, text: str = "") -> Sign:
    """Return the icon of a good's cube."""
    return Sign(f"cube/{good}", text)


def pieces(name: str, count: int, colour: str = "") -> Sign:
    """Return a piece's icon with its count, repeated or with a number beside it."""
    if count <= _MOST_TIMES:
        return Sign(name, times=count, colour=colour)
    return Sign(name, f"\u00d7{count}", colour=colour)


def role_sign(role: Role) -> Sign:
    """Return the icon of a role."""
    return Sign(f"role/{role.value}")


def die_sign(value: int) -> Sign:
    """Return the icon of a die that shows *value*."""
    return Sign(f"d6/{value}")


def ship_sign(ship: Ship, colour: str = "", count: int = 0) -> Sign:
    """Return the icon of a ship class with its count; a count of 0 is not shown."""
    return Sign(f"ship/{ship.value}", str(count) if count else "", colour=colour)


def token_sign(token: Token, colour: str) -> Sign:
    """Return the icon of an Empire or a Starbase."""
    return Sign(f"token/{token.value}", colour=colour)


def target_sign(target: Target, colour: str, force: Force) -> Sign:
    """Return the icon of what takes a hit, with the count of Fighters or Cruisers."""
    ships = {Target.FIGHTER: force.fighters, Target.CRUISER: force.cruisers}
    return Sign(_TARGETS[target], str(ships.get(target, "")), colour=colour)


def counter_sign(counter: Counter, colour: str) -> Sign:
    """Return the icon of a counter."""
    return Sign(_COUNTERS[counter], colour=colour)


def force_signs(force: Force, colour: str) -> tuple[Sign, ...]:
    """Return the icons of a force: its ships, then its token."""
    ships = tuple(ship_sign(ship, colour, force.count(ship)) for ship in Ship if force.count(ship))
    token = () if force.token is Token.NONE else (token_sign(force.token, colour),)
    return (*ships, *token)


def bill_signs(bill: Bill) -> tuple[Sign, ...]:
    """Return the icons of a price; components that cost nothing are omitted."""
    parts = ((MARKS, bill.marks), ("cube/metal", bill.metal), ("cube/energy", bill.energy))
    return tuple(Sign(name, str(count)) for name, count in parts if count)


def kind_signs(kind: TileKind | Sector) -> tuple[Sign, ...]:
    """Return the icons of a tile: its planets, then its yields."""
    goods = ("food", "metal", "energy")
    yields = tuple(pieces(f"cube/{g}", getattr(kind, g)) for g in goods if getattr(kind, g))
    return (pieces(PLANET, kind.planets), *yields)
