"""Events to JSON and back: a tagged union for each game, and upgrades of older schemas.

The tag (``kind``) is the name of the event's class. A body that says more or less than the class
is refused: a log is read exactly or not at all.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from cattrs import Converter
from cattrs.errors import BaseValidationError, ForbiddenExtraKeysError

from companion.games.definition import GameDefinition, Upcast
from companion.session.errors import LogTooNewError
from companion.session.steps import SCHEMA as SESSION_SCHEMA
from companion.session.steps import SESSION_EVENTS

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
"""What `strict_converter` raises for data of another form."""


class UnreadableEventError(ValueError):
    """A stored event does not say what its kind needs."""


@dataclass(frozen=True, slots=True)
class EncodedEvent:
    """An event as it is stored."""

    kind: str
    schema: int
    body: str


class EventCodec:
    """Encodes and decodes the events of one game and the session's own.

    Args:
        game: whose event types to know.
    """

    def __init__(self, game: GameDefinition) -> None:
        self._schema = game.schema
        self._upcasts: Mapping[int, Upcast] = game.upcasts
        self._kinds = {cls.__name__: cls for cls in game.event_types}
        if clash := self._kinds.keys() & _SESSION_KINDS.keys():
            raise ValueError(f"the session has events of the same name: {sorted(clash)}")
        self._converter = strict_converter()

    def encode(self, event: object) -> EncodedEvent:
        """Return *event* as it is stored."""
        kind = type(event).__name__
        schema = SESSION_SCHEMA if kind in _SESSION_KINDS else self._schema
        body = self._converter.unstructure(event)
        return EncodedEvent(
            kind, schema, json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        )

    def decode(self, stored: EncodedEvent) -> object:
        """Return the event, brought to the present schema.

        Raises:
            LogTooNewError: the schema is newer than this companion's.
            UnreadableEventError: the kind is unknown or the body does not fit it.
        """
        newest = SESSION_SCHEMA if stored.kind in _SESSION_KINDS else self._schema
        if stored.schema > newest:
            raise LogTooNewError
        try:
            kind, body = self._upcast(stored.kind, stored.schema, json.loads(stored.body))
            cls = _SESSION_KINDS.get(kind) or self._kinds[kind]
            return self._converter.structure(body, cls)
        except UNFIT as error:
            raise UnreadableEventError(f"{stored.kind}: {error}") from error

    def _upcast(self, kind: str, schema: int, body: Any) -> tuple[str, Any]:
        """Apply the numbered upgrades from the stored schema to the present one."""
        if kind in _SESSION_KINDS:
            return kind, body
        for number in range(schema, self._schema):
            kind, body = self._upcasts[number](kind, body)
        return kind, body


class Codecs:
    """The codecs of all games, each made when a game of its kind is met: most never are.

    Args:
        games: the definitions by key.
    """

    def __init__(self, games: Mapping[str, GameDefinition]) -> None:
        self._games = games
        self._made: dict[str, EventCodec] = {}

    def of(self, kind: str) -> EventCodec | None:
        """Return the codec of the games of a kind; None for one that this companion lacks."""
        if kind not in self._made and kind in self._games:
            self._made[kind] = EventCodec(self._games[kind])
        return self._made.get(kind)


def strict_converter() -> Converter:
    """Return a converter of frozen dataclasses that takes neither more, less nor other types."""
    converter = Converter(forbid_extra_keys=True, detailed_validation=False)
    for plain in (int, str, bool):
        converter.register_structure_hook(plain, _exactly)
    converter.register_structure_hook_func(_is_enum, _enum_member)
    return converter


def _exactly(value: Any, wanted: type) -> Any:
    """Return *value* if it has just that type: True is no number, "3" neither."""
    if type(value) is not wanted:
        raise TypeError(f"expected {wanted.__name__}, found {value!r}")
    return value


def _is_enum(wanted: Any) -> bool:
    return isinstance(wanted, type) and issubclass(wanted, Enum)


def _enum_member(value: Any, wanted: type[Enum]) -> Enum:
    return wanted(value)
