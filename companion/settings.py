"""The settings of ``config.toml``: names, defaults and valid values; errors name the line."""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final

from companion.decoding import DecodeError, decode
from companion.errors import CompanionError
from companion.games.names import clean_name
from companion.places import Places
from companion.preferences import BRIGHTNESS, LANGUAGE
from companion.regular_file import read_regular
from companion.setting_values import (
    choice,
    file_name,
    matching,
    real,
    setting,
    switch,
    tuple_of,
    whole,
)
from companion.text_formats import TooDeepError, from_toml

MAX_CONFIG_BYTES: Final = 100_000


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


# --- settings, defaults and valid values ----------------------------------------------------------

_SEATS: Final = 5
_PINS: Final = f"a list of at most {_SEATS} different pin numbers from 0 to 27"
_NAMES: Final = f"a list of at most {_SEATS} names of 1 to 24 characters"

_camera_source: Final = matching(
    r"auto|none|pi(:[0-9])?|usb(:.*)?|(video|folder):(?P<path>.+)",
    "auto, none, pi, pi:NUMBER, usb, usb:NAME, video:FILE or folder:DIR",
)
_serial_port: Final = matching(
    r"auto|off|(?P<path>/.+)", "auto, off or the path of a port, such as /dev/ttyACM0"
)


def _network_address(value: Any) -> str:
    expected = "an address such as 192.168.1.5, or empty for all network cards"
    if not isinstance(value, str):
        raise ValueError(expected)  # noqa: TRY004 - as every check
    try:
        return value and str(ip_address(value))
    except ValueError:
        raise ValueError(expected) from None


def _pins(values: Any) -> tuple[int, ...]:
    # BCM numbers on the 40-pin header
    pins: tuple[int, ...] = tuple_of(whole(0, 27), _SEATS, _PINS)(values)
    if len(set(pins)) < len(pins):
        raise ValueError(_PINS)
    return pins


def _name(value: Any) -> str:
    name = clean_name(value) if isinstance(value, str) else ""
    if not 1 <= len(name) <= 24:
        raise ValueError(_NAMES)
    return name


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """``[camera]``: ``source`` is an argument of ``hardware.cameras.choice.open_camera``.

    The other values, apart from the size, fix camera controls as defined in
    ``hardware.cameras.controls``; None leaves a control to the camera.
    """

    source: str = setting("auto", _camera_source)
    width_px: int = setting(1536, whole(320, 8000))
    height_px: int = setting(864, whole(240, 8000))
    exposure_us: float | None = setting(None, real(1, 1_000_000))
    gain: float | None = setting(None, real(0, 1_000))
    red_gain: float | None = setting(None, real(0.1, 32))
    blue_gain: float | None = setting(None, real(0.1, 32))
    white_balance_k: float | None = setting(None, real(1_000, 20_000))
    focus: float | None = setting(None, real(0, 10_000))


@dataclass(frozen=True, slots=True)
class ButtonSettings:
    """``[buttons]``.

    Attributes:
        gpio: ``auto`` (on a Raspberry Pi), ``on`` or ``off``.
        pins: BCM numbers of the buttons of seats 1, 2, ...; empty uses the default wiring.
        lights: the same for their lights.
        bounce_ms: debounce time.
        serial: ``auto`` (any button box that identifies itself), ``off`` or the port's path.
    """

    gpio: str = choice("auto", "auto", "on", "off")
    pins: tuple[int, ...] = setting((), _pins)
    lights: tuple[int, ...] = setting((), _pins)
    bounce_ms: int = setting(30, whole(1, 500))
    serial: str = setting("auto", _serial_port)


@dataclass(frozen=True, slots=True)
class ScreenSettings:
    """``[screen]``: size of the window; in full screen the size of the display is used.

    Attributes:
        rotation_deg: rotation of the picture, and of touch coordinates, to the left.
        brightness_percent: display brightness at start-up; 0 leaves it unchanged.
    """

    width_px: int = setting(800, whole(480, 8000))
    height_px: int = setting(480, whole(320, 8000))
    fullscreen: str = choice("auto", "auto", "on", "off")
    rotation_deg: int = choice(0, 0, 90, 180, 270)
    brightness_percent: int = setting(0, BRIGHTNESS)


@dataclass(frozen=True, slots=True)
class TableSettings:
    """``[table]``: names offered for the seats; the edge of the dice in millimetres."""

    names: tuple[str, ...] = setting((), tuple_of(_name, _SEATS, _NAMES))
    die_edge_mm: float = setting(14.0, real(8, 30, "of millimetres "))


@dataclass(frozen=True, slots=True)
class PhoneSettings:
    """``[phones]``: whether the phones' server is on from the start, and where it listens.

    Attributes:
        address: of the network card to listen on; empty listens on all.
    """

    on: bool = switch(default=False)
    address: str = setting("", _network_address)
    port: int = setting(8765, whole(1024, 65535))


@dataclass(frozen=True, slots=True)
class EventSettings:
    """``[events]``: the Unix socket from which other programs read each step; empty for none."""

    socket: str = setting("", matching(r"|(?P<path>/.+)", "the path of a socket, or empty"))


@dataclass(frozen=True, slots=True)
class LogSettings:
    """``[log]``: the game log's file; empty uses the default location."""

    file: str = setting("", file_name)


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings; ``language`` applies until another is chosen on the screen."""

    language: str = setting("en", LANGUAGE)
    camera: CameraSettings = field(default_factory=CameraSettings)
    buttons: ButtonSettings = field(default_factory=ButtonSettings)
    screen: ScreenSettings = field(default_factory=ScreenSettings)
    table: TableSettings = field(default_factory=TableSettings)
    phones: PhoneSettings = field(default_factory=PhoneSettings)
    events: EventSettings = field(default_factory=EventSettings)
    log: LogSettings = field(default_factory=LogSettings)


def log_in_use(settings: Settings, places: Places) -> Path:
    """Return the game log named in the settings, or the default one."""
    named = settings.log.file
    return Path(named).expanduser() if named else places.log_file


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
        return decode(Settings, from_toml(text), "")
    except DecodeError as err:
        raise _refusal(err, path, text) from err
    except (tomllib.TOMLDecodeError, TooDeepError) as err:
        reason = str(err).rstrip(".")
        raise SettingsUnreadableError(path=path, reason=reason) from err
    except ValueError as err:  # Python refuses to convert numbers of thousands of digits
        raise SettingsUnreadableError(path=path, reason="a number in it is too long") from err


def _text_of(path: Path) -> str | None:
    try:
        content = read_regular(path, MAX_CONFIG_BYTES)
    except FileNotFoundError:
        return None
    except OSError as err:
        reason = err.strerror or "it cannot be opened"
        raise SettingsUnreadableError(path=path, reason=reason) from err
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as err:
        raise SettingsUnreadableError(path=path, reason="it is not UTF-8 text") from err


def _refusal(err: DecodeError, path: Path, text: str) -> SettingsError:
    """Return the error of a key, with its line."""
    key, known = err.place, err.words.get("known")
    place = {"line": _line(key, text.splitlines()), "path": path, "key": key}
    if known is not None:
        return UnknownSettingError(**place, known=known)
    is_section = err.words["expected"] == "an object"
    expected = f"a section [{key}]" if is_section else err.words["expected"]
    return BadSettingError(**place, expected=expected)


def _line(key: str, lines: Sequence[str]) -> int:
    """Return the number of the line that sets *key*, or else that of its section."""
    section, _, name = key.rpartition(".")
    current, near = "", 1
    for number, line in enumerate(lines, 1):
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
