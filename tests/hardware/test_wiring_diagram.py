"""The drawing of the wiring says what the code does."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

from gpiozero.pins.mock import MockFactory

from hardware.buttons.gpio_buttons import DEFAULT_BUTTON_PINS, DEFAULT_LIGHT_PINS

DOCS = Path(__file__).parents[2] / "hardware" / "docs"


def test_every_wire_is_drawn_with_the_numbers_of_a_raspberry_pi() -> None:
    """The default pins in the order of the seats, and their places as gpiozero knows them."""
    drawing = (DOCS / "wiring.svg").read_text(encoding="utf-8")
    ET.fromstring(drawing)
    wires = [(int(bcm), int(pin)) for bcm, pin in re.findall(r"GPIO(\d+), pin (\d+)", drawing)]
    board = MockFactory().board_info
    (header,) = [head for head in board.headers.values() if head.rows * head.columns == 40]
    assert tuple(bcm for bcm, _ in wires) == (*DEFAULT_BUTTON_PINS, *DEFAULT_LIGHT_PINS)
    assert all(header.pins[pin].name == f"GPIO{bcm}" for bcm, pin in wires)


def test_the_page_has_the_default_pins() -> None:
    """What people copy into their settings is what the drawing shows."""
    page = (DOCS / "wiring.md").read_text(encoding="utf-8")
    assert f"pins = {list(DEFAULT_BUTTON_PINS)}" in page
    assert f"lights = {list(DEFAULT_LIGHT_PINS)}" in page
