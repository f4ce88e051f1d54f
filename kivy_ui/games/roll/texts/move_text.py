"""Texts and pictures of Roll for the Galaxy's instructions for moving pieces."""

from collections import Counter
from dataclasses import replace
from functools import reduce
from operator import and_
from types import MappingProxyType
from typing import Final

from companion.games.instructions import SUPPLY, Instruction, Instructions, PieceKind, Place
from companion.games.roll.model.dice import DieType, Phase, working_face
from companion.games.roll.model.effects import Category
from companion.games.roll.phases.explore import Scout, Stock
from companion.games.roll.view.layout import ACTIVE, Where
from companion.i18n import Translator
from kivy_ui.common.event_text import EventContext
from kivy_ui.common.move_texts import MoveTexts
from kivy_ui.common.numbers import signed
from kivy_ui.games.roll.texts.book import BOOK, PICTURES
from kivy_ui.games.roll.texts.words import Words
from kivy_ui.games.roll.tiles.localised_tiles import LocalisedTiles
from kivy_ui.games.roll.tiles.tile_cards import side_picture
from kivy_ui.pages.page import Picture

_KNOWN: Final = frozenset({"R-2.1", "R-4.3"})
"""Reasons of moves that another page asks for or has shown: the roll, and idle dice at Reveal."""
_SET_UP: Final = "R-1.6"
_ORDER: Final = (*(die.value for die in DieType), *(phase.value for phase in Phase))


def _piece(translate: Translator, move: Instruction) -> str:
    words, piece = Words(translate), move.piece
    match piece.kind:
        case PieceKind.DIE:
            return words.of(DieType(piece.key))
        case PieceKind.MARKER:
            return words.of(Phase(piece.key))
        case PieceKind.CREDIT:
            return "$"
        case PieceKind.CHIP:
            return translate("VP")
        case _:
            return _tile(translate, move) or translate("game tile")


def _tile(translate: Translator, move: Instruction) -> str:
    """Return the name of the side that is face up; empty if it is not public."""
    tiles = LocalisedTiles(translate.language)
    for place in (move.target, move.source):
        if place.name == Where.TABLEAU:
            return tiles.name(place.detail)
    if not move.piece.key:
        return ""
    kind = Category.DEVELOPMENT
    if Where.WORLDS in (move.target.name, move.source.name):
        kind = Category.WORLD
    side = tiles.of_tile(int(move.piece.key), kind)
    return tiles.name(side.key) if side is not None else ""


def _place(t: EventContext, place: Place, move: Instruction) -> str:
    words = Words(t.translate)
    if _counters(move):
        return "" if place is move.source else _counter(t.translate, move)
    if place == SUPPLY:
        return t.translate("box") if move.piece.kind is PieceKind.CHIP else ""
    match Where(place.name):
        case Where.VP_POOL:
            return t.translate("pool")
        case Where.COLUMN:
            return words.of(Phase(place.detail))
        case Where.GOODS:
            return LocalisedTiles(t.translate.language).name(place.detail)
        case Where.PHASE_TILES if place is move.source:
            return ""
        case Where.PHASE_TILES if place.detail == ACTIVE:
            return t.translate("phase tiles: name side up")
        case Where.PHASE_TILES:
            return t.translate("phase tiles: X side up")
        case Where.DEVELOPMENTS | Where.WORLDS as stack:
            return _stacked(t.translate, stack, place, taken=place is move.source)
        case where:
            return words.of(where)


def _counters(move: Instruction) -> tuple[Place, ...]:
    """Return source or target, if that is a player's credits or chips."""
    ends = (move.target, move.source)
    return tuple(each for each in ends if each.name in (Where.CREDITS, Where.VP_CHIPS))


def _counter(translate: Translator, move: Instruction) -> str:
    """Return what the player has afterwards, also after a loss."""
    if move.piece.kind is PieceKind.CREDIT:
        return translate("Set the marker to $%(count)s", count=move.shows)
    return translate("now %(count)s VP in chips", count=move.shows)


def _stacked(translate: Translator, stack: Where, place: Place, *, taken: bool) -> str:
    where = "between" if place.depth else "top"
    if place.bottom:
        where = "lowest" if taken else "under"
    return translate(BOOK["stacked"][f"{stack}_{where}"], number=(place.depth or 0) + 1)


def _picture(move: Instruction) -> Picture | None:
    """Return the picture of a piece; a die that lies under a phase shows its face."""
    piece, key = move.piece, move.piece.key
    match piece.kind:
        case PieceKind.DIE if move.source.name == Where.COLUMN:
            face = working_face(DieType(key), Phase(move.source.detail))
            return Picture(f"die/{key}/{face.value}")
        case PieceKind.DIE:
            return Picture(f"die/{key}")
        case PieceKind.MARKER:
            return Picture(f"phase/{key}/active")
        case PieceKind.CREDIT | PieceKind.CHIP:
            change = move.count if move.target in _counters(move) else -move.count
            text = signed(change) if _counters(move) else ""
            return Picture("coin" if piece.kind is PieceKind.CREDIT else "chip", text=text)
        case _:
            return Picture("tile")


def _spot(move: Instruction) -> Picture | None:
    """Return the picture of the target; of a counter the counter, whether it rises or falls."""
    place = next(iter(_counters(move)), move.target)
    if place == SUPPLY:
        return None
    match Where(place.name):
        case Where.COLUMN:
            return Picture(f"phase/{place.detail}/active")
        case Where.GOODS | Where.TABLEAU:
            return side_picture(LocalisedTiles("en").side(place.detail))
        case where:
            return Picture(PICTURES[where])


def _quiet(move: Instruction) -> bool:
    return move.reason in _KNOWN


def _ordered(moves: Instructions) -> Instructions:
    """Return moves by player: a built tile before its dice, dice and phases by their kind."""
    seats = list(dict.fromkeys(move.seat for move in moves))
    builds = any(move.target.name == Where.TABLEAU for move in moves)

    def rank(move: Instruction) -> tuple[int, bool, int]:
        kind = _ORDER.index(move.piece.key) if move.piece.key in _ORDER else -1
        later = builds and move.piece.kind is not PieceKind.TILE
        return seats.index(move.seat), later, kind

    return tuple(sorted(moves, key=rank))


def _shared(moves: Instructions) -> Instructions:
    """Return moves of the set-up with what all players put down alike told once, of nobody."""
    if all(move.reason != _SET_UP for move in moves):
        return moves
    own: dict[int, Counter[Instruction]] = {}
    for move in moves:
        if move.seat is not None:
            own.setdefault(move.seat, Counter())[_of_nobody(move)] += move.count
    alike = reduce(and_, own.values())
    rest = (
        replace(move, count=move.count - (0 if move.seat is None else alike[_of_nobody(move)]))
        for move in moves
    )
    each = (replace(move, count=count) for move, count in alike.items())
    return (*each, *(move for move in rest if move.count > 0))


def _of_nobody(move: Instruction) -> Instruction:
    """Return the same move without a player, for one piece."""
    source, target = (place._replace(seat=None) for place in (move.source, move.target))
    return replace(move, count=1, source=source, target=target)


def _lent(t: EventContext, event: Stock | Scout) -> str:
    if not event.borrowed:
        return ""
    return t.translate("No die moves: a tile lends the explorer")


MOVE_TEXTS: Final = MoveTexts(
    _piece,
    _place,
    _quiet,
    MappingProxyType({Stock: _lent, Scout: _lent}),
    _picture,
    _spot,
    ordered=_ordered,
    shared=_shared,
)
