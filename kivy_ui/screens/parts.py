"""Small badges of players, shared by screens."""

from __future__ import annotations

from kivy.properties import BooleanProperty
from kivy.uix.widget import Widget

from kivy_ui import theme
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import SeatBadge
from kivy_ui.widgets.kv_file import load_kv

MOST_BADGES = 5
"""One badge per player."""


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


load_kv(__file__)
