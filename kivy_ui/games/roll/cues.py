"""Chooses the sound for a change between two views of the game; pure functions."""

from enum import Enum

from companion.games.roll.model.state import Step
from companion.games.roll.view.table_view import TableView


class Cue(Enum):
    """An event that players may overlook, the most important first."""

    END = "end"
    REVEAL = "reveal"
    DOUBT = "doubt"
    TURN = "turn"
    READY = "ready"


def cue(before: TableView | None, after: TableView | None) -> Cue | None:
    """Return the event between two views; None if it needs no sound.

    ``TURN``: the next step or phase waits for the players.
    """
    if after is None or before is None:
        return None
    if after.step is not before.step:
        return {Step.OVER: Cue.END, Step.REVEAL: Cue.REVEAL}.get(after.step, Cue.TURN)
    if _doubts(after) > _doubts(before):
        return Cue.DOUBT
    if after.current_phase is not before.current_phase:
        return Cue.TURN
    if sum(seat.ready for seat in after.seats) > sum(seat.ready for seat in before.seats):
        return Cue.READY
    return None


def _doubts(view: TableView) -> int:
    return sum(die.doubtful for seat in view.seats for die in seat.dice)
