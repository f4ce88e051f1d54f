"""Single-threaded ``TablePort``, for tests and benchmarks that drive presenters."""

from collections.abc import Callable

from companion.errors import CompanionError
from companion.games.definition import GameDefinition
from companion.session.errors import NO_GAME
from companion.session.ports import Clock, EventLog
from companion.session.session import GameSession
from companion.session.table import update_of
from companion.session.table_port import PrivateView, ScanUpdate, TablePort, TableUpdate


class SyncTable(TablePort):
    """A synchronous ``TablePort``: every message is processed before the call returns.

    Args:
        game: the only game that can be played.
        log: its event log.
        clock: for the log's timestamps.

    Attributes:
        session: the open game, if any.
        refused: rejected commands, with the reasons.
        scan: the scan result.
    """

    def __init__(self, game: GameDefinition, log: EventLog, clock: Clock) -> None:
        self._game, self._log, self._clock = game, log, clock
        self.session: GameSession | None = None
        self.scan = ScanUpdate()
        self._listeners: list[Callable[[TableUpdate], None]] = []
        self.refused: list[str] = []
        self._update = TableUpdate()

    def _open(self) -> GameSession:
        if self.session is None:
            raise NO_GAME()
        return self.session

    def post(self, command: object) -> None:
        """Execute a command; a rejection is recorded."""
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
        """Undo the last step."""
        self._open().undo()
        self._publish(None)

    def redo(self) -> None:
        self._open().redo()
        self._publish(None)

    def set_date(self, day: str) -> None:
        """Store the date of the game, ISO 8601."""
        self._open().set_date(day)
        self._publish(None)

    def latest(self) -> TableUpdate:
        return self._update

    def private_view(self, seat: int | None) -> PrivateView:
        """Return what the private screen of a seat, or of a spectator, shows now."""
        session = self._open()
        return PrivateView(self._update, None, session.game, session.state).of(seat)

    def subscribe(self, on_update: Callable[[TableUpdate], None]) -> Callable[[], None]:
        """Add a listener for updates; return a function that removes it."""
        self._listeners.append(on_update)
        return lambda: self._listeners.remove(on_update)

    def latest_scan(self) -> ScanUpdate:
        return self.scan

    def _publish(self, error: CompanionError | None) -> None:
        self._update = update_of(self._open(), error)
        for listener in tuple(self._listeners):
            listener(self._update)
