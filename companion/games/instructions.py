"""Instructions for moving physical pieces on the table, each with its reason.

Every game describes the positions of its pieces as a ``Layout``; the difference between two layouts
is the list of moves (``differences``). Instructions are carried out in order. Undo is the same list
reversed (``taken_back``).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from operator import eq
from typing import Any, Final, NamedTuple


class PieceKind(Enum):
    """Kind of piece; the value is the key for pictures and texts."""

    __hash__ = object.__hash__  # members are dict keys in every layout, and each is a singleton

    DIE = "die"
    TILE = "tile"
    CARD = "card"
    CHIP = "chip"
    CREDIT = "credit"
    MARKER = "marker"
    SHIP = "ship"
    COUNTER = "counter"
    CUBE = "cube"


class Piece(NamedTuple):
    """A piece that equals any other with the same key.

    Attributes:
        key: identifies the piece with the game's own keys: the kind of a die, the number of a tile.
            Empty where there is only one kind, and for an unidentified tile or card.
    """

    kind: PieceKind
    key: str = ""


class Place(NamedTuple):
    """A position on the table where pieces can be.

    Attributes:
        name: the game's key of the place, such as ``cup``.
        seat: the owner's seat; None for common places.
        detail: distinguishes several such places, in the game's keys: the world under a good, a
            column's phase.
        depth: position in a stack at the moment of the move, counted from the top, 0 first; else
            None.
        bottom: whether that is the lowest of the stack, below at least one other piece.
    """

    name: str
    seat: int | None = None
    detail: str = ""
    depth: int | None = None
    bottom: bool = False


SUPPLY: Final = Place("supply")
"""Source and destination of pieces that no layout contains: the box, the unused part of a track."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """Move *count* pieces from *source* to *target*.

    Attributes:
        reason: the number of a rule, such as ``R-5.2``, or the key of the cause; empty where the
            move says enough.
        shows: for credits and chips, how many the player has afterwards; else None.
    """

    piece: Piece
    count: int
    source: Place
    target: Place
    reason: str
    shows: int | None = None

    @property
    def seat(self) -> int | None:
        """The player who moves it; None if anybody may."""
        return self.target.seat if self.target.seat is not None else self.source.seat


Instructions = tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """Positions of all pieces.

    Attributes:
        counts: how many of a piece are at a place.
        stacks: places with an order: pieces from the top.
    """

    counts: Mapping[tuple[Piece, Place], int] = field(default_factory=dict)
    stacks: Mapping[Place, tuple[Piece, ...]] = field(default_factory=dict)


_COUNTED: Final = (PieceKind.CHIP, PieceKind.CREDIT)


@dataclass(slots=True)
class _Change:
    """Pieces that are missing at a place, or are new there."""

    piece: Piece
    place: Place
    count: int


@dataclass(slots=True)
class _Flow:
    """A move of *count* pieces; *piece* is what is known of it at its target."""

    piece: Piece
    taken: Piece
    source: Place
    target: Place
    count: int


def differences(before: Layout, after: Layout, reason: str) -> Instructions:
    """Return the moves that turn *before* into *after*, in an order that can be carried out.

    An unidentified piece may become an identified one, or the other way round; the instruction
    identifies it. A piece that is new comes from ``SUPPLY``, one that disappears goes there. Of
    identical pieces the top one leaves a stack, and a new one goes to the bottom.
    """
    flows = _flows(before, after)
    counts = Counter(dict(before.counts))
    stacks = {place: list(pieces) for place, pieces in before.stacks.items()}
    found: list[Instruction] = []
    for flow in flows:
        if flow.source in before.stacks and flow.target not in after.stacks:
            found += _off_stack(stacks[flow.source], flow, reason)
        elif flow.source not in before.stacks and flow.target not in after.stacks:
            counts[flow.taken, flow.source] -= flow.count
            counts[flow.piece, flow.target] += flow.count
            found.append(
                Instruction(
                    _named(flow),
                    flow.count,
                    flow.source,
                    flow.target,
                    reason,
                    _shown(counts, flow),
                )
            )
    for place in sorted(after.stacks, key=lambda each: _goes_on(each, flows, after)):
        found += _restacked(stacks, place, after.stacks[place], flows, reason)
    return tuple(found)


MovesOf = Callable[[Any, Any, Layout, Layout, str], Iterable[Instruction]]
"""``(state before, event, layout before, layout after, reason) -> moves``."""


def _only_differences(
    _state: Any, _event: Any, before: Layout, after: Layout, reason: str
) -> Instructions:
    return differences(before, after, reason)


def unless(described: tuple[type, ...]) -> Callable[[Any], str | None]:
    """Return an empty reason for all events but those that only describe the table."""
    return lambda event: None if isinstance(event, described) else ""


def after_each(
    state: Any,
    events: Iterable[Any],
    layout: Callable[[Any], Layout],
    reason_of: Callable[[Any], str | None],
    moves: MovesOf = _only_differences,
) -> Instructions:
    """Return the moves after *events*, which follow *state*, one after the other.

    Args:
        state: before the first of them.
        events: the events, in order.
        layout: positions of all pieces in a state.
        reason_of: why an event moves pieces; None for events that record a move already made by the
            players.
        moves: the moves for one event; by default the difference of the layouts.
    """
    found: list[Instruction] = []
    lying: Layout | None = None
    for event in events:
        after = event.apply(state)
        reason = reason_of(event)
        if reason is None:
            lying = None
        else:
            old, lying = lying or layout(state), layout(after)
            found += moves(state, event, old, lying, reason)
        state = after
    return tuple(found)


def taken_back(instructions: Iterable[Instruction]) -> Instructions:
    """Return the moves that undo *instructions*, which have just been carried out in this order."""
    return tuple(
        replace(
            each,
            source=each.target,
            target=each.source,
            shows=None if each.shows is None else each.shows + _before(each),
        )
        for each in reversed(tuple(instructions))
    )


def combined(instructions: Iterable[Instruction]) -> Instructions:
    """Return fewer moves with the same result: a piece goes directly to its final place.

    A die that goes to a tile and from there to another place goes directly to the latter, with the
    last reason. A tile that goes from stack to stack keeps both moves.
    """
    found: list[Instruction] = []
    shown: dict[tuple[Piece, Place], int] = {}
    for each in instructions:
        _append(found, each)
        if each.shows is not None:
            shown[each.piece, _counter(each)] = each.shows
    return tuple(
        each if each.shows is None else replace(each, shows=shown[each.piece, _counter(each)])
        for each in found
    )


def _append(found: list[Instruction], move: Instruction) -> None:
    """Append *move*, merged with the earlier moves that it continues."""
    for at, earlier in enumerate(found):
        if not _continues(earlier, move):
            continue
        count = min(earlier.count, move.count)
        joined = replace(move, count=count, source=earlier.source)
        goes_back = earlier.source == move.target
        # Where a stack changes, the depth is only valid at this position in the list.
        stays = earlier.source.depth is not None and not goes_back
        rest = [replace(earlier, count=earlier.count - count)] if earlier.count > count else []
        found[at : at + 1] = [joined, *rest] if stays else rest
        if not stays and not goes_back:
            _insert(found, joined)
        if move.count > count:
            _append(found, replace(move, count=move.count - count))
        return
    _insert(found, move)


def _continues(earlier: Instruction, move: Instruction) -> bool:
    """Whether *move* may be the continuation of *earlier* with the same piece."""
    if earlier.piece != move.piece or earlier.target != move.source:
        return False
    if move.source == SUPPLY:  # one player's payment is not another player's income
        return earlier.source == move.target
    stacks = earlier.source.depth is not None and move.target.depth is not None
    return move.source.depth is None and not stacks


def _insert(found: list[Instruction], move: Instruction) -> None:
    if move.source.depth is None and move.target.depth is None:
        for at, each in enumerate(found):
            if replace(each, count=move.count, shows=move.shows) == move:
                found[at] = replace(each, count=each.count + move.count, shows=move.shows)
                return
    found.append(move)


# --- the difference of two layouts ---------------------------------------------------------------


def _flows(before: Layout, after: Layout) -> list[_Flow]:
    """Match removed and added pieces: identical ones first, then unidentified ones."""
    old, new = _totals(before), _totals(after)
    lost = [_Change(*key, n - new[key]) for key, n in old.items() if n > new[key]]
    gained = [_Change(*key, n - old[key]) for key, n in new.items() if n > old[key]]
    flows: list[_Flow] = []
    for fits in (eq, _unnamed):
        for same_seat in (True, False):
            for loss in lost:
                for gain in gained:
                    if (loss.place.seat == gain.place.seat or not same_seat) and fits(
                        loss.piece, gain.piece
                    ):
                        _flow(flows, loss, gain)
    flows += [_Flow(each.piece, each.piece, each.place, SUPPLY, each.count) for each in lost]
    flows += [_Flow(each.piece, each.piece, SUPPLY, each.place, each.count) for each in gained]
    return [flow for flow in flows if flow.count]


def _flow(flows: list[_Flow], loss: _Change, gain: _Change) -> None:
    count = min(loss.count, gain.count)
    if count:
        loss.count -= count
        gain.count -= count
        flows.append(_Flow(gain.piece, loss.piece, loss.place, gain.place, count))


def _unnamed(one: Piece, other: Piece) -> bool:
    sides = (PieceKind.TILE, PieceKind.CARD)
    return one.kind is other.kind and one.kind in sides and not (one.key and other.key)


def _totals(layout: Layout) -> Counter[tuple[Piece, Place]]:
    found = Counter(dict(layout.counts))
    for place, pieces in layout.stacks.items():
        for piece in pieces:
            found[piece, place] += 1
    return found


def _off_stack(stack: list[Piece], flow: _Flow, reason: str) -> Iterator[Instruction]:
    for _ in range(flow.count):
        source = _take(stack, flow.source, stack.index(flow.taken))
        yield Instruction(_named(flow), 1, source, flow.target, reason)


def _restacked(
    stacks: dict[Place, list[Piece]],
    place: Place,
    wanted: tuple[Piece, ...],
    flows: list[_Flow],
    reason: str,
) -> Iterator[Instruction]:
    """Rebuild a stack from its top, with pieces that arrive and pieces from further down."""
    stack = stacks.setdefault(place, [])
    for index, piece in enumerate(wanted):
        if index < len(stack) and stack[index] == piece:
            continue
        flow = next((f for f in flows if f.target == place and f.piece == piece and f.count), None)
        if flow is None:  # it is further down
            named, source = piece, _take(stack, place, stack.index(piece, index))
        else:
            flow.count -= 1
            named, source = _named(flow), flow.source
            if source in stacks:
                source = _take(stacks[source], source, stacks[source].index(flow.taken))
        target = place._replace(depth=index, bottom=0 < index == len(stack))
        stack.insert(index, piece)
        yield Instruction(named, 1, source, target, reason)


def _goes_on(place: Place, flows: list[_Flow], after: Layout) -> int:
    """How many pieces of a stack go to other stacks; used to rebuild stacks in that order."""
    return sum(flow.count for flow in flows if flow.source == place and flow.target in after.stacks)


def _take(stack: list[Piece], place: Place, index: int) -> Place:
    """Remove a piece from a stack and return its position."""
    del stack[index]
    return place._replace(depth=index, bottom=0 < index == len(stack))


def _named(flow: _Flow) -> Piece:
    return flow.piece if flow.piece.key else flow.taken


def _counter(move: Instruction) -> Place:
    """The player's place, where the pieces are counted."""
    return move.target if move.target.seat is not None else move.source


def _before(move: Instruction) -> int:
    return -move.count if _counter(move) == move.target else move.count


def _shown(counts: Counter[tuple[Piece, Place]], flow: _Flow) -> int | None:
    if flow.piece.kind not in _COUNTED:
        return None
    place = flow.target if flow.target.seat is not None else flow.source
    return counts[flow.piece, place]
