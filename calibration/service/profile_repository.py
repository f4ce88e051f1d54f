"""Thread-safe access to the table's profiles: changes are serialised and announced."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace

from calibration.core.profile import Profile
from calibration.core.store import ProfileStore


class ProfileRepository:
    """The store behind a lock for changes; reading needs none, since files are replaced atomically.

    Args:
        store: the profiles by name.
        changed: called when the active profile may have changed.
    """

    def __init__(self, store: ProfileStore, changed: Callable[[], None]) -> None:
        self._store = store
        self._changed = changed
        self._lock = threading.RLock()

    def read(self, name: str) -> Profile:
        """Return a profile.

        Raises:
            ProfileError: there is none of that name, or its file cannot be used.
        """
        return self._store.read(name)

    def all(self) -> tuple[Profile, ...]:
        """Return all profiles that can be used."""
        return self._store.all()

    def touch(self) -> None:
        """Announce that the active profile may have changed."""
        self._changed()

    def check_name(self, name: str) -> None:
        """Validate a profile name.

        Raises:
            ProfileError: the name is invalid.
        """
        self._store.path(name)

    def save(self, profile: Profile) -> None:
        """Keep a profile under its name, in place of an older one.

        Raises:
            ProfileError: writing failed; an older one is unchanged.
        """
        with self._lock:
            self._store.save(profile)
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
            before = self._store.read(name)
            after = how(before)
            if after == before:
                return
            self._store.save(after)
        if tell:
            self._changed()

    def rename(self, name: str, to: str) -> None:
        """Give a profile another name; one that has the new name already is replaced.

        Raises:
            ProfileError: there is none, the name is invalid, or writing failed.
        """
        if name == to:
            return
        self.check_name(to)
        with self._lock:
            self._store.save(replace(self._store.read(name), name=to))
            self._store.delete(name)
        self._changed()

    def delete(self, name: str) -> None:
        """Remove a profile.

        Raises:
            ProfileError: there is none, or it cannot be removed.
        """
        with self._lock:
            self._store.delete(name)
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
