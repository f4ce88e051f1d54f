"""System queries of the checks: versions, libraries, folders, font glyphs. All are read-only."""

import ctypes
import importlib.metadata
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from companion.places import environment

_PROBE_TIMEOUT_S: Final = 60.0
_LETTERS: Final = "ąćęłńóśźżáéíóöőúüű"


def version(package: str) -> str | None:
    """Return the installed version of *package*; None if it is missing."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def child(program: str) -> subprocess.CompletedProcess[str]:
    """Run Python code in a subprocess."""
    return subprocess.run(  # noqa: S603 - our own interpreter and text
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=_PROBE_TIMEOUT_S,
        check=False,
        env={**environment(), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )


def last_line(text: str) -> str:
    """Return the last line of a program's output."""
    lines: Sequence[str] = text.strip().splitlines()
    return lines[-1] if lines else "no reason given"


def not_loaded(libraries: Sequence[str]) -> str:
    """Return the first system library that cannot be loaded; empty if all can."""
    for name in libraries:
        try:
            ctypes.CDLL(name)
        except OSError:
            return name
    return ""


def not_writable(folder: Path) -> str:
    """Return why the folder is not writable; empty if it is."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"companion")
    except OSError as err:
        return (err.strerror or "it cannot be written to").lower()
    return ""


def missing_letters() -> str:
    """Return the letters missing in the UI's font, detected by its glyph for missing characters."""
    from calibration.mats.errors import MatsError
    from calibration.mats.fonts import sized_font

    try:
        face = sized_font(24, bold=False)
    except MatsError:
        return _LETTERS
    unknown = bytes(face.getmask("\uffff"))
    return "".join(char for char in _LETTERS if bytes(face.getmask(char)) == unknown)
