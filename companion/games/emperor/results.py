"""Results of a finished game of Galactic Emperor, for the history."""

from __future__ import annotations

from companion.games.definition import PlayerResult
from companion.games.emperor.state import GameState, Step


def results(state: GameState) -> tuple[PlayerResult, ...]:
    """Return the players; their VP are hidden while the game runs."""
    if state.step is not Step.OVER:
        return tuple(PlayerResult(player.name) for player in state.players)
    found = []
    for player in state.players:
        better = sum(other.vp > player.vp for other in state.players)
        won = player.seat in state.winners
        figures = (
            ("marks", player.marks),
            ("sectors", len(state.own(player.seat))),
            ("planets", state.planets(player.seat)),
        )
        rank = 1 if won else max(2, 1 + better)
        found.append(PlayerResult(player.name, total=player.vp, rank=rank, figures=figures))
    return tuple(found)
