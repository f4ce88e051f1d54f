"""Manual corrections with a reason; the physical table is always right."""

from __future__ import annotations

from companion.games.refusals import NOT_NOW
from companion.games.rule import errors
from companion.games.rule.apply import apply
from companion.games.rule.cards import Card, Cards, bundle, holds
from companion.games.rule.commands import Command, MoveCards, Pile, Place, SetField, SetTiles
from companion.games.rule.events import CardsMoved, FieldSet, TilesSet
from companion.games.rule.options import LANES, ROWS
from companion.games.rule.state import GameState, Step, tiles_fit


def correct(state: GameState, command: Command) -> CardsMoved | FieldSet | TilesSet:
    """Return the event of a correction; the totals of cards and tiles do not change.

    Raises:
        RefusedError: no game, or no such place; the cards are not at the source; the box has no
            such tile left.
    """
    if state.step is Step.SET_UP:
        raise NOT_NOW()
    match command:
        case MoveCards():
            return _moved(state, command)
        case SetField(lane=lane, row=row, unit=unit):
            if not (1 <= lane <= LANES and 1 <= row <= ROWS):
                raise NOT_NOW()
            return _checked(state, FieldSet(lane, row, unit, command.reason))
        case SetTiles(seat=seat, tiles=tiles):
            _check_seat(state, seat)
            return _checked(state, TilesSet(seat, tiles, command.reason))
        case _:
            raise NOT_NOW()


def _moved(state: GameState, command: MoveCards) -> CardsMoved:
    for place in (command.source, command.target):
        if place.pile is Pile.HAND:
            _check_seat(state, place.seat)
    cards = bundle(command.cards)
    there = lying(state, command.source)
    if not cards or not holds(there, cards):
        raise errors.NO_SUCH_CARD(card=cards[0].value if cards else "-")
    target = command.target.pile
    for card in cards:
        beside = card is Card.BOMBARDMENT
        fits = target is Pile.DECK or (target is Pile.BESIDE) == beside
        if not fits:
            raise errors.NO_SUCH_CARD(card=card.value)
    return CardsMoved(cards, command.source, command.target, command.reason)


def lying(state: GameState, place: Place) -> Cards:
    """Return the cards at a place."""
    match place.pile:
        case Pile.DECK:
            return state.deck
        case Pile.DISCARD:
            return state.discard
        case Pile.BESIDE:
            return (Card.BOMBARDMENT,) * state.bombardments
        case Pile.HAND:
            return state.player(place.seat).cards


def _check_seat(state: GameState, seat: int) -> None:
    if seat not in {player.seat for player in state.players}:
        raise NOT_NOW()


def _checked(state: GameState, event: FieldSet | TilesSet) -> FieldSet | TilesSet:
    """Refuse a correction that needs more tiles than the box has."""
    after = apply(state, event)
    if after.stack < 0 or not tiles_fit(after):
        raise errors.UNIT_COUNT()
    return event
