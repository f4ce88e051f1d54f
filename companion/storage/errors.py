"""Errors of backup, restore and startup recovery."""

from typing import Final

from companion.errors import CompanionError


class BackupError(CompanionError, OSError):
    """Base class of backup errors."""

    code = "backup"
    template = "The backup failed."


class BackupUnreadableError(BackupError, ValueError):
    """The file is not a backup, or incomplete or corrupt. Nothing was changed."""

    code = "backup_unreadable"
    template = "%(path)s is not a usable backup: %(reason)s."
    hint = "Take another copy of it. Nothing was changed."


class BackupTooNewError(BackupError, ValueError):
    """Written by a newer version of the companion."""

    code = "backup_too_new"
    template = "%(path)s was written by a newer companion."
    hint = "Update the companion, then restore again. Nothing was changed."


class BackupThereError(CompanionError):
    code = "backup_there"
    template = "The newest backup is %(path)s."
    hint = "To return to it: Settings, Backups; without a screen: companion restore %(path)s"


# --- not caught apart -----------------------------------------------------------------------------

BACKUP_NOT_WRITTEN: Final = BackupError.row(
    "backup_not_written",
    "The backup %(path)s cannot be written: %(reason)s.",
    "Use a USB drive with free space and without write protection, or another folder.",
)
NO_STICK: Final = BackupError.row(
    "backup_no_stick",
    "There is no USB drive to write the backup to.",
    "Connect one and wait a few seconds, or give a file or a folder.",
)
NOTHING_TO_BACK_UP: Final = BackupError.row(
    "backup_nothing", "There is nothing to back up in %(path)s yet."
)
RESTORE_FAILED: Final = BackupError.row(
    "restore_failed",
    "The backup cannot be restored in %(path)s: %(reason)s.",
    "The previous data is unchanged. Free some space, then try again.",
)
BACKUP_LOG_DAMAGED: Final = BackupError.row(
    "backup_log_damaged",
    "The game log %(log)s in %(path)s is damaged.",
    "Restore an older backup. companion restore --accept-damaged restores this one; its "
    "games can be read up to the damage. Nothing was changed.",
)
RESTORE_LOG_ELSEWHERE: Final = BackupError.row(
    "restore_log_elsewhere",
    "%(path)s has its games in %(log)s, which is not the log file in the settings here.",
    "Set file under [log] in config.toml to that path, then restore again.",
)
RESTORE_INTERRUPTED: Final = BackupError.row(
    "restore_interrupted",
    "The restore in %(path)s is not complete: %(reason)s.",
    "Check the disk, then start the companion again: it completes the restore.",
)
BACKUP_RESTORED: Final = CompanionError.row(
    "backup_restored",
    "The backup %(path)s is restored.",
    "What it replaced is kept in a folder before-restore-N beside the games.",
)
FILE_SET_ASIDE: Final = CompanionError.row(
    "file_set_aside",
    "An unusable file was kept as %(path)s.",
    "Nothing was deleted. Run companion doctor: it says what is wrong with it.",
)
WRONG_FILE_TYPE: Final = CompanionError.row(
    "wrong_file_type",
    "%(path)s has the wrong file type and is not used.",
    "Nothing was changed. Remove it, or move it to another place.",
)
GAMES_NOT_KEPT: Final = CompanionError.row(
    "games_not_kept",
    "Games cannot be saved: %(reason)s.",
    "You can play, but this game is lost when the program ends.",
)
