"""What a screen may ask of the places that people draw on the picture: a table without a printer.

A drawn place is a convex polygon over the picture of a camera that stays where it is. It has the
name of a zone of the printed mats, so that a game never knows the difference.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.errors import CompanionError
from companion.session.table_port import Picture


@dataclass(frozen=True, slots=True)
class DrawnPlace:
    """A place.

    Attributes:
        mat: what the table calls the mat, ``strip-1`` or ``tray``.
        zone: as on printed mats: ``explore``, ``select_ship``, ``dictate``, ``tray``.
        corners: as fractions of the picture's width and height, y down.
    """

    mat: str
    zone: str
    corners: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class DrawingView:
    """What the camera sees while places are drawn.

    Attributes:
        profile: where they will be kept.
        picture: the newest picture; None without a camera or while it is hidden.
        size_px: width and height of the camera's own picture; (1, 1) before the first.
        hidden: the camera may not be looked through, since players choose behind their screens.
        fault: why there is nothing to see.
    """

    profile: str
    picture: Picture | None
    size_px: tuple[int, int]
    hidden: bool = False
    fault: CompanionError | None = None


class Drawing(Protocol):
    """The drawn places of the table's profiles. One thread, the window's, asks."""

    def drawn(self, profile: str) -> tuple[DrawnPlace, ...]:
        """Return the places of a profile.

        Raises:
            CompanionError: there is no such profile, or it cannot be read.
        """
        ...

    def begin(self, profile: str) -> None:
        """Show the camera's picture; the game's mats are not read until ``keep`` or ``cancel``."""
        ...

    def view(self) -> DrawingView | None:
        """Return what the camera sees; None where nobody began."""
        ...

    def keep(self, places: tuple[DrawnPlace, ...]) -> None:
        """Store the places in place of the older ones, read by them and end.

        Raises:
            CompanionError: a place is none, or the disk does not take it; the drawing goes on.
        """
        ...

    def cancel(self) -> None:
        """End without storing anything. Safe to call at any time."""
        ...
