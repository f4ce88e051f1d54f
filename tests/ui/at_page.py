"""One game's pages without a window: what they say, and what a tap brings about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.app.wiring import games_at_table
from kivy_ui.common.board.pages import Page
from kivy_ui.common.board.question_page import answer_path
from kivy_ui.common.side_frame import SideFrame
from kivy_ui.games.roll.context import RollContext
from kivy_ui.settings import UiSettings
from kivy_ui.window.presenters import Presenters
from tests.ui.one_game import OneGame


def key_of(keys: Iterable[str], element: object) -> str:
    """The button of the answer whose path ends so; empty if there is none."""
    paths = ((key, answer_path(key)) for key in keys)
    return next((key for key, path in paths if path and path[-1] == element), "")


class At:
    """A table before one game's pages."""

    def __init__(self, game: str) -> None:
        self.port = OneGame(games_at_table()[game])
        settings = UiSettings(player_names=("Ann", "Bo", "Cy"))
        self.presenters = Presenters(RollContext(self.port, settings))
        self.board = self.presenters.side.board

    @property
    def page(self) -> Page:
        self.presenters.ui.take(self.port.latest())
        return self.board.page()

    @property
    def frame(self) -> SideFrame:
        """What the window says of the game around it."""
        self.presenters.ui.take(self.port.latest())
        return self.board.frame()

    @property
    def state(self) -> Any:
        return self.port.latest().view.state

    def tap(self, *keys: str) -> None:
        for key in keys:
            assert key in self.keys, (key, self.keys)
            self.board.tap(key)
            assert not self.port.refused, self.port.refused

    def key(self, element: object) -> str:
        return key_of(self.keys, element)

    def answer(self, *elements: object) -> None:
        """Tap answers one after the other."""
        for element in elements:
            self.tap(self.key(element))

    def change(self, key: str, delta: int) -> None:
        assert self.page.title
        self.board.change(key, delta)
        assert not self.port.refused, self.port.refused

    def primary(self) -> None:
        assert self.page.primary_enabled
        self.board.primary()

    @property
    def moves(self) -> tuple[str, ...]:
        """What to move on the table, as lines."""
        return tuple(move.said for move in self.page.moves)

    @property
    def keys(self) -> list[str]:
        return [o.key for o in self.page.options if o.enabled]

    @property
    def facts(self) -> str:
        cards = (f"{card.title}: {card.text}" for card in self.page.cards)
        page = self.page
        odds = (f"{share.label} {round(100 * share.part)} %" for share in page.shares)
        lines = (line.text for line in page.lines)
        piles = (pile.text for pile in page.piles)
        return "\n".join((*lines, *odds, *page.facts, *piles, *cards))
