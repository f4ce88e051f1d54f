"""Layout of all pieces on the table by the tracking, for the instructions."""

from collections import Counter
from dataclasses import replace
from enum import StrEnum
from functools import cache
from typing import Final

from companion.games.instructions import Layout, Piece, PieceKind, Place
from companion.games.roll.model.dice import PHASES, DieType, PlacedDie
from companion.games.roll.model.holdings import UNKNOWN, Dice, Holdings
from companion.games.roll.model.state import GameState, Step
from companion.games.roll.rules.lookup import Rules

_ROLLING = (Step.ASSIGN, Step.REVEAL)


class Where(StrEnum):
    """Names of the places (``Place.name``).

    ``MAT`` is behind the screen, ``COLUMN`` (detail: phase) on or under the strip. ``GOODS``
    (detail: world) are dice on worlds. ``TABLEAU`` has the key of the built side as its detail,
    ``PHASE_TILES`` has ``active`` or ``inactive``. The two construction stacks have an index.
    """

    CUP = "cup"
    CITIZENRY = "citizenry"
    MAT = "mat"
    COLUMN = "column"
    DICTATE = "dictate"
    DEVELOPERS = "developers"
    SETTLERS = "settlers"
    GOODS = "goods"
    STOCK = "stock"
    BAG = "bag"
    ABANDONED = "abandoned"
    HAND = "hand"
    DEVELOPMENTS = "developments"
    WORLDS = "worlds"
    TABLEAU = "tableau"
    CREDITS = "credits"
    VP_CHIPS = "vp_chips"
    VP_POOL = "vp_pool"
    PHASE_TILES = "phase_tiles"


ACTIVE: Final = "active"
INACTIVE: Final = "inactive"

CREDIT: Final = Piece(PieceKind.CREDIT)
VP: Final = Piece(PieceKind.CHIP)
"""One VP; the denomination of chips is up to the players (R-1.8)."""

Counts = Counter[tuple[Piece, Place]]


@cache
def tile(number: int) -> Piece:
    """Return the game tile with that number; without a key if it is unnamed."""
    return Piece(PieceKind.TILE, "" if number == UNKNOWN else str(number))


@cache
def die(kind: DieType) -> Piece:
    return Piece(PieceKind.DIE, kind.value)


@cache
def place(where: Where, seat: int | None = None, detail: str = "") -> Place:
    return Place(where.value, seat, detail)


def layout(rules: Rules, state: GameState) -> Layout:
    """Return the positions of all pieces that people move; complete in a fully tracked game.

    Borrowed workers are not pieces. Where counters are kept by hand there are only credits, chips
    and phase tiles.
    """
    counts: Counts = Counter()
    stacks: dict[Place, tuple[Piece, ...]] = {}
    counts[VP, place(Where.VP_POOL)] = state.vp_pool
    for phase in PHASES:
        side = ACTIVE if phase in state.round.active else INACTIVE
        piece = Piece(PieceKind.MARKER, phase.value)
        counts[piece, place(Where.PHASE_TILES, detail=side)] = 1
    for empire in state.empires:
        counts[CREDIT, place(Where.CREDITS, empire.seat)] = empire.credits
        counts[VP, place(Where.VP_CHIPS, empire.seat)] = empire.vp_chips
        if empire.holdings is not None:
            _add_dice(counts, state, empire.seat, empire.holdings)
            _add_tiles(counts, stacks, rules, empire.seat, empire.holdings)
    if state.tracking is not None:
        for kind, count in zip(DieType, state.tracking.stock, strict=True):
            counts[die(kind), place(Where.STOCK)] = count
        for number in state.tracking.bag:
            counts[tile(number), place(Where.BAG)] += 1
        for number in state.tracking.abandoned:
            counts[tile(number), place(Where.ABANDONED)] += 1
    return Layout(counts, stacks)


def _add_dice(counts: Counts, state: GameState, seat: int, held: Holdings) -> None:
    rolled: Dice = tuple(each.type for each in held.rolled)
    if state.step in _ROLLING and not state.round.active and not rolled:
        rolled, held = held.cup, replace(held, cup=())  # the whole cup is on the mat, not entered
    for owned in held.dice():
        detail = owned.phase.value if owned.phase is not None else owned.world
        where = Where.GOODS if owned.world else Where(owned.location.value)
        counts[die(owned.die), place(where, seat, detail)] += 1
    mat = state.assignment(seat).dice if state.step is Step.REVEAL and rolled else None
    for placed in mat or ():
        counts[die(placed.type), _on_mat(placed, seat)] += 1
    for kind in rolled if mat is None else ():
        counts[die(kind), place(Where.MAT, seat)] += 1


def _on_mat(placed: PlacedDie, seat: int) -> Place:
    phase = placed.place.phase
    return place(Where.DICTATE, seat) if phase is None else place(Where.COLUMN, seat, phase.value)


def _add_tiles(
    counts: Counts,
    stacks: dict[Place, tuple[Piece, ...]],
    rules: Rules,
    seat: int,
    held: Holdings,
) -> None:
    stacks[place(Where.DEVELOPMENTS, seat)] = tuple(map(tile, held.developments))
    stacks[place(Where.WORLDS, seat)] = tuple(map(tile, held.worlds))
    for number in held.turn.hand:
        counts[tile(number), place(Where.HAND, seat)] += 1
    for side in held.tableau:
        found = rules.catalog.tile_by_side.get(side)
        if found is not None:  # start tiles stay where they are
            counts[tile(found.id), place(Where.TABLEAU, seat, side)] += 1
