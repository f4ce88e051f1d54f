"""The screens beside the game: nothing cut off, nothing too small, in every language and size."""

from __future__ import annotations

import math
from typing import Any

import pytest

from companion.i18n.translator import LANGUAGES, Translator
from tests.ui import beside_scenes as scenes
from tests.ui import fake_table as fake
from tests.ui.hand import Hand
from tests.ui.layout_faults import SIZES, _text_faults, _touch_faults, in_all_sizes
from tests.ui.list_faults import list_faults

LONGER = 1.5


@pytest.mark.timeout(600)  # dozens of scenes, on a busy machine
@in_all_sizes
def test_texts_fit_and_buttons_are_large(
    table: fake.FakeTable,
    size_px: tuple[int, int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No text is cut off, no button is smaller than 48 dp, in every language, in portrait either.

    Words half as long again break nothing either: where even the smallest letters do not fit they
    end in an ellipsis inside their boxes, and every button can still be hit.
    """
    table.update = fake.an_update(fake.over(3))
    faults = []
    with Hand(table, size_px=size_px, settings=scenes.settings("en")) as hand:
        for name, show in scenes.SCENES.items():
            show(hand)
            for language in LANGUAGES:
                hand.app.choose_language(language.key)
                hand.wait()
                found = [*_text_faults(hand), *_touch_faults(hand, size_px), *list_faults(hand)]
                faults += [f"{name}, {language.key}: {fault}" for fault in found]
            hand.app.choose_language("en")
            if size_px == SIZES[0]:
                with monkeypatch.context() as grown:
                    _grow(grown)
                    hand.app.root.refresh()
                    hand.app.property("tr").dispatch(hand.app)
                    hand.wait()
                    long = [fault for fault in _text_faults(hand) if "cut off" not in fault]
                    long += _touch_faults(hand, size_px)
                    faults += [f"{name}, longer: {fault}" for fault in long]
                hand.app.property("tr").dispatch(hand.app)
            scenes.leave(hand)
    assert not faults, "\n".join(faults)


def _grow(monkeypatch: pytest.MonkeyPatch) -> None:
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
