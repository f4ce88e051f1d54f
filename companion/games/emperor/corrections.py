"""Manual corrections of counters, sectors and tiles, with a reason; the table is always right."""

from __future__ import annotations

from typing import Final

from companion.games.emperor import commands as asked
from companion.games.emperor import errors
from companion.games.emperor import events as happened
from companion.games.emperor.apply import apply
from companion.games.emperor.asking import seated
from companion.games.emperor.commands import Counter
from companion.games.emperor.events import Event
from companion.games.emperor.roles.decide_explorer import MOST_PLANETS, MOST_YIELD
from companion.games.emperor.state import (
    CUBES_LIMIT,
    ENERGY_LIMIT,
    METAL_LIMIT,
    GameState,
    Step,
    tiles_left,
    tokens_left,
)
from companion.games.emperor.war.forces import RESERVE, Ship, Token
from companion.games.refusals import NOT_NOW

MOST: Final = {
    Counter.VP: 999,
    Counter.MARKS: 999,
    Counter.METAL: METAL_LIMIT,
    Counter.ENERGY: ENERGY_LIMIT,
    Counter.FIGHTERS: RESERVE[Ship.FIGHTER],
    Counter.CRUISERS: RESERVE[Ship.CRUISER],
    Counter.DREADNOUGHTS: RESERVE[Ship.DREADNOUGHT],
}
"""Largest value of each counter."""


def counter(state: GameState, command: asked.CorrectCounter) -> tuple[Event, ...]:
    """Set a counter of a player."""
    _check_game(state)
    seated(state, command.seat)
    if not 0 <= command.value <= MOST[command.counter]:
        raise errors.CORRECTION()
    return (
        happened.CounterCorrected(command.seat, command.counter, command.value, command.reason),
    )


def sector(state: GameState, command: asked.CorrectSector) -> tuple[Event, ...]:
    """Set the properties and owner of a known sector; a home keeps its owner and token."""
    _check_game(state)
    new, old = command.sector, state.sector(command.sector.number)
    if old is None or old.home != new.home:
        raise errors.CORRECTION()
    yields = (new.food, new.metal, new.energy)
    held = new.owner is not None
    fits = (
        1 <= new.planets <= MOST_PLANETS
        and all(0 <= each <= MOST_YIELD for each in yields)
        and 0 <= new.cubes <= CUBES_LIMIT
        and held == (new.token is not Token.NONE)
        and (not new.home or (new.owner, new.token) == (old.owner, old.token))
    )
    if not fits:
        raise errors.CORRECTION()
    if new.owner is not None:
        seated(state, new.owner)
    corrected = happened.SectorCorrected(new, command.reason)
    after = apply(state, corrected)
    if any(tokens_left(after, player.seat) < 0 for player in after.players):
        raise errors.CORRECTION()
    return (corrected,)


def tiles(state: GameState, command: asked.CorrectTiles) -> tuple[Event, ...]:
    """Set the numbers of hidden and revealed tiles."""
    _check_game(state)
    count = command.hidden + command.revealed
    if min(command.hidden, command.revealed) < 0 or count > tiles_left(state):
        raise errors.CORRECTION()
    return (happened.TilesCorrected(command.hidden, command.revealed, command.reason),)


def throne(state: GameState, command: asked.CorrectThrone) -> tuple[Event, ...]:
    """Set the holder of the Throne."""
    _check_game(state)
    seated(state, command.seat)
    return (happened.ThroneCorrected(command.seat, command.reason),)


def technology(state: GameState, command: asked.CorrectTechnology) -> tuple[Event, ...]:
    """Give a technology to a player or take it away; also if it was removed from the game."""
    _check_game(state)
    player = seated(state, command.seat)
    if (command.technology in player.technologies) == command.held:
        raise errors.CORRECTION()
    return (
        happened.TechnologyCorrected(
            command.seat, command.technology, command.held, command.reason
        ),
    )


def _check_game(state: GameState) -> None:
    """Refuse corrections during a battle or a Regent role: they would invalidate its sums."""
    if state.step is Step.SET_UP or state.battle is not None or state.regent is not None:
        raise NOT_NOW()
