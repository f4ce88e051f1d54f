"""The smallest game on the board."""

from typing import Final

from companion.games.question import Piece, Question
from kivy_ui.asking.answering import Asked
from kivy_ui.asking.draft import Draft
from kivy_ui.asking.game_pages import Around, GamePages
from kivy_ui.asking.telling import PieceLooks, Telling
from kivy_ui.common.event_text import EventTexts, game_over
from kivy_ui.common.game_ui import GameUi
from kivy_ui.common.move_texts import MoveTexts
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.pages.page import Cards, Page, Picture
from kivy_ui.pages.people import Person
from tests.ui.tiny_game import rules


def _token(_piece: Piece) -> Picture:
    return Picture("chip")


def _ask(_ui: UiContext, group: PlayerGroup, state: rules.State, seat: int) -> Question | None:
    people = tuple(rules.Player(each.number, each.name) for each in group.sitting(2))
    return rules.question(state, seat, people)


def _people(tell: Telling, view: rules.State) -> tuple[Person, ...]:
    return tuple(
        Person(
            tell.seat(each.seat),
            (Picture("chip", text=str(each.tokens)),),
        )
        for each in view.players
    )


def _around(tell: Telling, view: rules.State, _asked: Asked, _draft: Draft) -> Around:
    return Around("Tiny Tokens", _people(tell, view))


def _over(tell: Telling, view: rules.State) -> Page:
    return Page("Tiny Tokens", "The heap is used up.", Cards(()), people=_people(tell, view))


GAME: Final = GameUi(
    EventTexts(
        {
            rules.Began: lambda t, event: f"{t.all(p.seat for p in event.players)} begin.",
            rules.Taken: lambda t, event: f"{t.name(event.seat)} takes {event.count}.",
            rules.Ended: game_over,
        },
        begins=rules.Began,
        ends=rules.Ended,
        rounds=lambda number, event: (number, number + (getattr(event, "seat", 0) == 2)),
    ),
    asking=GamePages(PieceLooks(lambda _translate, _piece: "token", _token), _ask, _around, _over),
    figures={"tokens": "tokens"},
    board_moves=MoveTexts(
        lambda _translate, _move: "token",
        lambda t, place, _move: t.name(place.seat) if place.seat else "heap",
    ),
)
