"""Models of the board screen, common to all other games.

A page has players, a few facts, rows of choices and numbers, and the frame's main button. A
game's ``Pages`` define their meaning; the board screen shows them and passes taps back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Protocol

from companion.i18n import Translator
from kivy_ui.common.board.hex_map import HexMap
from kivy_ui.common.board.icons import Icon, IconLine, Share
from kivy_ui.common.board.moves import BoardMove
from kivy_ui.common.board.piles import Pile

if TYPE_CHECKING:
    from kivy_ui.common.board.page_table import PageTable


PART: Final = "part:"
"""Prefix of the keys of tabs; the part's key follows."""

_LEAP: Final = 10
_LONG_WAY: Final = 40
"""A number with at least this range has leap buttons."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player, or the robot.

    Attributes:
        seat: 0 for the robot.
        colour: key of the seat's colour.
        text: the player's pieces as text.
        active: whether the player must act.
        goods: the player's pieces as icons, instead of the text.
        marks: icons beside the name: who leads, who is done.
    """

    seat: int
    name: str
    colour: str
    text: str
    active: bool = False
    goods: tuple[Icon, ...] = ()
    marks: tuple[Icon, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """A button of a row.

    Attributes:
        key: passed to ``Pages.tap``.
        chosen: whether it is selected; also shown by a check mark.
        held: acts only while held down: ``tap`` gets the key, then an empty one.
        icons: icons; on a card only.
        note: a short sentence below the text; on a card only.
        why: why it is not enabled, and a hint; None if that needs no words.
    """

    key: str
    text: str
    icon: str = ""
    chosen: bool = False
    enabled: bool = True
    held: bool = False
    icons: tuple[Icon, ...] = ()
    note: str = ""
    why: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Number:
    """A number with minus and plus.

    Attributes:
        key: passed to ``Pages.change``.
        label: text beside it, if the row has several numbers.
        person: the owner; the badge of the seat replaces the label.
        icon: an icon that replaces the label.
        note: text below the label, if the number is a column.
        price: icons below the label.
    """

    key: str
    value: int
    low: int
    high: int
    label: str = ""
    person: Person | None = None
    icon: Icon | None = None
    note: str = ""
    price: tuple[Icon, ...] = ()

    @property
    def can_lower(self) -> bool:
        """Whether minus can be tapped."""
        return self.value > self.low

    @property
    def can_raise(self) -> bool:
        """Whether plus can be tapped."""
        return self.value < self.high

    @property
    def leap(self) -> int:
        """The larger step beside plus and minus, for a large range; 0 for none."""
        return _LEAP if self.high - self.low >= _LONG_WAY else 0


@dataclass(frozen=True, slots=True)
class Row:
    """A label with buttons, with a number, or over several numbers side by side.

    Attributes:
        cards: the options are cards of equal size, side by side, that fill the height of the page.
        pictures: the cards show only their icons, all of the same size.
        stacked: the cards have their icons above the text, so that more of them fit in a line.
        across: maximum number of cards in a line; 0 for as many as their text allows.
        icons: icons before the label.
        trailing: icons after the label, before the number: a price.
        headed: the icons are left of the cards, the trailing ones below them; no label.
        tall: the numbers are columns of equal size, with their picture above.
    """

    label: str
    options: tuple[Option, ...] = ()
    number: Number | None = None
    numbers: tuple[Number, ...] = ()
    cards: bool = False
    pictures: bool = False
    stacked: bool = False
    across: int = 0
    icons: tuple[Icon, ...] = ()
    trailing: tuple[Icon, ...] = ()
    headed: bool = False
    tall: bool = False


def part_tabs(words: Mapping[str, str], shown: str) -> Row:
    """Return tabs for the parts of a page.

    Args:
        words: key of each part -> its name.
        shown: key of the open part.
    """
    tabs = (Option(f"{PART}{key}", word, chosen=key == shown) for key, word in words.items())
    return Row("", tuple(tabs))


@dataclass(frozen=True, slots=True)
class TileCard:
    """A tile or a row of tiles on the table, with its state.

    Attributes:
        colour: colour key of the owner's seat; empty for none.
    """

    title: str
    text: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Headline:
    """The result of a game, above its figures.

    Attributes:
        text: who has won.
        winners: badges of their seats.
        note: the deciding criterion, small.
        won: whether the players have won; shows a crown.
        figure: the winner's points, large at the end.
    """

    text: str
    winners: tuple[Icon, ...] = ()
    note: str = ""
    won: bool = True
    figure: tuple[Icon, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """The content of the board screen and of the window frame.

    Attributes:
        facts: computed facts as sentences, the most important first.
        primary: text of the main button; empty hides it.
        primary_quiet: the main button leaves or passes while other actions are possible.
        first_large: the first fact is shown large.
        facts_last: the facts are below the possible actions.
        moves: pieces that players must move on the table after the newest step.
        lead: tabs, a heading or a number at the top, next to *beside*.
        headline: the result of the game, above everything else.
        primary_visits: name of the side screen that the main button opens.
        rule: number of the section of the rules that the help button opens.
        cards: tiles on the table, side by side, with the facts.
        hexes: the board of hexes; replaces the list of players, except those who act.
        piles: drawings of pieces to lay out.
        tray: whether dice are being rolled, so that the state of the tray reading is shown.
        tray_doubt: whether the dice on the tray are wrong.
        lines: information needed before choosing, as icons; above everything else.
        shares: a bar of probabilities, below the lines.
        beside: small navigation buttons, always at the same position.
        progress: progress of the step ("2 of 3"), below the question.
        table: counters or buttons in columns, above the rows.
        primary_key: key of the answer that the main button gives; empty if the pages handle it.
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
    lines: tuple[IconLine, ...] = ()
    shares: tuple[Share, ...] = ()
    beside: tuple[Option, ...] = ()
    progress: str = ""
    table: PageTable | None = None
    primary_key: str = ""

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
"""Prefix of the keys of buttons that open a side screen; its name follows."""


def over_page(translate: Translator, page: Page) -> Page:
    """Return the page of a finished game with buttons for the results and a new game."""
    results = Option(f"{VISIT}history", translate("Results and BG Stats"), icon="qr")
    again = translate("New game")
    return replace(page, beside=(results,), primary=again, primary_visits="start")


class Pages(Protocol):
    """One game's pages."""

    def page(self, view: Any) -> Page:
        """Return the page for the game's view."""
        ...

    def tap(self, view: Any, key: str) -> None:
        """Handle a tapped button."""
        ...

    def change(self, view: Any, key: str, delta: int) -> None:
        """Change a number by *delta*."""
        ...

    def primary(self, view: Any) -> None:
        """Handle the main button."""
        ...
