"""Widgets shared by several screens: phase tiles and parts of seat cards."""

from __future__ import annotations

from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from kivy_ui import theme
from kivy_ui.games.roll.turn.table import PhaseTile, ReadyLight
from kivy_ui.widgets import controls  # noqa: F401 - the .kv file uses it
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import SeatBadge, TapArea
from kivy_ui.widgets.kv_file import load_kv

MOST_BADGES = 5
"""One badge per player; next to four or more there is no room for the phase's state icon."""


class PhaseTileView(BoxLayout):
    """One of the five phases."""

    numeral = StringProperty("")
    name = StringProperty("")
    word = StringProperty("")
    face = StringProperty("")
    ink = ColorProperty(theme.TEXT)
    ground = ColorProperty(theme.SURFACE)
    edge = ColorProperty(theme.CLEAR)
    compact = BooleanProperty(False)
    badged = BooleanProperty(False)
    state_icon = StringProperty("")

    def show(self, tile: PhaseTile, seat_colours: dict[int, str]) -> None:
        """Show *tile*, with the seat numbers of the players who selected the phase."""
        self.numeral, self.name = tile.numeral, tile.name
        self.word = tile.word if tile.active else ""  # inactive tiles are dimmed instead
        self.face = tile.phase.value if tile.phase is not None else "cup"
        self.ink, self.ground, self.edge = _tile_colours(tile)
        who = [(str(seat), theme.seat_colour(seat_colours[seat])) for seat in tile.selected_by]
        if tile.by_spare_die:
            who.append(("+", theme.DIE_BODIES["home"]))
        who = [] if tile.done else who
        self.badged = self.compact and bool(who)  # leaves room for an icon only
        self.state_icon = "waiting" if len(who) < 4 and not tile.current else ""
        show_badges(self.ids.badges, who, MOST_BADGES)


def show_badges(
    box: Widget, who: list[tuple[str, theme.Rgba]], most: int, *, tight: bool = False
) -> None:
    """Show in *box* the badges of *who*, by number and colour; those beyond *most* as "+n".

    In a *tight* box exactly *most* badges are drawn narrow.
    """
    if len(who) > most:
        rest = len(who) - most + 1
        who = [*who[: most - 1], (f"+{rest}", theme.SEAT_UNKNOWN)]
    badges = reuse_children(box, len(who), SmallBadge)
    for badge, (number, colour) in zip(badges, who, strict=True):
        badge.number, badge.colour = number, colour
        badge.tight = tight and len(who) == most


class SmallBadge(SeatBadge):
    """A small badge with a seat's number.

    Attributes:
        tight: whether it is also narrow.
    """

    tight = BooleanProperty(False)


class PhaseStrip(GridLayout):
    """The five phases in one or two rows.

    Attributes:
        compact: low tiles without numerals.
        tight: whether the tiles are compact, by choice or for lack of width.
        rows_px: height of the tiles.
    """

    compact = BooleanProperty(False)
    tight = BooleanProperty(False)
    rows_px = NumericProperty(0)

    def on_tight(self, *_change: object) -> None:
        """Set the tiles' ``compact`` property to match."""
        for tile in self.children:
            tile.compact = self.tight

    def show(self, tiles: tuple[PhaseTile, ...], seat_colours: dict[int, str]) -> None:
        """Show the phases."""
        for view, tile in zip(
            reuse_children(self, len(tiles), lambda: PhaseTileView(compact=self.tight)),
            tiles,
            strict=True,
        ):
            view.show(tile, seat_colours)


class ReadyButton(TapArea):
    """A seat's ready light and ready button; an empty checkbox until the player is ready."""

    ink = ColorProperty(theme.TEXT)
    word = StringProperty("")
    icon = StringProperty("")
    lit = BooleanProperty(False)
    compact = BooleanProperty(False)

    def show(self, light: ReadyLight) -> None:
        """Show the light."""
        self.word, self.icon, self.lit = light.word, light.icon, light.lit
        self.disabled = not light.can_toggle


class CounterRow(BoxLayout):
    """A counter on a seat's card: icon, number, and its label if there is room.

    Attributes:
        below: whether the label is below the number, for counters side by side.
    """

    icon = StringProperty("")
    label = StringProperty("")
    value = StringProperty("")
    labelled = BooleanProperty(False)
    flat = BooleanProperty(False)
    below = BooleanProperty(False)


class NoteLine(BoxLayout):
    """A note about a seat: an icon and text that wraps onto as many lines as needed."""

    icon = StringProperty("")
    text = StringProperty("")


def _tile_colours(tile: PhaseTile) -> tuple[theme.Rgba, theme.Rgba, theme.Rgba]:
    if tile.current:
        return theme.TEXT, theme.ACCENT_GROUND, theme.ACCENT
    if tile.done:
        return theme.GOOD, theme.SURFACE, theme.CLEAR
    if tile.active:
        return theme.TEXT, theme.RAISED, theme.CLEAR
    if tile.word:
        return theme.FAINT, theme.GROUND, theme.LINE
    return theme.MUTED, theme.SURFACE, theme.CLEAR


load_kv(__file__)
