"""What a private screen shows of a seat beside its question: head, players, own pieces, result."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from companion.games.question import Choose
from companion.session.ports import DieReading
from companion.session.table_port import PrivateView
from kivy_ui.asking.telling import PieceLooks
from kivy_ui.common.ui_context import UiContext
from kivy_ui.pages.listing import Row
from kivy_ui.pages.page import Page
from kivy_ui.pages.people import Person
from kivy_ui.pages.scores import Curve, Why

ACCEPT: Final = "accept"
"""Key of the answer that records a mat."""


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """What is shown; all of it is a page's, laid out by the phone.

    Attributes:
        head: a page with the small line, the phases and, at the end, the result as its body.
        own: what the seat has.
        explained: what the key of a rank of the result leads to, or that of a source of its points.
        course: the points after each round of a game that is over, once they are known.
    """

    head: Page
    people: tuple[Person, ...] = ()
    own: tuple[Row, ...] = ()
    explained: Callable[[Any], Why] | None = None
    course: tuple[Curve, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnMats:
    """How a game takes the mat that a player has photographed; nobody else sees any of it.

    Attributes:
        about: what a photograph is of, such as the round; None where no mat can be recorded now.
        read: the dice of a reading, as this game has them.
        asked: what is asked about dice that were read. Its commands are ``change``'s, except that
            of ``ACCEPT``, which records the mat.
        change: the dice after a command.
    """

    about: Callable[[PrivateView], object]
    read: Callable[[tuple[DieReading, ...]], Any]
    asked: Callable[[UiContext, PrivateView, Any], Choose]
    change: Callable[[PrivateView, Any, Any], Any]


@dataclass(frozen=True, slots=True)
class OwnScreens:
    """What phones need of a game whose pages are not made of its questions alone.

    Attributes:
        looks: words and pictures of its pieces.
        sheet: what is shown beside the question.
        mats: how photographs of mats are taken; None for a game without mats.
    """

    looks: PieceLooks
    sheet: Callable[[UiContext, PrivateView], SeatSheet]
    mats: OwnMats | None = None
