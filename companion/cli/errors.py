"""Errors of the commands themselves."""

from typing import Final

from companion.errors import CompanionError


class AnnotateError(CompanionError, OSError):
    """The annotated pictures cannot be written."""

    code = "annotate_failed"
    template = "The annotated image cannot be written to %(path)s: %(reason)s."
    hint = "Choose a writable folder on a disk with free space."


# --- not caught apart -----------------------------------------------------------------------------

PROGRAM_FAULT: Final = CompanionError.row(
    "internal",
    "Internal error in the companion: %(what)s.",
    "Run the command again with companion --debug and report its output.",
)
OUT_OF_MEMORY: Final = CompanionError.row(
    "out_of_memory", "There is not enough memory.", "Close other programs, or use smaller images."
)
COMMAND_BROKEN: Final = CompanionError.row(
    "installation_incomplete",
    "The command %(command)s cannot be loaded: %(reason)s.",
    "Start with make run: it installs what is missing.",
)
OUT_FILE: Final = CompanionError.row(
    "out_file_write",
    "The file %(path)s cannot be written: %(reason)s.",
    "Choose a writable folder on a disk with free space.",
)
NO_LOG: Final = CompanionError.row(
    "no_log",
    "There is no game log %(path)s.",
    "Give the path of a game log; without --log the default log is used.",
)
