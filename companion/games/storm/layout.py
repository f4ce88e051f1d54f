"""Layout of goal tiles, chips, the robot's cards, counters and dice; moves after events."""

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final

from companion.games.instructions import (
    Instruction,
    Instructions,
    Layout,
    Piece,
    PieceKind,
    Place,
    after_each,
    differences,
    unless,
)
from companion.games.storm.goal_tiles import MoveGoal
from companion.games.storm.goals import MOST
from companion.games.storm.robot import where_dice_lie
from companion.games.storm.solo import Robot, SoloState
from companion.games.storm.solo_round import Correction, RollDice, StartSolo
from companion.games.storm.table import GoalTile, TableState
from companion.games.storm.tableaus import StartTable

OWN: Final = "own"
"""Key of the player's cards in the solitaire game; they come from the hand."""
ROBOT_SEAT: Final = 0


class Where(StrEnum):
    """Names of places; for tracks the detail is the number, for the mat's spaces their name."""

    CENTRE = "centre"
    GOALS = "goals"
    VP_CHIPS = "vp_chips"
    POOL = "pool"
    CREDIT = "credit"
    ECONOMY = "economy"
    STACK = "stack"
    TABLEAU = "tableau"
    COUNTERS = "counters"
    EQUALS = "equals"
    SPACE = "space"
    TRAY = "tray"


# --- goals ---------------------------------------------------------------------------------------


def table_instructions(state: TableState, events: Iterable[object]) -> Instructions:
    """Return the moves after *events*: goal tiles, chips and cards."""
    return after_each(state, events, table_layout, _goal_reason)


def _goal_reason(event: object) -> str | None:
    """Set-up and corrections describe the table and require no moves."""
    corrects = isinstance(event, MoveGoal) and not event.reason
    return None if corrects or isinstance(event, StartTable) else ""


def table_layout(state: TableState) -> Layout:
    """Return the positions of goal tiles, VP chips and entered cards.

    If several players met a small goal, the first one has the tile.
    """
    found: Counter[tuple[Piece, Place]] = Counter()
    for player in state.players:
        found[Piece(PieceKind.CHIP), Place(Where.VP_CHIPS, player.seat)] += player.vp_chips
        for card in player.cards:
            found[Piece(PieceKind.CARD, card), Place(Where.TABLEAU, player.seat)] += 1
    for tile in state.tiles:
        for piece, place in _goal_pieces(tile):
            found[piece, place] += 1
    return Layout(+found)


def _goal_pieces(tile: GoalTile) -> Iterator[tuple[Piece, Place]]:
    piece = Piece(PieceKind.TILE, tile.goal.value)
    if not tile.holders:
        yield piece, Place(Where.CENTRE)
        return
    yield piece, Place(Where.GOALS, tile.holders[0])
    if tile.goal not in MOST:
        for seat in tile.holders[1:]:
            yield Piece(PieceKind.CHIP, "goal"), Place(Where.GOALS, seat)


# --- the robot -----------------------------------------------------------------------------------


_DESCRIBES: Final = (StartSolo, Correction)
"""Set-up and corrections describe the table and require no moves."""


def solo_instructions(state: SoloState, events: Iterable[object]) -> Instructions:
    """Return the moves after *events*: the robot's pieces and the player's markers and chips."""
    return after_each(state, events, solo_layout, unless(_DESCRIBES), _solo_moves)


def _solo_moves(
    state: SoloState, event: object, before: Layout, after: Layout, reason: str
) -> Iterator[Instruction]:
    if isinstance(event, RollDice):
        yield from _dice(state, event, reason)
    yield from differences(before, after, reason)


def _dice(state: SoloState, event: RollDice, reason: str) -> Iterator[Instruction]:
    """The dice move from the tray to the mat and stay there until the next roll."""
    if state.robot is None:
        return
    first, second = state.actions
    for face, space in where_dice_lie((first, second), event.faces, state.robot.equals):
        target = Place(Where.SPACE, detail=space.value)
        yield Instruction(Piece(PieceKind.DIE, face.value), 1, Place(Where.TRAY), target, reason)


def solo_layout(state: SoloState) -> Layout:
    """Return the positions on the mat and in the player's tableau; the hand is not tracked."""
    found: Counter[tuple[Piece, Place]] = Counter()
    robot = state.robot
    if robot is None:
        return Layout(found)
    chip = Piece(PieceKind.CHIP)
    found[chip, Place(Where.POOL)] += max(0, state.pool)
    found[chip, Place(Where.VP_CHIPS, 1)] += state.player_chips
    found[Piece(PieceKind.CARD, OWN), Place(Where.TABLEAU, 1)] += state.player_tableau
    found[chip, Place(Where.VP_CHIPS, ROBOT_SEAT)] += robot.chips
    _lay_robot(found, robot)
    for space in state.actions:
        found[Piece(PieceKind.MARKER, "action"), Place(Where.SPACE, detail=space.value)] += 1
    return Layout(+found)


def _lay_robot(found: Counter[tuple[Piece, Place]], robot: Robot) -> None:
    card, counter = Piece(PieceKind.CARD), Piece(PieceKind.MARKER, "six_cost")
    found[card, Place(Where.STACK, ROBOT_SEAT)] += robot.stack
    found[card, Place(Where.TABLEAU, ROBOT_SEAT)] += robot.tableau
    found[counter, Place(Where.COUNTERS, ROBOT_SEAT)] += robot.unplaced
    found[counter, Place(Where.TABLEAU, ROBOT_SEAT)] += robot.placed
    for name, number in ((Where.CREDIT, robot.credit), (Where.ECONOMY, robot.economy)):
        found[Piece(PieceKind.MARKER, name), Place(name, ROBOT_SEAT, str(number))] += 1
    equals = Place(Where.EQUALS, ROBOT_SEAT, robot.equals.value)
    found[Piece(PieceKind.MARKER, "equals"), equals] += 1
