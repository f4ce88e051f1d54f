"""Export of the history: one JSON document, or CSV with a row for each player."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Final

from companion.games.names import same_name
from companion.history.luck import dice_luck
from companion.history.records import ROLL, PastGame, PastPlayer
from companion.history.statistics import (
    PlayerRecord,
    camera_record,
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
