"""What can be wrong with a backup."""

from __future__ import annotations

from companion.errors import CompanionError


class BackupError(CompanionError, OSError):
    """Base of the backups' errors."""

    code = "backup"
    template = "The backup failed."


class BackupNotWrittenError(BackupError):
    """The target cannot be written; what was begun is removed."""

    code = "backup_not_written"
    template = "The backup %(path)s cannot be written: %(reason)s."
    hint = "Use a memory stick with room that is not write-protected, or another folder."


class NoStickError(BackupError):
    """No memory stick is mounted and no target was named."""

    code = "backup_no_stick"
    template = "There is no memory stick to write the backup to."
    hint = "Plug one in and wait some seconds, or name a file or a folder."


class NothingToBackUpError(BackupError):
    """There are neither games nor settings yet."""

    code = "backup_nothing"
    template = "There is nothing to back up in %(path)s yet."


class BackupUnreadableError(BackupError, ValueError):
    """The file is no backup, or not a whole one. Nothing was changed."""

    code = "backup_unreadable"
    template = "%(path)s is no backup that can be used: %(reason)s."
    hint = "Take another copy of it. Nothing was changed."


class BackupTooNewError(BackupError, ValueError):
    """Written by a later version of the companion."""

    code = "backup_too_new"
    template = "%(path)s was written by a newer companion."
    hint = "Update the companion, then restore again. Nothing was changed."


class RestoreFailedError(BackupError):
    """The disk did not take the files; what was there before is back."""

    code = "restore_failed"
    template = "The backup cannot be restored in %(path)s: %(reason)s."
    hint = "What was there before is still there. Free some space, then try again."


class BackupLogDamagedError(BackupError, ValueError):
    """A log in the backup was damaged when the backup was made. Nothing was changed."""

    code = "backup_log_damaged"
    template = "The game log %(log)s in %(path)s is damaged."
    hint = (
        "Restore an older backup. companion restore --accept-damaged puts this one back; its games "
        "can be read as far as they are whole. Nothing was changed."
    )


class RestoreLogElsewhereError(BackupError):
    """The backup's settings keep the games in a file that the settings here do not name."""

    code = "restore_log_elsewhere"
    template = "%(path)s keeps its games in %(log)s, which the settings here do not name."
    hint = "Set file under [log] in config.toml to that path, then restore again."


class RestoreInterruptedError(BackupError):
    """The disk refuses in the middle of the exchange of files."""

    code = "restore_interrupted"
    template = "The restore in %(path)s is not complete: %(reason)s."
    hint = "Check the disk, then start the companion again: it completes the restore."


class FileSetAsideError(CompanionError, OSError):
    """A file of the table could not be used."""

    code = "file_set_aside"
    template = "A file that could not be used was kept as %(path)s."
    hint = "Nothing was deleted. Run companion doctor: it says what is wrong with it."


class BackupThereError(CompanionError):
    """There is a backup to go back to."""

    code = "backup_there"
    template = "The newest backup is %(path)s."
    hint = "To go back to it stop the table, then run: companion restore %(path)s"


class GamesNotKeptError(CompanionError, OSError):
    """No log can be made, not even a new one."""

    code = "games_not_kept"
    template = "Games cannot be stored: %(reason)s."
    hint = "The table can be used, but what is played now is gone when it ends."
