"""Destroying units: legal targets and payments (section 3.2)."""

from __future__ import annotations

from companion.games.refusals import RefusedError
from companion.games.rule import errors
from companion.games.rule.cards import Card, Cards, bundle, holds
from companion.games.rule.commands import Shoot
from companion.games.rule.events import UnitDestroyed
from companion.games.rule.state import GameState
from companion.games.rule.units import INFILTRATOR_WORTH, Unit, UnitKind


def shoot(state: GameState, command: Shoot) -> UnitDestroyed:
    """Return the event of a legal shot.

    Raises:
        RefusedError: the field is empty; not the front unit, and no infiltrator is used; the
            player lacks the cards or the infiltrators.
        PaymentError: wrong colour or wrong sum.
    """
    player = state.player(command.seat)
    target = state.at(command.lane, command.row)
    if target is None:
        raise errors.NO_UNIT()
    if target is not state.front(command.lane) and not command.infiltrators:
        raise errors.HIDDEN_UNIT()
    if not holds(player.hand, command.cards) or any(
        player.tiles.count(tile) < command.infiltrators.count(tile) for tile in command.infiltrators
    ):
        raise errors.CARDS_NOT_HELD(name=player.name)
    problem = payment_problem(
        target.unit, command.cards, command.infiltrators, overpay=state.options.overpay
    )
    if problem is not None:
        raise problem
    return UnitDestroyed(
        command.seat, command.lane, command.row, bundle(command.cards), command.infiltrators
    )


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
