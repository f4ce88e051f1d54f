"""Movement of ships: range, Suns, enemies on the way, the stargate (section 4.5)."""

import heapq
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from companion.games.emperor.galaxy.fields import NEIGHBOURS, STOPPED, SUNS, Ground, distance
from companion.games.emperor.state import GameState, Player
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Ship, Token

_SPEED: Final = {Ship.FIGHTER: 2, Ship.CRUISER: 2, Ship.DREADNOUGHT: 1}


@dataclass(frozen=True, slots=True)
class Route:
    """A route to a hex: the hexes that are entered, the target last; Suns are skipped."""

    path: tuple[int, ...]

    @property
    def steps(self) -> int:
        return len(self.path)


def speed(player: Player, ship: Ship) -> int:
    """Return how many hexes a ship moves in a Warlord's role."""
    return _SPEED[ship] + player.has(Technology.FUSION_ENGINES)


def ground_of(state: GameState, number: int) -> Ground | None:
    """Return the content of a hex; None if there is no tile."""
    return next((field.ground for field in state.fields if field.hex == number), None)


def black_hole(state: GameState) -> int | None:
    """Return the hex of the Black Hole, which is a stargate."""
    return next((f.hex for f in state.fields if f.ground is Ground.BLACK_HOLE), None)


def enemy_at(state: GameState, seat: int, number: int) -> int | None:
    """Return the enemy seat with an Empire, Starbase or ships there; None if there is none."""
    sector = state.sector(number)
    if sector is not None and sector.owner not in (None, seat):
        return sector.owner
    others = (f.seat for f in state.fleets if f.hex == number and f.seat != seat)
    return next(others, None)


def is_free(state: GameState, seat: int, number: int) -> bool:
    """Return whether ships that enter this hex annex it."""
    sector = state.sector(number)
    unheld = sector is not None and sector.token is Token.NONE
    return unheld and enemy_at(state, seat, number) is None


def routes(state: GameState, seat: int, start: int, most: int) -> dict[int, Route]:
    """Return the shortest route to each hex within *most* steps, preferring free sectors.

    Ships stop where they meet enemies, and cannot enter an enemy's home.
    """
    suns = {field.hex for field in state.fields if field.ground in SUNS}
    sectors = {sector.number: sector for sector in state.sectors}
    enemies = {fleet.hex for fleet in state.fleets if fleet.seat != seat}
    enemies |= {n for n, sector in sectors.items() if sector.owner not in (None, seat)}
    closed = {n for n, sector in sectors.items() if sector.home and sector.owner != seat}
    free = {n for n, sector in sectors.items() if sector.token is Token.NONE} - enemies
    found: dict[int, Route] = {}
    done: set[int] = set()
    queue: list[tuple[int, int, tuple[int, ...], int]] = [(0, 0, (), start)]
    while queue:
        _, lost, path, here = heapq.heappop(queue)
        if here in done:
            continue
        done.add(here)
        if path and here == path[-1]:  # not on a Sun
            found[here] = Route(path)
            if here in enemies:
                continue
        for onward in NEIGHBOURS[here]:
            if onward in closed:
                continue
            sun = onward in suns
            way = path if sun else (*path, onward)
            gain = not sun and onward in free
            if len(way) <= most:
                heapq.heappush(queue, (len(way), lost - gain, way, onward))
    return found


def jumps(state: GameState) -> tuple[int, ...]:
    """Return the hexes that can be reached by the stargate: any tile but home sectors and Suns."""
    gate = black_hole(state)
    homes = {sector.number for sector in state.sectors if sector.home}
    return tuple(
        f.hex for f in state.fields if f.ground not in SUNS and f.hex not in homes | {gate}
    )


def reach(state: GameState, seat: int, start: int, ship: Ship) -> dict[int, Route]:
    """Return the routes of at least one ship of a kind on a hex in this turn."""
    left = [
        speed(state.player(seat), ship) - fleet.moved
        for fleet in state.fleets
        if (fleet.seat, fleet.hex, fleet.ship) == (seat, start, ship)
    ]
    most = max(left, default=0)
    return routes(state, seat, start, most) if most > 0 else {}


def waiting_at_gate(state: GameState, seat: int, start: int) -> bool:
    """Return whether ships there may jump: they ended an earlier Warlord role on the Black Hole."""
    unmoved = any(f.moved == 0 for f in state.fleets if (f.seat, f.hex) == (seat, start))
    return start == black_hole(state) and unmoved


def contested(state: GameState, seat: int) -> tuple[int, ...]:
    """Return the hexes on which a player's ships have met enemies in this turn."""
    met = dict.fromkeys(f.hex for f in state.fleets if f.seat == seat and f.moved == STOPPED)
    return tuple(number for number in met if enemy_at(state, seat, number) is not None)


def nearest_starbases(
    state: GameState, seat: int, start: int, kept: Collection[int]
) -> tuple[int, ...]:
    """Return the hexes of the own Starbases, among *kept* sectors, that are nearest to *start*.

    New Starbases do not count: *state* is that before influence is resolved.
    """
    own = [
        (distance(start, sector.number), sector.number)
        for sector in state.own(seat)
        if sector.token is Token.STARBASE and sector.number in kept
    ]
    nearest = min(own)[0]
    return tuple(number for far, number in own if far == nearest)
