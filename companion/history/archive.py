"""Port to the stored games and score entries, and their conversion to ``PastGame`` records."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from functools import partial
from typing import Any

from companion.errors import CompanionError
from companion.games.definition import GameDefinition
from companion.games.registry import GAMES
from companion.games.roll.model.tiles import Catalog
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.rules.scoring import score
from companion.history.records import ROLL, PastGame, PastPlayer, Source, shares_of
from companion.history.tracked import effective_events, play_time, tracked_game
from companion.scorefile.errors import ScoreFileError
from companion.scorefile.roll_final import read_final
from companion.scorefile.score_entry import ScoreEntryPlayer, only_totals, players_of
from companion.session.ports import GameHeader, StoredEvent


class ArchiveWriteError(CompanionError, OSError):
    """Writing failed; the existing data is unchanged."""

    code = "archive_write"
    template = "This could not be saved: %(reason)s."
    hint = "Free some space or check the SD card, then try again."


@dataclass(frozen=True, slots=True)
class StoredScoreEntry:
    """A final position entered by hand.

    Attributes:
        entry_id: the id of the tracked game that it belongs to, or a new id.
        played_at: UTC, ISO 8601; only a day if that was given, empty if unknown.
        document: ``roll-final/1``, or ``roll-totals/1``: name and points of each player.
    """

    entry_id: str
    played_at: str
    document: Mapping[str, Any]


@dataclass
class Archive:
    """Past games and score entries; here in memory.

    Only reads the game log, so it is usable while a game runs.
    """

    headers: list[GameHeader] = field(default_factory=list)
    stored: dict[str, tuple[StoredEvent, ...]] = field(default_factory=dict)
    kept: dict[str, StoredScoreEntry] = field(default_factory=dict)

    def games(self) -> tuple[GameHeader, ...]:
        """Return the games of the log, newest first; empty if it cannot be read."""
        return tuple(self.headers)

    def events(self, game_id: str) -> tuple[StoredEvent, ...]:
        """Return the readable events of a game; empty for an unknown game."""
        return self.stored.get(game_id, ())

    def score_entries(self) -> tuple[StoredScoreEntry, ...]:
        """Return the score entries, newest first; damaged ones are skipped."""
        return tuple(sorted(self.kept.values(), key=lambda each: each.played_at, reverse=True))

    def keep(self, score_entry: StoredScoreEntry) -> None:
        """Store a score entry durably; one with the same id is replaced.

        Raises:
            ArchiveWriteError: writing failed.
        """
        self.kept[score_entry.entry_id] = score_entry

    def drop(self, entry_id: str) -> None:
        """Remove a score entry; does nothing if it does not exist.

        Raises:
            ArchiveWriteError: writing failed.
        """
        self.kept.pop(entry_id, None)


def past_games(
    archive: Archive, catalog: Catalog, games: Mapping[str, GameDefinition] = GAMES
) -> tuple[PastGame, ...]:
    """Return all past games, newest first; a score entry of a tracked game completes that game.

    Tracked games are in the order of the log: their dates may be unknown.
    """
    entered = {score_entry.entry_id: score_entry for score_entry in archive.score_entries()}
    rules = Rules(catalog)
    found, latest = [], ""
    for header in reversed(archive.games()):
        events = archive.events(header.game_id)
        is_roll = header.game == ROLL
        game = tracked_game(header, events, rules) if is_roll else other_game(games, header, events)
        score_entry = entered.pop(header.game_id, None)
        if score_entry is not None:
            game = completed(game, entered_game(score_entry, catalog))
        if game is not None:
            latest = max(latest, game.started_at)
            found.append((latest, game))
    for score_entry in reversed(entered.values()):
        game = entered_game(score_entry, catalog)
        if game is not None:
            found.append((game.started_at, game))
    found.sort(key=lambda each: each[0])
    return tuple(game for _, game in reversed(found))


def past_game(archive: Archive, catalog: Catalog, game_id: str) -> PastGame | None:
    """Return a tracked game of Roll for the Galaxy, with its score entry; None if unknown."""
    header = next((each for each in archive.games() if each.game_id == game_id), None)
    if header is None:
        return None
    game = tracked_game(header, archive.events(game_id), Rules(catalog))
    score_entry = next((each for each in archive.score_entries() if each.entry_id == game_id), None)
    return completed(game, entered_game(score_entry, catalog)) if score_entry is not None else game


def entered_game(score_entry: StoredScoreEntry, catalog: Catalog) -> PastGame | None:
    """Convert a score entry to a game; None if it cannot be scored (any more)."""
    try:
        entered = players_of(dict(score_entry.document), catalog)
        if only_totals(entered):
            return _entered(score_entry, tuple(map(partial(_summed, entered), entered)))
        empires = read_final(dict(score_entry.document), catalog)
    except ScoreFileError:
        return None
    players = tuple(
        PastPlayer(
            name=empire.name,
            vp_chips=points.vp_chips,
            credits=empire.credits,
            tiles=len(empire.tableau),
            total=points.total,
            tiebreak=points.tiebreak,
            rank=points.rank,
            faction=each.faction,
            home_world=each.home_world,
            built=each.tiles,
            shares=shares_of(points.vp_chips, empire.tableau, points.bonuses),
        )
        for empire, each, points in zip(empires, entered, score(empires), strict=True)
    )
    return _entered(score_entry, players)


def _summed(players: Sequence[ScoreEntryPlayer], player: ScoreEntryPlayer) -> PastPlayer:
    """Return a player of whom only the points in all are known; equal ones share a rank."""
    total = player.total or 0
    rank = 1 + sum((other.total or 0) > total for other in players)
    return PastPlayer(player.name, vp_chips=0, tiles=0, total=total, tiebreak=None, rank=rank)


def _entered(score_entry: StoredScoreEntry, players: tuple[PastPlayer, ...]) -> PastGame:
    return PastGame(
        game_id=score_entry.entry_id,
        started_at=score_entry.played_at,
        ended_at=score_entry.played_at,
        source=Source.ENTERED,
        players=players,
    )


def known_entry(player: PastPlayer) -> ScoreEntryPlayer:
    """Return what a result tells of a player's position."""
    return ScoreEntryPlayer(
        player.name,
        player.vp_chips,
        player.credits,
        player.faction,
        player.home_world,
        player.built,
    )


def completed(game: PastGame | None, score_entry: PastGame | None) -> PastGame | None:
    """Merge the entered result into the tracked game; the tracked statistics are kept.

    Statistics by seat are kept only if both have the same players in the same order.
    """
    if game is None or score_entry is None:
        return game or score_entry
    same = [each.name for each in game.players] == [each.name for each in score_entry.players]
    if not same:
        return replace(
            game,
            source=Source.BOTH,
            players=score_entry.players,
            over=True,
            vp_by_round=(),
            awards=(),
        )
    players = tuple(
        replace(player, seat=seated.seat, colour=seated.colour)
        for player, seated in zip(score_entry.players, game.players, strict=True)
    )
    return replace(game, source=Source.BOTH, players=players, over=True)


def tiles_built(games: Iterable[PastGame]) -> Counter[str]:
    """Return how often each side was built in *games*, by key."""
    return Counter(key for game in games for player in game.players for key in player.built)


def other_game(
    games: Mapping[str, GameDefinition], header: GameHeader, stored: Sequence[StoredEvent]
) -> PastGame | None:
    """Return the record of a game, as far as the log goes; None without results or players."""
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
        players=tuple(PastPlayer(*astuple(each)) for each in players),
        rounds=state.round,
        over=game.is_over(state),
        kind=header.game,
        published=game.published,
    )
