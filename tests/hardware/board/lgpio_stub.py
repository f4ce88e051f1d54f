"""A stand-in for the library that claims the pins, under the real gpiozero.

Its ``error`` is a plain ``Exception``, as lgpio's is, and a pin that somebody else has is busy.
"""

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

import pytest

_PI_4: int = 0xC03114


class error(Exception):  # noqa: N801, N818 - lgpio's name
    """What lgpio raises."""


class Pins:
    """The pins of a board; ``busy`` are those that another program or an overlay has."""

    def __init__(self) -> None:
        self.busy: set[int] = set()
        self.modes: dict[int, int] = {}
        self.levels: dict[int, int] = {}

    def _claim(self, pin: int, mode: int) -> int:
        if pin in self.busy:
            message = "'GPIO busy'"
            raise error(message)
        self.modes[pin] = mode
        return 0

    def as_module(self) -> Any:
        """Return the module ``lgpio`` of these pins."""
        module: Any = ModuleType("lgpio")
        module.__spec__ = ModuleSpec("lgpio", None)
        module.error = error
        module.SET_PULL_NONE = module.SET_BIAS_DISABLE = 128
        module.SET_PULL_UP, module.SET_PULL_DOWN = 32, 64
        module.RISING_EDGE, module.FALLING_EDGE, module.BOTH_EDGES = 1, 2, 3
        module.gpiochip_open = lambda _chip: 1
        module.gpiochip_close = lambda _handle: 0
        module.gpio_claim_input = lambda _handle, pin, flags=0: self._claim(pin, flags)
        module.gpio_claim_output = lambda _handle, pin: self._claim(pin, 2)
        module.gpio_claim_alert = lambda _handle, pin, _edges, flags: self._claim(pin, flags)
        module.gpio_free = lambda _handle, pin: self.modes.pop(pin, None)
        module.gpio_get_mode = lambda _handle, pin: self.modes[pin]
        module.gpio_read = lambda _handle, pin: self.levels.get(pin, 1)
        module.gpio_write = lambda _handle, pin, level: self.levels.update({pin: int(level)})
        module.gpio_set_debounce_micros = lambda *_: 0
        module.callback = lambda *_: type("Callback", (), {"cancel": lambda _self: None})()
        return module


def pins_of_a_board(monkeypatch: pytest.MonkeyPatch) -> tuple[Pins, Any]:
    """Return the pins, and gpiozero's own factory over them."""
    pins = Pins()
    monkeypatch.setitem(sys.modules, "lgpio", pins.as_module())
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    from gpiozero.pins.lgpio import LGPIOFactory
    from gpiozero.pins.local import LocalPiFactory

    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio")
    monkeypatch.setattr(LocalPiFactory, "_get_revision", lambda _self: _PI_4)
    for shared in (LocalPiFactory.pins, LocalPiFactory._reservations):
        shared.clear()  # all factories of a process have the same
    return pins, LGPIOFactory()
