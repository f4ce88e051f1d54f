"""Choosing any tile of the box from a searchable list."""

from __future__ import annotations

from collections.abc import Callable

from kivy_ui.games.roll.tiles.tile_picker import TilePicker
from kivy_ui.panels.tiles.finder import FinderPanel
from kivy_ui.screens.base import Navigator
from kivy_ui.window.presenters import Presenters


class PickTilePanel(FinderPanel):
    """A searchable list of the tiles that may be picked.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        picker: provides the tiles that may be picked.
        on_pick: called with the tile's key after the panel is closed.
    """

    def __init__(
        self,
        presenters: Presenters,
        window: Navigator,
        picker: TilePicker,
        on_pick: Callable[[str], None],
    ) -> None:
        self._picker = picker
        self._on_pick = on_pick
        super().__init__(presenters, window)
        self.show_keys(picker.keys)
        self.refresh()

    def refresh(self) -> None:
        """Show the list."""
        self.title, self.letters = self._picker.title, self._picker.text
        self.show_filters(self._picker.filters)
        self.show_list(self._picker.found())

    def typed(self, text: str) -> bool:
        """Add typed letters to the search."""
        self._picker.type(text)
        self.refresh()
        return True

    def erased(self) -> None:
        """Delete the last letter of the search."""
        self._picker.erase()
        self.refresh()

    def enter(self) -> None:
        """Choose the first tile of the list."""
        found = self._picker.found()
        if found:
            self.choose(found[0].key)

    def narrow(self, key: str) -> None:
        """Filter by a kind, cost or colour."""
        self._picker.narrow(key)
        self.refresh()

    def show_all(self) -> None:
        """Remove all filters."""
        self._picker.widen()
        self.refresh()

    def choose(self, key: str) -> None:
        """Close the panel and pass this tile to ``on_pick``."""
        self.close()
        self._on_pick(key)
