"""Manual corrections of what is on the table; the table is always right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from functools import wraps
from types import MappingProxyType
from typing import Final, TypeVar

from companion.games.emperor import errors
from companion.games.emperor.galaxy.fields import (
    Fleet,
    Ground,
    force_of,
    merged,
    taken,
    with_field,
)
from companion.games.emperor.galaxy.hexes import NEIGHBOURS
from companion.games.emperor.galaxy.moving import enemy_at, ground_of
from companion.games.emperor.roles.explorer import is_printed
from companion.games.emperor.rules import (
    Events,
    apply,
    decide,
    with_sectors,
)
from companion.games.emperor.state import (
    CUBES_LIMIT,
    ENERGY_LIMIT,
    METAL_LIMIT,
    GameState,
    Sector,
    Step,
    tiles_left,
    tokens_left,
)
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import RESERVE, Ship, Token
from companion.games.refusals import NOT_NOW

C = TypeVar("C")


def _correction(fits: Callable[[GameState, C], bool]) -> Callable[[GameState, C], Events]:
    """Add a correction that *fits*, or is refused.

    None is possible in a battle or a Regent role: it would invalidate their sums.
    """

    @wraps(fits)
    def decided(state: GameState, command: C) -> Events:
        if state.step is Step.SET_UP or state.battle is not None or state.regent is not None:
            raise NOT_NOW()
        if not fits(state, command):
            raise errors.CORRECTION()
        return (command,)

    return decide.case(decided)


def _check_map(state: GameState) -> None:
    if not state.fields:
        raise NOT_NOW()


class Counter(Enum):
    """The counters of a player that can be corrected by hand."""

    VP = "vp"
    MARKS = "marks"
    METAL = "metal"
    ENERGY = "energy"
    FIGHTERS = "fighters"
    CRUISERS = "cruisers"
    DREADNOUGHTS = "dreadnoughts"


MOST: Final = MappingProxyType(
    {
        Counter.VP: 999,
        Counter.MARKS: 999,
        Counter.METAL: METAL_LIMIT,
        Counter.ENERGY: ENERGY_LIMIT,
        Counter.FIGHTERS: RESERVE[Ship.FIGHTER],
        Counter.CRUISERS: RESERVE[Ship.CRUISER],
        Counter.DREADNOUGHTS: RESERVE[Ship.DREADNOUGHT],
    }
)
"""Largest value of each counter."""


@dataclass(frozen=True, slots=True)
class CorrectCounter:
    """Correction of a player's counter."""

    seat: int
    counter: Counter
    value: int


@_correction
def _counter(state: GameState, command: CorrectCounter) -> bool:
    state.player(command.seat)
    return 0 <= command.value <= MOST[command.counter]


@apply.case
def _counted(state: GameState, event: CorrectCounter) -> GameState:
    state = state.with_player(event.seat, **{event.counter.value: event.value})
    return _adjusted(state, event.seat) if state.fields else state


def _adjusted(state: GameState, seat: int) -> GameState:
    """Return the state with as many ships on the map as the player has.

    New ships are put on the home sector; surplus ships are removed there first.
    """
    player, fleets = state.player(seat), state.fleets
    home = next(s.number for s in state.own(seat) if s.home)
    for ship in Ship:
        mine = [f for f in fleets if (f.seat, f.ship) == (seat, ship)]
        more = player.ships(ship) - sum(f.count for f in mine)
        if more > 0:
            fleets = merged([*fleets, Fleet(seat, home, ship, more)])
        for number in dict.fromkeys((home, *(f.hex for f in mine))) if more < 0 else ():
            there = min(max(0, -more), force_of(fleets, seat, number).count(ship))
            fleets = merged(taken(fleets, seat, number, ship, there)[1])
            more += there
    return replace(state, fleets=fleets)


@dataclass(frozen=True, slots=True)
class CorrectSector:
    """Correction of a sector's properties and owner; identified by its number."""

    sector: Sector


