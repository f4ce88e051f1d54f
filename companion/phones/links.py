"""Links of the seats: a secret token in the fragment of each, which a browser never sends."""

import hmac
import json
import secrets
import threading
from dataclasses import dataclass, field
from typing import Any, Final

SCHEMA: Final = "phones/1"
_TOKEN_BYTES: Final = 16


def _token() -> str:
    return secrets.token_urlsafe(_TOKEN_BYTES)


@dataclass
class Links:
    """The valid tokens, of one game; thread-safe.

    Attributes:
        address: of the server, such as ``http://192.168.1.5:8765/``.
        seats: that people have now; undoing the set-up leaves none, but ends no token.
    """

    address: str
    seats: tuple[int, ...] = ()
    _tokens: dict[int, str] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def end(self) -> None:
        with self._lock:
            self.seats, self._tokens = (), {}

    def sit(self, seats: tuple[int, ...]) -> None:
        """Give each of these seats a token, unless it has one."""
        with self._lock:
            self._tokens = {seat: _token() for seat in seats} | self._tokens
            self.seats = seats

    def replace(self, seat: int) -> None:
        """Give a seat a new token, which ends the phones that have the old one."""
        with self._lock:
            if seat in self._tokens:
                self._tokens[seat] = _token()

    def seat_of(self, token: str) -> int | None:
        """Return whose token it is, in a time that does not depend on it; None for nobody's."""
        given, found = token.encode(), None
        for seat, valid in tuple(self._tokens.items()):
            if hmac.compare_digest(given, valid.encode()):
                found = seat
        return found

    def url(self, seat: int | None) -> str:
        """Return the link of a seat; for None that of spectators."""
        token = self._tokens.get(seat, "") if seat is not None else ""
        return f"{self.address}#{token}" if token else self.address

    def to_json(self) -> str:
        seats: list[dict[str, Any]] = [{"seat": each, "url": self.url(each)} for each in self.seats]
        return json.dumps({"schema": SCHEMA, "seats": seats, "spectators": self.address})
