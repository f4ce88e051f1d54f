"""A turn: draw cards, destroy units, swap cards, end it (sections 3.1 to 3.3)."""

from dataclasses import replace

from companion.games.messages import Move, OfPlayer
from companion.games.refusals import NOT_NOW, RefusedError
from companion.games.rule import errors
from companion.games.rule.cards import Card, Cards, bundle, holds, minus, plus
from companion.games.rule.rules import Event, on_turn
from companion.games.rule.state import GameState, Step
from companion.games.rule.units import INFILTRATOR_WORTH, Unit, UnitKind


class DrawCard(Move, Event):
    """The active player took a card from the deck and added it to the turn's cards."""

    card: Card

    def decide(self, state: GameState) -> tuple[object, ...]:
        player = on_turn(state, self.seat, Step.DRAW)
        if self.card not in state.deck:
            raise errors.NO_SUCH_CARD(card=self.card.value)
        bombarded = self.card is Card.BOMBARDMENT
        return (Bombarded(player.seat, player.taken) if bombarded else self,)

    def apply(self, state: GameState) -> GameState:
        taken = plus(state.player(self.seat).taken, (self.card,))
        drawn = replace(state, deck=minus(state.deck, (self.card,)), drew=True)
        return drawn.with_player(self.seat, taken=taken)


class Bombarded(OfPlayer, Event):
    """A bombardment card goes beside the discard pile; *lost* cards are discarded (section 3.1)."""

    lost: Cards

    def apply(self, state: GameState) -> GameState:
        after = replace(
            state,
            deck=minus(state.deck, (Card.BOMBARDMENT,)),
            bombardments=state.bombardments + 1,
            discard=plus(state.discard, self.lost),
            drew=True,
            step=Step.SHOOT if self.lost else state.step,
        )
        taken = minus(state.player(self.seat).taken, self.lost)
        return after.with_player(self.seat, taken=taken)


class DeckRenewed(Event):
    """The ninth bombardment: all piles become a new deck (section 3.1)."""

    def apply(self, state: GameState) -> GameState:
        back = (Card.BOMBARDMENT,) * state.bombardments
        deck = bundle((*state.deck, *state.discard, *back))
        return replace(state, deck=deck, discard=(), bombardments=0)


class StopDrawing(Move, Event):
    """The active player takes no further card; those of the turn become safe in the hand."""

    def decide(self, state: GameState) -> None:
        on_turn(state, self.seat, Step.DRAW)
        if not state.drew:
            raise errors.DRAW_FIRST()

    def apply(self, state: GameState) -> GameState:
        hand = bundle(state.player(self.seat).cards)
        return replace(state, step=Step.SHOOT).with_player(self.seat, hand=hand, taken=())


class Trade(Move, Event):
    """The active player swaps cards with another, one for one (section 3.3)."""

    other: int
    gives: Cards
    gets: Cards

    def decide(self, state: GameState) -> tuple[object, ...]:
        if state.step not in (Step.DRAW, Step.SHOOT):
            raise NOT_NOW()
        if not state.options.trading:
            raise errors.NO_TRADE()
        player = on_turn(state, self.seat, state.step)
        other = next((p for p in state.players if p.seat == self.other), player)
        gives, gets = bundle(self.gives), bundle(self.gets)
        if other is player or not gives or len(gives) != len(gets):
            raise errors.TRADE()
        offered = player.cards if state.options.swap_taken else player.hand
        for owner, owned, given in ((player, offered, gives), (other, other.hand, gets)):
            if not holds(owned, given):
                raise errors.CARDS_NOT_HELD(name=owner.name)
        return (replace(self, gives=gives, gets=gets),)

    def apply(self, state: GameState) -> GameState:
        state = without_cards(state, self.seat, self.gives)
        hand = plus(state.player(self.seat).hand, self.gets)
        others = plus(minus(state.player(self.other).hand, self.gets), self.gives)
        return state.with_player(self.seat, hand=hand).with_player(self.other, hand=others)


def without_cards(state: GameState, seat: int, cards: Cards) -> GameState:
    """Return the state after a player gave *cards* away: cards at risk last."""
    player = state.player(seat)
    safe = tuple(c for i, c in enumerate(cards) if cards[:i].count(c) < player.hand.count(c))
    hand, taken = minus(player.hand, safe), minus(player.taken, minus(cards, safe))
    return state.with_player(seat, hand=hand, taken=taken)


class EndTurn(Move, Event):
    """The next player is active; after the last one the round is over."""

    def decide(self, state: GameState) -> None:
        on_turn(state, self.seat, Step.SHOOT)

    def apply(self, state: GameState) -> GameState:
        active = (state.active + 1) % len(state.players)
        return replace(state, active=active, step=Step.DRAW if active else Step.REGROUP, drew=False)


class Shoot(Move, Event):
    """The active player captures a unit, paid for with cards and captured infiltrators."""

    lane: int
    row: int
    cards: Cards
    infiltrators: tuple[Unit, ...] = ()

    def decide(self, state: GameState) -> tuple[object, ...]:
        player = on_turn(state, self.seat, Step.SHOOT)
        target, used = state.at(self.lane, self.row), self.infiltrators
        if target is None:
            raise errors.NO_UNIT()
        if target is not state.front(self.lane) and not used:
            raise errors.HIDDEN_UNIT()
        if not holds(player.hand, self.cards) or not holds(player.tiles, used):
            raise errors.CARDS_NOT_HELD(name=player.name)
        problem = payment_problem(target.unit, self.cards, used, overpay=state.options.overpay)
        if problem is not None:
            raise problem
        return (replace(self, cards=bundle(self.cards)),)

    def apply(self, state: GameState) -> GameState:
        player = state.player(self.seat)
        tiles = list(player.tiles)
        for used in self.infiltrators:
            tiles.remove(used)
        target = state.at(self.lane, self.row)
        if target is not None:
            tiles.append(target.unit)
        after = replace(
            state,
            board=tuple(posted for posted in state.board if posted is not target),
            discard=plus(state.discard, self.cards),
            box=(*state.box, *self.infiltrators),
        )
        hand = minus(player.hand, self.cards)
        return after.with_player(self.seat, hand=hand, tiles=tuple(tiles))


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
