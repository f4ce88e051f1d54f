"""The calibration's screen and its panels, filled, for looks at them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from calibration.core.errors import ColoursCloseError, DieMissingError, OverexposedError
from companion.session.calibration_ports import FaceLine, ProofDie, Signal, WizardView
from companion.session.ports import Corners
from companion.session.table_port import Picture
from kivy_ui.calibration.strip_shape import Quad, StripShape
from kivy_ui.calibration.zone_drawing import MATS
from tests.ui import calibrations as led
from tests.ui import camera_pictures as camera
from tests.ui.hand import Hand

Show = Callable[[Hand], None]

_BAD: Final = led.looking(
    dice=(Signal.RED, DieMissingError(dice="rare elements, alien technology, consumption")),
    exposure=(Signal.YELLOW, OverexposedError()),
    colours=(Signal.YELLOW, ColoursCloseError(first="home", second="alien technology")),
)


def _throw() -> tuple[ProofDie, ...]:
    return tuple(
        ProofDie(die[0], die[1], die[0] == "military", camera.corners(die, camera.THROW_PART))
        for die in camera.THROW
    )


def _proving() -> WizardView:
    picture = camera.picture("calibration-throw1", camera.THROW_PART)
    return replace(led.proving(), throw=_throw(), picture=picture)


def _keeping() -> WizardView:
    return replace(led.keeping(), picture=camera.picture("calibration"))


def _known_faces() -> tuple[FaceLine, ...]:
    pictures = (camera.face(1), camera.face(6), camera.drawn_face(1), camera.drawn_face(5))
    known = (
        ("military", "settle"),
        ("alien_technology", "produce"),
        ("robot_a", "match"),
        ("d6", "5"),
    )
    return tuple(
        replace(line, die=die, face=face, picture=picture)
        for line, (die, face), picture in zip(led.some_faces(), known, pictures, strict=True)
    )


def _visit(hand: Hand) -> Any:
    """Go there; returns the calibration that the test leads."""
    root = hand.app.root
    root.visit("calibrate")
    machine = root.presenters.ui.settings.services.calibration
    machine.lines, machine.plain = led.some_profiles(), False
    machine.teaching.lines = _known_faces()
    machine.drawing.picture = camera.picture("game1-round3-ann")
    machine.drawing.places = ()
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


def _import(hand: Hand) -> None:
    root = hand.app.root
    exchange = root.presenters.ui.settings.services.exchange
    exchange.write("Kitchen, evening lamp.profile.json", b"Kitchen")
    _visit(hand)
    root.screen.import_profile()


def _faces(*, known: bool = True) -> Show:
    def show(hand: Hand) -> None:
        machine = _visit(hand)
        if not known:
            machine.teaching.lines = ()
        root = hand.app.root
        root.presenters.side.calibrate.profiles.open("Küche, Abend")
        root.screen.show_faces()

    return show


def _showing(kind: str, picture: Picture, dice: tuple[Corners, ...] = (), **shown: int) -> Show:
    def show(hand: Hand) -> None:
        _faces()(hand)
        root = hand.app.root
        view = replace(led.showing(len(dice), **shown), picture=picture, dice=dice)
        root.presenters.ui.settings.services.calibration.teaching.begun = view
        root.screen.begin_showing(kind)

    return show


def _quad(corners: Corners) -> Quad:
    first, second, third, fourth = camera.fractions(corners)
    return first, second, third, fourth


def _places(*, drawn: bool) -> Show:
    def show(hand: Hand) -> None:
        _visit(hand)
        if drawn:
            machine = hand.app.root.presenters.ui.settings.services.calibration
            dividers = (0.2, 0.41, 0.615, 0.81)
            shape = StripShape(_quad(camera.STRIP), dividers, 0.28, _quad(camera.DICTATE))
            machine.drawing.places = shape.places(MATS[0])
        hand.app.root.presenters.side.calibrate.profiles.open("Küche, Abend")
        screen = hand.app.root.screen
        screen.draw_places()
        if drawn:
            screen.places.next_handle()
            screen.places.nudge(0, -1)
        hand.app.root.refresh()

    return show


def _list(hand: Hand) -> None:
    _visit(hand)


def _empty(hand: Hand) -> None:
    _visit(hand).lines = ()
    hand.app.root.refresh()


def _one_die() -> tuple[Picture, tuple[Corners, ...]]:
    part = (290, 412, 570, 570)
    return camera.picture("calibration-throw1", part), (camera.corners(camera.THROW[1], part),)


def _two_dice() -> tuple[Picture, tuple[Corners, ...]]:
    part = (180, 20, 940, 448)
    dice = tuple(camera.corners(die, part) for die in camera.WHITE_DICE)
    return camera.picture("game1-round1-ann", part), dice


SCENES: Final[dict[str, Show]] = {
    "calibrate-empty": _empty,
    "calibrate-list": _list,
    "calibrate-page": _page(),
    "calibrate-plain": _plain,
    "calibrate-more": _page("more"),
    "calibrate-rename": _more("rename"),
    "calibrate-delete": _more("delete"),
    "calibrate-import": _import,
    "calibrate-faces": _faces(),
    "calibrate-faces-none": _faces(known=False),
    "calibrate-showing": _showing("military", *_one_die(), settle=2, explore=1),
    "calibrate-showing-robot": _showing("robot_b", *_two_dice()),
    "calibrate-showing-none": _showing("d6", camera.picture("table")),
    "calibrate-places": _places(drawn=True),
    "calibrate-places-none": _places(drawn=False),
    "calibrate-look": _wizard(replace(_BAD, picture=camera.unfinished_mat())),
    "calibrate-camera": _wizard(led.without_camera()),
    "calibrate-prove": _wizard(_proving()),
    "calibrate-correct": _wizard(_proving(), "correct"),
    "calibrate-keep": _wizard(_keeping()),
    "calibrate-name": _wizard(_keeping(), "name_new"),
}
