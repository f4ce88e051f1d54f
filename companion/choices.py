"""Preferences chosen on the touchscreen, stored in a small JSON file."""

from __future__ import annotations

import json
import logging
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from companion.i18n import LANGUAGES
from companion.text_formats import from_json

log = logging.getLogger(__name__)

_LANGUAGES = tuple(language.key for language in LANGUAGES)
_LEARNING = ("ask", "always", "never")
_HINTS = ("off", "learning", "always")


@dataclass(frozen=True, slots=True)
class ScreenChoices:
    """User preferences; None if the user has not chosen a value.

    Attributes:
        language: key of the language.
        text_size: 0 for the smallest of the four sizes.
        brightness_percent: display brightness.
        sleep_after_min: idle minutes before the screen sleeps; 0 means never.
        profile: name of the calibration profile used for reading.
        learn: whether corrected dice are saved as training examples: ``ask``, ``always`` or
            ``never``.
        brief: show which pieces to move after an undo only, not after every step.
        volume_percent: sound volume.
        rest_after_min: idle minutes before a running game shows its large-text status; 0 means
            never.
        quarter_turns: rotation of the large-text status to the left.
        turn_limit_min, evening_limit_min: time limit of a step of the round and of a game in
            minutes; 0 means none.
        motion: whether animations are enabled.
        guide_step: saved position in the guide to the first game.
        hints: by seat when hints are available: ``off``, ``learning`` or ``always``.
        live_chances: whether win probabilities are shown during the game.
    """

    language: str | None = None
    text_size: int | None = None
    brightness_percent: int | None = None
    sound: bool | None = None
    left_handed: bool | None = None
    sleep_after_min: int | None = None
    profile: str | None = None
    learn: str | None = None
    brief: bool | None = None
    volume_percent: int | None = None
    rest_after_min: int | None = None
    quarter_turns: int | None = None
    turn_limit_min: int | None = None
    evening_limit_min: int | None = None
    guide_step: int | None = None
    motion: bool | None = None
    hints: tuple[str, ...] | None = None
    live_chances: bool | None = None


class ChoicesFile:
    """The preferences and the file in which they are stored.

    Attributes:
        current: the current preferences.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.current = read_choices(path)

    def remember(self, **chosen: Any) -> None:
        """Replace some preferences by name and write the file."""
        self.current = replace(self.current, **chosen)
        write_choices(self._path, self.current)

    def profile(self) -> str:
        """Return the name of the chosen profile; empty if none was chosen."""
        return self.current.profile or ""


def read_choices(path: Path) -> ScreenChoices:
    """Return the preferences in *path*; all None if the file is missing or damaged."""
    try:
        content = from_json(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return ScreenChoices()
    except (OSError, ValueError) as err:
        log.warning("choices cannot be read", extra={"path": str(path), "reason": str(err)})
        return ScreenChoices()
    if not isinstance(content, dict):
        return ScreenChoices()
    language, profile = content.get("language"), content.get("profile")
    learn = content.get("learn")
    return ScreenChoices(
        language=language if language in _LANGUAGES else None,
        text_size=_number(content.get("text_size"), 0, 3),
        brightness_percent=_number(content.get("brightness_percent"), 0, 100),
        sound=_switch(content.get("sound")),
        left_handed=_switch(content.get("left_handed")),
        sleep_after_min=_number(content.get("sleep_after_min"), 0, 240),
        profile=profile if isinstance(profile, str) and profile else None,
        learn=learn if learn in _LEARNING else None,
        brief=_switch(content.get("brief")),
        volume_percent=_number(content.get("volume_percent"), 0, 100),
        rest_after_min=_number(content.get("rest_after_min"), 0, 240),
        quarter_turns=_number(content.get("quarter_turns"), 0, 3),
        turn_limit_min=_number(content.get("turn_limit_min"), 0, 240),
        evening_limit_min=_number(content.get("evening_limit_min"), 0, 1440),
        motion=_switch(content.get("motion")),
        guide_step=_number(content.get("guide_step"), 0, 99),
        hints=_words(content.get("hints"), _HINTS),
        live_chances=_switch(content.get("live_chances")),
    )


def _number(value: object, least: int, most: int) -> int | None:
    """Return *value* if it is an integer in range, else None: the file may be damaged."""
    known = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
    return int(str(value)) if known else None


def _words(value: object, known: tuple[str, ...]) -> tuple[str, ...] | None:
    fits = isinstance(value, list) and all(each in known for each in value)
    return tuple(value) if isinstance(value, list) and fits else None


def _switch(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def write_choices(path: Path, choices: ScreenChoices) -> bool:
    """Replace the file atomically; return False if it could not be written."""
    fresh = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with fresh.open("w", encoding="utf-8") as file:
            json.dump(asdict(choices), file)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError as err:
        log.warning("choices cannot be written", extra={"path": str(path), "reason": str(err)})
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        return False
    return True
