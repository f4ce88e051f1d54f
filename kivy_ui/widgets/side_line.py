"""A side of a tile as a row: its mark, its name and optionally icons of its effects."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.games.roll.model.tiles import Side
from kivy_ui import theme
from kivy_ui.games.roll.tiles.tile_icons import icons
from kivy_ui.widgets import icon_row, text, tile_marks  # noqa: F401 - the .kv file uses them
from kivy_ui.widgets.kv_file import load_kv


class SideLine(BoxLayout):
    """A tile mark with a name beside it and icons below the name.

    Attributes:
        mark_dp: edge of the mark.
        signed: whether icons of the side's effects are shown below the name.
        dim: whether another player owns the tile.
        strong: whether the name is bold.
        stacked: whether rows are stacked, each as high as its name needs.
    """

    name = StringProperty("")
    mark_dp = NumericProperty(theme.ICON_LARGE)
    base_size = NumericProperty(theme.TEXT_SMALL)
    signed = BooleanProperty(False)
    dim = BooleanProperty(False)
    strong = BooleanProperty(False)
    stacked = BooleanProperty(False)

    def show(self, side: Side, name: str, *, signed: bool = False) -> None:
        """Show *side* by its *name*."""
        self.name = name
        self.ids.mark.show(side)
        self.ids.icons.icons = icons(side) if signed else ()
        self.signed = bool(self.ids.icons.icons)


load_kv(__file__)
