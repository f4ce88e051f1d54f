"""The checks of ``companion doctor``. Every check returns findings; none changes anything."""

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from companion.app.doctor.errors import SLOW_SCREEN, power_error
from companion.app.doctor.log_checks import check_log, check_set_aside
from companion.app.doctor.probes import (
    child,
    last_line,
    missing_letters,
    not_loaded,
    not_writable,
    version,
)
from companion.app.doctor.report import Finding, Installation, State, failed
from companion.errors import CompanionError
from companion.i18n import N_
from companion.places import environment
from companion.session import clock
from companion.settings import log_in_use
from companion.storage.log_file import check_owner, write_denied
from companion.storage.opening import written_files

_PACKAGES: Final = (
    "kivy",
    "opencv-python",
    "numpy",
    "onnxruntime",
    "gpiozero",
    "pyserial",
    "msgspec",
)
_PYTHONS: Final = ((3, 11), (3, 14))
_LITTLE_SPACE_MB: Final = 50
_CONSOLE_LIBRARIES: Final = ("libdrm.so.2", "libgbm.so.1", "libEGL.so.1")
"""Libraries that SDL loads to draw on the bare console (KMS); its wheel includes none of them."""

_PI_GRAPHICS: Final = "V3D"
"""Prefix of the OpenGL renderer name of a Raspberry Pi's GPU; others are software renderers."""


Check = Callable[[Installation], Finding | list[Finding]]


def examine(
    target: Installation, checks: Mapping[str, Check] | None = None, *, without: Sequence[str] = ()
) -> list[Finding]:
    """Return the findings of all checks; an exception in a check becomes a finding, too.

    Args:
        target: the installation.
        checks: name -> check; None uses ``CHECKS``.
        without: names of checks to skip, because their device is in use.
    """
    findings = []
    for name, check in (CHECKS if checks is None else checks).items():
        if name in without:
            continue
        try:
            found = check(target)
        except CompanionError as err:
            found = failed(err)
        except subprocess.TimeoutExpired as err:  # a slow or busy machine, not a broken one
            message = N_("This check did not finish within %(seconds)d seconds.")
            advice = N_("Try again when the machine is less busy.")
            found = State.WARNING(message, advice, {"seconds": int(err.timeout)})
        except Exception as err:  # an error in one check must not hide the others
            reason = {"reason": f"{type(err).__name__}: {err}"}
            found = State.FAILED(N_("The check failed: %(reason)s"), "", reason)
        several = found if isinstance(found, list) else [found]
        findings += [replace(each, name=name) for each in several]
    return findings


# --- software ------------------------------------------------------------------------------------


def check_versions(_target: Installation) -> Finding:
    """Check the versions of Python and of the required packages."""
    found = {name: version(name) for name in _PACKAGES}
    details: dict[str, object] = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        **found,
    }
    missing = [name for name, version in found.items() if version is None]
    if missing:
        message, advice = (
            N_("Packages are missing: %(packages)s."),
            N_("Run make run: it installs them."),
        )
        return State.FAILED(message, advice, {"packages": ", ".join(missing)}, details)
    if not _PYTHONS[0] <= sys.version_info[:2] < _PYTHONS[1]:
        message = N_("Python %(python)s is not supported.")
        return State.FAILED(message, N_("Use Python 3.11, 3.12 or 3.13."), details, details)
    message = N_("Python %(python)s on %(machine)s; all packages are installed.")
    return State.OK(message, "", details, details)


def check_clock(_target: Installation) -> Finding:
    """Check whether the date is known: a board without a battery-backed clock asks the network."""
    now = datetime.now(UTC)
    details = {"day": str(now.date()), "utc": now.isoformat(timespec="seconds")}
    if clock.is_set(now):
        return State.OK(N_("The clock is set: %(day)s."), "", details, details)
    message = N_("The clock is not set; it shows %(day)s.")
    advice = N_("Connect the network or a clock module; until then each game asks for its date.")
    return State.WARNING(message, advice, details, details)


def check_models(_target: Installation) -> Finding:
    """Check the files of the networks against their hashes."""
    from models.store import load_manifest, model_bytes

    manifest = load_manifest()
    sizes = {name: len(model_bytes(name, manifest)) for name in sorted(manifest.models)}
    details = {
        name: {"sha256": manifest.models[name].sha256, "bytes": size}
        for name, size in sizes.items()
    }
    named = {"models": ", ".join(sizes)}
    return State.OK(N_("%(models)s: the hashes match."), "", named, details)


