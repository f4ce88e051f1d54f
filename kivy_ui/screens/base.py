"""What every screen is."""

from __future__ import annotations

from typing import Protocol

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.errors import CompanionError
from kivy_ui.games.roll.corrections import Naming
from kivy_ui.widgets import row_scroll  # noqa: F401 - the rules name its widget
from kivy_ui.widgets.settling import Settling
from kivy_ui.window.presenters import Presenters


class Opener(Protocol):
    """What a screen may ask of the window around it."""

    def open_panel(self, panel: Widget) -> None:
        """Show *panel* over the screen."""
        ...

    def show_banner(self, text: str, hint: str, icon: str) -> None:
        """Show a sentence over the screen for a while."""
        ...

    def tell(self, error: CompanionError) -> None:
        """Show why something was refused."""
        ...

    def close_panel(self, panel: Widget | None = None) -> None:
        """Close *panel*, where none is named the one on top."""
        ...

    def ask_tile(self, number: int, naming: Naming | None = None) -> None:
        """Ask which tile a player has completed, or which one a correction means."""
        ...

    def refresh(self) -> None:
        """Show everything again from the presenters."""
        ...

    def visit(self, screen: str | None) -> None:
        """Show ``start`` or ``table`` for a while; None goes back to the round."""
        ...

    def across(self) -> None:
        """Show the large line that is read from across the table."""
        ...

    def choose_language(self, key: str) -> None:
        """Switch the language."""
        ...


class TableScreen(Settling, BoxLayout):
    """A screen between the frame's bars.

    Args:
        presenters: the presenters.
        window: the window around the screen.
    """

    def __init__(self, presenters: Presenters, window: Opener) -> None:
        self.presenters = presenters
        self.window = window
        super().__init__()

    def refresh(self) -> None:
        """Show the newest update."""

    def primary(self) -> None:
        """Take the main button of a screen beside the game; some open a panel instead."""
        visited = self.presenters.side.visited
        if visited is not None:
            visited.primary()

    def tick(self) -> None:
        """Show what changes without an update: the camera. Called about ten times a second."""

    def typed(self, text: str) -> bool:
        """Take a typed letter or digit; returns whether it was taken."""
        del text
        return False

    def pressed(self, key: str, *, shift: bool) -> bool:
        """Take a key and return whether it was taken.

        Args:
            key: ``tab``, ``escape``, ``up``, ``down``, ``left`` or ``right``.
            shift: whether it was pressed with Shift.
        """
        del key, shift
        return False

    def erased(self) -> bool:
        """Take a typed backspace; returns whether it was taken."""
        return False
