"""Example pages of games with people, cards and boards in three languages, with long names."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.emperor.galaxy.hexes import position
from kivy_ui.pages.maps import Map, Shape, Spot, SpotLook
from kivy_ui.pages.page import Card, Cards, Chip, Main, Page, Picture, Seat, Side
from kivy_ui.pages.people import Person

ANNA: Final = Seat(1, "Anna", "blue")
BO: Final = Seat(2, "Bo", "orange")
ROBOT: Final = Seat(0, "Robot", "")
LONG_NAMES: Final = tuple(
    Seat(number, name, colour)
    for number, (name, colour) in enumerate((
        ("Maksymiliana", "blue"), ("Bartłomiej", "orange"), ("Krisztofer", "green"),
        ("Zsuzsannácska", "purple"), ("Wieńczysława", "yellow"), ("Szilveszter", "white"),
    ), start=1)
)  # fmt: skip


def facts(*values: int) -> tuple[Picture, ...]:
    """Return facts with their numbers: cards, points, money, cubes."""
    pieces = ("tile", "chip/blank", "coin", "cube/food", "cube/metal", "cube/energy")
    return tuple(
        Picture(piece, text=str(value)) for piece, value in zip(pieces, values, strict=False)
    )


SHOOT: Final = Page(
    above="Turn of Anna",
    question="Draw another card?",
    chips=(Chip(seat=ANNA),),
    body=Cards((
        Card("draw", (Picture("card/back"),), "Draw", ("the sixth card",),
             suggested=True),
        Card("stop", (Picture("card/rey"),), "Stop", ("keep what is taken",),
             (Picture("chip/blank", text="+2"),)),
        Card("why", (Picture("marker/bombardment"),), "Bombard", ("two are open",), able=False),
    )),
    people=(Person(ANNA, facts(7, 12), acts=True), Person(BO, facts(5, 9), done=True),
            Person(ROBOT, facts(0, 4))),
    hint="One tap answers",
)  # fmt: skip

MARKET: Final = Page(
    above="3. kör · Kereskedő",
    question="Maksymiliana: mit cserélsz el?",
    body=Cards((
        *(Card(f"good:{good}:{count}", (Picture(f"cube/{good}", count=count),), name, (),
               (Picture("coin", text=f"+{count * 2}"),), chosen=count == 2 and good == "metal",
               suggested=good == "food", able=count < 3)
          for good, name in (("food", "Élelmiszer"), ("metal", "Nyersanyag"), ("energy", "Energia"))
          for count in (1, 2, 3)),
        Card("none", (), "Semmit sem cserélek el"),
        Card("two", (Picture("ship/cruiser", colour="green"), Picture("seat", number="3",
                                                                      colour="green")),
             "Cirkáló", ("Krisztofer hajója",), number="4"),
        Card("four", (Picture("cube/food", count=2), Picture("cube/metal"), Picture("cube/energy"),
                      Picture("coin", text="+1")), "Vegyesen"),
    )),
    people=tuple(Person(seat, facts(12, 23, 31, 4), acts=seat.number == 1, done=seat.number == 4)
                 for seat in LONG_NAMES),
    main=Main("Csere", "trade"),
    side=(Side("back", "Vissza", "back"),),
)  # fmt: skip


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


def _lanes(*offered: tuple[int, int]) -> tuple[Spot, ...]:
    """Return four lanes of seven fields, some with tiles."""
    units = {
        (1, 1): "stormtrooper/rey", (1, 4): "infiltrator", (2, 2): "sergeant", (2, 6): "kylo_ren",
        (3, 3): "snowtrooper/finn", (3, 5): "phasma", (4, 7): "stormtrooper/poe",
    }  # fmt: skip
    spots = []
    for lane in range(1, 5):
        for row in range(1, 8):
            unit = units.get((lane, row), "")
            ground = (Picture(f"unit/{unit}"),) if unit else ()
            marker = (Picture("marker/bombardment"),) if row == 4 and lane % 2 else ()
            look = SpotLook.OFFERED if (lane, row) in offered else SpotLook.PLAIN
            key = f"field:{lane}:{row}" if (lane, row) in offered else None
            spots.append(Spot(key, lane, row, ground, "", marker, look,
                              f"{lane}" if row == 1 and not unit else ""))  # fmt: skip
    return tuple(spots)


LANES: Final = Page(
    above="Tura 5 · Strzelanie",
    question="Krisztofer: w którą jednostkę?",
    body=Map(_lanes((1, 4), (2, 6), (3, 5), (4, 7)), Shape.FIELD, (
        Card("rey", (Picture("card/rey", count=2),), "Rey", chosen=True),
        Card("finn", (Picture("card/finn"),), "Finn"),
        Card("chewbacca", (Picture("card/chewbacca"),), "Chewbacca"),
        Card("stop", (), "Nie strzelam"),
    )),
    people=(Person(LONG_NAMES[2], facts(7, 12), acts=True), Person(ROBOT, facts(5))),
)  # fmt: skip

GAME_EXAMPLES: Final[dict[str, Page]] = {
    "shoot": SHOOT,
    "market": MARKET,
    "galaxy": GALAXY,
    "lanes": LANES,
}
