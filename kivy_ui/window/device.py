"""This device: its parts, its buttons, calibration, backups, a report, switching off."""

from dataclasses import replace

from companion.session.table_port import Picture as Photo
from kivy_ui.common.page_source import Quit, Said, Visit
from kivy_ui.common.stacked_pages import Close, StackedPages, do
from kivy_ui.pages.page import Cards, Main, Page, Picture, Sheet, Side
from kivy_ui.window.menu import entry


class DevicePages(StackedPages):
    leads_to = Visit("menu")

    def first(self) -> Page:
        translate = self.translate
        cards = (
            entry("check", translate("State of all parts"), Visit("parts")),
            entry("button", translate("Test the buttons"), Visit("buttons")),
            entry("mat", translate("Calibration"), Visit("calibrate")),
            entry("tile", translate("Learn the tiles"), Visit("box_tiles")),
            entry("box", translate("Backups"), Visit("backups")),
            entry("file", translate("Report a bug"), do(self.ask, self._reporting)),
            entry("power", translate("Switch off"), do(self.ask, self._switching_off)),
        )
        return Page(translate("Menu"), translate("This device"), Cards(cards))

    def _switching_off(self) -> Sheet:
        translate = self.translate
        stay = Side(Close(), translate("Stay"), "back")
        close = translate("Close the program")
        saved, off = translate("The game is saved."), translate("Switch off?")
        picture = Picture("symbol/power")
        if not self.ui.settings.services.power.available:
            other = translate("This machine cannot be switched off from here.")
            main = Main(close, Quit(), "close")
            return Sheet(picture, off, (saved, other), main, (stay,))
        main = Main(translate("Switch off"), do(self._switch_off), "power")
        only = Side(Quit(), close, "close")
        return Sheet(picture, off, (saved,), main, (stay, only))

    def _switch_off(self) -> Said:
        self.ui.settings.services.power.power_off()
        return self.translate("Switching off: wait until the green LED is off."), ""

    def _reporting(self) -> Sheet:
        translate = self.translate
        lines = (
            translate("Game log, settings and versions are saved."),
            translate("To the USB drive, else to this machine."),
            translate("Nothing is sent."),
        )
        side: tuple[Side, ...] = (Side(Close(), translate("Cancel"), "back"),)
        main = Main(translate("Save report"), do(self._report), "file")
        if self.ui.port.latest_scan().picture is not None:
            main = replace(main, text=translate("Without image"))
            side = (*side, Side(do(self._report_with_image), translate("With image"), "camera"))
        title = translate("Report a bug")
        return Sheet(Picture("symbol/file"), title, lines, main, side)

    def _report_with_image(self) -> Said:
        photo = self.ui.port.latest_scan().picture
        return self._report({"camera.ppm": as_ppm(photo)} if photo is not None else None)

    def _report(self, pictures: dict[str, bytes] | None = None) -> Said:
        where = self.ui.settings.services.reporter.write(pictures=pictures or {})
        return self.translate("Saved: %(where)s", where=where), ""


def as_ppm(picture: Photo) -> bytes:
    """Return a picture in the binary portable pixmap format (PPM)."""
    return b"P6\n%d %d\n255\n" % (picture.width, picture.height) + picture.rgb
