"""Ranks of the players with the information available.

In a fully tracked game the final scores are known at the end and define the ranks. Otherwise the
full score (R-11.1: costs of the tiles, 6+ bonuses) and the dice of the tie-break (R-11.5) are
unknown: the rank is by VP chips, then by the known part of the tie-break, the credits. That is not
a final score and the screen must not call it one.
"""

from __future__ import annotations

from companion.games.roll.model.state import Empire, GameState


def ranks(state: GameState) -> dict[int, int]:
    """Return seat -> rank, by the final scores if available; ties share a rank."""
    if state.tracking is not None and state.tracking.scores:
        return {score.seat: score.rank for score in state.tracking.scores}
    keys = {empire.seat: _key(empire) for empire in state.empires}
    return {seat: 1 + sum(other > mine for other in keys.values()) for seat, mine in keys.items()}


def _key(empire: Empire) -> tuple[int, int]:
    return empire.vp_chips, empire.credits
