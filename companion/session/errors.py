"""Errors of the edges that the session knows how to handle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.errors import CompanionError

if TYPE_CHECKING:
    from companion.session.ports import StoredEvent


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


class NoGameError(SessionError, RuntimeError):
    """A command came while no game is open."""

    code = "no_game"
    template = "No game is open."
    hint = "Start a new game."


class UnknownGameError(SessionError, LookupError):
    """There are no rules for this game."""

    code = "unknown_game"
    template = "This companion does not know the game %(game)s."
    hint = "Update the companion, or choose another game."


class InternalError(SessionError, RuntimeError):
    """A fault of the companion itself; the state is what it was before the message."""

    code = "internal"
    template = "The companion made a mistake (%(reason)s). Nothing was changed."
    hint = "Go on; the details are in the system's journal."


class CameraLostError(SessionError, OSError):
    """The camera gives no picture; it may come back."""

    code = "camera_lost"
    template = "The camera %(name)s gives no picture."
    hint = "Check the cable; the companion keeps trying."


class CameraFrozenError(CameraLostError):
    """The camera gives the same picture over and over."""

    code = "camera_frozen"
    template = "The camera %(name)s shows the same picture again and again."
    hint = "It is being restarted; if this goes on, unplug it and plug it in again."


class CountedDiceError(SessionError):
    """Dice on the tray that belong to a throw that was counted."""

    code = "counted_dice"
    template = "On the tray still lie dice that were counted: %(count)s."
    hint = "Take them up and throw."


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
    """Something in the log cannot be read.

    Args:
        last_good_version: the last event that can be trusted; 0 where none can.
        good: the events up to there.
    """

    code = "log_damaged"
    template = "The game log is damaged after event %(last_good_version)s."
    hint = "The game can be looked at up to that point; start a new one to go on."

    def __init__(self, *, last_good_version: int, good: tuple[StoredEvent, ...] = ()) -> None:
        self.last_good_version = last_good_version
        self.good = good
        super().__init__(last_good_version=last_good_version)


class LogInDoubtError(LogWriteError):
    """The disk refused a step and even to take it back."""

    code = "log_in_doubt"
    template = "The disk fails (%(reason)s): it is not certain whether this step was stored."
    hint = "Check the card. After the next start compare the last step with the table."


class LogReadOnlyError(LogWriteError):
    """The log can be read, and nothing can be stored in it now."""

    code = "log_read_only"
    template = "Nothing can be stored now (%(reason)s): the game can only be looked at."
    hint = "Free some space or check the card; the game goes on as soon as a step can be stored."


class LogShortError(LogError):
    """The log is in order, but something at its end is gone that had been stored."""

    code = "log_short"
    template = "The end of the game log is missing: %(events)s events that had been stored."
    hint = "Compare the table with the screen and enter the last steps again."


class LogUnverifiedError(LogError):
    """The mark beside the log is damaged, so nobody knows whether the log's end is there."""

    code = "log_unverified"
    template = "It cannot be verified that the game log is complete: the file beside it is damaged."
    hint = "Compare the table with the screen before you go on."


class LogLateError(LogError):
    """The log lost its last step, which lies beside it."""

    code = "log_late"
    template = "The last step is missing in the game log; a copy of it lies beside it."
    hint = "Nothing to do: the table reads it from there when it starts."


class LogStructureError(LogError):
    """The file itself is damaged."""

    code = "log_structure"
    template = "The file of the game log %(path)s is damaged: %(reason)s."
    hint = (
        "The table shows what can be read of it; a new game begins a new log. Or restore a backup."
    )


class GameRowDamagedError(LogError):
    """What the log says of a whole game is damaged: its date, its kind, whether it is over."""

    code = "game_row_damaged"
    template = "What the game log says of the game %(game)s is damaged."
    hint = "It is left out of the history. Restore a backup to have it again."


class GameDamagedError(LogError):
    """The events of a game cannot be read to their end."""

    code = "game_damaged"
    template = "The game %(game)s is damaged after event %(version)s."
    hint = "It is left out of the history. Restore a backup to have it again."


class LogMissingError(LogError):
    """The log is gone; what lies beside it tells that there was one."""

    code = "log_missing"
    template = "The game log %(path)s is gone, although games were stored in it."
    hint = "Put it back if somebody moved it; otherwise restore the newest backup."


class LogTooNewError(LogError):
    """The log was written by a newer companion."""

    code = "log_too_new"
    template = "The game log was written by a newer version of the companion."
    hint = "Update the companion, or start with another log."


class LogInUseError(LogError):
    """Another companion holds the log."""

    code = "log_in_use"
    template = "Another companion is running with the game log %(path)s."
    hint = "Close the other one, or start this one with another log."


class LogUnreadableError(LogError):
    """The file is no game log."""

    code = "log_unreadable"
    template = "%(path)s is not a game log: %(reason)s."
    hint = "Move the file away or start with another log; it was left as it is."


class LogUnavailableError(LogError):
    """The log cannot be opened or made."""

    code = "log_unavailable"
    template = "The game log %(path)s cannot be opened: %(reason)s."
    hint = "Check that the folder exists and can be written to."


class NoSuchGameError(LogError, LookupError):
    """The log has no game with that id."""

    code = "no_such_game"
    template = "The log has no game %(game_id)s."
