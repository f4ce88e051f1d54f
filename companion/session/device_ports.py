"""UI port for device health, and for the test of buttons and lights."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from companion.errors import CompanionError


class Condition(Enum):
    """Health of a component."""

    OK = "ok"
    ABSENT = "absent"
    WARNING = "warning"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class DeviceLine:
    """One component: the key of its check, its condition, and the error if any."""

    name: str
    condition: Condition
    error: CompanionError | None = None


class DeviceService(Protocol):
    """Device health checks, and a button test that bypasses the game. Calls do not block."""

    def lines(self) -> tuple[DeviceLine, ...]:
        """Return the last results; empty until the first check has finished."""
        return ()

    def check_again(self) -> None:
        """Run all checks again, in the background."""
        return

    def begin_test(self, on_press: Callable[[int], None]) -> None:
        """Route presses to *on_press* (any thread) instead of the game; all lights go out."""
        return

    def set_light(self, seat: int, *, on: bool) -> None:
        """Switch a seat's light during the test."""
        return

    def end_test(self) -> None:
        """Route presses and lights to the game again. Safe to call twice."""
        return


class NoDevices(DeviceService):
    """A table without devices."""
