"""What the commands write: JSON for programs on standard output, sentences for people on error."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from typing import IO

from companion.errors import CompanionError


def write_json(value: Mapping[str, object]) -> None:
    """Write *value* as one line on standard output.

    Only ASCII is written, the rest escaped, so that no terminal or pipe can spoil a file name.
    """
    sys.stdout.write(json.dumps(value, allow_nan=False) + "\n")
    sys.stdout.flush()


def write_line(text: str = "") -> None:
    """Write a line for people on standard output."""
    sys.stdout.write(text + "\n")


def say(text: str) -> None:
    """Write one line for people on standard error, whatever the text holds."""
    sys.stderr.write(one_line(text) + "\n")
    sys.stderr.flush()


def error_json(err: CompanionError) -> dict[str, str]:
    """Return the contract's ``{"code", "message", "hint"}``, with the hint's values filled in."""
    return {"code": err.code, "message": one_line(err.message), "hint": one_line(err.hint_text)}


def error_line(err: CompanionError) -> str:
    """Return the error as one sentence or two, with its code."""
    hint = f" {err.hint_text}" if err.hint_text else ""
    return one_line(f"companion: {err.message}{hint} [{err.code}]")


def one_line(text: str) -> str:
    """Return *text* without line breaks and control characters (file names may hold both)."""
    return "".join(char if char.isprintable() else " " for char in text).strip()


def forgive_unprintable(stream: IO[str]) -> None:
    """Let *stream* escape what its encoding cannot hold instead of raising."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:  # a test's stream may be a plain buffer
        reconfigure(errors="backslashreplace")


def drop_stdout() -> None:
    """Point standard output at nothing: its reader has gone, the flush at exit must not fail."""
    with open(os.devnull, "w", encoding="ascii") as nowhere:  # noqa: PTH123 - no path of ours
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
