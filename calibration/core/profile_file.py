"""Profiles as small readable files (JSON), read as untrusted input.

The size is checked before parsing, unknown keys and values out of range are refused, and every
fault is one `ProfileError` that names it.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
import re
from pathlib import Path
from typing import Any, Final, NoReturn

from cattrs import BaseValidationError, Converter, ForbiddenExtraKeysError, transform_error

from calibration.core.errors import (
    PROFILE_DAMAGED,
    PROFILE_INVALID,
    PROFILE_MISSING,
    PROFILE_NEWER,
    PROFILE_TOO_LARGE,
    PROFILE_UNREADABLE,
    PROFILE_WRITE,
)
from calibration.core.profile import Profile
from companion.storage.atomic_file import write_atomically
from companion.text_formats import from_json

SCHEMA: Final = "profile/1"
MAX_BYTES: Final = 7_000_000

_SCHEMA_PATTERN: Final = re.compile(r"profile/([0-9]{1,6})")


def read_profile(path: Path) -> Profile:
    """Return the profile in *path*.

    Raises:
        ProfileError: there is no such file.
        ProfileError: a folder, no permission.
        ProfileError: larger than any profile.
        ProfileError: not a complete JSON object.
        ProfileError: of a later version.
        ProfileError: of an unknown schema, or with an invalid value.
    """
    return parse_profile(_bytes_of(path), called=str(path))


def parse_profile(content: bytes, *, called: str) -> Profile:
    """Return the profile that *content* holds; *called* is its name in messages.

    Raises:
        ProfileError: as `read_profile`.
    """
    if len(content) > MAX_BYTES:
        raise PROFILE_TOO_LARGE(profile=called, limit_mb=MAX_BYTES // 1_000_000)
    try:
        text = content.decode("utf-8-sig")
        tree = from_json(
            text, parse_constant=_no_constant, object_pairs_hook=_without_duplicate_keys
        )
    except UnicodeDecodeError as err:
        raise PROFILE_DAMAGED(profile=called, reason="it is not UTF-8 text") from err
    except ValueError as err:
        reason = (
            f"line {err.lineno} cannot be read"
            if isinstance(err, json.JSONDecodeError)
            else (str(err))
        )
        raise PROFILE_DAMAGED(profile=called, reason=reason) from err
    if not isinstance(tree, dict):
        raise PROFILE_DAMAGED(profile=called, reason="it holds no object")
    _check_schema(tree.pop("schema", None), called)
    try:
        return _converter.structure(tree, Profile)
    except BaseValidationError as err:
        raise PROFILE_INVALID(profile=called, reason=_first_fault(err)) from err
    except RecursionError as err:
        raise PROFILE_DAMAGED(profile=called, reason="it is nested too deeply") from err


def profile_bytes(profile: Profile) -> bytes:
    """Return *profile* as the content of a file; deterministic."""
    tree = {"schema": SCHEMA, **_converter.unstructure(profile)}
    text = json.dumps(tree, ensure_ascii=False, indent=1, allow_nan=False)
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
            raise PROFILE_WRITE(profile=path, reason="it came back changed from the disk")

    if path.is_dir():
        raise PROFILE_WRITE(profile=path, reason="it is a folder")
    try:
        write_atomically(path, content, verify)
    except (OSError, ValueError) as err:
        reason = getattr(err, "strerror", None) or str(err)
        raise PROFILE_WRITE(profile=path, reason=reason) from err


def _bytes_of(path: Path) -> bytes:
    try:
        not_regular = path.exists() and not path.is_file()  # a pipe would block forever
        content = b"" if not_regular else _head(path)
    except FileNotFoundError as err:
        raise PROFILE_MISSING(profile=path) from err
    except OSError as err:
        reason = err.strerror or "it cannot be opened"
        raise PROFILE_UNREADABLE(profile=path, reason=reason) from err
    except ValueError as err:  # an invalid file name
        raise PROFILE_MISSING(profile=path) from err
    if not_regular:
        raise PROFILE_UNREADABLE(profile=path, reason="it is no file")
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
        raise PROFILE_NEWER(profile=called, schema=schema)
    raise PROFILE_INVALID(profile=called, reason="it does not say that it is a profile")


def _without_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for key, value in pairs:
        if key in tree:
            raise ValueError(f"{_shown(key)} is there twice")
        tree[key] = value
    return tree


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _first_fault(err: BaseValidationError) -> str:
    """Return the first fault and its path in the tree."""
    text = transform_error(err, path="", format_exception=_fault)[0]
    text = text.replace(" @ ", " at ") if not text.endswith(" @ ") else text[:-3]
    return text[:200]


def _fault(err: BaseException, _: type | None) -> str:
    if isinstance(err, KeyError):
        return f"{err.args[0]} is missing"
    if isinstance(err, ForbiddenExtraKeysError):
        return f"unknown field {_shown(min(err.extra_fields))}"
    if isinstance(err, (ValueError, TypeError)):
        return str(err)
    return "a value is of the wrong kind"


# --- values --------------------------------------------------------------------------------------


def _number(value: Any, _: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or abs(value) > 1e9:
        raise ValueError(f"{_shown(value)} is no sensible number")
    number = float(value)
    if not math.isfinite(number):
        raise ValueError("a number is not finite")
    return number


def _whole(value: Any, _: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{_shown(value)} is not an integer")  # noqa: TRY004 - one kind of fault
    return value


def _text(value: Any, _: object) -> str:
    if not isinstance(value, str) or len(value) > 1000:
        raise ValueError(f"{_shown(value)} is no text")
    return value


def _flag(value: Any, _: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{_shown(value)} is neither true nor false")  # noqa: TRY004 - the same
    return value


def _data(value: Any, _: object) -> bytes:
    if not isinstance(value, str):
        raise ValueError("an image is not text")  # noqa: TRY004 - the same
    try:
        return base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError) as err:
        raise ValueError("an image is not base64") from err


def _shown(value: object) -> str:
    text = repr(value) if isinstance(value, (str, int, float, bool)) or value is None else "a list"
    return text if len(text) <= 40 else text[:37] + "..."


def _new_converter() -> Converter:
    converter = Converter(forbid_extra_keys=True)
    converter.register_structure_hook(float, _number)
    converter.register_structure_hook(int, _whole)
    converter.register_structure_hook(str, _text)
    converter.register_structure_hook(bool, _flag)
    converter.register_structure_hook(bytes, _data)
    converter.register_unstructure_hook(bytes, lambda value: base64.b64encode(value).decode())
    return converter


_converter: Final = _new_converter()
