"""Errors of the calibration, each with a stable code and a hint."""

from __future__ import annotations

from companion.errors import CompanionError


class CalibrationError(CompanionError):
    """Base of the calibration's errors."""

    code = "calibration"
    template = "The calibration failed."


# --- profiles ------------------------------------------------------------------------------------


class ProfileError(CalibrationError):
    """Base of the errors of a stored profile."""

    code = "profile"
    template = "The profile cannot be used."


class ProfileMissingError(ProfileError, FileNotFoundError):
    """There is no profile of that name or at that path."""

    code = "profile_missing"
    template = "There is no calibration profile %(profile)s."
    hint = "Create one with companion calibrate, or omit --profile."


class ProfileUnreadableError(ProfileError, OSError):
    """The file is there but cannot be read."""

    code = "profile_unreadable"
    template = "The profile %(profile)s cannot be read: %(reason)s."
    hint = "Check the file and its permissions."


class ProfileTooLargeError(ProfileError, ValueError):
    """Far larger than any profile; it was not read."""

    code = "profile_too_large"
    template = "%(profile)s is not a profile: it is larger than %(limit_mb)d MB."
    hint = "Give the file that companion calibrate wrote."


class ProfileDamagedError(ProfileError, ValueError):
    """The file is truncated or not JSON."""

    code = "profile_damaged"
    template = "The profile %(profile)s is incomplete: %(reason)s."
    hint = "Copy it again from its source, or calibrate again."


class ProfileNewerError(ProfileError, ValueError):
    """Written by a later version of the program."""

    code = "profile_newer"
    template = "The profile %(profile)s was made by a newer version of the companion (%(schema)s)."
    hint = "Update the companion, or calibrate again with this version."


class ProfileInvalidError(ProfileError, ValueError):
    """A complete file with an invalid value."""

    code = "profile_invalid"
    template = "The profile %(profile)s cannot be used: %(reason)s."
    hint = "It was changed by hand or by another program: calibrate again."


class ProfileNameError(ProfileError, ValueError):
    """An invalid name."""

    code = "profile_name"
    template = "%(name)s is not a valid profile name."
    hint = "Enter a name of 1 to 40 letters, digits, spaces and punctuation marks, on one line."


class ProfileWriteError(ProfileError, OSError):
    """Writing the profile failed; an older file is unchanged."""

    code = "profile_not_written"
    template = "The profile cannot be written to %(profile)s: %(reason)s."
    hint = "Choose a writable location on a disk with free space."


# --- images of the calibration mat: raised for a red light, attached as advice to a yellow one ---


class NoCalibrationMatError(CalibrationError, ValueError):
    """No mat at all."""

    code = "mat_missing"
    template = "There is no calibration mat in the image."
    hint = "Put the printed calibration mat under the camera, all four corner markers in view."


class OtherMatError(CalibrationError, ValueError):
    """A mat, but not the one for calibrating."""

    code = "mat_wrong"
    template = "The mat in the image is %(mat)s, not the calibration mat."
    hint = "Put the mat labelled Calibration under the camera, with one die of each type on it."


class MatNotWholeError(CalibrationError, ValueError):
    """Only a part of the calibration mat is visible; its other faults are subclasses."""

    code = "mat_unusable"
    template = "Only part of the calibration mat is in the image, or its corners are covered."
    hint = "Put one mat flat on the table, all four corner markers uncovered and in view."


class MatTwiceError(MatNotWholeError):
    """Two sheets."""

    template = "Two calibration mats are in the image."


class MatBentError(MatNotWholeError):
    """Not flat."""

    template = "The calibration mat is not flat."


class TooSmallError(CalibrationError, ValueError):
    """Too few pixels for a die."""

    code = "dice_too_small"
    template = "A die is only %(size_px).0f pixels wide; it should be at least %(least_px).0f."
    hint = "Move the camera closer, or choose a higher resolution."


class BlurredError(CalibrationError, ValueError):
    """Out of focus or moved."""

    code = "blurred"
    template = "The image is blurred."
    hint = "Focus on the mat, keep the camera still, and wipe the lens."


class OverexposedError(CalibrationError, ValueError):
    """Paper and pale dice are clipped."""

    code = "overexposed"
    template = "The image is overexposed: white paper and pale dice are clipped."
    hint = "Reduce the exposure or the light until the white patches are no longer overexposed."


class TooDarkError(CalibrationError, ValueError):
    """Too little light to measure colours."""

    code = "too_dark"
    template = "The image is too dark to measure colours."
    hint = "Add light, or increase the exposure time."


class BandingError(CalibrationError, ValueError):
    """Banding from mains flicker."""

    code = "banding"
    template = "The image has bright and dark bands: the lamp flickers at mains frequency."
    hint = "Set the camera's flicker control to 50 Hz (60 Hz in America), or use another lamp."


