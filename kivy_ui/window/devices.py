"""The parts of this device and what is wrong with them; the test of its buttons and lamps."""

from collections import Counter, deque
from types import MappingProxyType
from typing import Final

from companion.errors import CompanionError
from companion.i18n import N_
from companion.session.service_ports import Condition, DeviceLine, DeviceService
from kivy_ui.common.page_source import Said, Visit
from kivy_ui.common.player_group import COLOURS
from kivy_ui.common.stacked_pages import StackedPages, do
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


class _LivePages(StackedPages):
    """A page over this device that changes by itself."""

    live = True
    leads_to = Visit("device")

    @property
    def devices(self) -> DeviceService:
        return self.ui.settings.services.devices


class PartPages(_LivePages):
    """The page of all parts, the worst first; a touch on one says what to do."""

    def enter(self) -> None:
        self.devices.check_again()

    def first(self) -> Page:
        translate, found = self.translate, self.devices.lines()
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
            main=Main(translate("Check again"), do(self.enter), "rescan"),
        )

    def _card(self, line: DeviceLine) -> Card:
        translate, (word, picture) = self.translate, _LOOKS[line.condition]
        name = translate(_NAMES[line.name]) if line.name in _NAMES else line.name
        key = None if line.error is None else do(self._explain, line.error)
        return Card(key, (Picture(picture),), name, (translate(word),))

    def _explain(self, error: CompanionError) -> Said:
        text = self.ui.error_text
        return text.message(error), text.hint(error)


class ButtonPages(_LivePages):
    """The test of buttons and lamps; meanwhile presses do not count in the game.

    Presses arrive on the buttons' threads and are counted when the page is shown.
    """

    def __init__(self, ui: UiContext) -> None:
        super().__init__(ui)
        self._waiting: deque[int] = deque()
        self._presses: Counter[int] = Counter()
        self._lit: set[int] = set()

    def enter(self) -> None:
        """Begin the test; ``UiContext`` ends it with the visit."""
        self._waiting.clear()
        self._presses.clear()
        self._lit.clear()
        self.devices.begin_test(self._waiting.append)

    def first(self) -> Page:
        translate = self.translate
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
        )

    def _card(self, seat: int) -> Card:
        lit, count = seat in self._lit, self._presses[seat]
        badge = Picture("seat", number=str(seat), colour=COLOURS[seat - 1])
        lamp = Picture("symbol/button" if lit else "symbol/button_off")
        text = self.translate.plural("%(count)s press", "%(count)s presses", count)
        return Card(do(self._toggle, seat), (badge, lamp), text, chosen=lit)

    def _toggle(self, seat: int) -> None:
        self._lit ^= {seat}
        self.devices.set_light(seat, on=seat in self._lit)
