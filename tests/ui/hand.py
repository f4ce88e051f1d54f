"""A hand before the window: opens the application, taps what a person would tap."""

import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar

from companion.session.table_port import TablePort
from kivy_ui.common.stacked_pages import do
from kivy_ui.pages.page import Frame
from kivy_ui.settings import UiSettings
from tests.some import of, there

if TYPE_CHECKING:
    from kivy_ui.app import TableApp
    from kivy_ui.games.roll.turn.round_pages import RoundPages
    from kivy_ui.pages.page import Main, Page

T = TypeVar("T")
_SETTLED_FRAMES = 4


class Hand:
    """Drives a ``TableApp`` frame by frame with synthetic touches.

    Args:
        port: the evening behind the screen.
        language: language at the start.
        size_px: size of the window.
    """

    def __init__(
        self,
        port: TablePort,
        *,
        language: str = "en",
        size_px: tuple[int, int] = (800, 480),
        settings: UiSettings | None = None,
        **hooks: Callable[..., None],
    ) -> None:
        self._port = port
        self._settings = settings or UiSettings(language=language)
        self._size_px = size_px
        self._hooks = hooks
        self.app: TableApp

    def __enter__(self) -> "Hand":
        from kivy.clock import Clock
        from kivy.core.window import Window

        from kivy_ui.app import TableApp
        from kivy_ui.pages import renderer

        Clock._max_fps = 0  # tests do not wait for the next frame's time
        self._guard_s, renderer.GUARD_S = renderer.GUARD_S, 0.0  # taps follow quickly
        Window.size = self._size_px
        self.app = TableApp(self._port, self._settings, **self._hooks)
        self.app.open()
        self.wait()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        from kivy_ui.pages import renderer

        self.app.close()
        renderer.GUARD_S = self._guard_s

    def wait(self, frames: int = _SETTLED_FRAMES) -> None:
        """Let some frames go by; they are laid out, not drawn, which is what takes the time."""
        from kivy.base import EventLoop
        from kivy.clock import Clock

        for _ in range(frames):
            Clock.tick()
            EventLoop.dispatch_input()
            Clock.tick_draw()

    def wait_until(self, holds: Callable[[], bool], *, frames: int = 400) -> None:
        """Draw frames until something holds that another thread brings about."""
        for _ in range(frames):
            self.wait(1)
            if holds():
                self.wait()
                return
            time.sleep(0.005)
        message = "it never came about"
        raise AssertionError(message)

    # --- finding -------------------------------------------------------------------------------

    def texts(self) -> list[str]:
        """All texts that can be read now."""
        return [word.text for word in self.app.root.scene.words]

    def reads(self, text: str) -> bool:
        """Whether *text* stands somewhere on the screen."""
        shown = self.texts()
        return any(text in each for each in (*shown, " ".join(shown)))

    @property
    def notice(self) -> str:
        """The message over the page; empty if there is none."""
        shown = self.app.shell.page.notice
        return "" if shown is None else shown.text

    # --- touching ------------------------------------------------------------------------------

    @property
    def rounds(self) -> "RoundPages":
        """The pages of a round of Roll for the Galaxy."""
        return self.app.shell.presenters.rounds

    @property
    def names_tile(self) -> bool:
        """Whether a page asks for a tile."""
        return self.rounds.over is self.app.shell.presenters.tile

    def tap_icon(self, icon: str) -> None:
        """Touch a button of the page's frame."""
        self.touch_page(Frame(icon))

    @property
    def page(self) -> "Page":
        """The page on the screen."""
        return self.app.shell.page

    def body(self, kind: type[T]) -> T:
        """What the page shows, which is of this kind."""
        return of(kind, self.page.body)

    @property
    def main_button(self) -> "Main":
        """Of the page."""
        return there(self.page.main)

    def finish(self, key: object) -> None:
        """Turn to the last part of the page, where it can be finished, and touch that."""
        while any(each.key == Frame.LATER for each in self.app.root.scene.targets):
            self.touch_page(Frame.LATER)
        self.touch_page(key)

    def touch_page(self, key: object) -> tuple[float, float]:
        """Touch the place of the page that answers with *key*, once the page has come to rest.

        Returns where that was, in pixels from the lower left.
        """
        view = self.app.root

        def there() -> bool:
            return not view.in_motion and any(each.key == key for each in view.scene.targets)

        self.wait_until(there)
        place = self.place_on_page(key)
        self.tap_at(*place)
        return place

    def place_on_page(self, key: object) -> tuple[float, float]:
        """Where the page answers with *key*, in pixels from the lower left."""
        return next(place for each, place in self.places_on_page() if each == key)

    def places_on_page(self) -> list[tuple[object, tuple[float, float]]]:
        """Each key of the page and where it answers, in pixels from the lower left."""
        view = self.app.root
        return [(each.key, view.place_of(each.box)) for each in view.scene.targets]

    def answer_at(self, x: float, y: float) -> object:
        """What the page answers at a place in pixels from the lower left; None for nothing."""
        target = self.app.root._target_at(x, y)
        return None if target is None else target.key

    def set_up(self, players: int = 3, *, counts: bool = False) -> None:
        """Begin a game from its first pages; *counts* without tiles, else with tiles drawn here."""
        presenters = self.app.shell.presenters
        start, game = presenters.opening, presenters.start
        if presenters.ui.visiting is None:
            self.touch_page(do(start.open, start.seats))
        self.touch_page(do(game.seat, players))
        self.touch_page(do(game.count_only if counts else game.draw_missing))
        self.touch_page(do(start.start))

    def key_of(self, text: str) -> object:
        """The key of what has this text on the page."""
        view = self.app.root
        self.wait_until(lambda: not view.in_motion)
        found = [mark.of for mark in view.scene.words if mark.text == text and mark.of is not None]
        assert found, [mark.text for mark in view.scene.words]
        return found[0]

    def touch_text(self, text: str) -> None:
        """Touch what has this text on the page."""
        self.touch_page(self.key_of(text))

    def menu(self, *texts: str) -> None:
        """Open the menu and touch entries, one after the other."""
        self.app.shell.visit("menu")
        self.wait()
        for text in texts:
            self.touch_text(text)
        self.wait_until(lambda: not self.app.root.in_motion)

    def tap_at(self, x: float, y: float) -> None:
        """Touch a place of the window, in pixels from the lower left."""
        from kivy.tests.common import UnitTestTouch

        touch = UnitTestTouch(x, y)
        touch.touch_down()
        self.wait(1)
        touch.touch_up()
        self.wait()

    def key(self, code: int, *modifiers: str) -> None:
        """Press and release a key, once the page has come to rest."""
        from kivy.core.window import Window

        self.wait_until(lambda: not self.app.root.in_motion)
        Window.dispatch("on_key_down", code, 0, None, list(modifiers))
        Window.dispatch("on_key_up", code, 0)
        self.wait()
