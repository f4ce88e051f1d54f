"""Results of a finished game of The Gathering Storm, for the history."""

from __future__ import annotations

from companion.games.definition import PlayerResult
from companion.games.storm.solo import SoloState, SoloStep
from companion.games.storm.table import TableState

PLAYER = "Player"
ROBOT = "Robot"
"""Names in the solitaire game if none was entered."""


def table_results(state: TableState) -> tuple[PlayerResult, ...]:
    """Return the players of a goal tracking game."""
    scores = {score.seat: score for score in state.scores}
    found = []
    for player in state.players:
        score = scores.get(player.seat)
        if score is None:
            found.append(PlayerResult(player.name, player.vp_chips))
            continue
        goals = sum(vp for _, vp in score.goals)
        figures = (("vp_chips", score.vp_chips), ("cards", score.card_vp), ("goals", goals))
        found.append(
            PlayerResult(
                player.name, player.vp_chips, total=score.total, rank=score.rank, figures=figures
            )
        )
    return tuple(found)


def solo_results(state: SoloState) -> tuple[PlayerResult, ...]:
    """Return the player and the robot; empty before the game."""
    robot, score = state.robot, state.score
    if robot is None:
        return ()
    name, chips = state.player or PLAYER, state.player_chips
    if state.step is not SoloStep.OVER or score is None:
        return PlayerResult(name, chips), PlayerResult(ROBOT, robot.chips, robot=True)
    mine = PlayerResult(
        name,
        chips,
        total=score.player,
        tiebreak=score.player_tie,
        rank=2 if score.won is False else 1,
        figures=(("vp_chips", chips), ("cards", score.player - chips)),
    )
    its = PlayerResult(
        ROBOT,
        robot.chips,
        total=score.robot,
        tiebreak=score.robot_tie,
        rank=2 if score.won else 1,
        figures=(("vp_chips", robot.chips), ("cards", score.robot - robot.chips)),
        robot=True,
    )
    return mine, its