def check_inference(_target: Installation) -> Finding:
    """Check that importing onnxruntime, without which no dice are read, does not end a process."""
    from vision.core.runtime import probed_runtime

    used = {"version": probed_runtime()}
    return State.OK(N_("onnxruntime %(version)s runs on this processor."), "", used)


def check_words(_target: Installation) -> Finding:
    """Check that the UI font has the letters, and that the translations of all languages exist."""
    from companion.i18n import LANGUAGES
    from companion.i18n.translator import DOMAIN, LOCALES

    texts = {each.key: LOCALES / each.key / "LC_MESSAGES" / f"{DOMAIN}.mo" for each in LANGUAGES}
    silent = [key for key, path in texts.items() if not path.is_file()]
    absent = missing_letters()
    details: dict[str, object] = {"languages": [each.key for each in LANGUAGES]}
    if silent or absent:
        message = (
            N_("There are no texts for %(missing)s.")
            if silent
            else N_("The font has no characters %(missing)s.")
        )
        params = {"missing": ", ".join(silent) or absent}
        return State.WARNING(message, N_("Run make run again."), params, details)
    return State.OK(N_("English, Polish and Hungarian can be displayed."), details=details)


# --- stored data ---------------------------------------------------------------------------------


def check_storage(target: Installation) -> Finding:
    """Check that the log, its folder and the program's files are writable and have free space.

    Raises:
        LogNotOwnedError: a file of the log belongs to another user.
    """
    path = log_in_use(target.settings, target.places)
    folder = next(each for each in path.absolute().parents if each.exists())
    free_mb = shutil.disk_usage(folder).free // 1_000_000
    details: dict[str, object] = {"log": str(path), "free_mb": free_mb}
    reason = not_writable(folder)
    if reason:
        return State.FAILED(
            N_("Games cannot be saved in %(wanted)s: %(reason)s."),
            N_("Make %(folder)s writable for this user, or name another log in config.toml."),
            {"wanted": path.parent, "reason": reason, "folder": folder},
            details,
        )
    check_owner(path)
    for other in written_files(target.places.data):
        if reason := write_denied(other):
            return State.WARNING(
                N_("%(file)s cannot be written: %(reason)s."),
                N_("Run: sudo chown --reference=%(folder)s %(file)s."),
                {"file": other, "reason": reason, "folder": target.places.data},
                details,
            )
    if free_mb < _LITTLE_SPACE_MB:
        message, advice = N_("Only %(free_mb)s MB are free."), N_("Free some space.")
        return State.WARNING(message, advice, details, details)
    return State.OK(N_("Games can be saved; %(free_mb)s MB are free."), "", details, details)


# --- devices -------------------------------------------------------------------------------------


def check_screen(_target: Installation) -> Finding:
    """Check which screen is connected and, in a subprocess, whether a window can be created."""
    from hardware.probe import has_pi_pins
    from kivy_ui.environment import Surface, find_card, find_surface

    surface = find_surface(environment())
    probe = (
        "from kivy_ui.environment import Surface, prepare; prepare(surface=Surface.OFFSCREEN)\n"
        "from kivy_ui.app import has_window, renderer\n"
        "if not has_window(): raise SystemExit(3)\n"
        "print(renderer())"
    )
    done = child(probe)
    drawn_by = last_line(done.stdout)
    details: dict[str, object] = {"surface": surface.value, "renderer": drawn_by}
    if surface is Surface.CONSOLE:
        details["card"] = find_card()
    if done.returncode != 0:
        advice = N_("Install the libraries: sudo apt install -y libgl1 libegl1.")
        return State.FAILED(N_("No window can be opened."), advice, details=details)
    if surface is Surface.OFFSCREEN:
        message = N_("No screen is connected; off-screen rendering works.")
        advice = N_("Connect a screen, or start companion from a desktop.")
        return State.ABSENT(message, advice, details=details)
    missing = not_loaded(_CONSOLE_LIBRARIES) if surface is Surface.CONSOLE else ""
    if missing:
        message = N_("The window cannot be opened without a desktop: %(library)s is missing.")
        advice = N_("Run: sudo apt install -y libgbm1 libdrm2 libegl1.")
        return State.FAILED(message, advice, {"library": missing}, details)
    if has_pi_pins() and not drawn_by.startswith(_PI_GRAPHICS):
        slow = SLOW_SCREEN(renderer=drawn_by)
        return replace(failed(slow, State.WARNING), details=details)
    message = (
        N_("The window opens on a desktop, rendered by %(renderer)s.")
        if surface is Surface.DESKTOP
        else N_("The window opens without a desktop, rendered by %(renderer)s.")
    )
    return State.OK(message, "", details, details)


