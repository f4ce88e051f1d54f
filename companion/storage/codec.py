"""JSON serialisation of events: a tagged union for each game.

The tag (``kind``) is the name of the event's class. A body is exactly what `EventCodec.encode`
writes: one with missing, extra or mistyped fields is rejected.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import msgspec

from companion.games.definition import GameDefinition
from companion.session.errors import LogTooNewError
from companion.session.steps import SCHEMA as SESSION_SCHEMA
from companion.session.steps import SESSION_EVENTS

INVALID: Final = (msgspec.DecodeError, ValueError, RecursionError)
"""Exceptions of msgspec for invalid data."""

_SESSION_KINDS: Final = {cls.__name__: cls for cls in SESSION_EVENTS}


class UnreadableEventError(ValueError):
    """A stored event is invalid for its kind."""


@dataclass(frozen=True, slots=True)
class EncodedEvent:
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

    def encode(self, event: object) -> EncodedEvent:
        kind = type(event).__name__
        schema = SESSION_SCHEMA if kind in _SESSION_KINDS else self._schema
        return EncodedEvent(kind, schema, _text(event))

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
            event = _decoder(cls).decode(stored.body)
        except (LookupError, *INVALID) as error:
            raise UnreadableEventError(f"{stored.kind}: {error}") from error
        if _text(event) != stored.body:  # msgspec ignores unknown fields
            raise UnreadableEventError(f"{stored.kind} has other fields")
        return event


def codecs_of(games: Mapping[str, GameDefinition]) -> Callable[[str], EventCodec | None]:
    """Return the codecs by kind of game, None for an unknown kind; each is made when asked for."""
    return cache(lambda kind: EventCodec(games[kind]) if kind in games else None)


@cache
def _decoder(cls: type) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(cls)


def _text(event: object) -> str:
    return msgspec.json.encode(event).decode()
