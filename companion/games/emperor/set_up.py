"""Set-up, and the facts of the owner's copy (section 2)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.emperor import errors
from companion.games.emperor.galaxy.fields import Field, Fleet, Ground, merged
from companion.games.emperor.galaxy.hexes import CENTRE, fits
from companion.games.emperor.options import DEFAULT_OPTIONS, Options, sensible
from companion.games.emperor.rules import Events, apply, check_step, decide, with_sectors
from companion.games.emperor.state import (
    EMPIRE_TOKENS,
    TILES_TO_PLACE,
    GameState,
    Player,
    Sector,
    Step,
)
from companion.games.emperor.war.forces import Ship, Token
from companion.games.refusals import NOT_NOW
from companion.games.seats import are_different


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """A player with the home tile's yield (section 2); seats in order around the table."""

    seat: int
    name: str
    planets: int = 1
    food: int = 0
    metal: int = 0
    energy: int = 0


@dataclass(frozen=True, slots=True)
class StartGame:
    """Begin with a random Throne holder (section 2).

    Attributes:
        homes: hexes of the home sectors in the order of *players*; empty for a game without a map.
    """

    players: tuple[NewPlayer, ...]
    throne: int
    options: Options = DEFAULT_OPTIONS
    homes: tuple[int, ...] = ()


@decide.case
def _start(state: GameState, command: StartGame) -> Events:
    check_step(state, Step.SET_UP)
    players = command.players
    seats, many = {player.seat for player in players}, len(players)
    if many not in EMPIRE_TOKENS or not are_different(players):
        raise errors.PLAYERS()
    if command.throne not in seats or any(not 1 <= player.planets <= 2 for player in players):
        raise errors.PLAYERS()
    if not sensible(command.options):
        raise errors.OPTIONS()
    if command.homes and not fits(command.homes, many):
        raise errors.LAYOUT()
    return (command,)


@apply.case
def _started(_: GameState, event: StartGame) -> GameState:
    """Homes have a Starbase, on a map with a Fighter; the Omega Sun is in the centre."""
    count = len(event.players)
    numbers = event.homes or range(1, count + 1)
    homes = tuple(
        Sector(n, p.planets, p.food, p.metal, p.energy, p.seat, Token.STARBASE, home=True)
        for n, p in zip(numbers, event.players, strict=True)
    )
    state = GameState(
        step=Step.DIRECTION,
        options=event.options,
        players=tuple(Player(new.seat, new.name) for new in event.players),
        throne=event.throne,
        hidden=TILES_TO_PLACE[count] - (count + 1),
        revealed=count + 1,
    )
    if event.homes:
        planets = (Field(number, Ground.PLANETS) for number in event.homes)
        fleets = [Fleet(home.owner or 0, home.number, Ship.FIGHTER) for home in homes]
        fields = (*planets, Field(CENTRE, Ground.OMEGA))
        state = replace(state, fields=fields, fleets=merged(fleets))
    return with_sectors(state, *homes)


@apply.sets()
@dataclass(frozen=True, slots=True)
class SetOptions:
    """Set price tables and costs, read from the board and the cards; possible at any time."""

    options: Options


@decide.case
def _set(state: GameState, command: SetOptions) -> Events:
    if state.step is Step.SET_UP:
        raise NOT_NOW()
    if not sensible(command.options):
        raise errors.OPTIONS()
    return (command,)
