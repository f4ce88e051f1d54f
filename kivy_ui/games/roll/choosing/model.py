"""View models of the choice panels: items to mark and buttons that act on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from companion.games.roll.model.dice import DieType
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import Dice
from kivy_ui.games.roll.texts.words import Words

STACK_ICONS: Final = MappingProxyType(
    {Category.DEVELOPMENT: "development", Category.WORLD: "world/gray"}
)
"""Icon of each stack and its tiles."""


@dataclass(frozen=True, slots=True)
class ChoiceItem:
    """An item to mark: a die, a tile of a stack, or text.

    Attributes:
        die: key of the die's kind; empty if the item is not a die.
        face: face of the die; empty to show the letters of its kind.
        icon: icon beside the die or alone; empty for none.
        value: the object that the item represents.
        why: why it is not possible, with a hint; None if it is.
    """

    text: str
    value: object
    die: str = ""
    icon: str = ""
    face: str = ""
    why: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """Items of one kind.

    Attributes:
        most: how many can be marked; marking another one unmarks the oldest. With 0 a tap on an
            item acts at once.
        marked: indices of the items that are marked initially.
        tabs: whether the items are tabs that switch the content below them.
    """

    key: str
    title: str
    items: tuple[ChoiceItem, ...]
    most: int
    marked: tuple[int, ...] = ()
    tabs: bool = False


@dataclass(frozen=True, slots=True)
class ChoiceAction:
    """A button with its text and command; with a command of None it is disabled.

    Attributes:
        primary: whether it is the main action of the panel.
    """

    text: str
    command: object | None
    icon: str = ""
    primary: bool = False


@dataclass(frozen=True, slots=True)
class ChoiceCounter:
    """A stepper; *lower* and *higher* are action indices, None if there is no such action."""

    label: str
    icon: str
    value: int
    lower: int | None
    higher: int | None


@dataclass(frozen=True, slots=True)
class ChoiceTarget:
    """Where marked dice go: a tile with the dice then on it, or the cup.

    Attributes:
        count: number of these dice, and of the dice required if known.
        full: whether the required number is reached.
        note: resulting cost.
    """

    icon: str
    text: str
    dice: tuple[str, ...]
    count: str = ""
    full: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class ChoosingModel:
    """Content of the panel.

    Attributes:
        target: where marked dice go; None if each goes somewhere else.
        back: whether there is a question before.
        marked: the marked indices of each group, in marking order.
        counters: steppers, each of which replaces two actions.
    """

    title: str
    groups: tuple[ChoiceGroup, ...]
    marked: tuple[tuple[int, ...], ...]
    actions: tuple[ChoiceAction, ...]
    counters: tuple[ChoiceCounter, ...] = ()
    target: ChoiceTarget | None = None
    back: bool = False


def stacked_name(words: Words, kind: Category, index: int) -> str:
    """Return the name of a tile in a stack by its position from the top."""
    translate = words.translate
    if kind is Category.DEVELOPMENT:
        top, name = translate("Top development"), translate("Development")
    else:
        top, name = translate("Top world"), translate("World")
    return f"{name} {index + 1}" if index else top


def dice_of(picked: Sequence[object]) -> Dice:
    """Return the dice among the marked items."""
    return tuple(die for die in picked if isinstance(die, DieType))
