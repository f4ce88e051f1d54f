"""What the server of the phones needs: views to send, pictures to read."""

from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any, Protocol

from companion.errors import CompanionError
from companion.session.ports import Reading
from companion.session.service_ports import TilesReading

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

    def answer(self, seat: int, language: str, message: Mapping[str, Any]) -> Future[int] | None:
        """Take an answer of a seat, as in ``companion.games.answers.received``.

        Returns:
            The version afterwards, or the ``CompanionError`` why nothing was done; None if the
            answer was about a photograph or the final score, and the table's state stays.

        Raises:
            CompanionError: the path does not fit, or the table has moved on.
        """

    def photographed(self, seat: int, reading: Reading | TilesReading, number: int) -> None:
        """Take what was read in a photograph of a seat: of its mat, or of a tableau.

        Args:
            number: whose tableau it is; 0 for the own one.
        """

    def hints(self, seat: int, language: str) -> Json:
        """Return hints for a seat, for nobody else: *rows*, or *busy* while they are looked for."""

    def rule(self, number: str, language: str) -> Json:
        """Return a rule by its number: *title* and *lines*, empty for an unknown one."""

    def error(self, error: CompanionError, language: str) -> Json:
        """Return an error in a language: code, message, hint."""


class PhonePictures(Protocol):
    """Reads photographs of phones; called by one thread at a time, which it may hold up."""

    def read(self, what: str, seat: int, jpeg: bytes) -> tuple[Reading | TilesReading, Json]:
        """Return a reading of ``mat`` or ``tableau``, and as an object ``scan/1`` or ``tiles/1``.

        Raises:
            CompanionError: the picture cannot be read.
        """
