"""The reveal's motion: dice that appear, phases that glow one after the other, a pulse of doubt.

Light is added and fades: at no moment is anything dimmer than at rest, so every still picture of
the motion can be read. A tap ends what appears and glows; a pulse lasts as long as its doubt.
"""

from __future__ import annotations

from collections.abc import Sequence

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.uix.widget import Widget

from kivy_ui import theme


def delays_s(parts: int) -> tuple[float, ...]:
    """Return when each of *parts* begins to glow, so that the last one is done in time."""
    last_s = theme.REVEAL_S - theme.MOTION_S
    return tuple(last_s * index / max(1, parts - 1) for index in range(parts))


def glow(parts: Sequence[Widget]) -> None:
    """Let the property ``glow`` of *parts* go from 1 to 0, in ``theme.REVEAL_S`` together."""
    rest(parts)
    for widget, delay_s in zip(parts, delays_s(len(parts)), strict=True):
        fade = Animation(glow=0.0, duration=theme.MOTION_S, transition="in_cubic")
        if delay_s:
            fade = Animation(glow=1.0, duration=delay_s) + fade
        widget.glow = theme.HIDDEN if delay_s else 1.0
        _start_seen(fade, widget, "glow", 0.0)


def grow(*widgets: Widget) -> None:
    """Let the property ``grown`` of *widgets*, in parts of the size, come to 1."""
    for widget in widgets:
        full(widget)
        widget.grown = theme.APPEARING
        settle = Animation(grown=1.0, duration=theme.MOTION_S, transition="out_cubic")
        _start_seen(settle, widget, "grown", 1.0)


def _start_seen(motion: Animation, widget: Widget, name: str, end: float) -> None:
    """Start *motion* once the page is drawn, unless it was ended before.

    The first frame of a page takes longer than the motion on slow machines: nobody would see it.
    """

    def start(_seconds: float) -> None:
        if getattr(widget, name) != end:
            motion.start(widget)

    Clock.schedule_once(start, 0)


def full(*widgets: Widget) -> None:
    """Show *widgets* as large as they are in the end."""
    for widget in widgets:
        Animation.cancel_all(widget, "grown")
        widget.grown = 1.0


def pulse(now_s: float) -> float:
    """Return the light of a doubt at a moment, 0..1, in a few steps: each is drawn once."""
    steps = theme.PULSE_LIGHTS
    return steps[int(now_s / theme.PULSE_STEP_S) % len(steps)]


def rest(parts: Sequence[Widget]) -> None:
    """Show everything as it is in the end, and move nothing any more."""
    for widget in parts:
        Animation.cancel_all(widget, "glow")
        widget.glow = 0.0
