"""Input on a page before a command is sent: numbers and selected items."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from kivy_ui.common.board.pages import Number, Option, Row


@dataclass
class PageInput:
    """Numbers by key, and selected items in the order of selection."""

    numbers: dict[str, int] = field(default_factory=dict)
    picked: list[str] = field(default_factory=list)

    def clear(self) -> None:
        """Clear all input."""
        self.numbers.clear()
        self.picked.clear()

    def number(self, key: str, default: int = 0) -> int:
        """Return the number entered, or *default*."""
        return self.numbers.get(key, default)

    def row(self, label: str, key: str, low: int, high: int, default: int = 0) -> Row:
        """Return a row with a number."""
        return Row(label, number=Number(key, self.number(key, default), low, high))

    def part(self, label: str, key: str, low: int, high: int, default: int = 0) -> Number:
        """Return a number for a row with several numbers."""
        return Number(key, self.number(key, default), low, high, label)

    def toggle(self, key: str) -> None:
        """Select an item, or deselect it."""
        if key in self.picked:
            self.picked.remove(key)
        else:
            self.picked.append(key)

    def option(self, key: str, text: str, *, enabled: bool = True) -> Option:
        """Return a button that is marked while its item is selected."""
        return Option(key, text, chosen=key in self.picked, enabled=enabled)

    def change(self, numbers: Iterable[Number], key: str, delta: int) -> None:
        """Change the number with this key by *delta*, within its limits."""
        for number in numbers:
            if number.key == key:
                self.numbers[key] = max(number.low, min(number.high, number.value + delta))
