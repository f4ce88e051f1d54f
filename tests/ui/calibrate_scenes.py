"""The calibration's screen and its panels, filled, for looks at them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from calibration.core.errors import ColoursCloseError, DieMissingError, OverexposedError
from companion.session.calibration_ports import Signal, WizardView
from kivy_ui.calibration.zone_drawing import MATS
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
    machine = root.presenters.ui.settings.services.calibration
    machine.lines, machine.plain = led.some_profiles(), False
    machine.teaching.lines = led.some_faces()
    root.refresh()
    hand.wait()
    return machine


def _wizard(view: WizardView, opened: str = "") -> Show:
    def show(hand: Hand) -> None:
        machine, root = _visit(hand), hand.app.root
        root.presenters.side.calibrate.wizard.begin()
        machine.view = view
        root.refresh()
        hand.wait()
        if opened == "correct":
            root.screen.correct(1)
        elif opened:
            getattr(root.screen, opened)()

    return show


def _page(opened: str = "") -> Show:
    def show(hand: Hand) -> None:
        _visit(hand)
        root = hand.app.root
        root.presenters.side.calibrate.profiles.open("Küche, Abend")
        root.refresh()
        hand.wait()
        if opened:
            getattr(root.screen, opened)()

    return show


def _plain(hand: Hand) -> None:
    _visit(hand).plain = True
    hand.app.root.presenters.side.calibrate.profiles.open("Zimmer")
    hand.app.root.refresh()


def _more(name: str) -> Show:
    def show(hand: Hand) -> None:
        _page("more")(hand)
        hand.wait()
        getattr(hand.app.root.panel, name)()

    return show


def _bring(hand: Hand) -> None:
    root = hand.app.root
    exchange = root.presenters.ui.settings.services.exchange
    exchange.write("Kitchen, evening lamp.profile.json", b"Kitchen")
    _visit(hand)
    root.screen.bring()


def _faces(*, known: bool = True) -> Show:
    def show(hand: Hand) -> None:
        machine = _visit(hand)
        if not known:
            machine.teaching.lines = ()
        root = hand.app.root
        root.presenters.side.calibrate.profiles.open("Küche, Abend")
        root.screen.show_faces()

    return show


def _showing(die: str, dice: int, **shown: int) -> Show:
    def show(hand: Hand) -> None:
        _faces()(hand)
        root = hand.app.root
        root.presenters.ui.settings.services.calibration.teaching.begun = led.showing(dice, **shown)
        root.screen.begin_showing(die)

    return show


def _places(*, drawn: int) -> Show:
    def show(hand: Hand) -> None:
        _page()(hand)
        screen = hand.app.root.screen
        screen.draw_places()
        places = screen.places
        for mat in MATS[:drawn]:
            places.choose(mat)
            places.draw()
        if drawn:
            places.choose(MATS[0])
            places.nudge(0, -60)
            places.toggle_selections()
            places.toggle_dictate()
            places.next_handle()
        hand.app.root.refresh()

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
    "calibrate-plain": _plain,
    "calibrate-more": _page("more"),
    "calibrate-rename": _more("rename"),
    "calibrate-delete": _more("delete"),
    "calibrate-bring": _bring,
    "calibrate-faces": _faces(),
    "calibrate-faces-none": _faces(known=False),
    "calibrate-showing": _showing("military", 1, settle=2, explore=1),
    "calibrate-showing-robot": _showing("robot_b", 2),
    "calibrate-showing-none": _showing("d6", 0),
    "calibrate-places": _places(drawn=2),
    "calibrate-places-none": _places(drawn=0),
    "calibrate-look": _wizard(_BAD),
    "calibrate-camera": _wizard(led.without_camera()),
    "calibrate-prove": _wizard(led.proving()),
    "calibrate-correct": _wizard(led.proving(), "correct"),
    "calibrate-keep": _wizard(led.keeping()),
    "calibrate-name": _wizard(led.keeping(), "name_new"),
}
