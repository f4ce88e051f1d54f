"""What commands cause and events change, and what the functions of both share."""

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import Any, Final

from companion.games import messages
from companion.games.emperor import errors
from companion.games.emperor.options import DIE_SIDES
from companion.games.emperor.state import Battle, GameState, Player, Sector, Step
from companion.games.emperor.technologies import Technology
from companion.games.messages import apply
from companion.games.refusals import NOT_NOW, NOT_YOUR_TURN

Events = tuple[object, ...]


class Event(messages.Event[GameState]):
    """What happened in a game."""


decide: Final = messages.Decider()
"""``(state, command) -> events``, automatic ones included."""


def after(state: GameState, events: Iterable[Any]) -> GameState:
    return reduce(apply, events, state)


# --- changes -------------------------------------------------------------------------------------


def with_more(state: GameState, seat: int, **more: int) -> GameState:
    """Return the state with these numbers added to a player's counters."""
    player = state.player(seat)
    return state.with_player(seat, **{key: getattr(player, key) + n for key, n in more.items()})


def with_sector(state: GameState, number: int, **changes: Any) -> GameState:
    """Return the state with other values of a sector's fields."""
    sectors = (replace(s, **changes) if s.number == number else s for s in state.sectors)
    return replace(state, sectors=tuple(sectors))


def with_sectors(state: GameState, *sectors: Sector) -> GameState:
    """Return the state with these sectors added or replaced, in the order of their numbers."""
    known = {each.number: each for each in (*state.sectors, *sectors)}
    return replace(state, sectors=tuple(known[number] for number in sorted(known)))


def with_battle(state: GameState, **changes: Any) -> GameState:
    """Return the state with other values of the running battle, if there is one."""
    return replace(state, battle=state.battle and replace(state.battle, **changes))


# --- checks --------------------------------------------------------------------------------------


def check_step(state: GameState, *steps: Step) -> None:
    """Refuse a command in another step."""
    if state.step not in steps:
        raise NOT_NOW()


def on_turn(state: GameState, seat: int, *steps: Step) -> Player:
    """Return the player; refuse if it is not their turn in one of these steps."""
    check_step(state, *steps)
    player = state.player(seat)
    if not state.turns or state.turns[0] != seat:
        raise NOT_YOUR_TURN(name=player.name)
    return player


def the_battle(state: GameState, *steps: Step) -> Battle:
    """Return the running battle; refuse if there is none in one of these steps."""
    check_step(state, *steps or (state.step,))
    if state.battle is None:
        raise NOT_NOW()
    return state.battle


def own_sector(state: GameState, seat: int, number: int) -> Sector:
    """Return a sector; refuse if the player does not control it."""
    sector = state.sector(number)
    if sector is None or sector.owner != seat:
        raise errors.NO_SUCH_SECTOR(number=number)
    return sector


def check_dice(values: tuple[int, ...], expected: int) -> None:
    """Refuse a throw with the wrong number of dice, or with invalid values."""
    good = [value for value in values if 1 <= value <= DIE_SIDES]
    if len(values) != expected or len(good) != expected:
        raise errors.DICE_COUNT(expected=expected, found=len(good))


def check_technology(player: Player, technology: Technology) -> None:
    """Refuse the use of a technology that the player does not have, or that is used or blocked."""
    if not player.has(technology):
        raise errors.TECHNOLOGY(name=player.name)
