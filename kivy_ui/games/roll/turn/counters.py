"""Counters that are changed by hand, with steppers: commands, or corrections."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.games.roll.model.dice import Phase
from companion.games.roll.model.state import MAX_CREDITS
from companion.games.roll.phases.counters import (
    ChangeCredits,
    ChangeTiles,
    ChangeVp,
    Correct,
    Correctable,
)
from companion.games.roll.view.table_view import SeatView
from companion.i18n import N_
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.turn.keys import Count, Do
from kivy_ui.pages.forms import Field, Form, Stepper
from kivy_ui.pages.page import Chip, Picture

_REASON: Final = "screen"
"""Reason logged with corrections."""
_MOVES: Final = MappingProxyType(
    {
        Correctable.CREDITS: ChangeCredits,
        Correctable.VP_CHIPS: ChangeVp,
        Correctable.TILES: ChangeTiles,
    }
)
_LABELS: Final = MappingProxyType(
    {
        Correctable.CREDITS: N_("Credits"),
        Correctable.VP_CHIPS: N_("VP chips"),
        Correctable.TILES: N_("Tiles"),
    }
)
_PICTURES: Final = MappingProxyType(
    {
        Correctable.CREDITS: Picture("coin"),
        Correctable.VP_CHIPS: Picture("chip"),
        Correctable.TILES: Picture("tile"),
    }
)
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
        return Form(tuple(_field(ui, each, what, f"{each.seat} {each.name}", ()) for each in seats))
    return Form(tuple(_field(ui, each, what, each.name, _workers(ui, each)) for each in seats))


def of_seat(ui: RollContext, seat: SeatView) -> Form:
    """Return all counters of one player."""
    return Form(
        tuple(
            _field(ui, seat, what, ui.translate(label), (_PICTURES[what],))
            for what, label in _LABELS.items()
        )
    )


def chips(chosen: Correctable) -> tuple[Chip, ...]:
    """Return the buttons that show another counter."""
    return tuple(
        Chip(picture=picture, key=Count(what), chosen=what is chosen)
        for what, picture in _PICTURES.items()
    )


def name(ui: RollContext, what: Correctable) -> str:
    """Return the name of a counter."""
    return ui.translate(_LABELS[what])


def _workers(ui: RollContext, seat: SeatView) -> tuple[Picture, ...]:
    """Return a player's badge, and the dice of the phase if they were recorded."""
    badge = Picture("seat", number=str(seat.seat), colour=seat.colour)
    phase = ui.phase
    count = dict(seat.workers).get(phase, 0) if phase is not None else 0
    face = "" if phase is None else phase.value
    return (badge, Picture(f"die/home/{face}", count=count)) if count else (badge,)


def _field(
    ui: RollContext, seat: SeatView, what: Correctable, label: str, pictures: tuple[Picture, ...]
) -> Field:
    now = {
        Correctable.CREDITS: seat.credits,
        Correctable.VP_CHIPS: seat.vp_chips,
        Correctable.TILES: seat.tiles,
    }[what]
    full = what is Correctable.CREDITS and now >= MAX_CREDITS
    less = _change(ui, seat.seat, what, now, -1) if now else None
    more = None if full else _change(ui, seat.seat, what, now, 1)
    return Field(label, pictures, number=Stepper(now, less, more))


def _change(ui: RollContext, number: int, what: Correctable, now: int, delta: int) -> Do:
    move = _MOVES[what]
    if ui.may(move):
        return Do((move(number, delta),))
    return Do((Correct(what, now + delta, number, _REASON),))
