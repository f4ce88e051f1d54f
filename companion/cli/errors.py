"""What the commands themselves refuse."""

from __future__ import annotations

from companion.errors import CompanionError


class ProfileMissingError(CompanionError, FileNotFoundError):
    """There is no calibration profile of that name."""

    code = "profile_missing"
    template = "There is no calibration profile %(profile)s."
    hint = "Leave out --profile: dice are read without one, too."


class ProfileUnsupportedError(CompanionError, ValueError):
    """The file is there, but this version reads dice without profiles."""

    code = "profile_unsupported"
    template = "This version of the companion cannot use the profile %(profile)s yet."
    hint = "Leave out --profile: dice are read without one, too."


class AnnotateError(CompanionError, OSError):
    """The annotated pictures cannot be written."""

    code = "annotate_failed"
    template = "The annotated picture cannot be written to %(path)s: %(reason)s."
    hint = "Choose a folder that you may write to, on a disk with free space."
