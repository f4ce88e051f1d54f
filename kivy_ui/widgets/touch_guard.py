"""Ignores touches briefly after new content appears.

A tap aimed at the previous content must not be taken as an answer.
"""

from __future__ import annotations

import time

TOUCH_GUARD_S = 0.25
"""How long touches are ignored."""


class TouchGuard:
    """Mixin, placed before a widget's base class; call ``ask`` whenever the content is shown."""

    _asked_s = float("-inf")

    def ask(self, question: object, about: str = "") -> None:
        """Ignore touches for ``TOUCH_GUARD_S`` if the content has changed.

        Args:
            question: identifies the content.
            about: key of a part, for content that consists of independently changing parts.
        """
        asked: dict[str, object] = self.__dict__.setdefault("_asked", {})
        if asked.setdefault(about, question) != question:
            asked[about] = question
            self._asked_s = time.monotonic()

    def on_touch_down(self, touch: object) -> bool:
        """Consume a touch that comes too early."""
        early = time.monotonic() - self._asked_s < TOUCH_GUARD_S
        if early and self.collide_point(*touch.pos):  # type: ignore[attr-defined]
            return True
        return bool(super().on_touch_down(touch))  # type: ignore[misc]
