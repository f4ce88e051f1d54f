"""Errors of the ports that the session handles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.errors import CompanionError

if TYPE_CHECKING:
    from companion.session.ports import StoredEvent


class SessionError(CompanionError):
    """Base class of session errors."""


class NothingToUndoError(SessionError, ValueError):
    """Undo at the beginning of the game."""

    code = "nothing_to_undo"
    template = "There is nothing to undo."


class NothingToRedoError(SessionError, ValueError):
    """Redo without a preceding undo."""

    code = "nothing_to_redo"
    template = "There is nothing to redo."


class NoGameError(SessionError, RuntimeError):
    """A command was posted while no game is open."""

    code = "no_game"
    template = "No game is open."
    hint = "Start a new game."


class UnknownGameError(SessionError, LookupError):
    """There are no rules for this game."""

    code = "unknown_game"
    template = "This version of the companion does not support the game %(game)s."
    hint = "Update the companion, or choose another game."


class InternalError(SessionError, RuntimeError):
    """A bug (unexpected exception); the state is unchanged."""

    code = "internal"
    template = "Internal error in the companion (%(reason)s). Nothing was changed."
    hint = "You can continue; the details are in the system journal."


class CameraLostError(SessionError, OSError):
    """The camera delivers no frames; possibly temporary."""

    code = "camera_lost"
    template = "The camera %(name)s delivers no image."
    hint = "Check the cable; the companion keeps trying."


class CameraFrozenError(CameraLostError):
    """The camera delivers identical frames repeatedly."""

    code = "camera_frozen"
    template = "The camera %(name)s keeps delivering the same image."
    hint = "It is being restarted; if this continues, unplug it and plug it in again."


class CountedDiceError(SessionError):
    """Dice of an already counted throw are still on the tray."""

    code = "counted_dice"
    template = "Dice that were already counted are still on the tray: %(count)s."
    hint = "Pick them up and roll."


class LogError(SessionError, OSError):
    """Base class of event log errors."""

    code = "log_error"


class LogConflictError(LogError):
    """Another process appended to the same game."""

    code = "log_conflict"
    template = "Another companion process is using the same game log."
    hint = "Close the other one, then start again."


class LogWriteError(LogError):
    """The events could not be written to disk."""

    code = "log_write"
    template = "The game log could not be written: %(reason)s."
    hint = "Free some space or check the SD card; nothing was lost up to this move."


class LogDamagedError(LogError):
    """Part of the log is corrupt.

    Args:
        last_good_version: the last verified event; 0 where there is none.
        good: the events up to there.
    """

    code = "log_damaged"
    template = "The game log is damaged after event %(last_good_version)s."
    hint = "The game can be viewed up to that point; start a new one to continue."

    def __init__(self, *, last_good_version: int, good: tuple[StoredEvent, ...] = ()) -> None:
        self.last_good_version = last_good_version
        self.good = good
        super().__init__(last_good_version=last_good_version)


class LogInDoubtError(LogWriteError):
    """Writing a step failed, and so did rolling it back."""

    code = "log_in_doubt"
    template = "Disk error (%(reason)s): it is not certain whether this step was saved."
    hint = "Check the SD card. After the next start compare the last step with the table."


class LogReadOnlyError(LogWriteError):
    """The log is currently read-only."""

    code = "log_read_only"
    template = "Nothing can be saved now (%(reason)s): the game is read-only."
    hint = (
        "Free some space or check the SD card; the game continues as soon as a step can be saved."
    )


class LogNotOwnedError(LogReadOnlyError):
    """A file of the log belongs to another user, for example after a command run with sudo."""

    code = "log_not_owned"
    template = "Nothing can be saved now: %(file)s cannot be written (%(reason)s)."
    hint = (
        "Run: sudo chown --reference=%(folder)s %(file)s. The game continues as soon as a step can "
        "be saved."
    )


class LogShortError(LogError):
    """The log is consistent, but confirmed events at its end are missing."""

    code = "log_short"
    template = "The end of the game log is missing: %(events)s events that had been saved."
    hint = "Compare the table with the screen and enter the last steps again."


class LogUnverifiedError(LogError):
    """The mark file is corrupt, so the completeness of the log cannot be verified."""

    code = "log_unverified"
    template = "It cannot be verified that the game log is complete: its control file is damaged."
    hint = "Compare the table with the screen before you continue."


class LogLateError(LogError):
    """The log lost its last step; the mark file holds it."""

    code = "log_late"
    template = "The last step is missing in the game log; a copy of it is in the control file."
    hint = "Nothing to do: the companion reads it from there at the next start."


class LogStructureError(LogError):
    """The database file itself is corrupt."""

    code = "log_structure"
    template = "The file of the game log %(path)s is damaged: %(reason)s."
    hint = (
        "The screen shows what can be read of it; a new game starts a new log. Or restore a backup."
    )


class GameRowDamagedError(LogError):
    """The row of a game is corrupt: its date, its kind, or whether it is finished."""

    code = "game_row_damaged"
    template = "The data of the game %(game)s in the game log is damaged."
    hint = "It is left out of the history. Restore a backup to recover it."


class GameDamagedError(LogError):
    """The events of a game are corrupt from some version on."""

    code = "game_damaged"
    template = "The game %(game)s is damaged after event %(version)s."
    hint = "It is left out of the history. Restore a backup to recover it."


class LogMissingError(LogError):
    """The log is missing, although its sidecar files show that there was one."""

    code = "log_missing"
    template = "The game log %(path)s is missing, although games were saved in it."
    hint = "Put it back if somebody moved it; otherwise restore the newest backup."


class LogTooNewError(LogError):
    """The log was written by a newer companion."""

    code = "log_too_new"
    template = "The game log was written by a newer version of the companion."
    hint = "Update the companion, or start with another log."


class LogInUseError(LogError):
    """Another process holds the log's lock."""

    code = "log_in_use"
    template = "Another companion process is using the game log %(path)s."
    hint = "Close the other one, or start this one with another log."


class LogUnreadableError(LogError):
    """The file is not a game log."""

    code = "log_unreadable"
    template = "%(path)s is not a game log: %(reason)s."
    hint = "Move the file or start with another log; it was not changed."


class LogUnavailableError(LogError):
    """The log cannot be opened or created."""

    code = "log_unavailable"
    template = "The game log %(path)s cannot be opened: %(reason)s."
    hint = "Check that the folder exists and can be written to."


class NoSuchGameError(LogError, LookupError):
    """The log has no game with that id."""

    code = "no_such_game"
    template = "The log has no game %(game_id)s."
