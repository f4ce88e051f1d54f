"""Explorer: tiles onto the board (section 4.1)."""

from __future__ import annotations

from companion.games.emperor import commands as asked
from companion.games.emperor import events as happened
from companion.games.emperor.asking import on_turn
from companion.games.emperor.errors import NoReserveError, NoSuchSectorError
from companion.games.emperor.events import Event
from companion.games.emperor.state import GameState, Sector, Step, tokens_left
from companion.games.emperor.war.forces import Token
from companion.games.refusals import NotNowError

MOST_PLANETS = 2


def place_tile(state: GameState, command: asked.PlaceTile) -> tuple[Event, ...]:
    """Put a revealed tile down; the selector's first one may get an Empire at once."""
    player = on_turn(state, command.seat, Step.EXPLORE)
    if not state.revealed:
        raise NotNowError
    sector = _new_sector(state, command)
    events: list[Event] = []
    if command.annex:
        first = command.seat == state.selector and not state.placing_rest
        if not first or sector is None or command.under_enemy_ships:
            raise NotNowError
        if not tokens_left(state, command.seat):
            raise NoReserveError(name=player.name, what=Token.EMPIRE.value)
    events.append(happened.TilePlaced(command.seat, sector))
    if command.annex and sector is not None:
        events.append(happened.SectorAnnexed(command.seat, sector.number))
    if command.black_hole:
        events.append(happened.OmegaCollapsed())
    if not state.placing_rest or state.revealed == 1:
        events.append(happened.TurnEnded(command.seat))
    return tuple(events)


def _new_sector(state: GameState, command: asked.PlaceTile) -> Sector | None:
    """Return the sector that a tile with planets becomes; None for any other tile."""
    yields = (command.food, command.metal, command.energy)
    if not 0 <= command.planets <= MOST_PLANETS or any(not 0 <= each <= 9 for each in yields):
        raise NoSuchSectorError(number="-")
    if command.black_hole and (command.planets or state.omega_collapsed):
        raise NotNowError
    if not command.planets:
        return None
    number = 1 + max((each.number for each in state.sectors), default=0)
    return Sector(number, command.planets, *yields)
