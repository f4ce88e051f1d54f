"""The content of a page: what is asked, who answers, which pieces are shown. No pixels, no Kivy.

A presenter builds a ``Page`` from the state of the game; ``templates`` lays it out for a window's
size, and ``renderer`` draws it. All texts are translated already. Where a text has a ``short``
form, the layout takes it if the long one does not fit; nothing is ever truncated. Values refuse
what no layout has room for with a ``ValueError``: a mistake of the presenter. Lists that are only
sometimes too long are divided by the layout, and the foot leads to the other parts.
"""

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from kivy_ui.pages.people import FACTS, FACTS_OF_MANY, MANY_PEOPLE, MOST_PEOPLE

if TYPE_CHECKING:
    from kivy_ui.pages.bodies import Body
    from kivy_ui.pages.forms import Choice
    from kivy_ui.pages.people import Person
    from kivy_ui.pages.photos import Photograph


MOST_SEATS: Final = 6
MOST_SIDES: Final = 3
MOST_OVER: Final = 2
MOST_LINES: Final = 3


class Frame(Enum):
    """Keys of the buttons that the frame of a page has itself."""

    MENU = "menu"
    UNDO = "undo"
    EARLIER = "earlier"
    LATER = "later"
    """The part before and after the shown one, of a page with more content than fits at once."""


