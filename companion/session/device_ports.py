"""What a screen may know of the devices, and the test of buttons and lights."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from companion.errors import CompanionError


class Condition(Enum):
    """How a part of the table is."""

    OK = "ok"
    ABSENT = "absent"
    WARNING = "warning"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class DeviceLine:
    """One part of the table: the key of its check, how it is, and what is wrong if anything."""

    name: str
    condition: Condition
    error: CompanionError | None = None


class DeviceService(Protocol):
    """The health of the table, and a test in which presses count for nothing. Returns at once."""

    def lines(self) -> tuple[DeviceLine, ...]:
        """Return what was found last; empty until the first look is over."""
        ...

    def look(self) -> None:
        """Look at everything again, in the background."""
        ...

    def begin_test(self, on_press: Callable[[int], None]) -> None:
        """Give presses to *on_press* (any thread) instead of the game; all lights go out."""
        ...

    def set_light(self, seat: int, *, on: bool) -> None:
        """Switch a seat's light while the test lasts."""
        ...

    def end_test(self) -> None:
        """Presses count again and the lights are the game's. Safe to call twice."""
        ...


class NoDevices:
    """A table of which nothing is known: the window alone."""

    def lines(self) -> tuple[DeviceLine, ...]:
        """Return nothing."""
        return ()

    def look(self) -> None:
        """See nothing."""

    def begin_test(self, on_press: Callable[[int], None]) -> None:
        """Nobody will press."""

    def set_light(self, seat: int, *, on: bool) -> None:
        """There is no light."""

    def end_test(self) -> None:
        """Nothing was begun."""
