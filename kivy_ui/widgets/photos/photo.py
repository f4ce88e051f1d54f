"""The camera picture with every die outlined and labelled."""

from __future__ import annotations

from math import hypot
from typing import Final

from kivy.graphics import (
    Color,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Scale,
    SmoothLine,
    SmoothRoundedRectangle,
)
from kivy.graphics.instructions import InstructionGroup
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty

from companion.drawing.glyphs import FACES, glyph
from companion.session.table_port import Picture
from kivy_ui import theme
from kivy_ui.common.label_placement import Box, bounds, place_tags
from kivy_ui.common.outlines import Outline, PictureModel
from kivy_ui.widgets.drawn import Redrawn, dashes
from kivy_ui.widgets.icons import icon
from kivy_ui.widgets.letters import letters_texture
from kivy_ui.widgets.paint import paint
from kivy_ui.widgets.text import smallest_px

_FEW: Final = 8
"""Maximum number of dice with larger labels."""
_VERY_FEW: Final = 4
_TAG_DP: Final = theme.grid(2.5), theme.grid(3.25), theme.grid(4)
"""Height of a label: with many dice, with few, and in a large picture with very few."""
_LETTERS_SHARE = 0.7
"""Font size as a share of the label's height."""
_ROOM_DP = theme.HAIR  # between a die and its outline, so that the die stays visible
_REACH_DP = theme.grid(4)  # maximum distance of a tap from a die's centre


class PictureBox(Redrawn):
    """A picture, as large as its box allows; subclasses draw over it.

    Attributes:
        placeholder: whether a crossed-out camera is shown if there is no picture.
    """

    placeholder = BooleanProperty(False)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._picture: Picture | None = None
        self._texture: Texture | None = None

    def frame(self) -> tuple[float, float, float, float]:
        """Return left, lower edge, width and height of the picture inside this widget."""
        if self._texture is None:
            return self.x, self.y, self.width, self.height
        across, down = self._texture.size
        scale = min(self.width / across, self.height / down)
        width, height = across * scale, down * scale
        return self.center_x - width / 2, self.center_y - height / 2, width, height

    def load(self, picture: Picture | None) -> bool:
        """Load a picture into the texture; return whether a new size requires redrawing."""
        if picture is self._picture:
            return False
        self._picture = picture
        texture = self._texture
        if picture is None:
            self._texture = None
            return texture is not None
        size = (picture.width, picture.height)
        fresh = False
        if texture is None or tuple(texture.size) != size:
            fresh = True
            texture = Texture.create(size=size, colorfmt="rgb")
            texture.flip_vertical()
        texture.blit_buffer(picture.rgb, colorfmt="rgb", bufferfmt="ubyte")
        self._texture = texture
        self.canvas.ask_update()
        return fresh

    def show_picture(self, picture: Picture | None) -> None:
        """Show a picture without overlay."""
        if self.load(picture):
            self._redraw()

    def draw_over(self, group: InstructionGroup) -> None:
        """Draw the overlay; the base class draws nothing."""

    def _draw(self, *_args: object) -> None:
        group = self._group
        group.clear()
        if self._texture is None:
            if self.placeholder:
                self._draw_nothing(group)
            return
        left, low, width, height = self.frame()
        group.add(Color(*theme.UNTINTED))
        group.add(Rectangle(texture=self._texture, pos=(left, low), size=(width, height)))
        self.draw_over(group)

    def _draw_nothing(self, group: InstructionGroup) -> None:
        """Draw the placeholder for a missing picture."""
        group.add(Color(*theme.SURFACE))
        radius = [dp(theme.RADIUS)] * 4
        group.add(SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=radius))
        edge = min(self.width, self.height, dp(theme.grid(24))) / 2
        place = (self.center_x - edge / 2, self.center_y - edge / 2)
        paint(group, icon("camera_off"), place, edge, theme.FAINT)


