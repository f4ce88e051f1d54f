"""Body of a board whose places can be answers."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from kivy_ui.pages.forms import Field
from kivy_ui.pages.page import Card, Picture

MOST_ON_GROUND: Final = 3


class SpotLook(Enum):
    """How a place of a map is shown; each differs by more than its colour."""

    PLAIN = "plain"
    OFFERED = "offered"
    CHOSEN = "chosen"
    BATTLE = "battle"


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of a map: a hexagon, or a field of a board.

    Attributes:
        key: what a tap returns; None if a tap has no meaning.
        column, row: position to the right of and below any origin; hexagons of the next row are
            half a column further.
        ground: up to three pieces that lie there for good, such as planets, or the tile of a
            field; None: no tile.
        colour: of the owner's seat.
        pictures: up to three pieces in front: ships with their count in the seat's colour, tokens.
        note: a few letters, such as a printed number.
    """

    key: object
    column: float
    row: int
    ground: tuple[Picture, ...] | None = ()
    colour: str = ""
    pictures: tuple[Picture, ...] = ()
    look: SpotLook = SpotLook.PLAIN
    note: str = ""

    def __post_init__(self) -> None:
        """Refuse what no place has room for."""
        if sum(each.count for each in self.ground or ()) > MOST_ON_GROUND:
            raise ValueError(f"more than {MOST_ON_GROUND} pieces on the ground of {self.key}")


class Shape(Enum):
    """Shape of the places of a map."""

    HEX = "hex"
    FIELD = "field"


@dataclass(frozen=True, slots=True)
class Map:
    """Body: a board whose places can be answers, with people and further answers beside it.

    The board of fields is turned if its fields are larger then: rows become columns. Where answers
    need the room, only those who act are shown in full, the others as badges.

    Attributes:
        fields: numbers that belong to the answer, such as how many ships move.
    """

    places: tuple[Spot, ...]
    shape: Shape = Shape.HEX
    cards: tuple[Card, ...] = ()
    fields: tuple[Field, ...] = ()
