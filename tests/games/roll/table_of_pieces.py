"""A table that knows no rules: it holds pieces, and moves them as it is told."""

from collections import Counter

from companion.games.instructions import SUPPLY, Instruction, Instructions, PieceKind, Place
from companion.games.roll.model.dice import PHASES
from companion.games.roll.model.holdings import UNKNOWN
from companion.games.roll.model.state import TILES_AT_SETUP, Empire, GameState, tracking
from companion.games.roll.rules.lookup import Rules
from tests.games.roll.expected_places import expected_places

STRIP = ("mat", "column", "dictate")
STACKS = ("developments", "worlds")

Spot = tuple[str, int | None, str]
Pieces = Counter[tuple[PieceKind, str, Spot]]
Stacks = dict[tuple[str, int | None], list[int]]


class TableOfPieces:
    """Begins as a state says; from then on only instructions change it."""

    def __init__(self, rules: Rules, state: GameState) -> None:
        self._pieces, self._stacks = pieces_of(rules, state)

    def carry_out(self, instructions: Instructions, *, at_end: bool) -> None:
        """Move pieces, one instruction after the other; *at_end*: only then counters are right."""
        for each in instructions:
            assert each.count > 0
            assert each.reason
            for _ in range(each.count):
                self._take(each)
                self._put(each)
            if not at_end:
                self._check(each)
        for each in instructions:
            if at_end:
                self._check(each)

    def _check(self, each: Instruction) -> None:
        """The counter stands as the instruction says."""
        if each.shows is not None:
            counter = each.target if each.target.seat is not None else each.source
            assert each.shows == self._pieces[each.piece.kind, "", _spot(counter)]

    def differs_from(self, pieces: Pieces, stacks: Stacks) -> object:
        """What lies elsewhere than it should; nothing where all is right."""
        found = Counter(self._pieces)
        found.subtract(pieces)
        wrong = {key: n for key, n in found.items() if n and key[2] != _spot(SUPPLY)}
        return wrong or {key: s for key, s in self._stacks.items() if s != stacks[key]}

    def _take(self, each: Instruction) -> None:
        if each.source.name in STACKS:
            index, stack = each.source.depth, self._stacks[each.source.name, each.source.seat]
            assert index is not None
            assert each.source.bottom == (0 < index == len(stack) - 1)
            assert str(stack.pop(index) or "") == each.piece.key
        else:
            self._pieces[each.piece.kind, each.piece.key, _spot(each.source)] -= 1

    def _put(self, each: Instruction) -> None:
        if each.target.name in STACKS:
            index, stack = each.target.depth, self._stacks[each.target.name, each.target.seat]
            assert index is not None
            assert each.target.bottom == (0 < index == len(stack))
            stack.insert(index, int(each.piece.key or UNKNOWN))
        else:
            self._pieces[each.piece.kind, each.piece.key, _spot(each.target)] += 1


def _spot(place: Place) -> Spot:
    """Where that is; a die on a mat is somewhere at the strip, its owner has laid it there."""
    return (
        ("strip", place.seat, "") if place.name in STRIP else (place.name, place.seat, place.detail)
    )


def pieces_of(rules: Rules, state: GameState) -> tuple[Pieces, Stacks]:
    """Everything of a fully tracked game, as the state has it."""
    pieces: Pieces = Counter()
    stacks: Stacks = {}
    for where, dice in expected_places(state).items():
        name, _, seat = where.partition("-")
        if name != "goods":
            for kind, count in dice.items():
                pieces[PieceKind.DIE, kind, (name, int(seat) if seat else None, "")] += count
    for empire in state.empires:
        _add_empire(rules, empire.seat, empire, pieces, stacks)
    pieces[PieceKind.CHIP, "", ("vp_pool", None, "")] += state.vp_pool
    for name, tiles in (("bag", tracking(state).bag), ("abandoned", tracking(state).abandoned)):
        for tile in tiles:
            pieces[PieceKind.TILE, str(tile or ""), (name, None, "")] += 1
    for phase in PHASES:
        side = "active" if phase in state.round.active else "inactive"
        pieces[PieceKind.MARKER, phase.value, ("phase_tiles", None, side)] += 1
    return pieces, stacks


def _add_empire(rules: Rules, seat: int, empire: Empire, pieces: Pieces, stacks: Stacks) -> None:
    held = empire.holdings
    assert held is not None
    for good in held.goods:
        pieces[PieceKind.DIE, good.die.value, ("goods", seat, good.world)] += 1
    stacks["developments", seat] = list(held.developments)
    stacks["worlds", seat] = list(held.worlds)
    for tile in held.turn.hand:
        pieces[PieceKind.TILE, str(tile or ""), ("hand", seat, "")] += 1
    for side in held.tableau[TILES_AT_SETUP:]:
        tile = rules.catalog.tile_by_side[side].id
        pieces[PieceKind.TILE, str(tile), ("tableau", seat, side)] += 1
    pieces[PieceKind.CREDIT, "", ("credits", seat, "")] += empire.credits
    pieces[PieceKind.CHIP, "", ("vp_chips", seat, "")] += empire.vp_chips
