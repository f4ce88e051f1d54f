"""Example pages of games with people, cards and boards in three languages, with long names."""

from __future__ import annotations

from typing import Final

from kivy_ui.pages.page import (
    Card,
    Cards,
    Look,
    Main,
    Note,
    Page,
    Person,
    Picture,
    Seat,
    Side,
)

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
    corner=ANNA,
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

FACTIONS: Final = Page(
    above="New game · the number is printed on the tile",
    question="Zsófi: which faction?",
    body=Cards(tuple(
        Card(f"faction:{number}",
             (Picture("development", number=str(number % 4)), Picture("world/gray", number="2"),
              *((Picture("seat", number="2", colour="orange"),) if number == 1 else ())),
             title, (world,), able=number != 1, number=str(number))
        for number, (title, world) in enumerate((
            ("Space Piracy", "Hidden Fortress"), ("Alien Archaeology", "Alien Rosetta Stone World"),
            ("Consumer Markets", "Space Mall"), ("Improved Reconnaissance", "Wormhole Station"),
            ("Genetics Lab", "The Last of the Gnarssh"), ("Galactic Religion", "Pilgrimage World"),
            ("Biological Adaptation", "Aquatic Uplift World"),
            ("Mining Industry", "Meteorite Planet"),
            ("Destroyed Colony", "Awakened Alien Outpost"),
        ), start=1)
    )),
    side=(Side("search", "Search", "search"),),
)  # fmt: skip

PEOPLE_FOUR: Final = Page(
    above="Runda 4 · Odkrywca",
    question="Zsuzsannácska: który kafel?",
    body=Cards(tuple(
        Card(index, (Picture("tile/back"),), f"Kafel {index}") for index in range(1, 6)
    )),
    people=tuple(Person(seat, facts(12, 23, 31, 14, 25, 36), acts=seat.number == 4)
                 for seat in LONG_NAMES[:4]),
    note=Note(("Kafle leżą zakryte",), Picture("tile/back", Look.NORMAL)),
)  # fmt: skip

GAME_EXAMPLES: Final[dict[str, Page]] = {
    "shoot": SHOOT,
    "market": MARKET,
    "factions": FACTIONS,
    "people-four": PEOPLE_FOUR,
}
