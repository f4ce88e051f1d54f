"""What must not be seen in a list at rest: rows cut in half, a bar over a button."""

from __future__ import annotations

from typing import Any

from tests.ui.hand import Hand


def list_faults(hand: Hand) -> list[str]:
    """Return what is wrong with the lists that can be seen now."""
    from kivy.uix.scrollview import ScrollView

    faults = []
    for view in hand.widgets(ScrollView):
        if view.do_scroll_y and view.height > 1 and view.viewport_size[1] > view.height + 1:
            faults += [f"cut at rest: {what}" for what in _cut(view)]
            if view.bar_margin > -view.bar_width:
                faults.append(f"the bar lies over the rows of {_name(view)}")
    return faults


def _cut(view: Any) -> list[str]:
    """Return the buttons and texts of which a part is shown."""
    low = view.y - view.g_translate.y
    low, high = low + view.below_px, low + view.height - view.above_px
    return [
        _name(part)
        for part in _parts(view._viewport)
        if any(part.y + 2 < edge < part.top - 2 for edge in (low, high))
    ]


def _parts(content: Any) -> list[Any]:
    """Return buttons and texts, these without the rows of a text to read."""
    from kivy.uix.label import Label

    from kivy_ui.widgets.controls import TapArea

    if isinstance(content, TapArea) and content.opacity and content.height > 1:
        return [content]
    if isinstance(content, Label):
        lines = len(getattr(content._label, "_cached_lines", ()))
        return [content] if content.text and content.opacity and lines < 2 else []
    return [part for child in content.children if child.opacity for part in _parts(child)]


def _name(part: Any) -> str:
    words = getattr(part, "text", "") or getattr(part, "title", "") or type(part).__name__
    return repr(words)
