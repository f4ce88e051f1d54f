"""Counters that a table keeps by hand: one of all players at a time, with steppers; tabs choose."""

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from companion.games.roll.model.dice import Phase
from companion.games.roll.model.state import MAX_CREDITS
from companion.games.roll.phases.counters import ChangeCredits, ChangeTiles, ChangeVp, Correctable
from companion.games.roll.phases.round import FinishPhase, FinishRound
from companion.games.roll.view.table_view import SeatView
from kivy_ui.common.stacked_pages import do
from kivy_ui.games.roll.looks import shown_seat
from kivy_ui.games.roll.texts.book import PICTURES
from kivy_ui.pages.forms import Choice, Field, Form, Stepper
from kivy_ui.pages.page import Main, Page, Picture

if TYPE_CHECKING:
    from kivy_ui.games.roll.turn.round_pages import RoundPages

_COUNTERS: Final = MappingProxyType(
    {
        Correctable.CREDITS: ChangeCredits,
        Correctable.VP_CHIPS: ChangeVp,
        Correctable.TILES: ChangeTiles,
    }
)
"""Counter -> the command that changes it."""
_USUAL: Final = MappingProxyType(
    {
        Phase.DEVELOP: Correctable.TILES,
        Phase.SETTLE: Correctable.TILES,
        Phase.SHIP: Correctable.VP_CHIPS,
    }
)
"""The counter that changes most often in a phase; in others it is the credits."""
_ROOMY: Final = 4
"""Players that have room for their workers beside the name."""


def page(on: "RoundPages", head: Page) -> Page:
    """Return the page of a phase whose counters are changed by hand."""
    translate, phase = on.translate, on.ui.phase
    asked = translate("Recruit and recall, then set what changed")
    main = Main(translate("Finish round"), do(on.send, FinishRound()))
    usual = Correctable.CREDITS
    if phase is not None:
        asked = translate("Play %(phase)s, then set what changed", phase=on.ui.words.of(phase))
        main = Main(translate("Finish phase"), do(on.send, FinishPhase()))
        usual = _USUAL.get(phase, usual)
    what = on.counted or usual
    tabs = tuple(
        Choice(do(on.count, each), on.ui.words.of(each), (_picture(each),), chosen=what is each)
        for each in _COUNTERS
    )
    form = Form(tuple(_field(on, each, what) for each in on.ui.seats), tabs)
    return replace(head, question=asked, body=form, main=main)


def _field(on: "RoundPages", seat: SeatView, what: Correctable) -> Field:
    """Return a counter with a player's badge, and the recorded workers of the phase."""
    phase, now = on.ui.phase, getattr(seat, what.value)
    pictures: tuple[Picture, ...] = (shown_seat(seat).badge(),)
    count = dict(seat.workers).get(phase, 0) if phase is not None else 0
    if phase is not None and count and len(on.ui.seats) <= _ROOMY:
        pictures = (*pictures, Picture(f"die/home/{phase.value}", count=count))
    change, full = _COUNTERS[what], what is Correctable.CREDITS and now >= MAX_CREDITS
    less = do(on.send, change(seat.seat, -1)) if now else None
    more = None if full else do(on.send, change(seat.seat, 1))
    return Field(seat.name, pictures, number=Stepper(now, less, more), price=(_picture(what),))


def _picture(what: Correctable) -> Picture:
    return Picture(PICTURES[what.value])
