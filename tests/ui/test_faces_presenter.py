"""Faces without a window: the list, showing a die, the question after a correction."""

from __future__ import annotations

from dataclasses import replace

from companion.games.roll.model.dice import DieType, Face, Phase, Place, PlacedDie
from companion.preferences import Preferences
from companion.session.calibration_ports import NoProfileError
from kivy_ui.calibration.faces import dice_to_show, show_robot_dice
from kivy_ui.calibration.presenter import CalibratePresenter
from kivy_ui.calibration.profiles import Mode
from kivy_ui.games.roll.context import RollContext
from kivy_ui.settings import Services, UiSettings
from kivy_ui.window.learning import LearningPresenter
from tests.programs import printed_by
from tests.ui import calibrations as led
from tests.ui import fake_table as fake


class Table:
    """Presenters over a calibration that a test leads."""

    def __init__(self, *, language: str = "en", learn: str = "ask") -> None:
        self.machine = led.LedCalibration(lines=led.some_profiles())
        self.teaching = self.machine.teaching
        self.teaching.lines = led.some_faces()
        self.chosen: dict[str, object] = {}
        services = Services(calibration=self.machine, remember=self.chosen.update)
        settings = UiSettings(
            language=language, preferences=Preferences(learn=learn), services=services
        )
        self.ui = RollContext(fake.FakeTable(fake.an_update(fake.revealing())), settings)
        self.screen = CalibratePresenter(self.ui)
        self.learning = LearningPresenter(self.ui)

    def correct(self, mark: str = "4-strip-1.2") -> None:
        """Somebody puts a die right."""
        die = PlacedDie(DieType.HOME, Face.SHIP, Place(Phase.SHIP), mark=mark)
        self.learning.corrected((mark, die.type.value, die.face.value) if mark else None)


def test_the_list_names_every_die_and_every_face() -> None:
    """Ten dice can be shown; what is known says how it was learnt, in the chosen language."""
    table = Table()
    table.screen.profiles.open("Zimmer")
    table.screen.show_faces()
    assert table.screen.mode is Mode.FACES
    model = table.screen.faces.model()
    assert model is not None
    assert [kind.key for kind in model.kinds] == list(dice_to_show())
    assert {kind.key: (kind.known, kind.sides) for kind in model.kinds}["military"] == (1, 4)
    assert [row.title for row in model.rows] == [
        "Military: Settle", "Rare Elements: Produce", "First robot die: Match", "Ordinary die: 5",
    ]  # fmt: skip
    assert model.rows[0].note == "3 images, 1 corrected"
    assert model.rows[3].note == "1 image"


def test_a_face_is_removed_and_undo_brings_it_back() -> None:
    """The frame's undo, until something else is opened."""
    table = Table()
    screen = table.screen
    screen.faces.open("Zimmer")
    assert not screen.frame().can_undo
    screen.faces.forget("d6", "5")
    assert screen.frame().can_undo
    screen.undo()
    assert table.teaching.asked == [("forget", "Zimmer", "d6", "5"), ("remember", "Zimmer")]
    assert not screen.frame().can_undo
    table.teaching.refusal = NoProfileError(name="Zimmer")
    screen.faces.forget("d6", "5")
    assert screen.error is table.teaching.refusal
    assert screen.faces.model() is None, "the profile is gone: back to its page"


def test_showing_a_die_counts_looks_and_keeps_them() -> None:
    """Progress, undo of the last look, Keep only with something to keep."""
    table = Table()
    screen = table.screen
    screen.faces.open("Küche, Abend")
    screen.faces.begin("military")
    assert screen.mode is Mode.SHOWING
    frame = screen.frame()
    assert (frame.title, frame.primary_enabled, frame.can_undo) == ("Military", False, False)
    assert frame.status == "Faces shown: 0 of 4"
    table.teaching.view = replace(led.showing(settle=2, wild=1))
    model = screen.faces.showing_model()
    assert model is not None
    assert {button.key: button.looks for button in model.buttons} == {
        "explore": 0, "develop": 0, "settle": 2, "wild": 1,
    }  # fmt: skip
    screen.faces.name("settle")
    screen.undo()
    screen.primary()
    assert table.teaching.asked == [
        ("begin", "Küche, Abend", "military", 4), ("name", "settle"), ("back",), ("keep",),
    ]  # fmt: skip
    assert screen.frame().primary_text == "Done", "the list of faces"


