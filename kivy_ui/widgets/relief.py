"""Highlight gradient of tappable widgets: makes them look raised without a drop shadow."""

from __future__ import annotations

from functools import cache
from typing import Final

from kivy.graphics.texture import Texture

_STEPS: Final = 16
_LOWEST: Final = 0.8
"""Brightness at the lower edge, as a share of the upper edge's."""


@cache
def relief() -> Texture:
    """Return a one-pixel-wide grey gradient texture that darkens a shape towards its lower edge."""
    texture = Texture.create(size=(1, _STEPS), colorfmt="rgb", mipmap=False)
    levels = (round(255 * (1 - (1 - _LOWEST) * row / (_STEPS - 1))) for row in range(_STEPS))
    texture.blit_buffer(bytes(level for level in levels for _ in "rgb"), colorfmt="rgb")
    texture.mag_filter = texture.min_filter = "linear"
    return texture
