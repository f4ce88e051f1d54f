"""Texts of move instructions: pieces, places and reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import reduce
from operator import and_
from types import MappingProxyType
from typing import Final

from companion.games.instructions import (
    SUPPLY,
    Instruction,
    Instructions,
    PieceKind,
    Place,
    combined,
)
from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.phases.explore import Scout, Stock
from companion.games.roll.phases.ledger import BY_HAND
from companion.games.roll.view.layout import ACTIVE, Where
from companion.games.roll.view.table_view import SeatView
from companion.i18n import N_
from companion.session.steps import PlayedStep, StepKind
from kivy_ui.common.move_rows import (
    NOWHERE,
    MoveRow,
    Moves,
    PieceMark,
    PlaceMark,
    heading,
    move_rows,
)
from kivy_ui.games.roll.texts.event_text import Sentences
from kivy_ui.games.roll.texts.words import Words
from kivy_ui.games.roll.tiles.localised_tiles import LocalisedTiles

ROLLED: Final = "R-2.1"
"""Reason of dice that go from the cup behind the screen."""
_SET_UP: Final = "R-1.6"
_RAISED: Final = "raised"
_NO_DIE: Final = N_("No die moves: a tile lends the explorer")

_PLACES: Final = MappingProxyType(
    {
        Where.CUP: ("cup", N_("cup")),
        Where.CITIZENRY: ("people", N_("Citizenry")),
        Where.MAT: ("mat", N_("behind the screen")),
        Where.DICTATE: ("mat", N_("Dictate")),
        Where.DEVELOPERS: ("develop", N_("development stack")),
        Where.SETTLERS: ("settle", N_("world stack")),
        Where.STOCK: ("box", N_("supply")),
        Where.BAG: ("bag", N_("bag")),
        Where.ABANDONED: ("tile", N_("abandoned tiles")),
        Where.HAND: ("hand", N_("drawn tiles")),
        Where.VP_POOL: ("chip", N_("VP pool")),
        Where.TABLEAU: ("tile", N_("tableau")),
    }
)
_STACKS: Final = MappingProxyType(
    {
        Where.DEVELOPMENTS: (
            "develop",
            N_("top of the development stack"),
            N_("lowest of the development stack"),
            N_("under the development stack"),
            N_("development stack, tile %(number)s from the top"),
        ),
        Where.WORLDS: (
            "settle",
            N_("top of the world stack"),
            N_("lowest of the world stack"),
            N_("under the world stack"),
            N_("world stack, tile %(number)s from the top"),
        ),
    }
)
_WHY: Final = MappingProxyType(
    {
        "R-4.1": N_("selected"),
        "R-4.3": N_("does not happen"),
        "R-5.2": N_("no task left"),
        "R-6.2": N_("stocked"),
        "R-6.3": N_("scouted"),
        "R-6.4": N_("Explore is over"),
        "R-6.5": N_("the bag was empty"),
        "R-7.1": N_("works there"),
        "R-7.2": N_("tile complete"),
        "R-7.3": N_("the stack is empty"),
        "R-7.4": N_("by the new tile"),
        "R-8.1": N_("produced"),
        "R-8.2": N_("no room for a good"),
        "R-9.1": N_("shipped"),
        "R-9.2": N_("traded"),
        "R-9.3": N_("consumed"),
        "R-9.5": N_("no good left"),
        "R-10.1": N_("recruited"),
        _RAISED: N_("all paid: the empty marker goes to $1"),
        "R-10.2": N_("recalled"),
        "R-10.3": N_("the round is over"),
        BY_HAND: N_("set by hand"),
    }
)
_PURPOSE: Final = MappingProxyType(
    {
        "R-6.2": N_("stocked, to recruit dice"),
        "R-6.3": N_("scouted, for tiles to build"),
        "R-7.1": N_("works there, to complete the tile"),
        "R-8.1": N_("produced, for a good to ship"),
        "R-9.2": N_("traded, to recruit dice"),
        "R-9.3": N_("consumed, for VP"),
        "R-10.2": N_("recalled, for more dice in the cup"),
    }
)
"""Purpose of a move that a computer player has chosen."""


class RollMoveWords:
    """Implements ``MoveWords``.

    Args:
        words: the terms of the chosen language.
        tiles: the tile names in that language.
        computers: seats of computer players, whose decisions are explained.
    """

    def __init__(
        self, words: Words, tiles: LocalisedTiles, computers: frozenset[int] = frozenset()
    ) -> None:
        self._words = words
        self._tiles = tiles
        self._computers = computers

    def piece(self, move: Instruction) -> PieceMark:
        """Return the picture of the moved piece."""
        piece, text = move.piece, f"\N{MULTIPLICATION SIGN}{move.count}" if move.count > 1 else ""
        match piece.kind:
            case PieceKind.CREDIT | PieceKind.CHIP:
                return PieceMark(piece.kind, "", self._amount(move))
            case PieceKind.TILE:
                return PieceMark(piece.kind, "", text)
            case _:
                return PieceMark(piece.kind, piece.key, text)

    def place(self, place: Place, move: Instruction) -> PlaceMark:
        """Return the icon and text of a place."""
        translate = self._words.translate
        if (
            move.shows is not None and move.seat is not None
        ):  # the target is the new count, also for a loss
            return NOWHERE if place is move.source else self._counter(move)
        if place == SUPPLY:
            return NOWHERE
        where = Where(place.name)
        match where:
            case Where.COLUMN:
                phase = Phase(place.detail)
                return PlaceMark(phase.value, self._words.phase(phase))
            case Where.GOODS:
                return PlaceMark("tile", self._tiles.name(place.detail))
            case Where.PHASE_TILES:
                if place is move.source:
                    return NOWHERE
                up = place.detail == ACTIVE
                text = (
                    translate("phase tiles: name side up")
                    if up
                    else translate("phase tiles: X side up")
                )
                return PlaceMark("redo", text)
            case Where.DEVELOPMENTS | Where.WORLDS:
                if move.target.name == Where.TABLEAU:  # the name identifies the tile
                    return PlaceMark(_STACKS[where][0], "")
                return self._stacked(where, place, taken=place is move.source)
            case _:
                icon, text = _PLACES[where]
                return PlaceMark(icon, translate(text))

    def what(self, move: Instruction) -> str:
        """Return the tile's name if it is public."""
        return self._tile(move) if move.piece.kind is PieceKind.TILE else ""

    def why(self, move: Instruction) -> str:
        """Return the rule in a few words, or the tile that causes the move."""
        reason = move.reason
        if move.source.name == Where.DICTATE:  # obvious from the place
            return ""
        if move.seat in self._computers and reason in _PURPOSE:
            return self._words.translate(_PURPOSE[reason])
        if reason in _WHY:
            return self._words.translate(_WHY[reason])
        return self._tiles.name(reason) if reason in self._tiles.catalog.sides else ""

    def everybody(self) -> str:
        """Return the heading of moves that all players make alike."""
        return self._words.translate("Each player")

    def _amount(self, move: Instruction) -> str:
        translate = self._words.translate
        amount = translate("%(count)s VP", count=move.count)
        if move.piece.kind is PieceKind.CREDIT:
            amount = f"{move.count} $"
        if move.seat is None:
            return amount
        return f"+{amount}" if move.target.seat is not None else f"\N{MINUS SIGN}{amount}"

    def _counter(self, move: Instruction) -> PlaceMark:
        translate = self._words.translate
        if move.piece.kind is PieceKind.CREDIT:
            return PlaceMark("credits", translate("marker on $%(count)s", count=move.shows))
        return PlaceMark("chip", translate("now %(count)s VP in chips", count=move.shows))

    def _tile(self, move: Instruction) -> str:
        """Return the name of the side that is face up, if it is public."""
        for place in (move.target, move.source):
            if place.name == Where.TABLEAU:
                return self._tiles.name(place.detail)
        if not move.piece.key:
            return ""
        stacks = (move.target.name, move.source.name)
        category = Category.WORLD if Where.WORLDS in stacks else Category.DEVELOPMENT
        side = self._tiles.of_tile(int(move.piece.key), category)
        return self._tiles.name(side.key) if side is not None else ""

    def _stacked(self, where: Where, place: Place, *, taken: bool) -> PlaceMark:
        icon, top, lowest, under, between = _STACKS[where]
        translate = self._words.translate
        if place.bottom:
            return PlaceMark(icon, translate(lowest if taken else under))
        if not place.index:
            return PlaceMark(icon, translate(top))
        return PlaceMark(icon, translate(between, number=place.index + 1))


