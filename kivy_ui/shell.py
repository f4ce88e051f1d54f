"""The root widget: top and bottom bars, current screen, panels and the message banner."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Final

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.errors import CompanionError
from companion.session.table_port import TableUpdate
from kivy_ui import theme
from kivy_ui.common.frame import DeviceMark
from kivy_ui.common.page_source import Steps
from kivy_ui.panels.base import Panel
from kivy_ui.panels.game_date import GameDatePanel
from kivy_ui.panels.large_status import LargeStatusPanel
from kivy_ui.screens.base import TableScreen
from kivy_ui.widgets import controls  # noqa: F401 - the .kv file uses it
from kivy_ui.widgets.controls import TapArea, TextButton
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.touch_guard import TouchGuard
from kivy_ui.window.board import PAGE
from kivy_ui.window.presenters import Presenters
from kivy_ui.window.side_screens import SIDE_SCREENS

BANNER_S = 7.0
"""How long a message stays on the screen; a tap dismisses it earlier."""

_SCREENS: Final = {
    "page": "page.PageScreen",
    "guide": "guide.Guide",
}
"""Screen name -> module and class below ``kivy_ui.screens``; imported when first built, since
importing all of them takes a quarter of the start-up time."""


_PANELS: Final[dict[str | None, Callable[[Presenters, Shell], Panel]]] = {
    "status": LargeStatusPanel,
}
"""What is opened over a screen by the name of a screen."""


def screen_class(name: str) -> type[TableScreen]:
    """Return the class of the screen with the given name."""
    module, _, screen = _SCREENS[name].rpartition(".")
    found: type[TableScreen] = getattr(import_module(f"kivy_ui.screens.{module}"), screen)
    return found


class Banner(TapArea):
    """A message over the screen that disappears by itself."""

    text = StringProperty("")
    hint = StringProperty("")
    icon = StringProperty("error")
    showing = BooleanProperty(False)
    shown_y = NumericProperty(0)

    def show(self) -> None:
        """Show the banner."""
        self.showing = True

    def hide(self) -> None:
        """Hide the banner."""
        self.showing = False


class MainButton(TouchGuard, TextButton):
    """The main button at the lower right; it ignores touches briefly after its text changes."""

    def on_text(self, _button: object, text: str) -> None:
        """Start the period in which touches are ignored."""
        self.ask(text)


class Shell(TouchGuard, FloatLayout):
    """The root widget of the window.

    Args:
        presenters: the presenters.
        app: the application; switches languages and quits.
    """

    title = StringProperty("")
    status = StringProperty("")
    primary_text = StringProperty("")
    can_undo = BooleanProperty(False)
    camera_icon = StringProperty("camera_off")
    camera_ink = ColorProperty(theme.FAINT)
    buttons_icon = StringProperty("button_off")
    buttons_ink = ColorProperty(theme.FAINT)
    language = StringProperty("en")
    beside = BooleanProperty(False)
    narrow = BooleanProperty(False)
    filled = BooleanProperty(False)
    banner_text = StringProperty("")
    banner_hint = StringProperty("")
    banner_icon = StringProperty("error")

    def __init__(self, presenters: Presenters, app: object) -> None:
        self.presenters = presenters
        self.app = app
        self._screens: dict[str, TableScreen] = {}
        self._screen_name = self._widget_name = ""
        self._told: tuple[CompanionError, ...] = ()
        self._hide_banner = Clock.create_trigger(self.hide_banner, BANNER_S)
        super().__init__()
        self.ids.panels.bind(children=self._draw_what_is_seen)
        self.refresh()

    # --- display -------------------------------------------------------------------------------

    @property
    def screen_name(self) -> str:
        """Name of the current screen."""
        return self._screen_name

    @property
    def screen(self) -> TableScreen:
        """The current screen."""
        return self._screens[self._widget_name]

    @property
    def panel(self) -> Panel | None:
        """The topmost panel, or None."""
        children = self.ids.panels.children
        return children[0] if children else None

    def refresh(self) -> None:
        """Update the bars, the screen and the panels from the presenters."""
        screen = self.presenters.screen
        self.beside = self.presenters.ui.visiting in SIDE_SCREENS
        if screen != self._screen_name or self._begins():
            self._go(screen)
        if not self.filled:
            self._show_frame()
        self.screen.refresh()
        for panel in reversed(self.ids.panels.children[:]):
            panel.refresh()

    def prepare_next(self) -> bool:
        """Build one screen in advance; return False once all are built.

        Called between frames while the window is idle.
        """
        name = next((name for name in _SCREENS if name not in self._screens), None)
        if name is not None:
            self._build(name)
        return name is not None

    def take(self, updates: list[TableUpdate]) -> None:
        """Apply updates and show all their errors; hide an info banner when the game changes."""
        before = self.presenters.ui.update
        for update in updates:
            self.presenters.ui.take(update)
        self.presenters.rounds.follow()
        self.refresh()
        now = self.presenters.ui.update
        moved = (now.game_id, now.version) != (before.game_id, before.version)
        if moved and self.banner_icon == "info":
            self.hide_banner()
        if now.asks_date and not before.asks_date:
            self.open_panel(GameDatePanel(self.presenters, self, self.presenters.ui.port.set_date))
        if self.presenters.undo_changes.take():
            self._say()
        elif moved:
            self.presenters.undo.follow()
        self.refresh()
        for update in updates:
            if update.error is not None:
                self.tell(update.error)

    def tick(self) -> None:
        """Update everything that changes without a session update."""
        if not self.filled:
            self._show_devices()
        if self.presenters.ui.live_chances.arrived():
            self.refresh()
        self.screen.tick()
        news = self.presenters.side.calibrate.take_news()
        if news is not None:
            self.show_banner(*news)
            self.refresh()

    # --- banner and panels ---------------------------------------------------------------------

    def show_banner(self, text: str, hint: str, icon: str) -> None:
        """Show a message over the screen for ``BANNER_S`` seconds."""
        self._told = ()
        self.banner_text, self.banner_hint, self.banner_icon = text, hint, icon
        self.ids.banner.show()
        self._hide_banner.cancel()
        self._hide_banner()

    def tell(self, *errors: CompanionError) -> None:
        """Show errors in a banner, which is translated again if the language changes."""
        banner = self.presenters.frame.banner(*errors)
        if banner is not None:
            self.show_banner(banner.message, banner.hint, "error")
            self._told = errors

    def retranslate(self) -> None:
        """Update all text after a change of language."""
        banner = self.presenters.frame.banner(*self._told)
        if banner is not None:
            self.banner_text, self.banner_hint = banner.message, banner.hint
        else:
            self.hide_banner()
        self.refresh()

    def hide_banner(self, *_args: object) -> None:
        """Hide the banner."""
        self._hide_banner.cancel()
        self.ids.banner.hide()

    def open_panel(self, panel: Panel) -> None:
        """Show *panel* over the screen, unless it is already closed because it has no content."""
        if not panel.closed:
            panel.bind(covers=self._draw_what_is_seen)
            self.ids.panels.add_widget(panel)
            self._ask()

    def close_panel(self, panel: Widget | None = None) -> None:
        """Close *panel*, or by default the topmost one."""
        closing = panel or self.panel
        if closing is not None:
            self.ids.panels.remove_widget(closing)
            self._ask()

    # --- actions -------------------------------------------------------------------------------

    def primary(self) -> None:
        """Perform the main button's action."""
        self.screen.primary()
        self.refresh()

    def undo(self) -> None:
        """Undo the last step of the game, or the last input on the open side screen."""
        self._turn_back(lambda beside: beside.undo(), self.presenters.undo_changes.undo)

    def redo(self) -> None:
        """Redo the undone step."""
        self._turn_back(lambda beside: beside.redo(), self.presenters.undo_changes.redo)

    def back(self) -> None:
        """Go back one level within the side screen, else return to the game."""
        if not self.screen.pressed("escape", shift=False):
            self.visit(None)

    def menu(self) -> None:
        """Open the menu."""
        self.visit("menu")

    def show_large_status(self) -> None:
        """Show the large-text status, readable from across the table."""
        self._close_all()
        self.open_panel(LargeStatusPanel(self.presenters, self))

    def rest(self) -> bool:
        """Show the large-text status of an idle game; return whether it is shown."""
        if self.panel is not None or not self.presenters.large_status.can_rest:
            return isinstance(self.panel, LargeStatusPanel)
        self.show_large_status()
        return True

    def choose_language(self, key: str) -> None:
        """Switch the language immediately."""
        self.app.choose_language(key)  # type: ignore[attr-defined]

    def next_language(self) -> None:
        """Switch to the next language."""
        self.choose_language(self.presenters.ui.following_language)

    def visit(self, screen: str | None) -> None:
        """Show the start screen, the table or a side screen; None returns to the round."""
        if screen in _PANELS:
            self.presenters.ui.leave()
            self.refresh()
            self.open_panel(_PANELS[screen](self.presenters, self))
            return
        self.presenters.ui.visit(screen)
        beside = self.presenters.pages(screen or "") or self.presenters.side.visited
        if beside is not None:
            beside.enter()
        self._close_all()
        self.refresh()

    def open_rule(self, number: str) -> None:
        """Show a section of the rules in the help."""
        self.visit("help")
        self.presenters.help.open_rule(number)
        self.refresh()

    def quit(self) -> None:
        """Close the window."""
        self.app.stop()  # type: ignore[attr-defined]

    # --- private -------------------------------------------------------------------------------

    def _begins(self) -> bool:
        """Whether another game has the same screen, with pages of its own."""
        source = self.presenters.pages(self._screen_name)
        return source is not None and source is not getattr(self.screen, "source", None)

    def _build(self, name: str) -> None:
        self._screens[name] = screen_class(name)(self.presenters, self)

    def _go(self, name: str) -> None:
        """Show a screen: with widgets of its own, or as pages on the one screen for them."""
        source = self.presenters.pages(name)
        self._screen_name, self._widget_name = name, name if source is None else PAGE
        if self._widget_name not in self._screens:
            self._build(self._widget_name)
        if source is not None:
            self.screen.source = source
        self.filled = self.screen.fills_window
        self._close_all()
        self._ask()
        self.ids.content.clear_widgets()
        self.ids.content.add_widget(self.screen)

    def _turn_back(self, beside: Callable[[Steps], None], game: Callable[[], None]) -> None:
        shown = self.presenters.pages(self._screen_name) or self.presenters.side.visited
        if shown is None:
            game()
            return
        beside(shown)
        self.refresh()

    def _say(self) -> None:
        """Show which pieces to move back; if there are none, what was undone in the banner."""
        ui, changes = self.presenters.ui, self.presenters.undo_changes
        moves = changes.moves()
        if moves.rows and ui.visiting != "undo":
            self.visit("undo")
        elif not moves.rows and ui.visiting != "undo":
            changes.close()
            text = ui.translate("Undone: %(what)s", what=" ".join(moves.said))
            self.show_banner(text, "", "info")

    def _draw_what_is_seen(self, *_args: object) -> None:
        """Skip drawing below a panel that covers the window, which halves the frame time."""
        behind = self.ids.behind.canvas
        covered = any(panel.covers for panel in self.ids.panels.children)
        if covered is (behind in self.canvas.children):
            if covered:
                self.canvas.remove(behind)
            else:  # the first entry of the canvas is canvas.before
                self.canvas.insert(1, behind)

    def _ask(self) -> None:
        self.ask((self._screen_name, self.panel))

    def _close_all(self) -> None:
        self.ids.panels.clear_widgets()

    def _show_frame(self) -> None:
        """Show the bars around a screen that does not fill the window."""
        visited = self.presenters.side.visited
        if visited is not None:
            frame = visited.frame()
            self.title, self.status = frame.title, frame.status
            self.primary_text, self.can_undo = frame.primary_text, frame.can_undo
        self.language = self.presenters.ui.language.upper()
        self._show_devices()

    def _show_devices(self) -> None:
        camera, buttons = self.presenters.frame.camera(), self.presenters.frame.buttons()
        self.camera_icon, self.camera_ink = camera.icon, _device_ink(camera)
        self.buttons_icon, self.buttons_ink = buttons.icon, _device_ink(buttons)


def _device_ink(mark: DeviceMark) -> theme.Rgba:
    if not mark.fine:
        return theme.BAD
    return theme.FAINT if mark.icon.endswith("_off") else theme.GOOD


load_kv(__file__)
