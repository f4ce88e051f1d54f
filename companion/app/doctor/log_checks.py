"""Checks of the stored games: reports every kind of damage separately."""

from companion.app.doctor.report import Finding, Installation, State, failed
from companion.games.registry import GAMES
from companion.i18n import N_
from companion.settings import log_in_use
from companion.storage.inspection import inspect_log, set_aside_in
from companion.storage.opening import newest_backup


def check_log(target: Installation) -> list[Finding]:
    """Return a finding for each problem of the game log, or a single one if there is none.

    The table starts despite these problems, so they are warnings, not failures.
    """
    path = log_in_use(target.settings, target.places)
    problems = inspect_log(path, GAMES)
    details: dict[str, object] = {"log": str(path)}
    if problems:
        return [failed(problem, State.WARNING) for problem in problems]
    if not path.exists():
        return [State.OK(N_("A new game log will be created."), details=details)]
    return [State.OK(N_("All events in the game log are intact."), details=details)]


def check_set_aside(target: Installation) -> Finding:
    """Return a finding about files that were set aside as unusable at an earlier start."""
    folders = dict.fromkeys(
        (
            log_in_use(target.settings, target.places).parent,
            target.places.data,
            target.places.config,
        )
    )
    files = [each for folder in folders for each in set_aside_in(folder)]
    if not files:
        return State.OK(N_("No file had to be set aside."))
    backup = newest_backup(target.places.backups)
    params = {"files": ", ".join(map(str, files)), "backup": backup}
    message = N_("Files that could not be used were set aside: %(files)s.")
    advice = (
        N_("The newest backup is %(backup)s; companion restore restores it. Or delete the files.")
        if backup is not None
        else N_("There is no backup. Keep the files for a repair, or delete them.")
    )
    details: dict[str, object] = {"files": [str(each) for each in files]}
    return State.WARNING(message, advice, params, details)
