"""JSON serialisation of events: a tagged union for each game.

The tag (``kind``) is the name of the event's class. A body with missing or extra fields is
rejected (strict validation).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from cattrs import Converter
from cattrs.errors import BaseValidationError, ForbiddenExtraKeysError

from companion.games.definition import GameDefinition
from companion.session.errors import LogTooNewError
from companion.session.steps import SCHEMA as SESSION_SCHEMA
from companion.session.steps import SESSION_EVENTS
from companion.text_formats import from_json

_SESSION_KINDS: Final = {cls.__name__: cls for cls in SESSION_EVENTS}


UNFIT: Final = (
    BaseValidationError,
    ForbiddenExtraKeysError,
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
    RecursionError,
)
"""Exceptions of `strict_converter` for invalid data."""


class UnreadableEventError(ValueError):
    """A stored event is invalid for its kind."""


@dataclass(frozen=True, slots=True)
class EncodedEvent:
    """A serialised event."""

    kind: str
    schema: int
    body: str


class EventCodec:
    """Encodes and decodes the events of one game and the session's own.

    Args:
        game: the game with the event types.
    """

    def __init__(self, game: GameDefinition) -> None:
        self._schema = game.schema
        self._kinds = {cls.__name__: cls for cls in game.event_types}
        if clash := self._kinds.keys() & _SESSION_KINDS.keys():
            raise ValueError(f"the session has events of the same name: {sorted(clash)}")
        self._converter = strict_converter()

    def encode(self, event: object) -> EncodedEvent:
        """Serialise *event*."""
        kind = type(event).__name__
        schema = SESSION_SCHEMA if kind in _SESSION_KINDS else self._schema
        body = self._converter.unstructure(event)
        return EncodedEvent(
            kind, schema, json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        )

    def decode(self, stored: EncodedEvent) -> object:
        """Deserialise an event.

        Raises:
            LogTooNewError: the schema is newer than this companion's.
            UnreadableEventError: the schema is older, the kind is unknown or its body is invalid.
        """
        schema = SESSION_SCHEMA if stored.kind in _SESSION_KINDS else self._schema
        if stored.schema > schema:
            raise LogTooNewError
        if stored.schema < schema:
            raise UnreadableEventError(f"{stored.kind} has the older schema {stored.schema}")
        try:
            cls = _SESSION_KINDS.get(stored.kind) or self._kinds[stored.kind]
            return self._converter.structure(from_json(stored.body), cls)
        except UNFIT as error:
            raise UnreadableEventError(f"{stored.kind}: {error}") from error


class Codecs:
    """The codecs of all games, created lazily: most are never needed.

    Args:
        games: the definitions by key.
    """

    def __init__(self, games: Mapping[str, GameDefinition]) -> None:
        self._games = games
        self._made: dict[str, EventCodec] = {}

    def of(self, kind: str) -> EventCodec | None:
        """Return the codec of a kind of game; None for an unknown kind."""
        if kind not in self._made and kind in self._games:
            self._made[kind] = EventCodec(self._games[kind])
        return self._made.get(kind)


def strict_converter() -> Converter:
    """Return a converter for frozen dataclasses that rejects missing, extra and mistyped fields."""
    converter = Converter(forbid_extra_keys=True, detailed_validation=False)
    for plain in (int, str, bool):
        converter.register_structure_hook(plain, _exactly)
    converter.register_structure_hook_func(_is_enum, _enum_member)
    return converter


def _exactly(value: Any, wanted: type) -> Any:
    """Return *value* if it has exactly that type: neither True nor "3" is an int."""
    if type(value) is not wanted:
        raise TypeError(f"expected {wanted.__name__}, found {value!r}")
    return value


def _is_enum(wanted: Any) -> bool:
    return isinstance(wanted, type) and issubclass(wanted, Enum)


def _enum_member(value: Any, wanted: type[Enum]) -> Enum:
    return wanted(value)
