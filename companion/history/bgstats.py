"""A play for BG Stats: the link of its "push plays" interface, and that link as a QR code.

The form is BG Stats' own (https://www.bgstatsapp.com/support, "Push plays to BG Stats from other
apps or websites"): a web address with the play as JSON. The phone that scans it opens the app's
import dialog; nothing is sent by the table.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Final
from urllib.parse import quote

import segno

from companion.errors import CompanionError
from companion.history.records import PastGame
from companion.history.statistics import duration_min, same_name

ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE: Final = "Companion"
_SAFE: Final = ":,"
"""Legal as they are in the query of an address; the code gets smaller for it."""


class NotScoredError(CompanionError, ValueError):
    """A game without totals has no result to push."""

    code = "not_scored"
    template = "This game has no final score yet."
    hint = "Enter the tiles first, or play the game to its end."


def play(game: PastGame) -> dict[str, object]:
    """Return the play as BG Stats reads it.

    Raises:
        NotScoredError: the totals are not known.
    """
    if not game.scored:
        raise NotScoredError
    minutes = duration_min(game)
    name, bgg_id = game.published.title, game.published.bgg_id
    return {
        "sourceName": SOURCE,
        "sourcePlayId": game.game_id,
        "playDate": _utc(game.ended_at),
        **({"durationMin": minutes} if minutes else {}),
        "game": {"name": name, **({"bggId": bgg_id} if bgg_id else {}), "highestWins": True,
                 "noPoints": False, "sourceGameId": game.kind},
        "players": [
            {
                "name": player.name,
                "sourcePlayerId": same_name(player.name),
                "score": player.total,
                **({"rank": player.rank} if player.rank is not None else {}),
                # The app for Android refuses a play in which this is missing anywhere.
                "winner": player.rank == 1,
            }
            for player in game.players
        ],
    }  # fmt: skip


def play_link(game: PastGame) -> str:
    """Return the web address that opens BG Stats with this play.

    Raises:
        NotScoredError: the totals are not known.
    """
    text = json.dumps(play(game), ensure_ascii=False, separators=(",", ":"))
    return ADDRESS + quote(text, safe=_SAFE)


def qr_rows(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return *text* as a QR code: rows of modules, True is dark, without the quiet zone."""
    code = segno.make(text, error="l", boost_error=False, micro=False)
    return tuple(tuple(bool(module) for module in row) for row in code.matrix)


def _utc(text: str) -> str:
    """Return an ISO time as BG Stats writes it: UTC, to the second."""
    moment = datetime.fromisoformat(text)
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return aware.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
