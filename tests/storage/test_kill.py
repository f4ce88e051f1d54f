"""A process killed at any moment loses nothing that it had shown."""

import logging
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.games.roll import GAME
from companion.games.roll.model.state import GameState
from companion.session.session import GameSession
from companion.session.steps import Redone, Undone
from companion.storage.sqlite_log import SqliteEventLog
from tests.fakes import ManualClock
from tests.storage.evening_process import digest

ROOT = Path(__file__).parents[2]

report = logging.getLogger(__name__)


class Evenings:
    """Starts evenings, each in a process of its own, and kills them."""

    def __init__(self, server: subprocess.Popen[str]) -> None:
        self._server = server

    def kill_one(self, path: Path, seed: int, after_s: float) -> list[tuple[int, str]]:
        """Let the evening run, kill it, and return what it had shown."""
        assert self._server.stdin is not None
        self._server.stdin.write(f"{path} {seed}\n")
        self._server.stdin.flush()
        pid = int(self._line().removeprefix("pid "))
        shown = [self._line()]  # it is up: now any moment will do
        time.sleep(after_s)
        os.kill(pid, signal.SIGKILL)
        while not (line := self._line()).startswith("ended"):
            shown.append(line)
        assert line == f"ended {-signal.SIGKILL}"
        return [(int(version), text) for version, text in map(str.split, shown)]

    def _line(self) -> str:
        assert self._server.stdout is not None
        return self._server.stdout.readline().rstrip("\n")


@contextmanager
def evening_server() -> Iterator[Evenings]:
    """Start Python once for many evenings."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.storage.evening_process", "--serve"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        yield Evenings(server)


@pytest.fixture(scope="module")
def evenings() -> Iterator[Evenings]:
    with evening_server() as server:
        yield server


def check_resumed(path: Path, shown: list[tuple[int, str]]) -> int:
    """Everything that was shown is there, and the state is what its events make of it."""
    began_s, began_cpu_s = time.perf_counter(), time.process_time()
    log = SqliteEventLog(path, GAMES)
    header = log.games()[0]
    session = GameSession.resume(GAME, log, ManualClock(), header)
    took_s, cpu_s = time.perf_counter() - began_s, time.process_time() - began_cpu_s
    report.info(
        "version %d resumed in %.3f s, %.3f s of processor time", session.version, took_s, cpu_s
    )
    assert session.damage is None
    last_version, last_digest = shown[-1]
    assert session.version >= last_version
    if session.version == last_version:
        assert digest(session) == last_digest
    stored = log.load(header.game_id)
    assert [each.version for each in stored] == list(range(1, len(stored) + 1))
    # Nothing is stored yet where a slow machine was killed before its first command.
    first = stored[0].step if stored else 1
    assert session.state == folded_by_hand([each.event for each in stored], first)
    log.close()
    return session.version


def folded_by_hand(events: list[object], first: int) -> GameState:
    """Return the state by the meaning of the events alone: undo names the version to go back to."""
    states: dict[int, GameState] = {0: GAME.initial}
    state: GameState = GAME.initial
    for version, event in enumerate(events, start=first):
        if isinstance(event, Undone | Redone):
            state = states[event.to_version]
        else:
            state = GAME.apply(state, event)
        states[version] = state
    return state


def test_kill_at_random_moments(evenings: Evenings, tmp_path: Path) -> None:
    """One evening killed again and again, each time resumed and played on."""
    run_kills(evenings, tmp_path / "evening.sqlite", seed=1, kills=20)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 19))
def test_kill_many_times(evenings: Evenings, tmp_path: Path, seed: int) -> None:
    """The same over 17 more evenings: a thousand kills."""
    run_kills(evenings, tmp_path / "evening.sqlite", seed=seed, kills=60)


def run_kills(evenings: Evenings, path: Path, *, seed: int, kills: int) -> None:
    chance = random.Random(seed)
    versions = [0]
    for kill in range(kills):
        shown = evenings.kill_one(path, seed=1000 * seed + kill, after_s=chance.uniform(0, 0.12))
        assert shown[0][0] == versions[-1], "resumed where the last one ended"
        versions.append(check_resumed(path, shown))
    # Few steps on a slow machine, but over several restarts.
    assert len(set(versions)) > 3, "the evening did go on"
