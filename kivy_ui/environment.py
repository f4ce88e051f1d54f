"""Prepares the process for Kivy, which reads its environment at the first import.

Call ``prepare`` once, before anything imports ``kivy``.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Mapping, MutableMapping
from enum import Enum
from pathlib import Path
from typing import Final

DEFAULT_SIZE_PX = (800, 480)
"""The official 7 inch touchscreen; the layout is drawn for this size."""

_DRM = Path("/sys/class/drm")
_DEVICES = Path("/dev/dri")

_KIVY = {
    "KIVY_NO_ARGS": "1",  # else Kivy parses the program's own options and exits
    "KIVY_NO_CONFIG": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_NO_CONSOLELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",  # else Kivy replaces sys.stderr
    "KIVY_WINDOW": "sdl2",
    # Where a program draws instead of a graphics chip: Mesa's llvmpipe keeps what it has sorted for
    # up to 64 frames when threads of its own draw them, a hundred megabytes and more; without them
    # one frame's, and no more processor time.
    "LP_NUM_THREADS": "0",
}


class Surface(Enum):
    """Where the window is drawn."""

    DESKTOP = "desktop"
    CONSOLE = "console"
    OFFSCREEN = "offscreen"


def find_surface(environ: Mapping[str, str], drm: Path = _DRM, devices: Path = _DEVICES) -> Surface:
    """Return the best surface there is: a desktop, a screen on the bare console, or none.

    Args:
        environ: the process's environment.
        drm: folder of the kernel's display connectors; a container sees its host's as well.
        devices: folder of the graphics cards' devices that this process may have.
    """
    if environ.get("SDL_VIDEODRIVER") == "offscreen":
        return Surface.OFFSCREEN
    if environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"):
        return Surface.DESKTOP
    if sys.platform != "linux":
        return Surface.DESKTOP
    return Surface.OFFSCREEN if find_card(drm, devices) is None else Surface.CONSOLE


def find_displays(drm: Path = _DRM, devices: Path = _DEVICES) -> list[tuple[int, str]]:
    """Return card and connector of the displays that are connected, the table's screen first.

    A Raspberry Pi 5 has one card for HDMI, one for each ribbon cable (DSI) and one that only draws;
    their numbers change from start to start. A panel on the ribbon cable is the table's screen,
    whatever else is plugged in.
    """
    found = []
    for path in drm.glob("card*-*/status"):
        card, _, connector = path.parent.name.partition("-")
        if _reads_connected(path) and _may_use(devices / card):
            found.append((int(card.removeprefix("card")), connector))
    return sorted(found, key=lambda each: (not each[1].startswith("DSI"), each))


def find_card(drm: Path = _DRM, devices: Path = _DEVICES) -> int | None:
    """Return the number of the card of the table's screen; None where none is connected."""
    return next((card for card, _ in find_displays(drm, devices)), None)


def prepare(
    *,
    size_px: tuple[int, int] = DEFAULT_SIZE_PX,
    surface: Surface | None = None,
    fullscreen: bool | None = None,
    rotation_deg: int = 0,
    environ: MutableMapping[str, str] = os.environ,
    drm: Path = _DRM,
    devices: Path = _DEVICES,
) -> Surface:
    """Set what Kivy and SDL read, then the window's size; returns the surface that will be used.

    Args:
        size_px: width and height of the window; a full screen takes the display's own.
        surface: None takes the best one there is.
        fullscreen: None means: on the bare console only.
        rotation_deg: quarter turns of the picture to the left; Kivy turns the touches with it.
        environ: the environment to change.
        drm, devices: as for ``find_surface``.

    Raises:
        RuntimeError: Kivy was imported before.
    """
    if "kivy" in sys.modules:
        message = "kivy was imported before kivy_ui.environment.prepare()"
        raise RuntimeError(message)
    chosen = surface or find_surface(environ, drm, devices)
    for key, value in _KIVY.items():
        environ.setdefault(key, value)
    if chosen is Surface.OFFSCREEN:
        environ["SDL_VIDEODRIVER"] = "offscreen"
    elif chosen is Surface.CONSOLE:
        environ.setdefault("SDL_VIDEODRIVER", "kmsdrm")
        card = find_card(drm, devices)
        if card is not None:  # SDL would take the first one that it finds, or none at all
            environ.setdefault("SDL_KMSDRM_DEVICE_INDEX", str(card))
        # Kivy reads the touchscreen itself (below); a finger that is a mouse too would count twice.
        environ.setdefault("SDL_TOUCH_MOUSE_EVENTS", "0")
    environ.setdefault("SDL_VIDEO_X11_WMCLASS", "companion")
    environ.setdefault("KIVY_HOME", str(_kivy_home(environ)))
    whole = chosen is Surface.CONSOLE if fullscreen is None else fullscreen
    _configure(
        size_px,
        fullscreen=whole and chosen is not Surface.OFFSCREEN,
        rotation_deg=rotation_deg,
        reads_touchscreen=chosen is Surface.CONSOLE,
    )
    return chosen