def roll_rows(
    words: Words, tiles: LocalisedTiles, seats: tuple[SeatView, ...], moves: Instructions
) -> tuple[MoveRow, ...]:
    """Return a row for each move; the roll of all players is a single row."""
    people = {seat.seat: (seat.name, seat.colour) for seat in seats}
    # A new game may have fewer players than the one whose last step is still shown.
    moves = tuple(move for move in moves if move.seat is None or move.seat in people)
    moved = combined(_raised(move for move in moves if move.reason != ROLLED))
    if any(move.target.name == Where.TABLEAU for move in moved):  # the tile first, then its dice
        moved = tuple(sorted(moved, key=lambda move: move.piece.kind is not PieceKind.TILE))
    computers = frozenset(seat.seat for seat in seats if seat.computer is not None)
    named = RollMoveWords(words, tiles, computers)
    if any(move.reason == _SET_UP for move in moved):
        rows = _set_up_rows(named, people, moved)
    else:
        rows = move_rows(named, people, _by_kind(moved))
    rolled = next((move for move in moves if move.reason == ROLLED), None)
    if rolled is None:
        return rows
    translate = words.translate
    cup, mat = (PlaceMark(_PLACES[w][0], translate(_PLACES[w][1])) for w in (Where.CUP, Where.MAT))
    if rolled.target.name == Where.CUP:  # undone
        text = translate("All other dice behind the screens go back into the cups")
        return (*rows, MoveRow(0, "", "", (), mat, cup, note=text))
    text = translate("Everybody rolls all dice of the cup and assigns them behind the screen")
    return (*rows, MoveRow(0, "", "", (), cup, mat, note=text))


