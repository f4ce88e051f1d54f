"""The table's profiles, a folder with one file for each name, and the reader that selects one."""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

import numpy as np

from calibration.core import errors
from calibration.core.profile import Profile, is_name
from calibration.core.profile_file import read_profile, write_profile
from calibration.core.reader_profile import apply_profile, light_field, light_seen
from companion.session.ports import ReadRequest
from vision.light.light_field import LightField, PatchSamples
from vision.light.lighting_profile import LIGHT_DIFFERS, drift_at, drift_between
from vision.pipeline import TableReader
from vision.result import TableReadResult

SUFFIX: Final = ".json"

_FileKey = tuple[int, int, int]
"""Inode, modification time in ns and size of a file: the key of the cache."""


class ProfileStore:
    """Profiles by name, for several threads: changes are serialised, files replaced atomically.

    A file with its images is slow to parse and needed at many readings, so parsed profiles are
    cached until the file changes.

    Attributes:
        changed: to be called when the active profile may have changed.

    Args:
        folder: created with the first profile.
    """

    def __init__(self, folder: Path, changed: Callable[[], None] = lambda: None) -> None:
        self._folder = folder
        self.changed = changed
        self._cache: dict[str, tuple[_FileKey, Profile]] = {}
        self._lock = threading.RLock()

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
            raise errors.PROFILE_NAME(name=repr(name)[:60])
        return self._folder / f"{quote(name, safe=' ')}{SUFFIX}"

    def read(self, name: str) -> Profile:
        """Return a profile.

        Raises:
            ProfileError: there is none of that name, or its file cannot be used.
        """
        path = self.path(name)
        if not path.exists():
            raise errors.PROFILE_MISSING(profile=name)
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
        with suppress(errors.ProfileMissingError):
            return self.read(name_or_file)
        return read_profile(Path(name_or_file))

    def save(self, profile: Profile) -> None:
        """Keep *profile* under its name, in place of an older one; a new measurement is numbered.

        Raises:
            ProfileError: writing failed; an older one is unchanged.
        """
        with self._lock:
            self._write(profile)
        self.changed()

    def change(self, name: str, how: Callable[[Profile], Profile], *, tell: bool = True) -> None:
        """Read a profile, change it and keep it.

        Args:
            how: returns the changed one; the same one changes nothing.

        Raises:
            CompanionError: there is none, *how* raises, or writing failed; nothing is changed.
        """
        with self._lock:
            before = self.read(name)
            after = how(before)
            if after == before:
                return
            self._write(after)
        if tell:
            self.changed()

    def rename(self, name: str, to: str) -> None:
        """Give a profile another name; one that has the new name already is replaced.

        Raises:
            ProfileError: there is none, the name is invalid, or writing failed.
        """
        if name == to:
            return
        self.path(to)  # refuses an invalid one before anything is changed
        with self._lock:
            self._write(replace(self.read(name), name=to))
            self._remove(name)
        self.changed()

    def delete(self, name: str) -> None:
        """Remove a profile.

        Raises:
            ProfileError: there is none of that name, or it cannot be removed.
        """
        with self._lock:
            self._remove(name)
        self.changed()

    def all(self) -> tuple[Profile, ...]:
        """Return all profiles that can be used; damaged ones are left alone."""
        found = []
        for name in self.names():
            with suppress(errors.ProfileError):
                found.append(self.read(name))
        return tuple(found)

    def _write(self, profile: Profile) -> None:
        if not profile.serial:
            newest = max((each.serial for each in self.all()), default=0)
            profile = replace(profile, serial=newest + 1)
        write_profile(self.path(profile.name), profile)
        self._cache.pop(profile.name, None)  # file timestamps are too coarse for two quick changes

    def _remove(self, name: str) -> None:
        self._cache.pop(name, None)
        try:
            self.path(name).unlink()
        except FileNotFoundError as err:
            raise errors.PROFILE_MISSING(profile=name) from err
        except OSError as err:
            raise errors.PROFILE_WRITE(profile=name, reason=err.strerror or str(err)) from err


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


def same_light(one: Profile, other: Profile) -> bool:
    """Whether two profiles were made in the same light, so that either fits it."""
    if one.name == other.name or one.light is None or other.light is None:
        return False
    now, before = (
        light_field(light, (1, 1)).middle[np.newaxis] for light in (one.light, other.light)
    )
    return not drift_between(now, before).noticed


def profile_in_use(profiles: Sequence[Profile], active_profile: str, chosen: str) -> str:
    """Return the name of the profile that a table uses; empty where there is none.

    Args:
        active_profile: the one of its reader; empty before it reads.
        chosen: the one that people chose; empty for none.
    """
    names = {profile.name for profile in profiles}
    for name in (active_profile, chosen):
        if name in names:
            return name
    return max(profiles, key=lambda each: each.serial).name if profiles else ""


class ProfileSelectingReader:
    """Wraps a reader and applies the table's profile that fits (`DiceReader`).

    It starts with the profile that people chose, else with the newest. Where the lighting of an
    image differs and another profile fits its patches, the image is read again with that one.

    Args:
        reader: the wrapped reader, owned by this one.
        profiles: returns all profiles; called at the start and when the lighting changes.
        chosen: name of the profile that people chose; empty for none.
    """

    def __init__(
        self,
        reader: TableReader,
        profiles: Callable[[], Sequence[Profile]],
        *,
        chosen: str = "",
    ) -> None:
        self._reader = reader
        self._profiles = profiles
        self._chosen: Profile | None = None
        ranked = sorted(profiles(), key=lambda each: (each.name == chosen, each.serial))
        if ranked:
            self._choose(ranked[-1])

    @property
    def chosen(self) -> Profile | None:
        """The active profile; None without any."""
        return self._chosen

    def read(self, request: ReadRequest) -> TableReadResult:
        """Return what the frame of *request* shows.

        Raises:
            BadFrameError: the frame's array is not an image.
            NotEnrolledError: no faces of the dice are enrolled yet.
        """
        result = self._reader.read(request)
        if any(problem.code == LIGHT_DIFFERS for problem in result.reading.problems):
            samples, seen = light_seen(request.frame.pixels, result.mats)
            better = None if seen is None else nearest(self._profiles(), samples, seen)
            if better is not None and better != self._chosen:
                self._choose(better)
                result = self._reader.read(request)
        return replace(result, profile=self._chosen.name if self._chosen is not None else "")

    def _choose(self, profile: Profile) -> None:
        self._chosen = profile
        apply_profile(self._reader, profile)
