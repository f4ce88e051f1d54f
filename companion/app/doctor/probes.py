"""System queries of the checks: versions, libraries, folders, font glyphs. All are read-only."""

import ctypes
import importlib.metadata
import importlib.util
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


def existing(folder: Path) -> Path:
    """Return *folder*, or its nearest existing parent."""
    for each in (folder, *folder.parents):
        if each.exists():
            return each
    return Path("/")


def not_writable(folder: Path) -> str:
    """Return why the folder is not writable; empty if it is."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"companion")
    except OSError as err:
        return (err.strerror or "it cannot be written to").lower()
    return ""


def font_file() -> Path | None:
    """Return the font file bundled with Kivy that the UI uses. Does not import Kivy."""
    spec = importlib.util.find_spec("kivy")
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parent / "data" / "fonts" / "Roboto-Regular.ttf"
    return path if path.is_file() else None


def letters_missing_in(font: Path | None) -> str:
    """Return the letters missing in the font, detected by its glyph for missing characters."""
    if font is None:
        return _LETTERS
    from PIL import ImageFont

    face = ImageFont.truetype(str(font), 24)
    unknown = bytes(face.getmask("\uffff"))
    return "".join(char for char in _LETTERS if bytes(face.getmask(char)) == unknown)
