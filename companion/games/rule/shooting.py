"""Destroy units: legal targets and payments (section 3.2)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.refusals import RefusedError
from companion.games.rule import errors
from companion.games.rule.cards import Card, Cards, bundle, holds, minus, plus
from companion.games.rule.rules import apply, decide, on_turn
from companion.games.rule.state import GameState, Step
from companion.games.rule.units import INFILTRATOR_WORTH, Unit, UnitKind


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
