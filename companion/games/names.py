"""Names of players, whichever way they come in: the screen, the settings, a score file."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Protocol


def clean_name(text: str) -> str:
    """Return *text* in one line, without control characters and other invisible ones.

    A name is shown in terminals, tables and exports: an escape sequence or a mark that reverses the
    direction of writing would change the text around it.
    """
    return " ".join("".join(c for c in text if c.isprintable() or c.isspace()).split())


def same_name(name: str) -> str:
    """Return the normalised name, equal for all spellings of a player's name."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


class Named(Protocol):
    """A person with a seat and a name."""

    @property
    def seat(self) -> int:
        """Number of the seat."""

    @property
    def name(self) -> str:
        """As entered."""


def are_different(people: Sequence[Named]) -> bool:
    """Return whether everybody has a name and a seat that nobody else has."""
    names, seats = {same_name(each.name) for each in people}, {each.seat for each in people}
    return "" not in names and len(names) == len(seats) == len(people)
