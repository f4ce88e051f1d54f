"""Folders for backup and restore, and completion of an interrupted restore."""

from companion.cli.output import error_line, say
from companion.errors import CompanionError
from companion.places import places
from companion.storage.backup_sources import COMMITTED, STAGING, BackupSources


def state_folders() -> BackupSources:
    """Return the table's folders and the log in use; the default log if the settings are invalid.

    Invalid settings are reported on standard error.
    """
    from companion.settings import SettingsError, log_in_use, read_settings

    where = places()
    try:
        log = log_in_use(read_settings(where.config_file), where)
    except SettingsError as err:
        say(error_line(err))
        log = where.log_file
    return BackupSources(where.data, where.config, log)


def complete_interrupted_restore() -> None:
    """Complete or discard an interrupted restore, so that no command sees a partial state."""
    data = places().data
    if not any((data / each).exists() for each in (STAGING, COMMITTED)):
        return
    from companion.storage.restore import complete_restore

    try:
        if complete_restore(state_folders()):
            say("A restore that was interrupted is complete now.")
    except CompanionError as err:
        say(error_line(err))
