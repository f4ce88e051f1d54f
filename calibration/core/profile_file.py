"""Profiles as small readable files (JSON), read as untrusted input.

The size is checked before parsing, unknown keys and values out of range are refused, and every
fault is one `ProfileError` that names it.
"""

import base64
import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Final

from calibration.core import errors
from calibration.core.profile import Profile
from companion.decoding import DecodeError, decode
from companion.scorefile.errors import ScoreFileError
from companion.scorefile.final import parse_json
from companion.storage.atomic_file import write_atomically

SCHEMA: Final = "profile/1"
MAX_BYTES: Final = 7_000_000
_LONGEST_REASON: Final = 200

_SCHEMA_PATTERN: Final = re.compile(r"profile/([0-9]{1,6})")


def read_profile(path: Path) -> Profile:
    """Return the profile in *path*.

    Raises:
        ProfileError: there is no such file, it cannot be read, or it is not a complete and valid
            profile of a version that is known.
    """
    return parse_profile(_bytes_of(path), called=str(path))


def parse_profile(content: bytes, *, called: str) -> Profile:
    """Return the profile that *content* holds; *called* is its name in messages.

    Raises:
        ProfileError: as `read_profile`.
    """
    if len(content) > MAX_BYTES:
        raise errors.PROFILE_TOO_LARGE(profile=called, limit_mb=MAX_BYTES // 1_000_000)
    try:
        tree = parse_json(content)
    except ScoreFileError as err:
        raise errors.PROFILE_DAMAGED(profile=called, reason=err.message.rstrip(".")) from err
    if not isinstance(tree, dict):
        raise errors.PROFILE_DAMAGED(profile=called, reason="it holds no object")
    _check_schema(tree.pop("schema", None), called)
    try:
        return decode(Profile, tree, "")
    except DecodeError as err:
        reason = str(err).removeprefix(": ")[:_LONGEST_REASON]
        raise errors.PROFILE_INVALID(profile=called, reason=reason) from err


def profile_bytes(profile: Profile) -> bytes:
    """Return *profile* as the content of a file; deterministic."""
    kept = {key: value for key, value in asdict(profile).items() if value is not None}
    tree = {"schema": SCHEMA, **kept}
    text = json.dumps(tree, ensure_ascii=False, indent=1, allow_nan=False, default=_base64)
    # Numbers of one vector on one line: a person can read and compare the file.
    return (_VECTOR.sub(_on_one_line, text) + "\n").encode()


_VECTOR: Final = re.compile(r"\[\s*(?:-?[0-9][-+.0-9eE]*\s*,\s*)+-?[0-9][-+.0-9eE]*\s*\]")


def _on_one_line(found: re.Match[str]) -> str:
    return re.sub(r"\s+", " ", found[0]).replace("[ ", "[").replace(" ]", "]")


def write_profile(path: Path, profile: Profile) -> None:
    """Replace the file at *path* atomically, after reading back and comparing what was written.

    Raises:
        ProfileError: writing failed; an older file at *path* is unchanged.
    """
    content = profile_bytes(profile)

    def verify(fresh: Path) -> None:
        if parse_profile(fresh.read_bytes(), called=str(path)) != profile:
            raise errors.PROFILE_WRITE(profile=path, reason="it came back changed from the disk")

    if path.is_dir():
        raise errors.PROFILE_WRITE(profile=path, reason="it is a folder")
    try:
        write_atomically(path, content, verify)
    except (OSError, ValueError) as err:
        reason = getattr(err, "strerror", None) or str(err)
        raise errors.PROFILE_WRITE(profile=path, reason=reason) from err


def _bytes_of(path: Path) -> bytes:
    try:
        not_regular = path.exists() and not path.is_file()  # a pipe would block forever
        content = b"" if not_regular else _head(path)
    except FileNotFoundError as err:
        raise errors.PROFILE_MISSING(profile=path) from err
    except OSError as err:
        reason = err.strerror or "it cannot be opened"
        raise errors.PROFILE_UNREADABLE(profile=path, reason=reason) from err
    except ValueError as err:  # an invalid file name
        raise errors.PROFILE_MISSING(profile=path) from err
    if not_regular:
        raise errors.PROFILE_UNREADABLE(profile=path, reason="it is no file")
    return content


def _head(path: Path) -> bytes:
    """Return the content of *path*, at most one byte more than is allowed."""
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def _check_schema(schema: object, called: str) -> None:
    if schema == SCHEMA:
        return
    newer = _SCHEMA_PATTERN.fullmatch(schema) if isinstance(schema, str) else None
    if newer is not None and int(newer[1]) > 1:
        raise errors.PROFILE_NEWER(profile=called, schema=schema)
    raise errors.PROFILE_INVALID(profile=called, reason="it does not say that it is a profile")


def _base64(value: bytes) -> str:
    return base64.b64encode(value).decode()
