"""The single thread that owns the session state."""

import logging
import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import replace
from functools import partial

from companion.errors import CompanionError
from companion.games.answers import StaleAnswerError
from companion.games.definition import GameDefinition
from companion.session.errors import (
    INTERNAL,
    NO_GAME,
    UNKNOWN_GAME,
    LogDamagedError,
)
from companion.session.pictures import MatPictures
from companion.session.ports import Clock, DiceKind, EventLog, Expectation
from companion.session.scan_plan import ScanPlan, SettledMat
from companion.session.session import GameSession
from companion.session.table_port import (
    STRIP,
    MatPicture,
    PrivateView,
    ScanUpdate,
    TablePort,
    TableUpdate,
    Turn,
)

log = logging.getLogger(__name__)

_Message = Callable[[], Callable[[], None] | None]
"""What the owner's thread shall do, and what once the new state is published; None for nothing."""


class TableOwner(TablePort):
    """Implements ``TablePort``: processes messages from all threads sequentially from a queue.

    Screen, buttons and scanner post messages without blocking. The owner's thread processes them,
    stores the events and then publishes the new state. A failed message leaves the state unchanged
    and produces an update with the error; no message ends the thread.

    Args:
        games: the games that can be played, by key.
        log: the event log; used by the owner's thread only from ``start`` on.
        on_record: called on the owner's thread for each recorded mat, with the prefix of its dice's
            marks.
    """

    def __init__(
        self,
        games: Mapping[str, GameDefinition],
        log: EventLog,
        clock: Clock,
        *,
        on_record: Callable[[str, SettledMat], None] | None = None,
    ) -> None:
        self._games = games
        self._log = log
        self._clock = clock
        self._session: GameSession | None = None
        self._messages: queue.SimpleQueue[_Message | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="table-owner", daemon=True)
        self._listeners: tuple[Callable[[TableUpdate], None], ...] = ()
        self._listeners_lock = threading.Lock()
        self._latest = TableUpdate()
        self._shown = PrivateView()
        self._scan = ScanUpdate()
        self._pictures = MatPictures()
        self._plan = ScanPlan()
        self._rescans: frozenset[str] = frozenset()
        self._paused: frozenset[str] = frozenset()
        self._on_record = on_record

    # --- lifecycle -------------------------------------------------------------------------------

    def start(self) -> None:
        """Resume the newest unfinished game, then start processing messages.

        A log that cannot be resumed is reported by ``latest().error``; a new game can be started.
        """
        try:
            self._resume()
        except CompanionError as error:
            self._publish(error)
        except Exception as error:  # the outermost loop: the screen must come up
            log.exception("resuming failed")
            self._publish(INTERNAL(reason=type(error).__name__))
        self._thread.start()

    def stop(self, *, timeout_s: float = 5.0) -> None:
        """Process the queued messages, then end the thread. Safe to call twice."""
        self._messages.put(None)
        if self._thread.is_alive():
            self._thread.join(timeout_s)

    # --- UI port ---------------------------------------------------------------------------------

    def post(self, command: object) -> None:
        self._messages.put(partial(self._in_session, GameSession.execute, command))

    def new_game(self, game: str) -> None:
        self._messages.put(partial(self._new_game, game))

    def undo(self) -> None:
        """Undo the last step.

        Scanning of the readable mats pauses afterwards: it would immediately repeat the undone
        step. ``rescan`` resumes it.
        """
        self._messages.put(self._undo)

    def redo(self) -> None:
        self._messages.put(partial(self._in_session, GameSession.redo))

    def set_date(self, day: str) -> None:
        self._messages.put(partial(self._in_session, GameSession.set_date, day))

    def rescan(self, seat: int | None = None) -> None:
        self._messages.put(partial(self._rescan, seat))

    def latest(self) -> TableUpdate:
        return self._latest

    def latest_scan(self) -> ScanUpdate:
        return self._scan

    def private_view(self, seat: int | None) -> PrivateView:
        return self._shown.of(seat)

    def answer(self, asked: TableUpdate, command: object) -> Future[int]:
        answered = Future[int]()
        self._messages.put(partial(self._answer, asked, command, answered))
        return answered

    def mat_picture(self, seat: int) -> MatPicture | None:
        game = self._games.get(self._latest.game or "")
        if game is None:
            return None
        marks = game.camera.marks(self._latest.view, seat) if game.camera is not None else ()
        return self._pictures.of(seat, marks)

    def picture_of(self, seat: int, marks: Sequence[str]) -> MatPicture | None:
        """Return the image that dice with these marks were read from in this evening."""
        return self._pictures.of(seat, marks)

    def subscribe(self, on_update: Callable[[TableUpdate], None]) -> Callable[[], None]:
        with self._listeners_lock:
            self._listeners = (*self._listeners, on_update)

        def unsubscribe() -> None:
            with self._listeners_lock:
                self._listeners = tuple(each for each in self._listeners if each is not on_update)

        return unsubscribe

    # --- ports of buttons and scanner ------------------------------------------------------------

    def press(self, seat: int) -> None:
        """A ready button was pressed; the game maps it to a command."""
        self._messages.put(partial(self._press, seat))

    def lit_seats(self) -> frozenset[int]:
        """Return the seats whose ready light should be on."""
        game = self._games.get(self._latest.game or "")
        return game.lit_seats(self._latest.view) if game else frozenset()

    def scan_plan(self) -> ScanPlan:
        return self._plan

    def show_scan(self, update: ScanUpdate) -> None:
        """Store the newest scan state."""
        self._scan = update

    def deliver(self, mat: SettledMat) -> None:
        """Post the dice of a settled mat; ignored if it is no longer wanted."""
        self._messages.put(partial(self._record, mat))

    # --- the owner's thread ----------------------------------------------------------------------

    def _run(self) -> None:
        while (message := self._messages.get()) is not None:
            try:
                self._process(message)
                if self._messages.empty():
                    self._log.settle()
            except Exception:  # publishing failed, too; the next message may succeed
                log.exception("a message could not be answered", extra={"text": repr(message)})

    def _process(self, message: _Message) -> None:
        try:
            afterwards = message()
            self._publish()
            if afterwards is not None:
                afterwards()
        except CompanionError as error:
            self._publish(error)
        except Exception as error:  # the outermost loop: no message may end the thread
            log.exception("a message failed", extra={"text": repr(message)})
            self._publish(INTERNAL(reason=type(error).__name__))

    def _undo(self) -> None:
        self._require_session().undo()
        self._paused = frozenset(self._readable())
        self._rescans = frozenset()

    def _answer(
        self, asked: TableUpdate, command: object, answered: Future[int]
    ) -> Callable[[], None]:
        try:
            session = self._require_session()
            self._take(session, asked, command)
        except CompanionError as error:
            return partial(answered.set_exception, error)
        except Exception as error:
            answered.set_exception(INTERNAL(reason=type(error).__name__))
            raise
        return partial(answered.set_result, session.version)

    def _take(self, session: GameSession, asked: TableUpdate, command: object) -> None:
        if (asked.game_id, asked.version) != (session.game_id, session.version):
            raise StaleAnswerError
        match command:
            case Turn.UNDO:
                self._undo()
            case Turn.REDO:
                session.redo()
            case _:
                session.execute(command)

    def _in_session(self, act: Callable[..., object], *values: object) -> None:
        act(self._require_session(), *values)

    def _require_session(self) -> GameSession:
        if self._session is None:
            raise NO_GAME()
        return self._session

    def _resume(self) -> None:
        unfinished = [header for header in self._log.games() if not header.finished]
        if not unfinished:
            return
        header = unfinished[0]
        game = self._games.get(header.game)
        if game is None:
            raise UNKNOWN_GAME(game=header.game)
        self._session = GameSession.resume(game, self._log, self._clock, header)
        goes_on = self._session.version > 0 and not game.is_over(self._session.state)
        if game.camera is not None and game.camera.throws_counted is not None:
            # Dice on the tray may have been counted before the restart.
            self._paused = frozenset(self._readable())
        self._publish(self._session.damage, restored=goes_on)

    def _new_game(self, key: str) -> None:
        game = self._games.get(key)
        if game is None:
            raise UNKNOWN_GAME(game=key)
        unfinished = self._unfinished()
        self._session = GameSession.begin(game, self._log, self._clock)
        self._pictures = MatPictures()
        self._rescans = self._paused = frozenset()
        still_there = self._unfinished()  # a corrupt file was quarantined with its games
        for game_id in unfinished:
            if game_id in still_there:
                self._log.finish(game_id)

    def _unfinished(self) -> tuple[str, ...]:
        try:
            return tuple(each.game_id for each in self._log.games() if not each.finished)
        except LogDamagedError:  # the log will quarantine the file: nothing to finish
            return ()

    def _press(self, seat: int) -> None:
        session = self._require_session()
        command = session.game.button_command(session.view, seat)
        if command is not None:
            session.execute(command)

    # --- scanning --------------------------------------------------------------------------------

    def _readable(self) -> tuple[str, ...]:
        session = self._session
        if session is None or session.damage is not None or session.game.camera is None:
            return ()
        return session.game.camera.readable(session.view)

    def _rescan(self, seat: int | None) -> None:
        self._require_session()
        asked = frozenset(
            mat for mat in self._readable() if seat is None or mat == f"{STRIP}{seat}"
        )
        self._rescans |= asked
        self._paused -= asked
        self._plan = replace(self._plan, ticket=self._plan.ticket + 1, asked=self._plan.asked + 1)

    def _record(self, mat: SettledMat) -> None:
        session = self._require_session()
        camera = session.game.camera
        if camera is None or mat.mat_id not in self._plan.mats or mat.ticket != self._plan.ticket:
            return
        prefix = f"{session.version}-{mat.mat_id}"
        seat, seen = mat.mat_id.removeprefix(STRIP), mat.dice
        if seat.isdigit():
            seen = self._pictures.compared(camera.marks(session.view, int(seat)), mat)
        dice = tuple(replace(die, mark=f"{prefix}.{die.mark}") for die in seen)
        command = camera.judge(session.view)(mat.mat_id, dice).command
        if command is None:
            return
        session.execute(command)
        self._rescans -= {mat.mat_id}
        self._pictures.keep(prefix, mat)
        if self._on_record is not None:
            self._on_record(prefix, mat)

    def _next_plan(self) -> ScanPlan:
        """Return the scan plan after the last message."""
        session = self._session
        camera = session.game.camera if session is not None else None
        if session is None or camera is None:
            return ScanPlan(ticket=self._plan.ticket, asked=self._plan.asked)
        readable = frozenset(self._readable())
        missing = frozenset(camera.wanted(session.view)) & readable
        self._paused &= readable
        self._rescans &= readable
        wanted = (missing - self._paused) | self._rescans
        newly = wanted - frozenset(self._plan.mats)
        return ScanPlan(
            mats=tuple(sorted(wanted)),
            ticket=self._plan.ticket + bool(newly),
            secret=camera.hidden(session.view),
            expect=_expected_on(camera.expected_dice(session.view), wanted),
            judge=camera.judge(session.view),
            dice=DiceKind(camera.dice_kind),
            throws=(counted := camera.throws_counted) and counted(session.view),
            asked=self._plan.asked,
        )

    # --- updates ---------------------------------------------------------------------------------

    def _publish(self, error: CompanionError | None = None, *, restored: bool = False) -> None:
        session = self._session
        self._plan = self._next_plan()
        self._latest = update_of(session, error, restored=restored)
        game, state = (session.game, session.state) if session is not None else (None, None)
        self._shown = PrivateView(self._latest, None, game, state)
        for listener in self._listeners:
            try:
                listener(self._latest)
            except Exception:  # a screen that fails must not stop the table
                log.exception("a listener failed")


def update_of(
    session: GameSession | None, error: CompanionError | None = None, *, restored: bool = False
) -> TableUpdate:
    """Return the update after a message; *session* is the open game, if any."""
    if session is None:
        return TableUpdate(error=error)
    camera = session.game.camera
    return TableUpdate(
        version=session.version,
        game_id=session.game_id,
        game=session.game.key,
        view=session.view,
        can_undo=session.can_undo,
        can_redo=session.can_redo,
        error=error,
        is_over=session.game.is_over(session.state),
        restored=restored,
        recorded=camera.recorded(session.view) if camera is not None else None,
        asks_date=session.asks_date,
        step=session.last,
    )


def _expected_on(expected: Expectation | None, mats: frozenset[str]) -> Expectation | None:
    """Return the expected dice on those mats; None where none are known."""
    if not expected:
        return None
    return {mat: dice for mat, dice in expected.items() if mat in mats} or None
