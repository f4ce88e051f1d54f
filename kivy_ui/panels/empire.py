"""A player's panel in a fully tracked game: all dice, tiles and counters."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from kivy_ui.games.roll.empire import DiceRow, TileRow
from kivy_ui.games.roll.tiles.tile_icons import icons
from kivy_ui.panels.base import Panel
from kivy_ui.panels.choosing import TrackedCorrectionsPanel
from kivy_ui.screens import parts  # noqa: F401 - the .kv file uses it
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets import dice_row, icon_row, tile_marks  # noqa: F401 - the rules name them
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TapArea
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.presenters import Presenters


class PlaceRow(BoxLayout):
    """A place and its dice."""

    place = StringProperty("")
    count = StringProperty("")
    text = StringProperty("")
    icon = StringProperty("")

    def show(self, row: DiceRow) -> None:
        """Show a place."""
        self.place, self.text, self.icon = row.place, row.text, row.icon
        self.count = str(row.count) if row.count is not None else ""
        self.ids.dice.show(row.dice)


class BuiltRow(TapArea):
    """A built tile; a tap shows its effect instead of its name."""

    key = StringProperty("")
    name = StringProperty("")
    words = StringProperty("")
    wordy = BooleanProperty(False)

    def show(self, row: TileRow) -> None:
        """Show a tile."""
        if row.key != self.key:
            self.wordy = False
        self.key, self.name, self.words = row.key, row.name, row.text
        self.ids.mark.show(row.side)
        self.ids.icons.icons = icons(row.side)

    def on_release(self) -> None:
        """Switch between name and effect."""
        self.wordy = not self.wordy


class EmpirePanel(Panel):
    """Dice by place, construction zone and tableau of one player.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        number: the seat.
    """

    credits = StringProperty("")
    chips = StringProperty("")
    tiles = StringProperty("")
    chance = StringProperty("")
    computer = BooleanProperty(False)

    def __init__(self, presenters: Presenters, window: Navigator, number: int) -> None:
        self.number = number
        super().__init__(presenters, window)
        self.refresh()

    def refresh(self) -> None:
        """Show the player; close if the seat is no longer taken."""
        model = self.presenters.empire.model(self.number)
        if model is None:
            self.close()
            return
        self.head(model.name, model.seat, model.colour)
        self.credits, self.chips = (str(counter.value) for counter in model.counters)
        self.tiles, self.chance = str(len(model.tiles)), model.chance
        self.computer = self.presenters.seating.at(self.number) is not None
        self.ids.light.show(model.light)
        places = reuse_children(self.ids.places, len(model.dice), PlaceRow)
        for view, row in zip(places, model.dice, strict=True):
            view.show(row)
        built = reuse_children(self.ids.built, len(model.tiles), BuiltRow)
        for tile_view, tile in zip(built, model.tiles, strict=True):
            tile_view.show(tile)

    def toggle_ready(self) -> None:
        """Toggle the ready light."""
        self.presenters.table.toggle_ready(self.number)

    def who_plays(self) -> None:
        """Ask who plays this seat from now on."""
        self.presenters.who.ask(self.number)
        self.window.refresh()

    def correct(self) -> None:
        """Open the corrections over this panel."""
        panel = TrackedCorrectionsPanel(self.presenters, self.window, self.number)
        self.window.open_panel(panel)


load_kv(__file__)
