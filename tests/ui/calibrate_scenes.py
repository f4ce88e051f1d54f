"""The calibration's screen and its panels, filled, for looks at them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from calibration.errors import ColoursCloseError, DieMissingError, OverexposedError
from companion.session.calibration_ports import Signal, WizardView
from tests.ui import calibrations as led
from tests.ui.hand import Hand

Show = Callable[[Hand], None]

_BAD: Final = led.looking(
    dice=(Signal.RED, DieMissingError(dice="rare elements, alien technology, consumption")),
    exposure=(Signal.YELLOW, OverexposedError()),
    colours=(Signal.YELLOW, ColoursCloseError(first="home", second="alien technology")),
)


def _visit(hand: Hand) -> Any:
    """Go there; returns the calibration that the test leads."""
    root = hand.app.root
    root.visit("calibrate")
    machine = root.house.desk.settings.services.calibration
    machine.lines = led.some_profiles()
    root.refresh()
    hand.wait()
    return machine


def _wizard(view: WizardView, opened: str = "") -> Show:
    def show(hand: Hand) -> None:
        machine, root = _visit(hand), hand.app.root
        root.house.side.calibrate.begin()
        machine.view = view
        root.refresh()
        hand.wait()
        if opened == "correct":
            root.screen._correct(None, 1)
        elif opened:
            getattr(root.screen, opened)()

    return show


def _page(opened: str = "") -> Show:
    def show(hand: Hand) -> None:
        _visit(hand)
        root = hand.app.root
        root.house.side.calibrate.profiles.open("Küche, Abend")
        root.refresh()
        hand.wait()
        if opened:
            getattr(root.screen, opened)()

    return show


def _list(hand: Hand) -> None:
    _visit(hand)


def _empty(hand: Hand) -> None:
    _visit(hand).lines = ()
    hand.app.root.refresh()


SCENES: Final[dict[str, Show]] = {
    "calibrate-empty": _empty,
    "calibrate-list": _list,
    "calibrate-page": _page(),
    "calibrate-delete": _page("delete"),
    "calibrate-look": _wizard(_BAD),
    "calibrate-camera": _wizard(led.without_camera()),
    "calibrate-prove": _wizard(led.proving()),
    "calibrate-correct": _wizard(led.proving(), "correct"),
    "calibrate-keep": _wizard(led.keeping()),
    "calibrate-name": _wizard(led.keeping(), "rename"),
}
