"""The pages of the calibration without a window, over a calibration that a test leads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from calibration.core.errors import ColoursCloseError, DieMissingError, OverexposedError
from companion.session.calibration_ports import DrawnPlace, FaceLine, ProofDie, Signal, WizardView
from companion.session.ports import Corners
from companion.session.table_port import Picture
from kivy_ui.calibration import faces, places, profiles, wizard
from kivy_ui.calibration.faces import show_robot_dice
from kivy_ui.calibration.pages import CalibrationPages
from kivy_ui.calibration.strip_shape import StripShape
from kivy_ui.games.roll.context import RollContext
from kivy_ui.pages.marks import Scene, Target
from kivy_ui.pages.page import Frame, Page
from kivy_ui.pages.photos import At
from kivy_ui.pages.templates import compose
from kivy_ui.settings import Services, UiSettings
from tests.ui import calibrations as led
from tests.ui import camera_pictures as camera
from tests.ui import fake_table as fake

USED: Final = "Küche, Abend"


class AtCalibration:
    """A hand at the pages of the calibration.

    Attributes:
        machine: what the test leads, with three profiles and some learned faces.
        said: why the last touch was not possible, and a hint.
    """

    def __init__(self, language: str = "en", size_px: tuple[int, int] = (800, 480)) -> None:
        self.machine = led.LedCalibration(lines=led.some_profiles())
        self.machine.teaching.lines = known_faces()
        self.machine.drawing.picture = camera.picture("game1-round3-ann")
        settings = UiSettings(language=language, services=Services(calibration=self.machine))
        self.ui = RollContext(fake.FakeTable(fake.an_update(None)), settings)
        self.source = CalibrationPages(self.ui)
        self.size_px = size_px
        self.said: tuple[str, str] | None = None
        self.source.enter()

    @property
    def page(self) -> Page:
        """The page that is shown now."""
        return self.source.page()

    def parts(self) -> Iterator[Scene]:
        """The parts of the page as they are laid out."""
        from kivy_ui.pages.textures import text_width

        for part in range(30):
            scene = compose(replace(self.page, part=part), self.size_px, text_width)
            yield scene
            if Frame.LATER not in [target.key for target in scene.targets]:
                return

    @property
    def targets(self) -> list[Target]:
        """What can be touched on any part of the page."""
        return [target for scene in self.parts() for target in scene.targets]

    @property
    def text(self) -> str:
        """All that can be read on the page."""
        return " ".join(mark.text for scene in self.parts() for mark in scene.words)

    @property
    def news(self) -> str:
        """What the window would say over the page now."""
        self.source.tick()
        return " ".join(self.source.take_news() or ())

    def touch(self, *keys: object) -> None:
        """Touch places of the page, one after the other."""
        for key in keys:
            touched = key.key if isinstance(key, At) else key
            offered = [target.key for target in self.targets]
            assert touched in offered, (touched, offered)
            if key is Frame.UNDO:
                self.source.undo()
            else:
                self.said = self.source.touch(key)

    def main(self) -> None:
        """Touch the main button."""
        assert self.page.main is not None
        self.touch(self.page.main.key)

    def opened(self, name: str = USED) -> AtCalibration:
        """At a profile's page."""
        self.touch(profiles.Opened(name))
        return self

    def looking(self, view: WizardView) -> AtCalibration:
        """In the wizard, which has come as far as *view*."""
        self.touch(profiles.Do.NEW, profiles.Do.WITH_MAT)
        self.machine.view = view
        return self


# --- what the camera sees ----------------------------------------------------------------------

BAD: Final = led.looking(
    dice=(Signal.RED, DieMissingError(dice="rare elements, alien technology, consumption")),
    exposure=(Signal.YELLOW, OverexposedError()),
    colours=(Signal.YELLOW, ColoursCloseError(first="home", second="alien technology")),
)


def proving() -> WizardView:
    """A test roll of seven dice, one of them in doubt."""
    throw = tuple(
        ProofDie(die[0], die[1], die[0] == "military", camera.corners(die, camera.THROW_PART))
        for die in camera.THROW
    )
    picture = camera.picture("calibration-throw1", camera.THROW_PART)
    return replace(led.proving(), throw=throw, picture=picture)


def known_faces() -> tuple[FaceLine, ...]:
    """What a profile knows: shown, corrected, of an ordinary die and of the robot's."""
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


