"""All players as shown beside the question, with what everybody may know of them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kivy_ui.pages.page import Picture, Seat


MOST_PEOPLE: Final = 6
FACTS: Final = 7
MANY_PEOPLE: Final = 4
FACTS_OF_MANY: Final = 4
"""Facts a person that fit beside the longest names, and with more people than ``MANY_PEOPLE``."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player in the strip below the head, with what all may know: cards in hand, points, money.

    A robot's seat has the number 0 and no colour.

    Attributes:
        mark: a piece on the badge, such as that of the first player.
    """

    seat: "Seat"
    facts: "tuple[Picture, ...]" = ()
    acts: bool = False
    done: bool = False
    mark: "Picture | None" = None
