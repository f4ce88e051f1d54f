"""Errors that only the doctor reports."""

from typing import Final

from companion.errors import CompanionError

UNDER_VOLTAGE: Final = CompanionError.row(
    "under_voltage",
    "The voltage of the power supply was too low since the Pi was switched on.",
    "Use a supply of 5 V and 3 A (Pi 4) or 5 A (Pi 5) with its own short cable.",
)
THROTTLED: Final = CompanionError.row(
    "throttled",
    "The Pi became too hot and slowed down since it was switched on.",
    "Give it a heat sink or a fan, and room for air.",
)
SLOW_SCREEN: Final = CompanionError.row(
    "slow_screen",
    "The screen is rendered by %(renderer)s, not by the GPU: it will be slow.",
    "Check that /boot/firmware/config.txt has the line dtoverlay=vc4-kms-v3d and that this "
    "user is in the group render, then restart the Pi.",
)


def power_error(flags: int | None) -> CompanionError | None:
    """Return what the firmware's flags of supply and heat report, if anything."""
    from hardware import probe

    if flags is None or flags == 0:
        return None
    return UNDER_VOLTAGE() if flags & probe.UNDER_VOLTAGE else THROTTLED()
