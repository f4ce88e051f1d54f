"""The players' names of a document: readable, and each only once."""

from __future__ import annotations

import unicodedata
from typing import Final

from companion.scorefile.errors import EmptyNameError, NameTwiceError
from companion.scorefile.fields import take_text

LONGEST_NAME: Final = 60


class Names:
    """Takes one name after the other and remembers them by their first place."""

    def __init__(self) -> None:
        self._first: dict[str, str] = {}

    def take(self, raw: object, place: str) -> str:
        """Return *raw* as a name.

        Raises:
            WrongTypeError: it is no string.
            EmptyNameError: it is empty, too long or has characters that do not print.
            NameTwiceError: it is the name of an earlier player, whatever the case of its letters.
        """
        name = take_text(raw, place, "the player's name").strip()
        if not (0 < len(name) <= LONGEST_NAME and name.isprintable()):
            raise EmptyNameError(place=place, longest=LONGEST_NAME)
        same = unicodedata.normalize("NFKC", name).casefold()
        if same in self._first:
            raise NameTwiceError(place=place, name=name, first=self._first[same])
        self._first[same] = place
        return name
