"""UI port for zones drawn on the camera image: a table without printed mats.

A drawn zone is a convex polygon in the image of a fixed camera. It has the name of a zone of the
printed mats, so that games need not distinguish them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.errors import CompanionError
from companion.session.table_port import Picture


@dataclass(frozen=True, slots=True)
class DrawnPlace:
    """A drawn zone.

    Attributes:
        mat: mat id, ``strip-1`` or ``tray``.
        zone: as on printed mats: ``explore``, ``select_ship``, ``dictate``, ``tray``.
        corners: as fractions of the image's width and height, y down.
    """

    mat: str
    zone: str
    corners: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class DrawingView:
    """State of the zone editor.

    Attributes:
        picture: the newest frame; None without a camera or while it is hidden.
        hidden: the camera image is hidden, since players choose in secret behind their screens.
        fault: why there is no image.
    """

    picture: Picture | None
    hidden: bool = False
    fault: CompanionError | None = None


class Drawing(Protocol):
    """The drawn zones of the profiles. UI thread only."""

    def drawn(self, profile: str) -> tuple[DrawnPlace, ...]:
        """Return the drawn zones of a profile.

        Raises:
            CompanionError: there is no such profile, or it cannot be read.
        """
        return ()

    def begin(self, profile: str) -> None:
        """Show the camera image; the game's mats are not read until ``keep`` or ``cancel``."""
        return

    def view(self) -> DrawingView | None:
        """Return the editor's state; None while it is closed."""
        return None

    def keep(self, places: tuple[DrawnPlace, ...]) -> None:
        """Replace the stored zones, activate them and close the editor.

        Raises:
            CompanionError: a zone is invalid, or writing fails; the editor stays open.
        """
        return

    def cancel(self) -> None:
        """Close without storing anything. Safe to call at any time."""
        return


class NoDrawing(Drawing):
    """No drawn zones."""
