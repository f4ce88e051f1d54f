"""Errors of the calibration, each with a stable code and a hint."""

from typing import Final

from companion.errors import CompanionError


class CalibrationError(CompanionError, ValueError):
    """Base of the calibration's errors."""

    code = "calibration"
    template = "The calibration failed."


# --- profiles ------------------------------------------------------------------------------------


class ProfileError(CalibrationError):
    """Base of the errors of a stored profile."""

    code = "profile"
    template = "The profile cannot be used."


class ProfileMissingError(ProfileError):
    """There is no profile of that name; there may be a file."""


PROFILE_MISSING: Final = ProfileMissingError.row(
    "profile_missing",
    "There is no calibration profile %(profile)s.",
    "Create one with companion calibrate, or omit --profile.",
)
PROFILE_UNREADABLE: Final = ProfileError.row(
    "profile_unreadable",
    "The profile %(profile)s cannot be read: %(reason)s.",
    "Check the file and its permissions.",
)
PROFILE_TOO_LARGE: Final = ProfileError.row(
    "profile_too_large",
    "%(profile)s is not a profile: it is larger than %(limit_mb)d MB.",
    "Give the file that companion calibrate wrote.",
)
PROFILE_DAMAGED: Final = ProfileError.row(
    "profile_damaged",
    "The profile %(profile)s is incomplete: %(reason)s.",
    "Copy it again from its source, or calibrate again.",
)
PROFILE_NEWER: Final = ProfileError.row(
    "profile_newer",
    "The profile %(profile)s was made by a newer version of the companion (%(schema)s).",
    "Update the companion, or calibrate again with this version.",
)
PROFILE_INVALID: Final = ProfileError.row(
    "profile_invalid",
    "The profile %(profile)s cannot be used: %(reason)s.",
    "It was changed by hand or by another program: calibrate again.",
)
PROFILE_NAME: Final = ProfileMissingError.row(
    "profile_name",
    "%(name)s is not a valid profile name.",
    "Enter a name of 1 to 40 letters, digits, spaces and punctuation marks, on one line.",
)
PROFILE_WRITE: Final = ProfileError.row(
    "profile_not_written",
    "The profile cannot be written to %(profile)s: %(reason)s.",
    "Choose a writable location on a disk with free space.",
)


# --- images of the calibration mat: raised for a red light, attached as advice to a yellow one ---

