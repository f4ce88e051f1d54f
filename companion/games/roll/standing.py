"""Who leads, on what is known so far.

The full score (R-11.1: costs of the tiles, 6+ bonuses) and the dice of the tie-break (R-11.5) need
tiles by name and dice by place. Until the game knows them the rank goes by VP chips, then by the
known part of the tie-break, the credits. It is no final score and the screen must not call it one.
"""

from __future__ import annotations

from companion.games.roll.state import Empire, GameState


def ranks(state: GameState) -> dict[int, int]:
    """Return seat -> rank by chips, then credits; 1 is the best, equal players share a rank."""
    keys = {empire.seat: _key(empire) for empire in state.empires}
    return {seat: 1 + sum(other > mine for other in keys.values()) for seat, mine in keys.items()}


def _key(empire: Empire) -> tuple[int, int]:
    return empire.vp_chips, empire.credits
