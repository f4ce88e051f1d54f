"""Errors that only the doctor reports."""

from companion.errors import CompanionError


class UnderVoltageError(CompanionError):
    """The power supply of a Raspberry Pi is too weak."""

    code = "under_voltage"
    template = "The voltage of the power supply was too low since the Pi was switched on."
    hint = "Use a supply of 5 V and 3 A (Pi 4) or 5 A (Pi 5) with its own short cable."


class ThrottledError(CompanionError):
    """A Raspberry Pi slowed itself down."""

    code = "throttled"
    template = "The Pi became too hot and slowed down since it was switched on."
    hint = "Give it a heat sink or a fan, and room for air."


def power_error(flags: int | None) -> CompanionError | None:
    """Return what the firmware's flags of supply and heat report, if anything."""
    from hardware.probe import UNDER_VOLTAGE

    if flags is None or flags == 0:
        return None
    return UnderVoltageError() if flags & UNDER_VOLTAGE else ThrottledError()


class SlowScreenError(CompanionError):
    """A Raspberry Pi uses software rendering, because its GPU is not accessible."""

    code = "slow_screen"
    template = "The screen is rendered by %(renderer)s, not by the GPU: it will be slow."
    hint = (
        "Check that /boot/firmware/config.txt has the line dtoverlay=vc4-kms-v3d and that this "
        "user is in the group render, then restart the Pi."
    )
