"""The screens beside the game: nothing cut off, nothing too small, in every language and size."""

from __future__ import annotations

import math
from typing import Any

import pytest

from companion.i18n.translator import Translator
from tests.ui import beside_scenes as scenes
from tests.ui import fake_table as fake
from tests.ui.hand import Hand
from tests.ui.test_layout import _text_faults, _touch_faults

LONGER = 1.5


def _faults(table: fake.FakeTable, language: str, size_px: tuple[int, int]) -> list[str]:
    table.update = fake.an_update(fake.over(3))
    found = []
    with Hand(table, size_px=size_px, settings=scenes.settings(language)) as hand:
        for name, show in scenes.SCENES.items():
            show(hand)
            hand.wait()
            faults = [*_text_faults(hand), *_touch_faults(hand, size_px)]
            found += [f"{name}: {fault}" for fault in faults]
            scenes.leave(hand)
    return found


@pytest.mark.parametrize(
    ("language", "size_px"),
    [("en", (1280, 800)), ("pl", (800, 480)), ("hu", (800, 480)), ("hu", (720, 1280))],
    ids=["en-1280x800", "pl-800x480", "hu-800x480", "hu-720x1280"],
)
def test_texts_fit_and_buttons_are_large(
    table: fake.FakeTable, language: str, size_px: tuple[int, int]
) -> None:
    """No text is cut off, no button is smaller than 48 dp, in portrait either."""
    faults = _faults(table, language, size_px)
    assert not faults, "\n".join(faults)


def test_texts_half_as_long_again_fit(
    table: fake.FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A language with longer words than ours: every translated text grows by half."""

    def longer(text: str) -> str:
        words = text.split(" ")
        wanted = math.ceil(len(text) * (LONGER - 1))
        extra = ""
        while len(extra) < wanted:
            extra += f" {words[len(extra) % len(words)]}"
        return text + extra[: wanted + 1].rstrip() if len(words) > 1 else text + text[:wanted]

    for name in ("__call__", "plural", "message", "hint"):
        original = getattr(Translator, name)

        def grown(self: Translator, *args: Any, _original: Any = original, **params: Any) -> str:
            return longer(_original(self, *args, **params))

        monkeypatch.setattr(Translator, name, grown)
    faults = [fault for fault in _faults(table, "en", (800, 480)) if "cut off" in fault]
    assert not faults, "\n".join(faults)
