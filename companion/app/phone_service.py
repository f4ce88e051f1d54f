"""The phones' server of the running table, which is loaded when it is turned on."""

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import CompanionError
from companion.session.service_ports import PhoneLink, Phones
from companion.session.table_port import TablePort
from companion.settings import PhoneSettings
from companion.storage.atomic_file import write_atomically

if TYPE_CHECKING:
    from companion.phones.ports import PhonePictures
    from companion.phones.server import PhoneServer
    from kivy_ui.pages.page import Seat
    from kivy_ui.settings import UiSettings

log = logging.getLogger(__name__)


class PhoneService(Phones):
    """Starts and stops the server; called from the window's thread.

    Args:
        table: the running table.
        settings: where it listens.
        sits: who sits at a seat, on the table's screen.
        links_file: where the links are written whenever they change; None for nowhere.
        pictures: reads photographs of phones; None to take none.
        window: the settings of the window, with its services; None while there is no window.
    """

    available = True

    def __init__(
        self,
        table: TablePort,
        settings: PhoneSettings,
        sits: "Callable[[int], Seat]",
        links_file: Path | None = None,
        pictures: "PhonePictures | None" = None,
        window: "Callable[[], UiSettings | None]" = lambda: None,
    ) -> None:
        self._table, self._settings, self._sits = table, settings, sits
        self.tally.on_change = self._refresh
        self._pictures, self._window = pictures, window
        self._links_file = links_file
        self._server: PhoneServer | None = None

    def turn_on(self) -> None:
        """Load the server and open its port.

        Raises:
            CompanionError: it is not installed, or the port cannot be opened.
        """
        if self._server is not None:
            return
        from companion.phones.errors import PHONES_MISSING
        from kivy_ui.phones.seat_pages import SeatPages

        try:
            from companion.phones.server import PhoneServer
        except ModuleNotFoundError as error:
            raise PHONES_MISSING() from error
        pages = SeatPages(
            self._table,
            self._sits,
            tally=self.tally,
            photographs=self._pictures is not None,
            window=self._window,
        )
        server = PhoneServer(
            self._table,
            pages,
            self._pictures,
            assets=phone_assets(),
            seats=pages.seats,
            on_links=self._write,
        )
        server.start(self._settings.address, self._settings.port)
        self._server = server

    def turn_off(self) -> None:
        """Stop the server. Safe to call twice."""
        server, self._server = self._server, None
        if server is not None:
            server.stop()

    def links(self) -> tuple[PhoneLink, ...]:
        server = self._server
        if server is None:
            return ()
        connected = server.connected()
        seats: tuple[int | None, ...] = (*server.links.seats, None)
        return tuple(PhoneLink(seat, server.links.url(seat), seat in connected) for seat in seats)

    def renew(self, seat: int) -> None:
        if self._server is not None:
            self._server.renew(seat)

    def _refresh(self) -> None:
        if self._server is not None:
            self._server.refresh()

    def _write(self, links: str) -> None:
        if self._links_file is None:
            return
        try:
            write_atomically(self._links_file, links.encode())
        except (OSError, CompanionError) as error:  # the phones work, their links are on the screen
            log.warning("the links could not be written", extra={"reason": str(error)})


def phone_assets() -> Mapping[str, Path]:
    """Return name -> file of what phones load: the touchscreen's sheets of pieces and its font.

    Raises:
        CompanionError: the font is not installed.
    """
    from calibration.mats.fonts import font_file
    from kivy_ui.art.files import ASSETS, SCALES, SHEETS, sheet_name

    sheets = {
        f"{kind}.{ending}": ASSETS / f"{sheet_name(kind, SCALES[0])}.{ending}"
        for kind in SHEETS
        for ending in ("png", "json")
    }
    fonts = {"roboto-regular.ttf": font_file(bold=False), "roboto-bold.ttf": font_file(bold=True)}
    return sheets | fonts
