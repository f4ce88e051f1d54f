"""Errors of the commands themselves."""

from companion.errors import CompanionError


class AnnotateError(CompanionError, OSError):
    """The annotated pictures cannot be written."""

    code = "annotate_failed"
    template = "The annotated image cannot be written to %(path)s: %(reason)s."
    hint = "Choose a writable folder on a disk with free space."


class OutFileError(CompanionError, OSError):
    """The result cannot be written."""

    code = "out_file_write"
    template = "The file %(path)s cannot be written: %(reason)s."
    hint = "Choose a writable folder on a disk with free space."
