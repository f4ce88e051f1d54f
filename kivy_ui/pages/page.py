"""The content of a page: what is asked, who answers, which pieces are shown. No pixels, no Kivy.

A presenter builds a ``Page`` from the state of the game; ``templates`` lays it out for a window's
size, and ``renderer`` draws it. All texts are translated already. Where a text has a ``short``
form, the layout takes it if the long one does not fit; nothing is ever truncated.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias


class Frame(Enum):
    """Keys of the buttons that the frame of a page has itself."""

    MENU = "menu"
    UNDO = "undo"
    EARLIER = "earlier"
    LATER = "later"
    """The page before and after this one, of an answer list that has more than one."""


class Look(Enum):
    """How a piece is shown."""

    NORMAL = "normal"
    CHOSEN = "chosen"
    """It acts now: framed."""
    DONE = "done"
    """Its action is over: dimmed, with a tick."""
    LEAVES = "leaves"
    """It returns to its owner's cup: dimmed."""
    WAITING = "waiting"
    """An empty place for it."""


class Doing(Enum):
    """What a seat does on this page."""

    ACTS = "acts"
    DONE = "done"
    IDLE = "idle"


class PhaseState(Enum):
    """State of one of the five phases of the round."""

    CURRENT = "current"
    ACTIVE = "active"
    DONE = "done"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Picture:
    """A piece as it lies on the table.

    Attributes:
        piece: name of the piece: ``die/home/explore``, ``world/genes``, ``coin``, ``cup``.
        number: a printed number on it, such as the cost of a tile.
        over: smaller pieces on its lower right: the good and the shipper of a world.
    """

    piece: str
    look: Look = Look.NORMAL
    number: str = ""
    over: tuple[Picture, ...] = ()


@dataclass(frozen=True, slots=True)
class Seat:
    """A player as shown in heads and beside rows; *reason* tells why an idle one has nothing."""

    number: int
    name: str
    colour: str
    money: str = ""
    doing: Doing = Doing.ACTS
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """One possible answer. *key* is what a tap returns.

    Attributes:
        under: the piece goes under a stack: an arrow and a line instead of a number.
        chosen: outlined and ticked, by the player or as the suggestion.
    """

    key: object
    picture: Picture
    label: str = ""
    short: str = ""
    number: str = ""
    under: bool = False
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """A thing with its own answers: a good that can be traded or consumed."""

    picture: Picture
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """Pieces that a player moves on the table; *key* confirms it, empty if nothing to confirm."""

    pictures: tuple[Picture, ...]
    to: Picture
    label: tuple[str, ...] = ()
    seat: Seat | None = None
    key: object = None


@dataclass(frozen=True, slots=True)
class Lane:
    """The part of the stage that belongs to one seat.

    Attributes:
        pictures: dice that act in this phase, in their order.
        answers: answers of the current die, side by side; or stacked if there are many lanes.
        offers: rows with answers of their own, instead of *answers*.
        power: a tile that helps in this phase, shown where there is room.
        leaves: pieces that go back, below the offers.
    """

    seat: Seat
    pictures: tuple[Picture, ...] = ()
    answers: tuple[Answer, ...] = ()
    offers: tuple[Offer, ...] = ()
    power: Picture | None = None
    power_name: str = ""
    leaves: Move | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """Dice of one seat in one phase; *selecting* is the index of the die that chose the phase."""

    pictures: tuple[Picture, ...] = ()
    selecting: int | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A phase with the dice of all seats, in the order of the seats."""

    phase: str
    name: str
    active: bool
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """An answer as a large card: the picture, its name and what it does, as pieces and words."""

    key: object
    picture: Picture
    title: str
    facts: tuple[Picture, ...] = ()
    text: tuple[str, ...] = ()
    label: str = ""


@dataclass(frozen=True, slots=True)
class Lanes:
    """Body: all players act at once."""

    lanes: tuple[Lane, ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """Body: phases and workers of all players."""

    seats: tuple[Seat, ...]
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Cards:
    """Body: one question whose answers are cards; *between* stands between two of them."""

    cards: tuple[Card, ...]
    between: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice of a part of a form; *able* is False for one that only says why not."""

    key: object
    label: str
    pictures: tuple[Picture, ...] = ()
    chosen: bool = False
    able: bool = True


@dataclass(frozen=True, slots=True)
class Stepper:
    """A number with minus and plus; a key is None at the end of the range."""

    value: int
    less: object
    more: object


@dataclass(frozen=True, slots=True)
class Field:
    """A part of a form, with its choices or its number."""

    label: str
    pictures: tuple[Picture, ...] = ()
    choices: tuple[Choice, ...] = ()
    number: Stepper | None = None


@dataclass(frozen=True, slots=True)
class Form:
    """Body: several parts of one answer, which the main button gives."""

    fields: tuple[Field, ...]


Body: TypeAlias = Lanes | Columns | Cards | Form


@dataclass(frozen=True, slots=True)
class Main:
    """The one next step, lower right. Without *key* it is an outline that says what is missing."""

    text: str
    key: object = None
    icon: str = "right"


@dataclass(frozen=True, slots=True)
class Side:
    """A secondary button at the lower left."""

    key: object
    text: str
    icon: str


@dataclass(frozen=True, slots=True)
class Note:
    """A picture with one or two lines at the lower left; the first line may be bold.

    *icon* is drawn instead of a piece.
    """

    lines: tuple[str, ...]
    picture: Picture | None = None
    icon: str = ""
    bold_first: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """One page.

    Attributes:
        above: small line over the question.
        phases: (phase, state) of the round, upper right; empty on pages outside a round.
        corner: seat whose question this is, upper right.
        main: None if the answers themselves continue.
        hint: faint line at the lower right of a page without main button.
    """

    above: str
    question: str
    body: Body
    phases: tuple[tuple[str, PhaseState], ...] = ()
    corner: Seat | None = None
    note: Note | None = None
    move_now: Move | None = None
    side: tuple[Side, ...] = ()
    main: Main | None = None
    hint: str = ""
    can_undo: bool = True