NO_CALIBRATION_MAT: Final = CalibrationError.row(
    "mat_missing",
    "There is no calibration mat in the image.",
    "Put the printed calibration mat under the camera, all four corner markers in view.",
)
OTHER_MAT: Final = CalibrationError.row(
    "mat_wrong",
    "The mat in the image is %(mat)s, not the calibration mat.",
    "Put the mat labelled Calibration under the camera, with one die of each type on it.",
)
MAT_NOT_WHOLE: Final = CalibrationError.row(
    "mat_unusable",
    "Only part of the calibration mat is in the image, or its corners are covered.",
    "Put one mat flat on the table, all four corner markers uncovered and in view.",
)
MAT_TWICE: Final = CalibrationError.row(
    "mat_unusable",
    "Two calibration mats are in the image.",
    "Put one mat flat on the table, all four corner markers uncovered and in view.",
)
MAT_BENT: Final = CalibrationError.row(
    "mat_unusable",
    "The calibration mat is not flat.",
    "Put one mat flat on the table, all four corner markers uncovered and in view.",
)
TOO_SMALL: Final = CalibrationError.row(
    "dice_too_small",
    "A die is only %(size_px).0f pixels wide; it should be at least %(least_px).0f.",
    "Move the camera closer, or choose a higher resolution.",
)
BLURRED: Final = CalibrationError.row(
    "blurred",
    "The image is blurred.",
    "Focus on the mat, keep the camera still, and wipe the lens.",
)
OVEREXPOSED: Final = CalibrationError.row(
    "overexposed",
    "The image is overexposed: white paper and pale dice are clipped.",
    "Reduce the exposure or the light until the white patches are no longer overexposed.",
)
TOO_DARK: Final = CalibrationError.row(
    "too_dark",
    "The image is too dark to measure colours.",
    "Add light, or increase the exposure time.",
)
BANDING: Final = CalibrationError.row(
    "banding",
    "The image has bright and dark bands: the lamp flickers at mains frequency.",
    "Set the camera's flicker control to 50 Hz (60 Hz in America), or use another lamp.",
)
GREY_MAT: Final = CalibrationError.row(
    "mat_copied",
    "The grey patches cannot be distinguished: the mat looks photocopied.",
    "Print the calibration mat again from mats.pdf on white, matt paper.",
)
BLACK_IS_GREY: Final = CalibrationError.row(
    "mat_copied",
    "The black patches are grey: the mat looks photocopied or faded.",
    "Print the calibration mat again from mats.pdf on white, matt paper.",
)
GREYS_COLOURED: Final = CalibrationError.row(
    "mat_copied",
    "The grey patches are coloured: a printer ink was missing.",
    "Print the calibration mat again from mats.pdf on white, matt paper.",
)
PAPER_NOT_WHITE: Final = CalibrationError.row(
    "mat_copied",
    "The paper of the mat is not white: the dice are much brighter.",
    "Print the calibration mat again from mats.pdf on white, matt paper.",
)
PRINT_SCALE: Final = CalibrationError.row(
    "print_scale",
    "Measured on this mat the dice are %(edge_mm).1f mm wide: it was not printed at 100 %%.",
    "Print it again at 100 %%, not fitted to the page; the ruler on it must be 100 mm long.",
)
SHADOW: Final = CalibrationError.row(
    "shadow",
    "There is a shadow on part of the mat.",
    "Remove anything between lamp and mat, including yourself, or move the lamp.",
)
GLARE: Final = CalibrationError.row(
    "glare",
    "There is a reflection on the place for %(die)s.",
    "Move the lamp or the camera until there is no bright spot on the mat, or use matt paper.",
)
UNEVEN_LIGHT: Final = CalibrationError.row(
    "uneven_light",
    "One side of the mat is %(times).1f times as bright as the other.",
    "Move the lamp further away or add a second one.",
)
DIE_MISSING: Final = CalibrationError.row(
    "die_missing",
    "There is no die on the place for %(dice)s.",
    "Put one die of each type on its place.",
)
DIE_UNCLEAR: Final = CalibrationError.row(
    "die_unclear",
    "The object on the place for %(dice)s cannot be recognised.",
    "Put one die there, flat and centred, and remove everything else.",
)
DIE_DOUBLED: Final = CalibrationError.row(
    "die_doubled",
    "There is more than one die on the place for %(die)s.",
    "Leave one die of each type on its place and remove the others.",
)
DICE_SWAPPED: Final = CalibrationError.row(
    "dice_swapped",
    "The dice on the places for %(first)s and %(second)s look swapped.",
    "Put each die on the place with its name and colour.",
)
WRONG_DIE: Final = CalibrationError.row(
    "die_wrong",
    "The die on the place for %(die)s looks like %(other)s.",
    "Put each die on the place with its name and colour.",
)
DIE_ASKEW: Final = CalibrationError.row(
    "die_askew",
    "The die on the place for %(die)s is not flat, or something covers it.",
    "Put it flat on the table, with nothing on it.",
)
COLOURS_CLOSE: Final = CalibrationError.row(
    "colours_close",
    "Under this lamp %(first)s and %(second)s look nearly alike.",
    "Add light, preferably a daylight lamp.",
)
LIGHTS_DIFFER: Final = CalibrationError.row(
    "lights_differ",
    "The images were taken in different light: %(image)s does not match the first.",
    "Take all images for one calibration in the same light.",
)
LIGHT_NOT_KNOWN: Final = CalibrationError.row(
    "light_not_known",
    "The profile %(profile)s has no light data: it was made without the calibration mat.",
    "Calibrate with the printed calibration mat and one die of each type.",
)
LIGHT_UNSEEN: Final = CalibrationError.row(
    "light_unseen",
    "The light cannot be measured in this image.",
    "Take an image that shows a mat or a few dice of different types.",
)


# --- shown faces ---------------------------------------------------------------------------------

FACE_NOT_KEPT: Final = CalibrationError.row(
    "face_not_kept",
    "This face cannot be saved: %(reason)s.",
    "Remove faces that are not needed, or show it again.",
)
FACE_NOT_SHOWN: Final = CalibrationError.row(
    "face_unknown",
    "No face %(face)s of %(die)s was shown.",
    "The list has the faces that can be removed.",
)


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
