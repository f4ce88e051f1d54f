"""Pages of the window itself: a name, a search."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from kivy_ui.pages.letters import Letter, Typing
from kivy_ui.pages.listing import Prose
from kivy_ui.pages.page import Card, Main, Page, Picture


def _typed(typing: Typing, letters: str) -> Typing:
    for letter in letters:
        typing = typing.after(Letter(letter))
    return typing


NAME: Final = Page(
    above="Player 2",
    question="Who sits here?",
    body=_typed(Typing(), "Zs").body(
        "Name", "hu", tuple(Card(name, (), name) for name in ("Zsuzsannácska", "Ann", "Łukasz"))
    ),
    back="back",
    main=Main("Keep this name", "keep", "tick"),
)
SEARCH: Final = Page(
    above="Develop",
    question="Ann: which tile is complete?",
    body=_typed(Typing(searches=True), "pub").body(
        "Letters of its name",
        cards=tuple(
            Card(index, (Picture("development", number=str(index)),), name, ("cost 4",))
            for index, name in enumerate(("Public Works", "Republika Galaktyczna",
                                          "Továbbfejlesztett felderítés", "Nyilvános munkák") * 3)
        ),
    ),
    back="back",
)  # fmt: skip

READ: Final = Page(
    above="Súgó",
    question="Felderítés",
    body=Prose(
        ("• Minden felderítő felderít vagy készletez.",) * 3
        + ("• Ha a zacskó üres, az eldobott lapkák visszakerülnek. " * 4,),
        (Picture("phase/explore/active"), Picture("die/home/explore", count=2)),
    ),
    back="back",
)

WINDOW_EXAMPLES: Final[dict[str, Page]] = {
    "name": NAME,
    "search": SEARCH,
    "read": READ,
    "long-name": replace(NAME, body=_typed(Typing(), "W" * 16).body("Name", "pl")),
}
