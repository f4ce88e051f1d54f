"""Adds the part of a view that exists only in a fully tracked game (R-12.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.refusals import RefusedError
from companion.games.roll.ask.tasks import tasks
from companion.games.roll.decide.combined import accepted, asked_tile
from companion.games.roll.model.dice import KINDS, Phase
from companion.games.roll.model.holdings import UNKNOWN, Dice, Holdings, SeatScore
from companion.games.roll.model.state import GameState, Step, holdings, tracking
from companion.games.roll.phases.build import TileCompleted, asks_whether_complete
from companion.games.roll.phases.manage import is_managed, may_recruit
from companion.games.roll.phases.round import must_act
from companion.games.roll.rules.lookup import Rules, stack_of
from companion.games.roll.rules.managing import must_recall, recruiting
from companion.games.roll.rules.reassign import Judgement, judge
from companion.games.roll.view.expected_dice import expected_dice
from companion.games.roll.view.table_view import (
    Proposal,
    SeatTracking,
    SeatView,
    StackView,
    TableTracking,
    TableView,
)

_WORKING: Final = (Step.PHASE, Step.MANAGE)


def with_tracking(rules: Rules, state: GameState, seen: TableView) -> TableView:
    """Return *seen* with the tracked pieces added; unchanged if counters are kept by hand."""
    if state.tracking is None:
        return seen
    return replace(
        seen,
        seats=tuple(_tracked_seat(rules, state, each) for each in seen.seats),
        tracking=TableTracking(
            stock=state.tracking.stock,
            seen=_seen(rules, state),
            expected=expected_dice(state),
        ),
    )


def _tracked_seat(rules: Rules, state: GameState, seat: SeatView) -> SeatView:
    held = holdings(state, seat.seat)
    rolled = tuple(die.type for die in held.rolled)
    return replace(
        seat,
        tracking=SeatTracking(
            cup=_in_order((*held.cup, *rolled)),
            citizenry=_in_order(held.citizenry),
            columns=held.columns,
            goods=held.goods,
            developments=_stack(rules, held, Phase.DEVELOP),
            worlds=_stack(rules, held, Phase.SETTLE),
            tableau=held.tableau,
            borrowed=held.turn.borrowed,
            hand=len(held.turn.hand),
            must_act=_waited_for(rules, state, seat.seat),
            proposal=_proposal(rules, state, seat),
            question=tasks(rules, state, seat.seat),
            not_on_mat=_not_on_mat(state, seat, (*held.cup, *rolled)),
            recruits=_recruits(state, seat, held),
            must_recall=state.step is Step.MANAGE
            and not may_recruit(state.empire(seat.seat))
            and must_recall(held.cup, held.recallable, rules.options),
            judgement=_judgement(rules, state, seat),
            score=_score(state, seat.seat),
            asked=asked_tile(state, seat.seat),
        ),
    )


def _not_on_mat(state: GameState, seat: SeatView, cup: Dice) -> Dice:
    """Dice still to be entered by hand; mats stay secret before Reveal (R-12.1)."""
    if state.step not in (Step.ASSIGN, Step.REVEAL):
        return ()
    left = list(_in_order(cup))
    for placed in seat.dice:
        if placed.type in left:
            left.remove(placed.type)
    return tuple(left)


def _stack(rules: Rules, held: Holdings, phase: Phase) -> StackView:
    tiles, workers, kind = stack_of(held, phase)
    if not tiles or tiles[0] == UNKNOWN:
        return StackView(len(tiles), UNKNOWN, workers)
    side = rules.side_of(tiles[0], kind)
    needed = rules.needed(side, held.tableau)
    return StackView(len(tiles), tiles[0], workers, needed)


def _waited_for(rules: Rules, state: GameState, seat: int) -> bool:
    if state.step is Step.PHASE:
        return must_act(rules, state, seat) or asks_whether_complete(state, seat)
    return state.step is Step.MANAGE and not is_managed(rules, state, seat)


def _proposal(rules: Rules, state: GameState, seat: SeatView) -> Proposal:
    """Return the effect of accepting all proposals; empty if the rules would refuse one."""
    if state.step not in _WORKING:
        return Proposal()
    try:
        done = accepted(rules, state, (seat.seat,))
    except RefusedError:  # after a manual correction a proposal may be refused
        return Proposal()
    empire = done.state.empire(seat.seat)
    return Proposal(
        commands=tuple(done.commands),
        credits=empire.credits - seat.credits,
        vp=empire.vp_chips - seat.vp_chips,
        built=tuple(event.side for event in done.events if isinstance(event, TileCompleted)),
    )


def _recruits(state: GameState, seat: SeatView, held: Holdings) -> int:
    if state.step is not Step.MANAGE or not may_recruit(state.empire(seat.seat)):
        return 0
    return recruiting(seat.credits, held.citizenry).count


def _judgement(rules: Rules, state: GameState, seat: SeatView) -> Judgement | None:
    if state.step is not Step.REVEAL or not seat.dice:
        return None
    return judge(seat.dice, rules.powers(state, seat.seat))


def _score(state: GameState, seat: int) -> SeatScore | None:
    return next((score for score in tracking(state).scores if score.seat == seat), None)


def _seen(rules: Rules, state: GameState) -> frozenset[int]:
    """Tiles that everybody can see: built ones, and named top tiles of the stacks (R-12.1)."""
    owners = rules.catalog.tile_by_side
    found = set()
    for seat in state.seats:
        held = holdings(state, seat)
        found |= {owners[key].id for key in held.tableau if key in owners}
        found |= {stack[0] for stack in (held.developments, held.worlds) if stack}
    return frozenset(found - {UNKNOWN})


def _in_order(dice: Dice) -> Dice:
    return tuple(sorted(dice, key=KINDS.index))
