"""Interface between the window and a game: everything the window knows about one game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from companion.session.steps import PlayedStep
from kivy_ui.asking.game_pages import GamePages
from kivy_ui.common.event_text import EventContext, EventTexts
from kivy_ui.common.move_texts import BoardMove, MoveTexts, board_moves
from kivy_ui.common.rule_book import RuleBook, Shelf, rule_shelf
from kivy_ui.common.seat_sheet import OwnScreens
from kivy_ui.common.ui_context import UiContext
from kivy_ui.pages.page import Card


@dataclass(frozen=True, slots=True)
class GameUi:
    """The user interface of a game.

    Attributes:
        asking: the game's pages, made of its questions; None for a game with pages of its own.
        figures: key -> name of the additional figures in its results.
        board_moves: texts of the moves that pages show after each step and after an
            undo; None if nothing has to be moved.
        rules: rules for the help, if the game has no help of its own.
        help: what can be read about the game, if it is more than its rules.
        menu: what the menu offers only in this game.
        no_chances: why no probabilities of winning can be shown, for the settings; empty if they
            can, or not now.
        own_screens: what phones need of a game with pages of its own.
    """

    log: EventTexts
    asking: GamePages | None = None
    figures: Mapping[str, str] = field(default_factory=dict)
    board_moves: MoveTexts | None = None
    rules: RuleBook = field(default_factory=RuleBook)
    help: Callable[[UiContext], tuple[Shelf, ...]] | None = None
    menu: Callable[[UiContext], tuple[Card, ...]] = lambda _ui: ()
    no_chances: Callable[[UiContext], str] = lambda _ui: ""
    own_screens: OwnScreens | None = None

    def shelves(self, ui: UiContext) -> tuple[Shelf, ...]:
        """Return what can be read about the game."""
        own = (rule_shelf(ui.translate, self.rules),)
        return own if self.help is None else self.help(ui)

    def moves(self, context: EventContext, step: PlayedStep | None) -> tuple[BoardMove, ...]:
        """Return the pieces to move on the table after a step."""
        if self.board_moves is None or step is None:
            return ()
        return board_moves(self.board_moves, context, step)

    @property
    def has_own_screens(self) -> bool:
        """Whether the game is shown on screens of its own, as Roll for the Galaxy."""
        return self.asking is None
