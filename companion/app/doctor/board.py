"""Hardware tests of ``companion doctor --board`` on a new Raspberry Pi: each device is really used.

The table must be closed, because only one process can open camera and pins. Further manual checks:
``deploy/first-board.md``.
"""

import subprocess
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from companion.app.doctor.checks import Check
from companion.app.doctor.report import Finding, Installation, State, failed
from companion.errors import CompanionError
from companion.i18n import N_

if TYPE_CHECKING:
    from hardware.cameras.controls import LockableCamera

STILLS: Final = 50
_DMESG: Final = ("dmesg", "--notime", "--level", "emerg,alert,crit,err,warn")
_REPORT: Final = N_("Report it as deploy/first-board.md says.")
_SAME_PX: Final = 0.02


def check_cards(_target: Installation) -> Finding:
    """Report which of the connected displays is the table's screen."""
    from kivy_ui.environment import find_displays

    found = [f"card{card}-{connector}" for card, connector in find_displays()]
    details: dict[str, object] = {"displays": found}
    if not found:
        message = N_("No connected display can be used by this user.")
        return State.ABSENT(message, details=details)
    message = N_("The screen is %(used)s; connected: %(connected)s.")
    params = {"used": found[0], "connected": ", ".join(found)}
    return State.OK(message, "", params, details)


def check_view(target: Installation) -> Finding:
    """Compare the field of view of the video stream with that of a still."""
    from hardware.cameras.trial import try_view

    def look(camera: "LockableCamera") -> Finding:
        stream, still = try_view(camera)
        if stream.crop is None or still.crop is None:
            message = N_("%(name)s does not report which part of its sensor an image shows.")
            return State.ABSENT(message, "", {"name": camera.info.name})
        details: dict[str, object] = {"stream": list(stream.crop), "still": list(still.crop)}
        off_px = max(abs(a - b) for a, b in zip(stream.crop, still.crop, strict=True))
        if off_px > _SAME_PX * still.crop[2]:
            message = N_(
                "Video stream and still image show different parts of the table: %(parts)s."
            )
            params = {"parts": f"{stream.crop}, {still.crop}"}
            return State.WARNING(message, _REPORT, params, details)
        message = N_("Video stream and still image show the same part of the table: %(parts)s.")
        return State.OK(message, "", {"parts": still.crop}, details)

    return _with_camera(target, look)


def check_lock(target: Installation) -> Finding:
    """Check that locked camera controls keep their values, also after a still."""
    from hardware.cameras.trial import try_lock

    def look(camera: "LockableCamera") -> Finding:
        trial = try_lock(camera)
        details: dict[str, object] = {
            "held": dict(trial.before.held),
            "wrong": dict(trial.before.wrong),
            "wrong_after_still": dict(trial.after.wrong),
        }
        wrong = {**trial.before.wrong, **trial.after.wrong}
        if wrong:
            message = N_("The camera changes locked settings: %(names)s.")
            params = {"names": ", ".join(sorted(wrong))}
            return State.WARNING(message, _REPORT, params, details)
        if not trial.before.held:
            message = N_("%(name)s has no settings that can be locked.")
            params = {"name": camera.info.name}
            return State.ABSENT(message, "", params, details)
        message = N_("Locked settings stay unchanged, also after a still image: %(names)s.")
        params = {"names": ", ".join(sorted(trial.after.held))}
        return State.OK(message, "", params, details)

    return _with_camera(target, look)


def check_stills(target: Installation) -> Finding:
    """Take many stills in a row and check the kernel log for new messages."""
    from hardware.cameras.trial import try_stills

    def look(camera: "LockableCamera") -> Finding:
        before = _kernel_lines()
        trial = try_stills(camera, STILLS)
        after = _kernel_lines()
        details: dict[str, object] = {
            "taken": trial.taken,
            "failed": trial.failed,
            "slowest_s": round(trial.slowest_s, 2),
        }
        if trial.failed:
            message = N_("%(failed)s of %(count)s still images failed.")
            params = {"failed": trial.failed, "count": STILLS}
            return State.WARNING(message, _REPORT, params, details)
        if before is None or after is None:
            message = N_(
                "All still images were captured; there is no permission to read the kernel log."
            )
            advice = N_("Run it with sudo.")
            return State.WARNING(message, advice, details=details)
        news = list((Counter(after) - Counter(before)).elements())
        details["kernel"] = news
        if news:
            message = N_("All still images were captured, but the kernel reported: %(line)s")
            return State.WARNING(message, _REPORT, {"line": news[0]}, details)
        message = N_("All %(taken)s still images were captured, the slowest in %(slowest_s)s s.")
        return State.OK(message, "", details, details)

    return _with_camera(target, look)


def check_open_pins(target: Installation) -> Finding:
    """Open all GPIO pins of the settings, as the table does."""
    from companion.app.devices import gpio_buttons
    from hardware.probe import has_pi_pins

    buttons = target.settings.buttons
    if buttons.gpio == "off" or (buttons.gpio == "auto" and not has_pi_pins()):
        message = N_("There are no pins to open.")
        return State.ABSENT(message)
    try:
        gpio_buttons(buttons).close()
    except CompanionError as err:
        return failed(err, State.WARNING)
    return State.OK(N_("All pins in the settings can be opened."))


BOARD_CHECKS: Final[dict[str, Check]] = {
    "cards": check_cards,
    "open_pins": check_open_pins,
    "view": check_view,
    "lock": check_lock,
    "stills": check_stills,
}
"""Name -> check, in order of execution."""


def _with_camera(target: Installation, look: "Callable[[LockableCamera], Finding]") -> Finding:
    """Run *look* with the camera of the settings, which is closed afterwards."""
    from hardware.cameras.choice import open_camera

    chosen = target.settings.camera
    try:
        camera = open_camera(chosen.source, size_px=(chosen.width_px, chosen.height_px))
        if camera is None:
            return State.ABSENT(N_("No camera is connected."))
        try:
            return look(camera)
        finally:
            camera.close()
    except CompanionError as err:
        return failed(err, State.WARNING)


def _kernel_lines() -> list[str] | None:
    """Return the kernel's warnings and errors; None if they may not be read."""
    try:
        done = subprocess.run(  # noqa: S603 - a constant command, found on PATH
            _DMESG, capture_output=True, text=True, check=False, timeout=20
        )
    except OSError:
        return None
    return done.stdout.splitlines() if done.returncode == 0 else None
