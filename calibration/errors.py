"""What the calibration refuses, each with a stable code and what to do about it."""

from __future__ import annotations

from companion.errors import CompanionError


class CalibrationError(CompanionError):
    """Base of the calibration's errors."""

    code = "calibration"
    template = "The calibration did not succeed."


# --- profiles ------------------------------------------------------------------------------------


class ProfileError(CalibrationError):
    """Base of what can be wrong with a stored profile."""

    code = "profile"
    template = "The profile cannot be used."


class ProfileMissingError(ProfileError, FileNotFoundError):
    """There is no profile of that name or in that place."""

    code = "profile_missing"
    template = "There is no calibration profile %(profile)s."
    hint = "Make one with companion calibrate, or leave out --profile."


class ProfileUnreadableError(ProfileError, OSError):
    """The file is there but cannot be read."""

    code = "profile_unreadable"
    template = "The profile %(profile)s cannot be read: %(reason)s."
    hint = "Check the file and its permissions."


class ProfileTooLargeError(ProfileError, ValueError):
    """Far larger than any profile; it was not read."""

    code = "profile_too_large"
    template = "%(profile)s is no profile: it is larger than %(limit_mb)d MB."
    hint = "Name the file that companion calibrate wrote."


class ProfileDamagedError(ProfileError, ValueError):
    """Not whole: the file ends early or is no JSON at all."""

    code = "profile_damaged"
    template = "%(profile)s is not a whole profile: %(reason)s."
    hint = "Copy it again from where it came, or calibrate again."


class ProfileNewerError(ProfileError, ValueError):
    """Written by a later version of the program."""

    code = "profile_newer"
    template = "The profile %(profile)s was made by a newer version of the companion (%(schema)s)."
    hint = "Update the companion, or calibrate again with this one."


class ProfileInvalidError(ProfileError, ValueError):
    """A whole file with a value that no profile can have."""

    code = "profile_invalid"
    template = "The profile %(profile)s cannot be used: %(reason)s."
    hint = "It was changed by hand or by another program: calibrate again."


class ProfileNameError(ProfileError, ValueError):
    """A name that cannot be given."""

    code = "profile_name"
    template = "A profile cannot be called %(name)s."
    hint = "Give a name of 1 to 40 letters, figures, spaces and signs, on one line."


class ProfileWriteError(ProfileError, OSError):
    """The disk did not take the profile; what was there before is untouched."""

    code = "profile_not_written"
    template = "The profile cannot be written to %(profile)s: %(reason)s."
    hint = "Choose a place that you may write to, on a disk with free space."
