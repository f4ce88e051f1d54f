"""Facts about owners' copies (boxes) of the games, in one small JSON file.

    {"schema": "boxes/1", "games": {"rule_the_galaxy": {"phasma_points": 4, ...}}}

Strict validation: corrupt or invalid facts of a game count as not entered. Facts of other games are
preserved, including those of games that only a newer companion knows. A corrupt file is quarantined
before the next one is written.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec

from companion.errors import os_errors_as
from companion.games.definition import GameDefinition
from companion.regular_file import read_regular
from companion.session.service_ports import Boxes, BoxNotKeptError
from companion.storage.atomic_file import write_atomically
from companion.storage.codec import INVALID

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _File:
    """The content of the file: facts by game."""

    games: dict[str, Any]
    schema: Literal["boxes/1"]


class FileBoxes(Boxes):
    """Implements ``Boxes``.

    Args:
        path: the file; created when the first facts are stored.
        games: the definitions by key; a game is loaded when its facts are requested.
    """

    def __init__(self, path: Path, games: Mapping[str, GameDefinition]) -> None:
        self._path = path
        self._games = games

    def of(self, game: str) -> Any:
        body = (self._read() or {}).get(game)
        definition = self._games[game]
        if body is None or definition.box is None:
            return None
        try:
            facts: Any = msgspec.convert(body, definition.box)
        except INVALID as error:
            log.warning("facts of a box cannot be read", extra={"game": game, "reason": str(error)})
            return None
        is_exact = _sorted(facts) == _sorted(body)  # msgspec ignores unknown fields
        if not is_exact or not definition.box_fits(facts):
            log.warning("facts of a box cannot be true", extra={"game": game})
            return None
        return facts

    def keep(self, game: str, facts: Any) -> None:
        definition = self._games[game]
        if definition.box is not type(facts) or not definition.box_fits(facts):
            raise BoxNotKeptError(reason="the numbers do not fit the box")
        known = self._read()
        content = _File({**(known or {}), game: facts}, "boxes/1")
        text = msgspec.json.format(msgspec.json.encode(content), indent=1)
        with os_errors_as(BoxNotKeptError):
            if known is None:
                self._path.replace(self._path.with_suffix(".damaged.json"))
            write_atomically(self._path, text + b"\n")

    def _read(self) -> dict[str, Any] | None:
        """Return the file's content by game; empty if it is missing, None if it is corrupt."""
        try:
            return msgspec.json.decode(read_regular(self._path), type=_File).games
        except FileNotFoundError:
            return {}
        except (OSError, *INVALID) as error:
            log.warning("the facts of the boxes cannot be read", extra={"reason": str(error)})
            return None


def _sorted(value: Any) -> bytes:
    return msgspec.json.encode(value, order="sorted")
