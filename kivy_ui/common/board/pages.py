"""What the screens of the other games show: one form for all of them.

A page has the people, a few facts, rows of choices and numbers, and the frame's main button. A
game's pages say what each of them means; the board shows them and hands back what was tapped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Protocol

from companion.i18n import Translator
from kivy_ui.common.board.hex_map import HexMap
from kivy_ui.common.board.lanes import LaneBoard
from kivy_ui.common.board.moves import BoardMove
from kivy_ui.common.board.piles import Pile
from kivy_ui.common.board.signs import Share, Sign, SignLine

if TYPE_CHECKING:
    from kivy_ui.common.board.page_table import PageTable


PART: Final = "part:"
"""Begins the keys of tabs; the part's key follows."""

_LEAP: Final = 10
_LONG_WAY: Final = 40
"""A number with at least as many values has leaps."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player, or the robot.

    Attributes:
        seat: 0 for the robot.
        colour: key of the seat's colour.
        text: what lies in front of them, in words.
        active: whether the table waits for them.
        goods: what lies in front of them, as signs in the place of the words.
        marks: beside the name: who leads, who is done.
    """

    seat: int
    name: str
    colour: str
    text: str
    active: bool = False
    goods: tuple[Sign, ...] = ()
    marks: tuple[Sign, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """A button of a row.

    Attributes:
        key: what ``Pages.tap`` gets.
        chosen: it is picked already; shown with a mark, too.
        held: acts while it is held only: ``tap`` gets the key, then an empty one.
        signs: what it stands for, drawn; on a card only.
        note: a short sentence below the text; on a card only.
    """

    key: str
    text: str
    icon: str = ""
    chosen: bool = False
    enabled: bool = True
    held: bool = False
    signs: tuple[Sign, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Number:
    """A number with minus and plus.

    Attributes:
        key: what ``Pages.change`` gets.
        label: beside it, where it stands in a row with others.
        person: whose it is; shown as the badge of the seat in the label's place.
        sign: drawn in the label's place.
        note: below the label, where the number is a column of its own.
        price: signs below it.
    """

    key: str
    value: int
    low: int
    high: int
    label: str = ""
    person: Person | None = None
    sign: Sign | None = None
    note: str = ""
    price: tuple[Sign, ...] = ()

    @property
    def can_lower(self) -> bool:
        """Return whether minus can be tapped."""
        return self.value > self.low

    @property
    def can_raise(self) -> bool:
        """Return whether plus can be tapped."""
        return self.value < self.high

    @property
    def leap(self) -> int:
        """Return the larger step beside plus and minus: a long way is tens; 0 for none."""
        return _LEAP if self.high - self.low >= _LONG_WAY else 0


@dataclass(frozen=True, slots=True)
class Row:
    """A label with buttons, with a number, or over several numbers side by side.

    Attributes:
        cards: the options are cards of one size, side by side, that share the room of the page.
        pictures: the cards show their signs only, all of one size.
        stacked: the cards have their signs above the words, so that more of them stand in a line.
        across: so many cards stand in a line at most; 0 for as many as their words allow.
        signs: before the label.
        trailing: signs behind the label, before the number: a price.
        headed: the signs stand left of the cards, the trailing ones below them; no label.
        tall: the numbers are columns of one size, with their picture above.
    """

    label: str
    options: tuple[Option, ...] = ()
    number: Number | None = None
    numbers: tuple[Number, ...] = ()
    cards: bool = False
    pictures: bool = False
    stacked: bool = False
    across: int = 0
    signs: tuple[Sign, ...] = ()
    trailing: tuple[Sign, ...] = ()
    headed: bool = False
    tall: bool = False


def part_tabs(words: Mapping[str, str], shown: str) -> Row:
    """Return tabs that lead to the parts of a page.

    Args:
        words: key of each part -> its name.
        shown: key of the part that is open.
    """
    tabs = (Option(f"{PART}{key}", word, chosen=key == shown) for key, word in words.items())
    return Row("", tuple(tabs))


@dataclass(frozen=True, slots=True)
class TileCard:
    """A tile or a row of tiles that lies on the table, with how it stands.

    Attributes:
        colour: key of the seat's colour whose it is; empty for nobody's.
    """

    title: str
    text: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Headline:
    """How a game has ended, above its figures: what everybody reads first.

    Attributes:
        text: who has won.
        winners: badges of their seats.
        note: what decided it, small.
        won: whether people have; a crown stands there.
        figure: the points of the winner, large at the end.
    """

    text: str
    winners: tuple[Sign, ...] = ()
    note: str = ""
    won: bool = True
    figure: tuple[Sign, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """Everything between the bars, and the bars' words.

    Attributes:
        facts: sentences that the companion worked out, the most important first.
        primary: the main button's words; empty hides it.
        primary_quiet: the main button leaves or passes while something can be done.
        first_large: the first fact is what everybody looks at.
        facts_last: the facts stand below what can be done.
        moves: what people have to move on the table after the newest step.
        lead: tabs, a heading or a number at the top, beside what leads away from the turn.
        headline: how the game has ended, above everything else.
        primary_visits: name of the screen beside the game that the main button leads to.
        rule: number of the section of the rules that the question mark leads to.
        cards: what lies on the table, side by side, with the facts.
        hexes: the board; in the place of the people, of whom those are named that act.
        piles: what to lay out, drawn.
        tray: whether dice are thrown now: what the camera does with them is shown, too.
        tray_doubt: something is wrong with those that lie there.
        lines: what everybody has to see before choosing, as signs; above everything else.
        shares: a bar of the odds, below them.
        beside: what leads away from the turn; small, and always at the same place.
        progress: how far the step is ("2 of 3"), below the question.
        lanes: a board of lanes, beside what is asked.
        table: counters or buttons in columns, above the rows.
    """

    title: str
    status: str
    people: tuple[Person, ...] = ()
    facts: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    primary: str = ""
    primary_enabled: bool = True
    primary_quiet: bool = False
    tray: bool = False
    tray_doubt: bool = False
    facts_last: bool = False
    first_large: bool = False
    moves: tuple[BoardMove, ...] = ()
    lead: Row | None = None
    headline: Headline | None = None
    primary_visits: str = ""
    rule: str = ""
    cards: tuple[TileCard, ...] = ()
    hexes: HexMap = ()
    piles: tuple[Pile, ...] = ()
    lines: tuple[SignLine, ...] = ()
    shares: tuple[Share, ...] = ()
    beside: tuple[Option, ...] = ()
    progress: str = ""
    lanes: LaneBoard | None = None
    table: PageTable | None = None

    @property
    def options(self) -> tuple[Option, ...]:
        """All buttons of the page."""
        tabled = self.table.options if self.table is not None else ()
        return (*(o for row in self._all_rows for o in row.options), *tabled, *self.beside)

    @property
    def numbers(self) -> tuple[Number, ...]:
        """All numbers of the page."""
        tabled = self.table.numbers if self.table is not None else ()
        single = (row.number for row in self._all_rows if row.number is not None)
        return (*single, *(each for row in self._all_rows for each in row.numbers), *tabled)

    @property
    def _all_rows(self) -> tuple[Row, ...]:
        return self.rows if self.lead is None else (self.lead, *self.rows)


VISIT: Final = "visit:"
"""Begins the keys of buttons that lead to a screen beside the game; its name follows."""


def over_page(translate: Translator, page: Page) -> Page:
    """Return the page of a game that is over, with where to go from there."""
    results = Option(f"{VISIT}history", translate("Results and BG Stats"), icon="qr")
    again = translate("New game")
    return replace(page, beside=(results,), primary=again, primary_visits="start")


class Pages(Protocol):
    """One game's pages."""

    def page(self, view: Any) -> Page:
        """Return what to show of the game's view."""
        ...

    def tap(self, view: Any, key: str) -> None:
        """A button was tapped."""
        ...

    def change(self, view: Any, key: str, delta: int) -> None:
        """A number was changed by one step."""
        ...

    def primary(self, view: Any) -> None:
        """The main button was tapped."""
        ...
