"""Ports of the host machine: brightness, power, files, backups, fault reports, box facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from companion.errors import CompanionError


class PowerError(CompanionError, OSError):
    """The machine refused to shut down."""

    code = "power"
    template = "The machine cannot be switched off from here: %(reason)s."
    hint = "Close the program, then shut down from the operating system; nothing is lost."


class ExchangeError(CompanionError, OSError):
    """A file could not be written or read."""

    code = "exchange"
    template = "The file %(file)s could not be written or read: %(reason)s."
    hint = "Check the USB drive or the free space, then try again."


class BoxNotKeptError(CompanionError, OSError):
    """The owner's facts about a box could not be stored; they still apply to this game."""

    code = "box_not_kept"
    template = "What you entered about the box could not be saved: %(reason)s."
    hint = "It is used in this game. Free some space or check the SD card, then enter it again."


class PowerControl(Protocol):
    """Clean shutdown of the machine."""

    @property
    def available(self) -> bool:
        """Whether the program may shut this machine down."""
        ...

    def power_off(self) -> None:
        """Start the shutdown; returns immediately, the process is terminated shortly after.

        Raises:
            PowerError: the machine refuses.
        """
        ...


class Brightness(Protocol):
    """Brightness of the display."""

    def set_percent(self, percent: int) -> bool:
        """Set it; returns whether a display accepted it. 0 is the minimum brightness."""
        ...


class Exchange(Protocol):
    """Import and export of files: on a USB stick, else in a folder."""

    def write(self, name: str, content: bytes) -> str:
        """Write *content* as *name* and return its location for display.

        Raises:
            ExchangeError: it could not be written.
        """
        ...

    def offered(self, suffix: str) -> tuple[str, ...]:
        """Return the names of the files with that suffix, newest first."""
        ...

    def read(self, name: str) -> bytes:
        """Return a file's content.

        Raises:
            ExchangeError: it cannot be read, or is far too large.
        """
        ...


@dataclass(frozen=True, slots=True)
class BackupLine:
    """A backup in a list.

    Attributes:
        name: identifies it.
        made_at: UTC, ISO 8601.
    """

    name: str
    made_at: str
    on_stick: bool


class Backups(Protocol):
    """Backups of games, settings and profiles."""

    def listed(self) -> tuple[BackupLine, ...]:
        """Return the backups, the newest first."""
        return ()

    def make(self) -> tuple[str, ...]:
        """Write a backup and return where; takes seconds.

        Raises:
            CompanionError: writing failed.
        """
        return ()

    def restore(self, name: str) -> None:
        """Restart with the content of a listed backup; what it replaces is kept."""
        return


class NoBackups(Backups):
    """A window without a table to back up."""


class Reporter(Protocol):
    """Creates diagnostic reports."""

    def write(self, *, pictures: Mapping[str, bytes]) -> str:
        """Write a report and return its location; nothing is sent over the network.

        Args:
            pictures: name -> PNG of images that the players agreed to include.

        Raises:
            ExchangeError: it could not be written.
        """
        ...


class Boxes(Protocol):
    """Facts about owners' copies (boxes) of games, entered once for all later games."""

    def of(self, game: str) -> Any:
        """Return the facts of a game (``GameDefinition.box``); None where none were entered."""
        ...

    def keep(self, game: str, facts: Any) -> None:
        """Store the facts durably, replacing earlier ones.

        Raises:
            BoxNotKeptError: writing failed, or the facts are invalid.
        """
        ...
