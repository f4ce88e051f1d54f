"""Plays turns through scanner, reader and the game's rules, and counts what people notice of it.

A question is a die that is handed over as doubtful, or a mat that the rules cannot take: not
recorded in time, or with other dice than the player's. A silent error is a die that is recorded as
sure with a wrong type, face or place.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from companion.games.roll.view.camera import mat_command
from companion.session.clock import UncheckedClock
from companion.session.ports import CameraInfo, DiceReader, Frame
from companion.session.scan_plan import ScanPlan, SettledMat
from companion.session.scanner import Scanner
from companion.session.table_port import ScanUpdate
from models.evaluation.report import aligned

PATIENCE: Final = 12
"""Frames after which a mat that was not recorded is a question to the players."""

Seen = tuple[str, str, str]
"""Type, face and zone of a die."""


@dataclass(frozen=True)
class Turn:
    """The dice on each mat, and the frames that show them: BGR uint8, without end."""

    truth: dict[str, list[Seen]]
    frames: Iterator[Any]


@dataclass
class Count:
    """What happened in one evening.

    Attributes:
        waited: frames until each mat was recorded.
    """

    dice: int = 0
    questions: int = 0
    silent: int = 0
    waited: list[int] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, truth: list[Seen], mat: SettledMat | None, frames: int, name: str) -> None:
        """Count one mat of a turn; *mat* is None where it was not recorded."""
        self.dice += len(truth)
        if mat is None:
            self._ask(f"{name}: not recorded")
            return
        self.waited.append(frames)
        sure = Counter((d.type, d.face, str(d.zone)) for d in mat.dice if not d.doubtful)
        for die in (sure - Counter(truth)).elements():
            self.silent += 1
            self.notes.append(f"{name}: silent {die}")
        for each in mat.dice:
            if each.doubtful:
                self._ask(f"{name}: doubtful {each.type} {each.face} {each.zone}")
        if Counter(d.type for d in mat.dice) != Counter(kind for kind, _, _ in truth):
            self._ask(f"{name}: {len(mat.dice)} dice of {len(truth)}, or other ones")

    def figures(self) -> dict[str, float | None]:
        """What is reported: median and most frames until a mat was recorded."""
        median, most = (
            (float(np.median(self.waited)), max(self.waited)) if self.waited else (None,) * 2
        )
        counts = {name: getattr(self, name) for name in _SUMMED}
        return {**counts, "median frames": median, "most": most}

    def _ask(self, note: str) -> None:
        self.questions += 1
        self.notes.append(note)


class _Table:
    """The scanner's camera and its host: shows a turn and keeps the mats that are handed over."""

    def __init__(self) -> None:
        self.info = CameraInfo("simulated", "evening", 0, 0, is_live=True)
        self.plan = ScanPlan()
        self.frames: Iterator[Any] = iter(())
        self.recorded: dict[str, SettledMat] = {}

    def begin(self, turn: Turn) -> None:
        """Ask for the mats of a turn; the rules know the dice on each."""
        expect = {mat: Counter(kind for kind, _, _ in dice) for mat, dice in turn.truth.items()}
        self.plan = ScanPlan(
            tuple(turn.truth), self.plan.ticket + 1, expect=expect, judge=mat_command
        )
        self.frames, self.recorded = turn.frames, {}

    def capture(self, *, timeout_s: float = 2.0) -> Frame:
        return Frame(np.asarray(next(self.frames), np.uint8), timeout_s, "evening")

    def still(self, *, timeout_s: float = 10.0) -> Frame:
        """A still is no larger than a frame."""
        return self.capture(timeout_s=timeout_s)

    def close(self) -> None:
        """Nothing to release."""

    def scan_plan(self) -> ScanPlan:
        """The mats of this turn."""
        return self.plan

    def show_scan(self, update: ScanUpdate) -> None:
        """Nobody looks."""

    def deliver(self, mat: SettledMat) -> None:
        """Keep the first reading of a mat, as the game does."""
        self.recorded.setdefault(mat.mat_id, mat)


def play(turns: Iterable[Turn], reader: DiceReader) -> Count:
    """What happens in an evening of these turns."""
    table, counted = _Table(), Count()
    scanner = Scanner(table, reader, lambda: table, UncheckedClock())
    for number, turn in enumerate(turns):
        table.begin(turn)
        frames: dict[str, int] = {}
        for frame in range(1, PATIENCE + 1):
            scanner.turn()
            frames |= {mat: frame for mat in table.recorded if mat not in frames}
            if len(frames) == len(turn.truth):
                break
        for mat, dice in turn.truth.items():
            name = f"turn {number}, {mat}"
            counted.add(dice, table.recorded.get(mat), frames.get(mat, 0), name)
    return counted


def table(counts: list[Count]) -> str:
    """One line for each evening, and one for all."""
    total = Count(*(sum(getattr(each, name) for each in counts) for name in _SUMMED))
    total.waited = [frames for each in counts for frames in each.waited]
    rows = {**{f"evening {number}": each for number, each in enumerate(counts)}, "all": total}
    return aligned({name: each.figures() for name, each in rows.items()})


_SUMMED: Final = ("dice", "questions", "silent")
