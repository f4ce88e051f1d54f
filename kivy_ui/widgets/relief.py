"""Light from above on what can be tapped: it stands out of its ground without a shadow."""

from __future__ import annotations

from functools import cache
from typing import Final

from kivy.graphics.texture import Texture

_STEPS: Final = 16
_LOWEST: Final = 0.8
"""Light at the lower edge, as a share of the upper one's."""


@cache
def relief() -> Texture:
    """Return a column of greys, the top first, that dims a filled shape towards its foot."""
    texture = Texture.create(size=(1, _STEPS), colorfmt="rgb", mipmap=False)
    levels = (round(255 * (1 - (1 - _LOWEST) * row / (_STEPS - 1))) for row in range(_STEPS))
    texture.blit_buffer(bytes(level for level in levels for _ in "rgb"), colorfmt="rgb")
    texture.mag_filter = texture.min_filter = "linear"
    return texture
