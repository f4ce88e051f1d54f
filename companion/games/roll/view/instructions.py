"""Instructions for the physical moves after each event, with their reasons."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
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
)
from companion.games.messages import apply
from companion.games.roll.model.effects import Category
from companion.games.roll.model.event import Event
from companion.games.roll.model.holdings import Spot
from companion.games.roll.model.state import GameState, holdings
from companion.games.roll.model.state_edits import stack_at
from companion.games.roll.phases.drawing import PlaceTiles, ReturnTile
from companion.games.roll.phases.explore import Rearrange, Scout
from companion.games.roll.phases.round import RoundStarted
from companion.games.roll.phases.set_up import EmpireFounded
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.view.layout import Where, layout, place, tile

_RESET: Final = "R-10.3"


def instructions(rules: Rules, state: GameState, events: Iterable[Event]) -> Instructions:
    """Return the moves on the table after *events*, which follow *state*, in order.

    All tracked moves are included, also automatic ones. Events that record what people have already
    done cause none: a roll, a reading of a mat, a correction. Secret tiles (R-12.1) are not
    identified.
    """
    return tuple(_public(each) for each in all_instructions(rules, state, events))


def all_instructions(rules: Rules, state: GameState, events: Iterable[Event]) -> Instructions:
    """Return the same moves with secret tiles identified."""
    return after_each(state, events, partial(layout, rules), reason_of, _visible_moves)


def _visible_moves(
    before: GameState, event: Event, old: Layout, new: Layout, reason: str
) -> Iterator[Instruction]:
    after = apply(before, event)
    moves = _moves(before, event, old, new, reason)
    return (each for each in moves if not _virtual(after, each))


def reason_of(event: Event) -> str | None:
    """Return the reason for the moves of an event; None if it requires no moves."""
    return str(getattr(event, "reason", "")) if event.why == "" else event.why


def _moves(
    before: GameState, event: Event, old: Layout, new: Layout, reason: str
) -> Iterator[Instruction]:
    if isinstance(event, Scout | PlaceTiles | ReturnTile):
        # Unnamed tiles are identical in the layout; the event contains their positions.
        yield from differences(_without_tiles(old), _without_tiles(new), reason)
        yield from _tiles_of(before, event, reason)
        return
    if isinstance(event, Rearrange) and event.spots:
        yield from _rearranged(before, event, reason)
        return
    for each in differences(old, new, reason):
        if each.source.name == Where.PHASE_TILES and isinstance(event, RoundStarted):
            yield replace(each, reason=_RESET)
        elif each.piece.kind is PieceKind.TILE and isinstance(event, EmpireFounded):
            yield replace(each, source=place(Where.BAG))  # the bag was filled without them
        else:
            yield each


def _tiles_of(
    state: GameState, event: Scout | PlaceTiles | ReturnTile, reason: str
) -> Iterator[Instruction]:
    held = holdings(state, event.seat)
    stacks = {kind: list(stack_at(held, kind)) for kind in Category}
    if isinstance(event, PlaceTiles):
        for placing in event.placings:
            stack = stacks[placing.stack]
            index = 0 if placing.on_top else len(stack)
            target = _stacked(event.seat, placing.stack, index, len(stack))
            stack.insert(index, placing.tile)
            yield Instruction(tile(placing.tile), 1, place(Where.HAND, event.seat), target, reason)
        return
    scouted = isinstance(event, Scout)
    target = place(Where.ABANDONED if scouted else Where.BAG)
    spots = event.abandon if isinstance(event, Scout) else (event.spot,)
    for spot in sorted(spots, key=_from_below):
        stack = stacks[spot.stack]
        number = stack.pop(spot.index)
        source = _stacked(event.seat, spot.stack, spot.index, len(stack))
        yield Instruction(tile(number), 1, source, target, reason)


def _rearranged(state: GameState, event: Rearrange, reason: str) -> Iterator[Instruction]:
    """The moves in a construction zone, with tiles identified by their previous position."""
    held = holdings(state, event.seat)
    before = {
        _stacked_at(event.seat, kind): tuple(
            _lying(Spot(kind, index)) for index in range(len(stack_at(held, kind)))
        )
        for kind in Category
    }
    cut = len(event.developments)
    kinds = {Category.DEVELOPMENT: event.spots[:cut], Category.WORLD: event.spots[cut:]}
    after = {
        _stacked_at(event.seat, kind): tuple(map(_lying, spots)) for kind, spots in kinds.items()
    }
    numbers = {_lying(spot): stack_at(held, spot.stack)[spot.index] for spot in event.spots}
    for each in differences(Layout({}, before), Layout({}, after), reason):
        yield replace(each, piece=tile(numbers[each.piece]))


def _lying(spot: Spot) -> Piece:
    return Piece(PieceKind.TILE, f"{spot.stack.value}/{spot.index}")


def _from_below(spot: Spot) -> tuple[bool, int]:
    """Sort key: bottom first, so that the indexes of the tiles above stay valid."""
    return spot.stack is Category.WORLD, -spot.index


def _stacked(seat: int, kind: Category, index: int, others: int) -> Place:
    return _stacked_at(seat, kind)._replace(depth=index, bottom=0 < index == others)


def _stacked_at(seat: int, kind: Category) -> Place:
    return place(Where.DEVELOPMENTS if kind is Category.DEVELOPMENT else Where.WORLDS, seat)


def _without_tiles(table: Layout) -> Layout:
    counts = {
        (piece, where): count
        for (piece, where), count in table.counts.items()
        if piece.kind is not PieceKind.TILE
    }
    return Layout(counts)


def _virtual(state: GameState, each: Instruction) -> bool:
    """Whether it is a die of a computer player whose dice stay in the box."""
    if each.piece.kind is not PieceKind.DIE or not state.computers.virtual_dice:
        return False
    return any(state.computers.at(seat) for seat in (each.source.seat, each.target.seat) if seat)


def _public(each: Instruction) -> Instruction:
    if each.piece.kind is not PieceKind.TILE or any(map(_open, (each.source, each.target))):
        return each
    return replace(each, piece=tile(0))


def _open(where: Place) -> bool:
    """Whether everybody can see a tile there (R-12.1)."""
    return where.name == Where.TABLEAU or where.depth == 0
