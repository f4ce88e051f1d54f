"""What every request must fulfil before anything is done with it."""

import time
from collections.abc import Collection
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request

from companion.phones.errors import (
    FOREIGN_HOST,
    FOREIGN_ORIGIN,
    TOO_LONG,
    TOO_OFTEN,
    UNKNOWN_TOKEN,
    WRONG_TYPE,
)
from companion.phones.limits import RateLimit
from companion.phones.links import Links

ANSWER_BYTES: Final = 4_000
PICTURE_BYTES: Final = 12_000_000
HEAD_BYTES: Final = 16_000
_PER_ADDRESS: Final = (60.0, 200)
"""Requests a second, and at once, from one address; a household may share one."""
_PER_SEAT: Final = (15.0, 40)


class Guard:
    """Checks requests.

    Args:
        links: whose tokens are valid.
        hosts: names and addresses under which the server is known, without port.
    """

    def __init__(self, links: Links, hosts: Collection[str]) -> None:
        self._links = links
        self._hosts = frozenset(map(str.lower, hosts))
        self._by_address = RateLimit(*_PER_ADDRESS, time.monotonic)
        self._by_seat = RateLimit(*_PER_SEAT, time.monotonic)

    def check(self, request: Request) -> None:
        """Check address, host and origin of any request.

        Raises:
            DeniedError: one of them is not allowed.
        """
        address = request.client.host if request.client is not None else ""
        if not self._by_address.allows(address):
            raise TOO_OFTEN()
        if sum(map(len, (part for line in request.headers.raw for part in line))) > HEAD_BYTES:
            raise TOO_LONG()
        host = request.headers.get("host", "")
        if urlsplit(f"//{host}").hostname not in self._hosts:  # a name that was bound to us later
            raise FOREIGN_HOST()
        origin = request.headers.get("origin")
        if origin is not None and origin != f"http://{host}":
            raise FOREIGN_ORIGIN()

    def spectator_or_seat(self, request: Request) -> int | None:
        """Return the seat of the token; None without one.

        Raises:
            DeniedError: the token is not valid.
        """
        given = request.headers.get("authorization")
        if given is None:
            return None
        kind, _, token = given.partition(" ")
        seat = self._links.seat_of(token) if kind.lower() == "bearer" else None
        if seat is None:
            raise UNKNOWN_TOKEN()
        return seat

    def seat(self, request: Request) -> int:
        """Return the seat of the token, which must be there; counts the message.

        Raises:
            DeniedError: there is no valid token, or too many messages come with it.
        """
        seat = self.spectator_or_seat(request)
        if seat is None:
            raise UNKNOWN_TOKEN()
        if not self._by_seat.allows(str(seat)):
            raise TOO_OFTEN()
        return seat


async def body(request: Request, media_type: str, most_bytes: int) -> bytes:
    """Return the body of a request, of which no more is read than allowed.

    Raises:
        DeniedError: it is of another type, or longer.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != media_type:
        raise WRONG_TYPE()
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > most_bytes:
        raise TOO_LONG()
    found = bytearray()
    async for part in request.stream():
        found += part
        if len(found) > most_bytes:
            raise TOO_LONG()
    return bytes(found)
