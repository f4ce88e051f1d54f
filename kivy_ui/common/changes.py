"""Changes that can be taken back and made again."""

from typing import Generic, TypeVar

T = TypeVar("T")


class Changes(Generic[T]):
    """A value with those before and after it.

    Args:
        most: how many steps can be taken back.
    """

    def __init__(self, now: T, most: int) -> None:
        self.now = now
        self._most = most
        self._past: list[T] = []
        self._future: list[T] = []

    def begin(self, now: T) -> None:
        """Take another value, before which there is none."""
        self.now, self._past, self._future = now, [], []

    def change(self, now: T) -> None:
        """Make a step, unless nothing changes; what was taken back is gone."""
        if now != self.now:
            self._past = [*self._past, self.now][-self._most :]
            self.now, self._future = now, []

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    def undo(self) -> bool:
        """Take the last step back; return whether there was one."""
        return self._turn(self._past, self._future)

    def redo(self) -> bool:
        """Make the step again that was taken back last; return whether there was one."""
        return self._turn(self._future, self._past)

    def _turn(self, source: list[T], target: list[T]) -> bool:
        if not source:
            return False
        target.append(self.now)
        self.now = source.pop()
        return True