class GreyMatError(CalibrationError, ValueError):
    """The steps of the neutral patches are too small."""

    code = "mat_copied"
    template = "The grey patches cannot be distinguished: the mat looks photocopied."
    hint = "Print the calibration mat again from mats.pdf on white, matt paper."


class BlackIsGreyError(GreyMatError):
    """The black patches are too bright: too little ink."""

    template = "The black patches are grey: the mat looks photocopied or faded."


class GreysColouredError(GreyMatError):
    """The grey patches have a colour cast: an ink is missing."""

    template = "The grey patches are coloured: a printer ink was missing."


class PaperNotWhiteError(GreyMatError):
    """The dice are brighter than the paper."""

    template = "The paper of the mat is not white: the dice are much brighter."


class PrintScaleError(CalibrationError, ValueError):
    """The sheet was not printed at 100 %."""

    code = "print_scale"
    template = (
        "Measured on this mat the dice are %(edge_mm).1f mm wide: it was not printed at 100 %%."
    )
    hint = "Print it again at 100 %%, not fitted to the page; the ruler on it must be 100 mm long."


class ShadowError(CalibrationError, ValueError):
    """The edge of a shadow crosses the mat."""

    code = "shadow"
    template = "There is a shadow on part of the mat."
    hint = "Remove anything between lamp and mat, including yourself, or move the lamp."


class GlareError(CalibrationError, ValueError):
    """A light source is reflected in paper or die."""

    code = "glare"
    template = "There is a reflection on the place for %(die)s."
    hint = (
        "Move the lamp or the camera until there is no bright spot on the mat, or use matt paper."
    )


class UnevenLightError(CalibrationError, ValueError):
    """One side of the mat is far brighter."""

    code = "uneven_light"
    template = "One side of the mat is %(times).1f times as bright as the other."
    hint = "Move the lamp further away or add a second one."


class DieMissingError(CalibrationError, ValueError):
    """A slot is empty."""

    code = "die_missing"
    template = "There is no die on the place for %(dice)s."
    hint = "Put one die of each type on its place."


class DieUnclearError(CalibrationError, ValueError):
    """Something in a slot was not recognised."""

    code = "die_unclear"
    template = "The object on the place for %(dice)s cannot be recognised."
    hint = "Put one die there, flat and centred, and remove everything else."


class DieDoubledError(CalibrationError, ValueError):
    """Two dice in one slot."""

    code = "die_doubled"
    template = "There is more than one die on the place for %(die)s."
    hint = "Leave one die of each type on its place and remove the others."


class DiceSwappedError(CalibrationError, ValueError):
    """Dice lie in each other's slots."""

    code = "dice_swapped"
    template = "The dice on the places for %(first)s and %(second)s look swapped."
    hint = "Put each die on the place with its name and colour."


class WrongDieError(CalibrationError, ValueError):
    """A die of another type."""

    code = "die_wrong"
    template = "The die on the place for %(die)s looks like %(other)s."
    hint = "Put each die on the place with its name and colour."


class DieAskewError(CalibrationError, ValueError):
    """A die that is not flat (tilted, stacked or covered)."""

    code = "die_askew"
    template = "The die on the place for %(die)s is not flat, or something covers it."
    hint = "Put it flat on the table, with nothing on it."


class ColoursCloseError(CalibrationError, ValueError):
    """Two types have nearly the same colour under this light source."""

    code = "colours_close"
    template = "Under this lamp %(first)s and %(second)s look nearly alike."
    hint = "Add light, preferably a daylight lamp."


class LightsDifferError(CalibrationError, ValueError):
    """Images of one calibration differ in lighting."""

    code = "lights_differ"
    template = "The images were taken in different light: %(image)s does not match the first."
    hint = "Take all images for one calibration in the same light."


class LightNotKnownError(CalibrationError, ValueError):
    """The profile has no measured lighting: it was made without the printed mat."""

    code = "light_not_known"
    template = "The profile %(profile)s has no light data: it was made without the calibration mat."
    hint = "Calibrate with the printed calibration mat and one die of each type."


class LightUnseenError(CalibrationError, ValueError):
    """The lighting cannot be estimated from the image."""

    code = "light_unseen"
    template = "The light cannot be measured in this image."
    hint = "Take an image that shows a mat or a few dice of different types."


# --- shown faces ---------------------------------------------------------------------------------


class FaceNotKeptError(CalibrationError, ValueError):
    """A face that cannot be added to a profile."""

    code = "face_not_kept"
    template = "This face cannot be saved: %(reason)s."
    hint = "Remove faces that are not needed, or show it again."


class FaceNotShownError(CalibrationError, KeyError):
    """A face that was never shown."""

    code = "face_unknown"
    template = "No face %(face)s of %(die)s was shown."
    hint = "The list has the faces that can be removed."

    def __str__(self) -> str:
        """Return the sentence; ``KeyError`` would put it in quotation marks."""
        return self.message
