"""Errors of the calibration service."""

from typing import Final

from companion.errors import CompanionError

NO_DIE_SHOWN: Final = CompanionError.row(
    "no_die_shown",
    "The camera does not see a die.",
    "Put the die under the camera, remove your hand, then tap its face.",
)
NO_PICTURE: Final = CompanionError.row(
    "no_picture", "The camera has not delivered an image yet.", "Wait for the image, then draw."
)
PLACE_SHAPE: Final = CompanionError.row(
    "place_shape",
    "A place cannot be saved as it was drawn: %(reason)s.",
    "Move its corners so that none of them points inwards.",
)
CANNOT_HOLD: Final = CompanionError.row(
    "camera_cannot_hold",
    "The camera %(name)s has no settings that can be locked.",
    "It still works; do not change the light while you play.",
)
NOT_HELD: Final = CompanionError.row(
    "camera_not_held",
    "The camera %(name)s does not keep all of its settings.",
    "It works, but less reliably: switch off automatic settings in the camera's own "
    "software, if it has any.",
)
