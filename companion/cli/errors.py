"""What the commands themselves refuse."""

from __future__ import annotations

from companion.errors import CompanionError


class AnnotateError(CompanionError, OSError):
    """The annotated pictures cannot be written."""

    code = "annotate_failed"
    template = "The annotated picture cannot be written to %(path)s: %(reason)s."
    hint = "Choose a folder that you may write to, on a disk with free space."
