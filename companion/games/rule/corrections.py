"""Manual corrections; the physical table is always right."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import Enum

from companion.games.refusals import NOT_NOW
from companion.games.rule import errors
from companion.games.rule.advance import after_markers
from companion.games.rule.cards import Card, Cards, bundle, holds, minus, plus
from companion.games.rule.options import LANES, ROWS
from companion.games.rule.rules import apply, decide
from companion.games.rule.state import GameState, Posted, Step, by_field, tiles_fit
from companion.games.rule.turn import without_cards
from companion.games.rule.units import Unit


class Pile(Enum):
    """The places of cards."""

    DECK = "deck"
    DISCARD = "discard"
    BESIDE = "beside"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Place:
    """A pile; a hand needs its *seat*."""

    pile: Pile
    seat: int = 0


@dataclass(frozen=True, slots=True)
class MoveCards:
    """Cards are at another place than recorded; their totals do not change."""

    cards: Cards
    source: Place
    target: Place


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


@decide.case
def _move(state: GameState, command: MoveCards) -> tuple[object, ...]:
    if state.step is Step.SET_UP:
        raise NOT_NOW()
    there, cards = lying(state, command.source), bundle(command.cards)
    lying(state, command.target)  # refuses the hand of an empty seat
    if not cards or not holds(there, cards):
        raise errors.NO_SUCH_CARD(card=cards[0].value if cards else "-")
    target = command.target.pile
    for card in cards:
        beside = card is Card.BOMBARDMENT
        if target is not Pile.DECK and (target is Pile.BESIDE) != beside:
            raise errors.NO_SUCH_CARD(card=card.value)
    return (replace(command, cards=cards),)


@apply.case
def _moved(state: GameState, event: MoveCards) -> GameState:
    source, cards = event.source, event.cards
    if source.pile is Pile.HAND:
        state = without_cards(state, source.seat, cards)
    else:
        state = _with_pile(state, source, minus(lying(state, source), cards))
    if event.target.pile is Pile.HAND:
        hand = plus(state.player(event.target.seat).hand, cards)
        state = state.with_player(event.target.seat, hand=hand)
    else:
        state = _with_pile(state, event.target, plus(lying(state, event.target), cards))
    return after_markers(state) if state.step is Step.DISCARD else state


def _with_pile(state: GameState, place: Place, cards: Cards) -> GameState:
    if place.pile is Pile.DECK:
        return replace(state, deck=cards)
    if place.pile is Pile.DISCARD:
        return replace(state, discard=cards)
    return replace(state, bombardments=len(cards))


@dataclass(frozen=True, slots=True)
class SetField:
    """The unit on a field; None moves the present one to the box."""

    lane: int
    row: int
    unit: Unit | None


@dataclass(frozen=True, slots=True)
class SetTiles:
    """The tiles in front of a player."""

    seat: int
    tiles: tuple[Unit, ...]


@decide.case
def _set(state: GameState, command: SetField | SetTiles) -> tuple[object, ...]:
    """Refuse a correction that needs more tiles than the box has."""
    if state.step is Step.SET_UP:
        raise NOT_NOW()
    if isinstance(command, SetTiles):
        state.player(command.seat)
    elif not (1 <= command.lane <= LANES and 1 <= command.row <= ROWS):
        raise NOT_NOW()
    after = apply(state, command)
    if after.stack < 0 or not tiles_fit(after):
        raise errors.UNIT_COUNT()
    return (command,)


@apply.case
def _field_set(state: GameState, event: SetField) -> GameState:
    before, unit = state.at(event.lane, event.row), event.unit
    board = [posted for posted in state.board if posted is not before]
    if unit is not None:
        board.append(Posted(event.lane, event.row, unit))
    changed = replace(state, board=by_field(board))
    return _exchanged(changed, (before.unit,) if before else (), (unit,) if unit else ())


@apply.case
def _tiles_set(state: GameState, event: SetTiles) -> GameState:
    before, after = Counter(state.player(event.seat).tiles), Counter(event.tiles)
    gone, come = (before - after).elements(), (after - before).elements()
    return _exchanged(state.with_player(event.seat, tiles=event.tiles), tuple(gone), tuple(come))


def _exchanged(state: GameState, gone: tuple[Unit, ...], come: tuple[Unit, ...]) -> GameState:
    """Update box and stack; pairs of removed and added tiles count as renamed."""
    box = [*state.box, *gone[len(come) :]]
    stack = state.stack
    for unit in come[len(gone) :]:
        if unit in box:
            box.remove(unit)
        else:
            stack -= 1
    return replace(state, box=tuple(box), stack=stack)
