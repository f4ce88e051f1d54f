"""Facts about owners' copies (boxes) of the games, in one small JSON file.

    {"schema": "boxes/1", "games": {"rule_the_galaxy": {"phasma_points": 4, ...}}}

Strict validation: corrupt or invalid facts of a game count as not entered. Facts of other games are
preserved, including those of games that only a newer companion knows. A corrupt file is quarantined
before the next one is written.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from companion.games.definition import GameDefinition
from companion.regular_file import read_regular
from companion.session.service_ports import Boxes, BoxNotKeptError
from companion.storage.atomic_file import write_atomically
from companion.storage.codec import UNFIT, strict_converter
from companion.text_formats import from_json

log = logging.getLogger(__name__)

SCHEMA: Final = "boxes/1"


class FileBoxes(Boxes):
    """Implements ``Boxes``.

    Args:
        path: the file; created when the first facts are stored.
        games: the definitions by key; a game is loaded when its facts are requested.
    """

    def __init__(self, path: Path, games: Mapping[str, GameDefinition]) -> None:
        self._path = path
        self._games = games
        self._converter = strict_converter()

    def of(self, game: str) -> Any:
        """Return the facts of a game; None where no valid ones were entered."""
        body = (self._read() or {}).get(game)
        definition = self._games[game]
        if body is None or definition.box is None:
            return None
        try:
            facts: Any = self._converter.structure(body, definition.box)
        except UNFIT as error:
            log.warning("facts of a box cannot be read", extra={"game": game, "reason": str(error)})
            return None
        if not definition.box_fits(facts):
            log.warning("facts of a box cannot be true", extra={"game": game})
            return None
        return facts

    def keep(self, game: str, facts: Any) -> None:
        """Store the facts, replacing earlier ones."""
        definition = self._games[game]
        if definition.box is not type(facts) or not definition.box_fits(facts):
            raise BoxNotKeptError(reason="the numbers do not fit the box")
        known = self._read()
        games = {**(known or {}), game: self._converter.unstructure(facts)}
        text = json.dumps({"schema": SCHEMA, "games": games}, ensure_ascii=False, indent=1)
        try:
            if known is None:
                self._path.replace(self._path.with_suffix(".damaged.json"))
            write_atomically(self._path, text + "\n")
        except OSError as error:
            raise BoxNotKeptError(reason=error.strerror or error) from error

    def _read(self) -> dict[str, Any] | None:
        """Return the file's content by game; empty if it is missing, None if it is corrupt."""
        try:
            content = from_json(read_regular(self._path))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            log.warning("the facts of the boxes cannot be read", extra={"reason": str(error)})
            return None
        known = isinstance(content, dict) and content.get("schema") == SCHEMA
        games = content.get("games") if known else None
        return games if isinstance(games, dict) else None
