"""Bodies of the end of a game: entry of the final score, the result, where points come from."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from kivy_ui.pages.forms import Entry
from kivy_ui.pages.page import Card, Cards, Chip, Main, Note, Page, Picture, Seat, Side


class Pattern(Enum):
    """Pattern and colour by which a source of points is known."""

    PLAIN = "plain"
    DIAGONAL = "diagonal"
    DOTS = "dots"
    VERTICAL = "vertical"


@dataclass(frozen=True, slots=True)
class Share:
    """Points of a source within a result."""

    pattern: Pattern
    points: int
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class Rank:
    """A player's result; *wins* is said of the winner, *tie* of those who have equal points.

    *key* opens the explanation.
    """

    seat: Seat
    points: int
    shares: tuple[Share, ...] = ()
    wins: str = ""
    key: object = None
    tie: str = ""


@dataclass(frozen=True, slots=True)
class Code:
    """Body: a QR code for a phone, with words and further ways to share beside it.

    Attributes:
        modules: rows from the top, without the quiet zone; True is dark.
    """

    modules: tuple[tuple[bool, ...], ...]
    lines: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """Body: all players, the winner first; beside them a code with its words, if it has room."""

    ranks: tuple[Rank, ...]
    code: Code | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """A source of points of a player; *key* shows its reasons, None if there are none."""

    key: object
    picture: Picture
    name: str
    points: int
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something gives points: each of *groups* are pieces that count together.

    *points* is None for what only breaks ties.
    """

    picture: Picture
    title: str
    points: int | None
    groups: tuple[tuple[Picture, ...], ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Why:
    """Body: sources of a player's points; beside them the reasons of the chosen one."""

    sources: tuple[Source, ...]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """A value of a player after each round, from the beginning."""

    seat: Seat
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """Body: values of all players by round.

    Attributes:
        first: number of the first round.
        top: upper end of the scale; None for the largest value.
    """

    curves: tuple[Curve, ...]
    first: int = 1
    top: int | None = None
    marks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ScorePart:
    """A part of the final score.

    Attributes:
        key: opens the part, from its step or by the main button.
        ask: question after the player's name.
        following: text of the main button that leads to it.
        missing: text of the main button while its own value is missing.
    """

    key: object
    picture: Picture
    ask: str
    following: str
    missing: str


@dataclass(frozen=True, slots=True)
class Scorer:
    """A player whose score is entered; *entered* says for each part whether it is.

    *following* is the text of the main button that leads to this player.
    """

    seat: Seat
    entered: tuple[bool, ...]
    total: str = ""
    key: object = None
    following: str = ""

    @property
    def complete(self) -> bool:
        """Whether every part is entered: only then the player has a tick."""
        return all(self.entered)


@dataclass(frozen=True, slots=True)
class Tally:
    """Body: all players with their marks, and the part of the score that is entered now.

    *player* and *part* are indices. Question, highlighted player, steps in the head and main button
    follow from them: build the page with ``tally_page``.
    """

    players: tuple[Scorer, ...]
    parts: tuple[ScorePart, ...]
    player: int
    part: int
    body: Entry | Cards


@dataclass(frozen=True, slots=True)
class Next:
    """Key of a main button that does what a tap on the part, player or mat *key* does."""

    key: object


def tally_page(
    tally: Tally, above: str, finish: Main, *, note: Note | None = None,
    side: tuple[Side, ...] = (),
) -> Page:  # fmt: skip
    """Return the page on which a part of the score is entered; *finish* ends a complete one."""
    player = tally.players[tally.player]
    question = f"{player.seat.name}: {tally.parts[tally.part].ask}"
    steps = tuple(
        Chip(picture=part.picture, key=part.key, chosen=index == tally.part,
             done=player.entered[index])
        for index, part in enumerate(tally.parts)
    )  # fmt: skip
    main = _next_step(tally, finish)
    return Page(above, question, tally, note=note, side=side, main=main, chips=steps)


def _next_step(tally: Tally, finish: Main) -> Main:
    """Return the button to the next missing part: of this player, else of the one after."""
    player = tally.players[tally.player]
    if not player.entered[tally.part]:
        return Main(tally.parts[tally.part].missing)
    for index in _from(tally.part, len(tally.parts)):
        if not player.entered[index]:
            return Main(tally.parts[index].following, Next(tally.parts[index].key))
    for index in _from(tally.player, len(tally.players)):
        other = tally.players[index]
        if not other.complete:
            return Main(other.following or other.seat.name, Next(other.key))
    return finish


def _from(start: int, count: int) -> Iterator[int]:
    """Yield all indices after *start*, then those before it."""
    return ((start + step) % count for step in range(1, count))
