"""The pages of the calibration without a window, over a calibration that a test leads."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from calibration.core.errors import COLOURS_CLOSE, DIE_MISSING, OVEREXPOSED
from companion.session.calibration_ports import DrawnPlace, FaceLine, ProofDie, Signal, WizardView
from companion.session.ports import Corners
from companion.session.table_port import Picture
from kivy_ui.calibration.faces import show_robot_dice
from kivy_ui.calibration.profiles import ENDING
from kivy_ui.calibration.strip_shape import StripShape
from kivy_ui.pages.photos import At
from kivy_ui.settings import Services
from tests.ui import calibrations as led
from tests.ui import camera_pictures as camera
from tests.ui.at_source import AtWindow

USED: Final = "Küche, Abend"


class AtCalibration(AtWindow):
    """A hand at the pages of the calibration.

    Attributes:
        machine: what the test leads, with three profiles and some learned faces.
    """

    def __init__(self, language: str = "en") -> None:
        self.machine = led.LedCalibration(lines=led.some_profiles())
        self.machine.teaching.lines = known_faces()
        self.machine.drawing.picture = camera.picture("game1-round3-ann")
        services = Services(
            calibration=lambda: self.machine, switched_profile=self.machine.switched_profile
        )
        super().__init__("calibrate", language=language, services=services)

    @property
    def text(self) -> str:
        """All that can be read on the page."""
        return " ".join(mark.text for scene in self.scenes() for mark in scene.words)

    @property
    def news(self) -> str:
        """What the window would say over the page now."""
        return " ".join(self.presenters.calibrate.take_news() or ())

    def back(self) -> None:
        """Touch the arrow, or close the question."""
        self.touch(self.page.back)

    def at(self, *points: tuple[float, float]) -> "AtCalibration":
        """Touch points of the picture."""
        for point in points:
            self.touch(At(self.photo.key, *point))
        return self

    def opened(self, name: str = USED) -> "AtCalibration":
        """At a profile's page."""
        self.tap(name)
        return self

    def looking(self, view: WizardView) -> "AtCalibration":
        """In the wizard, which has come as far as *view*."""
        self.tap("New calibration", "Calibration mat")
        self.machine.view = view
        return self


# --- what the camera sees ----------------------------------------------------------------------

BAD: Final = led.looking(
    dice=(Signal.RED, DIE_MISSING(dice="rare elements, alien technology, consumption")),
    exposure=(Signal.YELLOW, OVEREXPOSED()),
    colours=(Signal.YELLOW, COLOURS_CLOSE(first="home", second="alien technology")),
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
    corners, dictate = camera.fractions(camera.STRIP), camera.fractions(camera.DICTATE)
    return StripShape(corners, select=0.2, dictate=dictate).places("strip-1")


# --- scenes: everything that can be seen -------------------------------------------------------


def _seen(view: WizardView) -> WizardView:
    return replace(view, picture=camera.picture("calibration"))


def _showing(
    at: "AtCalibration", kind: str, picture: Picture, dice: tuple[Corners, ...] = (), **shown: int
) -> "AtCalibration":
    at.machine.teaching.begun = replace(led.showing(len(dice), **shown), picture=picture, dice=dice)
    return _opened("Faces", kind)(at)


def _taps(*names: str) -> "Callable[[AtCalibration], AtCalibration]":
    def reached(at: "AtCalibration") -> "AtCalibration":
        language = at.ui.language
        at.ui.choose_language("en")
        at.tap(*names)
        at.ui.choose_language(language)
        return at

    return reached


def _opened(*names: str, profile: str = USED) -> "Callable[[AtCalibration], AtCalibration]":
    return _taps(profile, *names)


def _empty(at: "AtCalibration") -> "AtCalibration":
    at.machine.lines = ()
    return at


def _plain(at: "AtCalibration") -> "AtCalibration":
    at.machine.plain = True
    return _opened(profile="Zimmer")(at)


def _files(at: "AtCalibration") -> "AtCalibration":
    for name in ("Kitchen, evening lamp", "Hall"):
        at.ui.settings.services.exchange.write(f"{name}{ENDING}", name.encode())
    return _taps("New calibration")(at)


def _places(*names: str) -> "Callable[[AtCalibration], AtCalibration]":
    def reached(at: "AtCalibration") -> "AtCalibration":
        at.machine.drawing.places = strip()
        return _opened("Places", *names)(at)

    return reached


def _look(view: WizardView, *names: str) -> "Callable[[AtCalibration], AtCalibration]":
    def reached(at: "AtCalibration") -> "AtCalibration":
        _taps("New calibration", "Calibration mat")(at)
        at.machine.view = view
        return _taps(*names)(at)

    return reached


def _robot(at: "AtCalibration") -> "AtCalibration":
    picture, dice = _two_dice()
    at.machine.teaching.begun = replace(led.showing(len(dice)), picture=picture, dice=dice)
    show_robot_dice(at.ui, "robot_b")
    return at


SCENES: "Final[dict[str, Callable[[AtCalibration], AtCalibration]]]" = {
    "list": _taps(),
    "empty": _empty,
    "new": _taps("New calibration"),
    "files": _files,
    "page": _opened(),
    "unused": _opened(profile="Light 1"),
    "plain": _plain,
    "rename": _opened("Rename"),
    "delete": _opened("Delete"),
    "faces": _opened("Faces"),
    "learned": _opened("Faces", "Learned faces"),
    "showing": lambda at: _showing(at, "Military", *_one_die(), settle=2, explore=1),
    "showing-robot": _robot,
    "showing-none": lambda at: _showing(at, "Ordinary die", camera.picture("table")),
    "places": _places(),
    "places-mat": _places("1", "Next point", "Next point"),
    "places-new": lambda at: _places("2")(at).at((0.2, 0.3)),
    "look": lambda at: _look(replace(BAD, picture=camera.unfinished_mat()))(at),
    "look-good": lambda at: _look(_seen(led.looking(steady=1)))(at),
    "camera": lambda at: _look(led.without_camera())(at),
    "prove": lambda at: _look(proving())(at),
    "prove-none": lambda at: _look(replace(led.proving(0), picture=camera.picture("table")))(at),
    "correct": lambda at: _look(proving(), "Name this die")(at),
    "keep": lambda at: _look(_seen(led.keeping()))(at),
}  # fmt: skip
