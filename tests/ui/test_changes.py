"""After every undo: what to move back on the table, whatever the step was."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from companion.cli.benches.taps import Evening
from companion.games.roll.model.steps import Step
from companion.games.roll.view.table_view import SeatView, TableView
from companion.i18n import translator
from companion.players.chance import Chance
from companion.session.table_port import TableUpdate
from kivy_ui.games.roll.texts.words import Words
from kivy_ui.games.roll.tiles.tile_book import TileBook
from kivy_ui.games.roll.turn.changes import TableChanges

_KNOWN = (Step.PHASE, Step.MANAGE, Step.OVER)
"""Steps in which every die lies where the tracking says; at Reveal the cup lies on the mat."""


def _lies(seat: SeatView, *, dice: bool) -> object:
    """Everything of a player that somebody would have to move by hand."""
    tracking = seat.tracking
    assert tracking is not None
    stacks = tracking.developments, tracking.worlds
    counted = (
        seat.credits,
        seat.vp_chips,
        tracking.hand,
        tracking.tableau,
        tuple(stack.size for stack in stacks),
    )
    places = (tracking.cup, tracking.citizenry, *(stack.workers for stack in stacks))
    many = [Counter(place) for place in (*places, *tracking.columns, tracking.goods)]
    return (counted, many) if dice else counted


def test_every_step_of_an_evening_can_be_put_back() -> None:
    """Each player for whom something lies elsewhere has lines, forwards and back; nobody else."""
    evening = Evening(Chance("changes"), players=3)
    views: list[TableView] = []
    take = evening.presenters.ui.take

    def seen(update: TableUpdate) -> None:
        take(update)
        if isinstance(update.view, TableView):
            views.append(update.view)

    evening.table.subscribe(seen)
    evening.play()
    changes = TableChanges(Words(translator("en")), TileBook("en"))
    steps = 0
    for one, other in pairwise(views):
        if not one.seats or any(seat.tracking is None for seat in one.seats):
            continue
        dice = one.step in _KNOWN and other.step in _KNOWN
        moved = {
            seat.seat
            for seat, later in zip(one.seats, other.seats, strict=True)
            if _lies(seat, dice=dice) != _lies(later, dice=dice)
        }
        for before, after in ((one, other), (other, one)):
            lines = changes.between(before, after)
            told = {each.seat for each in lines}
            assert told >= moved, (one.step, other.step)
            assert not dice or told == moved
        steps += bool(moved)
    assert steps > 60
