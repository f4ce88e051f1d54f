"""Animations of the reveal: appearing dice, phase highlights in sequence, pulsing doubtful dice.

A highlight only adds light and fades out: nothing is ever darker than at rest, so every frame is
readable. A tap ends the appearing and the highlights; a pulse lasts as long as the die is doubtful.
"""

from __future__ import annotations

from collections.abc import Sequence

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.uix.widget import Widget

from kivy_ui import theme


def delays_s(parts: int) -> tuple[float, ...]:
    """Return the start time of each part's highlight, so that the last one ends in time."""
    last_s = theme.REVEAL_S - theme.MOTION_S
    return tuple(last_s * index / max(1, parts - 1) for index in range(parts))


def glow(parts: Sequence[Widget]) -> None:
    """Animate the property ``glow`` of *parts* from 1 to 0, in ``theme.REVEAL_S`` altogether."""
    rest(parts)
    for widget, delay_s in zip(parts, delays_s(len(parts)), strict=True):
        fade = Animation(glow=0.0, duration=theme.MOTION_S, transition="in_cubic")
        if delay_s:
            fade = Animation(glow=1.0, duration=delay_s) + fade
        widget.glow = theme.HIDDEN if delay_s else 1.0
        _start_seen(fade, widget, "glow", 0.0)


def grow(*widgets: Widget) -> None:
    """Animate the property ``grown`` (scale factor) of *widgets* to 1."""
    for widget in widgets:
        full(widget)
        widget.grown = theme.APPEARING
        settle = Animation(grown=1.0, duration=theme.MOTION_S, transition="out_cubic")
        _start_seen(settle, widget, "grown", 1.0)


def _start_seen(motion: Animation, widget: Widget, name: str, end: float) -> None:
    """Start *motion* after the page is drawn, unless it was cancelled before.

    On slow machines the first frame takes longer than the animation, which nobody would see.
    """

    def start(_seconds: float) -> None:
        if getattr(widget, name) != end:
            motion.start(widget)

    Clock.schedule_once(start, 0)


def full(*widgets: Widget) -> None:
    """Show *widgets* at their final size."""
    for widget in widgets:
        Animation.cancel_all(widget, "grown")
        widget.grown = 1.0


def pulse(now_s: float) -> float:
    """Return a doubtful die's highlight at a time, 0..1, in few steps: each is one drawn frame."""
    steps = theme.PULSE_LIGHTS
    return steps[int(now_s / theme.PULSE_STEP_S) % len(steps)]


def rest(parts: Sequence[Widget]) -> None:
    """Cancel the highlights and show the final state."""
    for widget in parts:
        Animation.cancel_all(widget, "glow")
        widget.glow = 0.0
