"""The keyboard for the name of a player, with the names that are known beside it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final

from kivy_ui.common.stacked_pages import do
from kivy_ui.common.ui_context import UiContext
from kivy_ui.pages.letters import Typing
from kivy_ui.pages.page import Card, Main, Page, Picture, Side

_MOST_NAMES: Final = 6


def name_page(
    ui: UiContext,
    typing: Typing | None,
    name: str,
    used: Collection[str],
    take: Callable[[str], Any],
    side: tuple[Side, ...] = (),
) -> Page:
    """Return the page on which another name is typed.

    Args:
        name: the present one.
        used: names that are not offered.
        take: gets the new name.
    """
    typing = typing or Typing(name)
    known = [each for each in _known(ui) if each not in used][:_MOST_NAMES]
    people = (Picture("symbol/people"),)
    return Page(
        name,
        ui.translate("Name of the player"),
        typing.body(name, ui.language, tuple(Card(do(take, each), people, each) for each in known)),
        side=side,
        main=Main(ui.translate("Done"), do(take, typing.text), "tick"),
    )


def _known(ui: UiContext) -> tuple[str, ...]:
    """Return the names of the last group, and of earlier score entries."""
    names = [*ui.settings.player_names]
    for kept in ui.settings.services.archive.score_entries():
        rows = kept.document.get("players", ())
        names += [str(row.get("name", "")) for row in rows if isinstance(row, dict)]
    return tuple(dict.fromkeys(filter(None, names)))
