"""Draws a page into one Kivy widget, from one atlas, with reused drawing instructions.

A new page changes textures, positions and colours of the instructions that are there; more are
made only if a page needs more than any before it. Order: all surfaces, then all pieces, then all
words, so the atlas is bound once for each group. Head and foot stand still; the stage lies in a
group of its own, which can be shifted and faded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from kivy.animation import AnimationTransition
from kivy.clock import Clock
from kivy.graphics import (
    BorderImage,
    Color,
    InstructionGroup,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Translate,
)
from kivy.input import MotionEvent
from kivy.uix.widget import Widget

from kivy_ui.pages.marks import Box, Patch, Scene, Target
from kivy_ui.pages.page import Page
from kivy_ui.pages.templates import compose, scale_for
from kivy_ui.pages.textures import Sheets, Texts, sheets_for, sky, text_width

_PRESS_PX: Final = 3
_ENTER_S: Final = 0.16
_ENTER_PX: Final = 24
_PRESSED: Final = {"raised": "pressed", "main": "main_pressed", "chosen": "chosen"}


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

    @property
    def made(self) -> int:
        """Number of shapes made so far."""
        return len(self._all)

    def shapes(self) -> list[Any]:
        """Return the shapes in the drawing."""
        return [shape for _, shape in self._all[: self._shown]]


class _Layer:
    """Surfaces, pieces and words that move together."""

    def __init__(self, canvas: Any) -> None:
        groups = [InstructionGroup() for _ in range(3)]
        self.shift = Translate(0, 0, 0)
        for part in (PushMatrix(), self.shift, *groups, PopMatrix()):
            canvas.add(part)
        self._surfaces = _Pool(groups[0], BorderImage)
        self._pieces = _Pool(groups[1], Rectangle)
        self._words = _Pool(groups[2], Rectangle)
        self._alphas: list[tuple[Color, float]] = []

    def draw(self, view: PageView, scene: Scene, *, still: bool, pressed: object) -> None:
        """Bring the instructions in line with the marks of a scene."""
        self._alphas = []
        patches = [mark for mark in scene.patches if mark.still is still]
        for mark, (colour, shape) in zip(patches, self._surfaces.take(len(patches)), strict=True):
            self._patch(view, mark, colour, shape, down=pressed is not None and mark.of == pressed)
        pieces = [mark for mark in scene.pieces if mark.still is still]
        for piece, (colour, shape) in zip(pieces, self._pieces.take(len(pieces)), strict=True):
            self._tint(colour, piece.tint, piece.opacity)
            shape.texture = view.sheets.piece(piece.name, piece.box.w)
            _place(view, shape, piece.box, pressed is not None and piece.of == pressed)
        words = [mark for mark in scene.words if mark.still is still]
        for word, (colour, shape) in zip(words, self._words.take(len(words)), strict=True):
            self._tint(colour, word.colour, 0.6 if word.shaded else 1.0)
            shape.texture = texture = view.texts.of(word.text, word.size, bold=word.bold)
            box = word.box.centred(*texture.size)
            _place(view, shape, box, pressed is not None and word.of == pressed)

    def texture_changes(self) -> int:
        """Return the number of changes of texture that drawing this layer takes."""
        shapes = [*self._surfaces.shapes(), *self._pieces.shapes(), *self._words.shapes()]
        ids = [shape.texture.id for shape in shapes]
        return sum(one != other for one, other in zip([None, *ids], ids, strict=False))

    def made(self) -> int:
        """Return the number of shapes in the pools."""
        return sum(pool.made for pool in (self._surfaces, self._pieces, self._words))

    def fade(self, opacity: float) -> None:
        """Make everything translucent."""
        for colour, alpha in self._alphas:
            colour.a = alpha * opacity

    def _patch(
        self, view: PageView, mark: Patch, colour: Color, shape: BorderImage, *, down: bool
    ) -> None:
        name = _PRESSED.get(mark.surface, mark.surface) if down else mark.surface
        texture, margin, corner = view.sheets.surface(name)
        self._tint(colour, mark.tint, 1.0)
        box = mark.box.inset(-margin) if name != "line" else mark.box
        limit = min(corner, box.w // 2, box.h // 2)
        shape.texture = texture
        shape.border = (corner,) * 4
        shape.display_border = (limit,) * 4
        _place(view, shape, box, down)

    def _tint(self, colour: Color, code: str, opacity: float) -> None:
        colour.rgba = (*_rgb(code), opacity)
        self._alphas.append((colour, opacity))


class PageView(Widget):
    """Shows pages. Dispatches ``on_answer`` with the key of what was tapped."""

    def __init__(self, *, motion: bool = True, **kwargs: Any) -> None:
        self.register_event_type("on_answer")
        super().__init__(**kwargs)
        self.texts = Texts()
        self.sheets: Sheets
        self.scene = Scene((), (), (), ())
        self.pressed: object = None
        self._motion = motion
        self._page: Page | None = None
        self._started_s: float | None = None
        with self.canvas:
            Color()
            self._sky = Rectangle()
        self._still, self._stage = _Layer(self.canvas), _Layer(self.canvas)
        self.bind(size=self._on_size)

    def show(self, page: Page) -> None:
        """Show a page; its stage moves in if it is another question."""
        before, self._page = self._page, page
        if page == before or self.width < 200:
            return
        self.pressed = None
        self._lay_out()
        if self._motion and before is not None and _another(before, page):
            self._enter()

    def on_answer(self, key: object) -> None:
        """Handle nothing; others bind to it."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Press what is touched; while the stage moves in, only end the motion."""
        if self._started_s is not None:
            self._started_s = None
            self.progress(1.0)
            return True
        target = self._target_at(*touch.pos)
        if target is None:
            return False
        touch.grab(self)
        self.press(target.key)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Answer if the finger is still on the pressed target."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        key, target = self.pressed, self._target_at(*touch.pos)
        self.press(None)
        if key is not None and target is not None and target.key == key:
            self.dispatch("on_answer", key)
        return True

    def texture_changes(self) -> int:
        """Return how often drawing the page changes the texture: once per group and text."""
        return 1 + self._still.texture_changes() + self._stage.texture_changes()

    def instructions(self) -> int:
        """Return how many drawing instructions have been made so far."""
        return self._still.made() + self._stage.made()

    def _on_size(self, *_: object) -> None:
        if self._page is not None and self.width >= 200:
            self._lay_out()

    def _lay_out(self) -> None:
        if self._page is None:
            return
        size_px = (int(self.width), int(self.height))
        self.sheets = sheets_for(scale_for(size_px))
        if self._sky.size != self.size:
            self._sky.texture = sky(size_px)
            self._sky.size = self.size
        self.scene = compose(self._page, size_px, text_width)
        self._draw()

    def _draw(self) -> None:
        self._still.draw(self, self.scene, still=True, pressed=self.pressed)
        self._stage.draw(self, self.scene, still=False, pressed=self.pressed)

    def press(self, key: object) -> None:
        """Show a target as pressed; nothing for None."""
        if key != self.pressed:
            self.pressed = key
            self._draw()

    def _target_at(self, x: float, y: float) -> Target | None:
        down = self.height - y
        for target in reversed(self.scene.targets):
            box = target.box
            if box.x <= x < box.right and box.y <= down < box.bottom:
                return target
        return None

    def _enter(self) -> None:
        running = self._started_s is not None
        self._started_s = Clock.get_time()
        self._step(0)
        if not running:
            Clock.schedule_interval(self._step, 0)

    def _step(self, _dt: float) -> bool:
        """Show the next frame of a stage that moves in; return whether there are more."""
        if self._started_s is None:
            return False
        share = min(1.0, (Clock.get_time() - self._started_s) / _ENTER_S)
        self.progress(share)
        if share >= 1.0:
            self._started_s = None
            return False
        return True

    def progress(self, share: float) -> None:
        """Place the stage within its motion; 1 is at rest."""
        eased = AnimationTransition.out_quad(share)
        self._stage.shift.x = round(_ENTER_PX * (1 - eased))
        self._stage.fade(eased)


def _another(one: Page, other: Page) -> bool:
    return (one.above, one.question, type(one.body)) != (
        other.above, other.question, type(other.body)
    )  # fmt: skip


def _place(view: PageView, shape: Any, box: Box, down: bool) -> None:  # noqa: FBT001
    y = view.height - box.bottom - (_PRESS_PX if down else 0)
    pos, size = (view.x + box.x, view.y + y), (box.w, box.h)
    if tuple(shape.pos) != pos:
        shape.pos = pos
    if tuple(shape.size) != size:
        shape.size = size


@lru_cache(maxsize=256)
def _rgb(code: str) -> tuple[float, float, float]:
    red, green, blue = (int(code[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return red, green, blue
