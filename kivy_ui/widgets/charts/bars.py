"""Stacked bar: segments proportional to their values, with the value inside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp

from kivy_ui import theme
from kivy_ui.widgets.drawn import Redrawn
from kivy_ui.widgets.letters import letters_texture, write


@dataclass(frozen=True, slots=True)
class BarPart:
    """A segment: its value, its colour, and optional text instead of the value."""

    value: int
    colour: theme.Rgba
    text: str = ""


class StackedBar(Redrawn):
    """A stacked bar; bars with the same *most* are comparable."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._parts: tuple[BarPart, ...] = ()
        self._most = 1

    def show(self, parts: Sequence[BarPart], most: int) -> None:
        """Show *parts*; *most* is the total that fills the whole width."""
        self._parts, self._most = tuple(parts), max(1, most)
        self._redraw()

    def _draw(self, *_args: object) -> None:
        group = self._group
        group.clear()
        left, gap = self.x, dp(theme.HAIR)
        for part in self._parts:
            width = self.width * max(0, part.value) / self._most
            group.add(Color(*part.colour))
            group.add(Rectangle(pos=(left, self.y), size=(max(0, width - gap), self.height)))
            text = part.text or str(part.value)
            if letters_texture(text).width <= width - gap:
                middle = (left + (width - gap) / 2, self.center_y)
                write(group, text, middle, theme.INK_ON_ACCENT, share=0.5)
            left += width
