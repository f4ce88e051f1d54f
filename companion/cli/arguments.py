"""Types of command-line arguments; a wrong value is wrong usage (exit status 2)."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.setting_values import file_name, usable_path


def path(text: str) -> Path:
    """Return the path of a file or folder, ``~`` expanded."""
    try:
        return usable_path(text, "the name of a file or folder")
    except ValueError as err:
        raise argparse.ArgumentTypeError(f"give {err}") from err


def log_file(text: str) -> Path:
    """Return the path of a regular file that exists or could be created."""
    try:
        return path(file_name(text))
    except ValueError as err:
        raise argparse.ArgumentTypeError(f"give {err}") from err
