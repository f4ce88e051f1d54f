"""A player who looks alone sees what is his; the table never does."""

import threading
from collections.abc import Callable

from companion.games.emperor.corrections import CorrectCounter
from companion.games.emperor.invariants import Counter
from companion.games.emperor.set_up import NewPlayer, StartGame
from companion.games.emperor.view import TableView
from companion.games.registry import GAMES
from companion.session.table import TableOwner
from companion.session.table_port import TableUpdate
from companion.storage.memory_log import MemoryEventLog
from tests.fakes import ManualClock


def vp_of(view: TableView) -> list[int]:
    return [player.vp for player in view.state.players]


def test_own_points_are_seen_alone_and_by_nobody_else() -> None:
    """Section 1: VP are collected hidden."""
    owner = TableOwner(GAMES, MemoryEventLog(), ManualClock())
    assert owner.private_view(1).update.view is None
    answered = threading.Semaphore(0)
    updates: list[TableUpdate] = []

    def take(update: TableUpdate) -> None:
        updates.append(update)
        answered.release()

    owner.subscribe(take)
    owner.start()

    def do(action: Callable[[], None]) -> None:
        action()
        assert answered.acquire(timeout=10)

    players = tuple(NewPlayer(seat, f"P{seat}") for seat in (1, 2, 3))
    do(lambda: owner.new_game("galactic_emperor"))
    do(lambda: owner.post(StartGame(players, 1)))
    do(lambda: owner.post(CorrectCounter(1, Counter.VP, 7)))
    do(lambda: owner.post(CorrectCounter(2, Counter.VP, 9)))
    assert [vp_of(owner.private_view(seat).update.view) for seat in (1, 2, 3)] == [
        [7, 0, 0],
        [0, 9, 0],
        [0, 0, 0],
    ]
    assert all(vp_of(update.view) in ([], [0, 0, 0]) for update in updates)
    assert owner.latest().view.pool == 115 - 16
    do(owner.undo)
    assert vp_of(owner.private_view(2).update.view) == [0, 0, 0]
    owner.stop()
