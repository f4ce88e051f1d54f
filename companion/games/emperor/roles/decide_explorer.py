"""Explorer: placing tiles on the board (section 4.1)."""

from __future__ import annotations

from companion.games.emperor import commands as asked
from companion.games.emperor import errors
from companion.games.emperor import events as happened
from companion.games.emperor.asking import check_technology, on_turn
from companion.games.emperor.events import Event
from companion.games.emperor.galaxy.fields import Ground
from companion.games.emperor.galaxy.hexes import NEIGHBOURS
from companion.games.emperor.galaxy.moving import ground_of
from companion.games.emperor.state import GameState, Sector, Step, tokens_left
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Token
from companion.games.refusals import NOT_NOW

MOST_PLANETS = 2
MOST_YIELD = 9


def place_tile(state: GameState, command: asked.PlaceTile) -> tuple[Event, ...]:
    """Place a revealed tile; the selector may put an Empire on the first one."""
    player = on_turn(state, command.seat, Step.EXPLORE)
    if not state.revealed:
        raise NOT_NOW()
    number, ground = _where(state, command)
    sector = _new_sector(state, command)
    events: list[Event] = []
    if command.scanned:
        check_technology(player, Technology.LONG_RANGE_SCANNERS)
        if command.seat != state.selector or state.placing_rest or not state.hidden:
            raise NOT_NOW()
        events.append(happened.TileScanned(command.seat))
    if command.annex:
        first = command.seat == state.selector and not state.placing_rest
        enemies = any(f.hex == number and f.seat != command.seat for f in state.fleets)
        if not first or sector is None or command.under_enemy_ships or enemies:
            raise NOT_NOW()
        if not tokens_left(state, command.seat):
            raise errors.NO_RESERVE(name=player.name, what=Token.EMPIRE.value)
    events.append(happened.TilePlaced(command.seat, sector, number, ground))
    if command.annex and sector is not None:
        events.append(happened.SectorAnnexed(command.seat, sector.number))
    if command.black_hole:
        events.append(happened.OmegaCollapsed())
    if not state.placing_rest or state.revealed == 1:
        events.append(happened.TurnEnded(command.seat))
    return tuple(events)


def _where(state: GameState, command: asked.PlaceTile) -> tuple[int, Ground | None]:
    """Return the hex and its new content; (0, None) without a map."""
    if not state.fields:
        return 0, None
    if command.black_hole:
        omega = next((f.hex for f in state.fields if f.ground is Ground.OMEGA), 0)
        return omega, Ground.BLACK_HOLE
    if command.hex not in NEIGHBOURS or ground_of(state, command.hex) is not None:
        raise errors.HEX(hex=command.hex)
    if command.planets:
        return command.hex, Ground.PLANETS
    return command.hex, Ground.SUN if command.sun else Ground.EMPTY


def _new_sector(state: GameState, command: asked.PlaceTile) -> Sector | None:
    """Return the sector of a tile with planets; None for any other tile."""
    yields = (command.food, command.metal, command.energy)
    if not 0 <= command.planets <= MOST_PLANETS or any(
        not 0 <= each <= MOST_YIELD for each in yields
    ):
        raise errors.NO_SUCH_SECTOR(number="-")
    if command.black_hole and (command.planets or state.omega_collapsed):
        raise NOT_NOW()
    if not command.planets:
        return None
    number = command.hex or 1 + max((each.number for each in state.sectors), default=0)
    return Sector(number, command.planets, *yields)