class Photo(PictureBox):
    """The camera picture with outlines of the dice.

    Attributes:
        light: 0..1, strength of the highlight of doubtful dice.
        grown: scale factor of the outlines while dice appear.
        large: whether the labels are as large as possible.
    """

    __events__ = ("on_die",)

    light = NumericProperty(0)
    grown = NumericProperty(1)
    large = BooleanProperty(False)

    def __init__(self, **kwargs: object) -> None:
        self._shines: list[Color] = []
        self._scales: list[Scale] = []
        self._model = PictureModel(None, ())
        self._letters: dict[str, str] = {}
        self._letters_px = 0.0
        super().__init__(**kwargs)

    def on_light(self, *_change: object) -> None:
        """Update the highlight without redrawing."""
        for shine in self._shines:
            shine.a = theme.GLOW * self.light

    def on_grown(self, *_change: object) -> None:
        """Scale the outlines without redrawing."""
        for scale in self._scales:
            scale.x = scale.y = self.grown

    def on_die(self, index: int) -> None:
        """Event: the die with this correction index was tapped."""

    def show(self, model: PictureModel, letters: dict[str, str]) -> None:
        """Show a picture.

        Args:
            model: picture and outlines.
            letters: die key -> abbreviation on the labels.
        """
        same_marks = model.outlines == self._model.outlines and letters == self._letters
        self._model, self._letters = model, letters
        resized = self.load(model.picture)
        if resized or not same_marks:
            self._redraw()

    def on_touch_up(self, touch: object) -> bool:
        """Find the tapped die."""
        if not self.collide_point(*touch.pos) or touch.grab_current is not None:  # type: ignore[attr-defined]
            return bool(super().on_touch_up(touch))
        index = self._die_at(*touch.pos)  # type: ignore[attr-defined]
        if index is None:
            return bool(super().on_touch_up(touch))
        self.dispatch("on_die", index)
        return True

    # --- private -------------------------------------------------------------------------------

    def _corners(self, outline: Outline) -> tuple[tuple[float, float], ...]:
        left, low, width, height = self.frame()
        return tuple((left + x * width, low + (1.0 - y) * height) for x, y in outline.corners)

    def _die_at(self, x: float, y: float) -> int | None:
        nearest: tuple[float, int] | None = None
        for outline in self._model.outlines:
            if outline.index is None:
                continue
            left, low, right, high = bounds(self._corners(outline))
            distance = hypot(x - (left + right) / 2, y - (low + high) / 2)
            if nearest is None or distance < nearest[0]:
                nearest = distance, outline.index
        if nearest is None or nearest[0] > dp(_REACH_DP):
            return None
        return nearest[1]

    def draw_over(self, group: InstructionGroup) -> None:
        """Draw outlines and labels."""
        self._shines, self._scales = [], []
        left, low, width, height = self.frame()
        corners = [self._corners(outline) for outline in self._model.outlines]
        tag = self._tag_size()
        room = (left, low, left + width, low + height)
        boxes = place_tags([bounds(points) for points in corners], tag, room)
        for outline, points in zip(self._model.outlines, corners, strict=True):
            middle = tuple(sum(values) / len(points) for values in zip(*points, strict=True))
            self._scales.append(Scale(self.grown, self.grown, 1, origin=middle))
            group.add(PushMatrix())
            group.add(self._scales[-1])
            self._outline(outline, points)
            group.add(PopMatrix())
        for outline, points, box in zip(self._model.outlines, corners, boxes, strict=True):
            if outline.die or outline.face or outline.doubtful:
                self._tag(outline, _beside(bounds(points), box, self._tag_px(outline, tag[1])))

    def _tag_size(self) -> tuple[float, float]:
        """Return the common size of the labels: as wide as the longest, so that none overlap."""
        outlines = self._model.outlines
        size = 2 if self.large and len(outlines) <= _VERY_FEW else int(len(outlines) <= _FEW)
        height = float(dp(_TAG_DP[size]))
        self._letters_px = max(smallest_px(), height * _LETTERS_SHARE)
        return max((self._tag_px(each, height) for each in outlines), default=0.0), height

    def _tag_px(self, outline: Outline, height: float) -> float:
        has_icon = outline.face in FACES or (outline.doubtful and not outline.face)
        return float(self._words(outline).width + dp(theme.GAP) + (height if has_icon else 0))

    def _words(self, outline: Outline) -> Texture:
        letters = self._letters.get(outline.die, "")
        return letters_texture(letters + "!" * outline.doubtful, self._letters_px)

    def _outline(self, outline: Outline, die: tuple[tuple[float, float], ...]) -> None:
        corners = _around(die, dp(_ROOM_DP))
        flat = [value for point in corners for value in point]
        self._group.add(Color(*theme.SHADE))
        self._group.add(SmoothLine(points=flat, width=dp(theme.STROKE_OVER), close=True))
        if outline.doubtful:
            self._shines.append(Color(*theme.faded(theme.DOUBT, theme.GLOW * self.light)))
            self._group.add(self._shines[-1])
            self._group.add(SmoothLine(points=flat, width=dp(theme.STRIPE), close=True))
            self._group.add(Color(*theme.DOUBT))
            for points in dashes(corners, count=3):
                self._group.add(SmoothLine(points=points, width=dp(theme.OUTLINE), cap="none"))
            return
        self._group.add(Color(*(theme.ACCENT if outline.chosen else theme.TEXT)))
        width = dp(theme.HALF_GAP if outline.chosen else theme.OUTLINE)
        self._group.add(SmoothLine(points=flat, width=width, close=True))

    def _tag(self, outline: Outline, box: Box) -> None:
        group = self._group
        width, height = box[2] - box[0], box[3] - box[1]
        group.add(Color(*theme.faded(theme.GROUND, 0.86)))
        group.add(
            SmoothRoundedRectangle(pos=box[:2], size=(width, height), radius=[height * 0.3] * 4)
        )
        ink = theme.DOUBT if outline.doubtful else theme.TEXT
        words = self._words(outline)
        group.add(Color(*ink))
        place = (round(box[0] + dp(theme.HALF_GAP)), round(box[1] + (height - words.height) / 2))
        group.add(Rectangle(texture=words, pos=place, size=words.size))
        edge = height * 0.84
        place = (box[2] - edge - dp(theme.HAIR), box[1] + (height - edge) / 2)
        if outline.doubtful and not outline.face:
            paint(group, icon("doubt"), place, edge, ink)
        elif outline.face in FACES:
            paint(group, glyph(outline.face), place, edge, ink)


def _beside(die: Box, box: Box, wide: float) -> Box:
    """Return the part of a label's box that is as wide as its text, next to the die."""
    left, low, right, high = box
    spare = right - left - wide
    if right <= die[0] + 1:
        return left + spare, low, right, high
    if left >= die[2] - 1:
        return left, low, right - spare, high
    return left + spare / 2, low, right - spare / 2, high


def _around(
    corners: tuple[tuple[float, float], ...], room: float
) -> tuple[tuple[float, float], ...]:
    """Return the corners scaled about their centre by about *room* on every side."""
    x0, y0 = (sum(values) / len(corners) for values in zip(*corners, strict=True))
    radius = max(hypot(x - x0, y - y0) for x, y in corners) or 1.0
    scale = 1.0 + room * 2**0.5 / radius
    return tuple((x0 + (x - x0) * scale, y0 + (y - y0) * scale) for x, y in corners)
