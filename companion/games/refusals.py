"""What every game may refuse for the same reason: the wrong step, the wrong person.

Games whose errors come from here share their codes, their sentences and the translations of these.
"""

from __future__ import annotations

from companion.errors import CompanionError


class RefusedError(CompanionError):
    """Base of what the rules of a game refuse; nothing has happened."""


class NotNowError(RefusedError, RuntimeError):
    """The step asks for something else, or nobody sits at that seat."""

    code = "not_now"
    template = "This is not possible now."
    hint = "Look at what the screen asks for, or undo."


class NotYourTurnError(RefusedError, RuntimeError):
    """Somebody else acts."""

    code = "not_your_turn"
    template = "It is not the turn of %(name)s."
