"""Device errors, each with a stable code and advice.

None of these stops the game: the composition root turns them into a device state on the screen.
"""

from companion.errors import CompanionError


class HardwareError(CompanionError):
    """Base class of device errors."""

    code = "hardware"
    template = "A device does not work."


class DriverStuckError(HardwareError, TimeoutError):
    """A call into a device driver does not return."""

    code = "driver_stuck"
    template = "The device %(name)s does not respond: its driver is stuck."
    hint = "Check its cable. If that does not help, switch off and on again; the game is saved."


class CameraUnavailableError(HardwareError, OSError):
    """A camera cannot be opened: not connected, busy, or its library is missing."""

    code = "camera_unavailable"
    template = "The camera %(name)s cannot be used: %(reason)s."
    hint = "%(advice)s"

    def __init__(
        self,
        *,
        name: str,
        reason: str,
        advice: str = "Check the cable, or choose another camera in config.toml.",
    ) -> None:
        super().__init__(name=name, reason=reason, advice=advice)


class PictureUnreadableError(HardwareError, ValueError):
    """An image file of the folder camera is missing or corrupt."""

    code = "picture_unreadable"
    template = "The image %(path)s cannot be shown: %(reason)s."
    hint = "Give a JPEG or PNG file."


class ButtonsUnavailableError(HardwareError, OSError):
    """The GPIO pins or the serial port of the ready buttons cannot be opened."""

    code = "buttons_unavailable"
    template = "The ready buttons on %(name)s cannot be used: %(reason)s."
    hint = (
        "Check the wiring and the numbers in config.toml: a pin that an overlay or another program "
        "uses is busy. Until then say ready on the screen or with the keys 1 to 5."
    )


class PinLibraryMissingError(ButtonsUnavailableError):
    """No library for GPIO pins is installed."""

    code = "pin_library_missing"
    template = "The GPIO pins cannot be used: lgpio is not installed."
    hint = "Run: sudo apt install -y python3-lgpio."

    def __init__(self) -> None:
        super().__init__()


class PinLibraryUnusableError(ButtonsUnavailableError):
    """The library for GPIO pins is installed and does not start."""

    code = "pin_library_unusable"
    template = "The GPIO pins cannot be used: %(reason)s."
    hint = "Run: sudo usermod -aG gpio $USER, then log in again."


class ProtocolError(HardwareError, ValueError):
    """A line from a button box violates the protocol."""

    code = "box_protocol"
    template = "The button box sent an invalid line: %(reason)s."


class BoxTooNewError(ProtocolError):
    """The box uses a newer protocol version."""

    code = "box_too_new"
    template = "The button box uses version %(version)s of the protocol, not %(known)s."
    hint = "Update the companion, or reinstall the older firmware of the box."
