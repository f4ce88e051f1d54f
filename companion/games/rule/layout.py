"""Layout of cards, tiles and markers, and the moves after each event."""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from companion.games.instructions import (
    Instructions,
    Layout,
    Piece,
    PieceKind,
    Place,
    after_each,
    unless,
)
from companion.games.rule.cards import Cards
from companion.games.rule.corrections import MoveCards, SetField, SetTiles
from companion.games.rule.set_up import StartGame
from companion.games.rule.state import GameState
from companion.games.rule.units import Unit


class Where(StrEnum):
    """Names of places; a field has ``lane:row`` as its detail."""

    DECK = "deck"
    DISCARD = "discard"
    BESIDE = "beside"
    HAND = "hand"
    AT_RISK = "at_risk"
    FIELD = "field"
    CAPTURED = "captured"
    STACK = "stack"
    LANE = "lane"
    MOVEMENT = "movement"


_DESCRIBES: Final = (StartGame, MoveCards, SetField, SetTiles)
"""Set-up and corrections describe the table and require no moves."""


def instructions(state: GameState, events: Iterable[object]) -> Instructions:
    """Return the moves after *events*, which follow *state*."""
    return after_each(state, events, layout, unless(_DESCRIBES))


def layout(state: GameState) -> Layout:
    """Return the positions of all pieces; empty before the game."""
    found: Counter[tuple[Piece, Place]] = Counter()
    if not state.players:
        return Layout(found)
    _lay_cards(found, state.deck, Place(Where.DECK))
    _lay_cards(found, state.discard, Place(Where.DISCARD))
    bombardment = Piece(PieceKind.CARD, "bombardment")
    found[bombardment, Place(Where.BESIDE)] += state.bombardments
    for player in state.players:
        _lay_cards(found, player.hand, Place(Where.HAND, player.seat))
        _lay_cards(found, player.taken, Place(Where.AT_RISK, player.seat))
        for unit in player.tiles:
            found[tile(unit), Place(Where.CAPTURED, player.seat)] += 1
    for posted in state.board:
        found[tile(posted.unit), Place(Where.FIELD, detail=f"{posted.lane}:{posted.row}")] += 1
    found[Piece(PieceKind.TILE), Place(Where.STACK)] += state.stack
    for lane in state.markers:
        found[Piece(PieceKind.MARKER, "bombardment"), Place(Where.LANE, detail=str(lane))] += 1
    if state.few_players:
        side = "white" if state.white_up else "red"
        found[Piece(PieceKind.MARKER, "movement"), Place(Where.MOVEMENT, detail=side)] += 1
    return Layout(+found)


def tile(unit: Unit) -> Piece:
    """Return a unit as a piece; its key is the kind, and the colour's hero after a colon."""
    hero = f":{unit.hero.value}" if unit.hero is not None else ""
    return Piece(PieceKind.TILE, f"{unit.kind.value}{hero}")


def _lay_cards(found: Counter[tuple[Piece, Place]], cards: Cards, place: Place) -> None:
    for card in cards:
        found[Piece(PieceKind.CARD, card.value), place] += 1
