"""Restore games, settings, choices and profiles of a backup.

Close the companion first. The previous data is kept in before-restore-N next to the games.
"""

import argparse

from companion.cli.arguments import path
from companion.cli.output import say_progress, write_json, write_line
from companion.cli.state_folders import state_folders


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=path, help="a file created by companion backup")
    parser.add_argument(
        "--accept-damaged",
        action="store_true",
        help="restore it even if its games can be read only in part",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object (restore/1)")


def run(args: argparse.Namespace) -> int:
    """Restore the backup; return the exit status.

    Raises:
        BackupError: the file cannot be used or writing failed; nothing was changed.
        LogInUseError: the table runs.
    """
    from companion.storage.restore import restore_backup

    kept = state_folders()
    names = restore_backup(
        args.file, kept, accept_damaged=args.accept_damaged, progress=say_progress
    )
    if args.json:
        write_json({"schema": "restore/1", "files": list(names)})
    else:
        write_line(f"{len(names)} files were restored to {kept.data}.")
    return 0
