"""A table without threads, for programs that play through presenters: tests and measurements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.errors import CompanionError
from companion.games.definition import GameDefinition
from companion.session.errors import NoGameError
from companion.session.ports import Clock, EventLog
from companion.session.session import GameSession
from companion.session.table_port import MatPicture, ScanUpdate, TableUpdate


class SyncTable:
    """A ``TablePort`` without a thread: every message is answered before it returns.

    Args:
        game: the one game that can be played.
        log: where it is kept.
        clock: for the log's times.

    Attributes:
        session: the open game, if any.
        refused: what was refused, with the reasons.
    """

    def __init__(self, game: GameDefinition, log: EventLog, clock: Clock) -> None:
        self._game, self._log, self._clock = game, log, clock
        self.session: GameSession | None = None
        self.listener: Callable[[TableUpdate], None] = lambda _update: None
        self.refused: list[str] = []
        self._update = TableUpdate(0, None, None, None, can_undo=False, can_redo=False)

    def _open(self) -> GameSession:
        if self.session is None:
            raise NoGameError
        return self.session

    def post(self, command: object) -> None:
        """Decide a command at once; a refusal is written down."""
        error = None
        try:
            self._open().execute(command)
        except CompanionError as refusal:
            error = refusal
            self.refused.append(f"{command}: {refusal.message}")
        self._publish(error)

    def new_game(self, game: str) -> None:
        """Open an empty game."""
        del game
        self.session = GameSession.begin(self._game, self._log, self._clock)
        self._publish(None)

    def undo(self) -> None:
        """Take the last step back."""
        self._open().undo()
        self._publish(None)

    def redo(self) -> None:
        """Do the undone step again."""
        self._open().redo()
        self._publish(None)

    def rescan(self, seat: int | None = None) -> None:
        """There is no camera."""

    def latest(self) -> TableUpdate:
        """Return the newest update."""
        return self._update

    def latest_scan(self) -> ScanUpdate:
        """Return that there is no camera."""
        return ScanUpdate()

    def view_for(self, seat: int) -> Any:
        """Return the game's view as *seat* may see it; None where no game is open."""
        session = self.session
        return session.game.view(session.state, seat) if session is not None else None

    def mat_picture(self, seat: int) -> MatPicture | None:
        """Return no picture."""
        del seat
        return None

    def subscribe(self, on_update: Callable[[TableUpdate], None]) -> Callable[[], None]:
        """Tell one listener of each update."""
        self.listener = on_update
        return lambda: None

    def _publish(self, error: CompanionError | None) -> None:
        session = self._open()
        self._update = TableUpdate(
            version=session.version,
            game_id=session.game_id,
            game=self._game.key,
            view=session.view,
            can_undo=session.can_undo,
            can_redo=session.can_redo,
            error=error,
            step=session.last,
        )
        self.listener(self._update)
