"""Schema migrations of the log: number N migrates a file from version N - 1 to version N.

A released migration is never edited; a change is a new one at the end. Events are upcast when they
are read (see ``codec``), their rows never change.
"""

from __future__ import annotations

from typing import Final

UPGRADES: Final[tuple[tuple[str, ...], ...]] = (
    (  # 1
        # No secondary indices: a row that can be listed can be loaded, even in a corrupt file.
        """
        CREATE TABLE game (
            id TEXT PRIMARY KEY,
            number INTEGER NOT NULL,
            kind TEXT NOT NULL,
            started_at TEXT NOT NULL,
            finished INTEGER NOT NULL,
            check_sum TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        # A step is the unit of undo. The checksum chains each event to the previous one.
        """
        CREATE TABLE event (
            game TEXT NOT NULL REFERENCES game (id),
            version INTEGER NOT NULL,
            step INTEGER NOT NULL,
            kind TEXT NOT NULL,
            schema INTEGER NOT NULL,
            body TEXT NOT NULL,
            recorded_at TEXT NOT NULL,
            played_ms INTEGER NOT NULL,
            check_sum TEXT NOT NULL,
            PRIMARY KEY (game, version)
        ) STRICT, WITHOUT ROWID
        """,
    ),
)
"""Statements of each migration, the first one from an empty file."""

NEWEST: Final = len(UPGRADES)
"""Schema version that this companion writes; newer files are rejected."""
