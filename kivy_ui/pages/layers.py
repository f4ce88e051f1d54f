"""Kivy's drawing instructions of a level of a scene; they are reused from page to page."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from kivy.animation import AnimationTransition
from kivy.graphics import (
    BorderImage,
    Color,
    InstructionGroup,
    PopMatrix,
    PushMatrix,
    Rectangle,
    SmoothLine,
    Translate,
)

from kivy_ui.pages.marks import Box, Flight, Level, Patch, Path, Piece, Scene, Shot, Words
from kivy_ui.pages.motion import APPEAR_MS
from kivy_ui.pages.textures import Sheets, Texts, photo_part

PRESS_PX: Final = 3
_PRESSED: Final = {
    "raised": "pressed",
    "main": "main_pressed",
    "ready": "ready_pressed",
}
"""Surfaces that look different while they are pressed."""


class _Pool:
    """Instructions of one kind, reused in order of drawing."""

    def __init__(self, group: InstructionGroup, make: Callable[[], Any]) -> None:
        self._group = group
        self._make = make
        self._all: list[tuple[Color, Any]] = []
        self._shown = 0

    def take(self, count: int) -> Sequence[tuple[Color, Any]]:
        """Return *count* pairs of colour and shape; others are taken out of the drawing."""
        while len(self._all) < count:
            self._all.append((Color(), self._make()))
        for colour, shape in self._all[self._shown : count]:
            self._group.add(colour)
            self._group.add(shape)
        for colour, shape in self._all[count : self._shown]:
            self._group.remove(colour)
            self._group.remove(shape)
        self._shown = count
        return self._all[:count]


class Layer:
    """Photos, surfaces, pieces and words that move together."""

    def __init__(self, canvas: Any) -> None:
        groups = [InstructionGroup() for _ in range(5)]
        self.shift = Translate(0, 0, 0)
        for part in (PushMatrix(), self.shift, *groups, PopMatrix()):
            canvas.add(part)
        self._shots = _Pool(groups[0], Rectangle)
        self._surfaces = _Pool(groups[1], BorderImage)
        self._paths = _Pool(groups[2], SmoothLine)
        self._pieces = _Pool(groups[3], Rectangle)
        self._words = _Pool(groups[4], Rectangle)
        self._alphas: list[tuple[Color, float, int]] = []
        self._pulsing: list[tuple[Color, float]] = []
        self._flying: list[tuple[str, Any]] = []
        self._origin = (0.0, 0.0)
        self._sheets: Sheets
        self._texts: Texts
        self._pressed: object = None

    def draw(
        self, scene: Scene, level: Level, pressed: object, sheets: Sheets, texts: Texts,
        origin: tuple[float, float],
    ) -> None:  # fmt: skip
        """Bring the instructions in line with the marks of one level of a scene.

        Args:
            origin: left and upper edge of the scene in the window; y up.
        """
        self._alphas, self._pulsing, self._flying, self._origin = [], [], [], origin
        self._sheets, self._texts, self._pressed = sheets, texts, pressed
        for marks, pool, drawn in (
            (scene.shots, self._shots, self._shot),
            (scene.patches, self._surfaces, self._patch),
            (scene.paths, self._paths, self._path),
            (scene.pieces, self._pieces, self._piece),
            (scene.words, self._words, self._word),
        ):
            here: list[Any] = [mark for mark in marks if mark.level is level]
            for mark, (colour, shape) in zip(here, pool.take(len(here)), strict=True):
                drawn(mark, colour, shape)

    def opacities(self) -> list[tuple[float, float]]:
        """Return the opacity of each mark, now and at rest."""
        return [(colour.a, alpha) for colour, alpha, _ in self._alphas]

    def fade(self, opacity: float, at_ms: float) -> None:
        """Make everything translucent; marks with a delay appear by *at_ms* after the page."""
        for colour, alpha, delay_ms in self._alphas:
            share = min(1.0, max(0.0, (at_ms - delay_ms) / APPEAR_MS)) if delay_ms else 1.0
            colour.a = alpha * opacity * share

    def light(self, share: float) -> bool:
        """Set the brightness of pulsing marks; return whether there are any."""
        for colour, alpha in self._pulsing:
            colour.a = alpha * share
        return bool(self._pulsing)

    def fly(self, ways: Sequence[tuple[int, Box, Box]], share: float) -> None:
        """Place pieces that arrive between two boxes; each way has the index of the piece."""
        for index, start, end in ways:
            eased = AnimationTransition.out_quad(share)
            at = Box(*(round(a + (b - a) * eased) for a, b in zip(start, end, strict=True)))
            self._place(self._flying[index][1], at)

    def _shot(self, shot: Shot, colour: Color, shape: Rectangle) -> None:
        self._tint(colour, "FFFFFF", 1.0, 0)
        shape.texture = photo_part(shot.photo, shot.part)
        self._place(shape, shot.box)

    def _path(self, path: Path, colour: Color, shape: SmoothLine) -> None:
        self._tint(colour, path.tint, 1.0, 0)
        left, top = self._origin
        shape.points = [at for x, y in path.points for at in (left + x, top - y)]
        shape.width, shape.close = path.width, path.closed

    def _piece(self, piece: Piece, colour: Color, shape: Rectangle) -> None:
        self._tint(colour, piece.tint, piece.opacity, piece.delay_ms)
        shape.texture = self._sheets.piece(piece.name, piece.box.w)
        self._place(shape, piece.box, piece.of)
        if piece.flight is Flight.ARRIVES:
            self._flying.append((piece.name, shape))

    def _patch(self, mark: Patch, colour: Color, shape: BorderImage) -> None:
        down = _is(self._pressed, mark.of)
        name = _PRESSED.get(mark.surface, mark.surface) if down else mark.surface
        texture, margin, corner = self._sheets.surface(name)
        self._tint(colour, mark.tint, mark.opacity, mark.delay_ms)
        if mark.pulses:
            self._pulsing.append((colour, mark.opacity))
        box = mark.box.inset(-margin) if margin and name not in _BARE else mark.box
        limit = min(corner, box.w // 2, box.h // 2)
        if name.startswith(_CUT):
            wide, high = min(box.w, texture.width), min(box.h, texture.height)
            texture = texture.get_region(0, 0, wide, high)
        shape.texture = texture
        shape.border = (corner,) * 4
        shape.display_border = (limit,) * 4
        self._place(shape, box, mark.of)

    def _word(self, mark: Words, colour: Color, shape: Rectangle) -> None:
        self._tint(colour, mark.colour, 0.6 if mark.shaded else 1.0, mark.delay_ms)
        shape.texture = texture = self._texts.of(mark.text, mark.size, bold=mark.bold)
        self._place(shape, mark.box.centred(*texture.size), mark.of)

    def _tint(self, colour: Color, code: str, opacity: float, delay_ms: int) -> None:
        colour.rgba = (*_rgb(code), opacity)
        self._alphas.append((colour, opacity, delay_ms))

    def _place(self, shape: Any, box: Box, of: object = None) -> None:
        left, top = self._origin
        low = PRESS_PX if _is(self._pressed, of) else 0
        pos = (left + box.x, top - box.bottom - low)
        size = (box.w, box.h)
        if tuple(shape.pos) != pos:
            shape.pos = pos
        if tuple(shape.size) != size:
            shape.size = size


_CUT: Final = "pattern_"
"""Surfaces of which a part is shown, so that their pattern is never stretched."""
_BARE: Final = ("line", "shade")
"""Surfaces without a margin: their edge is exact."""


def _is(pressed: object, of: object) -> bool:
    return pressed is not None and of == pressed


@lru_cache(maxsize=256)
def _rgb(code: str) -> tuple[float, float, float]:
    red, green, blue = (int(code[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return red, green, blue
