"""Manual corrections of what is on the table; the table is always right."""

from dataclasses import dataclass, replace
from typing import TypeAlias

from companion.games.emperor import errors
from companion.games.emperor.galaxy.fields import (
    NEIGHBOURS,
    Fleet,
    Ground,
    force_of,
    merged,
    taken,
    with_field,
)
from companion.games.emperor.galaxy.moving import enemy_at, ground_of
from companion.games.emperor.invariants import Counter, invariants
from companion.games.emperor.rules import apply, decide, with_sectors
from companion.games.emperor.state import GameState, Sector, Step
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Ship
from companion.games.refusals import NOT_NOW


@dataclass(frozen=True, slots=True)
class CorrectCounter:
    """Correction of a player's counter."""

    seat: int
    counter: Counter
    value: int


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


@apply.case
def _sector_corrected(state: GameState, event: CorrectSector) -> GameState:
    return with_sectors(state, event.sector)


@apply.sets()
@dataclass(frozen=True, slots=True)
class CorrectTiles:
    """Correction of the numbers of hidden and revealed tiles."""

    hidden: int
    revealed: int


@apply.sets({"seat": "throne"})
@dataclass(frozen=True, slots=True)
class CorrectThrone:
    """Correction of the Throne's holder."""

    seat: int


@dataclass(frozen=True, slots=True)
class CorrectTechnology:
    """Correction: whether a player has a technology, also one that was removed from the game."""

    seat: int
    technology: Technology
    held: bool


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


@apply.case
def _hex_corrected(state: GameState, event: CorrectHex) -> GameState:
    """The tile is one of the open ones, else a hidden one."""
    fields = with_field(state.fields, event.hex, event.ground)
    more = len(fields) - len(state.fields)
    hidden = state.hidden - max(0, more - state.revealed)
    return replace(state, fields=fields, hidden=hidden, revealed=max(0, state.revealed - more))


_Correction: TypeAlias = (
    CorrectCounter
    | CorrectSector
    | CorrectTiles
    | CorrectThrone
    | CorrectTechnology
    | CorrectFleet
    | CorrectHex
)


@decide.case
def _correct(state: GameState, command: _Correction) -> None:
    """Whatever the invariants allow is possible, where it can be told from the state after it.

    Nothing is in a battle or a Regent role: it would invalidate their sums.
    """
    if state.step is Step.SET_UP or state.battle is not None or state.regent is not None:
        raise NOT_NOW()
    if isinstance(command, CorrectFleet | CorrectHex) and not state.fields:
        raise NOT_NOW()
    if not isinstance(command, CorrectSector | CorrectTiles | CorrectHex):
        state.player(command.seat)
    if not _fits(state, command) or invariants(apply(state, command)):
        raise errors.CORRECTION()


def _fits(state: GameState, command: _Correction) -> bool:
    """Whether there is what is corrected, and a difference where it must be one."""
    match command:
        case CorrectSector(sector=sector):
            return state.sector(sector.number) is not None
        case CorrectTechnology(seat=seat, technology=technology, held=held):
            return (technology in state.player(seat).technologies) != held
        case CorrectFleet(seat=seat, start=start, target=target, ship=ship):
            if not force_of(state.fleets, seat, start).count(ship):
                raise errors.FORCES(name=state.player(seat).name)
            return target in NEIGHBOURS and enemy_at(state, seat, target) is None
        case CorrectHex(hex=number, ground=new):
            old = ground_of(state, number)
            fixed = {Ground.PLANETS, Ground.OMEGA, Ground.BLACK_HOLE} & {old, new}
            return number in NEIGHBOURS and not fixed and old is not new
        case _:
            return True
