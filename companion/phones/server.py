"""Runs the phones' server on a thread of its own, apart from the table's owner."""

import asyncio
import errno
import fcntl
import logging
import socket
import struct
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import uvicorn

from companion.phones.application import PhoneApplication
from companion.phones.errors import NETWORK_BLOCKED, PORT_IN_USE
from companion.phones.guard import HEAD_BYTES
from companion.phones.links import Links
from companion.phones.ports import PhonePictures, PhoneViews
from companion.session.table_port import TablePort, TableUpdate

log = logging.getLogger(__name__)

_LOOPBACK: Final = "127.0.0.1"
_SIOCGIFADDR: Final = 0x8915
"""Asks Linux for the address of an interface."""
_STOP_S: Final = 3.0
_CONNECTIONS: Final = 64


class PhoneServer:
    """Serves the phones of one table.

    Args:
        table: the running table.
        views: what is sent.
        pictures: reads photographs; None if this table reads none.
        assets: name -> file that the page may load.
        seats: returns the seats of people in the running game.
        on_links: called with all links as JSON whenever they change.
    """

    def __init__(
        self,
        table: TablePort,
        views: PhoneViews,
        pictures: PhonePictures | None = None,
        *,
        assets: Mapping[str, Path],
        seats: Callable[[TableUpdate], tuple[int, ...]],
        on_links: Callable[[str], None] = lambda _links: None,
    ) -> None:
        self._table, self._views, self._pictures = table, views, pictures
        self._assets, self._seats, self._on_links = assets, seats, on_links
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="phones", daemon=True)
        self._server: uvicorn.Server | None = None
        self._socket: socket.socket | None = None
        self._unsubscribe: Callable[[], None] = lambda: None
        self._game_id: str | None = None
        self._application: PhoneApplication | None = None
        self.links = Links("")

    def start(self, address: str, port: int) -> None:
        """Open the port and serve; *address* empty listens on every one, *port* 0 on a free one.

        Raises:
            PhoneError: the port cannot be opened.
        """
        try:
            self._socket = socket.create_server((address, port))
        except OSError as error:
            if error.errno == errno.EAFNOSUPPORT:
                raise NETWORK_BLOCKED() from error
            reason = error.strerror or type(error).__name__
            raise PORT_IN_USE(address=address or "0.0.0.0", port=port, reason=reason) from error  # noqa: S104 - as it is said
        shown = address or own_address()
        self.links.address = f"http://{shown}:{self._socket.getsockname()[1]}/"
        hosts = {shown, "127.0.0.1", "localhost", socket.gethostname()}
        hosts |= {f"{socket.gethostname()}.local"}
        self._application = PhoneApplication(
            self._table,
            self._views,
            self._pictures,
            self.links,
            hosts=tuple(hosts),
            assets=self._assets,
        )
        config = uvicorn.Config(
            self._application.app,
            http="h11",
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            h11_max_incomplete_event_size=HEAD_BYTES,
            limit_concurrency=_CONNECTIONS,
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
        self._thread.start()
        self._unsubscribe = self._table.subscribe(self._follow)
        self.refresh()
        self._on_links(self.links.to_json())

    def stop(self) -> None:
        """End all connections and close the port. Safe to call twice."""
        self._unsubscribe()
        if self._server is not None:
            self._server.should_exit = True
            self._thread.join(_STOP_S)

    def connected(self) -> frozenset[int]:
        """Return the seats that have a phone now."""
        counted = {} if self._application is None else dict(self._application.connected)
        return frozenset(seat for seat, count in counted.items() if seat is not None and count > 0)

    def renew(self, seat: int) -> None:
        """Give a seat a new code; the phones with the old one end."""
        self.links.replace(seat)
        self._changed()
        self._on_links(self.links.to_json())

    def refresh(self) -> None:
        """Send everybody what is shown now. Any thread."""
        self._follow(self._table.latest())

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server, listener = self._server, self._socket
        if server is not None and listener is not None:
            self._loop.run_until_complete(server.serve([listener]))
        self._loop.close()

    def _follow(self, update: TableUpdate) -> None:
        """Send the new state; a new game has new codes."""
        before = self.links.to_json()
        if update.game_id != self._game_id:
            self._game_id = update.game_id
            self.links.end()
        self.links.sit(self._seats(update))
        if self.links.to_json() != before:
            self._on_links(self.links.to_json())
        self._changed()

    def _changed(self) -> None:
        application = self._application
        if application is not None and not self._loop.is_closed():
            asyncio.run_coroutine_threadsafe(application.change(), self._loop)


def own_address() -> str:
    """Return the address of this machine in the network of its default route.

    Without one, as in a hotspot of its own, that of the first network it is in; else loopback.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # documentation address: nothing is sent
            return str(probe.getsockname()[0])
        except OSError:
            addresses = (_address_of(probe, name) for _, name in socket.if_nameindex())
            return next((each for each in addresses if each != _LOOPBACK), _LOOPBACK)


def _address_of(probe: socket.socket, interface: str) -> str:
    """Return the IPv4 address of an interface; loopback for one without."""
    asked = struct.pack("256s", interface.encode()[:15])
    try:
        return socket.inet_ntoa(fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, asked)[20:24])
    except OSError:
        return _LOOPBACK
