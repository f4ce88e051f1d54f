"""A turn: draw cards, destroy units, swap cards, end it (sections 3.1 to 3.3)."""

from dataclasses import dataclass, replace

from companion.games.refusals import NOT_NOW, RefusedError
from companion.games.rule import errors
from companion.games.rule.cards import Card, Cards, bundle, holds, minus, plus
from companion.games.rule.rules import apply, decide, on_turn
from companion.games.rule.state import GameState, Step
from companion.games.rule.units import INFILTRATOR_WORTH, Unit, UnitKind


@dataclass(frozen=True, slots=True)
class DrawCard:
    """The active player took a card from the deck and added it to the turn's cards."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Bombarded:
    """A bombardment card goes beside the discard pile; *lost* cards are discarded (section 3.1)."""

    seat: int
    lost: Cards


@decide.case
def _draw(state: GameState, command: DrawCard) -> tuple[object, ...]:
    player = on_turn(state, command.seat, Step.DRAW)
    if command.card not in state.deck:
        raise errors.NO_SUCH_CARD(card=command.card.value)
    bombarded = command.card is Card.BOMBARDMENT
    return (Bombarded(player.seat, player.taken) if bombarded else command,)


@apply.case
def _drawn(state: GameState, event: DrawCard) -> GameState:
    taken = plus(state.player(event.seat).taken, (event.card,))
    drawn = replace(state, deck=minus(state.deck, (event.card,)), drew=True)
    return drawn.with_player(event.seat, taken=taken)


@apply.case
def _bombarded(state: GameState, event: Bombarded) -> GameState:
    after = replace(
        state,
        deck=minus(state.deck, (Card.BOMBARDMENT,)),
        bombardments=state.bombardments + 1,
        discard=plus(state.discard, event.lost),
        drew=True,
        step=Step.SHOOT if event.lost else state.step,
    )
    taken = minus(state.player(event.seat).taken, event.lost)
    return after.with_player(event.seat, taken=taken)


@dataclass(frozen=True, slots=True)
class DeckRenewed:
    """The ninth bombardment: all piles become a new deck (section 3.1)."""


@apply.case
def _deck_renewed(state: GameState, _event: DeckRenewed) -> GameState:
    back = (Card.BOMBARDMENT,) * state.bombardments
    deck = bundle((*state.deck, *state.discard, *back))
    return replace(state, deck=deck, discard=(), bombardments=0)


@dataclass(frozen=True, slots=True)
class StopDrawing:
    """The active player takes no further card; those of the turn become safe in the hand."""

    seat: int


@decide.case
def _stop(state: GameState, command: StopDrawing) -> None:
    on_turn(state, command.seat, Step.DRAW)
    if not state.drew:
        raise errors.DRAW_FIRST()


@apply.case
def _stopped(state: GameState, event: StopDrawing) -> GameState:
    hand = bundle(state.player(event.seat).cards)
    return replace(state, step=Step.SHOOT).with_player(event.seat, hand=hand, taken=())


@dataclass(frozen=True, slots=True)
class Trade:
    """The active player swaps cards with another, one for one (section 3.3)."""

    seat: int
    other: int
    gives: Cards
    gets: Cards


@decide.case
def _trade(state: GameState, command: Trade) -> tuple[object, ...]:
    if state.step not in (Step.DRAW, Step.SHOOT):
        raise NOT_NOW()
    if not state.options.trading:
        raise errors.NO_TRADE()
    player = on_turn(state, command.seat, state.step)
    other = next((p for p in state.players if p.seat == command.other), player)
    gives, gets = bundle(command.gives), bundle(command.gets)
    if other is player or not gives or len(gives) != len(gets):
        raise errors.TRADE()
    offered = player.cards if state.options.swap_taken else player.hand
    for owner, owned, given in ((player, offered, gives), (other, other.hand, gets)):
        if not holds(owned, given):
            raise errors.CARDS_NOT_HELD(name=owner.name)
    return (replace(command, gives=gives, gets=gets),)


@apply.case
def _traded(state: GameState, event: Trade) -> GameState:
    state = without_cards(state, event.seat, event.gives)
    hand = plus(state.player(event.seat).hand, event.gets)
    others = plus(minus(state.player(event.other).hand, event.gets), event.gives)
    return state.with_player(event.seat, hand=hand).with_player(event.other, hand=others)


def without_cards(state: GameState, seat: int, cards: Cards) -> GameState:
    """Return the state after a player gave *cards* away: cards at risk last."""
    player = state.player(seat)
    safe = tuple(c for i, c in enumerate(cards) if cards[:i].count(c) < player.hand.count(c))
    hand, taken = minus(player.hand, safe), minus(player.taken, minus(cards, safe))
    return state.with_player(seat, hand=hand, taken=taken)


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The next player is active; after the last one the round is over."""

    seat: int


@decide.case
def _end(state: GameState, command: EndTurn) -> None:
    on_turn(state, command.seat, Step.SHOOT)


@apply.case
def _ended(state: GameState, _event: EndTurn) -> GameState:
    active = (state.active + 1) % len(state.players)
    return replace(state, active=active, step=Step.DRAW if active else Step.REGROUP, drew=False)


@dataclass(frozen=True, slots=True)
class Shoot:
    """The active player captures a unit, paid for with cards and captured infiltrators."""

    seat: int
    lane: int
    row: int
    cards: Cards
    infiltrators: tuple[Unit, ...] = ()


@decide.case
def _shoot(state: GameState, command: Shoot) -> tuple[object, ...]:
    player = on_turn(state, command.seat, Step.SHOOT)
    target, used = state.at(command.lane, command.row), command.infiltrators
    if target is None:
        raise errors.NO_UNIT()
    if target is not state.front(command.lane) and not used:
        raise errors.HIDDEN_UNIT()
    if not holds(player.hand, command.cards) or not holds(player.tiles, used):
        raise errors.CARDS_NOT_HELD(name=player.name)
    problem = payment_problem(target.unit, command.cards, used, overpay=state.options.overpay)
    if problem is not None:
        raise problem
    return (replace(command, cards=bundle(command.cards)),)


def payment_problem(
    unit: Unit, cards: Cards, infiltrators: tuple[Unit, ...], *, overpay: bool
) -> RefusedError | None:
    """Return why a payment is refused; None if it is valid."""
    if any(tile.kind is not UnitKind.INFILTRATOR for tile in infiltrators):
        return errors.NO_INFILTRATOR()
    if unit.hero is not None and (
        any(card not in (unit.hero, Card.BB8) for card in cards)
        or any(tile.hero is not unit.hero for tile in infiltrators)
    ):
        return errors.WRONG_COLOUR()
    paid = len(cards) + INFILTRATOR_WORTH * len(infiltrators)
    if paid < unit.strength:
        return errors.TOO_LITTLE(strength=unit.strength)
    smallest = 1 if cards else INFILTRATOR_WORTH
    if paid > unit.strength and not (overpay and paid - smallest < unit.strength):
        return errors.TOO_MUCH(strength=unit.strength)
    return None


@apply.case
def _shot(state: GameState, event: Shoot) -> GameState:
    player = state.player(event.seat)
    tiles = list(player.tiles)
    for used in event.infiltrators:
        tiles.remove(used)
    target = state.at(event.lane, event.row)
    if target is not None:
        tiles.append(target.unit)
    after = replace(
        state,
        board=tuple(posted for posted in state.board if posted is not target),
        discard=plus(state.discard, event.cards),
        box=(*state.box, *event.infiltrators),
    )
    hand = minus(player.hand, event.cards)
    return after.with_player(event.seat, hand=hand, tiles=tuple(tiles))
