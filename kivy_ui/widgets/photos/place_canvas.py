"""The camera picture with the places (polygons) drawn over it, and handles to adjust them."""

from __future__ import annotations

from kivy.graphics import Color, Mesh, Rectangle, SmoothEllipse, SmoothLine
from kivy.graphics.instructions import InstructionGroup
from kivy.metrics import dp

from companion.drawing.glyphs import FACES, glyph
from kivy_ui import theme
from kivy_ui.calibration.strip_shape import Point
from kivy_ui.calibration.zone_drawing import Handle, PlaceLine, PlacesModel
from kivy_ui.widgets.letters import letters_texture, write
from kivy_ui.widgets.paint import paint
from kivy_ui.widgets.photos.photo import PictureBox

HANDLE_DP = theme.TOUCH
"""Touch diameter of a handle; the drawn dot is smaller."""

_DOT_DP = theme.WIDE_GAP
_MOST_GLYPH_DP = theme.ICON_LARGE


class PlaceCanvas(PictureBox):
    """The picture to draw on; dispatches ``on_grab``, ``on_drag`` and ``on_let_go``."""

    __events__ = ("on_grab", "on_drag", "on_let_go")

    def __init__(self, **kwargs: object) -> None:
        self._lines: tuple[PlaceLine, ...] = ()
        self._handles: tuple[Handle, ...] = ()
        self._taken = False
        super().__init__(**kwargs)

    def show(self, model: PlacesModel) -> None:
        """Show picture, places and handles."""
        lines = (*model.preview, *model.lines)
        same = (lines, model.handles) == (self._lines, self._handles)
        self._lines, self._handles = lines, model.handles
        if self.load(model.picture) or not same:
            self._redraw()

    def on_grab(self, place: Point, reach: float, aspect: float) -> None:
        """Event: touch down; a handler that starts a drag calls ``take``."""

    def on_drag(self, place: Point) -> None:
        """Event: the drag moves."""

    def on_let_go(self) -> None:
        """Event: the drag ends."""

    def take(self) -> None:
        """Start a drag with the current touch."""
        self._taken = True

    # --- touches ---------------------------------------------------------------------------------

    def on_touch_down(self, touch: object) -> bool:
        """Dispatch ``on_grab``, and grab the touch if a handler calls ``take``."""
        if not self.collide_point(*touch.pos) or self._texture is None:  # type: ignore[attr-defined]
            return bool(super().on_touch_down(touch))
        _, _, width, height = self.frame()
        self._taken = False
        self.dispatch("on_grab", self._place(touch), dp(HANDLE_DP) / 2 / width, height / width)
        if self._taken:
            touch.grab(self)  # type: ignore[attr-defined]
        return True

    def on_touch_move(self, touch: object) -> bool:
        """Continue the drag."""
        if touch.grab_current is not self:  # type: ignore[attr-defined]
            return bool(super().on_touch_move(touch))
        self.dispatch("on_drag", self._place(touch))
        return True

    def on_touch_up(self, touch: object) -> bool:
        """End the drag."""
        if touch.grab_current is not self:  # type: ignore[attr-defined]
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)  # type: ignore[attr-defined]
        self.dispatch("on_let_go")
        return True

    # --- private -------------------------------------------------------------------------------

    def _place(self, touch: object) -> Point:
        left, low, width, height = self.frame()
        x, y = touch.pos  # type: ignore[attr-defined]
        return (x - left) / width, 1.0 - (y - low) / height

    def _at(self, place: Point) -> tuple[float, float]:
        left, low, width, height = self.frame()
        return left + place[0] * width, low + (1.0 - place[1]) * height

    def draw_over(self, group: InstructionGroup) -> None:
        """Draw the places, the chosen mat's last, then its handles."""
        for line in sorted(self._lines, key=lambda each: each.chosen):
            self._line(group, line)
        for handle in sorted(self._handles, key=lambda each: each.chosen):
            self._handle(group, handle)

    def _line(self, group: InstructionGroup, line: PlaceLine) -> None:
        corners = [self._at(corner) for corner in line.corners]
        flat = [value for corner in corners for value in corner]
        ink = theme.ACCENT if line.chosen else theme.MUTED
        group.add(Color(*theme.faded(ink, 0.18)))
        vertices = [value for x, y in corners for value in (x, y, 0.0, 0.0)]
        group.add(Mesh(vertices=vertices, indices=list(range(len(corners))), mode="triangle_fan"))
        group.add(Color(*theme.SHADE))
        group.add(SmoothLine(points=flat, width=dp(theme.HALF_GAP), close=True))
        group.add(Color(*ink))
        group.add(SmoothLine(points=flat, width=dp(theme.STROKE), close=True))
        x = sum(x for x, _ in corners) / len(corners)
        y = sum(y for _, y in corners) / len(corners)
        width = min(abs(corners[1][0] - corners[0][0]), abs(corners[2][0] - corners[3][0]))
        height = min(abs(corners[0][1] - corners[3][1]), abs(corners[1][1] - corners[2][1]))
        self._icon(group, line, (x, y), min(width, height, dp(_MOST_GLYPH_DP)) * 0.7)

    def _icon(
        self, group: InstructionGroup, line: PlaceLine, middle: tuple[float, float], edge: float
    ) -> None:
        """Draw the phase symbol, or a word, on a dark background for contrast."""
        if edge < dp(theme.STRIPE):
            return
        x, y = middle
        if line.face in FACES:
            group.add(Color(*theme.faded(theme.GROUND, 0.8)))
            group.add(
                SmoothEllipse(pos=(x - edge * 0.68, y - edge * 0.68), size=(edge * 1.36,) * 2)
            )
            paint(group, glyph(line.face), (x - edge / 2, y - edge / 2), edge, theme.TEXT)
            return
        size = letters_texture(line.word).size
        group.add(Color(*theme.faded(theme.GROUND, 0.8)))
        group.add(
            Rectangle(
                pos=(x - size[0] / 2 - dp(theme.HAIR), y - size[1] / 2),
                size=(size[0] + dp(theme.HALF_GAP), size[1]),
            )
        )
        write(group, line.word, middle, theme.TEXT, share=0.5)

    def _handle(self, group: InstructionGroup, handle: Handle) -> None:
        """Draw a dot; only the chosen handle has a ring, which would cover neighbouring content."""
        x, y = self._at(handle.place)
        if handle.chosen:
            ring = dp(HANDLE_DP) / 2
            group.add(Color(*theme.SHADE))
            group.add(SmoothLine(circle=(x, y, ring), width=dp(theme.HALF_GAP)))
            group.add(Color(*theme.DOUBT))
            group.add(SmoothLine(circle=(x, y, ring), width=dp(theme.STROKE)))
        corner = not handle.key.startswith(("divider", "row"))
        dot = dp(_DOT_DP) * (1.2 if corner else 0.9)
        edge = dot + dp(theme.HALF_GAP)
        group.add(Color(*theme.GROUND))
        group.add(SmoothEllipse(pos=(x - edge / 2, y - edge / 2), size=(edge, edge)))
        group.add(Color(*(theme.DOUBT if handle.chosen else theme.TEXT)))
        group.add(SmoothEllipse(pos=(x - dot / 2, y - dot / 2), size=(dot, dot)))
