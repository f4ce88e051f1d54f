"""Errors of the ports that the session handles."""

from typing import TYPE_CHECKING, Final

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


class CameraLostError(SessionError, OSError):
    """The camera delivers no frames; possibly temporary."""

    code = "camera_lost"
    template = "The camera %(name)s delivers no image."
    hint = "Check the cable; the companion keeps trying."


class LogError(SessionError, OSError):
    """Base class of event log errors."""

    code = "log_error"


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

    def __init__(self, *, last_good_version: int, good: "tuple[StoredEvent, ...]" = ()) -> None:
        self.last_good_version = last_good_version
        self.good = good
        super().__init__(last_good_version=last_good_version)


class LogInDoubtError(LogWriteError):
    """Writing a step failed, and so did removing what of it was written."""

    code = "log_in_doubt"
    template = "Disk error (%(reason)s): it is not certain whether this step was saved."
    hint = "Check the SD card. After the next start compare the last step with the table."


class LogReadOnlyError(LogWriteError):
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


class LogIncompleteError(LogError):
    """Events are, or may be, missing at the log's end; those that are there are intact."""


class LogMissingError(LogIncompleteError):
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


# --- not caught apart -----------------------------------------------------------------------------

NO_GAME: Final = SessionError.row("no_game", "No game is open.", "Start a new game.")
UNKNOWN_GAME: Final = SessionError.row(
    "unknown_game",
    "This version of the companion does not support the game %(game)s.",
    "Update the companion, or choose another game.",
)
INTERNAL: Final = SessionError.row(
    "internal",
    "Internal error in the companion (%(reason)s). Nothing was changed.",
    "You can continue; the details are in the system journal.",
)
COUNTED_DICE: Final = SessionError.row(
    "counted_dice",
    "Dice that were already counted are still on the tray: %(count)s.",
    "Pick them up and roll.",
)
CAMERA_FROZEN: Final = CameraLostError.row(
    "camera_frozen",
    "The camera %(name)s keeps delivering the same image.",
    "It is being restarted; if this continues, unplug it and plug it in again.",
)
LOG_CONFLICT: Final = LogError.row(
    "log_conflict",
    "Another companion process is using the same game log.",
    "Close the other one, then start again.",
)
LOG_SHORT: Final = LogIncompleteError.row(
    "log_short",
    "The end of the game log is missing: %(events)s events that had been saved.",
    "Compare the table with the screen and enter the last steps again.",
)
LOG_UNVERIFIED: Final = LogIncompleteError.row(
    "log_unverified",
    "It cannot be verified that the game log is complete: its control file is damaged.",
    "Compare the table with the screen before you continue.",
)
LOG_STRUCTURE: Final = LogError.row(
    "log_structure",
    "The file of the game log %(path)s is damaged: %(reason)s.",
    "The screen shows what can be read of it; a new game starts a new log. Or restore a backup.",
)
GAME_ROW_DAMAGED: Final = LogError.row(
    "game_row_damaged",
    "The data of the game %(game)s in the game log is damaged.",
    "It is left out of the history. Restore a backup to recover it.",
)
GAME_DAMAGED: Final = LogError.row(
    "game_damaged",
    "The game %(game)s is damaged after event %(version)s.",
    "It is left out of the history. Restore a backup to recover it.",
)
NO_SUCH_GAME: Final = LogError.row("no_such_game", "The log has no game %(game_id)s.")
