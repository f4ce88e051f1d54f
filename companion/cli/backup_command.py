"""``companion backup``: everything that the table keeps into one file, also while it runs."""

from __future__ import annotations

import argparse
from datetime import datetime
from pathlib import Path

from companion.cli.output import write_json, write_line


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command's options to the command line."""
    parser = subparsers.add_parser(
        "backup",
        help="write games, settings and profiles into one file",
        description="Writes games, settings, choices and camera profiles into one zip file. The "
        "table may run meanwhile. Without a target the memory stick that is plugged in is taken.",
    )
    parser.add_argument("target", nargs="?", type=Path, help="file, or folder for a dated file")
    parser.add_argument("--json", action="store_true", help="one JSON object (backup/1)")


def run(args: argparse.Namespace) -> int:
    """Write the backup; return the exit status.

    Raises:
        BackupError: no stick, nothing to keep, or the target cannot be written.
    """
    from companion.settings import places
    from companion.storage.backup import Kept, find_stick, write_backup

    where = places()
    now = datetime.now().astimezone()
    target = args.target.expanduser() if args.target is not None else find_stick()
    path = write_backup(
        Kept(where.data, where.config), target, name=f"companion-{now:%Y-%m-%d-%H%M%S}.zip"
    )
    size = path.stat().st_size
    if args.json:
        write_json({"schema": "backup/1", "file": str(path), "bytes": size})
    else:
        write_line(f"Everything is in {path} ({size / 1e6:.1f} MB).")
    return 0