def _one_die() -> tuple[Picture, tuple[Corners, ...]]:
    part = (290.0, 412.0, 570.0, 570.0)
    return camera.picture("calibration-throw1", part), (camera.corners(camera.THROW[1], part),)


def _two_dice() -> tuple[Picture, tuple[Corners, ...]]:
    part = (180.0, 20.0, 940.0, 448.0)
    dice = tuple(camera.corners(die, part) for die in camera.WHITE_DICE)
    return camera.picture("game1-round1-ann", part), dice


def strip() -> tuple[DrawnPlace, ...]:
    """The places of the strip in the picture, as they are stored."""
    first, second, third, fourth = camera.fractions(camera.STRIP)
    a, b, c, d = camera.fractions(camera.DICTATE)
    shape = StripShape((first, second, third, fourth), select=0.2, dictate=(a, b, c, d))
    return shape.places("strip-1")


# --- scenes: everything that can be seen -------------------------------------------------------


def _seen(view: WizardView) -> WizardView:
    return replace(view, picture=camera.picture("calibration"))


def _showing(
    at: AtCalibration, kind: str, picture: Picture, dice: tuple[Corners, ...] = (), **shown: int
) -> AtCalibration:
    at.opened().touch(profiles.Do.FACES)
    at.machine.teaching.begun = replace(led.showing(len(dice), **shown), picture=picture, dice=dice)
    at.touch(faces.Kind(kind))
    return at


def _after(*keys: object) -> Callable[[AtCalibration], AtCalibration]:
    def reached(at: AtCalibration) -> AtCalibration:
        at.touch(*keys)
        return at

    return reached


def _empty(at: AtCalibration) -> AtCalibration:
    at.machine.lines = ()
    return at


def _plain(at: AtCalibration) -> AtCalibration:
    at.machine.plain = True
    return at.opened("Zimmer")


def _files(at: AtCalibration) -> AtCalibration:
    for name in ("Kitchen, evening lamp", "Hall"):
        at.ui.settings.services.exchange.write(f"{name}{profiles.ENDING}", name.encode())
    at.touch(profiles.Do.NEW)
    return at


def _places(*keys: object) -> Callable[[AtCalibration], AtCalibration]:
    def reached(at: AtCalibration) -> AtCalibration:
        at.machine.drawing.places = strip()
        at.opened().touch(profiles.Do.PLACES, *keys)
        return at

    return reached


def _robot(at: AtCalibration) -> AtCalibration:
    picture, dice = _two_dice()
    at.machine.teaching.begun = replace(led.showing(len(dice)), picture=picture, dice=dice)
    show_robot_dice(at.ui, "robot_b")
    return at


_OPENED: Final = profiles.Opened(USED)

SCENES: Final[dict[str, Callable[[AtCalibration], AtCalibration]]] = {
    "list": lambda at: at,
    "empty": _empty,
    "new": _after(profiles.Do.NEW),
    "files": _files,
    "page": _after(_OPENED),
    "unused": _after(profiles.Opened("Light 1")),
    "plain": _plain,
    "rename": _after(_OPENED, profiles.Do.RENAME),
    "delete": _after(_OPENED, profiles.Do.DELETE),
    "faces": _after(_OPENED, profiles.Do.FACES),
    "learned": _after(_OPENED, profiles.Do.FACES, faces.Do.KNOWN),
    "showing": lambda at: _showing(at, "military", *_one_die(), settle=2, explore=1),
    "showing-robot": _robot,
    "showing-none": lambda at: _showing(at, "d6", camera.picture("table")),
    "places": _places(),
    "places-mat": _places(places.Mat("strip-1"), places.Do.NEXT, places.Do.NEXT),
    "places-new": _places(places.Mat("strip-2"), At(places.Do.PICTURE, 0.2, 0.3)),
    "look": lambda at: at.looking(replace(BAD, picture=camera.unfinished_mat())),
    "look-good": lambda at: at.looking(_seen(led.looking(steady=1))),
    "camera": lambda at: at.looking(led.without_camera()),
    "prove": lambda at: at.looking(proving()),
    "prove-none": lambda at: at.looking(replace(led.proving(0), picture=camera.picture("table"))),
    "correct": lambda at: _after(wizard.Correct(1))(at.looking(proving())),
    "keep": lambda at: at.looking(_seen(led.keeping())),
}  # fmt: skip
