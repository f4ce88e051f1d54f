"""What holds after every event; violations are messages."""

from collections.abc import Iterator
from enum import Enum
from types import MappingProxyType
from typing import Final

from companion.games.emperor.roles.explorer import is_printed
from companion.games.emperor.state import (
    CUBES_LIMIT,
    EMPIRE_TOKENS,
    ENERGY_LIMIT,
    METAL_LIMIT,
    GameState,
    Player,
    in_direction,
    tiles_left,
    tokens_left,
)
from companion.games.emperor.war.forces import RESERVE, Ship, Token


class Counter(Enum):
    """The counters of a player; their values are fields of ``Player``."""

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
        Counter.MARKS: 9_999,  # no rule limits them: with high prices players earn thousands
        Counter.METAL: METAL_LIMIT,
        Counter.ENERGY: ENERGY_LIMIT,
        Counter.FIGHTERS: RESERVE[Ship.FIGHTER],
        Counter.CRUISERS: RESERVE[Ship.CRUISER],
        Counter.DREADNOUGHTS: RESERVE[Ship.DREADNOUGHT],
    }
)
"""Largest value of each counter."""


def invariants(state: GameState) -> tuple[str, ...]:
    """Return the violations of a state; empty if there are none."""
    if not state.players:
        return ()
    people = (each for player in state.players for each in _player(state, player))
    return (*people, *_sectors(state), *_board(state), *_order(state))


def _player(state: GameState, player: Player) -> Iterator[str]:
    name = player.name
    for ship in Ship if state.fields else ():
        there = (f.count for f in state.fleets if (f.seat, f.ship) == (player.seat, ship))
        if sum(there) != player.ships(ship):
            yield f"{name} does not have {player.ships(ship)} {ship.value}s on the map"
    for counter, most in MOST.items():
        amount = getattr(player, counter.value)
        if not 0 <= amount <= most:
            yield f"{name} has {amount} of {most} {counter.value}"
    tokens = tokens_left(state, player.seat)
    if not 0 <= tokens <= EMPIRE_TOKENS[len(state.players)]:
        yield f"{name} has {tokens} tokens"


def _sectors(state: GameState) -> Iterator[str]:
    seats = {player.seat for player in state.players}
    for sector in state.sectors:
        if not (sector.planets and is_printed(sector.planets, *sector.yields)):
            yield f"sector {sector.number} has no tile of the box"
        if (sector.owner is None) != (sector.token is Token.NONE):
            yield f"sector {sector.number} has no owner or no token"
        if not {sector.owner, state.throne} <= {None, *seats}:
            yield f"nobody at the seat that has sector {sector.number}, or the Throne"
        if not 0 <= sector.cubes <= CUBES_LIMIT:
            yield f"sector {sector.number} has {sector.cubes} cubes"


def _board(state: GameState) -> Iterator[str]:
    tiles = state.hidden, state.revealed
    if min(tiles) < 0 or sum(tiles) > tiles_left(state):
        yield f"{tiles[0]} hidden and {tiles[1]} revealed tiles"
    numbers = [sector.number for sector in state.sectors]
    if len(set(numbers)) < len(numbers):
        yield "two sectors with one number"
    homes = [sector for sector in state.sectors if sector.home]
    if sorted(home.owner or 0 for home in homes) != sorted(each.seat for each in state.players):
        yield "a player without a home, or with two"
    if any(home.token is not Token.STARBASE for home in homes):
        yield "a home without its Starbase"
    bought = [each for player in state.players for each in player.technologies]
    if len(set(bought)) < len(bought) or set(bought) & state.removed:
        yield "a technology with two owners, or one that was removed"


def _order(state: GameState) -> Iterator[str]:
    """Section 3: roles go around from the Throne; in a role, from its selector."""
    selectors = [seat for _, seat in state.selected]
    if selectors and selectors != list(in_direction(state, selectors[0]))[: len(selectors)]:
        yield f"roles were selected in the order {selectors}"
    if len({role for role, _ in state.selected}) < len(state.selected):
        yield "a role was selected twice"
    if state.turns:
        around = list(in_direction(state, state.turns[0]))
        places = [around.index(seat) for seat in state.turns]
        ordered = state.regent is not None or places == sorted(places)
        if len(set(places)) < len(places) or not ordered:  # an Ambassador lets others place again
            yield f"the turns are {state.turns}"
