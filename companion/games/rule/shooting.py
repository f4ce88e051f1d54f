"""Destroying units: what may be shot, what pays for it, what to propose (section 3.2)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.rule.cards import HEROES, Card, Cards, bundle, holds
from companion.games.rule.commands import Shoot
from companion.games.rule.errors import (
    CardsNotHeldError,
    HiddenUnitError,
    NoInfiltratorError,
    NoUnitError,
    PaymentError,
    TooLittleError,
    TooMuchError,
    WrongColourError,
)
from companion.games.rule.events import UnitDestroyed
from companion.games.rule.state import GameState, Player, Posted
from companion.games.rule.units import INFILTRATOR_WORTH, Unit, UnitKind


def shoot(state: GameState, command: Shoot) -> UnitDestroyed:
    """Return the event of a legal shot.

    Raises:
        NoUnitError: the field is empty.
        HiddenUnitError: not the front unit, and no infiltrator is used.
        CardsNotHeldError: the player lacks the cards or the infiltrators.
        PaymentError: wrong colour or wrong sum.
    """
    player = state.player(command.seat)
    target = state.at(command.lane, command.row)
    if target is None:
        raise NoUnitError
    if target is not state.front(command.lane) and not command.infiltrators:
        raise HiddenUnitError
    if not holds(player.hand, command.cards) or any(
        player.tiles.count(tile) < command.infiltrators.count(tile) for tile in command.infiltrators
    ):
        raise CardsNotHeldError(name=player.name)
    problem = payment_problem(
        target.unit, command.cards, command.infiltrators, overpay=state.options.overpay
    )
    if problem is not None:
        raise problem(strength=target.unit.strength)
    return UnitDestroyed(
        command.seat, command.lane, command.row, bundle(command.cards), command.infiltrators
    )


def payment_problem(
    unit: Unit, cards: Cards, infiltrators: tuple[Unit, ...], *, overpay: bool
) -> type[PaymentError] | None:
    """Return why a payment is refused; None where it is right."""
    if any(tile.kind is not UnitKind.INFILTRATOR for tile in infiltrators):
        return NoInfiltratorError
    if unit.hero is not None and (
        any(card not in (unit.hero, Card.BB8) for card in cards)
        or any(tile.hero is not unit.hero for tile in infiltrators)
    ):
        return WrongColourError
    paid = len(cards) + INFILTRATOR_WORTH * len(infiltrators)
    if paid < unit.strength:
        return TooLittleError
    smallest = 1 if cards else INFILTRATOR_WORTH
    if paid > unit.strength and not (overpay and paid - smallest < unit.strength):
        return TooMuchError
    return None


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot that a player could afford.

    Attributes:
        target: where.
        cards: the proposed payment; as few BB-8 as possible, then of what lies there most.
        infiltrators: only where the unit is hidden, as few as possible.
    """

    target: Posted
    cards: Cards
    infiltrators: tuple[Unit, ...]


def affordable(state: GameState, player: Player) -> tuple[Shot, ...]:
    """Return a proposal for each unit that the player can destroy now, strongest first."""
    shots = []
    for target in state.board:
        shot = propose(state, player, target)
        if shot is not None:
            shots.append(shot)
    return tuple(sorted(shots, key=lambda shot: -shot.target.unit.strength))


def propose(state: GameState, player: Player, target: Posted) -> Shot | None:
    """Return the cheapest payment for one unit; None where the player cannot destroy it."""
    unit = target.unit
    usable = tuple(
        tile
        for tile in player.tiles
        if tile.kind is UnitKind.INFILTRATOR and unit.hero in (None, tile.hero)
    )
    fewest = 0 if target is state.front(target.lane) else 1
    spendable = _in_order_of_use(player.hand, unit)
    for count in range(fewest, len(usable) + 1):
        need = max(0, unit.strength - INFILTRATOR_WORTH * count)
        used = usable[:count]
        if need > len(spendable):
            continue
        cards = bundle(spendable[:need])
        problem = payment_problem(unit, cards, used, overpay=state.options.overpay)
        if problem is None:
            return Shot(target, cards, used)
    return None


def _in_order_of_use(hand: Cards, unit: Unit) -> list[Card]:
    heroes = (unit.hero,) if unit.hero else sorted(HEROES, key=lambda card: -hand.count(card))
    spendable = [card for hero in heroes for card in hand if card is hero]
    return spendable + [card for card in hand if card is Card.BB8]
