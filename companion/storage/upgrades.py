"""The log's tables, as numbered upgrades: number N brings a file of version N - 1 to version N.

An upgrade that has been released is never edited; a change is a new one at the end. Events
themselves are upgraded when they are read (see ``codec``), their rows never change.
"""

from __future__ import annotations

from typing import Final

UPGRADES: Final[tuple[tuple[str, ...], ...]] = (
    (  # 1
        # No table has an index beside it: what can be listed can be loaded, damage or not.
        """
        CREATE TABLE game (
            id TEXT PRIMARY KEY,
            number INTEGER NOT NULL,
            kind TEXT NOT NULL,
            started_at TEXT NOT NULL,
            finished INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID
        """,
        # A step is what one undo takes back. The check chains each event to the one before.
        """
        CREATE TABLE event (
            game TEXT NOT NULL REFERENCES game (id),
            version INTEGER NOT NULL,
            step INTEGER NOT NULL,
            kind TEXT NOT NULL,
            schema INTEGER NOT NULL,
            body TEXT NOT NULL,
            recorded_at TEXT NOT NULL,
            check_sum TEXT NOT NULL,
            PRIMARY KEY (game, version)
        ) STRICT, WITHOUT ROWID
        """,
    ),
    (  # 2
        # Events that are written from now on have their time in the chain. A game's row gets a
        # check sum of its own; those that are there get theirs when the file is upgraded.
        "ALTER TABLE game ADD COLUMN check_sum TEXT NOT NULL DEFAULT ''",
    ),
)
"""Statements of each upgrade, the first one from an empty file."""

NEWEST: Final = len(UPGRADES)
"""Version of the file that this companion writes; newer files are left alone."""
