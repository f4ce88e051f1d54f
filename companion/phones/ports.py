"""What the server of the phones needs: views to send, pictures to read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from companion.errors import CompanionError

Json = dict[str, Any]


class PhoneViews(Protocol):
    """Views of the running game as JSON; called by one thread."""

    def view(self, seat: int | None, language: str) -> Json:
        """Return what a seat sees, or a spectator for None."""

    def following(self, seat: int, language: str, message: Mapping[str, Any]) -> Json:
        """Return the question at the end of a message's path; None in it if that is an answer.

        Raises:
            CompanionError: as for an answer.
        """

    def error(self, error: CompanionError, language: str) -> Json:
        """Return an error in a language: code, message, hint."""


class PhonePictures(Protocol):
    """Reads photographs of phones; called by one thread at a time, which it may hold up."""

    def read(self, what: str, seat: int, jpeg: bytes) -> Json:
        """Return a reading of ``mat`` or ``tableau``: an object ``scan/1`` or ``tiles/1``.

        Raises:
            CompanionError: the picture cannot be read.
        """
