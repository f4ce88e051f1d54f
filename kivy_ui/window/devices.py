"""The parts of this device and what is wrong with them; the test of its buttons and lamps."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from companion.i18n import N_
from companion.session.service_ports import Condition, DeviceLine, DeviceService
from kivy_ui.common.page_source import Said, Visit
from kivy_ui.common.player_group import COLOURS
from kivy_ui.common.ui_context import UiContext
from kivy_ui.pages.page import Card, Cards, Main, Note, Page, Picture

SEATS: Final = range(1, 6)

_NAMES: Final = MappingProxyType(
    {
        "versions": N_("Program"),
        "clock": N_("Clock"),
        "storage": N_("Free space"),
        "log": N_("Game log"),
        "set aside": N_("Files set aside"),
        "models": N_("Dice models"),
        "inference": N_("Processor"),
        "words": N_("Languages"),
        "screen": N_("Screen"),
        "touch": N_("Touch panel"),
        "pins": N_("GPIO buttons"),
        "serial": N_("Button box"),
        "power": N_("Power supply"),
        "camera": N_("Camera"),
    }
)
_LOOKS: Final = MappingProxyType(
    {
        Condition.OK: (N_("works"), "tick/good"),
        Condition.ABSENT: (N_("not found"), "symbol/dash"),
        Condition.WARNING: (N_("check this"), "mark/doubt"),
        Condition.FAILED: (N_("does not work"), "symbol/error"),
    }
)
"""Condition -> word and picture."""
_WORST_FIRST: Final = (Condition.FAILED, Condition.WARNING, Condition.OK, Condition.ABSENT)


@dataclass(frozen=True, slots=True)
class CheckAgain:
    """Key: checks all parts."""


@dataclass(frozen=True, slots=True)
class Light:
    """Key: switches the lamp of a seat on or off."""

    seat: int


class PartPages:
    """The page of all parts, the worst first; a touch on one says what to do."""

    live = True

    def __init__(self, ui: UiContext) -> None:
        self._ui = ui

    @property
    def _devices(self) -> DeviceService:
        return self._ui.settings.services.devices

    def enter(self) -> None:
        """Check all parts."""
        self._devices.check_again()

    def page(self) -> Page:
        """Return the page; the question is what is wrong."""
        translate, found = self._ui.translate, self._devices.lines()
        wrong = sum(line.error is not None for line in found)
        if not found:
            asked = translate("Checking everything ...")
        elif wrong:
            asked = translate("Touch what does not work")
        else:
            asked = translate("Everything works")
        order = sorted(found, key=lambda line: _WORST_FIRST.index(line.condition))
        return Page(
            translate("This device"),
            asked,
            Cards(tuple(map(self._card, order))),
            main=Main(translate("Check again"), CheckAgain(), "rescan"),
            back=Visit("device"),
            can_undo=False,
        )

    def _card(self, line: DeviceLine) -> Card:
        translate, (word, picture) = self._ui.translate, _LOOKS[line.condition]
        name = translate(_NAMES[line.name]) if line.name in _NAMES else line.name
        key = None if line.error is None else line
        return Card(key, (Picture(picture),), name, (translate(word),))

    def touch(self, key: Any) -> Said:
        """Check again, or say what is wrong with a part."""
        if isinstance(key, CheckAgain):
            self._devices.check_again()
        if isinstance(key, DeviceLine) and key.error is not None:
            text = self._ui.error_text
            return text.message(key.error), text.hint(key.error)
        return None

    def undo(self) -> None:
        """Do nothing: nothing is changed here."""

    def redo(self) -> None:
        """Do nothing."""


class ButtonPages:
    """The test of buttons and lamps; meanwhile presses do not count in the game.

    Presses arrive on the buttons' threads and are counted when the page is shown.
    """

    live = True

    def __init__(self, ui: UiContext) -> None:
        self._ui = ui
        self._waiting: deque[int] = deque()
        self._presses: Counter[int] = Counter()
        self._lit: set[int] = set()

    @property
    def _devices(self) -> DeviceService:
        return self._ui.settings.services.devices

    def enter(self) -> None:
        """Begin the test; ``UiContext`` ends it with the visit."""
        self._waiting.clear()
        self._presses.clear()
        self._lit.clear()
        self._devices.begin_test(self._waiting.append)

    def page(self) -> Page:
        """Return the page with all presses so far."""
        translate = self._ui.translate
        while self._waiting:
            seat = self._waiting.popleft()
            if seat in SEATS:
                self._presses[seat] += 1
                self._toggle(seat)
        return Page(
            translate("Test the buttons"),
            translate("Press each button: its LED lights up."),
            Cards(tuple(map(self._card, SEATS))),
            note=Note((translate("Touch a card to switch its lamp."),), icon="symbol/press"),
            back=Visit("device"),
            can_undo=False,
        )

    def _card(self, seat: int) -> Card:
        lit, count = seat in self._lit, self._presses[seat]
        badge = Picture("seat", number=str(seat), colour=COLOURS[seat - 1])
        lamp = Picture("symbol/button" if lit else "symbol/button_off")
        text = self._ui.translate.plural("%(count)s press", "%(count)s presses", count)
        return Card(Light(seat), (badge, lamp), text, chosen=lit)

    def touch(self, key: Any) -> Said:
        """Switch a lamp."""
        if isinstance(key, Light):
            self._toggle(key.seat)
        return None

    def _toggle(self, seat: int) -> None:
        self._lit ^= {seat}
        self._devices.set_light(seat, on=seat in self._lit)

    def undo(self) -> None:
        """Do nothing: nothing is changed here."""

    def redo(self) -> None:
        """Do nothing."""
