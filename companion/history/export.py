"""Exports of the history: JSON, CSV with a row for each player, a play for BG Stats.

BG Stats defines the format of its "push plays" interface (https://www.bgstatsapp.com/support, "Push
plays to BG Stats from other apps or websites"): a URL with the play as JSON, also as a QR code. The
phone that scans it opens the app's import dialog; the table sends nothing.
"""

import csv
import io
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final
from urllib.parse import quote

from companion.errors import CompanionError
from companion.games.names import same_name
from companion.history.records import ROLL, PastGame, PastPlayer
from companion.history.statistics import (
    PlayerRecord,
    camera_record,
    dice_luck,
    kinds,
    of_kind,
    player_records,
    rivalries,
)

SCHEMA: Final = "history/1"

_COLUMNS: Final = (
    "game", "started_at", "minutes", "rounds", "source", "over", "player", "rank", "total",
    "vp_chips", "tiles", "credits", "tiebreak", "faction", "home_world", "built", "kind", "figures",
)  # fmt: skip
_FORMULA: Final = ("=", "+", "-", "@")


def history_document(games: Sequence[PastGame]) -> dict[str, object]:
    """Return all data of *games* and the statistics as a ``history/1`` document."""
    camera = camera_record(games)
    by_kind = [(kind, player_records(of_kind(games, kind))) for kind in kinds(games)]
    return {
        "schema": SCHEMA,
        "games": [_game(game) for game in games],
        "players": [_record(kind, record) for kind, group in by_kind for record in group],
        "rivals": [
            {
                "kind": kind,
                "players": [pair.first, pair.second],
                "ahead": [pair.first_ahead, pair.second_ahead],
                "draws": pair.draws,
            }
            for kind in kinds(games)
            for pair in rivalries(of_kind(games, kind))
        ],
        "dice": [
            {
                "die": luck.die.value,
                "throws": luck.throws,
                "faces": {face.face.value: face.count for face in luck.faces},
                "expected": {face.face.value: round(face.expected, 2) for face in luck.faces},
                "chi_squared": _rounded(luck.chi_squared),
                "p_value": _rounded(luck.p_value),
            }
            for luck in dice_luck(games)
        ],
        "camera": {name: getattr(camera, name) for name in camera.__dataclass_fields__},
    }


def _record(kind: str, record: PlayerRecord) -> dict[str, object]:
    """Return the averages of one player in one game; chips and tiles only for Roll."""
    row: dict[str, object] = {
        "kind": kind,
        "name": record.name,
        "games": record.games,
        "wins": record.wins,
        "shared_wins": record.shared,
        "best_total": record.best_total,
        "mean_total": round(record.mean_total, 2),
    }
    if kind == ROLL:
        row["mean_vp_chips"] = round(record.mean_chips, 2)
        row["mean_tiles"] = round(record.mean_tiles, 2)
    return row


def history_csv(games: Sequence[PastGame], delimiter: str = ",") -> bytes:
    """Return a header and a row for each player of each game as CSV (RFC 4180), in UTF-8.

    It begins with a byte order mark: without it, spreadsheets take the file for a local encoding.
    """
    lines = io.StringIO()
    writer = csv.writer(lines, delimiter=delimiter)
    writer.writerow(_COLUMNS)
    for game in games:
        for player in game.players:
            row = {**_game_fields(game), **_player_fields(game, player)}
            writer.writerow(_cell(row[column]) for column in _COLUMNS)
    return lines.getvalue().encode("utf-8-sig")


def _game(game: PastGame) -> dict[str, object]:
    players = [_player_fields(game, player) for player in game.players]
    for fields in players:
        fields["name"] = fields.pop("player")
    return {
        **_game_fields(game),
        "players": players,
        "winners": list(game.winners),
        "vp_by_round": [list(after) for after in game.vp_by_round],
    }


def _game_fields(game: PastGame) -> dict[str, object]:
    return {
        "game": game.game_id,
        "started_at": game.started_at or None,
        "minutes": game.minutes,
        "rounds": game.rounds,
        "source": game.source.value,
        "over": game.over,
        "kind": game.kind,
    }


def _player_fields(game: PastGame, player: PastPlayer) -> dict[str, object]:
    """Return a player's fields; counters that a game does not have are None, not 0."""
    roll, figures = game.kind == ROLL, dict(player.figures)
    return {
        "player": player.name,
        "rank": player.rank,
        "total": player.total,
        "vp_chips": player.vp_chips if roll else figures.get("vp_chips"),
        "tiles": player.tiles if roll else figures.get("tiles"),
        "credits": player.credits if roll else None,
        "tiebreak": player.tiebreak,
        "faction": player.faction,
        "home_world": player.home_world,
        "built": list(player.built),
        "figures": figures,
    }


def _cell(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(value)
    if isinstance(value, dict):
        return " ".join(f"{name}={number}" for name, number in value.items())
    if isinstance(value, str) and same_name(value).startswith(_FORMULA):
        return f"'{value}"  # prevents formula injection by a name like "=1+1", also full-width
    return value


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE: Final = "Companion"
_SAFE: Final = ":,"
"""Characters that need no escaping in a URL query, which makes the QR code smaller."""


class NotScoredError(CompanionError, ValueError):
    """The game has no totals to export."""

    code = "not_scored"
    template = "This game has no final score yet."
    hint = "Enter the tiles first, or play the game to its end."


def play(game: PastGame) -> dict[str, object]:
    """Return the play in the format of BG Stats.

    Raises:
        NotScoredError: the totals are unknown.
    """
    if not game.scored:
        raise NotScoredError
    first = _first_player(game)
    name, bgg_id = game.published.title, game.published.bgg_id
    return {
        "sourceName": SOURCE,
        "sourcePlayId": game.game_id,
        **({"playDate": _utc(game.ended_at)} if game.ended_at else {}),
        **({"durationMin": game.minutes} if game.minutes is not None else {}),
        "game": {"name": name, **({"bggId": bgg_id} if bgg_id else {}), "highestWins": True,
                 "noPoints": False, "sourceGameId": game.kind},
        "players": [
            {
                "name": player.name,
                "sourcePlayerId": same_name(player.name),
                "score": player.total,
                **({"rank": player.rank} if player.rank is not None else {}),
                # The Android app rejects a play if this is missing for any player.
                "winner": player.rank == 1,
                "startPlayer": player is first,
            }
            for player in game.players
        ],
    }  # fmt: skip


def play_link(game: PastGame) -> str:
    """Return the URL that opens BG Stats with this play.

    Raises:
        NotScoredError: the totals are unknown.
    """
    text = json.dumps(play(game), ensure_ascii=False, separators=(",", ":"))
    return ADDRESS + quote(text, safe=_SAFE)


def _first_player(game: PastGame) -> PastPlayer | None:
    """Return the player with the lowest faction (R-5.6); None if a faction is unknown."""
    factions = [player.faction for player in game.players if player.faction is not None]
    if not factions or len(factions) < len(game.players):
        return None
    return game.players[factions.index(min(factions))]


@lru_cache(maxsize=8)
def qr_rows(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return *text* as a QR code: rows of modules, True is dark, without the quiet zone."""
    import segno  # not for the window's start

    code = segno.make(text, error="l", boost_error=False, micro=False)
    return tuple(tuple(bool(module) for module in row) for row in code.matrix)


def _utc(text: str) -> str:
    """Convert an ISO time to the format of BG Stats: UTC, in seconds; a day alone is its noon."""
    moment = datetime.fromisoformat(text if "T" in text else f"{text}T12:00:00")
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return aware.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
