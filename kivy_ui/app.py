"""The window: one Kivy application over a ``TablePort``.

Call ``kivy_ui.environment.prepare()`` before importing this module.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.app import App
from kivy.clock import Clock
from kivy.uix.label import Label

from companion.session.table_port import TablePort
from kivy_ui.settings import UiSettings


class TableApp(App):  # type: ignore[misc]  # kivy has no type hints
    """The table's screen.

    Args:
        port: the running evening.
        settings: language, names, state of the buttons.
        on_language: called with the key of the language that a person chose, to remember it.
        on_first_frame: called once, after the first frame with the table is on the screen.
        on_quit: called once when the window closes, however it closes.
    """

    def __init__(
        self,
        port: TablePort,
        settings: UiSettings | None = None,
        *,
        on_language: Callable[[str], None] | None = None,
        on_first_frame: Callable[[], None] | None = None,
        on_quit: Callable[[], None] | None = None,
    ) -> None:
        super().__init__()
        self._port = port
        self._settings = settings or UiSettings()
        self._on_language = on_language
        self._on_first_frame = on_first_frame
        self._on_quit = on_quit

    def build(self) -> Label:
        """Return the root widget."""
        return Label(text="...")

    @property
    def current_screen(self) -> str:
        """``start``, ``table``, ``reveal``, ``phases`` or ``end``."""
        return "start"

    def schedule(self, action: Callable[[], None], delay_s: float = 0.0) -> None:
        """Run *action* on the window's thread after *delay_s*; may be called from any thread."""
        Clock.schedule_once(lambda _dt: action(), delay_s)

    def screenshot(self, path: Path) -> None:
        """Write what the window shows as a PNG file. On the window's thread only."""
        self.root.export_to_png(str(path))
