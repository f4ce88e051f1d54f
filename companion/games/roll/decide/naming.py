"""Which tile must be identified for a computer player.

A person sees the tiles they draw. For computer players, people must tell the companion what was
drawn before they can decide where it goes, and the top tile before they can build it.
"""

from __future__ import annotations

from companion.games.roll.model.dice import Phase
from companion.games.roll.model.holdings import UNKNOWN
from companion.games.roll.model.state import GameState, holdings
from companion.games.roll.model.steps import Step
from companion.games.roll.phases.build import asks_whether_complete
from companion.games.roll.phases.tile_corrections import TileLocation, TileSpot
from companion.games.roll.rules.lookup import stack_of


def asked_tile(state: GameState, seat: int) -> TileSpot | None:
    """Return the place of the tile to identify for the computer player at *seat*, if any."""
    phase = state.round.current
    if state.step is not Step.PHASE or phase is None or state.computers.at(seat) is None:
        return None
    held = holdings(state, seat)
    if phase is Phase.EXPLORE and UNKNOWN in held.turn.hand:
        index = held.turn.hand.index(UNKNOWN)
        return TileSpot(TileLocation.HAND, seat, index=index)
    if phase in (Phase.DEVELOP, Phase.SETTLE):
        stack, _, kind = stack_of(held, phase)
        waits = held.workers(phase) or asks_whether_complete(state, seat)
        if stack and stack[0] == UNKNOWN and waits:
            return TileSpot(TileLocation.STACK, seat, kind)
    return None
