"""A label whose font size adapts so that the text fits its box in every language."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from kivy.clock import Clock
from kivy.metrics import Metrics, dp, sp
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.label import Label

from kivy_ui import theme
from kivy_ui.widgets.kv_file import load_kv

_SHRINKS = (1.0, 0.92, 0.85, 0.78, 0.7)


def smallest_px() -> float:
    """Return the minimum font size in pixels."""
    return float(dp(theme.TEXT_LEAST))


def sizes_px(base_px: float) -> tuple[float, ...]:
    """Return the font sizes to try for a text of *base_px*, the largest first."""
    least = smallest_px()
    larger = max(1.0, Metrics.fontscale)  # enlarged text may shrink to the normal sizes
    wanted = [base_px * shrink for shrink in (*_SHRINKS, *(each / larger for each in _SHRINKS))]
    return (*sorted({size for size in wanted if size > least}, reverse=True), least)


class Text(Label):
    """Text with a reduced font size if it does not fit, and truncated only as a last resort.

    Attributes:
        base_size: the preferred font size in pixels.
        one_line: whether line breaks are forbidden.
        overflowing: whether the text is truncated.
        grows: whether ``needed_px`` and ``natural_px`` are computed.
        natural_px: width of the text in one line, if ``grows``.
        grows_at: font size for which that is computed; 0 is the smallest.
        needed_px: height of the text at the current width, if ``grows``.
    """

    base_size = NumericProperty(theme.TEXT_BODY)
    one_line = BooleanProperty(False)
    overflowing = BooleanProperty(False)
    grows = BooleanProperty(False)
    grows_at = NumericProperty(0)
    needed_px = NumericProperty(0)
    natural_px = NumericProperty(0)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._refit = Clock.create_trigger(self._fit, -1)
        for name in ("text", "size", "base_size", "grows_at", "one_line", "bold"):
            self.fbind(name, self._refit)
        self._refit()

    def _fit(self, *_args: object) -> None:
        width = self.width - self.padding[0] - self.padding[2]
        height = self.height - self.padding[1] - self.padding[3]
        if self.grows and self.width > 1:
            self._grow(width)
        if self.width <= 1 or self.height <= 1:
            return
        for size_px in sizes_px(self.base_size):
            self.font_size = size_px
            if self._fits(width, height):
                self.overflowing = False
                self.shorten = False
                break
        else:
            self.overflowing = True
            self.shorten = True
        # With a height given, Kivy omits last lines that would fit, in text with line breaks.
        free = not self.overflowing and self.valign == "middle"
        self.text_size = (self.width, None if free else self.height)

    def _lines_at(self, size_px: float, width: float) -> int | None:
        measure = self._measure(size_px)
        return lines_needed(self.text, width, lambda text: float(measure(text)[0]))

    def _grow(self, width: float) -> None:
        small = max(smallest_px(), min(self.base_size, sp(theme.TEXT_SMALL)))
        tries_px = (max(small, self.grows_at), small, smallest_px())
        fits = (each for each in tries_px if self._lines_at(each, width) is not None)
        size_px = next(fits, smallest_px())  # a word may be too wide in a larger size
        lines, measure = self._lines_at(size_px, width) or 1, self._measure(size_px)
        line_px = measure("Ág")[1] * self.line_height
        self.natural_px = max(measure(line)[0] for line in self.text.split("\n"))
        self.needed_px = ceil(lines * line_px) + 1 if self.text else 0
        self._measure(self.font_size)  # restore the size for the next rendering

    def _measure(self, size_px: float) -> Callable[[str], tuple[int, int]]:
        self._label.options["font_size"] = size_px
        self._label.options["bold"] = self.bold
        return self._label.get_extents  # type: ignore[no-any-return]  # Kivy has no types

    def _fits(self, width: float, height: float) -> bool:
        measure = self._measure(self.font_size)
        line_height = measure("Ág")[1] * self.line_height
        if line_height > height + 1:
            return False
        if self.one_line:
            return bool(measure(self.text)[0] <= width)
        lines = lines_needed(self.text, width, lambda text: float(measure(text)[0]))
        return lines is not None and lines * line_height <= height + 1


def lines_needed(text: str, width: float, measure: Callable[[str], float]) -> int | None:
    """Return the number of lines of *text* wrapped between words; None if a word is too wide."""
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


load_kv(__file__)
