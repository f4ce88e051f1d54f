"""Things to mark and buttons that act on what is marked: what panels of choices show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from companion.games.roll.model.dice import DieType
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import Dice
from kivy_ui.games.roll.texts.words import Words

STACK_SIGNS: Final = MappingProxyType(
    {Category.DEVELOPMENT: "development", Category.WORLD: "world/gray"}
)
"""What stands for each stack, and for its tiles."""


@dataclass(frozen=True, slots=True)
class ChoiceItem:
    """Something to mark: a die, a tile of a stack, or a word.

    Attributes:
        die: key of the die's kind; empty for what is no die.
        face: what the die shows; empty for the letters of its kind.
        sign: what is drawn beside the die, or alone; empty for nothing.
        value: what it stands for.
    """

    text: str
    value: object
    die: str = ""
    sign: str = ""
    face: str = ""


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """Things of one kind.

    Attributes:
        most: how many can be marked; marking another one frees the first.
        marked: numbers of the items that are marked at first.
        tabs: whether they choose what stands below them.
    """

    key: str
    title: str
    items: tuple[ChoiceItem, ...]
    most: int
    marked: tuple[int, ...] = ()
    tabs: bool = False


@dataclass(frozen=True, slots=True)
class ChoiceAction:
    """A button: what it says, and what it sends; a command of None cannot be sent now.

    Attributes:
        primary: whether it does what the panel is for.
    """

    text: str
    command: object | None
    icon: str = ""
    primary: bool = False


@dataclass(frozen=True, slots=True)
class ChoiceCounter:
    """A number to be stepped; *lower* and *higher* are numbers of actions, None where none fits."""

    label: str
    icon: str
    value: int
    lower: int | None
    higher: int | None


@dataclass(frozen=True, slots=True)
class ChoiceTarget:
    """Where marked dice go: a tile with the dice that lie on it then, or the cup.

    Attributes:
        count: how many these are, of how many where that is known.
        full: whether these are all.
        note: what it costs.
    """

    sign: str
    text: str
    dice: tuple[str, ...]
    count: str = ""
    full: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class ChoosingModel:
    """What the panel shows.

    Attributes:
        target: where marked dice go; None where that is another place for each.
        marked: the marked numbers of each group, in marking order.
        counters: numbers with a stepper each, which stands for two actions.
    """

    title: str
    groups: tuple[ChoiceGroup, ...]
    marked: tuple[tuple[int, ...], ...]
    actions: tuple[ChoiceAction, ...]
    counters: tuple[ChoiceCounter, ...] = ()
    target: ChoiceTarget | None = None


Picked = dict[str, tuple[object, ...]]
"""What is marked, by the key of its group."""


def die_item(
    words: Words, die: DieType, value: object | None = None, note: str = "", *, face: str = ""
) -> ChoiceItem:
    """Return a die to mark, called by its name; it stands for itself unless *value* says else."""
    text = f"{words.die(die)} {note}".strip()
    return ChoiceItem(text, die if value is None else value, die.value, face=face)


def stacked_name(words: Words, kind: Category, index: int) -> str:
    """Return what a tile of a stack is called, by its place from the top."""
    translate = words.translate
    if kind is Category.DEVELOPMENT:
        top, name = translate("Top development"), translate("Development")
    else:
        top, name = translate("Top world"), translate("World")
    return f"{name} {index + 1}" if index else top


def dice_of(picked: Sequence[object]) -> Dice:
    """Return the dice among what is marked."""
    return tuple(die for die in picked if isinstance(die, DieType))


def numbers_of(whole: Sequence[DieType], part: Sequence[DieType]) -> tuple[int, ...]:
    """Return where in *whole* the dice of *part* lie, each place once."""
    free = list(enumerate(whole))
    found = []
    for die in part:
        place = next((each for each in free if each[1] is die), None)
        if place is not None:
            free.remove(place)
            found.append(place[0])
    return tuple(found)
