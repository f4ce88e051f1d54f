"""Name entry on the on-screen keyboard or a physical one."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from kivy_ui.pages.letters import MOST_LETTERS

ROWS: Final = ("qwertyuiop", "asdfghjkl'", "zxcvbnm.-")
EXTRA_ROWS: Final = MappingProxyType({"en": "1234567890", "pl": "ąćęłńóśźż", "hu": "áéíóöőúüű"})
"""Top row: letters of the language, or digits if it has none. All rows can be cycled through."""


class NameTyping:
    """Text field and keyboard layout for a name.

    Args:
        name: initial text, which the first key replaces as if it were selected.
        language: determines the first row of language-specific letters.
    """

    def __init__(self, name: str, language: str) -> None:
        self.name = name
        self._fresh = True
        self._capital = True
        self._turned = 0
        self.language = language

    @property
    def rows(self) -> tuple[str, ...]:
        """The keys, in capitals if the next letter is one."""
        return tuple(self._cased(row) for row in (self._extra(self._turned), *ROWS))

    @property
    def next_row(self) -> str:
        """Label of the key that cycles the top row: the first keys of the next row."""
        return self._cased(self._extra(self._turned + 1)[:2])

    def turn(self) -> None:
        """Show the next language's letters, or the digits, in the top row."""
        self._turned += 1

    def _extra(self, turned: int) -> str:
        rows = list(EXTRA_ROWS.values())
        own = list(EXTRA_ROWS).index(self.language) if self.language in EXTRA_ROWS else 0
        return rows[(own + turned) % len(rows)]

    def _cased(self, row: str) -> str:
        return row.upper() if self._capital else row

    def type(self, text: str) -> None:
        """Append *text*; control characters and excess characters are dropped."""
        clean = "".join(char for char in text if char.isprintable())
        if not clean:
            return
        start = "" if self._fresh else self.name
        self.name = (start + clean)[:MOST_LETTERS]
        self._fresh = False
        self._capital = self.name.endswith((" ", "-"))

    def erase(self) -> None:
        """Delete the last character, or the whole initial name."""
        self.name = "" if self._fresh else self.name[:-1]
        self._fresh = False
        self._capital = not self.name or self.name.endswith((" ", "-"))

    def shift(self) -> None:
        """Toggle between lower case and capitals."""
        self._capital = not self._capital
