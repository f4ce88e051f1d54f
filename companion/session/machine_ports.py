"""The roles of the machine that the table runs on: its light, its power, its exchange folder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from companion.errors import CompanionError


class PowerError(CompanionError, OSError):
    """The machine did not take the wish to be switched off."""

    code = "power"
    template = "The machine cannot be switched off from here: %(reason)s."
    hint = "Close the table, then use the machine's own way; nothing is lost."


class ExchangeError(CompanionError, OSError):
    """A file could not be written or read."""

    code = "exchange"
    template = "The file %(file)s could not be written or read: %(reason)s."
    hint = "Check the memory stick or the free space, then try again."


class BoxNotKeptError(CompanionError, OSError):
    """What the owner entered about a box could not be written down; it counts in this game."""

    code = "box_not_kept"
    template = "What you entered about the box could not be saved: %(reason)s."
    hint = "It counts in this game. Free some space or check the card, then enter it again."


class PowerControl(Protocol):
    """Switches the machine off in order."""

    @property
    def available(self) -> bool:
        """Whether this machine is one that the table may switch off."""
        ...

    def power_off(self) -> None:
        """Begin to switch off; returns at once, the program is ended a moment later.

        Raises:
            PowerError: the machine refuses.
        """
        ...


class Brightness(Protocol):
    """The light of the display."""

    def set_percent(self, percent: int) -> bool:
        """Set it; returns whether a display took it. 0 is as dark as it goes."""
        ...


class Exchange(Protocol):
    """A place for files that people carry away or bring: a memory stick, else a folder."""

    def write(self, name: str, content: bytes) -> str:
        """Keep *content* under *name* and return where, for people to read.

        Raises:
            ExchangeError: it could not be written.
        """
        ...

    def offered(self, suffix: str) -> tuple[str, ...]:
        """Return the names of the files with that ending, newest first."""
        ...

    def read(self, name: str) -> bytes:
        """Return what a file holds.

        Raises:
            ExchangeError: it cannot be read, or is far too large.
        """
        ...


class Reporter(Protocol):
    """Puts together what somebody needs who is to find a fault."""

    def write(self, *, pictures: Mapping[str, bytes]) -> str:
        """Write a report and return where it is; nothing leaves the machine.

        Args:
            pictures: name -> PNG of pictures that the people at the table agreed to add.

        Raises:
            ExchangeError: it could not be written.
        """
        ...


class Boxes(Protocol):
    """What owners have read off their own copies of games, once, for all further games."""

    def of(self, game: str) -> Any:
        """Return the facts of a game (``GameDefinition.box``); None while nobody entered any."""
        ...

    def keep(self, game: str, facts: Any) -> None:
        """Keep the facts durably in the place of those before.

        Raises:
            BoxNotKeptError: the disk refused, or these facts cannot be a box.
        """
        ...
