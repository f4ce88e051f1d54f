"""A name that is typed on the screen's own keyboard or on a real one."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from kivy_ui.games.roll.start import MAX_NAME

ROWS: Final = ("qwertyuiop", "asdfghjkl'", "zxcvbnm.-")
EXTRA_ROWS: Final = MappingProxyType({"en": "1234567890", "pl": "ąćęłńóśźż", "hu": "áéíóöőúüű"})
"""Above the others: a language's own letters, digits where it has none. All can be turned to."""


class NameTyping:
    """The name on the keyboard's line.

    Args:
        name: what is there at first; the first key replaces it, as if it were marked.
        language: decides about the row with the language's own letters.
    """

    def __init__(self, name: str, language: str) -> None:
        self.name = name
        self._fresh = True
        self._capital = True
        self._turned = 0
        self.language = language

    @property
    def rows(self) -> tuple[str, ...]:
        """The keys, with capitals where the next letter is one."""
        return tuple(self._cased(row) for row in (self._extra(self._turned), *ROWS))

    @property
    def next_row(self) -> str:
        """How the row begins that the key for other letters turns to."""
        return self._cased(self._extra(self._turned + 1)[:2])

    def turn(self) -> None:
        """Show the next language's letters, or the digits, in the uppermost row."""
        self._turned += 1

    def _extra(self, turned: int) -> str:
        rows = list(EXTRA_ROWS.values())
        own = list(EXTRA_ROWS).index(self.language) if self.language in EXTRA_ROWS else 0
        return rows[(own + turned) % len(rows)]

    def _cased(self, row: str) -> str:
        return row.upper() if self._capital else row

    def type(self, text: str) -> None:
        """Add *text*; control characters and what is too long are left out."""
        clean = "".join(char for char in text if char.isprintable())
        if not clean:
            return
        start = "" if self._fresh else self.name
        self.name = (start + clean)[:MAX_NAME]
        self._fresh = False
        self._capital = self.name.endswith((" ", "-"))

    def erase(self) -> None:
        """Take the last letter away, or the whole name while it is marked."""
        self.name = "" if self._fresh else self.name[:-1]
        self._fresh = False
        self._capital = not self.name or self.name.endswith((" ", "-"))

    def shift(self) -> None:
        """Switch between small and capital letters."""
        self._capital = not self._capital
