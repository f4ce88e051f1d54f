"""The keyboard for the name of a player, with the names that are known beside it."""

from collections.abc import Collection
from typing import Final

from kivy_ui.common.stacked_pages import Do, StackedPages, do
from kivy_ui.pages.letters import Typing
from kivy_ui.pages.page import Card, Main, Page, Picture, Side

_MOST_NAMES: Final = 6


def ask_name(
    on: StackedPages,
    name: str,
    take: Do,
    *,
    shown: str = "",
    used: Collection[str] = (),
    side: tuple[Side, ...] = (),
) -> None:
    """Let the name of a player be typed over some pages; *take* gets it once the page has closed.

    Args:
        name: the present one; *shown* is what stands for an empty one.
    """
    on.typing = Typing(name)
    on.open(_page, on, shown or name, take, frozenset(used), side)


def _page(
    on: StackedPages, name: str, take: Do, used: frozenset[str], side: tuple[Side, ...]
) -> Page:
    ui, typing = on.ui, on.typing or Typing(name)
    known = [each for each in ui.known.players() if each not in used][:_MOST_NAMES]
    people = (Picture("symbol/people"),)
    cards = tuple(Card(do(_named, on, take, each), people, each) for each in known)
    return Page(
        name,
        ui.translate("Name of the player"),
        typing.body(name, ui.language, cards),
        side=side,
        main=Main(ui.translate("Done"), do(_named, on, take, typing.text), "tick"),
    )


def _named(on: StackedPages, take: Do, name: str) -> None:
    on.back()
    take(name)
