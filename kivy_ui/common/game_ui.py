"""What a game brings to the screen: everything that the window knows of one game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.i18n import Translator
from companion.session.steps import PlayedStep
from kivy_ui.common.event_text import GameLog
from kivy_ui.common.inventory import Inventory, SeatChanges, differences
from kivy_ui.common.move_rows import Moves
from kivy_ui.common.move_texts import MoveTexts
from kivy_ui.common.pages import Pages
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.rule_book import RuleBook
from kivy_ui.common.ui_context import UiContext

OwnViews = Mapping[int, Any]
"""Seat -> the view that only this player may see."""


@dataclass(frozen=True, slots=True)
class GameMoment:
    """A game at one moment: what the table sees, and what each player alone may see."""

    game: str | None
    game_id: str | None
    version: int
    view: Any
    own: OwnViews


Differences = Callable[[UiContext, PlayerGroup, GameMoment, GameMoment], tuple[SeatChanges, ...]]
"""(before, after) -> what to move on the table so that it looks like the second one."""


MovesOf = Callable[[UiContext, PlayerGroup, PlayedStep], Moves]
"""A step -> what was done and what to move for it."""


def _never(_view: Any, _step: PlayedStep) -> bool:
    return False


def _no_rule(_view: Any) -> str:
    return ""


def no_seats(_view: Any) -> tuple[int, ...]:
    """Nobody has anything that the others may not see."""
    return ()


@dataclass(frozen=True, slots=True)
class GameUi:
    """A game on the screen.

    Attributes:
        log: its events in words.
        pages: makes the game's pages for the board, the screen that shows any game's pages; None
            where the game has screens of its own.
        differences: what to move on the table after an undo, for a game that has no ``moves``; None
            where nothing has to be moved.
        figures: what the figures of its results are called, by key.
        own_views: the seats whose own view ``differences`` needs, of a view.
        moves: what to move on the table for a step of the game, and what was done, in words.
        board_moves: words for what the board tells people to move after each step; None where it
            tells nothing.
        rules: for the help, where the game has none of its own.
        rule_of: view -> number of the topic that the step belongs to; empty for none.
        says_at_once: (view, step) -> whether what to move is said as soon as the step was played.
    """

    log: GameLog
    pages: Callable[[UiContext, PlayerGroup], Pages] | None = None
    differences: Differences | None = None
    own_views: Callable[[Any], tuple[int, ...]] = no_seats
    figures: Mapping[str, str] = field(default_factory=dict)
    moves: MovesOf | None = None
    says_at_once: Callable[[Any, PlayedStep], bool] = _never
    board_moves: MoveTexts | None = None
    rules: RuleBook = ()
    rule_of: Callable[[Any], str] = _no_rule


def by_inventory(inventory: Callable[[Translator, PlayerGroup, Any], Inventory]) -> Differences:
    """Return the differences of what lies on the table, of a view."""

    def found(
        ui: UiContext, group: PlayerGroup, before: GameMoment, after: GameMoment
    ) -> tuple[SeatChanges, ...]:
        old, new = (inventory(ui.translate, group, moment.view) for moment in (before, after))
        return differences(ui.translate, old, new)

    return found
