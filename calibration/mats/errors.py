"""Errors of writing the mats."""

import errno
from pathlib import Path
from typing import Final

from companion.errors import CompanionError


class MatsError(CompanionError):
    """Base of the errors of this folder."""


MATS_FOLDER: Final = MatsError.row(
    "not_a_folder",
    "%(path)s is not a folder.",
    "Give a folder, or a path where one can be created.",
)
MATS_ACCESS: Final = MatsError.row(
    "not_writable",
    "Nothing can be written to %(path)s: %(reason)s.",
    "Choose another folder, or change its permissions.",
)
MATS_SPACE: Final = MatsError.row(
    "disk_full",
    "There is not enough space for the mats in %(path)s.",
    "Free a few megabytes, or choose another folder. Nothing was changed.",
)
MATS_WRITE: Final = MatsError.row(
    "write_failed",
    "The mats could not be written to %(path)s: %(reason)s.",
    "Try again, or choose another folder.",
)
MATS_FONT: Final = MatsError.row(
    "font_missing",
    "The font %(name)s is missing.",
    "Reinstall the program: the font is part of the package kivy.",
)


def write_error(error: OSError, path: Path) -> MatsError:
    """Return the error to show for *error*, raised while writing to *path*."""
    reason = error.strerror or str(error)
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return MATS_SPACE(path=path)
        case errno.ENOTDIR | errno.EEXIST:
            return MATS_FOLDER(path=path)
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return MATS_ACCESS(path=path, reason=reason)
        case _:
            return MATS_WRITE(path=path, reason=reason)
