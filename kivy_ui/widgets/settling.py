"""What asks something new takes no touch for a moment: the finger was meant for what was there."""

from __future__ import annotations

import time

SETTLE_S = 0.25
"""How long a new question takes no touch."""


class Settling:
    """Mixed into a widget before its base: ``ask`` it with what it asks whenever it is shown."""

    _asked_s = float("-inf")

    def ask(self, question: object, about: str = "") -> None:
        """Take no touch for a moment where the question is another one than before.

        Args:
            about: which part of the question this is, where several change by themselves.
        """
        asked: dict[str, object] = self.__dict__.setdefault("_asked", {})
        if asked.setdefault(about, question) != question:
            asked[about] = question
            self._asked_s = time.monotonic()

    def on_touch_down(self, touch: object) -> bool:
        """Keep a touch that comes too early from everything inside."""
        early = time.monotonic() - self._asked_s < SETTLE_S
        if early and self.collide_point(*touch.pos):  # type: ignore[attr-defined]
            return True
        return bool(super().on_touch_down(touch))  # type: ignore[misc]