_DENSE: Final = {(1024, 600): 1.25, (1280, 720): 1.5}
"""Pixels of a dp on 7 inch displays with more pixels than the first official one, either way up."""

_TO_LETTERS: Final = 0.25
"""Share of the additional pixels that makes everything larger; the rest shows more."""


def density_for(size_px: tuple[int, int]) -> float:
    """Return how many pixels a dp is; everything is laid out in dp.

    A display with more pixels is usually a larger one: letters keep about their size in
    millimetres, since they are read from the same distance, and the room shows more.
    """
    long, short = max(size_px), min(size_px)
    if (long, short) in _DENSE:
        return _DENSE[long, short]
    scale = min(long / DEFAULT_SIZE_PX[0], short / DEFAULT_SIZE_PX[1])
    return max(1.0, int((1.0 + (scale - 1.0) * _TO_LETTERS) * 8) / 8)


def _configure(
    size_px: tuple[int, int], *, fullscreen: bool, rotation_deg: int, reads_touchscreen: bool
) -> None:
    from kivy.config import Config  # reads the environment that was set above

    Config.set("graphics", "width", str(size_px[0]))
    Config.set("graphics", "height", str(size_px[1]))
    Config.set("graphics", "fullscreen", "auto" if fullscreen else "0")
    Config.set("graphics", "rotation", str(rotation_deg))
    Config.set("graphics", "multisamples", "0")  # own drawing is smooth; this halves the fill rate
    Config.set("graphics", "show_cursor", "0" if fullscreen else "1")
    Config.set("graphics", "maxfps", "60")
    Config.set("kivy", "exit_on_escape", "0")
    # A press wakes the window at once; Kivy's usual clock lets it wait for the next sixtieth.
    Config.set("kivy", "kivy_clock", "interrupt")
    Config.remove_section("input")
    Config.add_section("input")
    # On Linux Kivy ignores the fingers that SDL reports. A desktop turns them into a mouse; on the
    # bare console nobody does, so Kivy reads each multi-touch device (libmtdev). select_all: older
    # Raspberry Pi systems would otherwise add mice and keyboards.
    Config.set("input", "mouse", "mouse,disable_multitouch")
    if reads_touchscreen:
        Config.set("input", "touch_%(name)s", "probesysfs,provider=mtdev,select_all=0")


def _kivy_home(environ: Mapping[str, str]) -> Path:
    """A folder that Kivy may fill: it makes one at import and fails where it cannot."""
    cache = environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    home = Path(cache) / "companion" / "kivy"
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="companion-kivy-"))
    return home if os.access(home, os.W_OK) else Path(tempfile.mkdtemp(prefix="companion-kivy-"))


def _may_use(device: Path) -> bool:
    return os.access(device, os.R_OK | os.W_OK)


def _reads_connected(path: Path) -> bool:
    try:
        return path.read_text(encoding="ascii", errors="replace").strip() == "connected"
    except OSError:
        return False
