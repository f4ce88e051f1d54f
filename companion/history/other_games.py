"""Followed games of other boxes than Roll for the Galaxy: who had what in the end.

Nothing that is hidden in a running game is told: totals are known once it is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from companion.games.registry import GAMES
from companion.history.records import PastGame, PastPlayer, Source
from companion.history.standing_events import standing
from companion.session.ports import GameHeader, StoredEvent

PLAYER: Final = "Player"
ROBOT: Final = "Robot"
"""Names in the solitaire game where nobody entered one."""


def other_game(header: GameHeader, stored: Sequence[StoredEvent]) -> PastGame | None:
    """Return what a game's log tells; None for a game that has no result, or nobody sat down to.

    Args:
        header: of the game.
        stored: its events, undone ones included; a log that is cut short tells what it has.
    """
    players_of = _PLAYERS.get(header.game)
    if players_of is None:
        return None
    game = GAMES[header.game]
    state, last_at = game.initial, header.started_at
    for each in standing(stored):
        state, last_at = game.apply(state, each.event), each.recorded_at
    over = game.is_over(state)
    players = players_of(state, over)
    if not players:
        return None
    return PastGame(
        game_id=header.game_id,
        started_at=header.started_at,
        ended_at=last_at,
        source=Source.TRACKED,
        players=players,
        rounds=state.round,
        over=over,
        kind=header.game,
    )


def _goals(state: Any, over: bool) -> tuple[PastPlayer, ...]:  # noqa: FBT001  # one form for all
    scores = {score.seat: score for score in state.scores} if over else {}
    found = []
    for player in state.players:
        score = scores.get(player.seat)
        if score is None:
            found.append(PastPlayer(player.name, player.vp_chips))
            continue
        goals = sum(vp for _, vp in score.goals)
        figures = (("vp_chips", score.vp_chips), ("cards", score.card_vp), ("goals", goals))
        found.append(
            PastPlayer(
                player.name,
                player.vp_chips,
                total=score.total,
                rank=score.rank,
                figures=figures,
            )
        )
    return tuple(found)


def _solo(state: Any, over: bool) -> tuple[PastPlayer, ...]:  # noqa: FBT001  # one form for all
    robot, score = state.robot, state.score
    if robot is None:
        return ()
    name = state.player or PLAYER
    mine = PastPlayer(name, state.player_chips)
    its = PastPlayer(ROBOT, robot.chips, robot=True)
    if over and score is not None:
        mine = PastPlayer(
            name,
            state.player_chips,
            total=score.player,
            tiebreak=score.player_tie,
            rank=2 if score.won is False else 1,
            figures=(
                ("vp_chips", state.player_chips),
                ("cards", score.player - state.player_chips),
            ),
        )
        its = PastPlayer(
            ROBOT,
            robot.chips,
            total=score.robot,
            tiebreak=score.robot_tie,
            rank=2 if score.won else 1,
            figures=(("vp_chips", robot.chips), ("cards", score.robot - robot.chips)),
            robot=True,
        )
    return mine, its


def _emperor(state: Any, over: bool) -> tuple[PastPlayer, ...]:  # noqa: FBT001  # one form for all
    if not over:
        return tuple(PastPlayer(player.name) for player in state.players)
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
        found.append(PastPlayer(player.name, total=player.vp, rank=rank, figures=figures))
    return tuple(found)


def _rule(state: Any, over: bool) -> tuple[PastPlayer, ...]:  # noqa: FBT001  # one form for all
    from companion.games.rule.scoring import score
    from companion.games.rule.state import Outcome

    if not over:
        return tuple(PastPlayer(player.name) for player in state.players)
    captured = tuple((player.name, player.tiles) for player in state.players)
    return tuple(
        PastPlayer(
            each.name,
            tiles=each.tiles,
            total=each.points,
            tiebreak=each.tiles,
            rank=each.rank if state.outcome is Outcome.WON else None,
            figures=(("tiles", each.tiles),),
        )
        for each in score(captured, state.options)
    )


_PLAYERS: Final[Mapping[str, Callable[[Any, bool], tuple[PastPlayer, ...]]]] = MappingProxyType(
    {
        "gathering_storm": _goals,
        "gathering_storm_solo": _solo,
        "galactic_emperor": _emperor,
        "rule_the_galaxy": _rule,
    }
)
"""Key of the game -> (state, whether it is over) -> the players."""
