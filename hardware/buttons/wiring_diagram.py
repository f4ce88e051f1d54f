"""Wiring diagram of the ready buttons (SVG), generated from the pin numbers.

``python -m hardware.buttons.wiring_diagram > hardware/docs/wiring.svg`` writes the one in
``docs/wiring.md``.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Final

from hardware.buttons.gpio_buttons import DEFAULT_BUTTON_PINS, DEFAULT_LIGHT_PINS

HEADER: Final[Mapping[int, int]] = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19,
    9: 21, 25: 22, 11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35,
    16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
"""BCM number -> pin of the 40-pin header, identical on every Raspberry Pi with 40 pins."""

GROUNDS: Final = (6, 9, 14, 20, 25, 30, 34, 39)

_PITCH, _TOP, _LEFT, _WIDTH = 22, 70, 460, 1000
_INK, _BUTTON, _LIGHT, _GROUND = "#222222", "#1f5fa8", "#b35900", "#555555"


def wiring_svg(button_pins: Sequence[int], light_pins: Sequence[int]) -> str:
    """Return the diagram: the header in the middle, buttons on its left, LEDs on its right.

    Args:
        button_pins: BCM numbers for seats 1, 2, ...
        light_pins: the same for their LEDs.
    """
    height = _TOP + 20 * _PITCH + 70
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}"'
            ' font-family="sans-serif" font-size="14">'
        ),
        f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>',
        _text(40, 34, "Button: between its pin and ground", _BUTTON, bold=True),
        _text(610, 34, "Light: pin, 330 ohm, LED, ground", _LIGHT, bold=True),
        *_header(),
        *(_button(seat, pin) for seat, pin in enumerate(button_pins, 1)),
        *(_light(seat, pin) for seat, pin in enumerate(light_pins, 1)),
        _text(40, height - 22, "All grounds are one: use any gray pin.", _GROUND),
        _text(610, height - 22, "The LED's long leg points to the resistor.", _GROUND),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _header() -> list[str]:
    """Both rows of the header in top view, pin 1 at the upper left."""
    parts = [
        (
            f'<rect x="{_LEFT - 14}" y="{_TOP - 16}" width="{_PITCH + 28}"'
            f' height="{20 * _PITCH + 10}" fill="#f0f0f0" stroke="{_INK}"/>'
        ),
        _text(_LEFT + _PITCH / 2, _TOP - 24, "40-pin header", _INK, anchor="middle"),
    ]
    for pin in range(1, 41):
        x, y = _place(pin)
        fill = "#bbbbbb" if pin in GROUNDS else "#ffffff"
        parts.append(f'<circle cx="{x}" cy="{y}" r="9" fill="{fill}" stroke="{_INK}"/>')
        parts.append(_text(x, y + 4, str(pin), _INK, anchor="middle", size=10))
    return parts


def _button(seat: int, bcm: int) -> str:
    """A push button on the left with its wire to the header."""
    y = _row(seat)
    wire = _wire(HEADER[bcm], 190, y, _BUTTON, seat)
    return "\n".join(
        (
            wire,
            f'<circle cx="150" cy="{y}" r="16" fill="#fff" stroke="{_BUTTON}" stroke-width="3"/>',
            (
                f'<path d="M166 {y} H190 M134 {y} H100 v14 m-9 0 h18 m-15 5 h12 m-9 5 h6"'
                f' fill="none" stroke="{_INK}" stroke-width="2"/>'
            ),
            _text(150, y + 5, str(seat), _BUTTON, anchor="middle", bold=True),
            _text(40, y - 6, f"Seat {seat}", _INK),
            _text(196, y - 8, f"GPIO{bcm}, pin {HEADER[bcm]}", _BUTTON, size=12),
        )
    )


def _light(seat: int, bcm: int) -> str:
    """An LED on the right with resistor, wire and ground."""
    y = _row(seat)
    wire = _wire(HEADER[bcm], 780, y, _LIGHT, seat)
    return "\n".join(
        (
            wire,
            (
                f'<rect x="780" y="{y - 7}" width="44" height="14" fill="#ffffff" stroke="{_LIGHT}"'
                ' stroke-width="2"/>'
            ),
            (
                f'<path d="M824 {y} H850 M850 {y - 11} l18 11 l-18 11 z M868 {y - 11} v22"'
                f' fill="#ffe9b3" stroke="{_LIGHT}" stroke-width="2"/>'
            ),
            (
                f'<path d="M868 {y} H900 v14 m-9 0 h18 m-15 5 h12 m-9 5 h6" fill="none"'
                f' stroke="{_INK}" stroke-width="2"/>'
            ),
            _text(920, y + 5, f"Seat {seat}", _INK),
            _text(772, y - 8, f"GPIO{bcm}, pin {HEADER[bcm]}", _LIGHT, size=12, anchor="end"),
        )
    )


def _wire(pin: int, x: int, y: float, ink: str, lane: int) -> str:
    """A wire in a separate lane: even pins leave to the right, odd pins to the left."""
    pin_x, pin_y = _place(pin)
    outward = 9 if pin % 2 == 0 else -9
    goes_right = x > _LEFT
    bend = (_LEFT + 70 + 18 * lane) if goes_right else (_LEFT - 50 - 18 * lane)
    if goes_right == (pin % 2 == 0):
        path = f"M{pin_x + outward} {pin_y} H{bend} V{y} H{x}"
    else:  # between two pin rows to the other side
        gap = pin_y + _PITCH / 2
        path = f"M{pin_x + outward} {pin_y} h{outward} V{gap} H{bend} V{y} H{x}"
    return f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="2"/>'


def _place(pin: int) -> tuple[float, float]:
    return _LEFT + _PITCH * ((pin - 1) % 2), _TOP + _PITCH * ((pin - 1) // 2)


def _row(seat: int) -> float:
    return _TOP + 30 + 90 * (seat - 1)


def _text(
    x: float, y: float, text: str, ink: str, *, size: int = 14, anchor: str = "start",
    bold: bool = False,
) -> str:  # fmt: skip
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x}" y="{y}" fill="{ink}" font-size="{size}" text-anchor="{anchor}"{weight}>'
        f"{text}</text>"
    )


if __name__ == "__main__":
    sys.stdout.write(wiring_svg(DEFAULT_BUTTON_PINS, DEFAULT_LIGHT_PINS))
