"""Bodies of the pages before the phases: welcome, seats, the wait for everybody, the photo."""

from dataclasses import dataclass

from kivy_ui.pages.page import MOST_SEATS, Picture, Seat, Side
from kivy_ui.pages.rounds import Column, Pick


@dataclass(frozen=True, slots=True)
class Welcome:
    """Body: what the device does. The page's question is the title.

    Attributes:
        lines: what happens, in one or two lines.
        other: a button below them, such as for the other games.
    """

    lines: tuple[str, ...]
    other: Side | None = None


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for tiles of a player: faction, home world.

    Attributes:
        tiles: each with its name; or, before there are any, what belongs here.
        key: None if it cannot be answered yet.
    """

    tiles: tuple[tuple[Picture, str], ...]
    key: object = None
    waiting: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A seat with its tiles; *key* changes who sits there."""

    seat: Seat
    slots: tuple[Slot, ...]
    key: object = None

    def __post_init__(self) -> None:
        if len(self.slots) > 2 or any(not 1 <= len(slot.tiles) <= 2 for slot in self.slots):
            raise ValueError("a seat has up to two places with one or two tiles")


@dataclass(frozen=True, slots=True)
class Seats:
    """Body: who plays with what."""

    places: tuple[Place, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.places) <= MOST_SEATS:
            raise ValueError(f"{len(self.places)} seats")


@dataclass(frozen=True, slots=True)
class Ready:
    """A seat that says when it is ready; *key* None if that is not asked of it here."""

    seat: Seat
    text: str
    key: object = None
    ready: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Body: one word to read across the table, which is the page's question, and who is ready."""

    line: str
    seats: tuple[Ready, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.seats) <= MOST_SEATS:
            raise ValueError(f"{len(self.seats)} seats")


@dataclass(frozen=True, slots=True)
class Across:
    """Body: one word to read from the far side of the table, and for whom it waits.

    Attributes:
        key: what a tap anywhere on it returns.
        picture: beside the players.
    """

    word: str
    key: object
    picture: Picture
    seats: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Mat:
    """Body: the dice on one mat, entered by hand or to be looked at.

    Attributes:
        columns: the phases, each with one cell; a touch puts the chosen die there, or opens it.
        seat: whose mat it is; the frame of the selecting die has its colour.
        dice: the kinds that are still to be put somewhere; one is chosen.
        heading: of these dice, where there is room.
    """

    columns: tuple[Column, ...]
    seat: Seat
    dice: tuple[Pick, ...] = ()
    heading: str = ""

    def __post_init__(self) -> None:
        if any(len(column.cells) != 1 for column in self.columns):
            raise ValueError("each column has one cell")
