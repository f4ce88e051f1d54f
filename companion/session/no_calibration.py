"""Stand-ins for the calibration: a window alone, without camera and profiles."""

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
    """A table that knows no faces but those of its models."""

    def listed(self, profile: str) -> tuple[FaceLine, ...]:
        """Return nothing."""
        del profile
        return ()

    def forget(self, profile: str, die: str, face: str) -> None:
        """There is nothing to remove."""

    def remember(self, profile: str) -> bool:
        """Nothing was removed."""
        del profile
        return False

    def begin(self, profile: str, die: str, faces: tuple[str, ...]) -> None:
        """Nobody will look."""

    def showing(self) -> ShowingView | None:
        """Return nothing."""
        return None

    def pick(self, index: int) -> None:
        """There is no die."""

    def name(self, face: str) -> None:
        """There is no die."""

    def back(self) -> None:
        """There was no look."""

    def keep(self) -> None:
        """There is nothing to keep."""

    def cancel(self) -> None:
        """Nothing was begun."""

    def can_learn(self, mark: str, die: str, face: str) -> bool:
        """There is no picture."""
        del mark, die, face
        return False

    def learn(self, mark: str, die: str, face: str) -> None:
        """There is no picture."""


class NoDrawing:
    """A table whose places cannot be drawn: the window alone."""

    def drawn(self, profile: str) -> tuple[DrawnPlace, ...]:
        """Return nothing."""
        del profile
        return ()

    def begin(self, profile: str) -> None:
        """There is no picture to draw on."""

    def view(self) -> DrawingView | None:
        """Return nothing."""
        return None

    def keep(self, places: tuple[DrawnPlace, ...]) -> None:
        """There is nowhere to keep them."""

    def cancel(self) -> None:
        """Nothing was begun."""


class NoCalibration:
    """A table that cannot be calibrated from its screen."""

    def __init__(self) -> None:
        self.teaching: Teaching = NoTeaching()
        self.drawing: Drawing = NoDrawing()

    def profiles(self) -> tuple[ProfileLine, ...]:
        """Return nothing."""
        return ()

    def page(self, name: str) -> ProfilePage:
        """Refuse.

        Raises:
            NoProfileError: always.
        """
        raise NoProfileError(name=name)

    def choose(self, name: str) -> None:
        """There is nothing to choose."""

    def followed(self) -> str:
        """None was chosen."""
        return ""

    def rename(self, name: str, to: str) -> None:
        """There is nothing to rename."""

    def delete(self, name: str) -> None:
        """There is nothing to delete."""

    def deleted(self) -> str:
        """Nothing was deleted."""
        return ""

    def restore(self) -> None:
        """Nothing can come back."""

    def export_file(self, name: str) -> bytes:
        """Refuse.

        Raises:
            NoProfileError: always.
        """
        raise NoProfileError(name=name)

    def import_file(self, content: bytes, called: str) -> str:
        """Refuse.

        Raises:
            NoProfileError: always.
        """
        del content
        raise NoProfileError(name=called)

    def compare(self) -> None:
        """There is nothing to compare."""

    def refresh_light(self, name: str) -> None:
        """There is no light."""

    def refreshed(self) -> CompanionError | bool | None:
        """Nothing was refreshed."""
        return None

    def begin(self) -> None:
        """No wizard will run."""

    def wizard(self) -> WizardView | None:
        """Return nothing."""
        return None

    def confirm(self) -> None:
        """There is no throw."""

    def correct(self, index: int, die: str, face: str) -> None:
        """There is no die."""

    def skip(self) -> None:
        """There is nothing to skip."""

    def back(self) -> None:
        """There is no stage."""

    def keep(self, name: str) -> None:
        """There is nothing to keep."""

    def create_without_light(self, name: str) -> None:
        """There is nowhere to keep it."""

    def cancel(self) -> None:
        """Nothing was begun."""
