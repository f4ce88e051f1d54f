"""The table's profiles: a folder with one file for each name."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

from calibration.errors import (
    ProfileError,
    ProfileMissingError,
    ProfileNameError,
    ProfileWriteError,
)
from calibration.known import light_field
from calibration.profile import Profile, is_name
from calibration.profile_file import read_profile, write_profile
from vision.known_table import drift_at
from vision.light_field import LightField, PatchSamples

SUFFIX: Final = ".json"


class ProfileStore:
    """Profiles by name.

    Args:
        folder: made with the first profile.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

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
        return read_profile(path)

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

    def take_in(self, path: Path) -> Profile:
        """Keep a copy of the profile in a file, and return it.

        Raises:
            ProfileError: the file is no profile, or the copy cannot be written.
        """
        profile = read_profile(path)
        self.save(profile)
        return profile

    def give_out(self, name: str, path: Path) -> None:
        """Write a copy of a profile to a file.

        Raises:
            ProfileError: there is none of that name, or the file cannot be written.
        """
        write_profile(path, self.read(name))

    def delete(self, name: str) -> None:
        """Remove a profile.

        Raises:
            ProfileError: there is none of that name, or it cannot be removed.
        """
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
