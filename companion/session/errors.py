"""Errors of the edges that the session knows how to handle."""

from __future__ import annotations

from companion.errors import CompanionError


class SessionError(CompanionError):
    """Base of the session's errors."""


class NothingToUndoError(SessionError, ValueError):
    """Undo was asked for at the beginning of the game."""

    code = "nothing_to_undo"
    template = "There is nothing to undo."


class NothingToRedoError(SessionError, ValueError):
    """Redo was asked for but nothing was undone."""

    code = "nothing_to_redo"
    template = "There is nothing to redo."


class CameraLostError(SessionError, OSError):
    """The camera gives no picture; it may come back."""

    code = "camera_lost"
    template = "The camera %(name)s gives no picture."
    hint = "Check the cable; the companion keeps trying."


class LogError(SessionError, OSError):
    """Base of the log's errors."""

    code = "log_error"


class LogConflictError(LogError):
    """A second program appended to the same game."""

    code = "log_conflict"
    template = "Another companion is using the same game log."
    hint = "Close the other one, then start again."


class LogWriteError(LogError):
    """The disk did not take the events."""

    code = "log_write"
    template = "The game log could not be written: %(reason)s."
    hint = "Free some space or check the card; nothing was lost up to this move."


class LogDamagedError(LogError):
    """An event of the log cannot be read."""

    code = "log_damaged"
    template = "The game log is damaged after event %(last_good_version)s."
    hint = "The game can be looked at up to that point; start a new one to go on."


class LogTooNewError(LogError):
    """The log was written by a newer companion."""

    code = "log_too_new"
    template = "The game log was written by a newer version of the companion."
    hint = "Update the companion, or start with another log."
