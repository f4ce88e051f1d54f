"""What can keep the demonstration from going on."""

from __future__ import annotations

from companion.errors import CompanionError


class DemonstrationError(CompanionError):
    """Base of the demonstration's errors."""

    code = "demonstration"


class OtherGameError(DemonstrationError, ValueError):
    """The log holds a running game of other people; the demonstration leaves it alone."""

    code = "demonstration_other_game"
    template = "The log holds a running game of %(names)s."
    hint = "Give another file with --log, or restart the demonstration with --fresh."


class DemonstrationStuckError(DemonstrationError, RuntimeError):
    """The table does not answer as the evening expects."""

    code = "demonstration_stuck"
    template = "The demonstration timed out waiting for %(what)s: %(reason)s."
    hint = "Start it again with --fresh."
