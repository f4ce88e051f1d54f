"""The Kivy application: a window that displays the state of a ``TablePort``.

Call ``kivy_ui.environment.prepare()`` before importing this module.
"""

import gc
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from kivy.app import App
from kivy.base import EventLoop, ExceptionManager, runTouchApp
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import GL_RENDERER, glFlush, glGetString

from companion.preferences import Preferences
from companion.session.table_port import TablePort, TableUpdate
from kivy_ui import theme
from kivy_ui.faults import FaultHandler
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.cues import Cue, cue
from kivy_ui.keys import Keys
from kivy_ui.pages.page import Seat
from kivy_ui.pages.renderer import PageView
from kivy_ui.settings import UiSettings
from kivy_ui.shell import Shell
from kivy_ui.sleep import IdleTimer, SleepOverlay
from kivy_ui.sounds import NoSoundError, Sound, Speaker
from kivy_ui.touch_input import TouchInput
from kivy_ui.window.presenters import Presenters

_DARKEST = 0.7
"""Maximum opacity of the black overlay that dims the picture if the backlight cannot be dimmed."""

_TICK_S = 0.1
"""Interval for polling the camera picture and the device states."""

_REST_AFTER_MIN = 2
"""Idle minutes before a running game shows its large-text status."""


def has_window() -> bool:
    """Return whether Kivy could create a window; without one the app cannot run."""
    return Window is not None


def renderer() -> str:
    """Return the OpenGL renderer's name: the graphics chip or a software renderer."""
    return str(glGetString(GL_RENDERER).decode("ascii", "replace"))


def _finish_frame(*_args: object) -> None:
    """Draw the frame now: off the screen the software renderer else collects some twenty.

    It then draws all at once, and a touch waits for a quarter of a second.
    """
    glFlush()


