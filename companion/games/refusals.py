"""Refusals common to all games: the wrong step, the wrong person.

Games whose errors derive from these share their codes, messages and translations.
"""

from __future__ import annotations

from companion.errors import CompanionError


class RefusedError(CompanionError):
    """Base of the errors of a game's rules; the state is unchanged."""


class NotNowError(RefusedError, RuntimeError):
    """The command does not belong to this step, or nobody plays at that seat."""

    code = "not_now"
    template = "This is not possible now."
    hint = "Check what the screen asks for, or undo."


class NotYourTurnError(RefusedError, RuntimeError):
    """It is another player's turn."""

    code = "not_your_turn"
    template = "It is not the turn of %(name)s."
