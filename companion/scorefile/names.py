"""Validation of player names: printable and unique."""

from __future__ import annotations

from typing import Final

from companion.games.names import same_name
from companion.scorefile.errors import EmptyNameError, NameTwiceError
from companion.scorefile.fields import take_text

LONGEST_NAME: Final = 60


class Names:
    """Validates the names of a document in sequence and stores where each was first used."""

    def __init__(self) -> None:
        self._first: dict[str, str] = {}

    def take(self, raw: object, place: str) -> str:
        """Return *raw* as a name, without surrounding blanks.

        Raises:
            WrongTypeError: it is not a string.
            EmptyNameError: it is empty, too long or has unprintable characters.
            NameTwiceError: an earlier player has the same name, ignoring case.
        """
        name = take_text(raw, place, "the player's name").strip()
        if not (0 < len(name) <= LONGEST_NAME and name.isprintable()):
            raise EmptyNameError(place=place, longest=LONGEST_NAME)
        same = same_name(name)
        if same in self._first:
            raise NameTwiceError(place=place, name=name, first=self._first[same])
        self._first[same] = place
        return name
