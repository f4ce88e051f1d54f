"""Fields of a form whose choices take effect at once."""

from collections.abc import Callable, Iterable
from typing import Any

from kivy_ui.common.stacked_pages import do
from kivy_ui.pages.forms import Choice, Field


def one_of(
    label: str, choose: Callable[..., Any], options: Iterable[tuple[Any, str]], now: object
) -> Field:
    """Return the field whose touches call *choose* with an option; *options* are (option, text)."""
    choices = (Choice(do(choose, each), text, chosen=each == now) for each, text in options)
    return Field(label, choices=tuple(choices))
