"""Types of command-line arguments; a wrong value is wrong usage (exit status 2).

The files that they name are read by ``json_object``.
"""

import argparse
from pathlib import Path

from companion.errors import CompanionError
from companion.scorefile.errors import ScoreFileError
from companion.scorefile.final import read_json
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


def json_object(path: Path, error: type[CompanionError]) -> dict[str, object]:
    """Return the JSON object in a file.

    Raises:
        CompanionError: *error* with ``path`` and ``reason``; it cannot be read or is no object.
    """
    try:
        content = read_json(str(path))
    except ScoreFileError as err:
        reason = err.message.rstrip(".")
        raise error(path=path, reason=f"{reason[0].lower()}{reason[1:]}") from err
    if not isinstance(content, dict):
        raise error(path=path, reason="it is not an object")
    return content
