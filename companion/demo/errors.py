"""Errors that stop the demonstration."""

from __future__ import annotations

from companion.errors import CompanionError


class DemonstrationError(CompanionError):
    """Base of the demonstration's errors."""

    code = "demonstration"


class OtherGameError(DemonstrationError, ValueError):
    """The log has a running game that is not part of the script; it is left unchanged."""

    code = "demonstration_other_game"
    template = "The log contains a running game of %(names)s."
    hint = "Give another file with --log, or restart the demonstration with --fresh."


class DemonstrationStuckError(DemonstrationError, RuntimeError):
    """The table does not respond as the script expects."""

    code = "demonstration_stuck"
    template = "The demonstration timed out waiting for %(what)s: %(reason)s."
    hint = "Start it again with --fresh."
