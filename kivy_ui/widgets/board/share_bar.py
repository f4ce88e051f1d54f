"""A bar of probabilities: segments in the players' colours."""

from __future__ import annotations

from typing import Final

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp, sp
from kivy.properties import ObjectProperty

from kivy_ui import theme
from kivy_ui.common.numbers import percentages
from kivy_ui.widgets.drawn import Redrawn
from kivy_ui.widgets.letters import letters_texture, write

_BAR_DP: Final = theme.WIDE_GAP


class ShareBar(Redrawn):
    """Labels with percentages above the segments.

    Attributes:
        shares: from left to right.
    """

    shares = ObjectProperty(())

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.redraw_on("shares")

    def _draw(self, *_args: object) -> None:
        self._group.clear()
        if not self.shares or self.height < dp(_BAR_DP):
            return
        percents = percentages([share.part for share in self.shares])
        pairs = zip(self.shares, percents, strict=True)
        words = [f"{share.label} {percent} %" for share, percent in pairs if percent]
        size = float(sp(theme.TEXT_BODY))
        if sum(letters_texture(word, size).width for word in words) > self.width * 0.92:
            size = 0.0
        left = float(self.x)
        for share in self.shares:
            part = share.part * self.width
            self._group.add(Color(*theme.seat_colour(share.colour)))
            self._group.add(Rectangle(pos=(left, self.y), size=(max(0.0, part - 1), dp(_BAR_DP))))
            left += part
        self._write(words, size)

    def _write(self, words: list[str], size: float) -> None:
        """Write the first label at the left, the last at the right, the others between them."""
        y = self.y + (self.height + dp(_BAR_DP)) / 2
        for index, word in enumerate(words):
            at = index / max(1, len(words) - 1)
            place = (self.x + at * self.width, y)
            write(self._group, word, place, theme.TEXT, share=at, size_px=size)