def test_what_to_do_follows_what_is_in_view() -> None:
    """No die, one, several, nobody may look; a refused look is said and showing goes on."""
    table = Table()
    faces = table.screen.faces
    faces.open("Zimmer")
    faces.begin("d6")

    def advice() -> str:
        model = faces.showing_model()
        assert model is not None
        return model.advice

    table.teaching.view = led.showing(0)
    assert advice().startswith("Put the die")
    table.teaching.view = led.showing(1)
    assert advice().startswith("Tap the top face")
    table.teaching.view = led.showing(3)
    assert advice().startswith("Tap the top face of the die in the blue frame")
    table.teaching.view = replace(led.showing(0), hidden=True)
    assert "behind their screens" in advice()
    table.teaching.view = replace(led.showing(0), fault=NoProfileError(name="x"))
    assert "There is no profile x." in advice()
    table.teaching.refusal = NoProfileError(name="x")
    faces.name("1")
    assert table.screen.error is table.teaching.refusal
    assert table.screen.mode is Mode.SHOWING


def test_the_robots_dice_are_shown_from_a_game() -> None:
    """In the profile in use; a table without one gets a plain one."""
    table = Table()
    show_robot_dice(table.ui)
    assert table.ui.visiting == "calibrate"
    assert table.screen.mode is Mode.SHOWING
    assert table.teaching.asked == [("begin", "Küche, Abend", "robot_a", 8)]
    table.screen.primary()
    assert table.screen.faces.profile == "Küche, Abend"
    table.machine.lines = ()
    show_robot_dice(table.ui, "robot_b")
    assert table.machine.asked[-1] == ("plain", "Table")
    assert table.teaching.asked[-1] == ("begin", "Table", "robot_b", 8)


def test_a_correction_is_asked_about_once() -> None:
    """Yes learns this one, No does not; nothing is asked where no picture is at hand."""
    table = Table()
    table.correct()
    assert table.learning.question
    table.learning.answer("yes")
    assert not table.learning.question
    table.correct()
    table.learning.answer("no")
    assert table.teaching.asked == [("learn", "4-strip-1.2", "home", "ship")]
    assert table.chosen == {}
    table.correct(mark="")
    assert not table.learning.question
    table.teaching.teaches = False
    table.correct()
    assert not table.learning.question
    table.learning.answer("yes")
    assert len(table.teaching.asked) == 1


def test_always_and_never_are_remembered() -> None:
    """In the settings, where they can be changed back."""
    table = Table()
    table.correct()
    table.learning.answer("always")
    table.correct()
    assert not table.learning.question
    assert len(table.teaching.asked) == 2
    assert table.chosen == {"learn": "always"}
    never = Table()
    never.correct()
    never.learning.answer("never")
    never.correct()
    assert not never.learning.question
    assert never.teaching.asked == []
    assert never.chosen == {"learn": "never"}


def test_a_lesson_that_cannot_be_kept_is_said() -> None:
    """The disk is full."""
    table = Table(learn="always")
    table.teaching.refusal = NoProfileError(name="x")
    table.correct()
    assert table.learning.error is table.teaching.refusal


def test_the_calibration_brings_no_other_game_along() -> None:
    """The calibration's screen is built at the start; the robot's game only when it is wanted."""
    probe = (
        "import sys, kivy_ui.calibration.presenter; print('companion.games.storm' in sys.modules)"
    )
    assert printed_by(probe).strip() == "False"
