"""What every presenter works with: the port, the newest update, the words."""

from __future__ import annotations

from collections.abc import Callable

from companion.catalog.tile_search import TileFilter
from companion.errors import CompanionError
from companion.games.roll.model.steps import Step
from companion.games.roll.model.tiles import Side
from companion.games.roll.view.table_view import SeatView, TableView
from companion.i18n import LANGUAGES, translator
from companion.session.table_port import TablePort, TableUpdate
from kivy_ui.presenters.changes import Changes, SeatChanges
from kivy_ui.presenters.habits import Habits
from kivy_ui.presenters.said import Said
from kivy_ui.presenters.tiles import TileBook
from kivy_ui.presenters.words import Words
from kivy_ui.settings import UiSettings

GAME = "roll"


class Desk:
    """The shared desk of the presenters. Lives on the window's thread.

    Attributes:
        update: the newest update that the window has taken.
        words: the words of the chosen language.
        tiles: the tiles' names in it.
        habits: which tiles are likely to be named.
        visiting: the screen that is shown instead of the present step's, if any.
        complaint: what failed beside the game and is to be said once.

    Args:
        port: the running evening.
        settings: what the window was started with.
        on_language: told when another language is chosen.
    """

    def __init__(
        self,
        port: TablePort,
        settings: UiSettings,
        on_language: Callable[[str], None] | None = None,
    ) -> None:
        self.port = port
        self.settings = settings
        self.update: TableUpdate = port.latest()
        self.words = Words(translator(settings.language))
        self.tiles = TileBook(settings.language)
        self.habits = Habits(settings.services.archive)
        self._on_language = on_language
        self.visiting: str | None = None
        self.complaint: CompanionError | None = None
        self._before: TableView | None = None
        self._turning_back = False
        self._turned: tuple[TableView | None, TableView | None] | None = None

    def take(self, update: TableUpdate) -> None:
        """Take a new update; a visit to the table or the dice ends when the round goes on."""
        before, before_view = self.step, self.view
        same_game = update.game_id == self.update.game_id
        moved = same_game and update.version != self.update.version
        self.update = update
        if not same_game:
            self._before = None
        elif moved and (self._before is None or self._changes(before_view, self.view)):
            self._before = before_view  # who is ready changes nothing: the news before it stay
        if self._turning_back and (moved or update.error is not None):
            self._turning_back = False
            self._turned = (before_view, self.view) if moved else None
        if self.visiting in ("table", "reveal") and self.step is not before:
            self.visiting = None

    def undo(self) -> None:
        """Take the last step back; ``take_turned`` then says what to move on the table."""
        self._turning_back = True
        self.port.undo()

    def redo(self) -> None:
        """Do the undone step again."""
        self._turning_back = True
        self.port.redo()

    def take_turned(self) -> Callable[[], tuple[SeatChanges, ...]] | None:
        """Return what the last undo or redo changed on the table, once; None for nothing.

        It is asked anew whenever it is shown, since the language may change meanwhile.
        """
        turned, self._turned = self._turned, None
        if turned is None or not self.counts_everything or not self._changes(*turned):
            return None
        return lambda: self._changes(*turned)

    def news(self) -> tuple[SeatChanges, ...]:
        """Return what changed with the last step."""
        return self._changes(self._before, self.view)

    def _changes(
        self, before: TableView | None, after: TableView | None
    ) -> tuple[SeatChanges, ...]:
        return Changes(self.words, self.tiles).between(before, after)

    def visit(self, screen: str | None) -> None:
        """Show ``start``, ``table`` or ``reveal`` instead of the step's screen; None goes back.

        A calibration that is left is given up.
        """
        self.settings.services.calibration.cancel()
        self.visiting = screen

    @property
    def language(self) -> str:
        """Key of the chosen language."""
        return self.words.translate.language

    def choose_language(self, key: str) -> None:
        """Switch the language and remember it."""
        self.words = Words(translator(key))
        self.tiles = TileBook(self.language)
        if self._on_language is not None:
            self._on_language(self.language)

    def next_language(self) -> None:
        """Switch to the language after the present one."""
        keys = [language.key for language in LANGUAGES]
        self.choose_language(keys[(keys.index(self.language) + 1) % len(keys)])

    @property
    def view(self) -> TableView | None:
        """The table; None where no game is open."""
        view = self.update.view
        return view if isinstance(view, TableView) and self.update.game is not None else None

    def seat(self, number: int) -> SeatView | None:
        """Return a player of the table; None where nobody sits."""
        view = self.view
        seats = view.seats if view is not None else ()
        return next((seat for seat in seats if seat.seat == number), None)

    def find_tiles(
        self, wanted: TileFilter, *, without: frozenset[int] = frozenset()
    ) -> tuple[Side, ...]:
        """Return the game tiles' sides that fit, the recent and likely ones first."""
        often = self.habits.often(self.update.game_id)
        return self.tiles.find(wanted, without=without, often=often)

    @property
    def counts_everything(self) -> bool:
        """Whether the companion knows where all dice and tiles are."""
        view = self.view
        return view is not None and view.tracking is not None

    @property
    def said(self) -> Said:
        """Errors and problems in the words of this table."""
        view = self.view
        return Said(self.words, view.seats if view is not None else ())

    @property
    def step(self) -> Step:
        """Where the round is; ``SETUP`` without a game."""
        view = self.view
        return view.step if view is not None else Step.SETUP

    def may(self, command: type) -> bool:
        """Whether a command of this kind may be sent now."""
        view = self.view
        return view is not None and command.__name__ in view.legal
