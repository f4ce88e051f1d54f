"""The drawing of the wiring says what the code does."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

from gpiozero.pins.mock import MockFactory

from hardware.buttons.gpio_buttons import DEFAULT_BUTTON_PINS, DEFAULT_LIGHT_PINS
from hardware.buttons.wiring_diagram import GROUNDS, HEADER, wiring_svg

DOCS = Path(__file__).parents[2] / "hardware" / "docs"


def test_the_drawing_of_the_page_is_up_to_date() -> None:
    """Made anew by ``python -m hardware.buttons.wiring_diagram``."""
    drawn = wiring_svg(DEFAULT_BUTTON_PINS, DEFAULT_LIGHT_PINS)
    assert (DOCS / "wiring.svg").read_text(encoding="utf-8") == drawn


def test_every_wire_is_named_with_both_numbers() -> None:
    """Ten wires; the drawing is well-formed."""
    svg = wiring_svg(DEFAULT_BUTTON_PINS, DEFAULT_LIGHT_PINS)
    ET.fromstring(svg)
    wires = re.findall(r"GPIO(\d+), pin (\d+)", svg)
    pins = (*DEFAULT_BUTTON_PINS, *DEFAULT_LIGHT_PINS)
    assert [(int(bcm), int(pin)) for bcm, pin in wires] == [(bcm, HEADER[bcm]) for bcm in pins]


def test_the_header_is_that_of_a_raspberry_pi() -> None:
    """Numbers and grounds as gpiozero knows them of a real board."""
    board = MockFactory().board_info
    (header,) = [head for head in board.headers.values() if head.rows * head.columns == 40]
    for bcm, pin in HEADER.items():
        assert header.pins[pin].name == f"GPIO{bcm}"
    assert tuple(n for n, pin in sorted(header.pins.items()) if pin.name == "GND") == GROUNDS


def test_the_page_has_the_default_pins() -> None:
    """What people copy into their settings is what the drawing shows."""
    page = (DOCS / "wiring.md").read_text(encoding="utf-8")
    assert f"pins = {list(DEFAULT_BUTTON_PINS)}" in page
    assert f"lights = {list(DEFAULT_LIGHT_PINS)}" in page
