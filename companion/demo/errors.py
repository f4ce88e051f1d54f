"""Errors that stop the demonstration."""

from companion.errors import CompanionError


class DemonstrationError(CompanionError):
    """Base of the demonstration's errors."""

    code = "demonstration"


class DemonstrationStuckError(DemonstrationError, RuntimeError):
    """The table does not respond as the script expects."""

    code = "demonstration_stuck"
    template = "The demonstration timed out waiting for %(what)s: %(reason)s."
    hint = "Start it again."
