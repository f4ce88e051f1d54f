"""Thread-safe access to the table's profiles: changes are serialised and announced."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from calibration.core.profile import Profile
from calibration.core.store import ProfileStore


class ProfileRepository(ProfileStore):
    """The profiles with a lock for changes; reading needs none: files are replaced atomically.

    Args:
        folder: of the profiles.
        changed: called when the active profile may have changed.
    """

    def __init__(self, folder: Path, changed: Callable[[], None]) -> None:
        super().__init__(folder)
        self._changed = changed
        self._lock = threading.RLock()

    def touch(self) -> None:
        """Announce that the active profile may have changed."""
        self._changed()

    def save(self, profile: Profile) -> None:
        """Keep a profile under its name, in place of an older one.

        Raises:
            ProfileError: writing failed; an older one is unchanged.
        """
        with self._lock:
            super().save(profile)
        self._changed()

    def change(self, name: str, how: Callable[[Profile], Profile], *, tell: bool = True) -> None:
        """Read a profile, change it and keep it.

        Args:
            name: of the profile.
            how: returns the changed one; the same one changes nothing.
            tell: whether to announce the change.

        Raises:
            CompanionError: there is none, *how* raises, or writing failed; nothing is changed.
        """
        with self._lock:
            before = self.read(name)
            after = how(before)
            if after == before:
                return
            super().save(after)
        if tell:
            self._changed()

    def rename(self, name: str, to: str) -> None:
        """Give a profile another name; one that has the new name already is replaced.

        Raises:
            ProfileError: there is none, the name is invalid, or writing failed.
        """
        if name == to:
            return
        self.path(to)  # refuses an invalid one before anything is changed
        with self._lock:
            super().save(replace(self.read(name), name=to))
            super().delete(name)
        self._changed()

    def delete(self, name: str) -> None:
        """Remove a profile.

        Raises:
            ProfileError: there is none, or it cannot be removed.
        """
        with self._lock:
            super().delete(name)
        self._changed()


def profile_in_use(profiles: Sequence[Profile], active_profile: str, chosen: str) -> str:
    """Return the name of the profile that a table uses; empty where there is none.

    Args:
        profiles: all of them.
        active_profile: the one of its reader; empty before it reads.
        chosen: the one that people chose; empty for none.
    """
    names = {profile.name for profile in profiles}
    for name in (active_profile, chosen):
        if name in names:
            return name
    return max(profiles, key=lambda each: each.serial).name if profiles else ""
