"""A label that keeps its text inside its box, in every language."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock
from kivy.metrics import Metrics
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.label import Label

from kivy_ui.widgets.rules import load_rules

_SCALES = (1.0, 0.92, 0.85, 0.78, 0.7)


def _scales() -> tuple[float, ...]:
    """Larger letters use the room that there is; what has none stays as small as it always was."""
    larger = max(1.0, Metrics.fontscale)
    return (*_SCALES, *(scale / larger for scale in _SCALES if scale / larger < _SCALES[-1]))


class Text(Label):
    """Text that is set a little smaller where it does not fit, and cut off only as a last resort.

    Attributes:
        base_size: the wanted size of the letters in pixels.
        one_line: whether the text may not be broken into lines.
        overflowing: whether the text had to be cut off.
    """

    base_size = NumericProperty(20)
    one_line = BooleanProperty(False)
    overflowing = BooleanProperty(False)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._refit = Clock.create_trigger(self._fit, -1)
        for name in ("text", "size", "base_size", "one_line", "bold"):
            self.fbind(name, self._refit)
        self._refit()

    def _fit(self, *_args: object) -> None:
        if self.width <= 1 or self.height <= 1:
            return
        width = self.width - self.padding[0] - self.padding[2]
        height = self.height - self.padding[1] - self.padding[3]
        for scale in _scales():
            self.font_size = self.base_size * scale
            if self._fits(width, height):
                self.overflowing = False
                self.shorten = False
                break
        else:
            self.overflowing = True
            self.shorten = True
        self.text_size = self.size

    def _fits(self, width: float, height: float) -> bool:
        self._label.options["font_size"] = self.font_size
        self._label.options["bold"] = self.bold
        measure = self._label.get_extents
        line_height = measure("Ág")[1] * self.line_height
        if line_height > height + 1:
            return False
        if self.one_line:
            return bool(measure(self.text)[0] <= width)
        lines = lines_needed(self.text, width, lambda text: float(measure(text)[0]))
        return lines is not None and lines * line_height <= height + 1


def lines_needed(text: str, width: float, measure: Callable[[str], float]) -> int | None:
    """Return into how many lines *text* breaks between words; None where a word is too wide."""
    lines = 0
    for paragraph in text.split("\n"):
        line = ""
        lines += 1
        for word in paragraph.split(" "):
            if measure(word) > width:
                return None
            longer = f"{line} {word}" if line else word
            if measure(longer) <= width:
                line = longer
            else:
                line = word
                lines += 1
    return lines


load_rules(__file__)
