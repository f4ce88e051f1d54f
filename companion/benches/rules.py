"""Benchmark of the session: deciding, storing, applying and viewing a step; and resuming a game.

A step is one command of a four-player game with full mats. The log is written to the user's state
folder, so that a real disk is measured. For Galactic Emperor, the odds of the largest possible
battle are timed without cache.
"""

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Final

from platformdirs import user_state_path

from companion.benches.report import BenchOptions, BenchReport, BenchRow, row
from companion.games.emperor.war.battle_odds import Side, battle_odds
from companion.games.emperor.war.forces import RESERVE, Arms, Force, Ship, Token
from companion.games.registry import GAMES
from companion.games.roll import GAME
from companion.games.roll.model.dice import FACES, PHASES, DieType, Face, Phase, Place, PlacedDie
from companion.games.roll.model.seating import PlayerSetup
from companion.games.roll.phases.counters import ChangeCredits
from companion.games.roll.phases.reveal import ConfirmReveal, RecordMat
from companion.games.roll.phases.round import FinishPhase, SignalReady
from companion.games.roll.phases.set_up import StartGame
from companion.games.roll.rules.judge import Command
from companion.session.clock import SystemClock
from companion.session.session import GameSession
from companion.storage.sqlite_log import SqliteEventLog

STEP_TARGET_MS: Final = 5.0
APPLY_TARGET_US: Final = 30.0
FOLD_TARGET_MS: Final = 150.0
FOLDED_EVENTS: Final = 2000
ODDS_TARGET_MS: Final = 200.0

_SEATS: Final = (1, 2, 3, 4)
_DICE_ON_A_MAT: Final = 10
_SECTOR: Final = bytes(4096)


def measure(options: BenchOptions) -> BenchReport:
    """Return the times of a step including fsync, of its parts, and of resuming a game.

    Raises:
        LogError: the log cannot be written there.
    """
    folder = _where_logs_lie()
    steps = max(200, options.runs)
    with tempfile.TemporaryDirectory(prefix="bench-", dir=folder) as place:
        path = Path(place) / "bench.sqlite"
        rows = [
            _fsync(Path(place) / "sector", steps),
            *_steps(path, steps),
            *_pure(steps),
            _fold(path, options.runs),
            _odds(max(10, options.runs // 4)),
        ]
    return BenchReport("rules", tuple(rows), (f"log in {folder}",))


def _where_logs_lie() -> Path:
    folder = user_state_path("companion")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.gettempdir())
    return folder


def _fsync(path: Path, count: int) -> BenchRow:
    """Time the disk alone: write and synchronise one sector."""
    with path.open("wb", buffering=0) as file:

        def write() -> None:
            file.write(_SECTOR)
            os.fsync(file.fileno())

        return row("write and fsync, the disk alone", _timed(write, count))


def _steps(path: Path, count: int) -> tuple[BenchRow, ...]:
    """Time complete steps and undo on a separate log."""
    log = SqliteEventLog(path, GAMES)
    session = GameSession.begin(GAME, log, SystemClock())
    evening = _evening()
    settling: list[float] = []

    def settle() -> None:  # as the table does after it has shown a step
        settling.extend(_timed(log.settle, 1))

    forward = _timed(lambda: session.execute(next(evening)), count, between=settle)
    backward = _timed(session.undo, count // 4, between=settle)
    while session.version < FOLDED_EVENTS:
        session.redo() if session.can_redo else session.execute(next(evening))
    log.close()
    return (
        row("step: decided, stored with fsync, applied, viewed", forward, target=STEP_TARGET_MS),
        row("undo, stored with fsync", backward, target=STEP_TARGET_MS),
        row("WAL emptied after a step, while nobody waits", settling),
    )


def _pure(count: int) -> tuple[BenchRow, ...]:
    """Time ``apply`` and ``view`` alone, in memory."""
    state, applying, viewing = GAME.initial, [], []
    for command in islice(_evening(), count):
        for event in GAME.decide(state, command):
            begin = time.perf_counter()
            state = GAME.apply(state, event)
            applying.append((time.perf_counter() - begin) * 1e6)
        begin = time.perf_counter()
        GAME.view(state, None)
        viewing.append((time.perf_counter() - begin) * 1e6)
    return (
        row("apply one event", applying, unit="us", target=APPLY_TARGET_US),
        row("view", viewing, unit="us"),
    )


def _fold(path: Path, count: int) -> BenchRow:
    """Time resuming: open and check the log, load a long game and fold its events."""

    def resume() -> None:
        log = SqliteEventLog(path, GAMES)
        GameSession.resume(GAME, log, SystemClock(), log.games()[0])
        log.close()

    name = f"open, load and fold {FOLDED_EVENTS} events"
    return row(name, _timed(resume, max(5, count // 4)), target=FOLD_TARGET_MS)


def _odds(count: int) -> BenchRow:
    """Time the battle odds of all ships of two players, every technology and the extra die."""
    ships = Force(RESERVE[Ship.FIGHTER], RESERVE[Ship.CRUISER], RESERVE[Ship.DREADNOUGHT])
    armed = Arms(plasma=True, ion=True, shields=True)
    attacker, defender = Side(ships, armed), Side(replace(ships, token=Token.STARBASE), armed)

    def calculate() -> None:
        battle_odds.cache_clear()
        battle_odds(attacker, defender, extra_die=True, free_attack=ships)

    return row("odds of the largest battle, exact", _timed(calculate, count), target=ODDS_TARGET_MS)


def _timed(
    act: Callable[[], object], count: int, *, between: Callable[[], object] | None = None
) -> list[float]:
    """Return the milliseconds of each call, excluding *between*."""
    values = []
    for _ in range(count):
        begin = time.perf_counter()
        act()
        values.append((time.perf_counter() - begin) * 1000.0)
        if between is not None:
            between()
    return values


def _evening() -> Iterator[Command]:
    """Yield the commands of an endless game that repeats the same round."""
    yield StartGame(tuple(PlayerSetup(seat, f"P{seat}", f"c{seat}", seat) for seat in _SEATS))
    while True:
        yield from (SignalReady(seat) for seat in _SEATS)
        yield from (RecordMat(seat, _mat(seat)) for seat in _SEATS)
        yield ConfirmReveal()
        for _ in _SEATS:  # each seat selects another phase
            yield from (ChangeCredits(seat, 2) for seat in _SEATS)
            yield FinishPhase()
        yield from (ChangeCredits(seat, -8) for seat in _SEATS)
        yield from (SignalReady(seat) for seat in _SEATS)


def _mat(seat: int) -> tuple[PlacedDie, ...]:
    kinds = tuple(DieType)
    selected = Place(PHASES[seat], selecting=True)
    dice = [PlacedDie(DieType.HOME, Face.EXPLORE, selected)]
    for index in range(_DICE_ON_A_MAT - 1):
        kind = kinds[(seat + index) % len(kinds)]
        face = FACES[kind][index % 5]
        under = Phase.SHIP if face is Face.WILD else Phase(face.value)
        dice.append(PlacedDie(kind, face, Place(under)))
    return tuple(dice)
