"""What is cut off or too small to read or to touch on a screen of widgets."""

from __future__ import annotations

import gettext
from typing import Any

import pytest

from companion.i18n import Translator
from kivy_ui import theme
from kivy_ui.environment import density_for
from tests.ui.hand import Hand

SIZES = ((800, 480), (1280, 800), (480, 800), (720, 1280), (800, 1280))
TIGHT = SIZES[0], SIZES[2]


in_all_sizes = pytest.mark.parametrize(
    "size_px",
    [size if size in TIGHT else pytest.param(size, marks=pytest.mark.slow) for size in SIZES],
    ids=lambda size_px: "x".join(map(str, size_px)),
)
"""What fits the smallest screens fits larger ones; the slow suite looks at these, too."""


def _lengthen(hand: Hand) -> None:
    ui = hand.app.root.presenters.ui
    ui.translate = _Longer(ui.translate)
    hand.app.tr = ui.translate
    hand.app.root.refresh()
    hand.wait()


def _text_faults(hand: Hand) -> list[str]:
    from kivy.metrics import dp
    from kivy.uix.label import Label

    from kivy_ui.widgets.text import Text

    least_px = dp(theme.TEXT_LEAST) - 0.5
    faults = [
        f"letters of {label.font_size:.1f} px: {label.text!r}"
        for label in hand.widgets(Label)
        if label.text and label.width > 1 and label.font_size < least_px
    ]
    for text in hand.widgets(Text):
        if not text.text or text.width <= 1 or text.height <= 1:
            continue
        if text.overflowing:
            faults.append(f"cut off: {text.text!r} in {text.width:.0f} x {text.height:.0f}")
        width, height = text.texture_size
        if width > text.width + 1 or height > text.height + 1:
            faults.append(f"larger than its box: {text.text!r}")
    return faults


def _touch_faults(hand: Hand, size_px: tuple[int, int]) -> list[str]:
    from kivy_ui.widgets.controls import Key, TapArea

    touch_px, key_px = (each * density_for(size_px) - 0.5 for each in (theme.TOUCH, theme.KEY))
    faults = []
    for button in hand.widgets(TapArea):
        left, low = button.to_window(button.x, button.y)
        if button.disabled or not _inside(left, low, button, size_px):
            continue
        least_px = key_px if isinstance(button, Key) else touch_px
        if button.width < least_px or button.height < touch_px:
            name = getattr(button, "text", "") or getattr(button, "icon", "") or type(button)
            faults.append(f"too small: {name} {button.width:.0f} x {button.height:.0f}")
    return faults


def _inside(left: float, low: float, button: Any, size_px: tuple[int, int]) -> bool:
    """Whether a button is in the window at all: parked parts lie outside."""
    return bool(-button.width < left < size_px[0] and -button.height < low < size_px[1])


class _Longer(Translator):
    """Sentences half as long again, as in a language that nobody has met yet."""

    def __init__(self, translate: Translator) -> None:
        super().__init__("en", gettext.NullTranslations())
        self._known = translate

    def __call__(self, text: str, /, **params: object) -> str:
        """Return the sentence with half of it once more."""
        said = self._known(text, **params)
        return f"{said} {said[: len(said) // 2]}".strip() if said else said
