"""Results of a finished game of Rule the Galaxy, for the history."""

from __future__ import annotations

from companion.games.definition import PlayerResult
from companion.games.rule.scoring import score
from companion.games.rule.state import GameState, Outcome, Step


def results(state: GameState) -> tuple[PlayerResult, ...]:
    """Return the players; nobody has a rank if the game is lost."""
    if state.step is not Step.OVER:
        return tuple(PlayerResult(player.name) for player in state.players)
    captured = tuple((player.name, player.tiles) for player in state.players)
    return tuple(
        PlayerResult(
            each.name,
            tiles=each.tiles,
            total=each.points,
            tiebreak=each.tiles,
            rank=each.rank if state.outcome is Outcome.WON else None,
            figures=(("tiles", each.tiles),),
        )
        for each in score(captured, state.options)
    )
