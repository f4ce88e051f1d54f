"""What a seat may know of a game (R-12.1): the state without what is hidden from it."""

from __future__ import annotations

from typing import Final

from companion.games.roll.model.dice import KINDS
from companion.games.roll.model.fast_replace import changed
from companion.games.roll.model.holdings import UNKNOWN, Holdings
from companion.games.roll.model.state import Empire, GameState
from companion.games.roll.model.steps import Step
from companion.players.policy import Observation

_BEFORE_PHASES: Final = (Step.ASSIGN, Step.REVEAL)


def observe(state: GameState, seat: int) -> Observation:
    """Return what the player at *seat* may know.

    Of the others their rolls, mats (until all are revealed and confirmed), drawn tiles and the
    tiles below the tops of their stacks are hidden; of the box, which tiles are in the bag or
    abandoned. Numbers of dice and tiles stay.
    """
    empires = tuple(
        [each if each.player.seat == seat else _without_secrets(each) for each in state.empires]
    )
    parts = state.round.assignments
    if state.step in _BEFORE_PHASES:
        parts = tuple([each if each.seat == seat else changed(each, dice=None) for each in parts])
    box = state.tracking
    if box is not None:
        box = changed(box, bag=_unnamed(box.bag), abandoned=_unnamed(box.abandoned))
    hidden = changed(
        state, empires=empires, round=changed(state.round, assignments=parts), tracking=box
    )
    return Observation(seat, hidden)


def _without_secrets(empire: Empire) -> Empire:
    held = empire.holdings
    if held is None:
        return empire
    changes: dict[str, object] = {
        "developments": _top(held.developments),
        "worlds": _top(held.worlds),
    }
    if held.rolled:
        changes |= {"rolled": (), "cup": _cup(held)}
    if held.turn.hand:
        changes["turn"] = changed(held.turn, hand=_unnamed(held.turn.hand))
    return changed(empire, holdings=changed(held, **changes))


def _cup(held: Holdings) -> tuple[object, ...]:
    """The kinds of all dice that are not on the table, in no order that tells anything."""
    return tuple(sorted((*held.cup, *(die.type for die in held.rolled)), key=KINDS.index))


def _top(stack: tuple[int, ...]) -> tuple[int, ...]:
    return (*stack[:1], *_unnamed(stack[1:]))


def _unnamed(tiles: tuple[int, ...]) -> tuple[int, ...]:
    return (UNKNOWN,) * len(tiles)
