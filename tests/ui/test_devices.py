"""The pages of the parts and buttons: presses, lamps, what is wrong."""

from collections.abc import Callable

import pytest

from companion.session.errors import CameraLostError
from companion.session.service_ports import Condition, DeviceLine, DeviceService
from kivy_ui.pages.page import Cards
from kivy_ui.settings import Services
from tests.ui.at_source import AtWindow

PARTS = tuple(
    DeviceLine(name, condition)
    for name, condition in {
        "versions": Condition.OK,
        "storage": Condition.OK,
        "models": Condition.OK,
        "inference": Condition.FAILED,
        "words": Condition.OK,
        "screen": Condition.OK,
        "pins": Condition.ABSENT,
        "serial": Condition.WARNING,
    }.items()
)
LOST = DeviceLine("camera", Condition.WARNING, CameraLostError(name="imx708"))


class Machine(DeviceService):
    """Stands for the table behind the page."""

    def __init__(self, *lines: DeviceLine) -> None:
        self._lines = lines
        self.press: Callable[[int], None] | None = None
        self.lights: dict[int, bool] = {}
        self.looks = 0

    def lines(self) -> tuple[DeviceLine, ...]:
        return self._lines

    def check_again(self) -> None:
        self.looks += 1

    def begin_test(self, on_press: Callable[[int], None]) -> None:
        self.press = on_press

    def set_light(self, seat: int, *, on: bool) -> None:
        self.lights[seat] = on

    def end_test(self) -> None:
        self.press = None


def test_each_press_is_counted_and_lights_its_lamp() -> None:
    """Once on, once off; a seat that does not exist is ignored; a touch switches a lamp."""
    machine = Machine()
    at = AtWindow("buttons", services=Services(devices=machine))
    assert machine.press is not None
    for seat in (2, 2, 5, 9):
        machine.press(seat)
    body = at.body(Cards)
    assert [(card.title, card.chosen) for card in body.cards] == [
        ("0 presses", False), ("2 presses", False), ("0 presses", False), ("0 presses", False),
        ("1 press", True),
    ]  # fmt: skip
    assert machine.lights == {2: False, 5: True}
    at.tap("1 press")
    assert machine.lights[5] is False


@pytest.mark.parametrize("screen", ["menu", "device", None])
def test_leaving_the_test_gives_the_buttons_back(screen: str | None) -> None:
    """However one leaves, presses count in the game again."""
    machine = Machine()
    at = AtWindow("buttons", services=Services(devices=machine))
    assert machine.press is not None
    at.visit(screen)
    assert machine.press is None


def test_what_is_wrong_comes_first_and_says_what_to_do() -> None:
    """All parts are checked when the page is opened, and again at will."""
    machine = Machine(*PARTS, LOST)
    at = AtWindow("parts", services=Services(devices=machine))
    body = at.body(Cards)
    assert [card.text for card in body.cards[:3]] == [
        ("does not work",), ("check this",), ("check this",)
    ]  # fmt: skip
    at.tap("Camera")
    assert at.said is not None
    assert "imx708" in at.said[0]
    assert "cable" in at.said[1]
    at.main()
    assert machine.looks == 2


@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        ((), "Checking everything ..."),
        ((*PARTS, LOST), "Touch what does not work"),
        (PARTS[:3], "Everything works"),
    ],
)
def test_the_question_is_how_the_parts_are(lines: tuple[DeviceLine, ...], asked: str) -> None:
    """One sees at once whether something is wrong."""
    at = AtWindow("parts", services=Services(devices=Machine(*lines)))
    assert at.page.question == asked
