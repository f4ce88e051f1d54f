"""Example of a page with a board."""

from dataclasses import replace
from typing import Final

from companion.games.emperor.galaxy.fields import position
from kivy_ui.pages.maps import Map, Spot, SpotLook
from kivy_ui.pages.page import Card, Main, Page, Picture, Seat
from kivy_ui.pages.people import Person

ANNA: Final = Seat(1, "Anna", "blue")
BO: Final = Seat(2, "Bo", "orange")


def facts(*values: int) -> tuple[Picture, ...]:
    """Return facts with their numbers: cards, points, money, cubes."""
    pieces = ("tile", "chip/blank", "coin", "cube/food", "cube/metal", "cube/energy")
    return tuple(
        Picture(piece, text=str(value)) for piece, value in zip(pieces, values, strict=False)
    )


def _ships(colour: str, count: int, kind: str = "fighter") -> Picture:
    return Picture(f"ship/{kind}", count=count, colour=colour)


_GRAY, _RARE = Picture("world/gray"), Picture("world/rare_elements")
_SUN, _HOLE = Picture("sun"), Picture("black_hole")
_GALAXY: Final[dict[int, Spot]] = {
    4: Spot(None, 0, 0, (Picture("world/novelty"),), "orange", (_ships("orange", 1),)),
    8: Spot(None, 0, 0, (Picture("world/alien_technology"),), "orange", (_ships("orange", 2),)),
    9: Spot(None, 0, 0, (), "orange", (Picture("token/empire", colour="orange"),)),
    12: Spot("hex:12", 0, 0, (_RARE,), "blue", (_ships("blue", 3, "cruiser"),), SpotLook.CHOSEN),
    13: Spot("hex:13", 0, 0, (Picture("world/novelty"),), "orange",
             (_ships("orange", 2, "dreadnought"), _ships("blue", 1)), SpotLook.BATTLE),
    14: Spot(None, 0, 0, (_GRAY,), "orange"),
    11: Spot("hex:11", 0, 0, (), look=SpotLook.OFFERED),
    6: Spot("hex:6", 0, 0, (), look=SpotLook.OFFERED),
    7: Spot("hex:7", 0, 0, (_GRAY,), look=SpotLook.OFFERED),
    16: Spot(None, 0, 0, (replace(_RARE, count=2),), "blue", (_ships("blue", 2),)),
    17: Spot("hex:17", 0, 0, (), "blue", (), SpotLook.OFFERED),
    18: Spot("hex:18", 0, 0, (_GRAY,), look=SpotLook.OFFERED),
    19: Spot(None, 0, 0, (_SUN,), note="Ω"),
    20: Spot(None, 0, 0, ()),
    10: Spot(None, 0, 0, None), 15: Spot(None, 0, 0, None), 21: Spot(None, 0, 0, None),
    22: Spot(None, 0, 0, None), 23: Spot(None, 0, 0, None), 28: Spot(None, 0, 0, None),
    24: Spot(None, 0, 0, (Picture("world/genes"),), "blue",
             (Picture("token/starbase", colour="blue"),)),
    25: Spot(None, 0, 0, (replace(_GRAY, count=3),)),
    26: Spot(None, 0, 0, (_HOLE,)),
    27: Spot(None, 0, 0, (replace(_RARE, count=2),), "green", (_ships("green", 2),)),
    32: Spot(None, 0, 0, (Picture("world/genes"),), "green",
             (_ships("green", 1), Picture("token/empire", colour="green"))),
    36: Spot(None, 0, 0, (Picture("world/novelty"),), "green"),
    37: Spot(None, 0, 0, (_RARE,), "green"),
}  # fmt: skip


def _hexes(look: SpotLook | None = None) -> tuple[Spot, ...]:
    """Return the 37 hexagons of the galaxy; with *look* all of them as answers."""
    spots = []
    for number in range(1, 38):
        column, row = position(number)
        spot = replace(_GALAXY.get(number, Spot(None, 0, 0, ())), column=column, row=row)
        spots.append(replace(spot, key=f"hex:{number}", look=look) if look else spot)
    return tuple(spots)


GALAXY: Final = Page(
    above="Round 3 · Warlord",
    question="Ann: where do 2 ships go?",
    body=Map(_hexes(), cards=(
        Card("ship:1", (Picture("ship/fighter", colour="blue", count=2),), "Fighter", chosen=True),
        Card("ship:2", (Picture("ship/cruiser", colour="blue"),), "Cruiser", suggested=True),
        Card("ship:3", (Picture("ship/dreadnought", colour="blue"),), "Battleship", able=False),
    )),
    people=(Person(ANNA, facts(3, 8, 12), acts=True), Person(BO, facts(4, 5, 9))),
    main=Main("End turn", "end"),
)  # fmt: skip
