"""Prepares the process for Kivy, which reads environment variables at its first import.

Call ``prepare`` once, before anything imports ``kivy``.
"""

import os
import sys
import tempfile
from collections.abc import Mapping, MutableMapping
from enum import Enum
from pathlib import Path

DEFAULT_SIZE_PX = (800, 480)
"""Resolution of the official 7 inch touchscreen; the layout is designed for this size."""

_DRM = Path("/sys/class/drm")
_DEVICES = Path("/dev/dri")

_KIVY = {
    "KIVY_NO_ARGS": "1",  # else Kivy parses the program's own options and exits
    "KIVY_NO_CONFIG": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_NO_CONSOLELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",  # else Kivy replaces sys.stderr
    "KIVY_WINDOW": "sdl2",
    # With software rendering, Mesa's llvmpipe keeps the binned scenes of up to 64 frames if it uses
    # threads of its own, a hundred megabytes and more. Without threads it keeps one frame and takes
    # no more processor time.
    "LP_NUM_THREADS": "0",
}


class Surface(Enum):
    """Where the window is drawn."""

    DESKTOP = "desktop"
    CONSOLE = "console"
    OFFSCREEN = "offscreen"


def find_surface(environ: Mapping[str, str], drm: Path = _DRM, devices: Path = _DEVICES) -> Surface:
    """Return the best available surface: a desktop, a display on the bare console, or off-screen.

    Args:
        drm: sysfs folder of the kernel's display connectors; a container sees the host's.
        devices: folder of the graphics card devices that this process can access.
    """
    if environ.get("SDL_VIDEODRIVER") == "offscreen":
        return Surface.OFFSCREEN
    if environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"):
        return Surface.DESKTOP
    if sys.platform != "linux":
        return Surface.DESKTOP
    return Surface.OFFSCREEN if find_card(drm, devices) is None else Surface.CONSOLE


def find_displays(drm: Path = _DRM, devices: Path = _DEVICES) -> list[tuple[int, str]]:
    """Return card number and connector of all connected displays, the table's screen first.

    A Raspberry Pi 5 has one card for HDMI, one for each ribbon cable (DSI) and one for rendering
    only; their numbers change with each boot. A DSI panel is always taken as the table's screen,
    whatever else is connected.
    """
    found = []
    for path in drm.glob("card*-*/status"):
        card, _, connector = path.parent.name.partition("-")
        if _reads_connected(path) and _may_use(devices / card):
            found.append((int(card.removeprefix("card")), connector))
    return sorted(found, key=lambda each: (not each[1].startswith("DSI"), each))


def find_card(drm: Path = _DRM, devices: Path = _DEVICES) -> int | None:
    """Return the card number of the table's screen, or None if no display is connected."""
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
    """Set the environment variables and configuration of Kivy and SDL; return the surface used.

    Args:
        size_px: width and height of the window; full screen uses the display's resolution.
        surface: None selects the best available one.
        fullscreen: None means full screen only on the bare console.
        rotation_deg: anticlockwise rotation of the picture in steps of 90; touches are rotated too.
        drm, devices: as for ``find_surface``.

    Raises:
        RuntimeError: Kivy was already imported.
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
        if card is not None:  # SDL would take the first card that it finds, or none at all
            environ.setdefault("SDL_KMSDRM_DEVICE_INDEX", str(card))
        # The window reads the touch panels itself; emulated mouse events would count twice.
        environ.setdefault("SDL_TOUCH_MOUSE_EVENTS", "0")
    environ.setdefault("SDL_VIDEO_X11_WMCLASS", "companion")
    environ.setdefault("KIVY_HOME", str(_kivy_home(environ)))
    whole = chosen is Surface.CONSOLE if fullscreen is None else fullscreen
    _configure(
        size_px,
        fullscreen=whole and chosen is not Surface.OFFSCREEN,
        rotation_deg=rotation_deg,
    )
    return chosen


def _configure(size_px: tuple[int, int], *, fullscreen: bool, rotation_deg: int) -> None:
    from kivy.config import Config  # reads the environment variables set above

    Config.set("graphics", "width", str(size_px[0]))
    Config.set("graphics", "height", str(size_px[1]))
    Config.set("graphics", "fullscreen", "auto" if fullscreen else "0")
    Config.set("graphics", "rotation", str(rotation_deg))
    Config.set("graphics", "multisamples", "0")  # drawing is antialiased; this halves the fill rate
    Config.set("graphics", "show_cursor", "0" if fullscreen else "1")
    Config.set("graphics", "maxfps", "60")
    Config.set("kivy", "exit_on_escape", "0")
    # A press wakes the event loop at once; Kivy's default clock waits for the next 1/60 s.
    Config.set("kivy", "kivy_clock", "interrupt")
    Config.remove_section("input")
    Config.add_section("input")
    # On Linux Kivy ignores the touches that SDL reports. A desktop converts them to mouse events;
    # on the bare console the window gets them from `kivy_ui.touch_input`.
    Config.set("input", "mouse", "mouse,disable_multitouch")


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
