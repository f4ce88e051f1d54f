"""The table's profiles for several threads: one change after the other, each announced."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace

from calibration.core.profile import Profile
from calibration.core.store import ProfileStore


class ProfileRepository:
    """The store, changed by one thread at a time; readers see whole files anyway.

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
        """Announce that another profile may be active from now on."""
        self._changed()

    def check_name(self, name: str) -> None:
        """Refuse a name that no profile can have.

        Raises:
            ProfileNameError: nothing can be called so.
        """
        self._store.path(name)

    def save(self, profile: Profile) -> None:
        """Keep a profile under its name, in place of an older one.

        Raises:
            ProfileError: the disk did not take it; an older one is as it was.
        """
        with self._lock:
            self._store.save(profile)
        self._changed()

    def change(self, name: str, how: Callable[[Profile], Profile], *, tell: bool = True) -> None:
        """Read a profile, change it and keep it.

        Args:
            name: of the profile.
            how: returns the changed one; the same one changes nothing.
            tell: whether the active profile changes.

        Raises:
            CompanionError: there is none, *how* refuses, or the disk does; nothing is changed.
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
            ProfileError: there is none, the name does not serve, or the disk does not.
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
        chosen: what people chose; empty where nobody did.
    """
    names = {profile.name for profile in profiles}
    for name in (active_profile, chosen):
        if name in names:
            return name
    return max(profiles, key=lambda each: each.made_at).name if profiles else ""
