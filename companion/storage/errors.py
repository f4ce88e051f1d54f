"""Errors of backup, restore and startup recovery."""

from __future__ import annotations

from companion.errors import CompanionError


class BackupError(CompanionError, OSError):
    """Base class of backup errors."""

    code = "backup"
    template = "The backup failed."


class BackupNotWrittenError(BackupError):
    """The target cannot be written; the partial file is removed."""

    code = "backup_not_written"
    template = "The backup %(path)s cannot be written: %(reason)s."
    hint = "Use a USB drive with free space and without write protection, or another folder."


class NoStickError(BackupError):
    """No USB stick is mounted and no target was given."""

    code = "backup_no_stick"
    template = "There is no USB drive to write the backup to."
    hint = "Connect one and wait a few seconds, or give a file or a folder."


class NothingToBackUpError(BackupError):
    """There are neither games nor settings yet."""

    code = "backup_nothing"
    template = "There is nothing to back up in %(path)s yet."


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


class RestoreFailedError(BackupError):
    """Writing the files failed; the previous files are in place."""

    code = "restore_failed"
    template = "The backup cannot be restored in %(path)s: %(reason)s."
    hint = "The previous data is unchanged. Free some space, then try again."


class BackupLogDamagedError(BackupError, ValueError):
    """A log in the backup was already corrupt when the backup was made. Nothing was changed."""

    code = "backup_log_damaged"
    template = "The game log %(log)s in %(path)s is damaged."
    hint = (
        "Restore an older backup. companion restore --accept-damaged restores this one; its "
        "games can be read up to the damage. Nothing was changed."
    )


class RestoreLogElsewhereError(BackupError):
    """The backup's log path differs from the one in the current settings."""

    code = "restore_log_elsewhere"
    template = "%(path)s has its games in %(log)s, which is not the log file in the settings here."
    hint = "Set file under [log] in config.toml to that path, then restore again."


class RestoreInterruptedError(BackupError):
    """A disk error during the replacement of files."""

    code = "restore_interrupted"
    template = "The restore in %(path)s is not complete: %(reason)s."
    hint = "Check the disk, then start the companion again: it completes the restore."


class FileSetAsideError(CompanionError, OSError):
    """A file was unusable and has been quarantined (renamed)."""

    code = "file_set_aside"
    template = "An unusable file was kept as %(path)s."
    hint = "Nothing was deleted. Run companion doctor: it says what is wrong with it."


class WrongFileTypeError(CompanionError, OSError):
    """A folder, pipe, device or broken link is in place of a file; or the reverse."""

    code = "wrong_file_type"
    template = "%(path)s has the wrong file type and is not used."
    hint = "Nothing was changed. Remove it, or move it to another place."


class BackupThereError(CompanionError):
    """There is a backup to restore."""

    code = "backup_there"
    template = "The newest backup is %(path)s."
    hint = "To return to it: Settings, Backups; without a screen: companion restore %(path)s"


class BackupRestoredNote(CompanionError):  # noqa: N818 - no failure
    """A backup was restored at the start."""

    code = "backup_restored"
    template = "The backup %(path)s is restored."
    hint = "What it replaced is kept in a folder before-restore-N beside the games."


class GamesNotKeptError(CompanionError, OSError):
    """No log can be created, not even a new one."""

    code = "games_not_kept"
    template = "Games cannot be saved: %(reason)s."
    hint = "You can play, but this game is lost when the program ends."
