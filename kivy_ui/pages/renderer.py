"""Shows a page in one Kivy widget, drawn from one texture, with reused drawing instructions.

A new page changes textures, positions and colours of the instructions that are there; more are
made only if a page needs more than any before it. At rest nothing is drawn, except four times a
second while a doubtful die waits for its answer.
"""

import logging
import time
from dataclasses import replace
from typing import Any, Final

from kivy.animation import AnimationTransition
from kivy.clock import Clock
from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Rotate
from kivy.input import MotionEvent
from kivy.uix.widget import Widget

from kivy_ui.pages.focus import DIRECTIONS, following, towards
from kivy_ui.pages.layers import Layer
from kivy_ui.pages.marks import Box, Level, Patch, Scene, Target
from kivy_ui.pages.motion import Motion, changes_under_finger, is_another, motion_between
from kivy_ui.pages.page import Frame, Page
from kivy_ui.pages.templates import compose
from kivy_ui.pages.textures import Sheets, Texts, sheets_for, sky, text_width

GUARD_S = 0.25
"""How long touches are ignored where another target has appeared."""
_AGAIN_S: Final = 0.35
"""How long the same answer is not taken twice while the page has not changed."""
_ENTER_PX: Final = 24
_PULSE_STEP_S: Final = 0.25
_PULSE_LIGHTS: Final = (0.0, 0.5, 1.0, 0.5)
"""Highlight of a doubtful die by step: four frames a second, so that software rendering has
little to draw while the user decides."""
_LEAST_PX: Final = 200
"""Width below which the window has not got its size yet."""
_LOG = logging.getLogger(__name__)


