"""Which screen shows the present step of a game of Roll for the Galaxy."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.games.roll.model.state import Step
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.mats.mat_verdict import check

_SCREENS: Final = MappingProxyType(
    {
        Step.SETUP: "start",
        Step.ASSIGN: "table",
        Step.REVEAL: "reveal",
        Step.PHASE: "phases",
        Step.MANAGE: "phases",
        Step.OVER: "end",
    }
)


def step_screen(ui: RollContext) -> str:
    """Return the name of the step's screen; a reveal that was read is the summary."""
    screen = _SCREENS[ui.step]
    return "summary" if screen == "reveal" and _is_read(ui) else screen


def _is_read(ui: RollContext) -> bool:
    """Return whether all mats are consistent and known from the tracking or the camera."""
    view, port = ui.view, ui.port
    if view is None or not view.needs or view.needs[0].code != "confirm":
        return False
    by_camera = all(port.mat_picture(seat.seat) is not None for seat in view.seats)
    known = ui.counts_everything or by_camera
    return known and not any(check(ui, seat).do for seat in view.seats)
