"""One running game: the log comes first, undo and redo are facts, a restart changes nothing."""

import random
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.instructions import SUPPLY
from companion.games.refusals import RefusedError
from companion.games.roll import GAME
from companion.games.roll.model.state import GameState
from companion.games.roll.phases.ledger import CreditsPaid
from companion.games.roll.rules.judge import Command
from companion.session.errors import (
    LogDamagedError,
    LogWriteError,
    NothingToRedoError,
    NothingToUndoError,
)
from companion.session.ports import StoredEvent
from companion.session.session import GameSession
from companion.session.steps import Redone, StepKind, Undone
from companion.storage.memory_log import MemoryEventLog
from tests.fakes import ManualClock
from tests.games.roll.table import THREE, command, games


def begun(log: MemoryEventLog | None = None) -> GameSession:
    return GameSession.begin(GAME, log or MemoryEventLog(), ManualClock())


def resumed(log: MemoryEventLog) -> GameSession:
    return GameSession.resume(GAME, log, ManualClock(), log.games()[0])


def run(session: GameSession, *lines: str) -> GameSession:
    for line in lines:
        session.execute(command(line))
    return session


def everything(session: GameSession) -> tuple[object, ...]:
    return session.version, session.state, session.view, session.can_undo, session.can_redo


class FailingLog(MemoryEventLog):
    """A disk that fills up when told."""

    full = False

    def append(self, game_id: str, events: Sequence[object], **when: Any) -> None:
        if self.full:
            raise LogWriteError(reason="database or disk is full")
        super().append(game_id, events, **when)


def test_a_new_game_is_in_the_log_at_once() -> None:
    """Empty, unfinished, with a name that says when it began."""
    log = MemoryEventLog()
    session = begun(log)
    (header,) = log.games()
    assert header.game_id == session.game_id
    assert header.game_id.startswith("roll-20260101")
    assert everything(session) == (0, GAME.initial, GAME.view(GAME.initial, None), False, False)


def test_a_step_is_all_events_of_a_command() -> None:
    """Two events of the set-up, one undo."""
    session = run(begun(), THREE)
    assert session.version == 2
    assert session.undo() == Undone(0)
    assert session.state == GAME.initial
    assert session.version == 3


def test_undo_and_redo_walk_over_steps() -> None:
    """Several steps back, some forward again; both say where they lead."""
    session = run(begun(), THREE, "SignalReady seat=1", "SignalReady seat=2")
    states = [session.state]
    for version in (3, 2):
        assert session.undo() == Undone(version)
        states.append(session.state)
    assert session.redo() == Redone(3)
    assert session.state == states[1]
    session.redo()
    assert session.state == states[0]
    with pytest.raises(NothingToRedoError):
        session.redo()


def test_a_new_step_forgets_what_was_undone() -> None:
    """As everywhere: after undo and something else, there is nothing to redo."""
    session = run(begun(), THREE, "SignalReady seat=1")
    session.undo()
    run(session, "SignalReady seat=2")
    assert not session.can_redo
    session.undo()
    session.undo()
    assert session.state == GAME.initial


def test_nothing_to_undo_or_redo() -> None:
    """At the beginning; the log stays empty."""
    log = MemoryEventLog()
    session = begun(log)
    with pytest.raises(NothingToUndoError):
        session.undo()
    with pytest.raises(NothingToRedoError):
        session.redo()
    assert log.load(session.game_id) == ()


def test_what_is_refused_leaves_no_trace() -> None:
    """A rule's refusal changes neither state nor log nor what can be undone."""
    session = run(begun(), THREE)
    before = everything(session)
    with pytest.raises(RefusedError):
        run(session, "FinishRound")
    assert everything(session) == before


@pytest.mark.parametrize("action", ["execute", "undo", "redo"])
def test_a_full_disk_changes_nothing(action: str) -> None:
    """The log comes first: what it does not take has not happened. With room, the game goes on."""
    log = FailingLog()
    session = run(begun(log), THREE, "SignalReady seat=1", "SignalReady seat=2")
    session.undo()
    before = everything(session)
    acts = {
        "execute": lambda: session.execute(command("SignalReady seat=3")),
        "undo": session.undo,
        "redo": session.redo,
    }
    log.full = True
    with pytest.raises(LogWriteError):
        acts[action]()
    assert everything(session) == before
    log.full = False
    acts[action]()
    assert everything(resumed(log)) == everything(session)


def test_finishing() -> None:
    """A finished game is still there to be looked at."""
    log = MemoryEventLog()
    session = run(begun(log), THREE)
    log.finish(session.game_id)
    assert log.games()[0].finished
    assert everything(resumed(log)) == everything(session)


