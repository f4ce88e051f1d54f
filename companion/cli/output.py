"""Output of the commands: results to standard output, messages to standard error."""

import json
import os
import sys
from collections.abc import Mapping
from typing import IO, Final

from companion.errors import CompanionError, one_line

_MANY_FILES: Final = 200


def write_json(value: Mapping[str, object]) -> None:
    """Write *value* as one line of JSON to standard output.

    Non-ASCII characters are escaped, so that the output does not depend on the encoding.
    """
    sys.stdout.write(json.dumps(value, allow_nan=False) + "\n")
    sys.stdout.flush()


def write_line(text: str = "") -> None:
    """Write a line of text to standard output."""
    sys.stdout.write(text + "\n")


def say(text: str) -> None:
    """Write *text* as one line to standard error; control characters become spaces."""
    sys.stderr.write(one_line(text) + "\n")
    sys.stderr.flush()


def say_progress(done: int, total: int) -> None:
    """Write up to twenty lines about work on many files to standard error."""
    if total >= _MANY_FILES and done * 20 // total > (done - 1) * 20 // total:
        say(f"{done} of {total} files ...")


def error_json(err: CompanionError) -> dict[str, str]:
    """Return the contract's ``{"code", "message", "hint"}`` with all values filled in."""
    return {"code": err.code, "message": one_line(err.message), "hint": one_line(err.hint_text)}


def error_line(err: CompanionError) -> str:
    """Return message, hint and code of the error as one line."""
    hint = f" {err.hint_text}" if err.hint_text else ""
    return one_line(f"companion: {err.message}{hint} [{err.code}]")


def escape_unencodable(stream: IO[str]) -> None:
    """Make *stream* escape characters that its encoding lacks instead of raising an error."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:  # in tests the stream may be a plain buffer
        reconfigure(errors="backslashreplace")


def drop_stdout() -> None:
    """Redirect standard output to the null device, so that the flush at exit cannot fail."""
    with open(os.devnull, "w", encoding="ascii") as nowhere:  # noqa: PTH123 - not a path of ours
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
