"""What holds after every event; violations are messages."""

from __future__ import annotations

from collections.abc import Iterator

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


def invariants(state: GameState) -> tuple[str, ...]:
    """Return the violations of a state; empty if there are none."""
    if not state.players:
        return ()
    people = (each for player in state.players for each in _player(state, player))
    return (*people, *_board(state), *_order(state))


def _player(state: GameState, player: Player) -> Iterator[str]:
    name = player.name
    for ship in Ship if state.fields else ():
        there = (f.count for f in state.fleets if (f.seat, f.ship) == (player.seat, ship))
        if sum(there) != player.ships(ship):
            yield f"{name} does not have {player.ships(ship)} {ship.value}s on the map"
    for ship, most in RESERVE.items():
        if not 0 <= player.ships(ship) <= most:
            yield f"{name} has {player.ships(ship)} of {most} {ship.value}s"
    for what, amount, limit in (
        ("marks", player.marks, None),
        ("vp", player.vp, None),
        ("metal", player.metal, METAL_LIMIT),
        ("energy", player.energy, ENERGY_LIMIT),
        ("tokens", tokens_left(state, player.seat), EMPIRE_TOKENS[len(state.players)]),
    ):
        if amount < 0 or (limit is not None and amount > limit):
            yield f"{name} has {amount} {what}"


def _board(state: GameState) -> Iterator[str]:
    for sector in state.sectors:
        if (sector.owner is None) != (sector.token is Token.NONE):
            yield f"sector {sector.number} has no owner or no token"
        if not 0 <= sector.cubes <= CUBES_LIMIT:
            yield f"sector {sector.number} has {sector.cubes} cubes"
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
