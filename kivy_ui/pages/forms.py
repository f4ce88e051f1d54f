"""Bodies whose answer has parts: choices and numbers; a number typed digit by digit."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kivy_ui.pages.page import Picture


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice of a part of a form, or a tab; *able* is False for one that only says why not."""

    key: object
    label: str
    pictures: "tuple[Picture, ...]" = ()
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
    """A part of a form, with its choices or its number; *price* is what one costs, brings or is."""

    label: str
    pictures: "tuple[Picture, ...]" = ()
    choices: tuple[Choice, ...] = ()
    number: Stepper | None = None
    price: "tuple[Picture, ...]" = ()


@dataclass(frozen=True, slots=True)
class Form:
    """Body: several parts of one answer, which the main button gives; *tabs* choose other parts."""

    fields: tuple[Field, ...]
    tabs: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """Body: a number, entered digit by digit. A key is None where a tap has no meaning.

    Attributes:
        value: the number so far.
        digits: keys of the digits 0 to 9.
        sign: key that changes the sign; None if there are no negative numbers.
        picture, label: what is counted.
        less, more: keys of one less and one more.
    """

    value: str
    digits: tuple[object, ...]
    erase: object
    sign: object | None = None
    picture: "Picture | None" = None
    label: str = ""
    less: object = None
    more: object = None
