"""Averages, wins and head-to-head results over all games that were finished and scored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

from companion.games.names import same_name
from companion.history.records import CameraRecord, PastGame, PastPlayer


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """Statistics of one player.

    Attributes:
        wins: including shared victories; ``shared`` is the number of the latter.
    """

    name: str
    games: int
    wins: int
    shared: int
    best_total: int
    mean_total: float
    mean_chips: float
    mean_tiles: float


@dataclass(frozen=True, slots=True)
class Rivalry:
    """Head-to-head results of two players; draws are equal ranks."""

    first: str
    second: str
    first_ahead: int
    second_ahead: int
    draws: int

    @property
    def games(self) -> int:
        """Games that both played."""
        return self.first_ahead + self.second_ahead + self.draws


def kinds(games: Iterable[PastGame]) -> tuple[str, ...]:
    """Return the keys of the games that were played, in order of first appearance."""
    return tuple(dict.fromkeys(game.kind for game in games))


def of_kind(games: Iterable[PastGame], kind: str) -> tuple[PastGame, ...]:
    """Return the games of one kind; totals of different games are not comparable."""
    return tuple(game for game in games if game.kind == kind)


def player_records(games: Iterable[PastGame]) -> tuple[PlayerRecord, ...]:
    """Return the statistics of every human player, sorted by wins, then by average.

    Names that differ only in case are the same player; the newest spelling is used.

    Args:
        games: should be of one kind, so that averages are meaningful.
    """
    entries: dict[str, list[tuple[PastGame, PastPlayer]]] = {}
    for game in _counted(games):
        for player in game.players:
            if player.robot:
                continue
            entries.setdefault(same_name(player.name), []).append((game, player))
    records = [_record(played) for played in entries.values()]
    return tuple(
        sorted(records, key=lambda record: (-record.wins, -record.mean_total, record.name))
    )


def rivalries(games: Iterable[PastGame]) -> tuple[Rivalry, ...]:
    """Return all pairs of players with common games, most games first."""
    met: dict[tuple[str, str], list[int]] = {}
    names: dict[str, str] = {}
    for game in _counted(games):
        for player in game.players:
            names.setdefault(same_name(player.name), player.name)
        for one, other in combinations(game.players, 2):
            first, second = sorted((one, other), key=lambda player: same_name(player.name))
            counts = met.setdefault((same_name(first.name), same_name(second.name)), [0, 0, 0])
            counts[_order(first, second)] += 1
    pairs = [Rivalry(names[a], names[b], *counts) for (a, b), counts in met.items()]
    return tuple(sorted(pairs, key=lambda pair: (-pair.games, pair.first, pair.second)))


def camera_record(games: Iterable[PastGame]) -> CameraRecord:
    """Return the sum of the camera records of *games*."""
    return sum((game.camera for game in games), CameraRecord())


def _counted(games: Iterable[PastGame]) -> tuple[PastGame, ...]:
    return tuple(game for game in games if game.counts)


def _record(played: Sequence[tuple[PastGame, PastPlayer]]) -> PlayerRecord:
    totals = [player.total or 0 for _, player in played]
    won = [game for game, player in played if player.rank == 1]
    return PlayerRecord(
        name=played[0][1].name,
        games=len(played),
        wins=len(won),
        shared=sum(len(game.winners) > 1 for game in won),
        best_total=max(totals),
        mean_total=fmean(totals),
        mean_chips=fmean(player.vp_chips for _, player in played),
        mean_tiles=fmean(player.tiles for _, player in played),
    )


def _order(first: PastPlayer, second: PastPlayer) -> int:
    """Return 0 if *first* is ahead, 1 if *second* is, 2 for a draw."""
    one, other = first.rank or 0, second.rank or 0
    if one == other:
        return 2
    return 0 if one < other else 1