def check_camera(target: Installation) -> Finding:
    """Capture one frame with the camera of the settings."""
    from hardware.probe import look_through

    camera = target.settings.camera
    details: dict[str, object] = {"source": camera.source}
    try:
        info = look_through(camera.source, (camera.width_px, camera.height_px))
    except CompanionError as err:
        return replace(failed(err, State.WARNING), details=details)
    if info is None:
        advice = N_("Connect one at any time; until then dice are entered by hand.")
        return State.ABSENT(N_("No camera is connected."), advice, details=details)
    details |= {"backend": info.backend, "width": info.width, "height": info.height}
    message = N_("%(name)s delivers images of %(width)s x %(height)s.")
    return State.OK(message, "", {"name": info.name, **details}, details)


def check_pins(target: Installation) -> Finding:
    """Check that GPIO ready buttons can work. Opens no pin."""
    from hardware.buttons.pin_factory import open_pin_factory
    from hardware.probe import board_name, has_pi_pins

    wanted = target.settings.buttons.gpio
    if wanted == "off":
        return State.ABSENT(N_("Pins are disabled in the settings."))
    if not has_pi_pins() and wanted == "auto":
        return State.ABSENT(N_("This machine has no pins; the keys 1 to 5 are the ready buttons."))
    try:
        library = type(open_pin_factory()).__name__
    except CompanionError as err:
        return failed(err, State.WARNING)
    message = N_("The pins of %(board)s are accessed through %(library)s.")
    used = {"library": library}
    return State.OK(message, "", {"board": board_name() or platform.node(), **used}, used)


def check_power(_target: Installation) -> Finding:
    """Report low voltage and heat, which the firmware of a Raspberry Pi remembers."""
    from hardware.probe import throttled

    flags = throttled()
    if flags is None:
        return State.ABSENT(N_("This machine does not report its power supply."))
    err = power_error(flags)
    if err is not None:
        return failed(err, State.WARNING)
    return State.OK(N_("No low voltage and no overheating is reported."))


def check_serial(target: Installation) -> Finding:
    """List the serial ports at which a button box may be connected. Opens none."""
    from hardware.probe import serial_ports

    if target.settings.buttons.serial == "off":
        return State.ABSENT(N_("Button boxes are disabled in the settings."))
    ports = serial_ports()
    details: dict[str, object] = {"ports": [port.name for port in ports]}
    closed = [port.name for port in ports if not port.permitted]
    if closed:
        message = N_("This user has no permission to open %(ports)s.")
        advice = N_("Run: sudo usermod -aG dialout $USER, then log in again.")
        return State.WARNING(message, advice, {"ports": ", ".join(closed)}, details)
    if not ports:
        message = N_("No button box is connected; one can be connected at any time.")
        return State.ABSENT(message, details=details)
    params = {"ports": ", ".join(port.name for port in ports)}
    return State.OK(N_("Connected: %(ports)s."), "", params, details)


def check_touch(_target: Installation) -> Finding:
    """List the touch panels, and those that this user may not read."""
    from hardware.touch.panels import find_panels

    panels = find_panels()
    closed = [panel.name for panel in panels if not os.access(panel.device, os.R_OK)]
    if closed:
        message = N_("This user has no permission to read %(panels)s.")
        advice = N_("Run: sudo usermod -aG input $USER, then log in again.")
        return State.WARNING(message, advice, {"panels": ", ".join(closed)})
    if not panels:
        return State.ABSENT(N_("No touch panel is connected; one can be connected at any time."))
    params = {"panels": ", ".join(panel.name for panel in panels)}
    return State.OK(N_("Connected: %(panels)s."), "", params)


CHECKS: Final[dict[str, Check]] = {
    "versions": check_versions,
    "clock": check_clock,
    "storage": check_storage,
    "log": check_log,
    "set aside": check_set_aside,
    "models": check_models,
    "inference": check_inference,
    "words": check_words,
    "screen": check_screen,
    "touch": check_touch,
    "camera": check_camera,
    "pins": check_pins,
    "serial": check_serial,
    "power": check_power,
}
"""Name -> check, in display order."""
