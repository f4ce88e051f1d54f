"""What players chose on the touchscreen, stored in a small JSON file."""

import json
import logging
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Final

from companion.preferences import LANGUAGE, Preferences
from companion.regular_file import read_regular
from companion.setting_values import checks, matching
from companion.storage.atomic_file import write_atomically
from companion.text_formats import from_json

log = logging.getLogger(__name__)

_CHECKS: Final = {
    "language": LANGUAGE,
    "profile": matching(".+", "the name of a profile"),
    **checks(Preferences),
}
_PREFERENCES: Final = {each.name for each in fields(Preferences)}


class ChoicesFile:
    """The file with the choices. What was not chosen follows the settings and the defaults.

    Attributes:
        chosen: name -> value, only of what was chosen.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.chosen = _read(path)

    def remember(self, **chosen: object) -> None:
        """Add some choices by name and write the file; a failure is logged."""
        self.chosen = {**self.chosen, **chosen}
        try:
            write_atomically(self._path, json.dumps(self.chosen) + "\n")
        except OSError as err:
            extra = {"path": str(self._path), "reason": str(err)}
            log.warning("choices cannot be written", extra=extra)

    def preferences(self, usual: Preferences) -> Preferences:
        """Return *usual* with the preferences that were chosen."""
        chosen = {key: value for key, value in self.chosen.items() if key in _PREFERENCES}
        return replace(usual, **chosen)

    def profile(self) -> str:
        """Return the name of the chosen profile; empty if none was chosen."""
        return str(self.chosen.get("profile", ""))


def _read(path: Path) -> Mapping[str, Any]:
    """Return the valid choices in *path*; none if the file is missing or damaged."""
    try:
        content = from_json(read_regular(path))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as err:
        log.warning("choices cannot be read", extra={"path": str(path), "reason": str(err)})
        return {}
    chosen = {}
    for key, value in content.items() if isinstance(content, dict) else ():
        try:
            chosen[key] = _CHECKS[key](value)
        except (KeyError, ValueError):
            log.warning("a choice cannot be used", extra={"choice": key})
    return chosen
