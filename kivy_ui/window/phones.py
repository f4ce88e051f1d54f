"""The phones: one code for each seat and one for spectators, and who is connected."""

from typing import Final

from companion.history.export import qr_rows
from companion.session.service_ports import PhoneLink, Phones
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.stacked_pages import StackedPages, do
from kivy_ui.common.ui_context import UiContext
from kivy_ui.pages.listing import List, Row, remark
from kivy_ui.pages.page import Chip, Main, Page, Picture, Side
from kivy_ui.pages.scores import Code

_LOOPBACK: Final = "127.0.0.1"


class PhonePages(StackedPages):
    """The list of the seats with their phones, and the code of one of them.

    Args:
        group: the players of games that do not know their colours.
    """

    live = True
    """Phones come and go without a new state."""

    def __init__(self, ui: UiContext, group: PlayerGroup) -> None:
        super().__init__(ui)
        self._group = group

    @property
    def _phones(self) -> Phones:
        return self.ui.settings.services.phones

    def first(self) -> Page:
        """Return the list, or how to turn phones on."""
        translate, links = self.translate, self._phones.links()
        if not links:
            return self._off()
        rows = [self._row(link) for link in links]
        if len(links) == 1:
            told = translate("Each seat has a code once a game has begun.")
            rows.insert(0, remark("people", told))
        return Page(
            translate("Phones"),
            translate("Whose phone joins?"),
            List(tuple(rows)),
            side=(
                Side(do(self._phones.turn_off), translate("Turn off"), "power"),
                Side(do(self.open, self.helps), translate("It does not open"), "question"),
            ),
        )

    def helps(self) -> Page:
        """Return what to do if a phone does not show the page."""
        translate = self.translate
        told = [
            ("globe", translate("The phones must be in the same Wi-Fi as this device.")),
            ("people", translate("A guest Wi-Fi keeps devices apart: use the house's own one.")),
            ("info", translate("A phone that finds no internet may leave: let it stay.")),
            ("power", translate("Without a Wi-Fi: sudo companion-hotspot on opens one.")),
        ]
        if any(f"//{_LOOPBACK}" in link.url for link in self._phones.links()):
            told.insert(0, ("doubt", translate("This device is in no network now.")))
        return Page(
            translate("Phones"),
            translate("The page does not open?"),
            List(tuple(remark(picture, said) for picture, said in told)),
        )

    def _off(self) -> Page:
        translate = self.translate
        told = translate("Everyone answers their own questions on their own phone.")
        where = translate("The phones must be in the same Wi-Fi as this device.")
        rows = (remark("people", told), remark("globe", where))
        on = Main(translate("Turn on"), do(self._phones.turn_on), "power")
        return Page(
            translate("Phones"),
            translate("Do phones take part?"),
            List(rows),
            main=on if self._phones.available else None,
        )

    def _row(self, link: PhoneLink) -> Row:
        translate = self.translate
        joined = translate("connected") if link.connected else ""
        if link.seat is None:
            picture, name = Picture("symbol/eye"), translate("Spectators")
        else:
            seat = self._group.told(translate, self.ui.update.view).seat(link.seat)
            picture, name = seat.badge(), seat.name
        return Row(do(self.open, self.code, link.seat), name, (picture,), value=joined)

    def code(self, seat: int | None) -> Page | None:
        """Return the code of a seat, or of the spectators; None once it is gone."""
        translate = self.translate
        link = next((each for each in self._phones.links() if each.seat == seat), None)
        if link is None:
            return None
        here = translate("A phone is connected.") if link.connected else ""
        lines = tuple(filter(None, (here, link.url.partition("#")[0])))
        body = Code(qr_rows(link.url), lines)
        asked = translate("%(name)s: scan this with the phone")
        if seat is None:
            return Page(translate("Phones"), asked % {"name": translate("Spectators")}, body)
        shown = self._group.told(translate, self.ui.update.view).seat(seat)
        return Page(
            translate("Phones"),
            asked % {"name": shown.name},
            body,
            chips=(Chip(seat=shown),),
            side=(Side(do(self._phones.renew, seat), translate("New code"), "rescan"),),
        )