class Look(Enum):
    """How a piece is shown."""

    NORMAL = "normal"
    CHOSEN = "chosen"
    """It acts now: framed."""
    DONE = "done"
    """Its action is over: dimmed, with a tick."""
    LEAVES = "leaves"
    """It returns to its owner's cup: dimmed."""
    DOUBTFUL = "doubtful"
    """Read with doubt: framed, with a question mark, until somebody answers."""
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
        piece: name of the piece: ``die/home/explore``, ``world/genes``, ``coin``, ``cup``;
            ``seat`` is the badge of a player, with *number* and *colour*.
        number: a printed number on it, such as the cost of a tile.
        over: smaller pieces on its lower right: the good and the shipper of a world.
        count: how many there are; more than one are said beside it.
        text: words beside it, such as "+2"; they replace the count.
        colour: of the seat that owns it; light pieces are tinted with it.
        photo: the middle of it is shown instead of a drawn piece; *piece* is empty then.
    """

    piece: str
    look: Look = Look.NORMAL
    number: str = ""
    over: "tuple[Picture, ...]" = ()
    count: int = 1
    text: str = ""
    colour: str = ""
    photo: "Photograph | None" = None

    def __post_init__(self) -> None:
        if len(self.over) > MOST_OVER:
            raise ValueError(f"{len(self.over)} pieces on {self.piece}")

    @property
    def caption(self) -> str:
        """What stands beside it."""
        return self.text or (f"×{self.count}" if self.count > 1 else "")


@dataclass(frozen=True, slots=True)
class Seat:
    """A player as shown in heads and beside rows; *reason* tells why an idle one has nothing.

    *money_after* is what remains once the chosen answers are paid.
    """

    number: int
    name: str
    colour: str
    money: str = ""
    doing: Doing = Doing.ACTS
    reason: str = ""
    money_after: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.number <= MOST_SEATS:
            raise ValueError(f"seat {self.number}")

    @property
    def names(self) -> tuple[str, ...]:
        """The name, and its beginnings for places that have no room for all of it."""
        return (self.name, *(f"{self.name[:count]}…" for count in range(len(self.name) - 2, 1, -1)))

    def badge(self, text: str = "") -> "Picture":
        """Return the badge of the player, with words beside it."""
        return Picture("seat", number=str(self.number), colour=self.colour, text=text)


@dataclass(frozen=True, slots=True)
class Move:
    """Pieces that a player moves on the table; *key* confirms it, None if nothing to confirm.

    Attributes:
        who: a symbol instead of a seat, for all players or the table.
        done: confirmed; a tap takes that back.
    """

    pictures: "tuple[Picture, ...]"
    to: "Picture"
    label: tuple[str, ...] = ()
    seat: Seat | None = None
    key: object = None
    who: "Picture | None" = None
    done: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """An answer as a card: pictures, a name and what it does, in words and as pieces.

    Attributes:
        key: what a tap returns; None if a tap has no meaning.
        pictures: up to four; a large card shows the first one large, the others below the name.
        gains: pieces with what they bring, at the lower edge.
        chosen: ticked and outlined, by the player.
        suggested: what the main button gives if nobody answers; its corners are marked.
        able: whether it is a possible answer; a tap on one that is not says why.
        number: by which it is known on the table, at the left.
        short: the name among many cards or beside a map, whose pictures say the rest; empty if
            *title* is short.
    """

    key: object
    pictures: "tuple[Picture, ...]"
    title: str
    text: tuple[str, ...] = ()
    gains: "tuple[Picture, ...]" = ()
    chosen: bool = False
    suggested: bool = False
    able: bool = True
    number: str = ""
    short: str = ""


@dataclass(frozen=True, slots=True)
class Cards:
    """Body: one question whose answers are cards; *between* stands between two of them.

    Those that do not fit are on further parts; *tabs* over them choose which are shown.
    """

    cards: tuple[Card, ...]
    between: str = ""
    tabs: "tuple[Choice, ...]" = ()


@dataclass(frozen=True, slots=True)
class Main:
    """The one next step, lower right. Without *key* it is a text that says what is missing.

    Attributes:
        quiet: it does nothing more, such as passing, while there are other answers.
    """

    text: str
    key: object = None
    icon: str = "right"
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """A secondary button at the lower left."""

    key: object
    text: str
    icon: str


@dataclass(frozen=True, slots=True)
class Note:
    """A picture with one or two lines at the lower left; the first line may be bold.

    Attributes:
        icon: drawn instead of a piece.
        button: what can be done about it, at the right of the lines; a text or only an icon.
    """

    lines: tuple[str, ...]
    picture: "Picture | None" = None
    icon: str = ""
    bold_first: bool = False
    button: Side | None = None


@dataclass(frozen=True, slots=True)
class Chip:
    """A small thing at the right of the head: a number with its picture, a seat, a button.

    Attributes:
        key: what a tap returns; None if it only informs.
        icon: a symbol; the text beside it is left out where there is little room.
        done: with a tick.
    """

    text: str = ""
    picture: "Picture | None" = None
    seat: Seat | None = None
    icon: str = ""
    key: object = None
    chosen: bool = False
    done: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """What comes over any page: a picture, what happened, what to do.

    Attributes:
        dismiss: key of the Escape key; None if the sheet must be answered.
    """

    picture: "Picture"
    title: str
    lines: tuple[str, ...]
    main: Main
    side: tuple[Side, ...] = ()
    dismiss: object = None

    def __post_init__(self) -> None:
        if len(self.side) > MOST_SIDES or len(self.lines) > MOST_LINES:
            raise ValueError(f"{len(self.side)} buttons, {len(self.lines)} lines on a sheet")


@dataclass(frozen=True, slots=True)
class Notice:
    """A message over the foot.

    Attributes:
        key: what a tap on it returns.
        link: a button on it that leads to more.
    """

    text: str
    key: object
    hint: str = ""
    icon: str = "info"
    link: Side | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """One page.

    Attributes:
        above: small line over the question.
        phases: (phase, state) of the round, upper right; empty on pages outside a round.
        chips: upper right, such as the seat whose question this is.
        note, move_now, side: one of them stands at the lower left.
        main: None if the answers themselves continue.
        onward: what the main button says until the last part of what is to be done or read is
            shown: it turns to the next one; empty if it need not be seen.
        hint: faint line at the lower right of a page without main button.
        people: all players, below the head; with a map in the column beside it.
        part: which part of a body that does not fit at once, from 0; too high means the last one.
        back: the upper left button returns this key and is an arrow, instead of the menu.
        notice: a message that goes by itself.
        quarter_turns: turned anticlockwise towards another side of the table, all of the page.
        phones: seats that have a phone now, whose badges have a small sign.

    Raises:
        ValueError: more of something than fits in the smallest window.
    """

    above: str
    question: str
    body: "Body"
    phases: tuple[tuple[str, PhaseState], ...] = ()
    chips: tuple[Chip, ...] = ()
    note: Note | None = None
    move_now: Move | None = None
    side: tuple[Side, ...] = ()
    main: Main | None = None
    onward: str = ""
    hint: str = ""
    back: object = None
    can_undo: bool = True
    people: "tuple[Person, ...]" = ()
    part: int = 0
    sheet: Sheet | None = None
    notice: Notice | None = None
    quarter_turns: int = 0
    phones: frozenset[int] = frozenset()

    @property
    def chore(self) -> bool:
        """Whether something is moved on the table before the question is answered."""
        ticked = self.note and self.note.button and self.note.button.icon == "tick"
        return (self.main is None or self.main.quiet) and bool(self.move_now or ticked)

    def __post_init__(self) -> None:
        """Refuse what no template could show."""
        most = FACTS if len(self.people) <= MANY_PEOPLE else FACTS_OF_MANY
        if len(self.people) > MOST_PEOPLE or any(len(each.facts) > most for each in self.people):
            raise ValueError(f"more than {MOST_PEOPLE} people, or more than {most} facts of one")
        if sum(map(bool, (self.note, self.move_now, self.side))) > 1:
            raise ValueError("a note, a move, or buttons: the foot has room for one of them")
        if len(self.side) > MOST_SIDES:
            raise ValueError(f"{len(self.side)} buttons at the lower left")
        if self.note and len(self.note.lines) > MOST_LINES:
            raise ValueError(f"{len(self.note.lines)} lines in a note")
