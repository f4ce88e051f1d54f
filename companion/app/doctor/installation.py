"""What the doctor looks at."""

from __future__ import annotations

from dataclasses import dataclass

from companion.settings import Places, Settings


@dataclass(frozen=True, slots=True)
class Installation:
    """What the doctor looks at: this installation with these settings."""

    settings: Settings
    places: Places
