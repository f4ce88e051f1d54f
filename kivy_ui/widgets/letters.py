"""Text drawn directly on a canvas, never smaller than the theme's smallest text."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Rectangle
from kivy.graphics.instructions import InstructionGroup
from kivy.graphics.texture import Texture

from kivy_ui.theme import Rgba
from kivy_ui.widgets.text import smallest_px

LETTER_SHARE: Final = 0.58
"""Width of an average letter as a share of the font size."""


def letters_texture(letters: str, size_px: float = 0.0) -> Texture:
    """Return *letters* as a white texture; in the smallest text size by default."""
    return _texture(letters or " ", max(size_px, smallest_px()))


def write(
    group: InstructionGroup,
    letters: str,
    place: tuple[float, float],
    colour: Rgba,
    *,
    share: float = 0.0,
    size_px: float = 0.0,
) -> None:
    """Add *letters* to *group*, vertically centred on *place*.

    Args:
        share: share of the text's width that is left of *place*; 0.5 centres it.
        size_px: font size; raised to the smallest text size if below.
    """
    texture = letters_texture(letters, size_px)
    left, low = place[0] - texture.width * share, place[1] - texture.height / 2
    group.add(Color(*colour))
    group.add(Rectangle(texture=texture, pos=(round(left), round(low)), size=texture.size))


@lru_cache(maxsize=128)
def _texture(letters: str, size_px: float) -> Texture:
    label = CoreLabel(text=letters, font_size=size_px, bold=True)
    label.refresh()
    return label.texture
