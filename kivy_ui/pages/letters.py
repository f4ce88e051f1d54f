"""Text on a page: the body with the keys of a keyboard, and what a key does to the text.

The keys of a real keyboard do the same: ``typed_key`` and ``erase_key``.
"""

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, TypeAlias

from kivy_ui.pages.forms import Entry
from kivy_ui.pages.page import Card
from kivy_ui.pages.scores import Tally

MOST_LETTERS: Final = 16
KEYS: Final = ("qwertyuiop", "asdfghjkl'", "zxcvbnm.-")
FIRST_ROWS: Final = MappingProxyType({"en": "1234567890", "pl": "ąćęłńóśźż", "hu": "áéíóöőúüű"})
"""Language -> first row of a keyboard for names; one key leads from each to the next."""


@dataclass(frozen=True, slots=True)
class Letter:
    """Key: a letter, as it stands on the key."""

    letter: str


@dataclass(frozen=True, slots=True)
class Erase:
    """Key: takes the last letter away."""


@dataclass(frozen=True, slots=True)
class Shift:
    """Key: capitals or small letters."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Key: other letters in the first row."""


TypingKey: TypeAlias = Letter | Erase | Shift | Turn


@dataclass(frozen=True, slots=True)
class Letters:
    """Body: a text, typed letter by letter; what may be meant stands beside it as cards.

    Attributes:
        value: the text so far.
        label: what is typed, where there is no text yet.
        rows: the keys, of at most ten letters a row.
        cards: those that do not fit are on further parts.
        turn: first letters of the row that ``Turn`` leads to; empty for a keyboard without
            capitals and accents, with which one searches.
    """

    value: str
    label: str
    rows: tuple[str, ...]
    cards: tuple[Card, ...] = ()
    turn: str = ""


@dataclass(frozen=True, slots=True)
class Typing:
    """A text that is being typed.

    Attributes:
        fresh: the first key replaces the text, as if it were selected.
        searches: small letters without accents are enough.
        turned: how many first rows further than that of the language.
    """

    text: str = ""
    fresh: bool = True
    searches: bool = False
    capital: bool = True
    turned: int = 0

    def after(self, key: TypingKey) -> "Typing":
        """Return what a key makes of it; letters beyond ``MOST_LETTERS`` are refused."""
        match key:
            case Letter(letter):
                return self._with(("" if self.fresh else self.text) + letter)
            case Erase():
                return self._with("" if self.fresh else self.text[:-1])
            case Shift():
                return replace(self, capital=not self.capital)
            case Turn():
                return replace(self, turned=self.turned + 1)

    def _with(self, text: str) -> "Typing":
        if len(text) > MOST_LETTERS or not text.isprintable():
            return self
        capital = not text or text.endswith((" ", "-"))
        return replace(self, text=text, fresh=False, capital=capital)

    def body(self, label: str, language: str = "en", cards: tuple[Card, ...] = ()) -> Letters:
        """Return what the page shows: the keys with the letters of a language."""
        if self.searches:
            return Letters(self.text, label, KEYS, cards)
        rows = list(FIRST_ROWS.values())
        at = (list(FIRST_ROWS).index(language) + self.turned) % len(rows)
        following = rows[(at + 1) % len(rows)][:2]
        shown: tuple[str, ...] = (rows[at], *KEYS)
        if self.capital:
            shown, following = tuple(row.upper() for row in shown), following.upper()
        return Letters(self.text, label, shown, cards, following)


def typed_key(body: object, letter: str) -> object:
    """Return the key of a page for a letter or digit of a real keyboard; None if it has none."""
    match body:
        case Letters():
            return Letter(letter)
        case Entry() if letter in "0123456789":
            return body.digits[int(letter)]
        case Entry() if letter == "-":
            return body.sign
        case Tally():
            return typed_key(body.body, letter)
        case _:
            return None


def erase_key(body: object) -> object:
    """Return the key of a page for the backspace key; None if it has none."""
    match body:
        case Letters():
            return Erase()
        case Entry():
            return body.erase
        case Tally():
            return erase_key(body.body)
        case _:
            return None


def is_typed(body: object) -> bool:
    """Whether letters or digits are typed on a page."""
    return erase_key(body) is not None or typed_key(body, "1") is not None
