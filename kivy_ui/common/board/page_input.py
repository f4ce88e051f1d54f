"""What is entered on a page before a command is sent: numbers and picked things."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from kivy_ui.common.board.pages import Number, Option, Row


@dataclass
class PageInput:
    """Numbers by key, and things that were tapped, in their order."""

    numbers: dict[str, int] = field(default_factory=dict)
    picked: list[str] = field(default_factory=list)

    def clear(self) -> None:
        """Forget everything."""
        self.numbers.clear()
        self.picked.clear()

    def number(self, key: str, default: int = 0) -> int:
        """Return a number as entered."""
        return self.numbers.get(key, default)

    def row(self, label: str, key: str, low: int, high: int, default: int = 0) -> Row:
        """Return the row of a number."""
        return Row(label, number=Number(key, self.number(key, default), low, high))

    def part(self, label: str, key: str, low: int, high: int, default: int = 0) -> Number:
        """Return a number that stands in a row with others."""
        return Number(key, self.number(key, default), low, high, label)

    def toggle(self, key: str) -> None:
        """Pick something, or take it back."""
        if key in self.picked:
            self.picked.remove(key)
        else:
            self.picked.append(key)

    def option(self, key: str, text: str, *, enabled: bool = True) -> Option:
        """Return a button that is marked while it is picked."""
        return Option(key, text, chosen=key in self.picked, enabled=enabled)

    def change(self, numbers: Iterable[Number], key: str, delta: int) -> None:
        """Change one of these numbers by one step, within its limits."""
        for number in numbers:
            if number.key == key:
                self.numbers[key] = max(number.low, min(number.high, number.value + delta))
