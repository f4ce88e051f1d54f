"""Parts of a screen that light up one group after the other; a tap ends it, and then all rests."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.animation import Animation
from kivy.uix.widget import Widget

from kivy_ui import theme

Groups = Sequence[Sequence[Widget]]


def delays_s(groups: int) -> tuple[float, ...]:
    """Return when each of *groups* begins to light up, so that the last one is done in time."""
    last_s = theme.REVEAL_S - theme.MOTION_S
    return tuple(last_s * index / max(1, groups - 1) for index in range(groups))


def appear(groups: Groups) -> None:
    """Light up *groups* one after the other, in ``theme.REVEAL_S`` together."""
    rest(groups)
    for group, delay_s in zip(groups, delays_s(len(groups)), strict=True):
        for widget in group:
            widget.opacity = theme.UNLIT
            light = Animation(opacity=1.0, duration=theme.MOTION_S, transition="out_cubic")
            if delay_s:
                light = Animation(opacity=theme.UNLIT, duration=delay_s) + light
            light.start(widget)


def rest(groups: Groups) -> None:
    """Show everything as it is in the end, and move nothing any more."""
    for group in groups:
        for widget in group:
            Animation.cancel_all(widget, "opacity")
            widget.opacity = 1.0
