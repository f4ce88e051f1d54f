"""Parser of ``config.toml`` into `companion.settings.Settings`; errors name the line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

from companion import i18n
from companion.errors import CompanionError
from companion.games.names import clean_name
from companion.settings import (
    ButtonSettings,
    CameraSettings,
    LogSettings,
    RulesSettings,
    ScreenSettings,
    Settings,
    TableSettings,
)
from companion.text_formats import TooDeepError, from_toml

MAX_CONFIG_BYTES: Final = 100_000

LANGUAGES: Final = tuple(language.key for language in i18n.LANGUAGES)
_SEATS: Final = 5
_PINS: Final = range(28)  # BCM numbers on the 40-pin header


class SettingsError(CompanionError, ValueError):
    """Base of the errors of the settings file."""

    code = "settings"
    template = "The settings cannot be used."


class SettingsUnreadableError(SettingsError, OSError):
    """The file exists but cannot be read."""

    code = "settings_unreadable"
    template = "The settings %(path)s cannot be read: %(reason)s."
    hint = "Correct the file or remove it; without it all settings have their default values."


class UnknownSettingError(SettingsError, KeyError):
    """An unknown key, most often a typing error."""

    code = "settings_unknown_key"
    template = "Line %(line)s of %(path)s: unknown setting %(key)s."
    hint = "Valid settings: %(known)s."

    def __str__(self) -> str:
        """Return the message; ``KeyError`` would put it in quotation marks."""
        return self.message


class BadSettingError(SettingsError):
    """An invalid value."""

    code = "settings_bad_value"
    template = "Line %(line)s of %(path)s: %(key)s must be %(expected)s."
    hint = "Correct the line, or delete it to use the default value."


def read_settings(path: Path) -> Settings:
    """Return the settings in *path*; the defaults if the file does not exist.

    Raises:
        SettingsUnreadableError: not readable, not text, or not TOML; names the line if known.
        UnknownSettingError: an unknown key; names its line.
        BadSettingError: an invalid value; names its line.
    """
    text = _text_of(path)
    if text is None:
        return Settings()
    try:
        content = from_toml(text)
    except (tomllib.TOMLDecodeError, TooDeepError) as err:
        reason = str(err).rstrip(".")
        raise SettingsUnreadableError(path=path, reason=reason) from err
    except ValueError as err:  # Python refuses to convert numbers of thousands of digits
        raise SettingsUnreadableError(path=path, reason="a number in it is too long") from err
    return _Decoder(path, text).settings(content)


def _text_of(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            content = file.read(MAX_CONFIG_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as err:
        reason = err.strerror or "it cannot be opened"
        raise SettingsUnreadableError(path=path, reason=reason) from err
    if len(content) > MAX_CONFIG_BYTES:
        raise SettingsUnreadableError(path=path, reason="it is far too long")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as err:
        raise SettingsUnreadableError(path=path, reason="it is not UTF-8 text") from err


# --- valid values of each key --------------------------------------------------------------------

Check = Callable[[Any], Any]
"""Returns the converted value, or raises ``ValueError`` with a description of valid values."""


def _one_of(*words: str) -> Check:
    def check(value: Any) -> str:
        if value not in words:
            raise ValueError(f"one of {', '.join(words)}")
        return str(value)

    return check


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("a text in quotation marks")  # noqa: TRY004 - what _value expects
    return value


def _file_name(value: Any) -> str:
    if not isinstance(value, str) or not (value.isprintable() and len(value) <= 1000):
        raise ValueError("the name of a file")
    return value


def _whole(least: int, most: int) -> Check:
    def check(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValueError(f"an integer from {least} to {most}")
        return value

    return check


def _quarter_turns(value: Any) -> int:
    if isinstance(value, bool) or value not in (0, 90, 180, 270):
        raise ValueError("0, 90, 180 or 270")
    return int(value)


def _number(least: float, most: float) -> Check:
    def check(value: Any) -> float:
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not is_number or not least <= value <= most:
            raise ValueError(f"a number from {least:g} to {most:g}")
        return float(value)

    return check


def _millimetres(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 8 <= value <= 30:
        raise ValueError("a number of millimetres from 8 to 30")
    return float(value)


def _names(value: Any) -> tuple[str, ...]:
    expected = f"a list of at most {_SEATS} names of 1 to 24 characters"
    if not isinstance(value, list) or len(value) > _SEATS:
        raise ValueError(expected)
    names = tuple(clean_name(name) if isinstance(name, str) else "" for name in value)
    if not all(1 <= len(name) <= 24 for name in names):
        raise ValueError(expected)
    return names


def _pins(value: Any) -> tuple[int, ...]:
    expected = f"a list of at most {_SEATS} different pin numbers from 0 to {_PINS[-1]}"
    if not isinstance(value, list) or len(value) > _SEATS or len(set(map(str, value))) < len(value):
        raise ValueError(expected)
    if any(isinstance(pin, bool) or not isinstance(pin, int) or pin not in _PINS for pin in value):
        raise ValueError(expected)
    return tuple(value)


_CHECKS: Final[Mapping[str, Check]] = {
    "language": _one_of(*LANGUAGES),
    "camera.source": _text,
    "camera.width_px": _whole(320, 8000),
    "camera.height_px": _whole(240, 8000),
    "camera.exposure_us": _number(1, 1_000_000),
    "camera.gain": _number(0, 1_000),
    "camera.red_gain": _number(0.1, 32),
    "camera.blue_gain": _number(0.1, 32),
    "camera.white_balance_k": _number(1_000, 20_000),
    "camera.focus": _number(0, 10_000),
    "buttons.gpio": _one_of("auto", "on", "off"),
    "buttons.pins": _pins,
    "buttons.lights": _pins,
    "buttons.bounce_ms": _whole(1, 500),
    "buttons.serial": _text,
    "screen.width_px": _whole(480, 8000),
    "screen.height_px": _whole(320, 8000),
    "screen.fullscreen": _one_of("auto", "on", "off"),
    "screen.rotation_deg": _quarter_turns,
    "screen.brightness_percent": _whole(0, 100),
    "table.names": _names,
    "table.die_edge_mm": _millimetres,
    "rules.freed_workers": _one_of("at_least_one", "may_decline"),
    "rules.unprinted_moment": _one_of("phase_start", "phase_end"),
    "rules.bankers_moment": _one_of("before_income", "after_income"),
    "rules.renaissance_limit": _one_of("open_ended", "ten"),
    "rules.reconnaissance_scope": _one_of("scouted_only", "every_draw"),
    "rules.empty_bag": _one_of("three_or_more", "more_than_three"),
    "rules.empty_cup": _one_of("must_recall", "may_recall"),
    "rules.timing": _one_of("at_once", "in_turn"),
    "log.file": _file_name,
}

_SECTIONS: Final[Mapping[str, type]] = {
    "camera": CameraSettings,
    "buttons": ButtonSettings,
    "screen": ScreenSettings,
    "table": TableSettings,
    "rules": RulesSettings,
    "log": LogSettings,
}


class _Decoder:
    """Converts parsed TOML to settings; keeps the text to find the line of an error."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._lines = text.splitlines()

    def settings(self, content: Mapping[str, Any]) -> Settings:
        values: dict[str, Any] = {}
        for key, value in content.items():
            if key in _SECTIONS:
                if not isinstance(value, dict):
                    raise self._bad(key, f"a section [{key}]")
                values[key] = self._section(key, value)
            else:
                values[key] = self._value(key, value)
        return Settings(**values)

    def _section(self, name: str, content: Mapping[str, Any]) -> Any:
        values = {key: self._value(f"{name}.{key}", value) for key, value in content.items()}
        return _SECTIONS[name](**values)

    def _value(self, key: str, value: Any) -> Any:
        check = _CHECKS.get(key)
        if check is None:
            raise UnknownSettingError(
                line=self._line(key), path=self._path, key=key, known=_known(key)
            )
        try:
            return check(value)
        except ValueError as err:
            raise self._bad(key, str(err)) from err

    def _bad(self, key: str, expected: str) -> BadSettingError:
        return BadSettingError(line=self._line(key), path=self._path, key=key, expected=expected)

    def _line(self, key: str) -> int:
        """Return the number of the line that sets *key*, or else that of its section."""
        section, _, name = key.rpartition(".")
        current, near = "", 1
        for number, line in enumerate(self._lines, 1):
            header = re.match(r"\s*\[\s*([^\[\]]+?)\s*\]", line)
            if header:
                current = header[1]
                if current == key:
                    return number
                near = number if current == section else near
            elif current == section and _sets(line, name):
                return number
            elif not current and section and _sets(line, section):
                near = number
        return near


def _sets(line: str, name: str) -> bool:
    return re.match(rf"""\s*["']?{re.escape(name)}["']?\s*[.=]""", line) is not None


def _known(key: str) -> str:
    section, _, _ = key.rpartition(".")
    if section in _SECTIONS:
        return ", ".join(each.name for each in fields(_SECTIONS[section]))
    return ", ".join(each.name for each in fields(Settings))
