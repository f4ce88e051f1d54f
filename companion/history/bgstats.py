"""Export of a play to BG Stats: the link of its "push plays" interface, also as a QR code.

The format is defined by BG Stats (https://www.bgstatsapp.com/support, "Push plays to BG Stats from
other apps or websites"): a URL with the play as JSON. The phone that scans it opens the app's
import dialog; the table sends nothing.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Final
from urllib.parse import quote

import segno

from companion.errors import CompanionError
from companion.games.names import same_name
from companion.history.records import PastGame, PastPlayer

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


def qr_rows(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return *text* as a QR code: rows of modules, True is dark, without the quiet zone."""
    code = segno.make(text, error="l", boost_error=False, micro=False)
    return tuple(tuple(bool(module) for module in row) for row in code.matrix)


def _utc(text: str) -> str:
    """Convert an ISO time to the format of BG Stats: UTC, in seconds; a day alone is its noon."""
    moment = datetime.fromisoformat(text if "T" in text else f"{text}T12:00:00")
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return aware.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
