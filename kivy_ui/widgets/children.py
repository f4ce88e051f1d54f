"""Keeps a widget's number of children equal to the number of items to show."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from kivy.uix.widget import Widget

Made = TypeVar("Made", bound=Widget)


def reuse_children(parent: Widget, count: int, make: Callable[[], Made]) -> list[Made]:
    """Make *parent* have exactly *count* children of one type and return them in their order.

    Existing children are kept where possible, so that a touch in progress is not lost.
    """
    children: list[Made] = list(reversed(parent.children))
    while len(children) > count:
        parent.remove_widget(children.pop())
    while len(children) < count:
        child = make()
        parent.add_widget(child)
        children.append(child)
    return children