class PageView(Widget):
    """Shows pages. Dispatches ``on_answer`` with the key of what was tapped.

    Args:
        moves: whether anything moves; without, each page appears at once.
        text_scale: 1 for normal, 1.15 for large, 1.3 for huge texts and pictures; a page that
            would not fit is drawn in the largest size in which it does.
    """

    def __init__(self, *, moves: bool = True, text_scale: float = 1.0, **kwargs: Any) -> None:
        self.register_event_type("on_answer")
        super().__init__(**kwargs)
        self.texts = Texts()
        self.sheets: Sheets
        self.scene = Scene()
        self.pressed: object = None
        self.moves = moves
        self._text_scale = text_scale
        self._page: Page | None = None
        self._focus: object = None
        self._backdrop: object = None
        self._guarded_s = self._answered_s = float("-inf")
        self._answered: object = None
        self._steady: frozenset[Target] = frozenset()
        self._motion: Motion | None = None
        self._started_s = 0.0
        self._pulse: Any = None
        with self.canvas:
            Color()
            self._sky = Rectangle()
            PushMatrix()
            self._turned = Rotate(angle=0)
        self._leaving = Layer(self.canvas)
        self._layers = {level: Layer(self.canvas) for level in Level}
        self.canvas.add(PopMatrix())
        self.bind(size=self._on_size)

    def show(self, page: Page) -> None:
        """Show a page; its stage moves in if it is another question."""
        before = self._page
        another = before is None or is_another(before, page)
        if before is not None and not another:
            page = replace(page, part=before.part)
        self._page = page
        if page == before or self.width < _LEAST_PX:
            return
        self.pressed = self._answered = None
        earlier = self.scene
        self._lay_out()
        if before is None:
            return
        both = frozenset(earlier.targets) & frozenset(self.scene.targets)
        self._steady = frozenset() if another else both
        if another or changes_under_finger(earlier, self.scene):
            self._guarded_s = time.monotonic() + GUARD_S
        if self.moves:
            self._start(motion_between(earlier, self.scene, another=another), earlier)

    def on_answer(self, key: object) -> None:
        """Handle nothing; others bind to it."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Press what is touched; that ends a motion.

        As long as touches are ignored, only what the page had before is pressed: letters can be
        typed fast although other answers appear with each.
        """
        self.rest()
        target = self._target_at(*touch.pos)
        if time.monotonic() < self._guarded_s and target not in self._steady:
            return True
        self._focus_on(None)
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
            self._answer(target.answer(*self._from_top(*touch.pos)))
        return True

    def on_key(self, name: str, *, shift: bool = False) -> bool:
        """Handle a key of the keyboard; return whether it had an effect.

        Args:
            name: ``left``, ``right``, ``up``, ``down``, ``tab``, ``enter`` or ``escape``.
        """
        targets = self.scene.targets
        if self._page is None or not targets:
            return False
        self.rest()
        at = next((each for each in targets if each.key == self._focus), None)
        if name == "enter":
            return self._enter(at)
        if name == "escape":
            return self._escape(at)
        if name not in DIRECTIONS and name != "tab":
            return False
        if at is None:
            on_stage = [each for each in targets if not isinstance(each.key, Frame)]
            self._focus_on((on_stage or targets)[0].key)
        elif name == "tab":
            self._focus_on(following(targets, at, -1 if shift else 1).key)
        else:
            self._focus_on(towards(targets, at, name).key)
        return True

    def place_of(self, box: Box) -> tuple[float, float]:
        """Return where the middle of a box of the scene is, in pixels from the lower left."""
        left, top = self._origin
        x, y = left + box.x + box.w / 2, top - box.y - box.h / 2
        return self._turn(x, y, self._quarter_turns)

    def press(self, key: object) -> None:
        if key != self.pressed:
            self.pressed = key
            self._draw()

    def progress(self, at_ms: float) -> None:
        """Place everything as it is some time after the page's appearance."""
        motion = self._motion
        if motion is None:
            return
        share = min(1.0, at_ms / motion.stage_ms) if motion.stage_ms else 1.0
        eased = AnimationTransition.out_quad(share)
        for layer in (self.stage, self._layers[Level.OVER]):
            layer.shift.x = round(_ENTER_PX * (1 - eased)) if motion.enters else 0
            layer.fade(eased, at_ms)
        if motion.crosses:
            self._leaving.fade(1 - eased, at_ms)
        if motion.flights:
            flown = min(1.0, at_ms / motion.flight_ms)
            self._layers[Level.FRAME].fly(motion.flights, flown)

    def rest(self) -> None:
        """End all motion: everything is in its place."""
        if self._motion is None:
            return
        self.progress(self._motion.all_ms)
        self._motion = None
        self._draw_level(self._leaving, Scene(), Level.STAGE)

    @property
    def text_scale(self) -> float:
        """The largest text size that the players want; see ``TEXT_SCALES``."""
        return self._text_scale

    @text_scale.setter
    def text_scale(self, scale: float) -> None:
        if scale != self._text_scale:
            self._text_scale = scale
            self._on_size()

    @property
    def in_motion(self) -> bool:
        return self._motion is not None

    @property
    def stage(self) -> Layer:
        """The layer between head and foot."""
        return self._layers[Level.STAGE]

    def _on_size(self, *_: object) -> None:
        if self._page is not None and self.width >= _LEAST_PX:
            self._lay_out()

    def _lay_out(self) -> None:
        if self._page is None:
            return
        self.rest()
        window_px = (int(self.width), int(self.height))
        size_px = window_px[::-1] if self._quarter_turns % 2 else window_px
        self._turned.angle, self._turned.origin = 90 * self._quarter_turns, self.center
        self.scene = compose(self._page, size_px, text_width, text_scale=self._text_scale)
        for text in self.scene.cut:
            _LOG.error("no room for %r on the page %r at %s", text, self._page.question, size_px)
        self.sheets = sheets_for(size_px)
        if (window_px, self.scene.backdrop) != self._backdrop:
            self._backdrop = (window_px, self.scene.backdrop)
            self._sky.texture = sky(window_px, self.scene.backdrop)
            self._sky.pos, self._sky.size = self.pos, self.size
        self._draw()
        self._start_pulse()

    def _draw(self) -> None:
        for level, layer in self._layers.items():
            scene = self._ring() if level is Level.TOP else self.scene
            self._draw_level(layer, scene, level)

    def _draw_level(self, layer: Layer, scene: Scene, level: Level) -> None:
        layer.draw(scene, level, self.pressed, self.sheets, self.texts, self._origin)

    def _ring(self) -> Scene:
        """Return the mark of the keyboard around the target that has it."""
        boxes = [each.box for each in self.scene.targets if each.key == self._focus]
        if self._focus is None or not boxes:
            return Scene()
        return Scene((Patch("focus", boxes[0].inset(-4), level=Level.TOP),))

    @property
    def _quarter_turns(self) -> int:
        return self._page.quarter_turns if self._page is not None else 0

    @property
    def _origin(self) -> tuple[float, float]:
        """Left and upper edge of the scene, as it is before the page is turned."""
        size = self.width, self.height
        wide, high = size[::-1] if self._quarter_turns % 2 else size
        return self.center_x - wide / 2, self.center_y + high / 2

    def _turn(self, x: float, y: float, quarters: int) -> tuple[float, float]:
        """Turn a point anticlockwise around the middle of the window."""
        across, up = x - self.center_x, y - self.center_y
        for _ in range(quarters % 4):
            across, up = -up, across
        return self.center_x + across, self.center_y + up

    def _from_top(self, x: float, y: float) -> tuple[float, float]:
        x, y = self._turn(x, y, -self._quarter_turns)
        left, top = self._origin
        return x - left, top - y

    def _target_at(self, x: float, y: float) -> Target | None:
        across, down = self._from_top(x, y)
        for target in reversed(self.scene.targets):
            box = target.box
            if box.x <= across < box.right and box.y <= down < box.bottom:
                return target
        return None

    def _answer(self, key: object) -> None:
        """Give an answer, but not the same one twice before the page has changed."""
        if self._page is not None and key in (Frame.EARLIER, Frame.LATER):
            shown = min(self._page.part, self.scene.parts - 1)
            step = 1 if key is Frame.LATER else -1
            self._page = replace(self._page, part=shown + step)
            self._lay_out()
            return
        now_s = time.monotonic()
        if key == self._answered and now_s - self._answered_s < _AGAIN_S:
            return
        self._answered, self._answered_s = key, now_s
        self.dispatch("on_answer", key)

    def _enter(self, at: Target | None) -> bool:
        """Answer with the target that has the keyboard, else with the main button."""
        if self._page is None or time.monotonic() < self._guarded_s:
            return True
        main = self._page.sheet.main if self._page.sheet else self._page.main
        key = main.key if main else None
        if key is not None and not any(each.key == key for each in self.scene.targets):
            key = Frame.LATER  # the button turns to the next part until the last one
        if at is not None:
            middle = at.box.centred(0, 0)
            key = at.answer(middle.x, middle.y)
        if key is not None:
            self._answer(key)
        return key is not None

    def _escape(self, at: Target | None) -> bool:
        """Take the keyboard's mark away; else go back, or open the menu."""
        if at is not None:
            self._focus_on(None)
            return True
        if self._page is None:
            return False
        back = Frame.MENU if self._page.back is None else self._page.back
        key = self._page.sheet.dismiss if self._page.sheet else back
        if key is not None:
            self._answer(key)
        return key is not None

    def _focus_on(self, key: object) -> None:
        if key != self._focus:
            self._focus = key
            self._draw_level(self._layers[Level.TOP], self._ring(), Level.TOP)

    def _start(self, motion: Motion | None, earlier: Scene) -> None:
        self._motion = motion
        if motion is None:
            return
        if motion.crosses:
            self._draw_level(self._leaving, replace(earlier, targets=()), Level.STAGE)
        self._started_s = Clock.get_time()
        self.progress(0)
        Clock.unschedule(self._step)
        Clock.schedule_interval(self._step, 0)

    def _step(self, _dt: float) -> bool:
        """Show the next frame of a motion; return whether there are more."""
        if self._motion is None:
            return False
        at_ms = 1000 * (Clock.get_time() - self._started_s)
        if at_ms >= self._motion.all_ms:
            self.rest()
            return False
        self.progress(at_ms)
        return True

    def _start_pulse(self) -> None:
        """Let doubtful dice pulse as long as there are any."""
        if self._pulse is not None:
            self._pulse.cancel()
            self._pulse = None
        if self.moves and any(mark.pulses for mark in self.scene.patches):
            self._pulse = Clock.schedule_interval(self._light, _PULSE_STEP_S)

    def _light(self, _dt: float) -> None:
        step = int(Clock.get_time() / _PULSE_STEP_S) % len(_PULSE_LIGHTS)
        for level in (Level.STAGE, Level.OVER):
            self._layers[level].light(1.0 - 0.6 * _PULSE_LIGHTS[step])
