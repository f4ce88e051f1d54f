"""The folders that backup and restore work on, and what every command does for them first."""

from __future__ import annotations

from companion.cli.output import error_line, say
from companion.errors import CompanionError
from companion.settings import log_in_use, places
from companion.storage.kept import COMMITTED, STAGING, Kept


def state_folders() -> Kept:
    """Return the table's folders and the log in use; with broken settings the usual log.

    That the settings cannot be read is reported on standard error.
    """
    from companion.config_file import SettingsError, read_settings

    where = places()
    try:
        log = log_in_use(read_settings(where.config_file), where)
    except SettingsError as err:
        say(error_line(err))
        log = where.log_file
    return Kept(where.data, where.config, log)


def complete_interrupted_restore() -> None:
    """Let every command find the table as it was before a restore or as it is after it."""
    data = places().data
    if not (data / STAGING).exists() and not any(data.glob(f"{COMMITTED}*")):
        return
    from companion.storage.restore import complete_restore

    try:
        if complete_restore(state_folders()):
            say("A restore that was interrupted is complete now.")
    except CompanionError as err:
        say(error_line(err))
