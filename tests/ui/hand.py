"""A hand before the window: opens the application, taps what a person would tap."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any

from companion.session.table_port import TablePort
from kivy_ui.pages.page import Frame
from kivy_ui.settings import UiSettings

if TYPE_CHECKING:
    from kivy_ui.app import TableApp
    from kivy_ui.pages.page import Page

_SETTLED_FRAMES = 4


class Hand:
    """Drives a ``TableApp`` frame by frame with synthetic touches.

    Args:
        port: the evening behind the screen.
        language: language at the start.
        size_px: size of the window.
    """

    settle_s = 0.0
    """How long a new question takes no touch."""

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

    def __enter__(self) -> Hand:
        from kivy.clock import Clock
        from kivy.core.window import Window

        from kivy_ui.app import TableApp
        from kivy_ui.pages import renderer
        from kivy_ui.widgets import touch_guard

        Clock._max_fps = 0  # tests do not wait for the next frame's time
        self._guards_s = touch_guard.TOUCH_GUARD_S, renderer.GUARD_S
        # and tap quicker than people
        touch_guard.TOUCH_GUARD_S = renderer.GUARD_S = self.settle_s
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
        from kivy_ui.widgets import touch_guard

        self.app.close()
        touch_guard.TOUCH_GUARD_S, renderer.GUARD_S = self._guards_s

    def wait(self, frames: int = _SETTLED_FRAMES) -> None:
        """Let some frames go by; they are laid out, not drawn, which is what takes the time."""
        from kivy.base import EventLoop
        from kivy.clock import Clock
        from kivy.lang import Builder

        for _ in range(frames):
            Clock.tick()
            EventLoop.dispatch_input()
            Builder.sync()
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

    def widgets(self, kind: type | None = None) -> Iterator[Any]:
        """Everything that can be seen now, from the root on."""
        return (
            widget for widget in _seen(self.app.root) if kind is None or isinstance(widget, kind)
        )

    def texts(self) -> list[str]:
        """All texts that can be read now."""
        from kivy.uix.label import Label

        view = getattr(self.app.root.screen, "view", None)
        words = () if view is None else view.scene.words
        labels = [widget.text for widget in self.widgets(Label) if widget.text]
        return [*labels, *(word.text for word in words)]

    def reads(self, text: str) -> bool:
        """Whether *text* stands somewhere on the screen."""
        shown = self.texts()
        return any(text in each for each in (*shown, " ".join(shown)))

    @property
    def panel_name(self) -> str:
        """Class name of the topmost panel; empty if no panel is open."""
        panel = self.app.root.panel
        return type(panel).__name__ if panel is not None else ""

    def button(self, text: str = "", *, icon: str = "") -> Any:
        """The one button on top with this text, or this icon."""
        from kivy_ui.widgets.controls import TapArea

        top = self.app.root.panel or self.app.root
        found = [
            widget
            for widget in _seen(top)
            if isinstance(widget, TapArea)
            and (getattr(widget, "text", None) == text if text else True)
            and (getattr(widget, "icon", None) == icon if icon else True)
        ]
        assert len(found) == 1, f"{len(found)} buttons {text!r} {icon!r}: {self.texts()}"
        return found[0]

    # --- touching ------------------------------------------------------------------------------

    def tap(self, widget: Any) -> None:
        """Touch the middle of *widget*."""
        self.tap_at(*widget.to_window(*widget.center))

    def tap_text(self, text: str) -> None:
        """Touch the button that says *text*."""
        self.tap(self.button(text))

    @property
    def names_tile(self) -> bool:
        """Whether a page asks for a tile."""
        return self.app.current_screen == "tile"

    def tap_icon(self, icon: str) -> None:
        """Touch the button with *icon*; on a page those of its frame."""
        if icon == "redo" and hasattr(self.app.root.screen, "view"):
            self.app.root.redo()
            self.wait()
        elif hasattr(self.app.root.screen, "view"):
            self.touch_page(Frame(icon))
        else:
            self.tap(self.button(icon=icon))

    @property
    def page(self) -> Page:
        """The page on the screen."""
        page: Page = self.app.root.screen.source.page()
        return page

    def touch_page(self, key: object) -> tuple[float, float]:
        """Touch the place of the page that answers with *key*, once the page has come to rest.

        Returns where that was, in pixels from the lower left.
        """
        view = self.app.root.screen.view

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
        view = getattr(self.app.root.screen, "view", None)
        if view is None:
            return []
        return [
            (key, (box.x + box.w // 2, view.height - box.y - box.h // 2))
            for key, box in ((each.key, each.box) for each in view.scene.targets)
        ]

    def answer_at(self, x: float, y: float) -> object:
        """What the page answers at a place in pixels from the lower left; None for nothing."""
        view = self.app.root.screen.view
        found = (
            each.key
            for each in reversed(view.scene.targets)
            if each.box.x <= x < each.box.right and each.box.y <= view.height - y < each.box.bottom
        )
        return next(found, None)

    def set_up(self, players: int = 3, *, counts: bool = False) -> None:
        """Begin a game from its first pages; *counts* without tiles, else with tiles drawn here."""
        from kivy_ui.games.roll.start import Count, DrawOne, Open, Players, Start

        if self.app.root.presenters.ui.visiting is None:
            self.touch_page(Open("seats"))
        self.touch_page(Players(players))
        self.touch_page(Count() if counts else DrawOne(all=True))
        self.touch_page(Start())

    def touch_text(self, text: str) -> None:
        """Touch what has this text on the page."""
        view = self.app.root.screen.view
        self.wait_until(lambda: not view.in_motion)
        found = [mark.of for mark in view.scene.words if mark.text == text and mark.of is not None]
        assert found, [mark.text for mark in view.scene.words]
        self.touch_page(found[0])

    def menu(self, *texts: str) -> None:
        """Open the menu and touch entries, one after the other."""
        self.app.root.menu()
        self.wait()
        for text in texts:
            self.touch_text(text)
        view = getattr(self.app.root.screen, "view", None)
        self.wait_until(lambda: not getattr(view, "in_motion", False))

    def tap_at(self, x: float, y: float) -> None:
        """Touch a place of the window, in pixels from the lower left."""
        from kivy.tests.common import UnitTestTouch

        touch = UnitTestTouch(x, y)
        touch.touch_down()
        self.wait(1)
        touch.touch_up()
        self.wait()

    def key(self, code: int, *modifiers: str) -> None:
        """Press and release a key."""
        from kivy.core.window import Window

        Window.dispatch("on_key_down", code, 0, None, list(modifiers))
        Window.dispatch("on_key_up", code, 0)
        self.wait()


def _seen(widget: Any) -> Iterator[Any]:
    if widget.opacity == 0:
        return
    yield widget
    for child in widget.children:
        yield from _seen(child)
