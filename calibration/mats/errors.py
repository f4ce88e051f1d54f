"""Errors of writing the mats."""

from __future__ import annotations

import errno
from pathlib import Path

from companion.errors import CompanionError


class MatsError(CompanionError):
    """Base of the errors of this folder."""


class MatsFolderError(MatsError, NotADirectoryError):
    """The output path is not a folder."""

    code = "not_a_folder"
    template = "%(path)s is not a folder."
    hint = "Give a folder, or a path where one can be created."


class MatsAccessError(MatsError, PermissionError):
    """The folder cannot be made or written to."""

    code = "not_writable"
    template = "Nothing can be written to %(path)s: %(reason)s."
    hint = "Choose another folder, or change its permissions."


class MatsSpaceError(MatsError, OSError):
    """The disk or the quota is full."""

    code = "disk_full"
    template = "There is not enough space for the mats in %(path)s."
    hint = "Free a few megabytes, or choose another folder. Nothing was changed."


class MatsWriteError(MatsError, OSError):
    """Writing failed in some other way."""

    code = "write_failed"
    template = "The mats could not be written to %(path)s: %(reason)s."
    hint = "Try again, or choose another folder."


class MatsFontError(MatsError, FileNotFoundError):
    """The typeface of the mats' labels is not installed."""

    code = "font_missing"
    template = "The font %(name)s is missing."
    hint = "Reinstall the program: the font is part of the package kivy."


def write_error(error: OSError, path: Path) -> MatsError:
    """Return the error to show for *error*, raised while writing to *path*."""
    reason = error.strerror or str(error)
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return MatsSpaceError(path=path)
        case errno.ENOTDIR | errno.EEXIST:
            return MatsFolderError(path=path)
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return MatsAccessError(path=path, reason=reason)
        case _:
            return MatsWriteError(path=path, reason=reason)
