"""The visible state: tableaus, chips and the robot are open; results for the history."""

from dataclasses import dataclass

from companion.games.definition import PlayerResult
from companion.games.storm.goals import THRESHOLD, Goal, value
from companion.games.storm.robot import SIX_COST_VP, Space
from companion.games.storm.solo import SoloState, SoloStep, Task
from companion.games.storm.solo_round import robot_score
from companion.games.storm.table import TableState
from companion.games.storm.tableaus import goal_points


@dataclass(frozen=True, slots=True)
class GoalLine:
    """A goal in play, its minimum, the (seat, value) of all players and who scores it."""

    goal: Goal
    threshold: int
    values: tuple[tuple[int, int], ...]
    holders: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GoalsView:
    """Goal tracking.

    Attributes:
        goals: in the order of set-up.
        points: (seat, VP of goals if the game ended now).
        last_round: whether the pool is empty, or a tableau entered by cards is full.
    """

    state: TableState
    goals: tuple[GoalLine, ...]
    points: tuple[tuple[int, int], ...]
    last_round: bool = False


def table_view(state: TableState, seat: int | None) -> GoalsView:
    """Return the view; the same for every seat."""
    del seat
    standings = state.standings
    goals = tuple(
        GoalLine(
            tile.goal,
            THRESHOLD[tile.goal],
            tuple((each, value(tile.goal, standing)) for each, standing in standings.items()),
            tile.holders,
        )
        for tile in state.tiles
    )
    points = tuple(
        (player.seat, sum(vp for _, vp in goal_points(state, player.seat)))
        for player in state.players
    )
    return GoalsView(state, goals, points, state.last_round)


@dataclass(frozen=True, slots=True)
class SoloView:
    """The solitaire game.

    Attributes:
        task: the current phase; None between rounds.
        equals: meaning of a robot face.
        robot_vp: the robot's points so far.
        unverified: guessed facts not yet compared with the box.
    """

    state: SoloState
    task: Task | None
    equals: Space | None
    robot_vp: int
    unverified: tuple[str, ...]


def solo_view(state: SoloState, seat: int | None) -> SoloView:
    """Return the view; nothing is hidden but the order of cards."""
    del seat
    robot = state.robot
    guesses = []
    if robot is not None and not state.dice_known:
        guesses.append("dice")
    if robot is not None and not state.equals_known:
        guesses.append("robot_equals")
    return SoloView(
        state,
        state.tasks[0] if state.tasks else None,
        robot.equals if robot else None,
        robot_score(robot, SIX_COST_VP[state.difficulty]) if robot else 0,
        tuple(guesses),
    )


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
