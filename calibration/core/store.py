"""The table's profiles: a folder with one file for each name."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

from calibration.core.errors import (
    ProfileError,
    ProfileMissingError,
    ProfileNameError,
    ProfileWriteError,
)
from calibration.core.profile import Profile, is_name
from calibration.core.profile_file import read_profile, write_profile
from calibration.core.reader_profile import light_field
from vision.light.light_field import LightField, PatchSamples
from vision.light.lighting_profile import drift_at

SUFFIX: Final = ".json"

_Mark = tuple[int, int, int]
"""Number of a file on its disk, time of its last change, size: another file has another."""


class ProfileStore:
    """Profiles by name.

    A file with its pictures takes long to read and is asked for at many readings, so what was read
    is kept for as long as the file is the same.

    Args:
        folder: made with the first profile.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[str, tuple[_Mark, Profile]] = {}

    def names(self) -> tuple[str, ...]:
        """Return the names there are, in order."""
        try:
            files = [path for path in self._folder.iterdir() if path.suffix == SUFFIX]
        except OSError:
            return ()
        names = (unquote(path.stem, errors="replace") for path in files)
        return tuple(sorted(name for name in names if is_name(name)))

    def path(self, name: str) -> Path:
        """Return where the profile *name* is or would be.

        Raises:
            ProfileNameError: nothing can be called so.
        """
        if not is_name(name):
            raise ProfileNameError(name=repr(name)[:60])
        return self._folder / f"{quote(name, safe=' ')}{SUFFIX}"

    def read(self, name: str) -> Profile:
        """Return a profile.

        Raises:
            ProfileError: there is none of that name, or its file cannot be used.
        """
        path = self.path(name)
        if not path.exists():
            raise ProfileMissingError(profile=name)
        mark = _mark_of(path)
        known = self._known.get(name)
        if known is not None and known[0] == mark:
            return known[1]
        profile = read_profile(path)
        if mark is not None:
            self._known[name] = mark, profile
        return profile

    def find(self, name_or_file: str) -> Profile:
        """Return the profile of that name, or the one in that file.

        Raises:
            ProfileError: there is neither, or it cannot be used.
        """
        with suppress(ProfileMissingError, ProfileNameError):
            return self.read(name_or_file)
        return read_profile(Path(name_or_file))

    def save(self, profile: Profile) -> None:
        """Keep *profile* under its name, in place of an older one.

        Raises:
            ProfileWriteError: the disk did not take it; an older one is as it was.
        """
        write_profile(self.path(profile.name), profile)
        self._known.pop(profile.name, None)  # clocks of disks are too coarse for two quick changes

    def import_file(self, path: Path) -> Profile:
        """Keep a copy of the profile in a file, and return it.

        Raises:
            ProfileError: the file is no profile, or the copy cannot be written.
        """
        profile = read_profile(path)
        self.save(profile)
        return profile

    def delete(self, name: str) -> None:
        """Remove a profile.

        Raises:
            ProfileError: there is none of that name, or it cannot be removed.
        """
        self._known.pop(name, None)
        try:
            self.path(name).unlink()
        except FileNotFoundError as err:
            raise ProfileMissingError(profile=name) from err
        except OSError as err:
            raise ProfileWriteError(profile=name, reason=err.strerror or str(err)) from err

    def all(self) -> tuple[Profile, ...]:
        """Return all profiles that can be used; damaged ones are left alone."""
        found = []
        for name in self.names():
            with suppress(ProfileError):
                found.append(self.read(name))
        return tuple(found)


def _mark_of(path: Path) -> _Mark | None:
    """Return what tells this file from another; None where it cannot be looked at."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def nearest(profiles: Sequence[Profile], samples: PatchSamples, seen: LightField) -> Profile | None:
    """Return the profile whose light is nearest to what the patches show, if it fits at all."""
    best: tuple[float, Profile] | None = None
    for profile in profiles:
        if profile.light is None:
            continue
        drift = drift_at(samples, seen, light_field(profile.light, seen.size_px))
        distance = drift.hue + _LEVEL_SHARE * abs(drift.level)
        if not drift.noticed and (best is None or distance < best[0]):
            best = distance, profile
    return best[1] if best else None


_LEVEL_SHARE: Final = 0.2  # brightness changes with the clouds, hue with the lamp
