"""The table's profiles: a folder with one file for each name."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

from calibration.core.errors import (
    PROFILE_MISSING,
    PROFILE_NAME,
    PROFILE_WRITE,
    ProfileError,
    ProfileMissingError,
)
from calibration.core.profile import Profile, is_name
from calibration.core.profile_file import read_profile, write_profile
from calibration.core.reader_profile import light_field
from vision.light.light_field import LightField, PatchSamples
from vision.light.lighting_profile import drift_at

SUFFIX: Final = ".json"

_FileKey = tuple[int, int, int]
"""Inode, modification time in ns and size of a file: the key of the cache."""


class ProfileStore:
    """Profiles by name.

    A file with its images is slow to parse and needed at many readings, so parsed profiles are
    cached until the file changes.

    Args:
        folder: created with the first profile.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._cache: dict[str, tuple[_FileKey, Profile]] = {}

    def names(self) -> tuple[str, ...]:
        """Return all names, sorted."""
        try:
            files = [path for path in self._folder.iterdir() if path.suffix == SUFFIX]
        except OSError:
            return ()
        names = (unquote(path.stem, errors="replace") for path in files)
        return tuple(sorted(name for name in names if is_name(name)))

    def path(self, name: str) -> Path:
        """Return where the profile *name* is or would be.

        Raises:
            ProfileError: the name is invalid.
        """
        if not is_name(name):
            raise PROFILE_NAME(name=repr(name)[:60])
        return self._folder / f"{quote(name, safe=' ')}{SUFFIX}"

    def read(self, name: str) -> Profile:
        """Return a profile.

        Raises:
            ProfileError: there is none of that name, or its file cannot be used.
        """
        path = self.path(name)
        if not path.exists():
            raise PROFILE_MISSING(profile=name)
        key = _file_key(path)
        cached = self._cache.get(name)
        if cached is not None and cached[0] == key:
            return cached[1]
        profile = read_profile(path)
        if key is not None:
            self._cache[name] = key, profile
        return profile

    def find(self, name_or_file: str) -> Profile:
        """Return the profile of that name, or the one in that file.

        Raises:
            ProfileError: there is neither, or it cannot be used.
        """
        with suppress(ProfileMissingError):
            return self.read(name_or_file)
        return read_profile(Path(name_or_file))

    def save(self, profile: Profile) -> None:
        """Keep *profile* under its name, in place of an older one; a new measurement is numbered.

        Raises:
            ProfileError: writing failed; an older one is unchanged.
        """
        if not profile.serial:
            newest = max((each.serial for each in self.all()), default=0)
            profile = replace(profile, serial=newest + 1)
        write_profile(self.path(profile.name), profile)
        self._cache.pop(profile.name, None)  # file timestamps are too coarse for two quick changes

    def delete(self, name: str) -> None:
        """Remove a profile.

        Raises:
            ProfileError: there is none of that name, or it cannot be removed.
        """
        self._cache.pop(name, None)
        try:
            self.path(name).unlink()
        except FileNotFoundError as err:
            raise PROFILE_MISSING(profile=name) from err
        except OSError as err:
            raise PROFILE_WRITE(profile=name, reason=err.strerror or str(err)) from err

    def all(self) -> tuple[Profile, ...]:
        """Return all profiles that can be used; damaged ones are left alone."""
        found = []
        for name in self.names():
            with suppress(ProfileError):
                found.append(self.read(name))
        return tuple(found)


def _file_key(path: Path) -> _FileKey | None:
    """Return the cache key of a file; None where it cannot be read."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def nearest(profiles: Sequence[Profile], samples: PatchSamples, seen: LightField) -> Profile | None:
    """Return the profile whose lighting is nearest to that of the patches; None where none fits."""
    best: tuple[float, Profile] | None = None
    for profile in profiles:
        if profile.light is None:
            continue
        drift = drift_at(samples, seen, light_field(profile.light, seen.size_px))
        distance = drift.hue + _LEVEL_WEIGHT * abs(drift.level)
        if not drift.noticed and (best is None or distance < best[0]):
            best = distance, profile
    return best[1] if best else None


_LEVEL_WEIGHT: Final = 0.2  # brightness changes with the clouds, hue with the light source
