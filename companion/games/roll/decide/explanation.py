"""Which powers and Dictates explain a mat in a fully tracked game (R-3.1 to R-3.6)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.roll.model import errors
from companion.games.roll.model.commands import PlacedDie
from companion.games.roll.model.state import GameState
from companion.games.roll.model.task_events import (
    AssignmentUnexplained,
    TaskEvent,
    WorkerMove,
    WorkersReassigned,
)
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.rules.mats import is_plain
from companion.games.roll.rules.reassign import DICTATE, DictateRule, Judgement, Verdict, judge

Mat = tuple[PlacedDie, ...]


def explained(rules: Rules, state: GameState, seat: int, mat: Mat) -> tuple[TaskEvent, ...]:
    """Return the powers and Dictates that explain the mat, in a valid order.

    Raises:
        RefusedError: no explanation exists (R-3.1 to R-3.6).
    """
    if not mat or is_plain(mat):
        return ()
    at_hand = rules.powers(state, seat)
    judgement = judge(mat, at_hand)
    match judgement.verdict:
        case Verdict.WRONG:
            raise errors.ASSIGNMENT(
                name=state.empire(seat).name, problem=judgement.wrong[0].message
            )
        case Verdict.UNDECIDED:
            return (AssignmentUnexplained(seat),)
        case Verdict.LEGAL:
            return tuple(_uses(seat, mat, judgement, at_hand.dictate))


def _uses(
    seat: int, mat: Mat, judgement: Judgement, rule: DictateRule
) -> Iterator[WorkersReassigned]:
    dictates = 0
    for use in judgement.uses:
        moves = tuple(
            WorkerMove(mat[move.piece].type, move.origin, move.destination) for move in use.moves
        )
        if use.tool != DICTATE:
            yield WorkersReassigned(seat, moves, use.tool)
            continue
        dictates += 1
        helped = (
            rule.repeated_by if dictates > 1 else "",
            rule.widened_by if len(moves) > 1 else "",
        )
        aside = None if use.set_aside is None else mat[use.set_aside].type
        helped_by = tuple(tile for tile in helped if tile)
        yield WorkersReassigned(seat, moves, "R-3.4", aside, helped_by)
