"""What a game brings to the screen: everything that the window knows of one game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.session.steps import PlayedStep
from kivy_ui.common.board.pages import Pages
from kivy_ui.common.event_text import GameLog
from kivy_ui.common.move_rows import Moves
from kivy_ui.common.move_texts import MoveTexts
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.rule_book import RuleBook
from kivy_ui.common.ui_context import UiContext

MovesOf = Callable[[UiContext, PlayerGroup, PlayedStep], Moves]
"""A step -> what was done and what to move for it."""


def _never(_view: Any, _step: PlayedStep) -> bool:
    return False


def _no_rule(_view: Any) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class GameUi:
    """A game on the screen.

    Attributes:
        log: its events in words.
        pages: makes the game's pages for the board, the screen that shows any game's pages; None
            where the game has screens of its own.
        figures: what the figures of its results are called, by key.
        moves: what to move on the table for a step of the game, and what was done, in words; None
            for a game on the board.
        board_moves: words for what the board tells people to move after each step, and after an
            undo; None where nothing has to be moved.
        rules: for the help, where the game has none of its own.
        rule_of: view -> number of the topic that the step belongs to; empty for none.
        says_at_once: (view, step) -> whether what to move is said as soon as the step was played.
    """

    log: GameLog
    pages: Callable[[UiContext, PlayerGroup], Pages] | None = None
    figures: Mapping[str, str] = field(default_factory=dict)
    moves: MovesOf | None = None
    says_at_once: Callable[[Any, PlayedStep], bool] = _never
    board_moves: MoveTexts | None = None
    rules: RuleBook = ()
    rule_of: Callable[[Any], str] = _no_rule
