"""The smallest game on the board."""

from __future__ import annotations

from typing import Final

from kivy_ui.common.board.pages import Option, Page, Person, Row
from kivy_ui.common.event_text import EventTexts, game_over
from kivy_ui.common.game_ui import GameUi
from kivy_ui.common.move_texts import MoveTexts
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from tests.ui.tiny_game import rules


class TinyPages:
    """Implements ``Pages``: a button for each number of tokens."""

    def __init__(self, ui: UiContext, group: PlayerGroup) -> None:
        self._ui = ui
        self._group = group

    def page(self, view: rules.State) -> Page:
        """Return what to show."""
        if not view.players:
            return Page("Tiny Tokens", "Who plays?", primary="Begin")
        people = tuple(
            Person(each.seat, each.name, self._group.colour(each.seat), str(each.tokens))
            for each in view.players
        )
        if view.over:
            return Page("Tiny Tokens", "The heap is used up.", people)
        counts = range(1, min(rules.MOST, view.heap) + 1)
        row = Row("Take", tuple(Option(str(count), str(count)) for count in counts))
        return Page("Tiny Tokens", f"{view.active.name} takes", people, rows=(row,))

    def tap(self, view: rules.State, key: str) -> None:
        """Take tokens."""
        del view
        self._ui.port.post(rules.Take(int(key)))

    def change(self, view: rules.State, key: str, delta: int) -> None:
        """There are no numbers."""

    def primary(self, view: rules.State) -> None:
        """Begin."""
        del view
        players = tuple(rules.Player(each.seat, each.name) for each in self._group.sitting(2))
        self._ui.port.post(rules.Begin(players))


GAME: Final = GameUi(
    EventTexts(
        {
            rules.Began: lambda t, event: f"{t.all(p.seat for p in event.players)} begin.",
            rules.Taken: lambda t, event: f"{t.name(event.seat)} takes {event.count}.",
            rules.Ended: game_over,
        },
        begins=rules.Began,
        ends=rules.Ended,
        next_round=lambda event: isinstance(event, rules.Taken) and event.seat == 2,
    ),
    TinyPages,
    figures={"tokens": "tokens"},
    board_moves=MoveTexts(
        lambda _translate, _piece: "token",
        lambda t, place, _piece: t.name(place.seat) if place.seat else "heap",
    ),
)
