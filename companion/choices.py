"""What was chosen on the touchscreen, in a small file that only the companion writes."""

from __future__ import annotations

import json
import logging
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from companion.i18n import LANGUAGES

log = logging.getLogger(__name__)

_LANGUAGES = tuple(language.key for language in LANGUAGES)
_LEARNING = ("ask", "always", "never")
_HINTS = ("off", "learning", "always")


@dataclass(frozen=True, slots=True)
class ScreenChoices:
    """What was chosen on the screen; None until somebody chooses.

    Attributes:
        language: key of the language.
        text_size: 0 for the smallest of the four sizes.
        brightness_percent: of the display.
        sleep_after_min: minutes until the screen sleeps; 0 is never.
        profile: name of the calibration profile to read by.
        learn: whether corrections become examples: ``ask``, ``always`` or ``never``.
        brief: whether what to move on the table is said after an undo only.
        volume_percent: of the sounds.
        rest_after_min: minutes until a running game shows its large line; 0 is never.
        quarter_turns: by which that line is turned to the left.
        turn_limit_min, evening_limit_min: minutes for a step of the round and for a game; 0 is no
            clock.
        motion: whether anything moves on the screen by itself.
        guide_step: where the guide of the first game was left.
        hints: by seat when hints are given: ``off``, ``learning`` or ``always``.
        live_chances: whether everybody's chance to win shows during the game.
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
    """The choices and the file that they are kept in.

    Attributes:
        current: what was chosen last.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.current = read_choices(path)

    def remember(self, **chosen: Any) -> None:
        """Replace some of the choices, by name."""
        self.current = replace(self.current, **chosen)
        write_choices(self._path, self.current)

    def profile(self) -> str:
        """Return the name of the chosen profile; empty where nobody chose one."""
        return self.current.profile or ""


def read_choices(path: Path) -> ScreenChoices:
    """Return what *path* holds; nothing chosen where it is missing or damaged."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return ScreenChoices()
    except (OSError, ValueError, RecursionError) as err:
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
    """Return a whole number in its range, None for anything else: the file may be damaged."""
    known = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
    return int(str(value)) if known else None


def _words(value: object, known: tuple[str, ...]) -> tuple[str, ...] | None:
    fits = isinstance(value, list) and all(each in known for each in value)
    return tuple(value) if isinstance(value, list) and fits else None


def _switch(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def write_choices(path: Path, choices: ScreenChoices) -> bool:
    """Replace the file at once, so that it is always whole; False where the disk refused."""
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