class TableApp(App):
    """The application that runs the touchscreen.

    Args:
        settings: language, player names, state of the ready buttons.
        on_first_frame: called once, after the first complete frame is on the screen.
        on_quit: called once when the window closes, for any reason.

    Attributes:
        shell: what the window shows and does; window thread only.
    """

    root: PageView  # set by Kivy

    def __init__(
        self,
        port: TablePort,
        settings: UiSettings | None = None,
        *,
        on_first_frame: Callable[[], None] | None = None,
        on_quit: Callable[[], None] | None = None,
    ) -> None:
        super().__init__()
        self._port = port
        settings = settings or UiSettings()
        if settings.touches is not None:
            EventLoop.add_input_provider(TouchInput(settings.touches))
        self._presenters = Presenters(RollContext(port, settings))
        self.shell = Shell(self._presenters, self)
        self._first_frame_hook = on_first_frame
        self._quit_hook = on_quit
        self._pending: deque[TableUpdate] = deque()
        self._take_pending = Clock.create_trigger(self._take, -1)
        self._unsubscribe: Callable[[], None] = lambda: None
        self._keys: Keys | None = None
        self._running = False
        self._idle_timer = IdleTimer(self._sleep, time.monotonic)
        self._status_timer = IdleTimer(self._rest, time.monotonic)
        self._sleep_overlay = SleepOverlay(self._idle_timer.stir)
        self._speaker = Speaker()
        preferences = self._presenters.ui.preferences
        self._heard = preferences.volume_percent
        self._presenters.ui.apply = self._change_preferences

    # --- for the composition root --------------------------------------------------------------

    @property
    def current_screen(self) -> str:
        """Name of the current screen, such as ``start``."""
        return self.shell.screen_name

    @property
    def shown_version(self) -> int:
        """Number of the last stored event that is shown on the screen."""
        return self._presenters.ui.update.version

    @property
    def language(self) -> str:
        """Key of the chosen language."""
        return self._presenters.ui.language

    @property
    def settings(self) -> UiSettings:
        """The window's settings with the preferences that are chosen now."""
        ui = self._presenters.ui
        return replace(ui.settings, preferences=ui.preferences)

    def sits(self, seat: int) -> Seat:
        """Return who sits at a seat; from any thread."""
        return self._presenters.start.sits(seat)

    def schedule(self, action: Callable[[], None], delay_s: float = 0.0) -> None:
        """Run *action* on the window thread after *delay_s*; may be called from any thread."""
        Clock.schedule_once(lambda _dt: action(), delay_s)

    def screenshot(self, path: Path) -> None:
        """Write the window's contents to a PNG file. Window thread only."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.root.export_to_png(str(path))

    def choose_language(self, key: str) -> None:
        """Switch the language immediately. Window thread only."""
        self._presenters.ui.choose_language(key)
        self.shell.retranslate()

    def open(self) -> None:
        """Open the window without starting the event loop; ``step`` then runs single frames."""
        self._run_prepare()
        if EventLoop.status != "started":
            runTouchApp(embedded=True)

    def close(self) -> None:
        """Close a window opened with ``open``; afterwards another application may use it."""
        self.dispatch("on_stop")
        Window.remove_widget(self.root)

    def step(self, frames: int = 1) -> None:
        """Run *frames* frames of a window opened with ``open``."""
        for _ in range(frames):
            EventLoop.idle()

    def run(self) -> None:
        """Open the window and run the event loop until the window is closed."""
        faults = FaultHandler(self.shell.tell)
        self._running = True
        ExceptionManager.add_handler(faults)
        try:
            super().run()
        finally:
            ExceptionManager.remove_handler(faults)

    # --- called by Kivy ------------------------------------------------------------------------

    def build(self) -> PageView:
        preferences = self._presenters.ui.preferences
        self._idle_timer.after_min = preferences.sleep_after_min
        self._status_timer.after_min = _REST_AFTER_MIN
        self._speaker.volume = preferences.volume_percent / 100
        Window.clearcolor = theme.GROUND
        self.title = "Companion"
        return self.shell.view

    def on_start(self) -> None:
        """Subscribe to session updates, the clock and the keyboard."""
        self._unsubscribe = self._port.subscribe(self._receive)
        self._receive(self._port.latest())
        self._ticker = Clock.schedule_interval(self._tick, _TICK_S)
        self._keys = Keys(Window, self.shell, self._idle_timer.stir)
        Window.bind(on_touch_down=self._stirred)
        Window.add_widget(self._sleep_overlay)
        self._show_light()
        if self._port.latest().restored:
            text = self._presenters.ui.translate("The game continues where it stopped.")
            self.schedule(lambda: self.shell.show_notice(text))
        Window.bind(on_flip=_finish_frame)
        Window.bind(on_flip=self._draw_again)

    def on_stop(self) -> None:
        """Release all subscriptions and resources; Kivy calls this twice."""
        self._unsubscribe()
        self._unsubscribe = lambda: None
        if self._keys is not None:
            self._keys.close()
            self._keys = None
            self._ticker.cancel()
            Window.unbind(on_touch_down=self._stirred, on_flip=_finish_frame)
            Window.remove_widget(self._sleep_overlay)
        hook, self._quit_hook = self._quit_hook, None
        if hook is not None:
            hook()

    # --- private -------------------------------------------------------------------------------

    def _receive(self, update: TableUpdate) -> None:
        """Queue an update for the window thread. Runs on the session's owner thread."""
        self._pending.append(update)
        self._take_pending()

    def _take(self, _dt: float) -> None:
        updates = []
        while self._pending:
            updates.append(self._pending.popleft())
        if updates:
            self._idle_timer.stir()
            before = self._presenters.ui.view
            self.shell.take(updates)
            self._sound(updates, cue(before, self._presenters.ui.view))

    # --- brightness, text size, sound, sleep ---------------------------------------------------

    def _tick(self, _dt: float) -> None:
        if not self._idle_timer.asleep:  # no need to update a dark screen
            self.shell.tick()
        self._idle_timer.tick()
        self._status_timer.tick()

    def _stirred(self, _window: object, _touch: object) -> None:
        """Reset the timers on touch; the sleep overlay handles a touch that wakes the screen."""
        self._status_timer.stir()
        if not self._idle_timer.asleep:
            self._idle_timer.stir()

    def _rest(self, resting: bool) -> None:  # noqa: FBT001 - callback of the timer
        """Show the large-text status of a running game, unless something else is shown."""
        if resting and not self.shell.rest():
            self._status_timer.stir()

    def _sleep(self, asleep: bool) -> None:  # noqa: FBT001 - callback of the timer
        self._sleep_overlay.asleep = asleep
        self._show_light()

    def _show_light(self) -> None:
        """Set the display brightness; if that is unsupported, darken the picture instead."""
        wanted = self._presenters.ui.preferences.brightness_percent
        asleep = self._idle_timer.asleep
        brightness = self._presenters.ui.settings.services.brightness
        taken = not wanted or brightness.set_percent(0 if asleep else wanted)
        darker = 0.0 if taken else min(_DARKEST, 1.0 - wanted / 100)
        self._sleep_overlay.dim(1.0 if asleep else darker)

    def _change_preferences(self, preferences: Preferences) -> None:
        self._idle_timer.after_min = preferences.sleep_after_min
        self._show_light()
        heard = preferences.volume_percent
        if heard not in (self._heard, 0):
            self._speaker.volume = preferences.volume_percent / 100
            if not self._speaker.play(Sound.TURN):
                self.shell.tell(NoSoundError())
        self._heard = heard

    def _sound(self, updates: list[TableUpdate], happened: Cue | None) -> None:
        if any(update.error is not None for update in updates):
            self._play(Sound.ERROR)
        elif happened is not None:
            self._play(Sound(happened.value))

    def _play(self, sound: Sound) -> None:
        if self._presenters.ui.preferences.volume_percent:
            self._speaker.play(sound)

    def _draw_again(self, *_args: object) -> None:
        """Draw a second frame: on the bare console SDL creates a new surface at the first flip."""
        Window.unbind(on_flip=self._draw_again)
        Window.bind(on_flip=self._after_frame)
        Window.canvas.ask_update()

    def _after_frame(self, *_args: object) -> None:
        Window.unbind(on_flip=self._after_frame)
        hook, self._first_frame_hook = self._first_frame_hook, None
        if hook is not None:
            hook()
        if self._running:
            # Freeze the objects that live until the window closes, so that the garbage collector
            # does not scan them repeatedly, a third of a second each time.
            gc.collect()
            gc.freeze()
            gc.enable()
