"""Back up games, settings, choices and camera profiles to one zip file.

The companion may be running. Without a target the connected USB drive is used. Files that cannot be
backed up and damaged games are listed.
"""

import argparse
from dataclasses import asdict
from datetime import datetime

from companion.cli.arguments import path
from companion.cli.output import say, say_progress, write_json, write_line
from companion.cli.state_folders import state_folders


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "target", nargs="?", type=path, help="file, or folder for a file with the date in its name"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object (backup/1)")


def run(args: argparse.Namespace) -> int:
    """Write the backup; return the exit status, 1 for one that restore does not accept unasked.

    Raises:
        BackupError: no USB drive, nothing to save, or the target cannot be written.
    """
    from companion.storage.backup import find_stick, write_backup

    now = datetime.now().astimezone()
    target = args.target or find_stick()
    name = f"companion-{now:%Y-%m-%d-%H%M%S}.zip"
    written = write_backup(state_folders(), target, name=name, progress=say_progress)
    for doubt in written.left_out:
        say(f"Not in the backup: {doubt.name}: {doubt.reason}.")
    for doubt in (*written.damaged, *written.incomplete):
        say(f"Damaged, in the backup as it is: {doubt.name}: {doubt.reason}.")
    size = written.path.stat().st_size
    if args.json:
        doubts = {
            each: [asdict(doubt) for doubt in getattr(written, each)]
            for each in ("left_out", "damaged", "incomplete")
        }
        write_json({"schema": "backup/1", "file": str(written.path), "bytes": size, **doubts})
    elif written.damaged:
        write_line(f"{written.path} can only be restored with --accept-damaged.")
    else:
        what = "Everything else" if written.left_out else "Everything"
        write_line(f"{what} is in {written.path} ({size / 1e6:.1f} MB).")
    return 1 if written.damaged else 0
