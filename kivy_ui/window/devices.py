"""Presenter of the devices page: state of all parts, test of buttons and lamps."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from companion.i18n import N_
from companion.session.service_ports import Condition, DeviceService
from kivy_ui.common.ui_context import UiContext

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
_WORDS: Final = MappingProxyType(
    {
        Condition.OK: (N_("works"), "check"),
        Condition.ABSENT: (N_("not found"), "minus"),
        Condition.WARNING: (N_("check this"), "doubt"),
        Condition.FAILED: (N_("does not work"), "error"),
    }
)


@dataclass(frozen=True, slots=True)
class PartLine:
    """A row of the page: a part and its condition."""

    name: str
    word: str
    icon: str
    fine: bool


@dataclass(frozen=True, slots=True)
class SeatTest:
    """A seat's button and lamp in the test."""

    seat: int
    lit: bool
    word: str


@dataclass(frozen=True, slots=True)
class DevicesModel:
    """Content of the page; ``trouble`` is the first error and its remedy, or an instruction."""

    lines: tuple[PartLine, ...]
    trouble: str
    seats: tuple[SeatTest, ...]


class DevicesPresenter:
    """Presenter of the page. Presses arrive on the buttons' threads and are queued for ``tick``.

    Args:
        ui: the shared context.
        devices: checks the parts and controls the lamps.
    """

    def __init__(self, ui: UiContext, devices: DeviceService) -> None:
        self._ui = ui
        self._devices = devices
        self._waiting: deque[int] = deque()
        self._presses: Counter[int] = Counter()
        self._lit: set[int] = set()

    def open(self) -> None:
        """Begin the test and check all parts."""
        self._presses.clear()
        self._lit.clear()
        self._waiting.clear()
        self._devices.begin_test(self._waiting.append)
        self._devices.check_again()

    def close(self) -> None:
        """End the test: presses count in the game again."""
        self._devices.end_test()

    def check_again(self) -> None:
        """Check all parts again."""
        self._devices.check_again()

    def tick(self) -> None:
        """Handle queued presses: each one toggles the lamp of its seat."""
        while self._waiting:
            seat = self._waiting.popleft()
            if seat in SEATS:
                self._presses[seat] += 1
                self.toggle(seat)

    def toggle(self, seat: int) -> None:
        """Toggle a lamp."""
        on = seat not in self._lit
        (self._lit.add if on else self._lit.discard)(seat)
        self._devices.set_light(seat, on=on)

    def model(self) -> DevicesModel:
        """Return the current content of the page."""
        translate = self._ui.translate
        found = self._devices.lines()
        lines = tuple(
            PartLine(
                translate(_NAMES[line.name]) if line.name in _NAMES else line.name,
                translate(_WORDS[line.condition][0]),
                _WORDS[line.condition][1],
                line.condition in (Condition.OK, Condition.ABSENT),
            )
            for line in found
        )
        return DevicesModel(lines, self._trouble(), tuple(self._seat(seat) for seat in SEATS))

    def _trouble(self) -> str:
        found = self._devices.lines()
        errors = [line.error for line in found if line.error is not None]
        if errors:
            return self._ui.error_text.sentence(errors[0])
        if not found:
            return self._ui.translate("Checking everything ...")
        return self._ui.translate("Press each button: its LED lights up.")

    def _seat(self, seat: int) -> SeatTest:
        plural = self._ui.translate.plural
        word = plural("%(count)s press", "%(count)s presses", self._presses[seat])
        return SeatTest(seat, seat in self._lit, word)