@given(games(), st.randoms(use_true_random=False))
def test_a_restart_changes_nothing(told: list[Command], chance: random.Random) -> None:
    """State, view, version, undo and redo are the same after resuming, at any moment."""
    log = MemoryEventLog()
    session = begun(log)
    for wanted in told:
        try:
            _act(session, wanted, chance.random())
        except (RefusedError, NothingToUndoError, NothingToRedoError):
            continue
    again = resumed(deepcopy(log))
    assert everything(again) == everything(session)
    while session.can_redo:
        session.redo()
        again.redo()
        assert again.state == session.state
    while session.can_undo:
        session.undo()
    assert session.state == GAME.initial


def _act(session: GameSession, wanted: Command, luck: float) -> None:
    if luck < 0.15:
        session.undo()
    elif luck < 0.25:
        session.redo()
    else:
        session.execute(wanted)


@settings(max_examples=40)
@given(games())
def test_undo_then_redo_is_the_identity(told: list[Command]) -> None:
    """After every step: back and forth again leads to the very same state."""
    session = begun()
    for wanted in told:
        try:
            session.execute(wanted)
        except RefusedError:
            continue
        state: GameState = session.state
        view = session.view
        session.undo()
        session.redo()
        assert session.state == state
        assert session.view == view


# --- damage --------------------------------------------------------------------------------------


class DamagedLog(MemoryEventLog):
    """Stands for a log of which only the first events can be read."""

    good = 3

    def load(self, game_id: str) -> tuple[StoredEvent, ...]:
        whole = super().load(game_id)
        if len(whole) <= self.good:
            return whole
        raise LogDamagedError(last_good_version=self.good, good=whole[: self.good])


def test_a_damaged_game_can_be_looked_at() -> None:
    """It stands at the last good event; every change is refused with the reason."""
    log = DamagedLog()
    session = run(begun(log), THREE, "SignalReady seat=1")
    good = everything(session)
    run(session, "SignalReady seat=2", "WithdrawReady seat=2")
    again = resumed(log)
    assert (again.version, again.state, again.view) == good[:3]
    assert not again.can_undo
    for act in (again.undo, again.redo, lambda: again.execute(command("SignalReady seat=2"))):
        with pytest.raises(LogDamagedError) as caught:
            act()
        assert caught.value.last_good_version == 3
    assert log._events[session.game_id][-1].version == 5, "nothing was written"


@pytest.mark.parametrize(
    "stray", [Undone(1), Redone(2), Undone(2), CreditsPaid(5, 1), "no event at all"]
)
def test_events_that_do_not_follow_are_damage(stray: object) -> None:
    """A log that reads well but makes no sense is not believed beyond that point."""
    log = MemoryEventLog()
    session = run(begun(log), THREE)
    log.append(session.game_id, [stray], after_version=2, recorded_at="t")
    again = resumed(log)
    assert cast(LogDamagedError, again.damage).last_good_version == 2
    assert again.state == session.state


def test_a_log_that_ends_within_a_step_goes_back_to_a_whole_one() -> None:
    """The game was set up but its first round is missing: no screen could show that."""

    class CutLog(DamagedLog):
        good = 1

    log = CutLog()
    session = run(begun(log), THREE)
    again = resumed(log)
    assert cast(LogDamagedError, again.damage).last_good_version == 0
    assert again.state == GAME.initial
    assert again.version == 0
    assert session.version == 2, "nothing was written"


def test_the_newest_step_says_what_happened_and_what_to_move() -> None:
    """Also what was undone, with the way back; a restart knows it, too."""
    log = MemoryEventLog()
    session = begun(log)
    assert session.last is None
    run(session, THREE, "ChangeCredits seat=2 delta=3")
    done = session.last
    assert done is not None
    assert (done.version, done.kind) == (3, StepKind.DONE)
    assert done.events == (CreditsPaid(2, 3),)
    (move,) = done.instructions
    assert (move.source, move.target.seat, move.count, move.shows) == (SUPPLY, 2, 3, 4)
    session.undo()
    undone = session.last
    assert undone is not None
    assert (undone.version, undone.kind, undone.events) == (4, StepKind.UNDONE, done.events)
    (back,) = undone.instructions
    assert (back.source.seat, back.target, back.count, back.shows) == (2, SUPPLY, 3, 1)
    session.redo()
    assert session.last == replace(done, version=5, kind=StepKind.REDONE)
    assert resumed(log).last == session.last
