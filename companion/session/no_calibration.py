"""Null objects for the calibration ports: UI without camera and profiles."""

from __future__ import annotations

from companion.errors import CompanionError
from companion.session.calibration_ports import (
    NoProfileError,
    ProfileLine,
    ProfilePage,
    WizardView,
)
from companion.session.teaching_ports import FaceLine, ShowingView, Teaching
from companion.session.zone_ports import Drawing, DrawingView, DrawnPlace


class NoTeaching:
    """Null object: no taught faces, only the models' own."""

    def listed(self, profile: str) -> tuple[FaceLine, ...]:
        """Return nothing."""
        del profile
        return ()

    def forget(self, profile: str, die: str, face: str) -> None:
        """Do nothing."""

    def remember(self, profile: str) -> bool:
        """Return False."""
        del profile
        return False

    def begin(self, profile: str, die: str, faces: tuple[str, ...]) -> None:
        """Do nothing."""

    def showing(self) -> ShowingView | None:
        """Return nothing."""
        return None

    def pick(self, index: int) -> None:
        """Do nothing."""

    def name(self, face: str) -> None:
        """Do nothing."""

    def back(self) -> None:
        """Do nothing."""

    def keep(self) -> None:
        """Do nothing."""

    def cancel(self) -> None:
        """Do nothing."""

    def can_learn(self, mark: str, die: str, face: str) -> bool:
        """Return False."""
        del mark, die, face
        return False

    def learn(self, mark: str, die: str, face: str) -> None:
        """Do nothing."""


class NoDrawing:
    """Null object: no drawn zones."""

    def drawn(self, profile: str) -> tuple[DrawnPlace, ...]:
        """Return nothing."""
        del profile
        return ()

    def begin(self, profile: str) -> None:
        """Do nothing."""

    def view(self) -> DrawingView | None:
        """Return nothing."""
        return None

    def keep(self, places: tuple[DrawnPlace, ...]) -> None:
        """Do nothing."""

    def cancel(self) -> None:
        """Do nothing."""


class NoCalibration:
    """Null object: no calibration."""

    def __init__(self) -> None:
        self.teaching: Teaching = NoTeaching()
        self.drawing: Drawing = NoDrawing()

    def profiles(self) -> tuple[ProfileLine, ...]:
        """Return nothing."""
        return ()

    def page(self, name: str) -> ProfilePage:
        """Always fail.

        Raises:
            NoProfileError: always.
        """
        raise NoProfileError(name=name)

    def choose(self, name: str) -> None:
        """Do nothing."""

    def followed(self) -> str:
        """Return an empty name."""
        return ""

    def rename(self, name: str, to: str) -> None:
        """Do nothing."""

    def delete(self, name: str) -> None:
        """Do nothing."""

    def deleted(self) -> str:
        """Return an empty name."""
        return ""

    def restore(self) -> None:
        """Do nothing."""

    def export_file(self, name: str) -> bytes:
        """Always fail.

        Raises:
            NoProfileError: always.
        """
        raise NoProfileError(name=name)

    def import_file(self, content: bytes, called: str) -> str:
        """Always fail.

        Raises:
            NoProfileError: always.
        """
        del content
        raise NoProfileError(name=called)

    def compare(self) -> None:
        """Do nothing."""

    def refresh_light(self, name: str) -> None:
        """Do nothing."""

    def refreshed(self) -> CompanionError | bool | None:
        """Return None."""
        return None

    def begin(self) -> None:
        """Do nothing."""

    def wizard(self) -> WizardView | None:
        """Return nothing."""
        return None

    def confirm(self) -> None:
        """Do nothing."""

    def correct(self, index: int, die: str, face: str) -> None:
        """Do nothing."""

    def skip(self) -> None:
        """Do nothing."""

    def back(self) -> None:
        """Do nothing."""

    def keep(self, name: str) -> None:
        """Do nothing."""

    def create_without_light(self, name: str) -> None:
        """Do nothing."""

    def cancel(self) -> None:
        """Do nothing."""
