"""Counters that a table keeps by hand: one of all players at a time, with steppers."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.games.roll.model.dice import Phase
from companion.games.roll.model.state import MAX_CREDITS
from companion.games.roll.phases.counters import ChangeCredits, ChangeTiles, ChangeVp, Correctable
from companion.games.roll.view.table_view import SeatView
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.turn.keys import Count, Do
from kivy_ui.pages.forms import Field, Form, Stepper
from kivy_ui.pages.page import Chip, Picture

_COUNTERS: Final = MappingProxyType(
    {
        Correctable.CREDITS: ("coin", ChangeCredits),
        Correctable.VP_CHIPS: ("chip", ChangeVp),
        Correctable.TILES: ("tile", ChangeTiles),
    }
)
"""Counter -> its picture and the command that changes it."""
_BADGED: Final = 4
"""Players that have room for a badge beside the name."""
_USUAL: Final = MappingProxyType(
    {
        Phase.DEVELOP: Correctable.TILES,
        Phase.SETTLE: Correctable.TILES,
        Phase.SHIP: Correctable.VP_CHIPS,
    }
)


def usual(phase: Phase | None) -> Correctable:
    """Return the counter that changes most often in a phase."""
    return _USUAL.get(phase, Correctable.CREDITS) if phase is not None else Correctable.CREDITS


def of_all(ui: RollContext, what: Correctable) -> Form:
    """Return one counter of all players, each with a badge and the workers of the phase."""
    view = ui.view
    seats = sorted(view.seats if view is not None else (), key=lambda each: each.seat)
    if len(seats) > _BADGED:
        return Form(tuple(_field(each, what, f"{each.seat} {each.name}", ()) for each in seats))
    return Form(tuple(_field(each, what, each.name, _workers(ui, each)) for each in seats))


def chips(chosen: Correctable) -> tuple[Chip, ...]:
    """Return the buttons that show another counter."""
    return tuple(
        Chip(picture=Picture(picture), key=Count(what), chosen=what is chosen)
        for what, (picture, _) in _COUNTERS.items()
    )


def _workers(ui: RollContext, seat: SeatView) -> tuple[Picture, ...]:
    """Return a player's badge, and the dice of the phase if they were recorded."""
    badge = Picture("seat", number=str(seat.seat), colour=seat.colour)
    phase = ui.phase
    count = dict(seat.workers).get(phase, 0) if phase is not None else 0
    face = "" if phase is None else phase.value
    return (badge, Picture(f"die/home/{face}", count=count)) if count else (badge,)


def _field(seat: SeatView, what: Correctable, label: str, pictures: tuple[Picture, ...]) -> Field:
    now: int = getattr(seat, what.value)
    change = _COUNTERS[what][1]
    full = what is Correctable.CREDITS and now >= MAX_CREDITS
    less = Do((change(seat.seat, -1),)) if now else None
    more = None if full else Do((change(seat.seat, 1),))
    return Field(label, pictures, number=Stepper(now, less, more))
