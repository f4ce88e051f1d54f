"""A view of pages for tests, and a finger that touches it."""

from types import SimpleNamespace
from typing import Any

from kivy_ui.pages.marks import Box


def a_view(size_px: tuple[int, int] = (800, 480), *, moves: bool = False) -> Any:
    """Return a view in the tests' window."""
    from kivy.core.window import Window

    from kivy_ui.pages.renderer import PageView

    assert Window is not None
    shown = PageView(moves=moves)
    shown.size = size_px
    return shown


class Touch(SimpleNamespace):
    """A finger; the part of Kivy's touch that a widget uses."""

    def grab(self, widget: object) -> None:
        """Belong to a widget."""
        self.grab_current = widget

    def ungrab(self, _widget: object) -> None:
        """Belong to none."""


def touch_at(box: Box) -> Touch:
    """A finger in the middle of a box."""
    return Touch(pos=(box.x + box.w / 2, 480 - box.y - box.h / 2), grab_current=None)


def tap(view: Any, box: Box) -> None:
    """Touch the middle of a box and let go."""
    finger = touch_at(box)
    view.on_touch_down(finger)
    view.on_touch_up(finger)


def tap_on(view: Any, key: object) -> None:
    """Touch the target of a key and let go."""
    tap(view, next(each.box for each in view.scene.targets if each.key == key))


def heard_by(view: Any) -> list[object]:
    """The answers that a view gives from now on."""
    heard: list[object] = []
    view.bind(on_answer=lambda _view, key: heard.append(key))
    return heard
