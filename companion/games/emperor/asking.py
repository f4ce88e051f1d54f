"""Checks shared by many commands: the step, the turn, what a player owns."""

from __future__ import annotations

from companion.games.emperor import errors
from companion.games.emperor.options import DIE_SIDES
from companion.games.emperor.state import GameState, Player, Sector, Step
from companion.games.emperor.technologies import Technology
from companion.games.refusals import NOT_NOW, NOT_YOUR_TURN


def check_step(state: GameState, *steps: Step) -> None:
    """Refuse a command in another step.

    Raises:
        RefusedError: the game is at another step.
    """
    if state.step not in steps:
        raise NOT_NOW()


def seated(state: GameState, seat: int) -> Player:
    """Return a player.

    Raises:
        RefusedError: nobody sits there.
    """
    try:
        return state.player(seat)
    except KeyError:
        raise NOT_NOW() from None


def on_turn(state: GameState, seat: int, *steps: Step) -> Player:
    """Return the player if it is their turn in one of these steps.

    Raises:
        RefusedError: it is not.
    """
    check_step(state, *steps)
    player = seated(state, seat)
    if not state.turns or state.turns[0] != seat:
        raise NOT_YOUR_TURN(name=player.name)
    return player


def own_sector(state: GameState, seat: int, number: int) -> Sector:
    """Return a sector that the player controls.

    Raises:
        RefusedError: the player does not.
    """
    sector = state.sector(number)
    if sector is None or sector.owner != seat:
        raise errors.NO_SUCH_SECTOR(number=number)
    return sector


def check_dice(values: tuple[int, ...], expected: int) -> None:
    """Refuse a throw with the wrong number of dice, or with invalid values.

    Raises:
        RefusedError: the error contains the expected number.
    """
    good = [value for value in values if 1 <= value <= DIE_SIDES]
    if len(values) != expected or len(good) != expected:
        raise errors.DICE_COUNT(expected=expected, found=len(good))


def check_technology(player: Player, technology: Technology) -> None:
    """Refuse the use of a technology that the player does not have, or that is used or blocked.

    Raises:
        RefusedError: it does not work now.
    """
    if not player.has(technology):
        raise errors.TECHNOLOGY(name=player.name)
