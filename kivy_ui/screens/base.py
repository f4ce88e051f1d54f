"""Base class of all screens, and the interface of the window around them."""

from __future__ import annotations

from typing import Protocol

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.errors import CompanionError
from kivy_ui.widgets import row_scroll  # noqa: F401 - the rules name its widget
from kivy_ui.widgets.touch_guard import TouchGuard
from kivy_ui.window.presenters import Presenters


class Navigator(Protocol):
    """Functions of the window that screens and panels may call."""

    def show_banner(self, text: str, hint: str, icon: str) -> None:
        """Show a temporary message over the screen."""
        ...

    def tell(self, error: CompanionError) -> None:
        """Show an error message."""
        ...

    def close_panel(self, panel: Widget | None = None) -> None:
        """Close *panel*, or by default the topmost one."""
        ...

    def refresh(self) -> None:
        """Update all widgets from the presenters."""
        ...

    def visit(self, screen: str | None) -> None:
        """Show ``start``, ``table`` or a side screen; None returns to the round."""
        ...

    def choose_language(self, key: str) -> None:
        """Switch the language."""
        ...

    def quit(self) -> None:
        """Close the program."""
        ...

    def menu(self) -> None:
        """Open the menu."""
        ...

    def undo(self) -> None:
        """Undo the last step of the game."""
        ...

    def open_rule(self, number: str) -> None:
        """Show a section of the rules in the help."""
        ...


class TableScreen(TouchGuard, BoxLayout):
    """Base class of the screens between the top and bottom bars.

    Args:
        presenters: the presenters.
        window: the window around the screen.

    Attributes:
        fills_window: whether it covers the bars of the window.
    """

    fills_window = False

    def __init__(self, presenters: Presenters, window: Navigator) -> None:
        self.presenters = presenters
        self.window = window
        super().__init__()

    def refresh(self) -> None:
        """Update the widgets from the presenters."""

    def primary(self) -> None:
        """Perform the main button's action on a side screen; some open a panel instead."""
        visited = self.presenters.side.visited
        if visited is not None:
            visited.primary()

    def tick(self) -> None:
        """Update what changes without a session update (camera); called about 10 times a second."""

    @property
    def is_typed(self) -> bool:
        """Whether digits are typed here: then they are no ready buttons."""
        return False

    def typed(self, text: str) -> bool:
        """Handle a typed letter or digit; return whether it was handled."""
        del text
        return False

    def pressed(self, key: str, *, shift: bool) -> bool:
        """Handle a special key; return whether it was handled.

        Args:
            key: ``tab``, ``escape``, ``up``, ``down``, ``left`` or ``right``.
            shift: whether Shift was held.
        """
        del key, shift
        return False

    def erased(self) -> bool:
        """Handle a typed backspace; return whether it was handled."""
        return False
