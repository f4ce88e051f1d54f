"""This device: its parts, its buttons, calibration, backups, a report, switching off."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

from companion.i18n import N_
from companion.session.table_port import Picture as Photo
from kivy_ui.common.page_source import Quit, Said, Visit
from kivy_ui.common.ui_context import UiContext
from kivy_ui.pages.page import Cards, Main, Page, Picture, Sheet, Side
from kivy_ui.window.menu import entry


class Ask(Enum):
    """What is asked on a sheet; as a key: ask it."""

    POWER = "power"
    REPORT = "report"


@dataclass(frozen=True, slots=True)
class Close:
    """Key: closes the sheet; nothing was done."""


@dataclass(frozen=True, slots=True)
class SwitchOff:
    """Key: switches the machine off."""


@dataclass(frozen=True, slots=True)
class Report:
    """Key: writes a report, with the picture of the camera or without."""

    with_picture: bool


_ENTRIES: Final = (
    ("check", N_("State of all parts"), Visit("parts")),
    ("button", N_("Test the buttons"), Visit("buttons")),
    ("mat", N_("Calibration"), Visit("calibrate")),
    ("tile", N_("Learn the tiles"), Visit("box_tiles")),
    ("box", N_("Backups"), Visit("backups")),
    ("file", N_("Report a bug"), Ask.REPORT),
    ("power", N_("Switch off"), Ask.POWER),
)


class DevicePages:
    """The page of this device, with its sheets."""

    live = False

    def __init__(self, ui: UiContext) -> None:
        self._ui = ui
        self._asked: Ask | None = None

    def enter(self) -> None:
        """Ask nothing."""
        self._asked = None

    def page(self) -> Page:
        """Return the page, under a sheet if something is asked."""
        translate = self._ui.translate
        cards = tuple(entry(symbol, translate(text), key) for symbol, text, key in _ENTRIES)
        page = Page(
            translate("Menu"),
            translate("This device"),
            Cards(cards),
            back=Visit("menu"),
            can_undo=False,
        )
        match self._asked:
            case Ask.POWER:
                return replace(page, sheet=self._power())
            case Ask.REPORT:
                return replace(page, sheet=self._report())
            case None:
                return page

    def _power(self) -> Sheet:
        translate = self._ui.translate
        stay = Side(Close(), translate("Stay"), "back")
        close = translate("Close the program")
        saved, off = translate("The game is saved."), translate("Switch off?")
        picture = Picture("symbol/power")
        if not self._ui.settings.services.power.available:
            other = translate("This machine cannot be switched off from here.")
            main = Main(close, Quit(), "close")
            return Sheet(picture, off, (saved, other), main, (stay,), dismiss=Close())
        main = Main(translate("Switch off"), SwitchOff(), "power")
        only = Side(Quit(), close, "close")
        return Sheet(picture, off, (saved,), main, (stay, only), dismiss=Close())

    def _report(self) -> Sheet:
        translate = self._ui.translate
        lines = (
            translate("Game log, settings and versions are saved."),
            translate("To the USB drive, else to this machine."),
            translate("Nothing is sent."),
        )
        with_image = Side(Report(with_picture=True), translate("With image"), "camera")
        side: tuple[Side, ...] = (Side(Close(), translate("Cancel"), "back"),)
        main = Main(translate("Save report"), Report(with_picture=False), "file")
        if self._ui.port.latest_scan().picture is not None:
            main = replace(main, text=translate("Without image"))
            side = (*side, with_image)
        title = translate("Report a bug")
        return Sheet(Picture("symbol/file"), title, lines, main, side, dismiss=Close())

    def touch(self, key: Any) -> Said:
        """Ask, or do what was asked; say where a report lies or how the machine goes off.

        Raises:
            CompanionError: the report could not be written, or the machine refused.
        """
        self._asked = key if isinstance(key, Ask) else None
        translate, services = self._ui.translate, self._ui.settings.services
        match key:
            case SwitchOff():
                services.power.power_off()
                return translate("Switching off: wait until the green LED is off."), ""
            case Report(with_picture):
                photo = self._ui.port.latest_scan().picture if with_picture else None
                pictures = {"camera.ppm": as_ppm(photo)} if photo is not None else {}
                where = services.reporter.write(pictures=pictures)
                return translate("Saved: %(where)s", where=where), ""
            case _:
                return None

    def undo(self) -> None:
        """Do nothing: nothing is changed here."""

    def redo(self) -> None:
        """Do nothing."""


def as_ppm(picture: Photo) -> bytes:
    """Return a picture in the binary portable pixmap format (PPM)."""
    return b"P6\n%d %d\n255\n" % (picture.width, picture.height) + picture.rgb
