"""Errors of the calibration service."""

from __future__ import annotations

from companion.errors import CompanionError
from companion.session.errors import CameraLostError
from companion.session.table_port import DeviceState, ScanUpdate


class NoDieShownError(CompanionError, LookupError):
    """A face was labelled while no die is in view."""

    code = "no_die_shown"
    template = "The camera does not see a die."
    hint = "Put the die under the camera, remove your hand, then tap its face."


class NoPictureError(CompanionError, LookupError):
    """Zones were to be stored before any frame arrived."""

    code = "no_picture"
    template = "The camera has not delivered an image yet."
    hint = "Wait for the image, then draw."


class PlaceShapeError(CompanionError, ValueError):
    """A drawn zone has an invalid shape."""

    code = "place_shape"
    template = "A place cannot be saved as it was drawn: %(reason)s."
    hint = "Move its corners so that none of them points inwards."


class CannotHoldError(CompanionError, OSError):
    """A camera without lockable controls."""

    code = "camera_cannot_hold"
    template = "The camera %(name)s has no settings that can be locked."
    hint = "It still works; do not change the light while you play."


class NotHeldError(CompanionError, OSError):
    """A camera that does not keep all locked controls."""

    code = "camera_not_held"
    template = "The camera %(name)s does not keep all of its settings."
    hint = (
        "It works, but less reliably: switch off automatic settings in the camera's own "
        "software, if it has any."
    )


def camera_fault(scan: ScanUpdate) -> CompanionError | None:
    """Return why the camera gives no frames; None where it works."""
    if scan.camera is DeviceState.READY:
        return None
    return scan.notes[0] if scan.notes else CameraLostError(name=scan.camera_name)
