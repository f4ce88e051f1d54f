"""An enlarged crop of a picture: the die that is being corrected, as the camera saw it."""

from __future__ import annotations

from kivy.graphics import Color, Rectangle
from kivy.graphics.instructions import InstructionGroup
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty

from companion.session.table_port import Picture
from kivy_ui import theme
from kivy_ui.common.outlines import CropModel
from kivy_ui.widgets.drawn import Drawn


class Crop(Drawn):
    """A square crop of a picture.

    Attributes:
        shown: whether there is a crop to show.
    """

    shown = BooleanProperty(False)

    def __init__(self, **kwargs: object) -> None:
        self._texture: Texture | None = None
        self._model: CropModel | None = None
        super().__init__(**kwargs)

    def show(self, model: CropModel | None) -> None:
        """Show a crop, or nothing."""
        if model == self._model:
            return
        self._model = model
        self.shown = model is not None
        self._texture = _cut(model.picture, model.part) if model is not None else None
        self._redraw()

    def draw(self, group: InstructionGroup, x: float, y: float, edge_px: float) -> None:
        """Draw the crop."""
        if self._texture is not None:
            group.add(Color(*theme.UNTINTED))
            group.add(Rectangle(texture=self._texture, pos=(x, y), size=(edge_px, edge_px)))


def _cut(picture: Picture, part: tuple[int, int, int, int]) -> Texture:
    left, top, width, height = part
    row = picture.width * 3
    start = left * 3
    lines = (picture.rgb[y * row + start : y * row + start + width * 3]
             for y in range(top, top + height))  # fmt: skip
    texture = Texture.create(size=(width, height), colorfmt="rgb")
    texture.flip_vertical()
    texture.blit_buffer(b"".join(lines), colorfmt="rgb", bufferfmt="ubyte")
    return texture
