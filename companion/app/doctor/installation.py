"""The installation that the doctor checks."""

from dataclasses import dataclass

from companion.places import Places
from companion.settings import Settings


@dataclass(frozen=True, slots=True)
class Installation:
    """Settings and file locations of the installation to check."""

    settings: Settings
    places: Places
