"""Assign: rolls, and the powers that explain the mats (R-2.1, R-3.1 to R-3.6)."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.messages import OfPlayer
from companion.games.roll.model import errors
from companion.games.roll.model.dice import FACES, DieType, Phase, PlacedDie
from companion.games.roll.model.event import Event
from companion.games.roll.model.holdings import RolledDie, contains, without
from companion.games.roll.model.state import GameState, Step, holdings
from companion.games.roll.model.state_edits import hold
from companion.games.roll.rules.judge import Events, Move, When
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.rules.mats import is_plain
from companion.games.roll.rules.reassign import DICTATE, DictateRule, Judgement, Verdict, judge


class RollDice(Move, Event, when=When((Step.ASSIGN,), tracked=True, is_task=True)):
    """The cup is rolled behind the screen: its dice with the faces that they show (R-2.1)."""

    dice: tuple[RolledDie, ...]

    def decide(self, _: Rules, state: GameState) -> None:
        held = holdings(state, self.seat)
        right = (
            not held.rolled
            and len(self.dice) == len(held.cup)
            and contains(held.cup, (die.type for die in self.dice))
            and all(die.face in FACES[die.type] for die in self.dice)
        )
        if not right:
            raise errors.ROLL(name=state.empire(self.seat).name)

    def apply(self, state: GameState) -> GameState:
        held = holdings(state, self.seat)
        before = held.cup + tuple(die.type for die in held.rolled)
        left = without(before, (die.type for die in self.dice))
        return hold(state, self.seat, cup=left, rolled=self.dice)


@dataclass(frozen=True, slots=True)
class WorkerMove:
    """A worker below the strip moves between columns; a wild one may start in any."""

    die: DieType
    origin: Phase
    destination: Phase


class WorkersReassigned(OfPlayer, Event):
    """A Reassign power or Dictate was used, in an order that produces the recorded mat.

    Informative only: the mat is already recorded. Of several explanations it is the one with the
    fewest uses (R-3.3, R-3.4).

    Attributes:
        aside: the die on the Dictate space.
        reason: the key of the tile, or R-3.4 for Dictate.
        helped_by: tiles without which this Dictate would not be allowed.
    """

    moves: tuple[WorkerMove, ...]
    reason: str
    aside: DieType | None = None
    helped_by: tuple[str, ...] = ()


class AssignmentUnexplained(OfPlayer, Event):
    """Too many powers for a complete search: the mat is accepted as it is (D-17)."""

    reason: str = "D-17"


Mat = tuple[PlacedDie, ...]


def explained(rules: Rules, state: GameState, seat: int, mat: Mat) -> Events:
    """Return the powers and Dictates that explain the mat; refuse if none do (R-3.1 to R-3.6)."""
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
