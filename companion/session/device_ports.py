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


class TouchPhase(Enum):
    """What a finger on a touch panel does."""

    BEGIN = "begin"
    UPDATE = "update"
    END = "end"


@dataclass(frozen=True, slots=True)
class Touch:
    """One finger on a touch panel.

    Attributes:
        finger: number, unique on all panels until the finger is lifted.
        x, y: from the panel's left and top edge, 0..1.
    """

    finger: int
    phase: TouchPhase
    x: float
    y: float


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
