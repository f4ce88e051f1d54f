"""Results of tracked games other than Roll for the Galaxy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.definition import GameDefinition, PlayerResult
from companion.history.effective_events import effective_events
from companion.history.play_time import play_time
from companion.history.records import PastGame, PastPlayer, Source
from companion.session.ports import GameHeader, StoredEvent


def other_game(
    games: Mapping[str, GameDefinition], header: GameHeader, stored: Sequence[StoredEvent]
) -> PastGame | None:
    """Return the record of a game; None if it has no results or no players.

    Args:
        games: the game definitions by key.
        header: header of the game.
        stored: its events, including undone ones; an incomplete log gives a partial record.
    """
    game = games.get(header.game)
    if game is None or game.results is None or game.published is None:
        return None
    state = game.initial
    for each in effective_events(stored):
        state = game.apply(state, each.event)
    players = game.results(state)
    if not players:
        return None
    return PastGame(
        game_id=header.game_id,
        **play_time(stored)._asdict(),
        source=Source.TRACKED,
        players=tuple(map(_player, players)),
        rounds=state.round,
        over=game.is_over(state),
        kind=header.game,
        published=game.published,
    )


def _player(result: PlayerResult) -> PastPlayer:
    return PastPlayer(
        result.name,
        result.vp_chips,
        tiles=result.tiles,
        total=result.total,
        tiebreak=result.tiebreak,
        rank=result.rank,
        figures=result.figures,
        robot=result.robot,
    )