def _set_up_rows(
    words: RollMoveWords, people: dict[int, tuple[str, str]], moves: Instructions
) -> tuple[MoveRow, ...]:
    """Return what all players put down alike, then what only some of them have."""
    own: dict[int, Counter[Instruction]] = {seat: Counter() for seat in people}
    for move in moves:
        if move.seat is not None:
            own[move.seat][_of_nobody(move)] += move.count
    alike = reduce(and_, own.values())
    first = min(people)
    shared = (move for move in moves if move.seat == first and alike[_of_nobody(move)])
    each = tuple(replace(move, count=alike[_of_nobody(move)]) for move in shared)
    rest = tuple(
        replace(move, count=left)
        for move in moves
        if (left := move.count - (alike[_of_nobody(move)] if move.seat is not None else 0)) > 0
    )
    everybody = heading(words.everybody())
    own_rows = move_rows(words, people, _by_kind(rest))
    common = tuple(row for row in own_rows if not row.seat)
    shared_rows = (replace(row, seat=0) for row in move_rows(words, {}, _by_kind(each)))
    return (*common, everybody, *shared_rows, *(row for row in own_rows if row.seat))


def _raised(moves: Iterable[Instruction]) -> Iterator[Instruction]:
    """Merge paying all credits and the rise of the marker from $0 to $1 (R-10.1).

    The net change alone would be less than was paid.
    """
    held: Instruction | None = None
    for move in moves:
        if held is not None and _rises(held, move):
            yield replace(held, shows=move.shows, reason=_RAISED)
            held = None
            continue
        if held is not None:
            yield held
        held = move
    if held is not None:
        yield held


def _rises(paid: Instruction, move: Instruction) -> bool:
    """Return whether a marker that *paid* brought to $0 rises by *move*."""
    return (
        paid.piece.kind is move.piece.kind is PieceKind.CREDIT
        and paid.shows == 0
        and paid.count > 1  # paying 1 and getting 1 is not a move
        and paid.source.seat is not None
        and paid.source == move.target
    )


def _of_nobody(move: Instruction) -> Instruction:
    """Return the same move without a player, for one piece."""
    source, target = (replace(place, seat=None) for place in (move.source, move.target))
    return replace(move, count=1, source=source, target=target)


def step_moves(
    words: Words, tiles: LocalisedTiles, seats: tuple[SeatView, ...], step: PlayedStep
) -> Moves:
    """Return a step's actions (the first of each player) and its moves."""
    names = {seat.seat: seat.name for seat in seats}
    sentences = Sentences(words, tiles, names)
    first: dict[int | None, object] = {}
    for event in step.events:
        first.setdefault(getattr(event, "seat", None), event)
    told = [event for seat, event in first.items() if seat is not None] or [*first.values()]
    said = tuple(sentences.say(event, hidden=True) for event in told)
    rows = roll_rows(words, tiles, seats, step.instructions)
    if step.kind is StepKind.UNDONE:  # an undone step's reasons no longer apply
        rows = tuple(replace(row, note="") if row.pieces else row for row in rows)
    people = {seat.seat: (seat.name, seat.colour) for seat in seats}
    without_die = tuple(
        MoveRow(event.seat, *people[event.seat], note=words.translate(_NO_DIE))
        for event in step.events
        if step.kind is not StepKind.UNDONE
        and isinstance(event, Stock | Scout)
        and event.borrowed
        and event.seat in people
    )
    return Moves(said, (*without_die, *rows))


def _by_kind(moves: Instructions) -> Iterator[Instruction]:
    """Yield moves with dice and phases sorted by kind; all others keep their order."""
    keys = (*(die.value for die in DieType), *(phase.value for phase in Phase))
    order = {key: number for number, key in enumerate(keys)}
    start = 0
    for end in range(1, len(moves) + 1):
        alike = moves[start]
        if end == len(moves) or moves[end].piece.kind is not alike.piece.kind:
            part = moves[start:end]
            if alike.piece.kind in (PieceKind.DIE, PieceKind.MARKER):
                part = tuple(sorted(part, key=lambda each: order[each.piece.key]))
            yield from part
            start = end