@_correction
def _sector(state: GameState, command: CorrectSector) -> bool:
    """A home keeps its owner and token."""
    new, old = command.sector, state.sector(command.sector.number)
    fits = (
        old is not None
        and old.home == new.home
        and new.planets >= 1
        and is_printed(new.planets, new.food, new.metal, new.energy)
        and 0 <= new.cubes <= CUBES_LIMIT
        and (new.owner is None) == (new.token is Token.NONE)
        and (not new.home or (new.owner, new.token) == (old.owner, old.token))
    )
    if not fits:
        return False
    if new.owner is not None:
        state.player(new.owner)
    then = _sector_corrected(state, command)
    return all(tokens_left(then, player.seat) >= 0 for player in then.players)


@apply.case
def _sector_corrected(state: GameState, event: CorrectSector) -> GameState:
    return with_sectors(state, event.sector)


@apply.sets()
@dataclass(frozen=True, slots=True)
class CorrectTiles:
    """Correction of the numbers of hidden and revealed tiles."""

    hidden: int
    revealed: int


@_correction
def _tiles(state: GameState, command: CorrectTiles) -> bool:
    count = command.hidden + command.revealed
    return min(command.hidden, command.revealed) >= 0 and count <= tiles_left(state)


@apply.sets({"seat": "throne"})
@dataclass(frozen=True, slots=True)
class CorrectThrone:
    """Correction of the Throne's holder."""

    seat: int


@_correction
def _throne(state: GameState, command: CorrectThrone) -> bool:
    state.player(command.seat)
    return True


@dataclass(frozen=True, slots=True)
class CorrectTechnology:
    """Correction: whether a player has a technology, also one that was removed from the game."""

    seat: int
    technology: Technology
    held: bool


@_correction
def _technology(state: GameState, command: CorrectTechnology) -> bool:
    held = command.technology in state.player(command.seat).technologies
    return held != command.held


@apply.case
def _technology_corrected(state: GameState, event: CorrectTechnology) -> GameState:
    """Each exists once, so any other player loses it."""
    card = frozenset({event.technology})
    for player in state.players:
        held = card if event.held and player.seat == event.seat else frozenset()
        state = state.with_player(player.seat, technologies=player.technologies - card | held)
    return replace(state, removed=state.removed - card)


@dataclass(frozen=True, slots=True)
class CorrectFleet:
    """Correction: a ship is on another hex."""

    seat: int
    start: int
    target: int
    ship: Ship


@_correction
def _fleet(state: GameState, command: CorrectFleet) -> bool:
    _check_map(state)
    player = state.player(command.seat)
    if not force_of(state.fleets, command.seat, command.start).count(command.ship):
        raise errors.FORCES(name=player.name)
    enemy = enemy_at(state, command.seat, command.target)
    return command.target in NEIGHBOURS and enemy is None


@apply.case
def _fleet_corrected(state: GameState, event: CorrectFleet) -> GameState:
    off, rest = taken(state.fleets, event.seat, event.start, event.ship, 1)
    there = [replace(fleet, hex=event.target) for fleet in off]
    return replace(state, fleets=merged([*rest, *there]))


@dataclass(frozen=True, slots=True)
class CorrectHex:
    """Correction of a hex without planets; None: there is no tile."""

    hex: int
    ground: Ground | None


@_correction
def _hex(state: GameState, command: CorrectHex) -> bool:
    _check_map(state)
    old, new = ground_of(state, command.hex), command.ground
    fixed = {Ground.PLANETS, Ground.OMEGA, Ground.BLACK_HOLE} & {old, new}
    fits = command.hex in NEIGHBOURS and not fixed and old is not new
    return fits and _hex_corrected(state, command).hidden >= 0


@apply.case
def _hex_corrected(state: GameState, event: CorrectHex) -> GameState:
    """The tile is one of the open ones, else a hidden one."""
    fields = with_field(state.fields, event.hex, event.ground)
    more = len(fields) - len(state.fields)
    hidden = state.hidden - max(0, more - state.revealed)
    return replace(state, fields=fields, hidden=hidden, revealed=max(0, state.revealed - more))
