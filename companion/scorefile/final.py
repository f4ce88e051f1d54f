"""What the score files of all games share: the schema, the players and their names."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Annotated, Any, Final, Protocol, TypeVar

from companion.decoding import DecodeError, Fault, decode, say
from companion.games.names import same_name
from companion.scorefile import errors

LONGEST_NAME: Final = 60

Name = Annotated[str, "the player's name"]
T = TypeVar("T")

_ROWS: Final = {
    Fault.MISSING: errors.MISSING_FIELD,
    Fault.UNKNOWN: errors.UNKNOWN_KEY,
    Fault.TYPE: errors.WRONG_TYPE,
    Fault.RANGE: errors.OUT_OF_RANGE,
}


class Named(Protocol):
    """A player of a file."""

    @property
    def name(self) -> str:
        """As written."""


class FinalFile(Protocol):
    """The content of a file: the fields of a game, among them these."""

    @property
    def schema(self) -> str:
        """Name and version of the format."""

    @property
    def players(self) -> Sequence[Named]:
        """In the order of the file."""


F = TypeVar("F", bound=FinalFile)


def read_file(
    kind: type[F], schema: str, document: object, counts: Collection[int]
) -> tuple[F, tuple[str, ...]]:
    """Return the content of a parsed document, and the players' names without outer blanks.

    Args:
        kind: the dataclass of the content.
        schema: the expected value of ``schema``.
        document: the parsed document.
        counts: numbers of players.

    Raises:
        ScoreFileError: the form is wrong, or a name is unreadable or used twice.
    """
    if isinstance(document, dict):  # before other keys: those of another schema are unknown here
        if "schema" not in document:
            raise errors.MISSING_FIELD(place="schema", expected=f'"{schema}"')
        if document["schema"] != schema:
            raise errors.WRONG_SCHEMA(expected=schema, found=say(document["schema"]))
    file = read(kind, document, "")
    if len(file.players) not in counts:
        raise errors.PLAYER_COUNT(most=max(counts), found=len(file.players))
    return file, _names(file.players)


def read(kind: type[T], raw: object, place: str) -> T:
    """Return a part of a document as a *kind*.

    Raises:
        ScoreFileError: it is not one.
    """
    try:
        return decode(kind, raw, place)
    except DecodeError as error:
        raise _ROWS[error.fault](place=error.place or "the document", **error.words) from error


def _names(players: Sequence[Named]) -> tuple[str, ...]:
    first: dict[str, str] = {}
    names: list[str] = []
    for i, player in enumerate(players):
        place, name = f"players[{i}].name", player.name.strip()
        if not (0 < len(name) <= LONGEST_NAME and name.isprintable()):
            raise errors.BAD_NAME(place=place, longest=LONGEST_NAME)
        same = same_name(name)
        if same in first:
            raise errors.NAME_TWICE(place=place, name=name, first=first[same])
        first[same] = place
        names.append(name)
    return tuple(names)


def words(key: str) -> str:
    """Return a key as text."""
    return key.replace("_", " ")


def best_first(players: Any) -> list[dict[str, Any]]:
    """Return the players of a result by rank."""
    return sorted(players, key=lambda player: int(player["rank"]))
