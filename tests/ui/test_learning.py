"""What is learned from a correction: asked once, always or never."""

import pytest

from companion.games.roll.model.dice import DieType, Face, Phase, Place, PlacedDie
from companion.preferences import Preferences
from companion.session.calibration_ports import NoProfileError
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.mats.learning import LearningPresenter
from kivy_ui.settings import Services, UiSettings
from tests.ui import calibrations as led
from tests.ui import fake_table as fake


class Table:
    """Presenters over a calibration that a test leads."""

    def __init__(self, *, learn: str = "ask") -> None:
        self.machine = led.LedCalibration(lines=led.some_profiles())
        self.teaching = self.machine.teaching
        self.chosen: dict[str, object] = {}
        services = Services(calibration=lambda: self.machine, remember=self.chosen.update)
        settings = UiSettings(preferences=Preferences(learn=learn), services=services)
        self.ui = RollContext(fake.FakeTable(fake.an_update(fake.revealing())), settings)
        self.learning = LearningPresenter(self.ui)

    def correct(self, mark: str = "4-strip-1.2") -> None:
        """Somebody puts a die right."""
        die = PlacedDie(DieType.HOME, Face.SHIP, Place(Phase.SHIP), mark=mark)
        self.learning.corrected((mark, die.type.value, die.face.value) if mark else None)


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
    with pytest.raises(NoProfileError):
        table.correct()
