"""What a private screen shows of a seat beside its question: head, players, own pieces, result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kivy_ui.asking.telling import PieceLooks
from kivy_ui.common.ui_context import UiContext
from kivy_ui.pages.listing import Row
from kivy_ui.pages.page import Page
from kivy_ui.pages.people import Person


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """What is shown; all of it is a page's, laid out by the phone.

    Attributes:
        head: a page with the small line, the phases and, at the end, the result as its body.
        people: all players.
        own: what the seat has.
    """

    head: Page
    people: tuple[Person, ...] = ()
    own: tuple[Row, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnScreens:
    """What phones need of a game whose pages are not made of its questions alone.

    Attributes:
        looks: words and pictures of its pieces.
        sheet: (context, seat) -> what is shown beside the question; seat 0 is a spectator.
    """

    looks: PieceLooks
    sheet: Callable[[UiContext, int], SeatSheet]
