"""The legend of the symbols; the long-pressed symbol comes first."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from kivy_ui.games.roll.legend import Symbol, legend
from kivy_ui.panels.base import Panel
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets import controls, row_scroll, tile_marks  # noqa: F401 - the .kv file uses them
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.presenters import Presenters

_TILE_KINDS = ("development", "world")


class SymbolRow(BoxLayout):
    """A symbol, its name and its meaning."""

    icon = StringProperty("")
    die = StringProperty("")
    name = StringProperty("")
    meaning = StringProperty("")
    held = BooleanProperty(False)

    def show(self, symbol: Symbol, *, held: bool) -> None:
        """Show a symbol."""
        self.die = symbol.key if symbol.die else ""
        tile = symbol.key in _TILE_KINDS
        self.icon = "" if symbol.die or tile else symbol.key
        self.ids.mark.kind = symbol.key if tile else ""
        self.name, self.meaning, self.held = symbol.name, symbol.meaning, held


class LegendPanel(Panel):
    """A list of all symbols with their meanings.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        held: key of the long-pressed symbol; the panel does not open for an unknown one.
    """

    def __init__(self, presenters: Presenters, window: Navigator, held: str) -> None:
        super().__init__(presenters, window)
        self._held = held
        known = {symbol.key for symbol in legend(presenters.ui.translate)}
        self.closed = held not in known
        self.refresh()

    def refresh(self) -> None:
        """Show the symbols in the chosen language."""
        translate = self.presenters.ui.translate
        self.title = translate("Symbols")
        symbols = legend(translate, self._held)
        rows = reuse_children(self.ids.rows, len(symbols), SymbolRow)
        for row, symbol in zip(rows, symbols, strict=True):
            row.show(symbol, held=symbol.key == self._held)


load_kv(__file__)
