"""Links of the seats: a secret token in the fragment of each, which a browser never sends."""

from __future__ import annotations

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
    """The valid tokens; thread-safe.

    Args:
        address: of the server, such as ``http://192.168.1.5:8765/``.
    """

    address: str
    _tokens: dict[int, str] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def renew(self, seats: tuple[int, ...]) -> None:
        """Give each of these seats a new token; the former ones of all seats end."""
        with self._lock:
            self._tokens = {seat: _token() for seat in seats}

    def replace(self, seat: int) -> None:
        """Give a seat a new token, which ends the phones that have the old one."""
        with self._lock:
            if seat in self._tokens:
                self._tokens[seat] = _token()

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that have a link."""
        return tuple(self._tokens)

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
        """Return all links as in the contract."""
        seats: list[dict[str, Any]] = [{"seat": each, "url": self.url(each)} for each in self.seats]
        return json.dumps({"schema": SCHEMA, "seats": seats, "spectators": self.address})
